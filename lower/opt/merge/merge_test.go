package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"

	"pgregory.net/rapid"
)

// cases are programs for each condition of merge, and for each thing that holds it back.
func cases(t *testing.T) []*passtest.Program {
	return passtest.Chunks(t, "testdata/merge.fun")
}

// lists are the options of merge.
var lists = []string{"merge", "merge:sizes=fit", "merge:sizes=equal", "merge:kinds=any"}

// TestCases shows what merge makes of each case, and what it says about it. Other options
// are shown if they differ.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, p := range cases(t) {
		b.WriteString(p.Name + "\n")
		first := ""
		for _, list := range lists {
			s := p.Last(t, list, 0)
			if s.Text == first {
				continue
			}
			if first == "" {
				first = s.Text
			} else {
				b.WriteString("=> " + list + "\n")
			}
			b.WriteString(passtest.Changes(p, s) + "\n")
		}
	}
	testkit.Golden(t, "testdata/merge.golden", b.String())
}

// TestValid: the cases stay valid and race-free, also if the blocks are freed afterwards.
func TestValid(t *testing.T) {
	for _, p := range cases(t) {
		for _, list := range []string{"merge,free", "merge:kinds=any"} {
			p.Last(t, list, 6)
		}
	}
}

// TestResults: a result fills its block after the pass as before, so no check warns about the output of the pass.
func TestResults(t *testing.T) {
	for _, p := range append(cases(t), passtest.Examples(t)...) {
		if p.Slow() {
			continue
		}
		stages, err := p.Mem(t).Run("merge", 0)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if before, after := passtest.Layouts(t, stages[0].Program), passtest.Layouts(t, stages[1].Program); len(after) > len(before) {
			t.Errorf("%s: %s", p.Name, strings.Join(after, "\n"))
		}
	}
}

// TestExamples: all examples stay valid and race-free. For examples that allocate some
// blocks and are not slow, the golden file has how much memory they take before merge,
// after merge, and after a following free.
func TestExamples(t *testing.T) {
	var b strings.Builder
	for _, p := range passtest.Examples(t) {
		stages, err := p.Mem(t).Run("merge,free", *passtest.Tests)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if p.Slow() {
			continue
		}
		if u := passtest.Measure(t, stages[0].Program); u.Allocs > 2 {
			v, w := passtest.Measure(t, stages[1].Program), passtest.Measure(t, stages[2].Program)
			fmt.Fprintf(&b, "%s: %d allocs -> %d, %d locations -> %d, %d at most -> %d -> %d\n",
				p.Name, u.Allocs, v.Allocs, u.Locations, v.Locations, u.Peak, v.Peak, w.Peak)
		}
	}
	testkit.Golden(t, "testdata/examples.golden", b.String())
}

// TestRandom: random programs stay valid and race-free. Blocks of one size never take more
// memory when they are merged.
func TestRandom(t *testing.T) {
	passtest.Check(t, 15, func(rt *rapid.T) {
		p := passtest.Random(rt)
		sizes := rapid.SampledFrom([]string{"max", "fit", "equal"}).Draw(rt, "sizes")
		kinds := rapid.SampledFrom([]string{"same", "any"}).Draw(rt, "kinds")
		stages, err := p.Run("introduce,merge:sizes="+sizes+":kinds="+kinds+",free", 2)
		if err != nil {
			rt.Fatalf("%v", err)
		}
		u, v := passtest.Measure(rt, stages[1].Program), passtest.Measure(rt, stages[2].Program)
		if v.Allocs > u.Allocs || sizes == "equal" && (v.Locations > u.Locations || v.Peak > u.Peak) {
			rt.Fatalf("%+v becomes %+v:\n%s\nbecomes\n%s", u, v, stages[1].Text, stages[2].Text)
		}
	})
}
