package num

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestBitsAgainstBig compares the operators on bits with math/big.
func TestBitsAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := gen().Draw(t, "x"), gen().Draw(t, "y")
		k := rapid.OneOf(rapid.IntRange(0, 140), rapid.SampledFrom([]int{62, 63, 64, 65, 1 << 20})).Draw(t, "k")
		same := func(op string, got Num, err error, want *big.Int) {
			if err != nil || got.String() != want.String() {
				t.Fatalf("%s %s %s (or %d) = %s, %v; want %s", x, op, y, k, got, err, want)
			}
			if _, small := got.Int64(); small != want.IsInt64() {
				t.Fatalf("%s %s %s (or %d) = %s is not normalised", x, op, y, k, got)
			}
		}
		same("&", x.And(y), nil, new(big.Int).And(toBig(x), toBig(y)))
		same("|", x.Or(y), nil, new(big.Int).Or(toBig(x), toBig(y)))
		same("^", x.Xor(y), nil, new(big.Int).Xor(toBig(x), toBig(y)))
		r, err := x.Shr(Of(int64(k)))
		same(">>", r, err, new(big.Int).Rsh(toBig(x), uint(k)))
		l, err := x.Shl(Of(int64(k)))
		same("<<", l, err, new(big.Int).Lsh(toBig(x), uint(k)))
	})
}

// Shifts by more bits than there are, and by a negative number.
func TestShiftLimits(t *testing.T) {
	wide, _ := Of(1).Shl(Of(100))
	for _, k := range []Num{Of(MaxBits + 1), Of(1<<63 - 1), wide} {
		if _, err := Of(-1).Shl(k); err != ErrTooBig {
			t.Errorf("-1 << %s: %v", k, err)
		}
		if r, err := Of(0).Shl(k); err != nil || !r.IsZero() {
			t.Errorf("0 << %s is %s, %v", k, r, err)
		}
		for _, c := range []struct{ x, want Num }{{Of(5), Of(0)}, {Of(-5), Of(-1)}, {wide, Of(0)}, {wide.Neg(), Of(-1)}} {
			if r, err := c.x.Shr(k); err != nil || !r.Equal(c.want) {
				t.Errorf("%s >> %s is %s, %v", c.x, k, r, err)
			}
		}
	}
	for _, k := range []Num{Of(-1), wide.Neg()} {
		if _, err := Of(1).Shl(k); err != ErrNegShift {
			t.Errorf("1 << %s: %v", k, err)
		}
		if _, err := Of(1).Shr(k); err != ErrNegShift {
			t.Errorf("1 >> %s: %v", k, err)
		}
	}
}
