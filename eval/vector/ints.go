package vector

import (
	"math"
	"math/bits"
)

// Add is x + y.
//
//go:noinline
func Add(d, x, y []int64) (ok bool) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n, bad := add(d, x, y)
		if bad != 0 {
			return false
		}
		d, x, y = d[n:], x[n:], y[n:]
	}
	over := int64(0)
	for i := range d {
		a, b := x[i], y[i]
		s := a + b
		over |= (a ^ s) & (b ^ s)
		d[i] = s
	}
	return over >= 0
}

// AddInt is x + k.
//
//go:noinline
func AddInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		n, bad := addInt(d, x, k)
		if bad != 0 {
			return false
		}
		d, x = d[n:], x[n:]
	}
	over := int64(0)
	for i := range d {
		a := x[i]
		s := a + k
		over |= (a ^ s) & (k ^ s)
		d[i] = s
	}
	return over >= 0
}

// Sub is x − y.
//
//go:noinline
func Sub(d, x, y []int64) (ok bool) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n, bad := sub(d, x, y)
		if bad != 0 {
			return false
		}
		d, x, y = d[n:], x[n:], y[n:]
	}
	over := int64(0)
	for i := range d {
		a, b := x[i], y[i]
		s := a - b
		over |= (a ^ b) & (a ^ s)
		d[i] = s
	}
	return over >= 0
}

// SubInt is x − k.
//
//go:noinline
func SubInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		n, bad := subInt(d, x, k)
		if bad != 0 {
			return false
		}
		d, x = d[n:], x[n:]
	}
	over := int64(0)
	for i := range d {
		a := x[i]
		s := a - k
		over |= (a ^ k) & (a ^ s)
		d[i] = s
	}
	return over >= 0
}

// IntSub is k − x.
//
//go:noinline
func IntSub(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		n, bad := intSub(d, x, k)
		if bad != 0 {
			return false
		}
		d, x = d[n:], x[n:]
	}
	over := int64(0)
	for i := range d {
		b := x[i]
		s := k - b
		over |= (k ^ b) & (k ^ s)
		d[i] = s
	}
	return over >= 0
}

// mostBits is how many bits the two factors of a product of 64 bits may have together.
const mostBits = 62

// Mul is x · y, which are not d. The bits of the factors show that all products fit; only if they may not, each is looked
// at.
//
//go:noinline
func Mul(d, x, y []int64) (ok bool) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		if n, bad := mul(d, x, y); bad == 0 {
			d, x, y = d[n:], x[n:], y[n:]
		}
	}
	var p, q int64
	for i := range d {
		a, b := x[i], y[i]
		p |= a ^ a>>63
		q |= b ^ b>>63
		d[i] = a * b
	}
	return bits.Len64(uint64(p))+bits.Len64(uint64(q)) <= mostBits || products(x, y)
}

// MulInt is x · k, where x is not d.
//
//go:noinline
func MulInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		if n, bad := mulInt(d, x, k); bad == 0 {
			d, x = d[n:], x[n:]
		}
	}
	var p int64
	for i := range d {
		a := x[i]
		p |= a ^ a>>63
		d[i] = a * k
	}
	if bits.Len64(uint64(p))+bits.Len64(uint64(k^k>>63)) <= mostBits {
		return true
	}
	for _, a := range x {
		if !product(a, k) {
			return false
		}
	}
	return true
}

// products tells whether all products fit 64 bits.
func products(x, y []int64) bool {
	for i := range x {
		if !product(x[i], y[i]) {
			return false
		}
	}
	return true
}

// product tells whether a · b fits 64 bits.
func product(a, b int64) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	h := int64(hi) - a>>63&b - b>>63&a
	return h == int64(lo)>>63
}

// Sum returns s + x[0] + x[1] + …. It tells whether no sum on the way overflows.
//
//go:noinline
func Sum(s int64, x []int64) (sum int64, ok bool) {
	over := int64(0)
	for _, x := range x {
		t := s + x
		over |= (s ^ t) & (x ^ t)
		s = t
	}
	return s, over >= 0
}

// Signed is x modulo 2^n, from −2^(n−1) on.
//
//go:noinline
func Signed(d, x []int64, n uint) {
	x = x[:len(d)]
	rest := 64 - n
	for i := range d {
		d[i] = x[i] << (rest & 63) >> (rest & 63)
	}
}

// And is the bits that x and y both have.
//
//go:noinline
func And(d, x, y []int64) (ok bool) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := ands(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = x[i] & y[i]
	}
	return true
}

// AndInt is the bits that x and k both have.
//
//go:noinline
func AndInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		n := andInt(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = x[i] & k
	}
	return true
}

// Neg is −x.
//
//go:noinline
func Neg(d, x []int64) (ok bool) {
	x = x[:len(d)]
	least := int64(0)
	for i := range d {
		a := x[i]
		least |= a & -a // -2^63 alone has this bit as its lowest
		d[i] = -a
	}
	return least >= 0
}

// Abs is |x|.
//
//go:noinline
func Abs(d, x []int64) (ok bool) {
	x = x[:len(d)]
	over := int64(0)
	for i := range d {
		a := x[i]
		s := a >> 63
		a = (a ^ s) - s
		over |= a
		d[i] = a
	}
	return over >= 0
}

// Min is the smaller of x and y.
//
//go:noinline
func Min(d, x, y []int64) (ok bool) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := mins(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = min(x[i], y[i])
	}
	return true
}

// Max is the larger of x and y.
//
//go:noinline
func Max(d, x, y []int64) (ok bool) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := maxs(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = max(x[i], y[i])
	}
	return true
}

// MinInt is the smaller of x and k.
//
//go:noinline
func MinInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		n := minInt(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = min(x[i], k)
	}
	return true
}

// MaxInt is the larger of x and k.
//
//go:noinline
func MaxInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd {
		n := maxInt(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = max(x[i], k)
	}
	return true
}

// DivInt is x / k, rounded towards minus infinity, for k > 0. A dividend from 0 to 2³² − 1 is multiplied by ⌈2⁶⁴/k⌉
// instead. The high word is the quotient, because the error x·(⌈2⁶⁴/k⌉ − 2⁶⁴/k)/2⁶⁴ is less than 2⁻³² and so less
// than 1/k.
//
//go:noinline
func DivInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd && k < 1<<51 {
		if n, bad := divInt(d, x, k); bad == 0 {
			d, x = d[n:], x[n:]
		}
	}
	if k == 1 || k >= 1<<32 {
		for i := range d {
			d[i] = floor(x[i], k)
		}
		return true
	}
	m := math.MaxUint64/uint64(k) + 1
	for i := range d {
		a := x[i]
		if uint64(a) < 1<<32 {
			q, _ := bits.Mul64(uint64(a), m)
			d[i] = int64(q)
		} else {
			d[i] = floor(a, k)
		}
	}
	return true
}

// ModInt is the remainder that belongs to DivInt.
//
//go:noinline
func ModInt(d, x []int64, k int64) (ok bool) {
	x = x[:len(d)]
	if simd && k < 1<<51 {
		if n, bad := modInt(d, x, k); bad == 0 {
			d, x = d[n:], x[n:]
		}
	}
	if k == 1 || k >= 1<<32 {
		for i := range d {
			d[i] = x[i] - floor(x[i], k)*k
		}
		return true
	}
	m := math.MaxUint64/uint64(k) + 1
	for i := range d {
		a := x[i]
		if uint64(a) < 1<<32 {
			q, _ := bits.Mul64(uint64(a), m)
			d[i] = a - int64(q)*k
		} else {
			d[i] = a - floor(a, k)*k
		}
	}
	return true
}

// floor returns x / k, rounded towards minus infinity, for k > 0.
func floor(x, k int64) int64 {
	q := x / k
	if x%k < 0 {
		q--
	}
	return q
}
