package toimp

import (
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// condition records what is known where an int is not 0 (holds), or is 0.
type condition func(holds bool)

// condition returns what an expression says as a condition, or nil if it says nothing.
func (st *state) condition(e syntax.Expr) condition {
	switch e := e.(type) {
	case *syntax.Var:
		return st.conds[e.ID]
	case *syntax.Unary:
		if of := st.condition(e.X); e.Op == syntax.Not && of != nil {
			return func(holds bool) { of(!holds) }
		}
	case *syntax.Binary:
		if e.Of == syntax.Int {
			x, y := st.of(e.X), st.of(e.Y)
			return func(holds bool) { st.compared(e.Op, x, y, holds) }
		}
	}
	return nil
}

// learn records that a condition holds or does not hold.
func (st *state) learn(c syntax.Expr, holds bool) {
	if of := st.condition(c); of != nil {
		of(holds)
	}
}

// chosen returns the condition for the result of an if; a && b and a || b become such ifs.
// If one branch gives a constant of the opposite truth, it was not taken. Equations may be
// about variables of the branch, so they are not used.
func (st *state) chosen(c, then, els syntax.Expr) condition {
	is, first, second := st.condition(c), st.condition(then), st.condition(els)
	return func(holds bool) {
		st.unequal++
		switch {
		case truth(els, !holds):
			tell(is, true)
			tell(first, holds)
		case truth(then, !holds):
			tell(is, false)
			tell(second, holds)
		}
		st.unequal--
	}
}

func tell(c condition, holds bool) {
	if c != nil {
		c(holds)
	}
}

// truth tells whether an expression is a constant that is not 0 (holds), or is 0.
func truth(e syntax.Expr, holds bool) bool {
	k, ok := e.(*syntax.IntLit)
	return ok && k.Val.IsZero() != holds
}

// compared records that x ⋈ y holds, or does not.
func (st *state) compared(op syntax.Op, x, y poly.Poly, holds bool) {
	if op == syntax.Gt || op == syntax.Ge { // y < x, y ≤ x
		x, y = y, x
	}
	switch {
	case op == syntax.Eq && holds, op == syntax.Ne && !holds:
		if st.unequal == 0 {
			st.known.env.Equate(x, y)
		}
	case (op == syntax.Lt || op == syntax.Gt) && holds:
		st.known.facts.NonNeg(y.Sub(x).Sub(one))
	case (op == syntax.Le || op == syntax.Ge) && holds:
		st.known.facts.NonNeg(y.Sub(x))
	case op == syntax.Lt || op == syntax.Gt:
		st.known.facts.NonNeg(x.Sub(y))
	case op == syntax.Le || op == syntax.Ge:
		st.known.facts.NonNeg(x.Sub(y).Sub(one))
	}
}
