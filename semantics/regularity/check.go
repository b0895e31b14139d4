package regularity

import (
	"funmem/semantics/syntax"
)

// check learns that two ints are equal.
func (a *analysis) check(s *syntax.Check) {
	if a.independentBy(s.X, s.Y) || a.independentBy(s.Y, s.X) {
		return
	}
	x, y := a.norm(s.X), a.norm(s.Y)
	if !hasArrays(x) && !hasArrays(y) {
		a.known.Equate(a.known.Of(x), a.known.Of(y))
		return
	}
	// An equation could replace a variable by the size of a row of an array that has the variable as a size.
	if v, ok := s.Y.(*syntax.Var); ok {
		a.known.Define(v.ID, a.known.Of(x))
	} else if v, ok := s.X.(*syntax.Var); ok {
		a.known.Define(v.ID, a.known.Of(y))
	}
}

// independentBy is R-SIZE for a check: if x is bound by a statement of this body, and e is independent and from outside, x is independent too.
// An iteration in which it has another value does not get further.
func (a *analysis) independentBy(x, e syntax.Expr) bool {
	v, ok := x.(*syntax.Var)
	if !ok || a.of(v).depth != a.depth || a.of(v).rule == "" {
		return false
	}
	f, is := a.of(v), a.norm(e)
	here := func(id int) bool { return a.facts[id] != nil && a.facts[id].depth == a.depth }
	d := a.triple(is)
	if !d.better(f.d) || exprMentions(is, here) {
		return false
	}
	f.is, f.d, f.sized, f.rule = is, d, true, a.applies("R-SIZE")
	a.known.Define(v.ID, a.known.Of(is))
	return true
}

// hasArrays tells whether elements of arrays, or sizes of rows, are in the normal form of an int.
func hasArrays(e syntax.Expr) (has bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Index, *syntax.Length:
			has = true
		}
		return !has
	})
	return has
}
