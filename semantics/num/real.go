package num

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Real is a value of type f64: an IEEE double, or, in the decimal arithmetic that
// a user can ask for, a decimal. The zero value is the double 0. It is immutable.
type Real struct {
	f float64
	d *apd.Decimal // not nil: the value, and f is not it
}

// RealOf is the Real of a double.
func RealOf(f float64) Real { return Real{f: f} }

// Float64 is the value as a double, rounded to nearest.
func (x Real) Float64() float64 {
	if x.d == nil {
		return x.f
	}
	f, err := x.d.Float64()
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return math.NaN()
	}
	return f
}

// IsNaN tells whether x is not a number.
func (x Real) IsNaN() bool {
	if x.d == nil {
		return math.IsNaN(x.f)
	}
	return x.d.Form == apd.NaN || x.d.Form == apd.NaNSignaling
}

// IsInf tells whether x is an infinity.
func (x Real) IsInf() bool {
	if x.d == nil {
		return math.IsInf(x.f, 0)
	}
	return x.d.Form == apd.Infinite
}

// Equal tells whether x and y are the same value, bit for bit: 0.0 and -0.0
// differ. NaN equals itself.
func (x Real) Equal(y Real) bool {
	switch {
	case x.IsNaN() || y.IsNaN():
		return x.IsNaN() && y.IsNaN()
	case x.d == nil && y.d == nil:
		return math.Float64bits(x.f) == math.Float64bits(y.f)
	}
	a, b := x.decimal(), y.decimal()
	return a.Cmp(b) == 0 && a.Negative == b.Negative
}

// Cmp is -1, 0 or 1 as x is less than, equal to or greater than y, as IEEE has it.
// It is not ok if one is NaN, because then nothing holds.
func (x Real) Cmp(y Real) (c int, ok bool) {
	switch {
	case x.IsNaN() || y.IsNaN():
		return 0, false
	case x.d == nil && y.d == nil:
		switch {
		case x.f < y.f:
			return -1, true
		case x.f > y.f:
			return 1, true
		}
		return 0, true
	}
	return x.decimal().Cmp(y.decimal()), true
}

// String is the shortest decimal that reads back as the same double, with a point
// or an exponent. For a decimal it is all digits, without zeros at the end.
func (x Real) String() string {
	if x.IsNaN() {
		return "nan"
	}
	if x.d == nil {
		return realText(x.f)
	}
	if x.d.IsZero() {
		return realText(x.Float64())
	}
	if x.d.Form == apd.Infinite {
		return strings.ToLower(strings.TrimSuffix(x.d.String(), "inity"))
	}
	d := new(apd.Decimal)
	d.Reduce(x.d)
	s := strings.ToLower(d.Text('G'))
	if size := int64(d.NumDigits()) + int64(d.Exponent); -4 <= size && size <= 21 { // no exponent yet
		s = d.Text('f')
	}
	s = strings.Replace(s, "e+", "e", 1)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func realText(f float64) string {
	if math.IsInf(f, 0) {
		return strings.TrimPrefix(strings.ToLower(fmt.Sprint(f)), "+")
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if exp := math.Abs(f); exp >= 1e6 && exp < 1e16 { // as NumPy and Futhark: no exponent yet
		s = strconv.FormatFloat(f, 'f', -1, 64)
	}
	s = strings.Replace(s, "e+", "e", 1)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// decimal is x as a decimal that must not be written. Every double has an exact
// decimal.
func (x Real) decimal() *apd.Decimal {
	if x.d != nil {
		return x.d
	}
	d := new(apd.Decimal)
	switch {
	case math.IsNaN(x.f):
		d.Form = apd.NaN
	case math.IsInf(x.f, 0):
		d.Form, d.Negative = apd.Infinite, x.f < 0
	default:
		// f = m · 2^e = (m · 5^-e) · 10^e for e < 0
		m, e := math.Frexp(x.f)
		coeff, k := apd.NewBigInt(int64(math.Ldexp(math.Abs(m), 53))), e-53
		if k >= 0 {
			coeff.Mul(coeff, new(apd.BigInt).Exp(apd.NewBigInt(2), apd.NewBigInt(int64(k)), nil))
			k = 0
		} else {
			coeff.Mul(coeff, new(apd.BigInt).Exp(apd.NewBigInt(5), apd.NewBigInt(int64(-k)), nil))
		}
		d.Coeff.Set(coeff)
		d.Exponent, d.Negative = int32(k), math.Signbit(x.f)
	}
	return d
}
