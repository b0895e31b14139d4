//go:build unix

package edit

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// suspend stops the whole job, as Ctrl-Z does in a terminal that is not in raw mode, and returns
// when the job goes on. If nobody could continue the job, the signal has no effect, and suspend
// returns after a moment.
func suspend() {
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-resumed:
	case <-time.After(200 * time.Millisecond):
	}
}
