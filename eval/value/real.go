package value

import (
	"fmt"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

func (a Arith) unaryReal(op syntax.Op, x num.Real) (num.Num, error) {
	switch op {
	case syntax.Neg:
		return num.OfReal(a.Reals.Neg(x)), nil
	case syntax.Abs:
		return num.OfReal(a.Reals.Abs(x)), nil
	case syntax.IsNaN:
		return truth(x.IsNaN()), nil
	case syntax.IsInf:
		return truth(x.IsInf()), nil
	case syntax.ToInt:
		return a.Reals.ToInt(x)
	case syntax.ToBits:
		return x.Bits(), nil
	case syntax.F16, syntax.F32:
		return num.OfReal(a.Reals.Float(syntax.Ops[op].Bits, x)), nil
	}
	f := syntax.Ops[op].Fn
	if f == 0 {
		panic(fmt.Sprintf("value.unaryReal: %s", op))
	}
	return num.OfReal(a.Reals.Apply(f, x)), nil
}

func (a Arith) binaryReal(op syntax.Op, x, y num.Real) num.Num {
	if syntax.Ops[op].Truth {
		return truth(compareReals(op, x, y))
	}
	var v num.Real
	switch op {
	case syntax.Add:
		v = a.Reals.Add(x, y)
	case syntax.Sub:
		v = a.Reals.Sub(x, y)
	case syntax.Mul:
		v = a.Reals.Mul(x, y)
	case syntax.Div:
		v = a.Reals.Div(x, y)
	case syntax.Rem:
		v = a.Reals.Rem(x, y)
	case syntax.Pow:
		v = a.Reals.Pow(x, y)
	case syntax.Min:
		v = a.Reals.Min(x, y)
	case syntax.Max:
		v = a.Reals.Max(x, y)
	case syntax.Atan2:
		v = a.Reals.Atan2(x, y)
	default:
		panic(fmt.Sprintf("value.binaryReal: %s", op))
	}
	return num.OfReal(v)
}

// compareReals is x ⊕ y for a comparison, as in IEEE: if one of them is NaN, only != holds.
func compareReals(op syntax.Op, x, y num.Real) bool {
	c, ordered := x.Cmp(y)
	switch op {
	case syntax.Eq:
		return ordered && c == 0
	case syntax.Ne:
		return !ordered || c != 0
	case syntax.Lt:
		return ordered && c < 0
	case syntax.Le:
		return ordered && c <= 0
	case syntax.Gt:
		return ordered && c > 0
	case syntax.Ge:
		return ordered && c >= 0
	}
	panic(fmt.Sprintf("value.compareReals: %s", op))
}
