//go:build unix

package repl

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt stops long evaluations by Ctrl-C: each within 100 ms, and the
// session is kept.
func TestInterrupt(t *testing.T) {
	const long = "(kernel i <= 100000 do (kernel j <= 100000 do i * j + x[1])[i])"
	for _, line := range []string{
		long,
		"def f (n : int) = " + long + "[n]\nf(3)",
		":check " + long,
		":trace " + long,
		":derive " + long,
		":derive heap " + long,
		":time " + long,
		":mem " + long + "\n" + long,
		"let y = " + long,
		":engine heap\n" + long,
		":set schedule random:3\n" + long,
		"kernel i <= 3000000 do 3 ** (i % 1000) % 10",
		"2 ** 60000000 % 3",
	} {
		t.Run(strings.ReplaceAll(line, long, "LONG"), func(t *testing.T) {
			c, out := consoleFor()
			c.Settings.Memory = 4 << 30
			c.Line("let x = [1, 2, 3]")
			lines := strings.Split(line, "\n")
			for _, l := range lines[:len(lines)-1] {
				c.Line(l)
			}
			var sent time.Time
			timer := time.AfterFunc(150*time.Millisecond, func() {
				sent = time.Now()
				syscall.Kill(os.Getpid(), syscall.SIGINT)
			})
			c.Line(lines[len(lines)-1])
			took := time.Since(sent)
			if timer.Stop() {
				t.Skip("it ended by itself")
			}
			if !strings.HasSuffix(out.String(), "stopped\n") {
				t.Errorf("it was not stopped: %.300s", out)
			}
			if took > 100*time.Millisecond {
				t.Errorf("it took %s to stop", took)
			}
			out.Reset()
			c.Line("x")
			if out.String() != "[1, 2, 3]\n" {
				t.Errorf("afterwards: %s", out)
			}
		})
	}
}
