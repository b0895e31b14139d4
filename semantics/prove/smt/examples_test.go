package smt_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/prove/races"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// TestExamples asks z3 about what the proofs of the examples claim: those of validity, and those of kernels.
func TestExamples(t *testing.T) {
	solver := z3(t)
	seen := map[string]bool{}
	share, every := testkit.Sample(6, 1), testkit.Sample(8, 1) // of so many examples one is proved, and of so many claims one is asked
	count := map[smt.Answer]int{}
	asked := 0
	for k, p := range passtest.Examples(t) {
		if k%share > 0 {
			continue
		}
		budget := func() *prove.Budget {
			b := prove.NewBudget(prove.MaxSteps)
			b.Second = func(q prove.Question) (prove.Proof, bool) {
				script := smt.Write(q)
				if !q.Proved || seen[script.Body] {
					return nil, false
				}
				seen[script.Body] = true
				if len(seen)%every > 0 {
					return nil, false
				}
				answer, values := solver.Ask(script)
				asked++
				count[answer]++
				if fits, _ := q.System.Fits(script.Values(values)); answer == smt.Sat && fits {
					t.Errorf("%s: %v makes it false:\n%s", p.Name, values, script.Text())
				}
				return nil, false
			}
			return b
		}
		core := p.Mem(t).Core
		races.KernelsWithin(budget(), core, nil, nil)
		for _, d := range append([]*syntax.Def{nil}, core.Defs()...) {
			intact.Program(budget(), core, d, nil, nil)
		}
	}
	t.Logf("%d claims, of which %d were asked: %v", len(seen), asked, count)
	if asked < 100 || count[smt.Unsat]*100 < asked*80 {
		t.Errorf("of %d claims z3 says %v", asked, count)
	}
}
