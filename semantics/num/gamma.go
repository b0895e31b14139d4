package num

import (
	"math"

	"github.com/cockroachdb/apd/v3"
)

// logGamma is math.Lgamma without the sign. As in C, it is infinite at both infinities.
func logGamma(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1)
	}
	y, _ := math.Lgamma(x)
	return y
}

// whole tells whether x has no fraction.
func whole(x *apd.Decimal) bool {
	rest := new(apd.Decimal)
	x.Modf(nil, rest)
	return rest.IsZero()
}

// gamma is Γ(x). It is NaN at the negative integers.
func (w work) gamma(x *apd.Decimal) *apd.Decimal {
	if !x.Negative {
		return w.gammaAbove(x)
	}
	if whole(x) {
		return &apd.Decimal{Form: apd.NaN}
	}
	v := w.more(10)
	return v.quo(v.pi(), v.mul(v.sinPi(x), v.gammaAbove(w.oneLess(x))))
}

// lgamma is ln |Γ(x)|. It is infinite at the negative integers.
func (w work) lgamma(x *apd.Decimal) *apd.Decimal {
	if !x.Negative {
		return w.lnGamma(x)
	}
	if whole(x) {
		return &apd.Decimal{Form: apd.Infinite}
	}
	for lost := 0; ; { // digits, near the zeros of the difference
		v := w.more(lost + 10)
		sin := v.sinPi(x)
		sin.Negative = false
		a, b := v.ln(v.quo(v.pi(), sin)), v.lnGamma(v.oneLess(x))
		d := v.sub(a, b)
		if most := 4 * int(w.Precision); lost < most && (d.IsZero() || magnitude(b)-magnitude(d) > lost+5) {
			lost = most
			if !d.IsZero() {
				lost = magnitude(b) - magnitude(d)
			}
			continue
		}
		return d
	}
}

// oneLess is 1 - x, exactly.
func (w work) oneLess(x *apd.Decimal) *apd.Decimal {
	return w.more(int(x.NumDigits())+max(0, magnitude(x), -magnitude(x))).sub(apd.New(1, 0), x)
}

// sinPi is sin(πx), computed from the distance to the nearest integer.
func (w work) sinPi(x *apd.Decimal) *apd.Decimal {
	v := w.more(int(x.NumDigits()) + 10)
	k, odd := new(apd.Decimal), new(apd.Decimal)
	v.RoundToIntegralValue(k, x)
	v.Rem(odd, k, apd.New(2, 0))
	sin := w.trig(Sin, v.mul(v.pi(), v.sub(x, k)))
	sin.Negative = sin.Negative != !odd.IsZero()
	return sin
}

// gammaAbove is Γ(x) for x > 0, computed from Γ of a large number.
func (w work) gammaAbove(x *apd.Decimal) *apd.Decimal {
	v := w.more(magnitude(x) + 10)
	z, product := v.raised(x)
	return v.quo(v.exp(v.stirling(z)), product)
}

// lnGamma is ln Γ(x) for x > 0, which is 0 at 1 and 2.
func (w work) lnGamma(x *apd.Decimal) *apd.Decimal {
	v := w.more(magnitude(x) + 10)
	for k := range int64(2) {
		d := v.more(int(x.NumDigits())).sub(x, apd.New(k+1, 0))
		if d.IsZero() {
			return d
		}
		v = v.more(-magnitude(d))
	}
	z, product := v.raised(x)
	return v.sub(v.stirling(z), v.ln(product))
}

// raised is x plus an integer, so that it is as large as the number of digits, and the product of x, x + 1, … below
// that.
func (w work) raised(x *apd.Decimal) (z, product *apd.Decimal) {
	one := apd.New(1, 0)
	z, product = x, one
	for large := apd.New(int64(w.Precision), 0); z.Cmp(large) < 0; z = w.add(z, one) {
		product = w.mul(product, z)
	}
	return z, product
}

// stirling is ln Γ(z) for a large z: (z - 1/2) ln z - z + ln(2π)/2 + Σ B₂ₖ / (2k (2k-1) z^(2k-1)). The Bernoulli
// numbers come from those of the tangent: B₂ₖ = (-1)^(k-1) 2k Tₖ / (4^k (4^k - 1)).
func (w work) stirling(z *apd.Decimal) *apd.Decimal {
	half := apd.New(5, -1)
	sum := w.sub(w.mul(w.sub(z, half), w.ln(z)), z)
	sum = w.add(sum, w.mul(half, w.ln(w.mul(apd.New(2, 0), w.pi()))))
	square, power, four := w.mul(z, z), z, apd.NewBigInt(1)
	for k, t := range w.tangents(int(w.Precision)/2 + 2) {
		four.Mul(four, apd.NewBigInt(4))
		below := new(apd.BigInt).Sub(four, apd.NewBigInt(1))
		below.Mul(below, four).Mul(below, apd.NewBigInt(int64(2*k+1)))
		term := w.quo(apd.NewWithBigInt(t, 0), w.mul(apd.NewWithBigInt(below, 0), power))
		term.Negative = k%2 == 1
		if w.negligible(term, sum) {
			break
		}
		sum, power = w.add(sum, term), w.mul(power, square)
	}
	return sum
}

// tangents are the first n numbers Tₖ with tan x = Σ Tₖ x^(2k-1) / (2k-1)!: 1, 2, 16, 272, … (Brent and Harvey, Fast
// computation of Bernoulli, tangent and secant numbers, 2011).
func (w work) tangents(n int) []*apd.BigInt {
	t := []*apd.BigInt{apd.NewBigInt(1)}
	for k := 1; k < n; k++ {
		w.poll()
		t = append(t, new(apd.BigInt).Mul(t[k-1], apd.NewBigInt(int64(k))))
	}
	for k := 1; k < n; k++ {
		for j := k; j < n; j++ {
			w.poll()
			last := new(apd.BigInt).Mul(t[j-1], apd.NewBigInt(int64(j-k)))
			t[j].Mul(t[j], apd.NewBigInt(int64(j-k+2))).Add(t[j], last)
		}
	}
	return t
}

// erf is 2/√π e^(-x²) Σ 2ⁿ x^(2n+1) / (1 · 3 · … · (2n+1)), or 1 if no digit differs from 1.
func (w work) erf(x *apd.Decimal) *apd.Decimal {
	square := w.mul(x, x)
	if w.beyond(square) {
		return &apd.Decimal{Coeff: *apd.NewBigInt(1), Negative: x.Negative}
	}
	v := w.more(10)
	double := v.mul(apd.New(2, 0), v.mul(x, x))
	term, sum := x, x
	for n := int64(3); !v.negligible(term, sum); n += 2 {
		term = v.quo(v.mul(term, double), apd.New(n, 0))
		sum = v.add(sum, term)
	}
	return v.quo(v.mul(v.mul(apd.New(2, 0), sum), v.expMinus(x)), v.sqrt(v.pi()))
}

// erfc is 1 - erf x, with the digits that the difference loses. If these are many, it uses the series e^(-x²) / (x√π) Σ
// (-1)ⁿ 1 · 3 · … · (2n-1) / (2x²)ⁿ.
func (w work) erfc(x *apd.Decimal) *apd.Decimal {
	one, square := apd.New(1, 0), w.mul(x, x)
	if !w.beyond(square) || x.Negative {
		v := w.more(int(w.Precision) * 3 / 2)
		return v.sub(one, v.erf(x))
	}
	v := w.more(10)
	double := v.mul(apd.New(2, 0), v.mul(x, x))
	term, sum := one, one
	for n := int64(1); !v.negligible(term, sum); n += 2 {
		term = v.quo(v.mul(term, apd.New(-n, 0)), double)
		sum = v.add(sum, term)
	}
	return v.quo(v.mul(sum, v.expMinus(x)), v.mul(x, v.sqrt(v.pi())))
}

// beyond tells whether e^-s is smaller than a digit.
func (w work) beyond(s *apd.Decimal) bool {
	return s.Form != apd.Finite || s.Cmp(apd.New(3*int64(w.Precision+20), 0)) > 0
}

// expMinus is e^(-x²).
func (w work) expMinus(x *apd.Decimal) *apd.Decimal {
	v := w.more(2*magnitude(x) + 5)
	square := v.mul(x, x)
	square.Negative = true
	return v.exp(square)
}
