package races

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// taken is a branch: the truth of its condition, and which of the two it is.
type taken struct {
	key   string
	holds bool
}

// take notes in a branch that its condition holds, or that it does not. In a branch that is never taken everything holds.
func (w *walker) take(cond poly.Poly, holds bool) {
	switch k, isConst := cond.Const(); {
	case w.trace != nil:
	case !isConst:
		w.taken = append(w.taken, taken{truth(cond).Key(), holds})
	case k.IsZero() == holds:
		w.facts.NonNeg(one.Neg())
	}
}

// decided is p with 1 and 0 in place of the truths that the branches around the statement decide. So an int that an if has chosen is that of the branch, in another if
// with the same condition.
func (w *walker) decided(p poly.Poly) poly.Poly {
	if len(w.taken) == 0 || !slices.ContainsFunc(p.Terms(), func(t poly.Term) bool { return t.Mono.Operator() }) {
		return p
	}
	known := true
	q := p.Abstract(func(op syntax.Op, args []poly.Poly) poly.Poly {
		if op == syntax.NumOps {
			known = false
			return poly.Poly{}
		}
		x := poly.Apply(op, args...)
		if k := slices.IndexFunc(w.taken, func(b taken) bool { return syntax.Ops[op].Truth && b.key == x.Key() }); k >= 0 {
			if w.taken[k].holds {
				return one
			}
			return poly.Poly{}
		}
		return x
	})
	if !known {
		return p
	}
	return q
}
