package rewrite

import (
	"strings"

	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// few is how many locations may be allocated whether they are needed or not, beyond the
// size of an existing array. fewEach is how many each iteration of a kernel may allocate in
// this way.
const (
	few     = 1 << 16
	fewEach = 16
)

// Guard is a branch that is taken if a condition holds, or if it does not hold.
type Guard struct {
	Cond  syntax.Expr
	Holds bool
}

// Line returns the guard as messages say it.
func (g Guard) Line() string {
	if g.Holds {
		return "`" + syntax.Line(g.Cond) + "` holds"
	}
	return "`" + syntax.Line(g.Cond) + "` does not hold"
}

// Lines returns guards as messages say them.
func Lines(gs []Guard) string {
	var when []string
	for _, g := range gs {
		when = append(when, g.Line())
	}
	return strings.Join(when, " and ")
}

// truth returns 1 if the branch is taken, and otherwise 0.
func (g Guard) truth(k *Known) syntax.Expr {
	switch {
	case !g.Holds:
		return &syntax.Binary{Op: syntax.Eq, X: g.Cond, Y: lmad.Const(0)}
	case k.AtLeast(g.Cond, 0) && k.AtLeast(&syntax.Unary{Op: syntax.Neg, X: g.Cond}, -1):
		return g.Cond
	}
	return &syntax.Binary{Op: syntax.Ne, X: g.Cond, Y: lmad.Const(0)}
}

// Guarded returns the size of a block that is allocated before branches and needed in the
// innermost one: n if all of them are taken, and otherwise 0. It is not negative.
func (k *Known) Guarded(n syntax.Expr, gs []Guard) syntax.Expr {
	in := k.Inner()
	for _, g := range gs {
		in.Condition(g.Cond, g.Holds)
	}
	inner, rest := new(poly.Env).Of(n).Guards() // those that it has already
	for _, g := range inner {
		in.Condition(g, true)
	}
	n = rest.Expr()
	if !in.AtLeast(n, 0) {
		n = &syntax.Binary{Op: syntax.Max, X: n, Y: lmad.Const(0)}
	}
	for _, g := range inner {
		n = &syntax.Binary{Op: syntax.Mul, X: g, Y: n}
	}
	for _, g := range gs {
		n = &syntax.Binary{Op: syntax.Mul, X: g.truth(k), Y: n}
	}
	return lmad.Simplify(n)
}

// Affordable tells whether n locations may be allocated where they may not be needed, in
// each iteration of the kernels around. They may if all together they are few or hardly
// more than an existing array has, or if one iteration has very few.
func (k *Known) Affordable(n syntax.Expr) bool {
	size := k.Of(n)
	if len(k.bounds) > 0 && atMost(size, k.Of(lmad.Const(fewEach))) {
		return true
	}
	for _, iterations := range k.bounds {
		size = size.Mul(iterations)
	}
	size = size.Sub(k.Of(lmad.Const(few)))
	for _, has := range append([]poly.Poly{{}}, k.arrays...) {
		if atMost(size, has) {
			return true
		}
	}
	return false
}

// atMost tells whether x <= y for all values of their variables, because their difference
// is a constant.
func atMost(x, y poly.Poly) bool {
	more, ok := x.Sub(y).Const()
	return ok && more.Sign() <= 0
}
