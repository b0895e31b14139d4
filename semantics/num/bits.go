package num

import (
	"errors"
	"math/bits"

	"github.com/cockroachdb/apd/v3"
)

// ErrNegShift is a shift by a negative number of bits.
var ErrNegShift = errors.New("negative shift")

// And is x & y, bit by bit. Here and below, a negative integer is its two's
// complement of unbounded width: infinitely many ones to the left.
func (x Num) And(y Num) Num {
	if x.w == nil && y.w == nil {
		return Num{s: x.s & y.s}
	}
	return norm(new(apd.BigInt).And(x.big(), y.big()))
}

// Or is x | y.
func (x Num) Or(y Num) Num {
	if x.w == nil && y.w == nil {
		return Num{s: x.s | y.s}
	}
	return norm(new(apd.BigInt).Or(x.big(), y.big()))
}

// Xor is x ^ y.
func (x Num) Xor(y Num) Num {
	if x.w == nil && y.w == nil {
		return Num{s: x.s ^ y.s}
	}
	return norm(new(apd.BigInt).Xor(x.big(), y.big()))
}

// Shl is x << y, that is x · 2^y, or ErrNegShift or ErrTooBig.
func (x Num) Shl(y Num) (Num, error) {
	switch {
	case y.Sign() < 0:
		return Num{}, ErrNegShift
	case x.IsZero():
		return x, nil
	case y.w != nil || y.s > MaxBits || int64(x.Bits())+y.s > MaxBits:
		return Num{}, ErrTooBig
	}
	if x.w == nil && y.s < 64 {
		if s := x.s << y.s; s>>y.s == x.s {
			return Num{s: s}, nil
		}
	}
	return norm(new(apd.BigInt).Lsh(x.big(), uint(y.s))), nil
}

// Shr is x >> y, that is x / 2^y rounded to minus infinity, or ErrNegShift.
func (x Num) Shr(y Num) (Num, error) {
	switch {
	case y.Sign() < 0:
		return Num{}, ErrNegShift
	case y.w != nil || y.s >= int64(max(x.Bits(), bits.UintSize)):
		return Of(int64(min(x.Sign(), 0))), nil
	case x.w == nil:
		return Num{s: x.s >> y.s}, nil
	}
	return norm(new(apd.BigInt).Rsh(x.big(), uint(y.s))), nil
}
