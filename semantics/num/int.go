package num

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// ErrDivZero is division or remainder by zero.
var ErrDivZero = errors.New("division by zero")

// ErrNegExp is a negative exponent.
var ErrNegExp = errors.New("negative exponent")

// ErrTooBig is a result of more than MaxBits bits.
var ErrTooBig = errors.New("the result has too many digits")

// MaxBits bounds the size of one integer: 2^21 bits are 630,000 decimal digits.
// One operation on such integers takes well under 100 ms, so that an evaluation
// can be interrupted in time.
const MaxBits = 1 << 21

// Parse reads a decimal, 0x, 0o or 0b literal; underscores between digits are
// allowed.
func Parse(text string) (Num, error) {
	t := strings.ReplaceAll(text, "_", "")
	b, ok := new(apd.BigInt).SetString(t, 0)
	if !ok {
		return Num{}, fmt.Errorf("%q is not an integer", text)
	}
	return norm(b), nil
}

// norm takes ownership of b.
func norm(b *apd.BigInt) Num {
	if b.IsInt64() {
		return Num{s: b.Int64()}
	}
	return Num{w: &wide{b: b}}
}

// big is x as a BigInt that must not be written.
func (x Num) big() *apd.BigInt {
	if x.w != nil {
		return x.w.b
	}
	return apd.NewBigInt(x.s)
}

// Sign is -1, 0 or 1.
func (x Num) Sign() int {
	if x.w != nil {
		return x.w.b.Sign()
	}
	switch {
	case x.s < 0:
		return -1
	case x.s > 0:
		return 1
	}
	return 0
}

// Cmp is -1, 0 or 1 as x is less than, equal to or greater than y.
func (x Num) Cmp(y Num) int {
	if x.w == nil && y.w == nil {
		switch {
		case x.s < y.s:
			return -1
		case x.s > y.s:
			return 1
		}
		return 0
	}
	return x.big().Cmp(y.big())
}

// Bits is the length of the magnitude in bits.
func (x Num) Bits() int {
	if x.w != nil {
		return x.w.b.BitLen()
	}
	if x.s == math.MinInt64 {
		return 64
	}
	return bits.Len64(uint64(max(x.s, -x.s)))
}

// Add is x + y.
func (x Num) Add(y Num) Num {
	if x.w == nil && y.w == nil {
		if s := x.s + y.s; (x.s^s)&(y.s^s) >= 0 {
			return Num{s: s}
		}
	}
	return norm(new(apd.BigInt).Add(x.big(), y.big()))
}

// Sub is x - y.
func (x Num) Sub(y Num) Num {
	if x.w == nil && y.w == nil {
		if s := x.s - y.s; (x.s^y.s)&(x.s^s) >= 0 {
			return Num{s: s}
		}
	}
	return norm(new(apd.BigInt).Sub(x.big(), y.big()))
}

// Mul is x * y, or ErrTooBig.
func (x Num) Mul(y Num) (Num, error) {
	if x.w == nil && y.w == nil {
		if p, ok := Mul64(x.s, y.s); ok {
			return Num{s: p}, nil
		}
	}
	if x.Bits()+y.Bits() > MaxBits {
		return Num{}, ErrTooBig
	}
	return norm(new(apd.BigInt).Mul(x.big(), y.big())), nil
}

// Mul64 is x * y and whether it fits 64 bits.
func Mul64(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64((x>>63)&y) + uint64((y>>63)&x)
	p := int64(lo)
	return p, hi == uint64(p>>63)
}

// double is the double nearest to an int, in time that grows with its words.
func (x Num) double() float64 {
	if x.w == nil {
		return float64(x.s)
	}
	f, _ := new(big.Float).SetInt(x.w.b.MathBigInt()).Float64()
	return f
}

// Neg is -x.
func (x Num) Neg() Num { return Num{}.Sub(x) }

// Abs is the magnitude.
func (x Num) Abs() Num {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Min is the smaller of x and y.
func (x Num) Min(y Num) Num {
	if y.Cmp(x) < 0 {
		return y
	}
	return x
}

// Max is the greater of x and y.
func (x Num) Max(y Num) Num {
	if y.Cmp(x) > 0 {
		return y
	}
	return x
}

// Quo is the quotient rounded toward zero, or ErrDivZero.
func (x Num) Quo(y Num) (Num, error) {
	if y.IsZero() {
		return Num{}, ErrDivZero
	}
	if x.w == nil && y.w == nil && !(x.s == math.MinInt64 && y.s == -1) {
		return Num{s: x.s / y.s}, nil
	}
	return norm(new(apd.BigInt).Quo(x.big(), y.big())), nil
}

// Rem is the remainder that goes with Quo: it has the sign of x.
func (x Num) Rem(y Num) (Num, error) {
	if y.IsZero() {
		return Num{}, ErrDivZero
	}
	if x.w == nil && y.w == nil {
		if y.s == -1 {
			return Num{}, nil
		}
		return Num{s: x.s % y.s}, nil
	}
	return norm(new(apd.BigInt).Rem(x.big(), y.big())), nil
}

// quoRem is Quo and Rem, of numbers of many words in one division.
func (x Num) quoRem(y Num) (q, r Num, err error) {
	if y.IsZero() || x.w == nil && y.w == nil {
		if q, err = x.Quo(y); err == nil {
			r, err = x.Rem(y)
		}
		return q, r, err
	}
	bq, br := new(apd.BigInt).QuoRem(x.big(), y.big(), new(apd.BigInt))
	return norm(bq), norm(br), nil
}

// Div is the quotient rounded to minus infinity, or ErrDivZero.
func (x Num) Div(y Num) (Num, error) {
	q, r, err := x.quoRem(y)
	if err != nil {
		return q, err
	}
	if !r.IsZero() && r.Sign() != y.Sign() {
		q = q.Sub(Of(1))
	}
	return q, nil
}

// Mod is the remainder that goes with Div: it has the sign of y.
func (x Num) Mod(y Num) (Num, error) {
	r, err := x.Rem(y)
	if err == nil && !r.IsZero() && r.Sign() != y.Sign() {
		r = r.Add(y)
	}
	return r, err
}

// Pow is x to the power y, ErrNegExp or ErrTooBig.
func (x Num) Pow(y Num) (Num, error) {
	if y.Sign() < 0 {
		return Num{}, ErrNegExp
	}
	if x.w == nil && (x.s == 0 || x.s == 1 || x.s == -1) {
		odd, _ := y.Rem(Of(2))
		switch {
		case y.IsZero():
			return Of(1), nil
		case x.s == -1 && odd.IsZero():
			return Of(1), nil
		}
		return x, nil
	}
	if y.w != nil || int64(x.Bits()-1) > MaxBits/max(1, y.s) {
		return Num{}, ErrTooBig
	}
	return norm(new(apd.BigInt).Exp(x.big(), y.big(), nil)), nil
}
