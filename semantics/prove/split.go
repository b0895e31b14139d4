package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// maxModuli bounds how many divisors of one equation are tried.
const maxModuli = 10

// split finds an equation d·Q + R = 0 with d > 0 where multiples of d bound R, so
// that Q has few values. It returns the cases, Q = c and R = −c·d, for the divisor
// with the fewest, and the state without the equation; or nil.
func (p *prover) split(s *state) (rest *state, cases []System) {
	at, positive := 0, map[int]bool{}
	for k, zero := range s.zeros {
		for _, d := range moduli(zero) {
			q, r := divmod(zero, d)
			if _, isConst := q.Const(); isConst || !p.above0(s, d, positive) {
				continue
			}
			lo, hi, ok := p.reach(s, r, d)
			if !ok || cases != nil && lo+hi+1 >= len(cases) {
				continue
			}
			at, cases = k, nil
			for c := -lo; c <= hi; c++ {
				var a System
				a.Zero(q.Sub(constant(int64(c))))
				a.Zero(r.Add(d.Mul(constant(int64(c)))))
				cases = append(cases, a)
			}
		}
	}
	rest = s.clone()
	if cases != nil {
		rest.zeros = slices.Delete(rest.zeros, at, at+1)
	}
	return rest, cases
}

// reach is −lo <= Q <= hi where d·Q + R = 0 and d > 0.
func (p *prover) reach(s *state, r, d poly.Poly) (lo, hi int, ok bool) {
	if lo, ok = p.below(s, r, d); ok {
		hi, ok = p.below(s, r.Neg(), d)
	}
	return lo, hi, ok
}

// below is the least k with r < (k + 1)·d, among those that are tried.
func (p *prover) below(s *state, r, d poly.Poly) (k int, ok bool) {
	within := func(k int) bool { return p.follows(s, d.Mul(constant(int64(k+1))).Sub(one).Sub(r)) }
	if !within(maxReach) {
		return 0, false
	}
	for k < maxReach && !within(k) {
		k++
	}
	return k, true
}

// above0 tells whether d > 0. What is known about variables is kept. It follows from
// the bounds on R, and is asked first because it usually fails sooner.
func (p *prover) above0(s *state, d poly.Poly, known map[int]bool) bool {
	ts := d.Terms()
	if len(ts) > 1 || ts[0].Coef.Sign() < 0 {
		return p.follows(s, d.Sub(one))
	}
	for _, id := range ts[0].Mono.Vars() {
		above, seen := known[id]
		if !seen {
			above = p.follows(s, p.Get(id).Sub(one))
			known[id] = above
		}
		if !above {
			return false
		}
	}
	return true
}

// moduli are the divisors to try for an equation: the coefficients of its variables,
// the variables of its products, and the products without those variables.
func moduli(zero poly.Poly) []poly.Poly {
	var out []poly.Poly
	seen := map[string]bool{}
	add := func(d poly.Poly) {
		if ts := d.Terms(); len(ts) == 0 || len(out) >= maxModuli {
			return
		} else if ts[0].Coef.Sign() < 0 {
			d = d.Neg()
		}
		if k, ok := d.Const(); ok && k.Equal(num.Of(1)) || seen[d.Key()] || mixed(d) {
			return
		}
		seen[d.Key()] = true
		out = append(out, d)
	}
	ts := zero.Terms()
	for _, id := range zero.Vars() {
		if c, ok := coefficient(ts, id); ok {
			add(c)
		}
	}
	for _, t := range ts {
		if t.Mono.Degree() < 2 {
			continue
		}
		for _, id := range t.Mono.Vars() {
			x := poly.Term{Coef: num.Of(1), Mono: poly.MonoOf(id)}
			add(x.Poly())
			if m, ok := t.Mono.Div(x.Mono); ok {
				add(poly.Term{Coef: num.Of(1), Mono: m}.Poly())
			}
		}
	}
	return out
}

// mixed tells whether d, whose first coefficient is positive, has a negative one
// apart from its constant. Then d is unlikely to be known to be positive.
func mixed(d poly.Poly) bool {
	for _, t := range d.Terms() {
		if t.Coef.Sign() < 0 && t.Mono.Degree() > 0 {
			return true
		}
	}
	return false
}

// coefficient is c if the terms are c·x + … and x is linear.
func coefficient(ts []poly.Term, id int) (c poly.Poly, linear bool) {
	x := poly.MonoOf(id)
	var parts []poly.Term
	for _, t := range ts {
		if !t.Mono.Has(id) {
			continue
		}
		m, _ := t.Mono.Div(x)
		if m.Has(id) {
			return c, false
		}
		parts = append(parts, poly.Term{Coef: t.Coef, Mono: m})
	}
	return poly.Of(parts), len(parts) > 0
}

// divmod is p = d·q + r, where no term of r is a multiple of the greatest term of d.
// A constant d leaves remainders of its sign or smaller.
func divmod(p, d poly.Poly) (q, r poly.Poly) {
	lead := d.Terms()[0]
	_, isConst := d.Const()
	for range maxTerms {
		found := false
		for _, t := range p.Terms() {
			m, ok := t.Mono.Div(lead.Mono)
			k, err := t.Coef.Quo(lead.Coef)
			rest, _ := t.Coef.Rem(lead.Coef)
			if !ok || err != nil || k.IsZero() || !isConst && !rest.IsZero() {
				continue
			}
			part := poly.Term{Coef: k, Mono: m}.Poly()
			q, p, found = q.Add(part), p.Sub(part.Mul(d)), true
			break
		}
		if !found {
			break
		}
	}
	return q, p
}

// maxTerms bounds the steps of a division.
const maxTerms = 64

// signs are the cases for a variable in a product of an equation, if nothing is known
// about its sign; or nil.
func (p *prover) signs(s *state) []System {
	simple := s.simple()
	for _, zero := range s.zeros {
		for _, t := range zero.Terms() {
			if t.Mono.Degree() < 2 {
				continue
			}
			for _, id := range t.Mono.Vars() {
				if x := p.Get(id); !simple[id] && !p.follows(s, x.Neg()) && !p.follows(s, x) {
					return signCases(x)
				}
			}
		}
	}
	return nil
}

// signCases are x > 0, x = 0 and x < 0.
func signCases(x poly.Poly) []System {
	var pos, zero, neg System
	pos.Less(poly.Poly{}, x)
	zero.Zero(x)
	neg.Less(x, poly.Poly{})
	return []System{pos, zero, neg}
}
