package tofunmem

import (
	"slices"
	"strings"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// signed, unsigned and fits are the operators that bring a result to a width: with a sign, without one, and where it
// has to fit.
var (
	signed   = map[uint]syntax.Op{8: syntax.I8, 16: syntax.I16, 32: syntax.I32, 64: syntax.I64}
	unsigned = map[uint]syntax.Op{8: syntax.U8, 16: syntax.U16, 32: syntax.U32, 64: syntax.U64}
	fits     = map[uint]syntax.Op{8: syntax.NW8, 16: syntax.NW16, 32: syntax.NW32, 64: syntax.NW64}
	rounds   = map[uint]syntax.Op{16: syntax.F16, 32: syntax.F32}
)

func un(op syntax.Op, x syntax.Expr) syntax.Expr {
	return &syntax.Unary{Span: x.GetSpan(), Op: op, X: x}
}

func bin(op syntax.Op, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{Span: x.GetSpan(), Op: op, X: x, Y: y}
}

// lit returns a real constant.
func lit(x float64) syntax.Expr { return &syntax.RealLit{Val: x} }

// rounded returns a real result rounded to a width.
func rounded(n uint, x syntax.Expr) syntax.Expr {
	if op, ok := rounds[n]; ok {
		return un(op, x)
	}
	return x
}

// either returns one of two expressions of a number type, by a condition.
func (f *function) either(cond syntax.Expr, t syntax.Elem, then, other func() syntax.Expr) syntax.Expr {
	is := f.let("is", &syntax.Type{}, cond)
	number := func(e func() syntax.Expr) *syntax.Body {
		return f.within(func() []syntax.Expr { return []syntax.Expr{f.let("x", &syntax.Type{Elem: t}, e())} })
	}
	return &syntax.If{Span: f.at, Cond: is, Then: number(then), Else: number(other)}
}

// operator says how an operator of Futhark computes on values of a width n.
type operator func(f *function, n uint, x []syntax.Expr) syntax.Expr

// wrapping computes and wraps with a sign.
func wrapping(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(signed[n], bin(op, x[0], x[1])) }
}

// fitting computes a result that must not wrap.
func fitting(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(fits[n], bin(op, x[0], x[1])) }
}

// plain computes a result that is always within the width.
func plain(op syntax.Op) operator {
	return func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return bin(op, x[0], x[1]) }
}

// apart computes on both operands as unsigned numbers, and gives a signed one.
func apart(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		e := bin(op, un(unsigned[n], x[0]), un(unsigned[n], x[1]))
		if syntax.Ops[op].Truth {
			return e
		}
		return un(signed[n], e)
	}
}

// floats computes on reals and rounds.
func floats(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return rounded(n, bin(op, x[0], x[1])) }
}

// real1 computes a function of one real.
func real1(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return rounded(n, un(op, x[0])) }
}

// upwards computes the quotient rounded up: (x + y − 1) / y, without wrapping in between.
func upwards(sign map[uint]syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		a, b := un(sign[n], x[0]), un(sign[n], x[1])
		if sign[n] == signed[n] { // which they are
			a, b = x[0], x[1]
		}
		return un(signed[n], bin(syntax.Div, bin(syntax.Sub, bin(syntax.Add, a, b), one()), b))
	}
}

// safe gives 0 if the divisor is 0.
func safe(of operator) operator {
	return func(f *function, n uint, x []syntax.Expr) syntax.Expr {
		divisor := x[1]
		if k, ok := divisor.(*syntax.IntLit); ok && !k.Val.Equal(num.Of(0)) {
			return of(f, n, x)
		}
		return f.either(bin(syntax.Eq, divisor, lmad.Const(0)), syntax.Int,
			func() syntax.Expr { return lmad.Const(0) }, func() syntax.Expr { return of(f, n, x) })
	}
}

// shift shifts by an unsigned number of bits. Futhark leaves open what happens if it is not below the width, and moves
// such shifts to places where they are not needed. Here all bits are shifted out.
func shift(op syntax.Op, sign map[uint]syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		a, by := x[0], x[1]
		if sign[n] == unsigned[n] {
			a = un(unsigned[n], a)
		}
		if k, ok := by.(*syntax.IntLit); !ok || k.Val.Sign() < 0 || k.Val.Cmp(num.Of(int64(n))) > 0 {
			by = bin(syntax.Min, un(unsigned[n], by), lmad.Const(int(n)))
		}
		e := bin(op, a, by)
		if op == syntax.Shr && sign[n] == signed[n] {
			return e
		}
		return un(signed[n], e)
	}
}

// better computes the smaller or the greater of two reals, ignoring NaN.
func better(op syntax.Op) operator {
	return func(f *function, _ uint, x []syntax.Expr) syntax.Expr {
		return f.either(un(syntax.IsNaN, x[0]), syntax.F64, func() syntax.Expr { return x[1] }, func() syntax.Expr {
			return f.either(un(syntax.IsNaN, x[1]), syntax.F64, func() syntax.Expr { return x[0] }, func() syntax.Expr { return bin(op, x[0], x[1]) })
		})
	}
}

// sign returns 1, 0 or -1 for a number above, at or below 0.
func sign(x, zero syntax.Expr) syntax.Expr {
	return bin(syntax.Sub, bin(syntax.Gt, x, zero), bin(syntax.Lt, x, zero))
}

// not returns 1 for 0 and 0 for 1.
func not(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return un(syntax.Not, x[0]) }

// operators are those that FUNMEM computes, by their names without the width. futhark.Operators says which operands and
// widths they have.
var operators = map[string]operator{
	"add": wrapping(syntax.Add), "sub": wrapping(syntax.Sub), "mul": wrapping(syntax.Mul),
	"add_nw": fitting(syntax.Add), "sub_nw": fitting(syntax.Sub), "mul_nw": fitting(syntax.Mul),
	"sdiv": wrapping(syntax.Div), "smod": plain(syntax.Mod), "squot": wrapping(syntax.Quo), "srem": plain(syntax.Rem),
	"udiv": apart(syntax.Div), "umod": apart(syntax.Mod), "sdiv_up": upwards(signed), "udiv_up": upwards(unsigned),
	"sdiv_safe": safe(wrapping(syntax.Div)), "smod_safe": safe(plain(syntax.Mod)), "squot_safe": safe(wrapping(syntax.Quo)), "srem_safe": safe(plain(syntax.Rem)),
	"udiv_safe": safe(apart(syntax.Div)), "umod_safe": safe(apart(syntax.Mod)),
	"sdiv_up_safe": safe(upwards(signed)), "udiv_up_safe": safe(upwards(unsigned)),
	"smin": plain(syntax.Min), "smax": plain(syntax.Max), "umin": apart(syntax.Min), "umax": apart(syntax.Max),
	"and": plain(syntax.BitAnd), "or": plain(syntax.BitOr), "xor": plain(syntax.BitXor), "pow": wrapping(syntax.Pow),
	"shl": shift(syntax.Shl, signed), "ashr": shift(syntax.Shr, signed), "lshr": shift(syntax.Shr, unsigned),
	"slt": plain(syntax.Lt), "sle": plain(syntax.Le), "ult": apart(syntax.Lt), "ule": apart(syntax.Le), "eq_i": plain(syntax.Eq),
	"umul_hi": high(unsigned), "smul_hi": high(signed),
	"umad_hi": highAdd(unsigned), "smad_hi": highAdd(signed), "cond_i": chosenOf(syntax.Int),
	"complement": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr {
		return bin(syntax.Sub, un(syntax.Neg, x[0]), one())
	},
	"neg_i":   func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(signed[n], un(syntax.Neg, x[0])) },
	"abs":     func(_ *function, n uint, x []syntax.Expr) syntax.Expr { return un(signed[n], un(syntax.Abs, x[0])) },
	"ssignum": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return sign(x[0], lmad.Const(0)) },
	"usignum": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return bin(syntax.Ne, x[0], lmad.Const(0)) },
	"popc":    popc, "clz": clz, "ctz": ctz,
	"logand": plain(syntax.BitAnd), "logor": plain(syntax.BitOr), "llt": plain(syntax.Lt), "lle": plain(syntax.Le), "eq_bool": plain(syntax.Eq),
	"not": not, "neg_bool": not,
	"cond_bool": chosenOf(syntax.Int),
	"fadd":      floats(syntax.Add), "fsub": floats(syntax.Sub), "fmul": floats(syntax.Mul), "fdiv": floats(syntax.Div), "fpow": floats(syntax.Pow),
	"fmin": better(syntax.Min), "fmax": better(syntax.Max), "lt": plain(syntax.Lt), "le": plain(syntax.Le), "eq_f": plain(syntax.Eq),
	"atan2_": floats(syntax.Atan2), "atan2pi_": perPi2(syntax.Atan2), "hypot": hypot, "copysign": copysign, "ldexp": ldexp,
	"fmod": floats(syntax.Rem), "nextafter": nextAfter, "to_bits": toBits, "from_bits": fromBits,
	"lerp": lerp, "mad": mad, "cond_f": chosenOf(syntax.F64),
	"fma":   fma,
	"neg_f": real1(syntax.Neg), "fabs": real1(syntax.Abs), "fsignum": fsignum,
	"sqrt": real1(syntax.Sqrt), "rsqrt": rsqrt, "cbrt": cbrt, "exp": real1(syntax.Exp), "log": real1(syntax.Log), "log2_": real1(syntax.Log2), "log10_": real1(syntax.Log10), "log1p_": log1p,
	"sin": real1(syntax.Sin), "cos": real1(syntax.Cos), "tan": real1(syntax.Tan), "asin": real1(syntax.Asin), "acos": real1(syntax.Acos), "atan": real1(syntax.Atan),
	"sinh": real1(syntax.Sinh), "cosh": real1(syntax.Cosh), "tanh": real1(syntax.Tanh), "asinh": asinh, "acosh": acosh, "atanh": atanh,
	"sinpi": timesPi(syntax.Sin), "cospi": timesPi(syntax.Cos), "tanpi": timesPi(syntax.Tan), "asinpi": perPi(syntax.Asin), "acospi": perPi(syntax.Acos), "atanpi": perPi(syntax.Atan),
	"floor": real1(syntax.Floor), "gamma": real1(syntax.Gamma), "lgamma": real1(syntax.Lgamma), "erf": real1(syntax.Erf), "erfc": real1(syntax.Erfc),
	"ceil": real1(syntax.Ceil), "round": real1(syntax.Round),
	"isnan": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return un(syntax.IsNaN, x[0]) },
	"isinf": func(_ *function, _ uint, x []syntax.Expr) syntax.Expr { return un(syntax.IsInf, x[0]) },
}

// operation returns an operator applied to operands.
func (f *function) operation(e *futhark.Op) syntax.Expr {
	o := futhark.Operators()[e.Name]
	var xs []syntax.Expr
	for _, a := range e.Args {
		xs = append(xs, f.atom(a))
	}
	return f.spanned(e.Name, operators[o.Base](f, o.Width, xs), xs)
}

// spanned sets the place of the operators of an expression to that of the operation in the dump, so that messages show
// all of it. The operation is the last part of the statement. Its operands keep their places.
func (f *function) spanned(name string, e syntax.Expr, operands []syntax.Expr) syntax.Expr {
	at := f.at
	if k := strings.LastIndex(at.Text(), name+"("); k >= 0 {
		at.Start += k
	}
	var place func(e syntax.Expr)
	place = func(e syntax.Expr) {
		if slices.Contains(operands, e) {
			return
		}
		switch e := e.(type) {
		case *syntax.Unary:
			e.Span = at
			place(e.X)
		case *syntax.Binary:
			e.Span = at
			place(e.X)
			place(e.Y)
		}
	}
	place(e)
	return e
}
