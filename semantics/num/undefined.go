package num

import (
	"slices"

	"github.com/cockroachdb/apd/v3"
)

// undefined is what the wide part of an undefined element holds. It is not a number,
// and only copies may meet it.
type undefined struct{ origin any }

// Undefined is an element that nobody has written, of an array of reals or of
// integers. The origin says where the array was made, for messages.
func Undefined(real bool, origin any) Num {
	w := &wide{u: &undefined{origin}}
	if !real {
		w.b = new(apd.BigInt)
	}
	return Num{Hole(real), w}
}

// IsUndefined tells whether x is not a number, but an array element that nobody has
// written.
func (x Num) IsUndefined() bool { return x.w != nil && x.w.u != nil }

// Origin is where the array was made that has x as an undefined element.
func (x Num) Origin() any { return x.w.u.origin }

// Hole stands for an undefined element in flat storage. It is an integer that is
// hardly ever computed, or the bits of a NaN that no operation gives. It may also
// stand for itself.
func Hole(real bool) int64 {
	if real {
		return 0x7ff4_5c7a_7c40_1e55
	}
	return -0x5c7a_7c40_1e55_0b1d
}

// NewScratch is n undefined elements. It takes two words for each.
func NewScratch(n int, real bool, origin any) *Vec {
	x := Undefined(real, origin)
	return &Vec{small: slices.Repeat([]int64{x.s}, n), wide: slices.Repeat([]*wide{x.w}, n), kind: kindOf(real)}
}

// Partial is Words of a Vec that may have undefined elements, with Hole in their
// places. holes tells whether there are any.
func (v *Vec) Partial(real bool) (words []int64, holes, ok bool) {
	v.own()
	if v.kind == none {
		v.kind = kindOf(real)
	}
	if v.kind != kindOf(real) {
		return nil, false, false
	}
	for _, w := range v.wide {
		switch {
		case w == nil:
		case w.u == nil:
			return nil, false, false
		default:
			holes = true
		}
	}
	return v.small, holes, true
}

// HasUndefined tells whether an element of v is undefined.
func (v *Vec) HasUndefined() bool {
	v.own()
	return slices.ContainsFunc(v.wide, func(w *wide) bool { return w != nil && w.u != nil })
}
