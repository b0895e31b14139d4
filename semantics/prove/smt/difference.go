package smt

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
)

// fact is p = 0 or, unless zero, p >= 0.
type fact struct {
	p    poly.Poly
	zero bool
}

// problem is a system on the way to a script. Each step keeps whether some ints fit it.
type problem struct {
	syms  *prove.Symbols
	facts []fact
	ids   map[int]bool // the variables of the system
	pairs []pair
	gone  []gone // the variables that were eliminated, in this order
}

// pair says that the variable second is first + difference.
type pair struct{ first, second, difference int }

// gone is an eliminated variable with its bounds, of which none mentions it: it is at least each of low and at most each of
// high.
type gone struct {
	id        int
	low, high []poly.Poly
}

// The bounds on the steps.
const (
	mostPairs  = 12
	mostBounds = 64 // bounds that come from one elimination
)

// differences puts differences in place of variables that stand for the same thing twice.
func differences(syms *prove.Symbols, s prove.System) *problem {
	p := &problem{syms: syms.Fork(), ids: map[int]bool{}}
	s.Each(func(q poly.Poly, zero bool) {
		p.facts = append(p.facts, fact{q, zero})
		q.EachVar(func(id int) { p.ids[id] = true })
	})
	second := map[int]bool{}
	for range mostPairs {
		x, y, ok := p.twins(second)
		if !ok {
			break
		}
		d := p.syms.New(p.syms.Name(y) + "-" + p.syms.Name(x))
		p.pairs = append(p.pairs, pair{x, y, p.syms.Made()})
		p.put(y, p.syms.Get(x).Add(d))
		second[p.syms.Made()] = true
	}
	for _, x := range p.pairs {
		p.eliminate(x.first)
	}
	return p
}

// twins are two variables of an equation that exchange its sign when they are exchanged, such as i and k in i·m + j − k·m − l.
// A difference is none.
func (p *problem) twins(not map[int]bool) (x, y int, ok bool) {
	for _, f := range p.facts {
		if !f.zero {
			continue
		}
		ids := f.p.Vars()
		for k, y := range ids {
			for _, x := range ids[:k] {
				if !not[x] && !not[y] && antisymmetric(f.p, x, y, p.syms) {
					return x, y, true
				}
			}
		}
	}
	return 0, 0, false
}

// antisymmetric tells whether the terms with x or y change their sign when x and y are exchanged.
func antisymmetric(p poly.Poly, x, y int, syms *prove.Symbols) bool {
	var part poly.Poly
	for _, t := range p.Terms() {
		if mentions(t.Poly(), x) || mentions(t.Poly(), y) {
			part = part.Add(t.Poly())
		}
	}
	exchanged := part.Subst(map[int]poly.Poly{x: syms.Get(y), y: syms.Get(x)})
	return !part.IsZero() && poly.Compare(exchanged, part.Neg()) == poly.Equal
}

func mentions(p poly.Poly, id int) (yes bool) {
	p.EachVar(func(x int) { yes = yes || x == id })
	return yes
}

// put substitutes a polynomial for a variable.
func (p *problem) put(id int, q poly.Poly) {
	by := map[int]poly.Poly{id: q}
	for k := range p.facts {
		p.facts[k].p = p.facts[k].p.Subst(by)
	}
}

// eliminate takes away a variable of which only bounds are known, by their consequences: each lower bound is at most each
// upper one. Otherwise these consequences are added.
func (p *problem) eliminate(id int) {
	g := gone{id: id}
	var kept []fact
	all := true
	for _, f := range p.facts {
		switch rest, sign := bound(f, id); {
		case sign > 0:
			g.low = append(g.low, rest.Neg())
		case sign < 0:
			g.high = append(g.high, rest)
		default:
			kept = append(kept, f)
			all = all && !mentions(f.p, id)
		}
	}
	if len(g.low)*len(g.high) > mostBounds {
		return
	}
	if all {
		p.gone, p.facts = append(p.gone, g), kept
	}
	for _, low := range g.low {
		for _, high := range g.high {
			q := high.Sub(low)
			if k, ok := q.Const(); !ok || k.Sign() < 0 {
				p.facts = append(p.facts, fact{p: q})
			}
		}
	}
}

// bound is rest and the sign if a fact is sign·x + rest >= 0 for the variable x, and else the sign is 0.
func bound(f fact, id int) (rest poly.Poly, sign int) {
	for _, t := range f.p.Terms() {
		switch {
		case !mentions(t.Poly(), id):
			rest = rest.Add(t.Poly())
		case f.zero || sign != 0 || t.Mono.Degree() != 1 || t.Mono.Operator() || !t.Coef.Abs().Equal(num.Of(1)):
			return rest, 0
		default:
			sign = t.Coef.Sign()
		}
	}
	return rest, sign
}

// values are those of all variables for values of the ones that are left. One that dropped out may be anything, and is 0.
func (p *problem) values(left map[int]poly.Poly) map[int]poly.Poly {
	for id := range p.ids {
		left[id] = left[id].Add(poly.Poly{})
	}
	for k := len(p.gone) - 1; k >= 0; k-- {
		g := p.gone[k]
		left[g.id] = g.value(left)
	}
	for k := len(p.pairs) - 1; k >= 0; k-- {
		x := p.pairs[k]
		left[x.second] = left[x.first].Add(left[x.difference])
	}
	return left
}

// value is the greatest lower bound, or the least upper one, or 0.
func (g gone) value(at map[int]poly.Poly) (v poly.Poly) {
	for k, low := range g.low {
		if q := low.Subst(at); k == 0 || above(q, v) {
			v = q
		}
	}
	for k, high := range g.high {
		if q := high.Subst(at); len(g.low) == 0 && (k == 0 || above(v, q)) {
			v = q
		}
	}
	return v
}

func above(p, q poly.Poly) bool {
	k, ok := p.Sub(q).Const()
	return ok && k.Sign() > 0
}
