package num

import (
	"math"

	"github.com/cockroachdb/apd/v3"
)

// Function is a function of one f64.
type Function uint8

// The functions. Round rounds ties to even, Trunc toward zero. No function is 0.
const (
	Sqrt Function = iota + 1
	Exp
	Log
	Log2
	Log10
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	Gamma
	Lgamma
	Erf
	Erfc
	Floor
	Ceil
	Round
	Trunc
)

var doubles = [...]func(float64) float64{
	nil, math.Sqrt, math.Exp, logarithm, math.Log2, logarithm10, math.Sin, math.Cos, math.Tan, arcsine, arccosine, math.Atan,
	sinh, cosh, math.Tanh, math.Gamma, logGamma, math.Erf, math.Erfc, math.Floor, math.Ceil, math.RoundToEven, math.Trunc,
}

// logarithm and logarithm10 are math.Log and math.Log10, which on some machines are
// wrong for the numbers below the least normal one, 2^-1022.
func logarithm(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// arcsine and arccosine are math.Asin and math.Acos without their loss of digits
// near 1 and -1: 1 - x and 1 + x are exact there.
func arcsine(x float64) float64 {
	if math.Abs(x) <= 0.5 || math.Abs(x) > 1 {
		return math.Asin(x)
	}
	return math.Atan2(x, math.Sqrt((1-x)*(1+x)))
}

func arccosine(x float64) float64 {
	if math.Abs(x) <= 0.5 || math.Abs(x) > 1 {
		return math.Acos(x)
	}
	return 2 * math.Atan2(math.Sqrt(1-x), math.Sqrt(1+x))
}

func logarithm10(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log10(x*0x1p54) - 54*(math.Ln2/math.Ln10)
	}
	return math.Log10(x)
}

// sinh and cosh replace math.Sinh and math.Cosh, which are infinite where e^x is,
// although half of e^x is not.
func sinh(x float64) float64 {
	if math.Abs(x) > 709 {
		return math.Copysign(cosh(x), x)
	}
	return math.Sinh(x)
}

func cosh(x float64) float64 {
	if a := math.Abs(x); a > 709 {
		root := math.Exp(a / 2)
		return root / 2 * root
	}
	return math.Cosh(x)
}

// Apply is f(x). Where doubles have exact results (NaN, infinities, zeros, outside
// the domain), decimals have the same. Other results of decimals are computed with
// guard digits and rounded once.
func (r *Reals) Apply(f Function, x Real) Real {
	if r.Digits == 0 {
		return RealOf(doubles[f](x.Float64()))
	}
	if x.IsNaN() || x.IsInf() || x.Sign() == 0 || outside(f, x) {
		return r.special(f, x)
	}
	d := x.decimal()
	if f >= Floor {
		return r.integral(f, d)
	}
	w := r.worker(12)
	return r.round(w.apply(f, d))
}

// Atan2 is the angle of the point (x, y).
func (r *Reals) Atan2(y, x Real) Real {
	if r.Digits == 0 {
		return RealOf(math.Atan2(y.Float64(), x.Float64()))
	}
	if y.IsNaN() || x.IsNaN() {
		return r.Of(RealOf(math.NaN()))
	}
	w := r.worker(12)
	pi := w.pi()
	turns := func(k, n int64) Real { // k/n of π, with the sign of y
		d := w.quo(w.mul(pi, apd.New(k, 0)), apd.New(n, 0))
		d.Negative = y.decimal().Negative
		return r.round(d)
	}
	left := x.decimal().Negative
	switch {
	case y.IsInf() && x.IsInf() && left:
		return turns(3, 4)
	case y.IsInf() && x.IsInf():
		return turns(1, 4)
	case y.IsInf() || x.Sign() == 0 && y.Sign() != 0:
		return turns(1, 2)
	case (x.IsInf() || y.Sign() == 0) && left:
		return turns(1, 1)
	case x.IsInf() || y.Sign() == 0:
		zero := new(apd.Decimal)
		zero.Negative = y.decimal().Negative
		return Real{d: zero}
	}
	a := w.atan(w.quo(y.decimal(), x.decimal()))
	if !left {
		return r.round(a)
	}
	if y.decimal().Negative {
		return r.round(w.sub(a, pi))
	}
	return r.round(w.add(a, pi))
}

// outside tells whether a finite x is not in the domain of f.
func outside(f Function, x Real) bool {
	switch f {
	case Sqrt, Log, Log2, Log10:
		return x.Sign() < 0
	case Asin, Acos:
		return new(apd.Decimal).Abs(x.decimal()).Cmp(apd.New(1, 0)) > 0
	}
	return false
}

// special is f where doubles have an exact result. The only inexact result is π/2.
func (r *Reals) special(f Function, x Real) Real {
	if (f == Acos && x.Sign() == 0 || f == Atan && x.IsInf()) && !x.IsNaN() {
		w := r.worker(12)
		half := w.quo(w.pi(), apd.New(2, 0))
		half.Negative = f == Atan && x.decimal().Negative
		return r.round(half)
	}
	if outside(f, x) {
		return r.Of(RealOf(math.NaN()))
	}
	return r.Of(RealOf(doubles[f](x.Float64())))
}

func (r *Reals) integral(f Function, x *apd.Decimal) Real {
	d := new(apd.Decimal)
	ctx := decimalContext(max(r.Digits, int(x.NumDigits())+1))
	switch f {
	case Floor:
		ctx.Floor(d, x)
	case Ceil:
		ctx.Ceil(d, x)
	case Round:
		ctx.RoundToIntegralValue(d, x)
	default:
		ctx.Rounding = apd.RoundDown
		ctx.RoundToIntegralValue(d, x)
	}
	if d.IsZero() {
		d.Negative = x.Negative
	}
	return Real{d: d}
}
