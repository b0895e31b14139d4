package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// exponential is base ** k, for a base of at least 2.
type exponential struct {
	base num.Num
	k, t poly.Poly
}

// mask is x & y, in which a constant is y.
type mask struct {
	x, y, t poly.Poly
	xor     bool // it is part of x ^ y
}

// The bounds on operators that are compared with each other.
const (
	maxCompared = 4  // of a kind
	maxPower    = 30 // of an exponent that is a number
	maxRuns     = 6  // of ones in a number
)

// power is x ** k. A number that is added to k is a factor.
func (a *atoms) power(x, k poly.Poly) poly.Poly {
	t, fresh := poly.Poly{}, false
	base, ok := x.Const()
	if !ok || base.Cmp(num.Of(2)) < 0 {
		t, fresh = a.named(syntax.Pow, []poly.Poly{x, k})
		if ok && fresh && base.Sign() > 0 {
			a.s.Less(poly.Poly{}, t)
		}
		return t
	}
	if n, ok := small(k); ok {
		p := one
		for range n {
			p = p.Mul(x)
		}
		return p
	}
	if t, fresh = a.named(syntax.Pow, []poly.Poly{x, k}); !fresh {
		return t
	}
	a.s.Less(poly.Poly{}, t)
	var grows, never System
	grows.Less(k, t)
	never.Less(k, poly.Poly{})
	a.either(grows, never)
	a.powers = append(a.powers, exponential{base, k, t})
	return t
}

// small is the value of a constant from 0 to maxPower.
func small(p poly.Poly) (int64, bool) {
	k, isConst := p.Const()
	n, fits := k.Int64()
	return n, isConst && fits && n >= 0 && n <= maxPower
}

// and is x & y. With a number, it is a sum of bits of x: those from bit l on and below bit h are 2**l times x / 2**l less 2**h times x / 2**h.
func (a *atoms) and(x, y poly.Poly, xor bool) poly.Poly {
	if _, ok := x.Const(); ok {
		x, y = y, x
	}
	if k, ok := y.Const(); ok {
		if bits, ok := k.Int64(); ok && bits > -1<<maxPower && bits < 1<<maxPower {
			if bits < 0 { // x less its bits that are not in y
				if p, ok := a.bitsOf(x, ^bits); ok {
					return x.Sub(p)
				}
			} else if p, ok := a.bitsOf(x, bits); ok {
				return p
			}
		}
	}
	t, fresh := a.named(syntax.BitAnd, []poly.Poly{x, y})
	if fresh {
		for _, z := range []poly.Poly{x, y} {
			var within, negative System
			within.NonNeg(t)
			within.AtMost(t, z)
			negative.Less(z, poly.Poly{})
			a.either(within, negative)
		}
	}
	if xor {
		a.masked = append(a.masked, mask{x, y, t, xor})
	}
	return t
}

// bitsOf is x & bits, for bits that are not negative. It is not ok if these are too many runs of ones.
func (a *atoms) bitsOf(x poly.Poly, bits int64) (sum poly.Poly, ok bool) {
	from := func(k int) poly.Poly {
		p := constant(1 << k)
		return p.Mul(a.divided(x, p))
	}
	for k, runs := 0, 0; bits>>k != 0; k++ {
		if bits>>k&1 == 0 {
			continue
		}
		if runs++; runs > maxRuns {
			return sum, false
		}
		sum = sum.Add(from(k))
		for bits>>k&1 != 0 {
			k++
		}
		sum = sum.Sub(from(k))
	}
	return sum, true
}

// limit notes that a power lies between those of the numbers that a fact says are limits of its exponent.
func (a *atoms) limit(p exponential) {
	power := func(k int64) poly.Poly { return a.power(poly.Int(p.base), constant(k)) }
	for _, f := range slices.Clone(a.s.nonNegs) {
		if most, ok := small(f.Add(p.k)); ok {
			var within, never System
			within.AtMost(p.t, power(most))
			never.Less(p.k, poly.Poly{})
			a.either(within, never)
		}
		if least, ok := small(p.k.Sub(f)); ok {
			a.s.AtMost(power(least), p.t)
		}
	}
}

// compare notes how powers of one base lie to each other, and that x ^ m is different for different x.
func (a *atoms) compare() {
	for k, p := range a.powers[:min(len(a.powers), maxCompared)] {
		a.limit(p)
		for _, q := range a.powers[:k] {
			if p.base.Equal(q.base) {
				a.either(p.to(q)...)
			}
		}
	}
	for k, p := range a.masked[:min(len(a.masked), maxCompared)] {
		for _, q := range a.masked[:k] {
			if poly.Compare(p.y, q.y) == poly.Equal {
				a.either(p.to(q)...)
			} else if poly.Compare(p.x, q.y) == poly.Equal {
				a.either(mask{x: p.y, y: p.x, t: p.t}.to(q)...)
			} else if poly.Compare(p.y, q.x) == poly.Equal {
				a.either(p.to(mask{x: q.y, y: q.x, t: q.t})...)
			} else if poly.Compare(p.x, q.x) == poly.Equal {
				a.either(mask{x: p.y, y: p.x, t: p.t}.to(mask{x: q.y, y: q.x, t: q.t})...)
			}
		}
	}
}

// to are the cases for two powers: one exponent is greater, or they are the same, or a negative one has no power.
func (p exponential) to(q exponential) []System {
	times := func(t poly.Poly) poly.Poly { return t.Mul(poly.Int(p.base)) }
	var less, greater, no, no2 System
	same := equal(p.k, q.k)
	same.Zero(p.t.Sub(q.t))
	less.Less(p.k, q.k)
	less.AtMost(times(p.t), q.t)
	greater.Less(q.k, p.k)
	greater.AtMost(times(q.t), p.t)
	no.Less(p.k, poly.Poly{})
	no2.Less(q.k, poly.Poly{})
	return []System{less, greater, same, no, no2}
}

// to are the cases for x ^ m and x' ^ m: both are the same, or each is less or greater.
func (p mask) to(q mask) []System {
	value := func(m mask) poly.Poly { return m.x.Sub(m.t.Mul(constant(2))) } // less y
	same := equal(p.x, q.x)
	same.Zero(p.t.Sub(q.t))
	cases := []System{same}
	for _, x := range [][2]mask{{p, q}, {q, p}} {
		for _, z := range [][2]mask{{p, q}, {q, p}} {
			var s System
			s.Less(x[0].x, x[1].x)
			s.Less(value(z[0]), value(z[1]))
			cases = append(cases, s)
		}
	}
	return cases
}
