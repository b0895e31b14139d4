package session

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"funmem/repl/paint"
	"funmem/semantics/diag"
)

// fakeClock is a clock that a test moves forward.
type fakeClock struct {
	time  time.Time
	at    time.Time // when it is due
	call  func()
	calls int
}

func (c *fakeClock) clock() clock {
	return clock{func() time.Time { return c.time }, func(d time.Duration, f func()) func() {
		c.at, c.call = c.time.Add(d), f
		c.calls++
		return func() { c.call = nil }
	}}
}

// pass lets time pass, step by step, and makes the calls that are due.
func (c *fakeClock) pass(d time.Duration) {
	for end := c.time.Add(d); c.time.Before(end); {
		c.time = c.time.Add(50 * time.Millisecond)
		if f := c.call; f != nil && !c.time.Before(c.at) {
			c.call = nil
			f()
		}
	}
}

func fakeProgress(width int) (*Progress, *fakeClock, *bytes.Buffer) {
	var out bytes.Buffer
	c := &fakeClock{time: time.Unix(0, 0)}
	return &Progress{w: &out, width: func() int { return width }, clock: c.clock()}, c, &out
}

// taken returns what was written since the last call.
func taken(b *bytes.Buffer) string {
	defer b.Reset()
	return paint.Shown(b.String())
}

// TestProgress checks that the line comes after a second, changes in place, fits the terminal, and
// disappears at the end.
func TestProgress(t *testing.T) {
	p, c, out := fakeProgress(30)
	end := p.Begin()
	c.pass(950 * time.Millisecond)
	if got := taken(out); got != "" {
		t.Errorf("too early: %q", got)
	}
	c.pass(50 * time.Millisecond)
	if got := taken(out); got != "\r\x1b[Krunning 1.0 s" {
		t.Errorf("%q", got)
	}
	if !p.place.Asked(false) {
		t.Error("nobody has asked where the evaluation is")
	}
	p.place.Say("kernel `ünïcödé` at file.fun:3:1")
	inner := p.Begin()
	c.pass(100 * time.Millisecond)
	inner()
	if got := taken(out); got != "\r\x1b[Krunning 1.1 s: kernel `ün…" {
		t.Errorf("%q", got)
	}
	end()
	end()
	if got := taken(out); got != "\r\x1b[K" {
		t.Errorf("%q", got)
	}
	c.pass(time.Hour)
	if got := taken(out); got != "" || c.call != nil {
		t.Errorf("after the end: %q", got)
	}
	end = p.Begin()
	c.pass(200 * time.Millisecond)
	end()
	if got := taken(out); got != "" {
		t.Errorf("a short evaluation: %q", got)
	}
	if end = p.Begin(); p.place.Ask() != "" {
		t.Error("the place of the evaluation before is still there")
	}
	end()
}

// TestProgressLate checks that a call of the clock that comes too late writes nothing.
func TestProgressLate(t *testing.T) {
	p, c, out := fakeProgress(80)
	end := p.Begin()
	late := c.call
	end()
	late()
	c.time = c.time.Add(time.Second)
	end = p.Begin()
	late()
	end()
	if got := taken(out); got != "" {
		t.Errorf("%q", got)
	}
}

// TestProgressWidth tries terminals that have hardly any columns, or do not tell their width.
func TestProgressWidth(t *testing.T) {
	for columns, want := range map[int]string{-1: "…", 0: "…", 3: "…", 4: "a…", 10: "abcdefgh"} {
		if got := fitting("abcdefgh", columns); got != want {
			t.Errorf("%d: %q, wanted %q", columns, got, want)
		}
	}
}

// TestProgressPlace checks that evaluations report where they are: at each statement outside calls,
// kernels and rounds, and inside them when asked.
func TestProgressPlace(t *testing.T) {
	const program = "def f (n : int) = loop (a = 0) for i <= n do a + i\nlet y = f(1000)\nlet z = [y]"
	for _, engine := range []string{"value", "heap"} {
		p, _, _ := fakeProgress(80)
		s := NewSession(Defaults())
		s.Settings.Engine, s.Progress = engine, p
		if _, err := s.Add(context.Background(), diag.NewSource("a.fun", program)); err != nil {
			t.Fatal(err)
		}
		if got := p.place.Ask(); got != "`z` at a.fun:3:9" {
			t.Errorf("%s: %q", engine, got)
		}
		if p.depth != 0 {
			t.Errorf("%s: %d evaluations have not ended", engine, p.depth)
		}
	}
}

// asking is a context that asks where an evaluation is whenever the evaluation looks at the
// context.
type asking struct {
	context.Context
	p *Progress
}

func (a asking) Err() error { a.p.place.Ask(); return nil }

// TestProgressRounds checks the place of an evaluation within calls and rounds.
func TestProgressRounds(t *testing.T) {
	for _, engine := range []string{"value", "heap"} {
		p, _, _ := fakeProgress(80)
		s := NewSession(Defaults())
		s.Settings.Engine, s.Progress = engine, p
		ctx := asking{context.Background(), p}
		const program = "def f (n : int) = loop (a = 1) for i <= n do\n  let b = a + 1\n  let c = b / (3 - i)\n  in c\nf(4)"
		if _, err := s.Add(ctx, diag.NewSource("a.fun", program)); err == nil {
			t.Fatal("it is not stuck")
		}
		if got := p.place.Ask(); got != "in the call of `f`, in round 3 of loop `a` at a.fun:5:1" {
			t.Errorf("%s: %q", engine, got)
		}
	}
}

// TestNoProgress checks that there is no line if messages do not go to a terminal.
func TestNoProgress(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if NewProgress(&bytes.Buffer{}) != nil || NewProgress(f) != nil {
		t.Error("a file is no terminal")
	}
	var none *Progress
	none.Begin()()
	if none.at() != nil {
		t.Error("no progress has a place")
	}
}
