package prove

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// division is x / y, rounded to minus infinity.
type division struct{ x, y poly.Poly }

// divided is x / y, rounded to minus infinity. Multiples of y in x are divided exactly, and x / a / b is x / (a·b) for a
// positive b. What remains of x is y·t + r with 0 <= r < y for a positive y. If x is i + … for some i, the state has t and r instead of i from then
// on, so that i / h and i % h are no more than two digits.
func (a *atoms) divided(x, y poly.Poly) poly.Poly {
	if y.IsZero() {
		return a.New(Unnamed)
	}
	whole, x := divmod(x, y)
	if k, ok := y.Const(); ok && k.Equal(num.Of(1)) || x.IsZero() {
		return whole
	}
	if id, ok := x.Variable(); ok {
		if d, ok := a.of[id]; ok && a.positive(y) {
			return whole.Add(a.divided(d.x, d.y.Mul(y)))
		}
	}
	t, fresh := a.named(syntax.Div, []poly.Poly{x, y})
	if !fresh {
		return whole.Add(t)
	}
	id, _ := t.Variable()
	a.of[id] = division{x, y}
	r := a.New("remainder")
	var fits, other System
	fits.NonNeg(r)
	fits.Less(r, y)
	fits.define(x.Sub(y.Mul(t)).Sub(r))
	if _, ok := y.Const(); !ok && a.follows(a.s, x) { // y is positive where the rest fits; with a number for y this follows by itself
		fits.NonNeg(t)
	}
	if a.positive(y) {
		a.s.Add(fits)
		return whole.Add(t)
	}
	other.AtMost(y, poly.Poly{})
	a.either(fits, other)
	return whole.Add(t)
}

// positive tells whether y > 0 follows from what is known so far.
func (a *atoms) positive(y poly.Poly) bool { return a.follows(a.s, y.Sub(one)) }
