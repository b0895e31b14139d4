package num

import (
	"errors"
	"math"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Reals is the arithmetic of f64: of IEEE doubles when Digits is 0, and else of
// decimals with that many significant digits, rounded to nearest, ties to even.
// Both follow IEEE for infinities, NaN and the sign of zero.
type Reals struct {
	Digits int
	ctx    *apd.Context
	ask    func()
}

// Asking returns r with a function that is called within long computations, and may end them by a panic.
func (r *Reals) Asking(ask func()) *Reals {
	if r.Digits == 0 {
		return r
	}
	return &Reals{r.Digits, r.ctx, ask}
}

// MaxDigits is the greatest number of digits of decimal arithmetic.
const MaxDigits = 10_000

// NewReals is the arithmetic with that many digits, 0 for doubles.
func NewReals(digits int) *Reals { return &Reals{Digits: digits, ctx: decimalContext(digits)} }

// maxExponent bounds the exponents of decimals: beyond it are infinities and
// zeros. It leaves room below apd's own bound, where apd gives errors instead.
const maxExponent = 40_000

func decimalContext(digits int) *apd.Context {
	return &apd.Context{Precision: uint32(max(1, digits)), MaxExponent: maxExponent, MinExponent: -maxExponent, Rounding: apd.RoundHalfEven}
}

// Doubles is the arithmetic of doubles.
var Doubles = NewReals(0)

// ErrNaN is a conversion of NaN or an infinity to an int.
var ErrNaN = errors.New("not a finite number")

// Parse reads a real as a program writes it: 1.5, 2e-3, 1_000.5, nan, inf.
func (r *Reals) Parse(text string) (Real, error) {
	d, _, err := new(apd.Decimal).SetString(strings.ReplaceAll(text, "_", ""))
	if err != nil {
		return Real{}, err
	}
	return r.round(d), nil
}

// Literal is a real that a program writes: f as a double. If there is a text, digits
// beyond those of a double come from it.
func (r *Reals) Literal(text string, f float64) Real {
	if r.Digits == 0 {
		return RealOf(f)
	}
	if text != "" {
		if x, err := r.Parse(text); err == nil {
			return x
		}
	}
	return r.Of(RealOf(f))
}

// round is a decimal, rounded to a value of this arithmetic.
func (r *Reals) round(d *apd.Decimal) Real {
	if r.Digits == 0 {
		return RealOf(Real{d: d}.Float64())
	}
	out := new(apd.Decimal)
	if _, err := r.ctx.Round(out, d); err != nil {
		out.Form = apd.NaN
	}
	return Real{d: zeroExponent(out)}
}

// Of is x, rounded to a value of this arithmetic.
func (r *Reals) Of(x Real) Real {
	if r.Digits == 0 && x.d == nil {
		return x
	}
	return r.round(x.decimal())
}

// OfInt is the f64 nearest to an int.
func (r *Reals) OfInt(x Num) Real {
	if r.Digits == 0 {
		return RealOf(x.double())
	}
	d := new(apd.Decimal)
	d.Coeff.Abs(x.big())
	d.Negative = x.Sign() < 0
	return r.round(d)
}

// ToInt is x without its fraction, or ErrNaN or ErrTooBig.
func (r *Reals) ToInt(x Real) (Num, error) {
	if x.IsNaN() || x.IsInf() {
		return Num{}, ErrNaN
	}
	if x.d == nil && math.Abs(x.f) < 1<<62 {
		return Of(int64(x.f)), nil
	}
	d := new(apd.Decimal).Set(x.decimal())
	if int64(d.Exponent) > MaxBits/4 {
		return Num{}, ErrTooBig
	}
	whole, rest := new(apd.Decimal), new(apd.Decimal)
	d.Modf(whole, rest)
	k := new(apd.BigInt).Set(&whole.Coeff)
	if whole.Exponent > 0 {
		k.Mul(k, new(apd.BigInt).Exp(apd.NewBigInt(10), apd.NewBigInt(int64(whole.Exponent)), nil))
	}
	if whole.Negative {
		k.Neg(k)
	}
	return norm(k), nil
}

// binary applies a function of doubles or one of decimals.
func (r *Reals) binary(x, y Real, f func(x, y float64) float64, g func(d, x, y *apd.Decimal) (apd.Condition, error)) Real {
	if r.Digits == 0 {
		return RealOf(f(x.Float64(), y.Float64()))
	}
	d := new(apd.Decimal)
	if _, err := g(d, x.decimal(), y.decimal()); err != nil {
		return Real{d: &apd.Decimal{Form: apd.NaN}}
	}
	return Real{d: zeroExponent(d)}
}

// zeroExponent is d, with the exponent 0 if d is zero, because apd scales what is added
// to it.
func zeroExponent(d *apd.Decimal) *apd.Decimal {
	if d.IsZero() {
		d.Exponent = 0
	}
	return d
}

// Add is x + y.
func (r *Reals) Add(x, y Real) Real {
	return r.binary(x, y, func(x, y float64) float64 { return x + y }, r.ctx.Add)
}

// Sub is x - y.
func (r *Reals) Sub(x, y Real) Real {
	return r.binary(x, y, func(x, y float64) float64 { return x - y }, r.ctx.Sub)
}

// Mul is x * y.
func (r *Reals) Mul(x, y Real) Real {
	return r.binary(x, y, func(x, y float64) float64 { return x * y }, r.ctx.Mul)
}

// Div is x / y.
func (r *Reals) Div(x, y Real) Real {
	return r.binary(x, y, func(x, y float64) float64 { return x / y }, r.ctx.Quo)
}

// Rem is x minus the multiple of y nearest to x on the side of 0, exactly. It has the
// sign of x. It is NaN if y is 0 or x is infinite.
func (r *Reals) Rem(x, y Real) Real {
	if r.Digits == 0 || x.IsNaN() || y.IsNaN() || x.IsInf() || y.IsInf() || x.Sign() == 0 || y.Sign() == 0 {
		if y.IsInf() && !x.IsNaN() && !x.IsInf() {
			return r.Of(x)
		}
		return r.Of(RealOf(math.Mod(x.Float64(), y.Float64())))
	}
	d, a, b := new(apd.Decimal), x.decimal(), y.decimal()
	_, _ = decimalContext(max(1, magnitude(a)-magnitude(b)+1)+int(a.NumDigits()+b.NumDigits())).Rem(d, a, b)
	d.Negative = a.Negative
	return r.round(d)
}

// Pow is x ** y; x ** 0 and 1 ** y are 1 for all x and y.
func (r *Reals) Pow(x, y Real) Real {
	one := r.Of(RealOf(1))
	if y.Sign() == 0 && !y.IsNaN() || x.Equal(one) {
		return one
	}
	if r.Digits > 0 && (x.IsInf() || y.IsInf() || x.Sign() == 0) {
		return r.Of(RealOf(math.Pow(x.Float64(), y.Float64()))) // exact: 0, 1, inf or nan
	}
	return r.binary(x, y, math.Pow, r.pow)
}

// pow is apd's for exponents that are ints and not large, with the digits that they
// cost. Otherwise it is e to the power y·ln|x|.
func (r *Reals) pow(d, x, y *apd.Decimal) (apd.Condition, error) {
	whole, rest := new(apd.Decimal), new(apd.Decimal)
	y.Modf(whole, rest)
	odd := rest.IsZero() && whole.Exponent == 0 && whole.Coeff.Bit(0) == 1
	if x.Negative && !rest.IsZero() {
		d.Form = apd.NaN
		return 0, nil
	}
	if rest.IsZero() && magnitude(y) <= 6 {
		if _, err := decimalContext(r.Digits+10+max(0, magnitude(y))).Pow(d, x, y); err == nil {
			return r.ctx.Round(d, d)
		}
	}
	base := new(apd.Decimal).Abs(x)
	w := r.worker(20)
	w = w.more(-magnitude(w.sub(base, apd.New(1, 0))))
	power := w.exp(w.mul(y, w.ln(base)))
	power.Negative = x.Negative && odd
	return r.ctx.Round(d, power)
}

// Sign is -1, 0 or 1, and 0 for NaN.
func (x Real) Sign() int {
	c, _ := x.Cmp(Real{})
	return c
}

// Min is the smaller of x and y, NaN when one is.
func (r *Reals) Min(x, y Real) Real { return r.choose(x, y, math.Min, -1) }

// Max is the greater of x and y, NaN when one is.
func (r *Reals) Max(x, y Real) Real { return r.choose(x, y, math.Max, 1) }

func (r *Reals) choose(x, y Real, f func(x, y float64) float64, want int) Real {
	switch c, ok := x.Cmp(y); {
	case x.IsNaN() || ok && c == want:
		return x
	case r.Digits == 0 && ok:
		return RealOf(f(x.Float64(), y.Float64()))
	case c == 0 && ok && x.decimal().Negative == (want < 0):
		return x
	}
	return y
}

// Neg is -x.
func (r *Reals) Neg(x Real) Real {
	if x.d == nil {
		return RealOf(-x.f)
	}
	d := new(apd.Decimal).Set(x.d) // apd's Neg is 0 for 0
	d.Negative = !d.Negative
	return Real{d: d}
}

// Abs is the magnitude.
func (r *Reals) Abs(x Real) Real {
	if x.d == nil {
		return RealOf(math.Abs(x.f))
	}
	return Real{d: new(apd.Decimal).Abs(x.d)}
}
