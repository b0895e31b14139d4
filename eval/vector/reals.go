package vector

import "math"

// The conversions of products make sure that they are rounded before they are added.

// AddReals is x + y.
//
//go:noinline
func AddReals(d, x, y []float64) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := addReals(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = x[i] + y[i]
	}
}

// SubReals is x − y.
//
//go:noinline
func SubReals(d, x, y []float64) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := subReals(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = x[i] - y[i]
	}
}

// MulReals is x · y.
//
//go:noinline
func MulReals(d, x, y []float64) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := mulReals(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = x[i] * y[i]
	}
}

// DivReals is x / y.
//
//go:noinline
func DivReals(d, x, y []float64) {
	x, y = x[:len(d)], y[:len(d)]
	if simd {
		n := divReals(d, x, y)
		d, x, y = d[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = x[i] / y[i]
	}
}

// AddReal is x + k.
//
//go:noinline
func AddReal(d, x []float64, k float64) {
	x = x[:len(d)]
	if simd {
		n := addReal(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = x[i] + k
	}
}

// SubReal is x − k.
//
//go:noinline
func SubReal(d, x []float64, k float64) {
	x = x[:len(d)]
	if simd {
		n := subReal(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = x[i] - k
	}
}

// RealSub is k − x.
//
//go:noinline
func RealSub(d, x []float64, k float64) {
	x = x[:len(d)]
	if simd {
		n := realSub(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = k - x[i]
	}
}

// MulReal is x · k.
//
//go:noinline
func MulReal(d, x []float64, k float64) {
	x = x[:len(d)]
	if simd {
		n := mulReal(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = x[i] * k
	}
}

// DivReal is x / k.
//
//go:noinline
func DivReal(d, x []float64, k float64) {
	x = x[:len(d)]
	if simd {
		n := divReal(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = x[i] / k
	}
}

// RealDiv is k / x.
//
//go:noinline
func RealDiv(d, x []float64, k float64) {
	x = x[:len(d)]
	if simd {
		n := realDiv(d, x, k)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = k / x[i]
	}
}

// AddProduct is s + x · y.
//
//go:noinline
func AddProduct(d, s, x, y []float64) {
	s, x, y = s[:len(d)], x[:len(d)], y[:len(d)]
	if simd {
		n := addProduct(d, x, y, s)
		d, s, x, y = d[n:], s[n:], x[n:], y[n:]
	}
	for i := range d {
		d[i] = s[i] + float64(x[i]*y[i])
	}
}

// AddMultiple is s + k · x.
//
//go:noinline
func AddMultiple(d, s, x []float64, k float64) {
	s, x = s[:len(d)], x[:len(d)]
	if simd {
		n := addMultiple(d, x, s, k)
		d, s, x = d[n:], s[n:], x[n:]
	}
	for i := range d {
		d[i] = s[i] + float64(k*x[i])
	}
}

// NegReals is −x.
//
//go:noinline
func NegReals(d, x []float64) {
	x = x[:len(d)]
	for i := range d {
		d[i] = -x[i]
	}
}

// AbsReals is |x|.
//
//go:noinline
func AbsReals(d, x []float64) {
	x = x[:len(d)]
	for i := range d {
		d[i] = math.Abs(x[i])
	}
}

// Sqrt is √x.
//
//go:noinline
func Sqrt(d, x []float64) {
	x = x[:len(d)]
	if simd {
		n := sqrts(d, x)
		d, x = d[n:], x[n:]
	}
	for i := range d {
		d[i] = math.Sqrt(x[i])
	}
}

// Round32 is x, rounded to a float of 32 bits.
//
//go:noinline
func Round32(d, x []float64) {
	x = x[:len(d)]
	for i := range d {
		d[i] = float64(float32(x[i]))
	}
}

// MinReals is the smaller of x and y, or NaN if one of them is.
//
//go:noinline
func MinReals(d, x, y []float64) {
	x, y = x[:len(d)], y[:len(d)]
	for i := range d {
		d[i] = min(x[i], y[i])
	}
}

// MaxReals is the larger of x and y, or NaN if one of them is.
//
//go:noinline
func MaxReals(d, x, y []float64) {
	x, y = x[:len(d)], y[:len(d)]
	for i := range d {
		d[i] = max(x[i], y[i])
	}
}

// ToReals is x, rounded to f64s.
//
//go:noinline
func ToReals(d []float64, x []int64) {
	x = x[:len(d)]
	if simd {
		if n, bad := toReals(d, x); bad == 0 {
			d, x = d[n:], x[n:]
		}
	}
	for i := range d {
		d[i] = float64(x[i])
	}
}

// Truncate is x without its fraction. It tells whether all are well below 2^63.
//
//go:noinline
func Truncate(d []int64, x []float64) (ok bool) {
	const most = 1 << 62
	x = x[:len(d)]
	ok = true
	for i := range d {
		if !(math.Abs(x[i]) < most) {
			ok = false
		}
		d[i] = int64(x[i])
	}
	return ok
}

// SumReals returns s + x[0] + x[1] + …, added in this order.
//
//go:noinline
func SumReals(s float64, x []float64) float64 {
	for _, x := range x {
		s += x
	}
	return s
}
