package emr_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
)

// page is about the paper.
const page = "../../../docs/papers/emr.md"

// TestExamples: all examples stay valid and race-free, and ask for no more blocks and locations than before. The page has what
// those that are not slow ask for in a run, before emr and after it.
func TestExamples(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| example | blocks | locations requested | footprint |\n|---|---|---|---|\n")
	cells := func(u ...int) string { return fmt.Sprintf("%d → %d → %d", u[0], u[1], u[2]) }
	for _, p := range passtest.Examples(t) {
		p = p.Mem(t)
		stages, err := p.Run("emr,free", *passtest.Tests)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if p.Slow() {
			continue
		}
		off := passtest.Measure(t, p.Last(t, "free", 0).Program)
		rc := passtest.Measure(t, p.Last(t, "emr:candidates=rc,free", 0).Program)
		all := passtest.Measure(t, stages[2].Program)
		if all.Allocs > rc.Allocs || rc.Allocs > off.Allocs || all.Locations > rc.Locations || rc.Locations > off.Locations {
			t.Errorf("%s: %+v becomes %+v, and %+v", p.Name, off, rc, all)
		}
		if all.Allocs < off.Allocs {
			fmt.Fprintf(b, "| `examples/%s` | %s | %s | %s |\n", p.Name,
				cells(off.Allocs, rc.Allocs, all.Allocs), cells(off.Locations, rc.Locations, all.Locations), cells(off.Peak, rc.Peak, all.Peak))
		}
	}
	testkit.Section(t, page, "go test ./lower/opt/emr -run Examples", b.String(), nil)
}

// TestRounds: with functions inlined and arrays built in place, the loops take the same number of blocks for any number of rounds.
func TestRounds(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| call | rounds | without | `emr` alone | with the passes before it |\n|---|---|---|---|---|\n")
	for _, c := range passtest.Loops {
		if c.Grows() {
			continue
		}
		allocs := map[int]bool{}
		for _, rounds := range []int{2, 10, 100} {
			p := c.Of(t, rounds)
			before := passtest.Measure(t, p.Last(t, "inline,introduce", 0).Program)
			alone := passtest.Measure(t, p.Last(t, "inline,introduce,emr", 0).Program)
			u := passtest.Measure(t, p.Last(t, "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit,emr", 0).Program)
			fmt.Fprintf(b, "| `%s` | %d | %d | %d | %d |\n", strings.ReplaceAll(c.Call, "%d", "k"), rounds, before.Allocs, alone.Allocs, u.Allocs)
			allocs[u.Allocs] = true
		}
		if len(allocs) > 1 {
			t.Errorf("%s: the blocks depend on the number of rounds", c.Call)
		}
	}
	testkit.Section(t, page, "go test ./lower/opt/emr -run Rounds", b.String(), nil)
}
