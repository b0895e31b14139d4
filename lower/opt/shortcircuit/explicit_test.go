package shortcircuit_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/opt/shortcircuit"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// TestExplicit: in each function, and in the statements, the rows that bodies make in blocks of their own are copied to their places, each once.
func TestExplicit(t *testing.T) {
	const rows = "kernel i <= n do reverse (iota n)"
	p := passtest.Parse(t, "rows", "def f (n : int) = "+rows+"\ndef g (n : int) = (f(n), "+rows+")\nlet n = 3\nlet x = "+rows+"\nlet (y, z) = g(n)\nx\ny\nz\n").Mem(t)
	before := p.Core
	after := shortcircuit.Explicit(&rewrite.Job{Supply: p.Supply}, before)
	if n := copies(after) - copies(before); n != 3 {
		t.Errorf("%d copies, wanted 3, in\n%s", n, syntax.Print(after))
	}
	again := shortcircuit.Explicit(&rewrite.Job{Supply: p.Supply}, after)
	if syntax.Print(again) != syntax.Print(after) {
		t.Errorf("a row is copied twice in\n%s", syntax.Print(again))
	}
}

func copies(p *syntax.Program) int { return strings.Count(syntax.Print(p), "= copy ") }
