package num

import (
	"errors"
	"math"

	"github.com/cockroachdb/apd/v3"
)

// ErrWide is an integer that does not fit the required width.
var ErrWide = errors.New("the integer does not fit")

// Wrap is the integer with the given number of bits, at most 64, that differs from x by a
// multiple of 2^bits. With a sign it is in two's complement; without one it starts from 0.
func (x Num) Wrap(bits uint, signed bool) Num {
	low := uint64(x.s)
	if x.w != nil {
		mask := new(apd.BigInt).SetUint64(math.MaxUint64)
		low = mask.And(mask, x.w.b).Uint64()
	}
	if signed {
		return Of(int64(low<<(64-bits)) >> (64 - bits))
	}
	low = low << (64 - bits) >> (64 - bits)
	if low > math.MaxInt64 {
		return norm(new(apd.BigInt).SetUint64(low))
	}
	return Of(int64(low))
}

// Fit is x, or ErrWide if it does not fit that many bits with a sign.
func (x Num) Fit(bits uint) (Num, error) {
	if !x.Wrap(bits, true).Equal(x) {
		return Num{}, ErrWide
	}
	return x, nil
}

// Float rounds to the nearest real of 16 or 32 bits, ties to even. A decimal is first
// rounded to a double.
func (r *Reals) Float(bits uint, x Real) Real {
	f := x.Float64()
	if bits == 16 {
		f = half(f)
	} else {
		f = float64(float32(f))
	}
	return r.Of(RealOf(f))
}

// nan is the bits of NaN, the same wherever it came from.
const nan = 0x7ff8 << 48

// Bits is the 64 bits of a double as an int with a sign. For a decimal it is the bits of
// the nearest double.
func (x Real) Bits() Num {
	if x.IsNaN() {
		return Of(nan)
	}
	return Of(int64(math.Float64bits(x.Float64())))
}

// OfBits is the double that has the low 64 bits of an int.
func (r *Reals) OfBits(x Num) Real {
	return r.Of(RealOf(math.Float64frombits(uint64(x.Wrap(64, true).s))))
}

// half is the nearest IEEE half: 11 binary digits, exponents from -14 to 15, and multiples
// of 2^-24 below.
func half(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) || f == 0 {
		return f
	}
	_, exp := math.Frexp(f)
	unit := math.Ldexp(1, max(exp, -13)-11)
	if f = math.RoundToEven(f/unit) * unit; math.Abs(f) > 65504 {
		return math.Inf(int(math.Copysign(1, f)))
	}
	return f
}
