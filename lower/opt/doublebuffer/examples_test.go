package doublebuffer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// TestExamples shows for each loop of the examples that carries blocks allocated in its
// rounds whether it takes turns.
func TestExamples(t *testing.T) {
	var b strings.Builder
	for _, p := range passtest.Examples(t) {
		list := "inline,simplify,introduce,simplify,hoist,shortcircuit"
		if p.Form == pass.FunMem {
			list = "simplify,hoist"
		}
		p = after(t, p, list)
		if s := p.Last(t, "doublebuffer", *passtest.Tests); len(s.Notes) > 0 {
			b.WriteString("---- " + p.Name + "\n" + passtest.Explain(s))
		}
	}
	testkit.Golden(t, "testdata/examples.golden", b.String())
}

// measured are loops of the examples, each in a call that sets the number of rounds.
var measured = []struct{ file, call string }{
	{"sac/stencil.fun", "stencil([1, 2, 3, 4, 5], %d)"},
	{"rodinia/hotspot.fun", "hotspot(%d, temp, power)"},
	{"sac/relax.fun", "relax(%d, start(8))"},
	{"sac/relax.fun", "relaxAPL(%d, start(8))"},
	{"sac/relax.fun", "relaxed(10.0 / f64(%d), start(8))"},
	{"rodinia/pathfinder.fun", "pathfinder(grid(%d + 1, 12))"},
}

// TestRounds: after the pipeline for one memory the loops take the same number of blocks
// and locations for any number of rounds, except for input that grows with it.
func TestRounds(t *testing.T) {
	var b strings.Builder
	for _, c := range measured {
		text, err := os.ReadFile(filepath.Join(testkit.Root(t), "examples", c.file))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", c.call)
		allocs := map[int]bool{}
		for _, rounds := range []int{2, 10, 100} {
			p := passtest.Parse(t, c.file, calls(string(text), fmt.Sprintf(c.call, rounds)))
			u := passtest.Measure(t, p.Last(t, "cpu", 0).Program)
			fmt.Fprintf(&b, "  %d: %d allocs, %d locations at most, %d elements copied\n", rounds, u.Allocs, u.Peak, u.Copied)
			allocs[u.Allocs] = true
			if !strings.Contains(c.call, "grid") {
				allocs[-u.Peak] = true
			}
		}
		if len(allocs) > 2 || strings.Contains(c.call, "grid") && len(allocs) > 1 {
			t.Errorf("%s: the memory depends on the number of rounds", c.call)
		}
	}
	testkit.Golden(t, "testdata/rounds.golden", b.String())
}

// calls returns a program with another call in place of what it prints.
func calls(text, call string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for len(lines) > 0 && !strings.HasPrefix(lines[len(lines)-1], "let ") && !strings.HasPrefix(lines[len(lines)-1], " ") && !strings.HasPrefix(lines[len(lines)-1], "def ") {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n") + "\n" + call + "\n"
}
