package flatten

import "funmem/semantics/syntax"

// isCheap tells whether each kernel that needs what an expression gives computes it again: a scalar operation, the reading of
// an element, a view.
func isCheap(e syntax.Expr) bool {
	switch syntax.FormOf(e) {
	case syntax.FormScalar, syntax.FormElement, syntax.FormView:
		return true
	}
	return false
}

// mostBits is the largest constant exponent or shift of an operation that is sure to have a value.
const mostBits = 64

// total tells whether an expression has a value whatever its variables are.
func total(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Transpose, *syntax.Permute, *syntax.Reverse:
		return true
	case *syntax.Unary:
		return e.Op != syntax.ToInt && !e.Op.Fits() && total(e.X)
	case *syntax.Binary:
		return total(e.X) && total(e.Y) && (e.Of == syntax.F64 || defined(e.Op, e.Y))
	}
	return false
}

// defined tells whether x ⊕ y has a value for all ints x.
func defined(op syntax.Op, y syntax.Expr) bool {
	k, isConst := y.(*syntax.IntLit)
	switch op {
	case syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem:
		return isConst && !k.Val.IsZero()
	case syntax.Pow, syntax.Shl, syntax.Shr:
		n, small := int64(0), false
		if isConst {
			n, small = k.Val.Int64()
		}
		return small && 0 <= n && n <= mostBits
	}
	return true
}
