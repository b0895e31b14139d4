//go:build unix

package repl

import (
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const long = "(kernel i <= 100000 do reduce (+) 0 (kernel j <= 100000 do (i * j + x[1]) % 1000))"

// endless are entries with a last line that runs for minutes.
var endless = []string{
	long,
	"def f (n : int) = " + long + "[n]\nf(3)",
	":check " + long,
	":trace " + long,
	":derive " + long,
	":derive heap " + long,
	":derive imp " + long,
	":derive --full " + long,
	":time " + long,
	":mem " + long + "\n" + long,
	"let y = " + long,
	":engine heap\n" + long,
	":set schedule random:3\n" + long,
	"kernel i <= 3000000 do 3 ** (i % 1000) % 10",
	"kernel i <= 100000000 do 3 ** (600000 + i) % 7",
	":derive heap kernel i <= 3000000 do 3 ** (600000 + i) % 7",
}

// stopped enters the lines of an entry, and presses Ctrl-C while the last one runs. It returns the
// time from Ctrl-C to the prompt.
func stopped(t testing.TB, entry string) time.Duration {
	t.Helper()
	c, out := consoleFor()
	c.Settings.Memory = 4 << 30
	c.Line("let x = [1, 2, 3]")
	lines := strings.Split(entry, "\n")
	for _, l := range lines[:len(lines)-1] {
		c.Line(l)
	}
	// A signal that comes before the line listens for it would end this process, or be lost. So it
	// is caught here too, and sent again.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT)
	defer signal.Stop(caught)
	var sent atomic.Int64
	over, quiet := make(chan bool), make(chan bool)
	go func() {
		defer close(quiet)
		for wait := 150 * time.Millisecond; ; wait = 10 * time.Second {
			select {
			case <-over:
				return
			case <-time.After(wait):
				sent.Store(time.Now().UnixNano())
				syscall.Kill(os.Getpid(), syscall.SIGINT)
			}
		}
	}()
	c.Line(lines[len(lines)-1])
	took := time.Since(time.Unix(0, sent.Load()))
	close(over)
	<-quiet
	if sent.Load() == 0 {
		t.Fatalf("it ended by itself: %.300s", out)
	}
	if !strings.HasSuffix(out.String(), "stopped\n") {
		t.Errorf("it was not stopped: %.300s", out)
	}
	out.Reset()
	c.Line("x")
	if out.String() != "[1, 2, 3]\n" {
		t.Errorf("afterwards: %s", out)
	}
	return took
}

// TestInterrupt stops long evaluations by Ctrl-C, and checks that the session is kept.
// BenchmarkInterrupt measures how long that takes.
func TestInterrupt(t *testing.T) {
	for _, entry := range endless {
		t.Run(strings.ReplaceAll(entry, long, "LONG"), func(t *testing.T) {
			t.Log(stopped(t, entry))
		})
	}
}

// BenchmarkInterrupt is the longest time from Ctrl-C to the prompt.
func BenchmarkInterrupt(b *testing.B) {
	var worst time.Duration
	for b.Loop() {
		for _, entry := range endless {
			worst = max(worst, stopped(b, entry))
		}
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
}
