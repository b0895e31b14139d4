package rewrite

import "funmem/semantics/syntax"

// mostBits is the largest constant exponent or shift in a total expression.
const mostBits = 64

// Total tells whether a scalar expression has a value whatever its variables are. Then it
// may be evaluated where the program does not evaluate it. Nothing may be divided by a
// possible 0, no exponent or shift may be negative, no f64 may become an int, and nothing
// may have to fit a width. Ints too large for the memory are ignored.
func Total(se syntax.Expr) bool {
	switch se := se.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var:
		return true
	case *syntax.Unary:
		return se.Op != syntax.ToInt && !se.Op.Fits() && Total(se.X)
	case *syntax.Binary:
		return Total(se.X) && Total(se.Y) && (se.Of == syntax.F64 || defined(se.Op, se.Y))
	}
	return false
}

// defined tells whether x ⊕ y has a value for all ints x.
func defined(op syntax.Op, y syntax.Expr) bool {
	k, isConst := y.(*syntax.IntLit)
	switch op {
	case syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem:
		return isConst && !k.Val.IsZero()
	case syntax.Pow, syntax.Shl:
		n, small := int64(0), false
		if isConst {
			n, small = k.Val.Int64()
		}
		return small && 0 <= n && n <= mostBits
	case syntax.Shr:
		return isConst && k.Val.Sign() >= 0
	}
	return true
}

// IsSize tells whether an expression is known not to be negative: it is a constant, or one of some variables.
func IsSize(e syntax.Expr, sizes map[int]bool) bool {
	switch e := e.(type) {
	case *syntax.Var:
		return sizes[e.ID]
	case *syntax.IntLit:
		return e.Val.Sign() >= 0
	}
	return false
}
