package doublebuffer_test

import (
	"fmt"
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

// TestRounds: after the pipeline for one memory the loops take the same number of blocks
// and locations for any number of rounds, except for input that grows with it.
func TestRounds(t *testing.T) {
	var b strings.Builder
	for _, c := range passtest.Loops {
		fmt.Fprintf(&b, "%s\n", c.Call)
		allocs := map[int]bool{}
		for _, rounds := range []int{2, 10, 100} {
			p := c.Of(t, rounds)
			u := passtest.Measure(t, p.Last(t, "cpu", 0).Program)
			fmt.Fprintf(&b, "  %d: %d allocs, %d locations at most, %d elements copied\n", rounds, u.Allocs, u.Peak, u.Copied)
			allocs[u.Allocs] = true
			if !c.Grows() {
				allocs[-u.Peak] = true
			}
		}
		if len(allocs) > 2 || c.Grows() && len(allocs) > 1 {
			t.Errorf("%s: the memory depends on the number of rounds", c.Call)
		}
	}
	testkit.Golden(t, "testdata/rounds.golden", b.String())
}
