package num

import (
	"fmt"
	"math"

	"github.com/cockroachdb/apd/v3"
)

// Num is a scalar: a mathematical integer or a Real. The zero value is the
// integer 0. It is immutable. Compare with Equal, never with ==.
type Num struct {
	s int64 // an integer of 64 bits, or the bits of a double
	w *wide // nil: s is an integer
}

// wide is a number that does not fit 64 bits. It is never written after creation.
type wide struct {
	b *apd.BigInt  // an integer outside 64 bits
	d *apd.Decimal // an f64 of decimal arithmetic
	u *undefined   // not a number; b is not nil where an integer is wanted
}

// double marks a Num that is a double.
var double = &wide{}

// Of is the Num of a machine integer.
func Of(x int64) Num { return Num{s: x} }

// OfReal is the Num of a real.
func OfReal(x Real) Num {
	if x.d != nil {
		return Num{w: &wide{d: x.d}}
	}
	return OfFloat(x.f)
}

// OfFloat is the Num of a double.
func OfFloat(f float64) Num { return Num{int64(math.Float64bits(f)), double} }

// Zero is 0 as an integer or as a real.
func Zero(real bool) Num {
	if real {
		return Num{w: double}
	}
	return Num{}
}

// IsReal tells whether x is a real and not an integer.
func (x Num) IsReal() bool { return x.w != nil && x.w.b == nil }

// Real is the value of a real.
func (x Num) Real() Real {
	if x.w.d != nil {
		return Real{d: x.w.d}
	}
	return Real{f: math.Float64frombits(uint64(x.s))}
}

// Int64 is the value and whether it is an integer of 64 bits.
func (x Num) Int64() (int64, bool) { return x.s, x.w == nil }

// Word is an integer of 64 bits, or the bits of a double; other numbers have none.
func (x Num) Word() (int64, bool) { return x.s, x.w == nil || x.w == double }

// IsZero tells whether x is the integer 0.
func (x Num) IsZero() bool { return x.w == nil && x.s == 0 }

// Equal tells whether x and y are the same integer, or the same real: see Real.Equal. Undefined
// elements are equal only to each other.
func (x Num) Equal(y Num) bool {
	switch {
	case x.w == nil && y.w == nil:
		return x.s == y.s
	case x.IsUndefined() || y.IsUndefined():
		return x.IsUndefined() && y.IsUndefined()
	case x.IsReal() || y.IsReal():
		return x.IsReal() && y.IsReal() && x.Real().Equal(y.Real())
	}
	return x.w != nil && y.w != nil && (x.w == y.w || x.w.b.Cmp(y.w.b) == 0)
}

// Pairs compares numbers pair by pair. Elements that are one large number are compared once.
type Pairs struct{ x, y *wide }

// Equal is x.Equal(y).
func (p *Pairs) Equal(x, y Num) bool {
	switch {
	case x.w == nil || y.w == nil || x.w.b == nil || y.w.b == nil:
		return x.Equal(y)
	case p.x == x.w && p.y == y.w:
		return true
	case !x.Equal(y):
		return false
	}
	p.x, p.y = x.w, y.w
	return true
}

// String is the decimal form, and `_` for an undefined element.
func (x Num) String() string {
	switch {
	case x.w == nil:
		return fmt.Sprint(x.s)
	case x.w.u != nil:
		return "_"
	case x.IsReal():
		return x.Real().String()
	}
	return x.w.b.String()
}

// Words is how much memory x takes in addition to its place in a Vec, in words of 8 bytes.
func (x Num) Words() int {
	switch {
	case x.w == nil || x.w == double || x.w.u != nil:
		return 0
	case x.w.d != nil:
		return x.w.d.Coeff.BitLen() / 64
	}
	return x.w.b.BitLen() / 64
}
