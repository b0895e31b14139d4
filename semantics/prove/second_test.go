package prove_test

import (
	"math/rand/v2"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/smt"
)

// TestSecond asks z3 what ours was asked about random pairs of LMADs: whether they share a location, and whether their
// elements have locations of their own. It must refute nothing that ours proves, prove nothing for which a search finds two
// elements that meet, and confirm most.
func TestSecond(t *testing.T) {
	solver, err := smt.Open("z3", smt.Limit{Steps: 300_000}, nil)
	testkit.Needs(t, "REQUIRE_Z3", err)
	defer solver.Close()
	r := rand.New(rand.NewPCG(3, 1))
	count := map[string]int{}
	for range testkit.Sample(100, 3000) {
		d := prove.Draw(r)
		y := d.Syms.Fork()
		y.Budget = prove.NewBudget(prove.MaxSteps)
		meet := prove.Overlap(d.Syms, d.Facts, d.A, d.B, func(id int) bool { return true }) != nil
		y.Budget.Second = func(q prove.Question) (prove.Proof, bool) {
			script := smt.Write(q)
			answer, values := solver.Ask(script)
			fits, known := q.System.Fits(script.Values(values))
			switch {
			case q.Claim == prove.NeverMeet && meet && answer == smt.Unsat:
				t.Errorf("they meet, and z3 says that they do not:\n%s", script.Text())
			case q.Proved && answer == smt.Sat:
				t.Errorf("%v makes it false, and ours proves it:\n%s", values, script.Text())
			case answer == smt.Sat && (!known || !fits):
				t.Errorf("%v does not fit:\n%s", values, script.Text())
			case q.Proved:
				count["proved"]++
			case answer == smt.Sat:
				count["refuted"]++
			}
			if q.Proved && answer == smt.Unsat {
				count["confirmed"]++
			}
			return nil, false
		}
		prove.Disjoint(y, d.Facts, d.A, d.B)
		prove.Injective(y, d.Facts, d.A)
	}
	t.Log(count)
	if count["confirmed"] == 0 || count["confirmed"]*100 < 80*count["proved"] || count["refuted"] == 0 {
		t.Errorf("too little is confirmed: %v", count)
	}
}
