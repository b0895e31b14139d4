package syntax

// mostBits is the largest constant exponent or shift in a total expression.
const mostBits = 64

// Total tells whether a scalar expression has a value whatever its variables are. Then it
// may be evaluated where the program does not evaluate it. Nothing may be divided by a
// possible 0, no exponent or shift may be negative, no f64 may become an int, and nothing
// may have to fit a width. Ints too large for the memory are ignored.
func Total(se Expr) bool {
	switch se := se.(type) {
	case *IntLit, *RealLit, *Var:
		return true
	case *Unary:
		return se.Op != ToInt && !se.Op.Fits() && Total(se.X)
	case *Binary:
		return Total(se.X) && Total(se.Y) && (se.Of == F64 || defined(se.Op, se.Y))
	}
	return false
}

// defined tells whether x ⊕ y has a value for all ints x.
func defined(op Op, y Expr) bool {
	k, isConst := y.(*IntLit)
	switch op {
	case Div, Mod, Quo, Rem:
		return isConst && !k.Val.IsZero()
	case Pow, Shl:
		n, small := int64(0), false
		if isConst {
			n, small = k.Val.Int64()
		}
		return small && 0 <= n && n <= mostBits
	case Shr:
		return isConst && k.Val.Sign() >= 0
	}
	return true
}
