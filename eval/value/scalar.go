package value

import (
	"errors"
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Scalar is E(se), the conventional evaluation of a scalar expression. Where
// it has no value (a division by zero, a negative exponent or shift, a result
// that is too big) it panics with a *diag.Diagnostic, stuck at the given rule.
func Scalar(rule string, se syntax.Expr, E func(x *syntax.Var) num.Num) num.Num {
	switch se := se.(type) {
	case *syntax.IntLit:
		return se.Val
	case *syntax.Var:
		return E(se)
	case *syntax.Unary:
		return unary(se.Op, Scalar(rule, se.X, E))
	case *syntax.Binary:
		x, y := Scalar(rule, se.X, E), Scalar(rule, se.Y, E)
		v, err := Binary(se.Op, x, y)
		if err != nil {
			panic(noValue(rule, se, x, y, err))
		}
		return v
	}
	panic(fmt.Sprintf("value.Scalar: %T is not a scalar expression", se))
}

func unary(op syntax.Op, x num.Num) num.Num {
	switch op {
	case syntax.Neg:
		return x.Neg()
	case syntax.Not:
		return truth(x.IsZero())
	case syntax.Abs:
		return x.Abs()
	}
	panic(fmt.Sprintf("value.unary: %s", op))
}

// Binary is x ⊕ y, or num.ErrDivZero, num.ErrNegExp, num.ErrNegShift or
// num.ErrTooBig.
func Binary(op syntax.Op, x, y num.Num) (num.Num, error) {
	switch op {
	case syntax.Add:
		return x.Add(y), nil
	case syntax.Sub:
		return x.Sub(y), nil
	case syntax.Mul:
		return x.Mul(y)
	case syntax.Div:
		return x.Div(y)
	case syntax.Mod:
		return x.Mod(y)
	case syntax.Quo:
		return x.Quo(y)
	case syntax.Rem:
		return x.Rem(y)
	case syntax.Pow:
		return x.Pow(y)
	case syntax.BitAnd:
		return x.And(y), nil
	case syntax.BitOr:
		return x.Or(y), nil
	case syntax.BitXor:
		return x.Xor(y), nil
	case syntax.Shl:
		return x.Shl(y)
	case syntax.Shr:
		return x.Shr(y)
	case syntax.Min:
		return x.Min(y), nil
	case syntax.Max:
		return x.Max(y), nil
	case syntax.Eq:
		return truth(x.Equal(y)), nil
	case syntax.Ne:
		return truth(!x.Equal(y)), nil
	case syntax.Lt:
		return truth(x.Cmp(y) < 0), nil
	case syntax.Le:
		return truth(x.Cmp(y) <= 0), nil
	case syntax.Gt:
		return truth(x.Cmp(y) > 0), nil
	case syntax.Ge:
		return truth(x.Cmp(y) >= 0), nil
	}
	panic(fmt.Sprintf("value.Binary: %s", op))
}

// truth is 1 for true and 0 for false.
func truth(b bool) num.Num {
	if b {
		return num.Of(1)
	}
	return num.Num{}
}

// noValue says why x ⊕ y has no value.
func noValue(rule string, se *syntax.Binary, x, y num.Num, err error) *diag.Diagnostic {
	values := short(x) + " " + se.Op.String() + " " + short(y)
	if text := Text(se); text != values {
		values = "`" + text + "` is " + values
	}
	switch {
	case errors.Is(err, num.ErrDivZero):
		return Stuck(rule, se, "division by zero: %s", values)
	case errors.Is(err, num.ErrNegExp):
		return Stuck(rule, se, "negative exponent: %s", values)
	case errors.Is(err, num.ErrNegShift):
		return Stuck(rule, se, "negative shift: %s", values)
	}
	return Stuck(rule, se, "too many digits: %s, and an int has at most %d bits", values, num.MaxBits)
}
