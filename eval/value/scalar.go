package value

import (
	"errors"
	"fmt"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Arith is the arithmetic of a run: exact ints, and the reals that the run has chosen.
type Arith struct {
	Reals  *num.Reals
	Budget *engine.Budget // asked for large numbers; nil: they are not limited
}

// NewArith returns the arithmetic with f64s of that many significant digits, 0 for doubles.
func NewArith(digits int) Arith { return Arith{Reals: num.NewReals(digits)} }

// Within returns the arithmetic within a budget: if that ends, so does a long computation.
func (a Arith) Within(b *engine.Budget) Arith {
	return Arith{a.Reals.Asking(func() { _ = engine.PanicIfInterrupted(b.Poll()) }), b}
}

// Scalar is E(se), the conventional evaluation of a scalar expression. If se has no value, it panics with a
// *diag.Diagnostic, stuck at the given rule. That is so for a division by zero, a negative exponent or shift, a
// result that is too big, an int of a number that is not finite, and a number that the budget has no room for.
// If the budget ends, it panics with *engine.Interrupted.
func (a Arith) Scalar(rule string, se syntax.Expr, E func(x *syntax.Var) num.Num) num.Num {
	switch se := se.(type) {
	case *syntax.IntLit:
		return se.Val
	case *syntax.RealLit:
		return a.Real(se)
	case *syntax.Var:
		return E(se)
	case *syntax.Unary:
		x := a.Scalar(rule, se.X, E)
		v, err := a.Unary(se.Op, x)
		if err != nil {
			panic(noInt(rule, se, x, err, func(e syntax.Expr) num.Num { return a.Scalar(rule, e, E) }))
		}
		a.ask(rule, se, se.Op, x.Words(), 0, v)
		return v
	case *syntax.Binary:
		x, y := a.Scalar(rule, se.X, E), a.Scalar(rule, se.Y, E)
		v, err := a.Binary(se.Op, x, y)
		if err != nil {
			panic(noValue(rule, se, x, y, err))
		}
		a.ask(rule, se, se.Op, x.Words(), y.Words(), v)
		return v
	}
	panic(fmt.Sprintf("value.Scalar: %T is not a scalar expression", se))
}

// Real returns the value of a literal.
func (a Arith) Real(x *syntax.RealLit) num.Num { return num.OfReal(a.Reals.Literal(x.Text, x.Val)) }

// Unary returns ⊕ x. The error is num.ErrNaN or num.ErrTooBig for int(x), or num.ErrWide for nw64(x).
func (a Arith) Unary(op syntax.Op, x num.Num) (num.Num, error) {
	switch {
	case x.IsReal():
		return a.unaryReal(op, x.Real())
	case op == syntax.ToF64:
		return num.OfReal(a.Reals.OfInt(x)), nil
	case op == syntax.FromBits:
		return num.OfReal(a.Reals.OfBits(x)), nil
	}
	if op.Fits() {
		return x.Fit(syntax.Ops[op].Bits)
	}
	return unary(op, x), nil
}

// Binary returns x ⊕ y for two ints or two f64s. The error is num.ErrDivZero, num.ErrNegExp, num.ErrNegShift or
// num.ErrTooBig.
func (a Arith) Binary(op syntax.Op, x, y num.Num) (num.Num, error) {
	if x.IsReal() {
		return a.binaryReal(op, x.Real(), y.Real()), nil
	}
	return binary(op, x, y)
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
	if op.Wraps() {
		return x.Wrap(syntax.Ops[op].Bits, op.Signed())
	}
	panic(fmt.Sprintf("value.unary: %s", op))
}

func binary(op syntax.Op, x, y num.Num) (num.Num, error) {
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
	panic(fmt.Sprintf("value.binary: %s", op))
}

// truth returns 1 for true and 0 for false.
func truth(b bool) num.Num {
	if b {
		return num.Of(1)
	}
	return num.Num{}
}

// noInt says why int(x) or nw64(x) has no value. E gives the operands of x, if they matter.
func noInt(rule string, se *syntax.Unary, x num.Num, err error, E func(syntax.Expr) num.Num) *diag.Diagnostic {
	values := se.Op.String() + "(" + x.Brief() + ")"
	if b, ok := se.X.(*syntax.Binary); ok && errors.Is(err, num.ErrWide) {
		values = E(b.X).Brief() + " " + b.Op.String() + " " + E(b.Y).Brief() + " = " + x.Brief()
	}
	if text := machine.Text(se); text != values && text != se.Op.String() { // it stands alone after `map`
		values = "`" + text + "` is " + values
	}
	if errors.Is(err, num.ErrWide) {
		d := machine.Stuck(rule, se, "does not fit %d bits: %s", syntax.Ops[se.Op].Bits, values)
		d.Cause = diag.Overflow
		return d
	}
	if errors.Is(err, num.ErrNaN) {
		return machine.Stuck(rule, se, "not a finite number, and so no int: %s", values)
	}
	return tooLong(rule, se, values)
}

// tooLong says that an int gets longer than there is room for. That is a limit of this evaluation, and not one of the language:
// there the ints have no bound.
func tooLong(rule string, se syntax.Expr, values string) *diag.Diagnostic {
	d := machine.Stuck(rule, se, "too many digits: %s, and an int has at most %d bits", values, num.MaxBits)
	d.Cause = diag.Limit
	return d
}

// noValue says why x ⊕ y has no value.
func noValue(rule string, se *syntax.Binary, x, y num.Num, err error) *diag.Diagnostic {
	values := x.Brief() + " " + se.Op.String() + " " + y.Brief()
	if text := machine.Text(se); text != values {
		values = "`" + text + "` is " + values
	}
	switch {
	case errors.Is(err, num.ErrDivZero):
		return machine.Stuck(rule, se, "division by zero: %s", values)
	case errors.Is(err, num.ErrNegExp):
		return machine.Stuck(rule, se, "negative exponent: %s", values)
	case errors.Is(err, num.ErrNegShift):
		return machine.Stuck(rule, se, "negative shift: %s", values)
	}
	return tooLong(rule, se, values)
}
