package footprint_test

import (
	"context"
	"fmt"
	"strings"
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
func peaks(t rapid.TB, name string, p *syntax.Program, supply *syntax.Supply, n *tally) (found *footprint.Footprint, peak num.Num) {
	t.Helper()
	list := footprint.Of(&rewrite.Job{Supply: supply}, p)
	f := list[len(list)-1]
	if f.Refused != nil {
		n.refused++
		return f, peak
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
		return f, peak
	}
	if lack, err := f.Lack.At(func(int) num.Num { return num.Num{} }); err != nil || lack.Sign() != 0 {
		t.Fatalf("%s: a run is said to be stuck, and is not: %s\n%s", name, f.Lack, syntax.Print(p))
	}
	peak = num.Of(int64(m.Heap.Peak()))
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
	return f, peak
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

// page is about the paper.
const page = "../../docs/papers/dps.md"

// TestExamples: the footprints of the examples are the peaks of their runs. The page has those that allocate.
func TestExamples(t *testing.T) {
	n := &tally{}
	b := &strings.Builder{}
	b.WriteString("| example | before the run | in the run |\n|---|---|---|\n")
	for _, p := range passtest.Examples(t) {
		if p.Slow() {
			continue
		}
		q := p.Mem(t)
		f, peak := peaks(t, p.Name, style(t, q, "dps"), q.Supply, n)
		switch {
		case f.Refused != nil:
			fmt.Fprintf(b, "| `examples/%s` | none: %s is %s [%s] | |\n", p.Name, f.Refused[0].Of, f.Refused[0].Why, f.Refused[0].Rule)
		case f.Storage.Bound():
			fmt.Fprintf(b, "| `examples/%s` | at most %s | %s |\n", p.Name, f.Storage, peak)
		case !peak.IsZero():
			fmt.Fprintf(b, "| `examples/%s` | %s | %s |\n", p.Name, f.Storage, peak)
		}
	}
	testkit.Section(t, page, "go test ./lower/footprint -run Examples", b.String(), nil)
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
