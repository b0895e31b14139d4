package prove

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// The bounds on one linear program.
const (
	maxRows   = 160
	maxPairs  = 14 // facts whose pairwise products are made
	maxPivots = 200

	maxSquares = 4 // for each square of a variable
)

// cone looks for a negative sum of products of what is not negative: Σ cₖ·fₖ < 0
// with cₖ >= 0. The fₖ are facts, facts times variables that are not negative, and
// with pairs products of two facts. Monomials of variables that are not negative may
// be left over with negative coefficients. What is found is checked.
func (p *prover) cone(s *state, pairs bool) bool {
	simple := s.simple()
	rows := s.products(simple, pairs)
	if !p.Step(len(rows)) {
		return false
	}
	c, ok := p.infeasible(rows, simple)
	return ok && refutes(rows, c, simple)
}

// refutes tells whether Σ cₖ·fₖ is negative, given that no fₖ is negative.
func refutes(rows []poly.Poly, c []int64, simple map[int]bool) bool {
	var total poly.Poly
	for k, f := range rows {
		if c[k] < 0 {
			return false
		}
		if c[k] > 0 {
			total = total.Add(f.Mul(constant(c[k])))
		}
	}
	negative := false
	for _, t := range total.Terms() {
		switch {
		case t.Coef.Sign() > 0 || !allIn(t.Mono, simple):
			return false
		case t.Mono.Degree() == 0:
			negative = true
		}
	}
	return negative
}

// allIn tells whether a monomial is made of the given variables only.
func allIn(m poly.Mono, ids map[int]bool) bool {
	for _, id := range m.Vars() {
		if !ids[id] {
			return false
		}
	}
	return !m.Operator()
}

// products are the facts, and what follows from them by multiplication and has only
// monomials of the facts: nothing else could cancel.
func (s *state) products(simple map[int]bool, pairs bool) []poly.Poly {
	var rows, general []poly.Poly
	seen := map[string]bool{}
	add := func(p poly.Poly) {
		if _, isConst := p.Const(); isConst || len(rows) >= maxRows || !fits(p) { // what does not fit would end the search
			return
		}
		if key := p.Key(); !seen[key] {
			seen[key] = true
			rows = append(rows, p)
		}
	}
	for _, p := range s.nonNegs {
		if _, is := p.Variable(); !is {
			general = append(general, p)
			add(p)
		}
	}
	for _, p := range s.zeros {
		add(p)
		add(p.Neg())
	}
	goals := nonlinear(general, s.zeros)
	for _, p := range general {
		for _, m := range multipliers(p, goals, simple) {
			add(p.Mul(m))
		}
	}
	for _, p := range s.zeros {
		for _, m := range multipliers(p, goals, nil) {
			q := p.Mul(m)
			add(q)
			add(q.Neg())
		}
	}
	if pairs && len(general) <= maxPairs {
		for i, p := range general {
			for _, q := range general[i:] {
				if r := p.Mul(q); meets(r, goals) {
					add(r)
				}
			}
		}
	}
	for _, key := range sorted(goals) {
		for _, q := range squares(goals[key]) {
			add(q)
		}
	}
	return rows
}

// squares are (x − k)·(x − k − 1) >= 0 for the square of a variable: no int is between k and k + 1.
func squares(m poly.Mono) (rows []poly.Poly) {
	ids := m.Vars()
	if len(ids) != 1 || m.Degree() != 2 || m.Operator() {
		return nil
	}
	x := poly.Term{Coef: num.Of(1), Mono: poly.MonoOf(ids[0])}.Poly()
	for k := range int64(maxSquares) {
		a := x.Sub(constant(k))
		rows = append(rows, a.Mul(a.Sub(one)))
	}
	return rows
}

// nonlinear are the monomials of degree 2 and more.
func nonlinear(facts ...[]poly.Poly) map[string]poly.Mono {
	goals := map[string]poly.Mono{}
	for _, ps := range facts {
		for _, p := range ps {
			for _, t := range p.Terms() {
				if t.Mono.Degree() > 1 {
					goals[t.Mono.Key()] = t.Mono
				}
			}
		}
	}
	return goals
}

// multipliers are the monomials, of the given variables or of all, that take a
// monomial of p to one of the goals.
func multipliers(p poly.Poly, goals map[string]poly.Mono, of map[int]bool) []poly.Poly {
	var out []poly.Poly
	seen := map[string]bool{}
	for _, key := range sorted(goals) {
		for _, t := range p.Terms() {
			m, ok := goals[key].Div(t.Mono)
			if !ok || t.Mono.Degree() == 0 || m.Degree() == 0 || of != nil && !allIn(m, of) || seen[m.Key()] {
				continue
			}
			seen[m.Key()] = true
			out = append(out, poly.Term{Coef: num.Of(1), Mono: m}.Poly())
		}
	}
	return out
}

func meets(p poly.Poly, goals map[string]poly.Mono) bool {
	for _, t := range p.Terms() {
		if _, ok := goals[t.Mono.Key()]; ok {
			return true
		}
	}
	return false
}
