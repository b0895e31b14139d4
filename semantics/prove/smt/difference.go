package smt

import (
	"maps"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
)

// fact is p = 0 or, unless zero, p >= 0; or, if there are alternatives, that the facts of one of them hold.
type fact struct {
	p      poly.Poly
	zero   bool
	either [][]fact
}

// problem is a system on the way to a script. Each step keeps whether some ints fit it.
type problem struct {
	syms  *prove.Symbols
	facts []fact
	ids   map[int]bool // the variables of the system
	pairs []pair
}

// pair says that the variable second is first + difference.
type pair struct{ first, second, difference int }

// mostPairs bounds the differences of a script.
const mostPairs = 12

// differences puts differences in place of variables that stand for the same thing twice.
func differences(syms *prove.Symbols, s prove.System) *problem {
	p := &problem{syms: syms.Fork(), ids: map[int]bool{}}
	p.facts = p.factsOf(s)
	second := map[int]bool{}
	for range mostPairs {
		x, y, ok := p.twins(second)
		if !ok {
			break
		}
		d := p.syms.New("")
		p.pairs = append(p.pairs, pair{x, y, p.syms.Made()})
		p.put(y, p.syms.Get(x).Add(d))
		second[p.syms.Made()] = true
	}
	return p
}

// factsOf are the facts of a system, whose variables are noted.
func (p *problem) factsOf(s prove.System) (fs []fact) {
	s.Each(func(q poly.Poly, zero bool) {
		fs = append(fs, fact{p: q, zero: zero})
		q.EachVar(func(id int) { p.ids[id] = true })
	})
	for _, alternatives := range s.Cases() {
		var f fact
		for _, a := range alternatives {
			f.either = append(f.either, p.factsOf(a))
		}
		fs = append(fs, f)
	}
	return fs
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
	substituted(p.facts, map[int]poly.Poly{id: q})
}

func substituted(fs []fact, by map[int]poly.Poly) {
	for k := range fs {
		fs[k].p = fs[k].p.Subst(by)
		for _, a := range fs[k].either {
			substituted(a, by)
		}
	}
}

// values are those of all variables for values of the ones that are left. One that dropped out may be anything, and is 0.
func (p *problem) values(left map[int]poly.Poly) map[int]poly.Poly {
	for id := range p.ids {
		left[id] = left[id].Add(poly.Poly{})
	}
	for k := len(p.pairs) - 1; k >= 0; k-- {
		x := p.pairs[k]
		left[x.second] = left[x.first].Add(left[x.difference])
	}
	maps.DeleteFunc(left, func(id int, _ poly.Poly) bool { return !p.ids[id] })
	return left
}
