package num

import "github.com/cockroachdb/apd/v3"

// exp is e^x. apd's exp sums at most 1000 terms, takes |x| only up to 23 times the
// digits, and has no result beyond that. So x is halved until it is small enough
// for the digits, and the result is squared as often.
func (w work) exp(x *apd.Decimal) *apd.Decimal {
	if x.Form != apd.Finite || x.IsZero() {
		d := new(apd.Decimal)
		w.Exp(d, x)
		return d
	}
	const mostSize = 6 // of an x whose e^x has an exponent within bounds
	if magnitude(x) > mostSize {
		if x.Negative {
			return new(apd.Decimal)
		}
		return &apd.Decimal{Form: apd.Infinite}
	}
	size := 2
	if less := int(w.Precision)/600 - 2; less > 0 {
		size = -less
	}
	halvings := max(0, magnitude(x)-size) * 10 / 3
	v := w.more(halvings/3 + mostSize + 10)
	half := apd.NewWithBigInt(new(apd.BigInt).Exp(apd.NewBigInt(2), apd.NewBigInt(int64(halvings)), nil), 0)
	small := v.quo(x, half)
	power := new(apd.Decimal)
	if size < 0 {
		power = v.expSmall(small)
	} else {
		v.Exp(power, small)
	}
	for range halvings {
		power = v.mul(power, power)
	}
	return power
}

// expSmall is 1 + x + x²/2! + … for a small x.
func (w work) expSmall(x *apd.Decimal) *apd.Decimal {
	sum, term := apd.New(1, 0), apd.New(1, 0)
	for n := int64(1); !w.negligible(term, sum) || n == 1; n++ {
		term = w.quo(w.mul(term, x), apd.New(n, 0))
		sum = w.add(sum, term)
	}
	return sum
}

// mostSeries is the greatest number of digits for which logarithms use apd's
// series.
const mostSeries = 1000

// ln is the natural logarithm of an x > 0. Beyond mostSeries digits, where apd has
// none, it uses the mean of Gauss: ln s = π / (2 agm(1, 4/s)). Here s is x·10^m,
// with more than half of the digits before the point.
func (w work) ln(x *apd.Decimal) *apd.Decimal {
	if w.Precision <= mostSeries {
		d := new(apd.Decimal)
		w.Ln(d, x)
		return d
	}
	v := w.more(20)
	half := v.quo(v.pi(), apd.New(2, 0))
	size := int(v.Precision)/2 + 10
	large := func(s *apd.Decimal) *apd.Decimal { return v.quo(half, v.mean(v.quo(apd.New(4, 0), s))) }
	s := new(apd.Decimal).Set(x)
	s.Exponent += int32(size - magnitude(x))
	ten := v.quo(large(apd.New(1, int32(size))), apd.New(int64(size), 0))
	return v.sub(large(s), v.mul(apd.New(int64(size-magnitude(x)), 0), ten))
}

// mean is the arithmetic-geometric mean of 1 and b.
func (w work) mean(b *apd.Decimal) *apd.Decimal {
	a, two := apd.New(1, 0), apd.New(2, 0)
	for {
		next := w.quo(w.add(a, b), two)
		d := w.sub(a, next)
		if d.IsZero() || magnitude(next)-magnitude(d) > int(w.Precision)-5 {
			return next
		}
		a, b = next, w.sqrt(w.mul(a, b))
	}
}
