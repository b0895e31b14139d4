package introduce_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/internal/testkit"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestRandomUpdates: the FUNMEM form of a random program full of updates is clean by the
// rules, and the fast engine finds it clean too. Without all or some of its copies, the
// fast engine calls it clean only where the rules do.
func TestRandomUpdates(t *testing.T) {
	whole, declined, wrong := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		text := testkit.Updates(rt)
		p, err := syntax.Parse(diag.NewSource("random", text))
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		s := elab.NewSession(nil)
		u, err := s.Program(p)
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		transformed := func() *syntax.Program {
			m, err := introduce.New().TransformProgram(u.Core, s.Supply())
			if err != nil {
				rt.Fatalf("%s\n%v", text, err)
			}
			return m
		}
		order, _ := engine.ParseSchedule(rapid.SampledFrom(schedules).Draw(rt, "schedule"))
		opts := engine.Options{Schedule: order}
		agree := func(m *syntax.Program) (ok, clean bool) {
			v, err := validity.Check(context.Background(), m, opts)
			if err != nil {
				rt.Fatalf("%s\n%v", text, err)
			}
			clean = v.OK && v.Consistent && len(v.Warnings) == 0
			c, ok := fast.Check(context.Background(), m, nil, opts)
			if ok && !clean {
				rt.Fatalf("it is called clean: %s\n%s\n=>\n%s", v.Text(diag.Plain), text, syntax.Print(m))
			}
			if ok && len(c.Bindings) != len(v.Outcome.Bindings) {
				rt.Fatalf("%d bindings, want %d\n%s", len(c.Bindings), len(v.Outcome.Bindings), text)
			}
			for k := range v.Outcome.Bindings {
				if ok && (c.Bindings[k].Name != v.Outcome.Bindings[k].Name || c.Bindings[k].Times != v.Outcome.Bindings[k].Times) {
					rt.Fatalf("binding %d: %+v, want %+v\n%s", k, c.Bindings[k], v.Outcome.Bindings[k], text)
				}
			}
			return ok, clean
		}
		m := transformed()
		ok, clean := agree(m)
		if !clean {
			rt.Fatalf("it is not clean\n%s\n=>\n%s", text, syntax.Print(m))
		}
		if whole++; !ok {
			declined++
		}
		n := rapid.IntRange(1, 3).Draw(rt, "of")
		less := func(some int) *syntax.Program {
			k := 0
			return without(transformed(), func(*syntax.Let) bool { k++; return k%n < some })
		}
		if _, clean := agree(less(1)); !clean {
			wrong++
		}
		agree(less(n))
	})
	t.Logf("%d programs, %d declined; %d wrong without some copies", whole, declined, wrong)
	if declined*20 > whole || wrong == 0 {
		t.Errorf("of %d programs %d were declined; %d are wrong without some copies", whole, declined, wrong)
	}
}
