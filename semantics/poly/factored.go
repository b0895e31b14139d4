package poly

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// addend is a term as it is printed, or several that share a factor.
type addend struct {
	first    int           // the place of the first term
	negative bool          // it is subtracted
	factors  []syntax.Expr // of what is added or subtracted
}

// expr is the addend without its sign.
func (a addend) expr() syntax.Expr { return multiplied(a.factors[0], a.factors[1:]) }

// lead is the addend with its sign.
func (a addend) lead() syntax.Expr {
	if !a.negative {
		return a.expr()
	}
	if k, ok := a.factors[0].(*syntax.IntLit); ok {
		return multiplied(lit(k.Val.Neg()), a.factors[1:])
	}
	return multiplied(&syntax.Unary{Op: syntax.Neg, X: a.factors[0]}, a.factors[1:])
}

func multiplied(e syntax.Expr, by []syntax.Expr) syntax.Expr {
	for _, f := range by {
		e = &syntax.Binary{Op: syntax.Mul, X: e, Y: f}
	}
	return e
}

// addends are the summands that p is printed as. If terms share a comparison, a minimum or
// a maximum, their common part is written once.
func (p Poly) addends() []addend {
	var out []addend
	shared, some := p.shared()
	if !some {
		for k, t := range p.terms {
			a := addend{first: k, negative: t.coef.Sign() < 0}
			if a.negative {
				t.coef = t.coef.Neg()
			}
			a.factors = t.factors()
			out = append(out, a)
		}
		return out
	}
	var inner, rest Poly
	var places []int // of the rest
	together := addend{first: len(p.terms)}
	for k, t := range p.terms {
		if t.mono.has(shared) {
			together.first = min(k, together.first)
			inner.terms = append(inner.terms, t)
		} else {
			rest.terms, places = append(rest.terms, t), append(places, k)
		}
	}
	if !slices.ContainsFunc(inner.terms, func(t term) bool { return t.coef.Sign() > 0 }) {
		together.negative, inner = true, inner.Neg()
	}
	in, inner := inner.common()
	together.factors = append(term{num.Of(1), in}.factors(), inner.Expr())
	out = append(out, together)
	for _, a := range rest.addends() {
		a.first = places[a.first]
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b addend) int { return a.first - b.first })
	return out
}

// shared is the comparison, minimum or maximum that most terms have as a factor, if several
// have it.
func (p Poly) shared() (most atom, ok bool) {
	if len(p.terms) < 2 {
		return most, false
	}
	among := 1
	for _, t := range p.terms {
		for _, f := range t.mono {
			if !f.long() {
				continue
			}
			if n := p.having(f.atom); n > among {
				among, most, ok = n, f.atom, true
			}
		}
	}
	return most, ok
}

// having is the number of terms that have an atom as a factor.
func (p Poly) having(a atom) (n int) {
	for _, t := range p.terms {
		if t.mono.has(a) {
			n++
		}
	}
	return n
}

func (m mono) has(a atom) bool {
	return slices.ContainsFunc(m, func(f factor) bool { return compareAtom(f.atom, a) == 0 })
}

// common is what all terms of p have as a factor, and p without it.
func (p Poly) common() (in mono, rest Poly) {
	for _, f := range p.terms[0].mono {
		for _, t := range p.terms {
			at := slices.IndexFunc(t.mono, func(g factor) bool { return compareAtom(f.atom, g.atom) == 0 })
			if at < 0 {
				f.pow = 0
				break
			}
			f.pow = min(f.pow, t.mono[at].pow)
		}
		if f.pow > 0 {
			in = append(in, f)
		}
	}
	return in, p.over(in)
}

// over is p / m, where m divides all its terms.
func (p Poly) over(m mono) Poly {
	terms := make([]term, len(p.terms))
	for k, t := range p.terms {
		q, _ := t.mono.div(m)
		terms[k] = term{t.coef, q}
	}
	return sum(terms)
}

// long tells whether an atom is a comparison, a minimum or a maximum.
func (a atom) long() bool {
	return a.comparison() || a.app != nil && (a.app.op == syntax.Min || a.app.op == syntax.Max)
}

// comparison tells whether an atom is a comparison, so that it is 0 or 1.
func (a atom) comparison() bool {
	return a.app != nil && a.app.other == nil && syntax.Ops[a.app.op].Truth
}

// Guards are the comparisons that all terms of p have as a factor, and p where they hold. p
// is 0 where one of them does not hold.
func (p Poly) Guards() (guards []syntax.Expr, rest Poly) {
	if len(p.terms) == 0 {
		return nil, p
	}
	in, _ := p.common()
	in = slices.DeleteFunc(in, func(f factor) bool { return !f.comparison() })
	for _, f := range in {
		guards = append(guards, f.expr())
	}
	return guards, p.over(in)
}
