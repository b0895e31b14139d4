package smt_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

func TestTry(t *testing.T) {
	s, err := smt.Open("z3", 2*time.Second, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, un, sat := 0, 0, 0
	dir := os.Getenv("SMTDIR")
	seen := map[string]bool{}
	for _, p := range passtest.Examples(t) {
		core := p.Mem(t).Core
		for _, d := range append([]*syntax.Def{nil}, core.Defs()...) {
			b := prove.NewBudget(prove.MaxSteps)
			b.Second = func(q prove.Question) (prove.Proof, bool) {
				if !q.Proved {
					return nil, false
				}
				sc := smt.Write(q)
				if seen[sc.Body] {
					return nil, false
				}
				seen[sc.Body] = true
				n++
				start := time.Now()
				a, _ := s.Ask(sc)
				if a == smt.Unsat {
					un++
				} else {
					if a == smt.Sat {
						sat++
					}
					if dir != "" {
						os.WriteFile(fmt.Sprintf("%s/%s-%d.smt2", dir, a, n), []byte(sc.Text()), 0o644)
					}
				}
				if e := time.Since(start); e > 500*time.Millisecond && dir != "" {
					os.WriteFile(fmt.Sprintf("%s/slow-%s-%d.smt2", dir, a, n), []byte(sc.Text()), 0o644)
				}
				return nil, false
			}
			intact.Program(b, core, d, nil, nil)
		}
		if n > 1500 {
			break
		}
	}
	t.Logf("%d claims, %d unsat, %d sat", n, un, sat)
}
