package value

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// TestRefused: arrays beyond the limit are refused before they are made, and the message
// says how much memory they would take. Some are refused even without a limit.
func TestRefused(t *testing.T) {
	big := "let (n : int) = 10 ** 12\n"
	matrix := "let (n : int) = 2 ** 40\nlet (x : [n][n]int) = kernel i <= n do\n  let (r : [n]int) = iota n\n  in (r)\nin (n)"
	cases := []struct {
		name, rule string
		limit      int64
		text       string
	}{
		{"iota", "E-IOTA", 1 << 27, big + "let (x : [n]int) = iota n\nin (n)"},
		{"replicate", "E-REPLICATE", 1 << 27, big + "let (x : [n]int) = replicate(n, 1)\nin (n)"},
		{"kernel", "E-KERNEL", 1 << 27, big + "let (x : [n]int) = kernel i <= n do in (i)\nin (n)"},
		{"matrix", "E-KERNEL", 1 << 27, matrix},
		{"matrix without a limit", "E-KERNEL", 0, matrix},
		{"not counted", "E-IOTA", 0, "let (n : int) = 2 ** 80\nlet (x : [n]int) = iota n\nin (n)"},
	}
	var all strings.Builder
	for _, c := range cases {
		_, err := eval(t, engine.Options{Memory: c.limit}, c.text)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Rule != c.rule {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		all.WriteString("== " + c.name + "\n" + d.Error())
	}
	testkit.Golden(t, "testdata/refused.golden", all.String())
}

// TestInUse: memory that is in use counts.
func TestInUse(t *testing.T) {
	text := "let (n : int) = 3 * 2 ** 20\nlet (a : [n]int) = iota n\nlet (b : [n]int) = iota n\nlet (x : [2][n]int) = [a, b]\nin (x)"
	_, err := eval(t, engine.Options{Memory: 80 << 20}, text)
	if err == nil || !strings.Contains(err.Error(), "48.0 MiB of memory, ") || !strings.Contains(err.Error(), "with what is in use, and the limit is 80.0 MiB [E-LITERAL]") {
		t.Errorf("got %v", err)
	}
}

// TestWide: integers of many digits take memory as well.
func TestWide(t *testing.T) {
	text := "let (n : int) = 100000\nlet (x : [n]int) = kernel i <= n do\n  let (k : int) = 3 ** (200000 + i)\n  in (k)\nin (n)"
	_, err := eval(t, engine.Options{Memory: 16 << 20}, text)
	if err == nil || !strings.Contains(err.Error(), "takes 38.") || !strings.Contains(err.Error(), "the limit is 16.0 MiB [E-SCALAR]") {
		t.Errorf("got %v", err)
	}
}

// TestInterrupt: a run ends with its context, wherever it is. BenchmarkInterrupt of package
// repl measures how soon.
func TestInterrupt(t *testing.T) {
	cases := map[string]string{
		"kernel":      "let (n : int) = 10 ** 9\nlet (x : [n][0]int) = kernel i <= n do\n  let (r : [0]int) = iota 0\n  in (r)\nin (n)",
		"for":         "let (n : int) = 10 ** 15\nlet (a : int) = loop (x : int = 1) for i <= n do in (x)\nin (a)",
		"while":       "let (a : int) = loop (x : int = 1) while in (x) do in (x)\nin (a)",
		"iota":        "let (n : int) = 10 ** 7\nlet (x : [1000][0]int) = kernel i <= 1000 do\n  let (r : [n]int) = iota n\n  let (e : [0]int) = iota 0\n  in (e)\nin (n)",
		"large ints":  "let (n : int) = 10 ** 9\nlet (x : [n][0]int) = kernel i <= n do\n  let (k : int) = 3 ** (600000 + i) % 7\n  let (e : [0]int) = iota 0\n  in (e)\nin (n)",
		"small steps": "let (n : int) = 10 ** 9\nlet (a : [1000]int) = iota 1000\nlet (x : [n][0]int) = kernel i <= n do\n  let (b : [1000]int) = copy a\n  let (e : [0]int) = iota 0\n  in (e)\nin (n)",
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			p := core(t, text)
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			_, err := New(engine.Options{}).Run(ctx, p)
			var stop *engine.Interrupted
			if !errors.As(err, &stop) || !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v", err)
			}
		})
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(engine.Options{}).Run(done, core(t, "in (1)")); err == nil {
		t.Error("a run under a context that is done goes on")
	}
}
