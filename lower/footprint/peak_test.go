package footprint_test

import (
	"context"
	"testing"

	"funmem/eval/memory"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/footprint"
	"funmem/lower/rewrite"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// tally counts what was compared.
type tally struct{ exact, bounds, refused, empty, stuck int }

// peaks compares the footprint of the statements of a program in destination-passing style with the most locations that its blocks have at
// one time in a run.
func peaks(t rapid.TB, name string, p *syntax.Program, supply *syntax.Supply, n *tally) {
	t.Helper()
	list := footprint.Of(&rewrite.Job{Supply: supply}, p)
	f := list[len(list)-1]
	if f.Refused != nil {
		n.refused++
		return
	}
	want, err := f.Storage.At(func(id int) num.Num {
		t.Fatalf("%s: the footprint of a whole program mentions a variable: %s", name, f.Storage)
		return num.Num{}
	})
	if err != nil {
		t.Fatalf("%s: %s: %v", name, f.Storage, err)
	}
	m := memory.New(memory.Options{})
	m.Heap.StartPeak()
	if _, err := m.Run(context.Background(), p); err != nil {
		n.stuck++
		return
	}
	peak := num.Of(int64(m.Heap.Peak()))
	switch {
	case f.Storage.Bound() && peak.Cmp(want) > 0:
		t.Fatalf("%s: the footprint is at most %s, and the run took %s locations: %s\n%s", name, want, peak, f.Storage, syntax.Print(p))
	case f.Storage.Bound():
		n.bounds++
	case !peak.Equal(want):
		t.Fatalf("%s: the footprint is %s, and the run took %s locations: %s\n%s", name, want, peak, f.Storage, syntax.Print(p))
	case peak.IsZero():
		n.empty++
	default:
		n.exact++
	}
}

// style is a program in destination-passing style.
func style(t rapid.TB, p *passtest.Program, list string) *syntax.Program {
	t.Helper()
	stages, err := p.Run(list, 0)
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	return stages[len(stages)-1].Program
}

// TestExamples: the footprints of the examples are the peaks of their runs.
func TestExamples(t *testing.T) {
	n := &tally{}
	for _, p := range passtest.Examples(t) {
		if p.Slow() {
			continue
		}
		q := p.Mem(t)
		peaks(t, p.Name, style(t, q, "dps"), q.Supply, n)
	}
	t.Logf("%+v", *n)
	if n.exact < 40 || n.bounds == 0 {
		t.Errorf("only %+v", *n)
	}
}

// TestRandom: so do those of random programs, 5000 with -more.
func TestRandom(t *testing.T) {
	n, checks := &tally{}, 60
	if testkit.More() {
		checks = 5000
	}
	passtest.Check(t, checks, func(rt *rapid.T) {
		p := passtest.Random(rt).Mem(t)
		list := rapid.SampledFrom([]string{"dps", "simplify,dps", "simplify,hoist,shortcircuit,dps"}).Draw(rt, "list")
		peaks(rt, "random", style(rt, p, list), p.Supply, n)
	})
	t.Logf("%+v", *n)
	if all := n.exact + n.bounds + n.refused + n.empty; n.exact < all/5 {
		t.Errorf("only %+v", *n)
	}
}
