package tofunmem

import (
	"math"

	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// These are the primitive functions of Futhark that FUNMEM has no operator for. Those of f16 and f32 compute on f64s
// and round once, unless a comment says otherwise.

// number and real name a part of a computation.
func (f *function) number(e syntax.Expr) syntax.Expr { return f.let("k", &syntax.Type{}, e) }

func (f *function) real64(e syntax.Expr) syntax.Expr {
	return f.let("x", &syntax.Type{Elem: syntax.F64}, e)
}

// chosenOf returns the second operand if the first is true, and otherwise the third.
func chosenOf(t syntax.Elem) operator {
	return func(f *function, _ uint, x []syntax.Expr) syntax.Expr {
		return f.either(x[0], t, func() syntax.Expr { return x[1] }, func() syntax.Expr { return x[2] })
	}
}

// high returns the upper half of a product.
func high(sign map[uint]syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		return un(signed[n], bin(syntax.Shr, bin(syntax.Mul, un(sign[n], x[0]), un(sign[n], x[1])), lmad.Const(int(n))))
	}
}

func highAdd(sign map[uint]syntax.Op) operator {
	return func(f *function, n uint, x []syntax.Expr) syntax.Expr {
		return un(signed[n], bin(syntax.Add, high(sign)(f, n, x), x[2]))
	}
}

// ones counts the bits that are set, in pairs, fours and bytes, of an integer without a sign.
func (f *function) ones(n uint, x syntax.Expr) syntax.Expr {
	all := uint64(math.MaxUint64) >> (64 - n)
	part := func(by uint64) syntax.Expr { return &syntax.IntLit{Val: num.Of(int64(all / by))} }
	masked := func(x syntax.Expr, by uint64) syntax.Expr { return bin(syntax.BitAnd, x, part(by)) }
	right := func(x syntax.Expr, k int) syntax.Expr { return bin(syntax.Shr, x, lmad.Const(k)) }
	x = f.number(x)
	x = f.number(bin(syntax.Sub, x, masked(right(x, 1), 3)))
	x = f.number(bin(syntax.Add, masked(x, 5), masked(right(x, 2), 5)))
	x = f.number(masked(bin(syntax.Add, x, right(x, 4)), 17))
	return bin(syntax.BitAnd, right(bin(syntax.Mul, x, part(255)), int(n)-8), lmad.Const(255))
}

func popc(f *function, n uint, x []syntax.Expr) syntax.Expr { return f.ones(n, un(unsigned[n], x[0])) }

// clz returns how many zero bits there are above the highest set bit.
func clz(f *function, n uint, x []syntax.Expr) syntax.Expr {
	y := f.number(un(unsigned[n], x[0]))
	for k := 1; k < int(n); k *= 2 {
		y = f.number(bin(syntax.BitOr, y, bin(syntax.Shr, y, lmad.Const(k))))
	}
	return bin(syntax.Sub, lmad.Const(int(n)), f.ones(n, y))
}

// ctz returns how many zero bits there are below the lowest set bit.
func ctz(f *function, n uint, x []syntax.Expr) syntax.Expr {
	last := bin(syntax.BitAnd, x[0], un(syntax.Neg, x[0]))
	return f.ones(n, un(unsigned[n], bin(syntax.Sub, last, one())))
}

func fsignum(f *function, _ uint, x []syntax.Expr) syntax.Expr {
	return f.either(un(syntax.IsNaN, x[0]), syntax.F64, func() syntax.Expr { return x[0] }, func() syntax.Expr { return un(syntax.ToF64, sign(x[0], lit(0))) })
}

func rsqrt(_ *function, n uint, x []syntax.Expr) syntax.Expr {
	return rounded(n, bin(syntax.Div, lit(1), rounded(n, un(syntax.Sqrt, x[0]))))
}

func timesPi(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		return rounded(n, un(op, bin(syntax.Mul, lit(math.Pi), x[0])))
	}
}

func perPi(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		return rounded(n, bin(syntax.Div, un(op, x[0]), lit(math.Pi)))
	}
}

func perPi2(op syntax.Op) operator {
	return func(_ *function, n uint, x []syntax.Expr) syntax.Expr {
		return rounded(n, bin(syntax.Div, bin(op, x[0], x[1]), lit(math.Pi)))
	}
}

// special returns x if it is 0, infinite or NaN, and otherwise what of computes.
func (f *function) special(x syntax.Expr, of func() syntax.Expr) syntax.Expr {
	is := bin(syntax.BitOr, bin(syntax.Eq, x, lit(0)), bin(syntax.BitOr, un(syntax.IsNaN, x), un(syntax.IsInf, x)))
	return f.either(is, syntax.F64, func() syntax.Expr { return x }, of)
}

// signOf returns 1 or -1.
func signOf(x syntax.Expr) syntax.Expr { return un(syntax.ToF64, sign(x, lit(0))) }

// cbrt computes a power, with one Newton step.
func cbrt(f *function, n uint, x []syntax.Expr) syntax.Expr {
	return f.special(x[0], func() syntax.Expr {
		a := f.real64(un(syntax.Abs, x[0]))
		y := f.real64(bin(syntax.Pow, a, lit(1.0/3)))
		step := bin(syntax.Div, bin(syntax.Sub, y, bin(syntax.Div, bin(syntax.Div, a, y), y)), lit(3))
		return rounded(n, bin(syntax.Mul, signOf(x[0]), bin(syntax.Sub, y, step)))
	})
}

// logOf1Plus returns log(1 + x) for x ≥ 0 or near 0: the logarithm of the rounded sum, with a correction for the
// rounding.
func (f *function) logOf1Plus(x syntax.Expr) syntax.Expr {
	u := f.real64(bin(syntax.Add, lit(1), x))
	same := bin(syntax.BitOr, bin(syntax.Eq, u, lit(1)), un(syntax.IsInf, u))
	return f.real64(f.either(same, syntax.F64, func() syntax.Expr { return x },
		func() syntax.Expr {
			return bin(syntax.Mul, un(syntax.Log, u), bin(syntax.Div, x, bin(syntax.Sub, u, lit(1))))
		}))
}

func log1p(f *function, n uint, x []syntax.Expr) syntax.Expr {
	low := f.real64(bin(syntax.Max, x[0], lit(-1)))
	y := f.logOf1Plus(low)
	return f.either(bin(syntax.Lt, x[0], lit(-1)), syntax.F64, func() syntax.Expr { return lit(math.NaN()) }, func() syntax.Expr { return rounded(n, y) })
}

func asinh(f *function, n uint, x []syntax.Expr) syntax.Expr {
	return f.special(x[0], func() syntax.Expr {
		a := f.real64(un(syntax.Abs, x[0]))
		y := f.either(bin(syntax.Gt, a, lit(0x1p28)), syntax.F64, func() syntax.Expr { return bin(syntax.Add, un(syntax.Log, a), lit(math.Ln2)) }, func() syntax.Expr {
			s := f.real64(bin(syntax.Mul, a, a))
			return f.logOf1Plus(f.real64(bin(syntax.Add, a, bin(syntax.Div, s, bin(syntax.Add, lit(1), un(syntax.Sqrt, bin(syntax.Add, s, lit(1))))))))
		})
		return rounded(n, bin(syntax.Mul, signOf(x[0]), f.real64(y)))
	})
}

func acosh(f *function, n uint, x []syntax.Expr) syntax.Expr {
	y := f.either(bin(syntax.Gt, x[0], lit(0x1p28)), syntax.F64, func() syntax.Expr { return bin(syntax.Add, un(syntax.Log, x[0]), lit(math.Ln2)) }, func() syntax.Expr {
		t := f.real64(bin(syntax.Sub, x[0], lit(1)))
		return f.logOf1Plus(f.real64(bin(syntax.Add, t, un(syntax.Sqrt, bin(syntax.Add, bin(syntax.Mul, lit(2), t), bin(syntax.Mul, t, t))))))
	})
	return rounded(n, f.real64(y))
}

func atanh(f *function, n uint, x []syntax.Expr) syntax.Expr {
	a := f.real64(un(syntax.Abs, x[0]))
	return f.either(bin(syntax.BitAnd, bin(syntax.Lt, a, lit(1)), bin(syntax.Ne, a, lit(0))), syntax.F64, func() syntax.Expr {
		y := f.logOf1Plus(f.real64(bin(syntax.Div, bin(syntax.Mul, lit(2), a), bin(syntax.Sub, lit(1), a))))
		return rounded(n, bin(syntax.Mul, signOf(x[0]), bin(syntax.Mul, lit(0.5), y)))
	}, func() syntax.Expr { // infinite at 1, and NaN beyond
		return f.either(bin(syntax.Gt, a, lit(1)), syntax.F64, func() syntax.Expr { return lit(math.NaN()) },
			func() syntax.Expr { return bin(syntax.Div, x[0], bin(syntax.Sub, lit(1), a)) })
	})
}

// hypot returns the root of the sum of squares, without intermediate overflow.
func hypot(f *function, n uint, x []syntax.Expr) syntax.Expr {
	a, b := f.real64(un(syntax.Abs, x[0])), f.real64(un(syntax.Abs, x[1]))
	infinite := bin(syntax.BitOr, un(syntax.IsInf, a), un(syntax.IsInf, b))
	return f.either(infinite, syntax.F64, func() syntax.Expr { return lit(math.Inf(1)) }, func() syntax.Expr {
		m := f.real64(bin(syntax.Max, a, b))
		return f.either(bin(syntax.Eq, m, lit(0)), syntax.F64, func() syntax.Expr { return m }, func() syntax.Expr {
			if n < 64 {
				return rounded(n, un(syntax.Sqrt, bin(syntax.Add, bin(syntax.Mul, a, a), bin(syntax.Mul, b, b))))
			}
			r := f.real64(bin(syntax.Div, bin(syntax.Min, a, b), m))
			return bin(syntax.Mul, m, un(syntax.Sqrt, bin(syntax.Add, lit(1), bin(syntax.Mul, r, r))))
		})
	})
}

// copysign returns the size of the first operand with the sign of the second. -0 has a sign, and NaN counts as
// positive.
func copysign(f *function, _ uint, x []syntax.Expr) syntax.Expr {
	negative := bin(syntax.BitOr, bin(syntax.Lt, x[1], lit(0)), bin(syntax.Lt, bin(syntax.Div, lit(1), x[1]), lit(0)))
	a := f.real64(un(syntax.Abs, x[0]))
	return f.either(negative, syntax.F64, func() syntax.Expr { return un(syntax.Neg, a) }, func() syntax.Expr { return a })
}

// ldexp returns x · 2^k. It multiplies by up to three powers of two, and only the last
// product rounds.
func ldexp(f *function, n uint, x []syntax.Expr) syntax.Expr {
	between := func(k syntax.Expr, low, high int) syntax.Expr {
		return f.number(bin(syntax.Min, bin(syntax.Max, k, lmad.Const(low)), lmad.Const(high)))
	}
	times := func(x, k syntax.Expr) syntax.Expr {
		return bin(syntax.Mul, x, bin(syntax.Pow, lit(2), un(syntax.ToF64, k)))
	}
	k := between(x[1], -2200, 2100)
	last := between(k, -1022, 1023)
	rest := f.number(bin(syntax.Sub, k, last))
	first := between(rest, -2200, 1023)
	y := f.real64(times(x[0], first))
	y = f.real64(times(y, bin(syntax.Sub, rest, first)))
	return rounded(n, times(y, last))
}

// lerp interpolates between the first two operands, with each step rounded.
func lerp(f *function, n uint, x []syntax.Expr) syntax.Expr {
	t := f.real64(f.either(un(syntax.IsNaN, x[2]), syntax.F64, func() syntax.Expr { return lit(1) }, func() syntax.Expr { return bin(syntax.Max, lit(0), bin(syntax.Min, lit(1), x[2])) }))
	d := f.real64(rounded(n, bin(syntax.Sub, x[1], x[0])))
	return rounded(n, bin(syntax.Add, x[0], rounded(n, bin(syntax.Mul, d, t))))
}

// mad returns a · b + c, with each step rounded.
func mad(_ *function, n uint, x []syntax.Expr) syntax.Expr {
	return rounded(n, bin(syntax.Add, rounded(n, bin(syntax.Mul, x[0], x[1])), x[2]))
}

// fma returns a · b + c, rounded once. The product of f16s or f32s is exact in f64. If the rounded sum is halfway
// between two numbers, its error says which one is nearer.
func fma(f *function, n uint, x []syntax.Expr) syntax.Expr {
	if n == 64 {
		return f.fma64(x)
	}
	p := f.real64(bin(syntax.Mul, x[0], x[1]))
	s := f.real64(bin(syntax.Add, p, x[2]))
	q := f.real64(bin(syntax.Sub, s, p))
	err := f.real64(bin(syntax.Add, bin(syntax.Sub, p, bin(syntax.Sub, s, q)), bin(syntax.Sub, x[2], q)))
	r := f.real64(rounded(n, s))
	d := f.real64(bin(syntax.Sub, s, r))
	other := f.real64(bin(syntax.Add, r, bin(syntax.Mul, lit(2), d)))
	middle := bin(syntax.BitAnd, bin(syntax.Eq, rounded(n, other), other), bin(syntax.Ne, d, lit(0)))
	exact := bin(syntax.Eq, err, lit(0))
	return f.either(bin(syntax.BitAnd, middle, un(syntax.Not, exact)), syntax.F64, func() syntax.Expr {
		return f.either(bin(syntax.Gt, err, lit(0)), syntax.F64, func() syntax.Expr { return bin(syntax.Max, r, other) }, func() syntax.Expr { return bin(syntax.Min, r, other) })
	}, func() syntax.Expr { return r })
}
