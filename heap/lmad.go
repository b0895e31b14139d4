package heap

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"funmem/semantics/num"
)

// LMAD is L with constants only (§3.1): Offset + {(size : stride) …}, outermost
// dimension first. It may point outside the block that it is used with, as long
// as no element there is touched. It is immutable: operations share Dims.
//
// In an LMAD without elements no offset or stride is ever used, and a stride is
// never used in a dimension of size 1. A number of that kind that does not fit
// a machine integer is 0; everywhere else it makes the operation not ok.
type LMAD struct {
	Offset int
	Dims   []Dim
}

// Dim is one (size : stride) pair.
type Dim struct{ Size, Stride int }

// Ix is one index of a slice: Off alone if Fix; Off + {(size : stride) …}, with Off
// counted from 0, if Flat is not nil; otherwise Off : Size : Stride.
type Ix struct {
	Fix               bool
	Off, Size, Stride int
	Flat              [][2]int
}

// RowMajor is R(d₁, …, d_q) (§3.1): offset 0, and each stride the product of
// the inner sizes.
func RowMajor(shape []int) (LMAD, bool) {
	l := LMAD{Dims: make([]Dim, len(shape))}
	empty := slices.ContainsFunc(shape, func(n int) bool { return n <= 0 })
	stride, fits := 1, true
	for k := len(shape) - 1; k >= 0; k-- {
		l.Dims[k] = Dim{shape[k], stride}
		if !fits {
			if l.Dims[k].Stride = 0; !empty && shape[k] > 1 {
				return LMAD{}, false
			}
			continue
		}
		stride, fits = mul(stride, shape[k])
	}
	return l, true
}

// Rank is q, the number of dimensions.
func (l LMAD) Rank() int { return len(l.Dims) }

// Shape is the sizes, outermost first.
func (l LMAD) Shape() []int {
	shape := make([]int, len(l.Dims))
	for k, d := range l.Dims {
		shape[k] = d.Size
	}
	return shape
}

// Empty tells whether dom(L) is empty: some size is 0.
func (l LMAD) Empty() bool {
	for _, d := range l.Dims {
		if d.Size <= 0 {
			return true
		}
	}
	return false
}

// Count is the size of dom(L), the number of elements. It is math.MaxInt when
// there are more than that.
func (l LMAD) Count() int {
	if l.Empty() {
		return 0
	}
	n, ok := 1, true
	for _, d := range l.Dims {
		if n, ok = mul(n, d.Size); !ok {
			return math.MaxInt
		}
	}
	return n
}

// Contains tells whether the index is in dom(L).
func (l LMAD) Contains(y []int) bool {
	if len(y) != len(l.Dims) {
		return false
	}
	for k, d := range l.Dims {
		if y[k] < 1 || y[k] > d.Size {
			return false
		}
	}
	return true
}

// At is L(y₁, …, y_q) (eq. 1): offset + Σ (yᵢ − 1)·sᵢ, for any index, in dom(L)
// or not. It is not ok exactly when that number does not fit.
func (l LMAD) At(y ...int) (int, bool) {
	off := l.Offset
	for k, d := range l.Dims {
		p, ok := mul(y[k]-1, d.Stride)
		if ok {
			off, ok = add(off, p)
		}
		if !ok || y[k] == math.MinInt {
			return l.exactAt(y)
		}
	}
	return off, true
}

// exactAt is At for sums that leave the machine integers along the way.
func (l LMAD) exactAt(y []int) (int, bool) {
	sum := num.Of(int64(l.Offset))
	for k, d := range l.Dims {
		p, _ := num.Of(int64(y[k])).Sub(num.Of(1)).Mul(num.Of(int64(d.Stride)))
		sum = sum.Add(p)
	}
	return fit(sum)
}

// Slice is slice_f(L, ix) (eq. 2): it starts at L of the offsets, fixed
// dimensions vanish, a range o : n : s becomes the pair (n : s·stride), and a flat one
// o + {(n : s) …} the pairs (n : s·stride) ….
func (l LMAD) Slice(ix []Ix) (LMAD, bool) {
	r := LMAD{Dims: make([]Dim, 0, len(ix))}
	y := make([]int, len(ix))
	fits := true
	for k, d := range l.Dims {
		y[k] = ix[k].Off
		if ix[k].Fix {
			continue
		}
		if ix[k].Flat != nil {
			y[k]++ // it is counted from 0
			for _, f := range ix[k].Flat {
				stride, ok := mul(d.Stride, f[1])
				if !ok {
					stride = 0
					fits = fits && f[0] <= 1
				}
				r.Dims = append(r.Dims, Dim{f[0], stride})
			}
			continue
		}
		stride, ok := mul(d.Stride, ix[k].Stride)
		if !ok {
			stride = 0
			fits = fits && ix[k].Size <= 1
		}
		r.Dims = append(r.Dims, Dim{ix[k].Size, stride})
	}
	off, ok := l.At(y...)
	if r.Offset = off; !ok {
		r.Offset = 0
	}
	return r, ok && fits || r.Empty()
}

// Index is index_f(L, k) (eq. 3): the k-th element of the outermost dimension.
func (l LMAD) Index(k int) (LMAD, bool) {
	r := LMAD{Dims: l.Dims[1:]}
	off, ok := LMAD{l.Offset, l.Dims[:1]}.At(k)
	if ok {
		r.Offset = off
	}
	return r, ok || r.Empty()
}

// Transpose swaps the outer two dimensions.
func (l LMAD) Transpose() LMAD {
	dims := slices.Clone(l.Dims)
	dims[0], dims[1] = dims[1], dims[0]
	return LMAD{l.Offset, dims}
}

// Permute makes dimension p[k] of L dimension k of the result. The numbers in p are
// 1-based.
func (l LMAD) Permute(p []int) LMAD {
	dims := make([]Dim, len(p))
	for k := range p {
		dims[k] = l.Dims[p[k]-1]
	}
	return LMAD{l.Offset, dims}
}

// Reverse turns the outermost dimension back to front: it starts at the last row and
// has the negated stride.
func (l LMAD) Reverse() (LMAD, bool) {
	outer := l.Dims[0]
	if outer.Size <= 1 {
		stride, ok := mul(outer.Stride, -1)
		if !ok {
			stride = 0
		}
		return LMAD{l.Offset, append([]Dim{{outer.Size, stride}}, l.Dims[1:]...)}, true
	}
	r, ok := LMAD{l.Offset, l.Dims[:1]}.Slice([]Ix{{Off: outer.Size, Size: outer.Size, Stride: -1}})
	r.Dims = append(r.Dims, l.Dims[1:]...)
	return r, ok || r.Empty()
}

// Same tells whether L and M have the same shape and give each of its indices
// the same offset.
func (l LMAD) Same(m LMAD) bool {
	if len(l.Dims) != len(m.Dims) {
		return false
	}
	same := l.Offset == m.Offset
	for k, d := range l.Dims {
		if d.Size != m.Dims[k].Size {
			return false
		}
		same = same && (d.Size <= 1 || d.Stride == m.Dims[k].Stride)
	}
	return same || l.Empty()
}

// IsRowMajor tells whether L gives each index the offset that R(shape of L)
// gives it.
func (l LMAD) IsRowMajor() bool {
	r, ok := RowMajor(l.Shape())
	return ok && l.Same(r)
}

// String is L in the notation of Fig. 6.
func (l LMAD) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d + {", l.Offset)
	for k, d := range l.Dims {
		if k > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "(%d : %d)", d.Size, d.Stride)
	}
	b.WriteByte('}')
	return b.String()
}

// add is x + y and whether it fits.
func add(x, y int) (int, bool) {
	s := x + y
	return s, (x^s)&(y^s) >= 0
}

// mul is x * y and whether it fits.
func mul(x, y int) (int, bool) {
	p, ok := num.Mul64(int64(x), int64(y))
	return int(p), ok && int64(int(p)) == p
}

// fit is x as a machine integer and whether it is one.
func fit(x num.Num) (int, bool) {
	v, ok := x.Int64()
	return int(v), ok && int64(int(v)) == v
}
