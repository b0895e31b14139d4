package prove_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"funmem/semantics/prove"
	"funmem/semantics/prove/smt"
)

func TestSecond(t *testing.T) {
	solver, err := smt.Open("z3", 2*time.Second, nil)
	if err != nil {
		t.Skip(err)
	}
	dir := os.Getenv("SMTDIR")
	r := rand.New(rand.NewPCG(3, 1))
	count := map[string]int{}
	for range 400 {
		d := prove.Draw(r)
		b := prove.NewBudget(prove.MaxSteps)
		y := d.Syms.Fork()
		y.Budget = b
		b.Second = func(q prove.Question) (prove.Proof, bool) {
			s := smt.Write(q)
			start := time.Now()
			a, vs := solver.Ask(s)
			key := fmt.Sprint(q.Proved, " ", a)
			if a == smt.Sat {
				fits, known := q.System.Fits(s.Values(vs))
				key += fmt.Sprint(" ", fits, known)
			}
			count[key]++
			if dir != "" && (q.Proved && a != smt.Unsat || time.Since(start) > time.Second || a == smt.Unknown) {
				os.WriteFile(fmt.Sprintf("%s/%s-%d.smt2", dir, a, count[key]), []byte(s.Text()), 0o644)
			}
			return nil, false
		}
		if d.Shape == os.Getenv("SHAPE") || os.Getenv("SHAPE") == "" {
			prove.Disjoint(y, d.Facts, d.A, d.B)
		}
	}
	t.Log(count)
}
