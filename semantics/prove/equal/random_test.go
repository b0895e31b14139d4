package equal_test

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestRandom: no random change of a random program that is proved to have the same values shows others in a run.
func TestRandom(t *testing.T) {
	proved, refuted, left := 0, 0, 0
	passtest.Check(t, testkit.Sample(100, 4000), func(rt *rapid.T) {
		p := passtest.Drawn(rt)
		for range 6 {
			text := passtest.Edited(rt, syntax.Print(p.Core))
			q := read(text)
			if q == nil || len(syntax.FreeVars(q)) > 0 {
				continue
			}
			differs := contradicted(p.Core, q)
			open, done := equal.Programs(prove.NewBudget(prove.MaxSteps/20), equal.Side{Program: p.Core}, equal.Side{Program: q})
			switch {
			case !done || len(open) > 0:
				if differs == "" {
					left++
				} else {
					refuted++
				}
			case differs != "":
				rt.Fatalf("proved, but %s:\n%s\n--- after:\n%s", differs, syntax.Print(p.Core), text)
			default:
				proved++
			}
		}
	})
	t.Logf("%d are proved; of the others, %d differ in a run", proved, refuted)
	_ = left
}

// read is a program of which the text is printed; nil if it is ill-typed.
func read(text string) *syntax.Program {
	src, err := syntax.Parse(diag.NewSource("after", text))
	if err != nil {
		return nil
	}
	u, err := elab.NewSession(nil).Program(src)
	if err != nil {
		return nil
	}
	return u.Core
}

// results are the values of the results of a program that are not blocks. stuck tells whether there are none.
func results(p *syntax.Program) (vs []value.Val, stuck, ended bool) {
	blocks := map[int]bool{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && b.Type != nil && b.Type.Elem == syntax.Mem {
			blocks[b.ID] = true
		}
		return true
	})
	out, err := value.New(engine.Options{Memory: 1 << 28}).Run(engine.WithSteps(context.Background(), 2_000_000), erase.Program(p))
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Kind == diag.Stuck && d.Cause != diag.Limit {
		return nil, true, true
	}
	if err != nil {
		return nil, false, false
	}
	k := 0
	for _, x := range p.Main().Res {
		v, ok := x.(*syntax.Var)
		if !ok || !blocks[v.ID] {
			vs = append(vs, out[k])
		}
		k++
	}
	return vs, false, true
}

// contradicted says how runs of two programs without inputs differ; "": they do not, or BEFORE has no values.
func contradicted(before, after *syntax.Program) string {
	want, stuck, ended := results(before)
	if stuck || !ended {
		return ""
	}
	got, stuck, ended := results(after)
	switch {
	case stuck:
		return "AFTER is stuck"
	case !ended:
		return ""
	case len(got) != len(want):
		return "AFTER has another number of results"
	}
	for k := range want {
		if !want[k].Shows(got[k]) {
			return "a result differs"
		}
	}
	return ""
}
