package cli

import (
	"os"
	"os/signal"
	"syscall"

	"funmem/eval/whole"
)

// EndOn lets the process end when it gets one of the signals, as that one does of
// itself, but without leaving anything behind: neither a terminal that is not as it
// was, which restore sees to, nor temporary files. A signal that whoever started the
// process has made void stays void. What it returns ends that.
func EndOn(restore func(), signals ...os.Signal) (stop func()) {
	got, done := make(chan os.Signal, 1), make(chan struct{})
	for _, s := range signals {
		if !signal.Ignored(s) {
			signal.Notify(got, s)
		}
	}
	go func() {
		select {
		case s := <-got:
			restore()
			whole.Abandon()
			os.Exit(statusAfter(s))
		case <-done:
		}
	}()
	return func() {
		signal.Stop(got)
		close(done)
	}
}

// Ends are the signals that tell a process to end: by somebody, and because its
// terminal is gone.
var Ends = []os.Signal{syscall.SIGTERM, syscall.SIGHUP}

// statusAfter is the exit status that shells give a process that a signal ended.
func statusAfter(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}
