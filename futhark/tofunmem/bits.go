package tofunmem

import (
	"math"

	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// This file computes on the bits of reals. NaN has the same bits whatever it came from.

// format says how the bits of an f16 or f32 lie in the bits of the equal f64. The f64 is scaled by 2^-down, which maps
// the exponents of the small format to the same exponents of the large one. low zero bits follow its bits. inf has the
// bits of infinity in the small format.
type format struct {
	down float64
	low  int
	inf  int
}

var formats = map[uint]format{16: {0x1p1008, 42, 0x7c00}, 32: {0x1p896, 29, 0x7f800000}}

// toBits returns the bits of a real as an integer with a sign.
func toBits(f *function, n uint, x []syntax.Expr) syntax.Expr {
	if n == 64 {
		return un(syntax.ToBits, x[0])
	}
	to := formats[n]
	size := f.number(f.either(bin(syntax.BitOr, un(syntax.IsInf, x[0]), un(syntax.IsNaN, x[0])), syntax.Int,
		func() syntax.Expr {
			return bin(syntax.Add, lmad.Const(to.inf), bin(syntax.Mul, un(syntax.IsNaN, x[0]), lmad.Const(quiet(to))))
		},
		func() syntax.Expr {
			return bin(syntax.Shr, un(syntax.ToBits, bin(syntax.Div, un(syntax.Abs, x[0]), lit(to.down))), lmad.Const(to.low))
		}))
	negative := bin(syntax.Lt, un(syntax.ToBits, x[0]), lmad.Const(0))
	return bin(syntax.Sub, size, bin(syntax.Mul, negative, lmad.Const(1<<(n-1))))
}

// quiet returns the first bit after the exponent, which NaN has.
func quiet(of format) int { return of.inf & -of.inf >> 1 }

// fromBits returns the real that has the bits of an integer.
func fromBits(f *function, n uint, x []syntax.Expr) syntax.Expr {
	if n == 64 {
		return un(syntax.FromBits, x[0])
	}
	of := formats[n]
	size := f.number(bin(syntax.BitAnd, x[0], lmad.Const(1<<(n-1)-1)))
	y := f.real64(f.either(bin(syntax.Lt, size, lmad.Const(of.inf)), syntax.F64,
		func() syntax.Expr {
			return bin(syntax.Mul, un(syntax.FromBits, bin(syntax.Shl, size, lmad.Const(of.low))), lit(of.down))
		},
		func() syntax.Expr {
			return f.either(bin(syntax.Eq, size, lmad.Const(of.inf)), syntax.F64, func() syntax.Expr { return lit(math.Inf(1)) }, func() syntax.Expr { return lit(math.NaN()) })
		}))
	return f.either(bin(syntax.Lt, x[0], lmad.Const(0)), syntax.F64, func() syntax.Expr { return un(syntax.Neg, y) }, func() syntax.Expr { return y })
}

// nextAfter returns the number of the format next to x on the side of y. Its bits are one more or one less.
func nextAfter(f *function, n uint, x []syntax.Expr) syntax.Expr {
	from, to := x[0], x[1]
	return f.either(bin(syntax.BitOr, un(syntax.IsNaN, from), un(syntax.IsNaN, to)), syntax.F64, func() syntax.Expr { return lit(math.NaN()) }, func() syntax.Expr {
		return f.either(bin(syntax.Eq, from, to), syntax.F64, func() syntax.Expr { return to }, func() syntax.Expr {
			return f.either(bin(syntax.Eq, from, lit(0)), syntax.F64, func() syntax.Expr {
				least := f.real64(fromBits(f, n, []syntax.Expr{one()}))
				return copysign(f, n, []syntax.Expr{least, to})
			}, func() syntax.Expr {
				away := bin(syntax.Eq, bin(syntax.Lt, from, to), bin(syntax.Lt, lit(0), from))
				step := bin(syntax.Sub, bin(syntax.Mul, lmad.Const(2), away), one())
				return fromBits(f, n, []syntax.Expr{f.number(bin(syntax.Add, f.number(toBits(f, n, x[:1])), step))})
			})
		})
	})
}

// power2 is 2^k as an integer.
func power2(k int) syntax.Expr { return bin(syntax.Shl, one(), lmad.Const(k)) }

// exactly returns a finite f64 as an integer in units of 2^-1074.
func (f *function) exactly(x syntax.Expr) syntax.Expr {
	b := f.number(bin(syntax.BitAnd, un(syntax.ToBits, x), lmad.Const(math.MaxInt64)))
	exp := f.number(bin(syntax.Shr, b, lmad.Const(52)))
	size := bin(syntax.Add, bin(syntax.BitAnd, b, lmad.Const(1<<52-1)), bin(syntax.Mul, bin(syntax.Gt, exp, lmad.Const(0)), lmad.Const(1<<52)))
	shifted := bin(syntax.Shl, size, bin(syntax.Sub, bin(syntax.Max, exp, one()), one()))
	return f.number(bin(syntax.Mul, shifted, sign(x, lit(0))))
}

// fma64 computes the product and the sum in integers, which are exact, and rounds once.
func (f *function) fma64(x []syntax.Expr) syntax.Expr {
	plain := f.real64(bin(syntax.Add, bin(syntax.Mul, x[0], x[1]), x[2]))
	special := bin(syntax.BitOr, bin(syntax.Eq, x[0], lit(0)), bin(syntax.Eq, x[1], lit(0)))
	for _, y := range x {
		special = bin(syntax.BitOr, special, bin(syntax.BitOr, un(syntax.IsInf, y), un(syntax.IsNaN, y)))
	}
	return f.either(special, syntax.F64, func() syntax.Expr { return plain }, func() syntax.Expr {
		sum := f.number(bin(syntax.Add, bin(syntax.Mul, f.exactly(x[0]), f.exactly(x[1])), bin(syntax.Shl, f.exactly(x[2]), lmad.Const(1074))))
		y := f.real64(f.unscaled(f.number(un(syntax.Abs, sum))))
		return f.either(bin(syntax.Lt, sum, lmad.Const(0)), syntax.F64, func() syntax.Expr { return un(syntax.Neg, y) }, func() syntax.Expr { return y })
	})
}

// unscaled returns the f64 nearest to k · 2^-2148, for k ≥ 0. f64 rounds an int once if the int is not too large and
// its exponent not too small. So some bits are dropped before; the last remaining bit says whether one of them was set.
// The rest of the scale is applied after rounding. Below the normal numbers the bits are rounded.
func (f *function) unscaled(k syntax.Expr) syntax.Expr {
	cut := func(bits int, twice float64) func() syntax.Expr {
		return func() syntax.Expr {
			rest := bin(syntax.Ne, bin(syntax.BitAnd, k, bin(syntax.Sub, power2(bits), one())), lmad.Const(0))
			y := un(syntax.ToF64, bin(syntax.BitOr, bin(syntax.Shr, k, lmad.Const(bits)), rest))
			return bin(syntax.Mul, bin(syntax.Mul, y, lit(twice)), lit(twice))
		}
	}
	below := func(bits int) syntax.Expr { return bin(syntax.Lt, k, power2(bits)) }
	return f.either(below(2148-1021), syntax.F64, func() syntax.Expr {
		least := f.number(bin(syntax.Shr, k, lmad.Const(1074)))
		rest := f.number(bin(syntax.Sub, bin(syntax.Shl, bin(syntax.Sub, k, bin(syntax.Shl, least, lmad.Const(1074))), one()), power2(1074)))
		up := bin(syntax.BitOr, bin(syntax.Gt, rest, lmad.Const(0)), bin(syntax.BitAnd, bin(syntax.Eq, rest, lmad.Const(0)), least))
		return un(syntax.FromBits, bin(syntax.Add, least, up))
	}, func() syntax.Expr {
		return f.either(below(2000), syntax.F64, cut(1072, 0x1p-538), func() syntax.Expr {
			return f.either(below(2300), syntax.F64, cut(1548, 0x1p-300), cut(2148, 1))
		})
	})
}
