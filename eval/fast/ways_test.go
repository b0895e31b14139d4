package fast_test

import (
	"context"
	"testing"

	"funmem/eval/branch"
	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// differ fails if two runs of a program noted other ways of its conditions. It returns how many conditions there are.
func differ(t *rapid.T, p *syntax.Program, got, want *branch.Notes) (n int) {
	syntax.Walk(p, func(m syntax.Node) bool {
		e, compares := m.(*syntax.Binary)
		if _, decides := m.(*syntax.If); !decides && !(compares && syntax.Ops[e.Op].Truth) || !m.GetSpan().IsValid() {
			return true
		}
		n++
		if g, w := got.Went(m.GetSpan()), want.Went(m.GetSpan()); g != w {
			t.Fatalf("`%s` went %v, want %v\n%s", syntax.Line(m), g, w, syntax.Print(p))
		}
		return true
	})
	return n
}

// TestWays: the fast engine notes the ways of the conditions that the rules note.
func TestWays(t *testing.T) {
	values, heaps := 0, 0
	passtest.Check(t, 400, func(t *rapid.T) {
		core := passtest.Drawn(t).Mem(t).Core
		fun := erase.Program(core)
		want, got := branch.New(), branch.New()
		if _, err := value.New(engine.Options{Branches: want}).Run(context.Background(), fun); err != nil {
			return
		}
		m := value.New(engine.Options{Branches: got})
		m.Accelerate = fast.NewKernels(engine.Options{Branches: got}).Accelerate
		if _, err := m.Run(context.Background(), fun); err != nil {
			t.Fatal(err)
		}
		values += differ(t, fun, got, want)
		want, got = branch.New(), branch.New()
		if _, err := memory.New(memory.Options{Options: engine.Options{Branches: want}}).Run(context.Background(), core); err != nil {
			return
		}
		if _, ok := fast.Check(context.Background(), core, nil, engine.Options{Branches: got}); ok {
			heaps += differ(t, core, got, want)
		}
	})
	if values < 50 || heaps < 10 {
		t.Errorf("%d and %d conditions are too few", values, heaps)
	}
}
