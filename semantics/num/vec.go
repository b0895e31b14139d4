package num

import "github.com/cockroachdb/apd/v3"

// Vec is flat storage of integers: 64 bits each, and beside them a BigInt for
// each value that needs one, allocated when the first such value is stored.
// Offsets are 0-based. It is not safe for concurrent use: see With.
type Vec struct {
	small []int64
	wide  []*apd.BigInt // nil, or as long as small; nil entries are in small

	old     *replaced // not nil: the storage is another's now
	updates int       // values that With has replaced in the storage since it was made
}

// NewVec is n zeros.
func NewVec(n int) *Vec { return &Vec{small: make([]int64, n)} }

// VecOf takes ownership of the values.
func VecOf(values []int64) *Vec { return &Vec{small: values} }

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
		if b := v.wide[i]; b != nil {
			return Num{b: b}
		}
	}
	return Num{s: v.small[i]}
}

// Set stores x at offset i.
func (v *Vec) Set(i int, x Num) {
	if v.old != nil {
		v.own()
	}
	if x.b != nil && v.wide == nil {
		v.wide = make([]*apd.BigInt, len(v.small))
	}
	v.small[i] = x.s
	if v.wide != nil {
		v.wide[i] = x.b
	}
}

// Narrow is the flat 64-bit storage and true when every value fits it. The
// slice is shared with v: who writes to it writes to v.
func (v *Vec) Narrow() ([]int64, bool) {
	v.own()
	for _, b := range v.wide {
		if b != nil {
			return nil, false
		}
	}
	return v.small, true
}

// Clone is a copy that shares nothing that could be written.
func (v *Vec) Clone() *Vec {
	v.own()
	return &Vec{small: append([]int64(nil), v.small...), wide: append([]*apd.BigInt(nil), v.wide...)}
}
