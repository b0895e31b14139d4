package fast

import (
	"math"

	"funmem/semantics/syntax"
)

// unary returns the checked 64-bit form of a unary operator.
func unary(op syntax.Op) func(x int64) int64 {
	switch op {
	case syntax.Neg:
		return neg
	case syntax.Abs:
		return func(x int64) int64 {
			if x < 0 {
				return neg(x)
			}
			return x
		}
	case syntax.Not:
		return func(x int64) int64 { return truth(x == 0) }
	case syntax.ToF64:
		return func(x int64) int64 { return bitsOf(float64(x)) }
	case syntax.FromBits:
		return func(x int64) int64 { return x }
	}
	switch bits := syntax.Ops[op].Bits; {
	case op.Wraps():
		return wrap(bits, op.Signed())
	case op.Fits():
		signed := wrap(bits, true)
		return func(x int64) int64 {
			if signed(x) != x {
				bail()
			}
			return x
		}
	}
	panic(unsupported{})
}

// wrap returns a function that wraps an int to so many bits. Unsigned types of more than 63
// bits are left to the rules.
func wrap(bits uint, signed bool) func(x int64) int64 {
	rest := 64 - bits
	switch {
	case signed && bits == 64:
		return func(x int64) int64 { return x }
	case signed:
		return func(x int64) int64 { return x << rest >> rest }
	case bits == 64:
		return func(x int64) int64 {
			if x < 0 {
				bail()
			}
			return x
		}
	}
	return func(x int64) int64 { return x & (1<<bits - 1) }
}

func neg(x int64) int64 {
	if x == math.MinInt64 {
		bail()
	}
	return -x
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// binary returns the checked 64-bit form of a binary operator.
func binary(op syntax.Op) func(x, y int64) int64 {
	switch op {
	case syntax.Add:
		return add
	case syntax.Sub:
		return sub
	case syntax.Mul:
		return mul
	case syntax.Div:
		return div
	case syntax.Mod:
		return mod
	case syntax.Quo:
		return quo
	case syntax.Rem:
		return rem
	case syntax.Pow:
		return pow
	case syntax.Min:
		return func(x, y int64) int64 { return min(x, y) }
	case syntax.Max:
		return func(x, y int64) int64 { return max(x, y) }
	case syntax.BitAnd:
		return func(x, y int64) int64 { return x & y }
	case syntax.BitOr:
		return func(x, y int64) int64 { return x | y }
	case syntax.BitXor:
		return func(x, y int64) int64 { return x ^ y }
	case syntax.Shl:
		return shl
	case syntax.Shr:
		return shr
	}
	if c := compare(op); c != nil {
		return func(x, y int64) int64 { return truth(c(x, y)) }
	}
	panic(unsupported{})
}

// compare returns a comparison, or nil for another operator.
func compare(op syntax.Op) func(x, y int64) bool {
	switch op {
	case syntax.Eq:
		return func(x, y int64) bool { return x == y }
	case syntax.Ne:
		return func(x, y int64) bool { return x != y }
	case syntax.Lt:
		return func(x, y int64) bool { return x < y }
	case syntax.Le:
		return func(x, y int64) bool { return x <= y }
	case syntax.Gt:
		return func(x, y int64) bool { return x > y }
	case syntax.Ge:
		return func(x, y int64) bool { return x >= y }
	}
	return nil
}

func add(x, y int64) int64 {
	s := x + y
	if (x^s)&(y^s) < 0 {
		bail()
	}
	return s
}

func sub(x, y int64) int64 {
	s := x - y
	if (x^y)&(x^s) < 0 {
		bail()
	}
	return s
}

// quo rounds toward zero.
func quo(x, y int64) int64 {
	if y == 0 || x == math.MinInt64 && y == -1 {
		bail()
	}
	return x / y
}

// rem returns the remainder that belongs to quo.
func rem(x, y int64) int64 {
	if y == 0 {
		bail()
	}
	if y == -1 {
		return 0
	}
	return x % y
}

// div rounds towards minus infinity.
func div(x, y int64) int64 {
	q := quo(x, y)
	if r := x - q*y; r != 0 && (r < 0) != (y < 0) {
		q--
	}
	return q
}

// mod returns the remainder that belongs to div.
func mod(x, y int64) int64 {
	r := rem(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// shl returns x · 2^y.
func shl(x, y int64) int64 {
	if y < 0 || y > 63 && x != 0 {
		bail()
	}
	s := x << y
	if s>>y != x {
		bail()
	}
	return s
}

// shr returns x / 2^y, rounded towards minus infinity.
func shr(x, y int64) int64 {
	if y < 0 {
		bail()
	}
	return x >> y
}

// pow returns x to the power of y, by squaring.
func pow(x, y int64) int64 {
	if y < 0 {
		bail()
	}
	p := int64(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			p = mul(p, x)
		}
		if y > 1 {
			x = mul(x, x)
		}
	}
	return p
}
