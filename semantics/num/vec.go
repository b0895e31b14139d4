package num

import (
	"math"
	"slices"
)

// Vec is flat storage of scalars: 64 bits each, and a wider one for each value
// that needs it, allocated when the first such value is stored. It knows when all
// of its values are integers, or all are reals. Offsets are 0-based. It is not
// safe for concurrent use: see With.
type Vec struct {
	small []int64
	wide  []*wide // nil, or as long as small; nil entries are in small
	kind  kind    // of the values without a wide entry

	old     *replaced // not nil: the storage now belongs to another Vec
	updates int       // values that With has replaced in the storage since it was made

	copy any // what else has the values, or nil
}

// kind is the kind of the values of a Vec.
type kind uint8

const (
	none  kind = iota // zeros that nobody stored: they read as integers
	ints              // integers
	reals             // doubles
)

func kindOf(real bool) kind {
	if real {
		return reals
	}
	return ints
}

// NewVec is n zeros.
func NewVec(n int) *Vec { return &Vec{small: make([]int64, n)} }

// VecOf takes ownership of the integers.
func VecOf(values []int64) *Vec { return &Vec{small: values, kind: ints} }

// VecOfWords takes ownership of integers, or of the bits of doubles.
func VecOfWords(words []int64, real bool) *Vec { return &Vec{small: words, kind: kindOf(real)} }

// VecOfFloats is the doubles.
func VecOfFloats(values []float64) *Vec {
	v := &Vec{small: make([]int64, len(values)), kind: reals}
	for i, f := range values {
		v.small[i] = int64(math.Float64bits(f))
	}
	return v
}

// Len is the number of values.
func (v *Vec) Len() int {
	if v.old != nil {
		return v.old.n
	}
	return len(v.small)
}

// At is the value at offset i.
func (v *Vec) At(i int) Num {
	if v.old != nil {
		v.own()
	}
	if v.wide != nil {
		if w := v.wide[i]; w != nil {
			return Num{v.small[i], w}
		}
	}
	if v.kind == reals {
		return Num{v.small[i], double}
	}
	return Num{s: v.small[i]}
}

// Set stores x at offset i.
func (v *Vec) Set(i int, x Num) {
	if v.old != nil {
		v.own()
	}
	v.copy = nil
	if k := kindOf(x.IsReal()); k != v.kind {
		v.mix(k)
	}
	if x.w == double && v.kind == reals {
		x.w = nil
	}
	if x.w != nil && v.wide == nil {
		v.wide = make([]*wide, len(v.small))
	}
	v.small[i] = x.s
	if v.wide != nil {
		v.wide[i] = x.w
	}
}

// mix prepares for a value of another kind.
func (v *Vec) mix(k kind) {
	switch v.kind {
	case none:
		v.kind = k
	case reals: // each double is marked as one from here on
		if v.wide == nil {
			v.wide = make([]*wide, len(v.small))
		}
		for i, w := range v.wide {
			if w == nil {
				v.wide[i] = double
			}
		}
		v.kind = ints
	}
}

// Words is the flat storage and true when every value fits 64 bits and is an
// integer, or when every value is a double. The slice is shared with v: a write to
// it is a write to v. Zeros that nobody stored become of that kind.
func (v *Vec) Words(real bool) ([]int64, bool) {
	v.own()
	if v.kind == none {
		v.kind = kindOf(real)
	}
	if v.kind != kindOf(real) || slices.ContainsFunc(v.wide, func(w *wide) bool { return w != nil }) {
		return nil, false
	}
	return v.small, true
}

// IsReal tells whether v holds reals only.
func (v *Vec) IsReal() bool {
	v.own()
	return v.kind == reals
}

// Clone is a copy that shares nothing that could be written.
func (v *Vec) Clone() *Vec {
	v.own()
	return &Vec{small: slices.Clone(v.small), wide: slices.Clone(v.wide), kind: v.kind}
}
