package num

import "github.com/cockroachdb/apd/v3"

// work is decimal arithmetic with a number of digits beyond those wanted. apd has no
// trigonometric functions, so they are computed here, by their series on a small argument.
type work struct {
	*apd.Context
	ask func() // called before each operation; it may end the work by a panic. nil: nobody asks
}

// worker returns the arithmetic for a function with so many digits beyond those of r.
func (r *Reals) worker(more int) work { return work{decimalContext(r.Digits + more), r.ask} }

// more is a worker with n digits more.
func (w work) more(n int) work { return work{decimalContext(int(w.Precision) + max(0, n)), w.ask} }

func (w work) add(x, y *apd.Decimal) *apd.Decimal { return w.settled(w.Add, x, y) }
func (w work) sub(x, y *apd.Decimal) *apd.Decimal { return w.settled(w.Sub, x, y) }
func (w work) mul(x, y *apd.Decimal) *apd.Decimal { return w.settled(w.Mul, x, y) }
func (w work) quo(x, y *apd.Decimal) *apd.Decimal { return w.settled(w.Quo, x, y) }

func (w work) sqrt(x *apd.Decimal) *apd.Decimal {
	w.poll()
	d := new(apd.Decimal)
	w.Sqrt(d, x)
	return d
}

// poll asks whether to go on.
func (w work) poll() {
	if w.ask != nil {
		w.ask()
	}
}

// settled is the result of an apd function of x and y. It is an infinity or 0 also where
// the result is so far out of bounds that apd does not compute it.
func (w work) settled(f func(d, x, y *apd.Decimal) (apd.Condition, error), x, y *apd.Decimal) *apd.Decimal {
	w.poll()
	d := new(apd.Decimal)
	switch cond, _ := f(d, x, y); {
	case cond.SystemOverflow():
		return &apd.Decimal{Form: apd.Infinite, Negative: d.Negative}
	case cond.SystemUnderflow():
		return &apd.Decimal{Negative: d.Negative}
	}
	return d
}

// magnitude is e for an x that is not 0: 10^(e-1) <= |x| < 10^e.
func magnitude(x *apd.Decimal) int { return int(x.NumDigits()) + int(x.Exponent) }

// mostMagnitude bounds the arguments of sin, cos and tan, because reducing them takes as
// many digits of π. Beyond it the functions are NaN.
const mostMagnitude = 20_000

// apply is f(x) for an x that is finite, not 0 and in the domain.
func (w work) apply(f Function, x *apd.Decimal) *apd.Decimal {
	one, two := apd.New(1, 0), apd.New(2, 0)
	switch f {
	case Sqrt:
		return w.sqrt(x)
	case Exp:
		return w.exp(x)
	case Log:
		return w.more(-magnitude(w.sub(x, one))).ln(x)
	case Log2:
		v := w.more(-magnitude(w.sub(x, one)))
		return v.quo(v.ln(x), v.ln(two))
	case Log10:
		v := w.more(-magnitude(w.sub(x, one)))
		return v.quo(v.ln(x), v.ln(apd.New(10, 0)))
	case Sin, Cos, Tan:
		return w.trig(f, x)
	case Atan:
		return w.atan(x)
	case Asin, Acos:
		v := w.more(int(w.Precision)) // 1 - x² may lose half of the digits
		co := v.sqrt(v.mul(v.sub(one, x), v.add(one, x)))
		if f == Asin {
			return v.angle(x, co)
		}
		return v.angle(co, x)
	case Gamma:
		return w.gamma(x)
	case Lgamma:
		return w.lgamma(x)
	case Erf:
		return w.erf(x)
	case Erfc:
		return w.erfc(x)
	}
	return w.hyperbolic(f, x)
}

// angle is the angle of a point that is not the origin, with y >= 0 or x >= 0.
func (w work) angle(y, x *apd.Decimal) *apd.Decimal {
	if x.IsZero() {
		d := w.quo(w.pi(), apd.New(2, 0))
		d.Negative = y.Negative
		return d
	}
	a := w.atan(w.quo(y, x))
	if x.Negative {
		return w.add(a, w.pi())
	}
	return a
}

// pi is π by Gauss and Legendre: each round doubles the digits.
func (w work) pi() *apd.Decimal {
	v := w.more(10)
	one, two := apd.New(1, 0), apd.New(2, 0)
	a, b := one, v.quo(one, v.sqrt(two))
	t, p := apd.New(25, -2), one
	for digits := 1; digits < 2*int(v.Precision); digits *= 2 {
		next := v.quo(v.add(a, b), two)
		b = v.sqrt(v.mul(a, b))
		d := v.sub(a, next)
		t = v.sub(t, v.mul(p, v.mul(d, d)))
		p, a = v.mul(two, p), next
	}
	s := v.add(a, b)
	return v.quo(v.mul(s, s), v.mul(apd.New(4, 0), t))
}

// trig reduces x to r in [-π/4, π/4] with x = k·π/2 + r, and applies the function that
// quadrant k makes from sin r and cos r.
func (w work) trig(f Function, x *apd.Decimal) *apd.Decimal {
	e := magnitude(x)
	if e > mostMagnitude {
		return &apd.Decimal{Form: apd.NaN}
	}
	// r may be smaller than x by as many digits as x has, and those digits of π are needed.
	v := w.more(max(0, e) + int(x.NumDigits()) + 10)
	half := v.quo(v.pi(), apd.New(2, 0))
	k := new(apd.Decimal)
	v.RoundToIntegralValue(k, v.quo(x, half))
	r := v.sub(x, v.mul(k, half))
	quadrant := new(apd.Decimal)
	v.Rem(quadrant, k, apd.New(4, 0))
	q, _ := quadrant.Int64()
	q = (q + 4) % 4
	if !r.IsZero() {
		w = w.more(-magnitude(r))
	}
	sin, cos := w.sin(r), w.cos(r)
	switch {
	case f == Tan && q%2 == 0:
		return w.quo(sin, cos)
	case f == Tan:
		return w.quo(new(apd.Decimal).Neg(cos), sin)
	case f == Cos:
		q++
	}
	if q%2 == 1 {
		sin = cos
	}
	if q%4 >= 2 {
		sin.Negative = !sin.Negative
	}
	return sin
}

// sin is x - x³/3! + x⁵/5! - … for a small x.
func (w work) sin(x *apd.Decimal) *apd.Decimal { return w.power(x, x, 1, true) }

// cos is 1 - x²/2! + x⁴/4! - … for a small x.
func (w work) cos(x *apd.Decimal) *apd.Decimal { return w.power(x, apd.New(1, 0), 0, true) }

// power sums term, term·x²/((n+1)(n+2)), …, or with alternating signs.
func (w work) power(x, term *apd.Decimal, n int64, alternating bool) *apd.Decimal {
	square := w.mul(x, x)
	square.Negative = alternating
	sum := new(apd.Decimal).Set(term)
	for !w.negligible(term, sum) {
		term = w.quo(w.mul(term, square), apd.New((n+1)*(n+2), 0))
		sum = w.add(sum, term)
		n += 2
	}
	return sum
}

// negligible tells whether a term does not change the digits of a sum.
func (w work) negligible(term, sum *apd.Decimal) bool {
	return term.IsZero() || !sum.IsZero() && magnitude(sum)-magnitude(term) > int(w.Precision)+1
}

// atan halves the angle until the series x - x³/3 + x⁵/5 - … is quick:
// atan x = 2 atan(x / (1 + √(1 + x²))).
func (w work) atan(x *apd.Decimal) *apd.Decimal {
	if x.IsZero() {
		return new(apd.Decimal).Set(x)
	}
	w = w.more(10)
	one := apd.New(1, 0)
	if magnitude(x) > 1 { // π/2 - atan 1/x
		half := w.quo(w.pi(), apd.New(2, 0))
		half.Negative = x.Negative
		return w.sub(half, w.atan(w.quo(one, x)))
	}
	factor := int64(1)
	for magnitude(x) > -1 {
		x = w.quo(x, w.add(one, w.sqrt(w.add(one, w.mul(x, x)))))
		factor *= 2
	}
	square := w.mul(x, x)
	square.Negative = true
	sum, power := new(apd.Decimal).Set(x), x
	for n := int64(3); ; n += 2 {
		power = w.mul(power, square)
		term := w.quo(power, apd.New(n, 0))
		if w.negligible(term, sum) {
			return w.mul(sum, apd.New(factor, 0))
		}
		sum = w.add(sum, term)
	}
}

// hyperbolic uses e^x. For a small x the difference would lose digits, so it uses the
// series x + x³/3! + …, 1 + x²/2! + ….
func (w work) hyperbolic(f Function, x *apd.Decimal) *apd.Decimal {
	v := w.more(4)
	if magnitude(x) <= 0 {
		sinh, cosh := v.power(x, x, 1, false), v.power(x, apd.New(1, 0), 0, false)
		switch f {
		case Sinh:
			return sinh
		case Cosh:
			return cosh
		}
		return v.quo(sinh, cosh)
	}
	up := v.exp(x)
	down := v.exp(new(apd.Decimal).Neg(x))
	switch f {
	case Sinh:
		return v.quo(v.sub(up, down), apd.New(2, 0))
	case Cosh:
		return v.quo(v.add(up, down), apd.New(2, 0))
	}
	if up.Form != apd.Finite || down.Form != apd.Finite || up.IsZero() || down.IsZero() {
		one := apd.New(1, 0)
		one.Negative = x.Negative
		return one
	}
	return v.quo(v.sub(up, down), v.add(up, down))
}
