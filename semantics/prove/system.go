package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// System is what is known about some ints. It is grown by Zero, NonNeg, Less and Either. A copy of
// it grows on its own, but not at the same time in another goroutine.
type System struct {
	zeros   []poly.Poly
	nonNegs []poly.Poly
	defs    []poly.Poly // that are 0 too: each says what one of its variables stands for
	cases   [][]System  // in each, one of the systems holds
}

// Zero adds p = 0.
func (s *System) Zero(p poly.Poly) { s.zeros = with(s.zeros, p) }

// define adds p = 0, which is solved for a variable that occurs once in p, alone and with the coefficient 1 or −1: the
// newest of those that stand before the last one in age, or else the last one.
func (s *System) define(p poly.Poly) { s.defs = with(s.defs, p) }

// Size is how many facts there are.
func (s *System) Size() int {
	n := len(s.zeros) + len(s.nonNegs) + len(s.defs)
	for _, alternatives := range s.cases {
		for _, a := range alternatives {
			n += a.Size()
		}
	}
	return n
}

// Either adds that one of some systems holds. One alone holds, and if there are none nothing is added.
func (s *System) Either(alternatives ...System) {
	switch len(alternatives) {
	case 0:
	case 1:
		s.Add(alternatives[0])
	default:
		s.cases = append(slices.Clip(s.cases), alternatives)
	}
}

// NonNeg adds p >= 0.
func (s *System) NonNeg(p poly.Poly) {
	if k, ok := p.Const(); !ok || k.Sign() < 0 {
		s.nonNegs = with(s.nonNegs, p)
	}
}

// with is a list with more added at the end, except 0, which says nothing. Lists that begin
// alike share memory. The first of them to grow takes the free space after it, which is 0
// there, and the others are copied.
func with(ps []poly.Poly, more ...poly.Poly) []poly.Poly {
	n := len(ps)
	if cap(ps) < n+len(more) || len(more) > 0 && !ps[:n+1][n].IsZero() {
		ps = append(make([]poly.Poly, 0, 2*(n+len(more))), ps...)
	}
	for _, p := range more {
		if !p.IsZero() {
			ps = append(ps, p)
		}
	}
	return ps
}

// Says tells whether one of the facts alone is p >= 0, or p >= k for a k > 0.
func (s *System) Says(p poly.Poly) bool {
	for _, f := range s.nonNegs {
		if k, ok := p.Sub(f).Const(); ok && k.Sign() >= 0 {
			return true
		}
	}
	return false
}

// AtMost adds a <= b.
func (s *System) AtMost(a, b poly.Poly) { s.NonNeg(b.Sub(a)) }

// Less adds a < b.
func (s *System) Less(a, b poly.Poly) { s.NonNeg(b.Sub(a).Sub(one)) }

// Add adds what another system knows.
func (s *System) Add(t System) {
	s.zeros = with(s.zeros, t.zeros...)
	s.nonNegs = with(s.nonNegs, t.nonNegs...)
	s.defs = with(s.defs, t.defs...)
	s.cases = append(slices.Clip(s.cases), t.cases...)
}

// about is what the system knows about the variables of p, about those that these facts
// mention, and so on a few times. If the system is small, it is all of it.
func (s *System) about(p poly.Poly) System {
	if len(s.zeros)+len(s.nonNegs) <= fewFacts {
		return *s
	}
	seen := map[int]bool{}
	out := System{cases: s.cases}
	learn := func(id int) { seen[id] = true }
	p.EachVar(learn)
	all := slices.Concat(s.zeros, s.nonNegs)
	taken := make([]bool, len(all))
	for range maxHops {
		var next []poly.Poly
		for k, q := range all {
			if taken[k] || !mentions(q, seen) {
				continue
			}
			taken[k], next = true, append(next, q)
			if k < len(s.zeros) {
				out.zeros = append(out.zeros, q)
			} else {
				out.nonNegs = append(out.nonNegs, q)
			}
		}
		if len(next) == 0 {
			break
		}
		for _, q := range next {
			q.EachVar(learn)
		}
	}
	return out
}

// mentions tells whether a polynomial mentions one of some variables, or has no variables.
func mentions(p poly.Poly, some map[int]bool) bool {
	one, none := false, true
	p.EachVar(func(id int) { one, none = one || some[id], false })
	return one || none
}

// The bounds on the facts that matter for a question.
const (
	fewFacts = 32
	maxHops  = 4 // how far a fact may be from the question
)

// Subst is the system with polynomials in place of variables.
func (s *System) Subst(by map[int]poly.Poly) System {
	var cases [][]System
	for _, alternatives := range s.cases {
		of := make([]System, len(alternatives))
		for k := range alternatives {
			of[k] = alternatives[k].Subst(by)
		}
		cases = append(cases, of)
	}
	return System{substAll(s.zeros, by), substAll(s.nonNegs, by), substAll(s.defs, by), cases}
}

func substAll(ps []poly.Poly, by map[int]poly.Poly) []poly.Poly {
	out := make([]poly.Poly, len(ps))
	for k, p := range ps {
		out[k] = p.Subst(by)
	}
	return out
}

// tidy drops facts that say nothing new, divides by common factors, and tells whether a
// single fact is a contradiction, with the reason.
func (s *state) tidy() (reason string, contradiction bool) {
	zeros := s.zeros[:0:0]
	for _, p := range s.zeros {
		q, ok := primitive(p)
		if !ok {
			return "gcd", true
		}
		if k, isConst := q.Const(); !isConst {
			zeros = append(zeros, q)
		} else if !k.IsZero() {
			return "intervals", true
		}
	}
	s.zeros = zeros
	seen := map[string]bool{}
	nonNegs := s.nonNegs[:0:0]
	simple := s.simple()
	for _, p := range s.nonNegs {
		p = tighten(p)
		if k, isConst := p.Const(); isConst {
			if k.Sign() < 0 {
				return "intervals", true
			}
			continue
		}
		if _, is := p.Variable(); !is && p.NoNegative() && within(p, simple, false) {
			continue
		}
		if key := p.Key(); !seen[key] {
			seen[key] = true
			nonNegs = append(nonNegs, p)
		}
	}
	s.nonNegs = nonNegs
	return "", false
}

// primitive divides p = 0 by the common divisor of its coefficients; it is not ok
// when that does not divide the constant, so that no ints solve it.
func primitive(p poly.Poly) (poly.Poly, bool) {
	g, k := content(p)
	if g.Sign() == 0 {
		return p, true
	}
	if r, _ := k.Rem(g); !r.IsZero() {
		return p, false
	}
	return divide(p, g), true
}

// tighten divides p >= 0 by the common divisor of its coefficients and rounds the
// constant down.
func tighten(p poly.Poly) poly.Poly {
	g, k := content(p)
	if g.Cmp(num.Of(1)) <= 0 {
		return p
	}
	r, _ := k.Mod(g)
	return divide(p.Sub(poly.Int(r)), g)
}

// content is the common divisor of the coefficients other than the constant, and the
// constant.
func content(p poly.Poly) (g, k num.Num) {
	for _, t := range p.Terms() {
		if t.Mono.Degree() == 0 {
			k = t.Coef
			continue
		}
		for a := t.Coef.Abs(); !a.IsZero(); {
			r, _ := g.Rem(a)
			g, a = a, r
		}
	}
	return g, k
}

func divide(p poly.Poly, g num.Num) poly.Poly {
	if g.Equal(num.Of(1)) {
		return p
	}
	ts := p.Terms()
	for i := range ts {
		ts[i].Coef, _ = ts[i].Coef.Quo(g)
	}
	return poly.Of(ts)
}
