package cli

import (
	"os"
	"os/signal"
	"syscall"

	"funmem/eval/whole"
	"funmem/repl/session"
)

// EndOn makes the process end when it gets one of the signals, in the way that the signal itself
// would end it, but tidily: restore puts the terminal back, and temporary files are removed. A
// signal that was ignored when the process was started stays ignored. stop undoes EndOn.
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
			session.AbandonNative()
			os.Exit(statusAfter(s))
		case <-done:
		}
	}()
	return func() {
		signal.Stop(got)
		close(done)
	}
}

// Ends are the signals that tell a process to end: one from somebody, and one because its terminal
// is gone.
var Ends = []os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// statusAfter is the exit status that shells report for a process that a signal ended.
func statusAfter(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}
