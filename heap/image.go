package heap

import (
	"math"
	"sort"
)

// Extent is the smallest and the greatest offset of img(L). It is not ok when one of them does not fit. For an LMAD
// without elements it is 0 and -1.
func (l LMAD) Extent() (lo, hi int, ok bool) {
	if l.Empty() {
		return 0, -1, true
	}
	lo, hi = l.Offset, l.Offset
	for _, d := range l.Dims {
		p, fits := mul(d.Size-1, d.Stride)
		if fits && p < 0 {
			lo, fits = add(lo, p)
		} else if fits {
			hi, fits = add(hi, p)
		}
		if !fits {
			return l.corners()
		}
	}
	return lo, hi, true
}

// firstBeyond is the index of the first element, in row-major order, with an offset outside 0, …, n-1. The LMAD must
// have one. It looks at no elements, because there may be more of them than locations in a block: a stride may be 0.
func (l LMAD) firstBeyond(n int) []int {
	y := make([]int, len(l.Dims))
	for d := range y {
		y[d] = 1
	}
	for d, dim := range l.Dims {
		beyond := func(k int) bool {
			y[d] = 1 + k
			off, ok := l.At(y...)
			if !ok {
				return true
			}
			lo, hi, ok := LMAD{off, l.Dims[d+1:]}.Extent()
			return !ok || lo < 0 || hi >= n
		}
		k := 0
		if !beyond(0) { // elements beyond lie at one end, so from some index on all rows have such elements
			k = sort.Search(dim.Size, beyond)
		}
		y[d] = 1 + k
	}
	return y
}

// corners is Extent for sums that leave the machine integers along the way.
func (l LMAD) corners() (lo, hi int, ok bool) {
	low, high := make([]int, len(l.Dims)), make([]int, len(l.Dims))
	for k, d := range l.Dims {
		low[k], high[k] = 1, d.Size
		if d.Stride < 0 {
			low[k], high[k] = d.Size, 1
		}
	}
	lo, fits := l.At(low...)
	hi, ok = l.At(high...)
	return lo, hi, ok && fits
}

// widest bounds the distances between offsets in computations: larger ones could wrap.
const widest = math.MaxInt / 4

// spread is hi − lo of the extent; it is not ok when that is too wide to
// compute with.
func (l LMAD) spread() (lo, hi int, ok bool) {
	lo, hi, ok = l.Extent()
	return lo, hi, ok && uint(hi)-uint(lo) <= widest
}

// Each visits the offsets of all elements in row-major order of the index until
// visit returns false. It visits nothing when Extent is not ok.
func (l LMAD) Each(visit func(off int) bool) {
	l.EachIndex(func(_ []int, off int) bool { return visit(off) })
}

// EachIndex visits all elements in row-major order, with their index, until
// visit returns false. The slice is used again for the next index. It visits
// nothing when Extent is not ok.
func (l LMAD) EachIndex(visit func(y []int, off int) bool) {
	if _, _, ok := l.Extent(); !ok || l.Empty() {
		return
	}
	y := make([]int, len(l.Dims))
	for k := range y {
		y[k] = 1
	}
	for off := l.Offset; visit(y, off); {
		step, ok := l.next(y)
		if !ok {
			return
		}
		off += step
	}
}

// next advances y to the index that follows in row-major order and returns the distance between the offsets. It is not
// ok at the last index. Distances wrap when L's extent does not fit.
func (l LMAD) next(y []int) (step int, ok bool) {
	for k := len(y) - 1; k >= 0; k-- {
		if d := l.Dims[k]; y[k] < d.Size {
			y[k]++
			return step + d.Stride, true
		}
		step -= (y[k] - 1) * l.Dims[k].Stride
		y[k] = 1
	}
	return 0, false
}

// Find inverts L: the first index in row-major order whose offset is off. It
// finds nothing in an LMAD whose extent is 2^61 locations or wider.
func (l LMAD) Find(off int) (index []int, ok bool) {
	lo, hi, ok := l.spread()
	if !ok || off < lo || off > hi {
		return nil, false
	}
	index = make([]int, len(l.Dims))
	if !find(l.Dims, index, off-l.Offset) {
		return nil, false
	}
	return index, true
}

// find sets y to the first index with Σ (yᵢ − 1)·sᵢ = rest.
func find(dims []Dim, y []int, rest int) bool {
	if len(dims) == 0 {
		return rest == 0
	}
	inner := LMAD{0, dims[1:]}
	lo, hi, _ := inner.Extent()
	g := stride(dims[1:])
	d := dims[0]
	first, last := 0, d.Size-1
	// rest − t·s must lie in [lo, hi].
	switch {
	case d.Size == 1:
	case d.Stride > 0:
		first, last = max(first, ceilDiv(rest-hi, d.Stride)), min(last, floorDiv(rest-lo, d.Stride))
	case d.Stride < 0:
		first, last = max(first, ceilDiv(lo-rest, -d.Stride)), min(last, floorDiv(hi-rest, -d.Stride))
	default:
		last = 0
	}
	for t := first; t <= last; t++ {
		left := rest - t*d.Stride
		if g == 0 && left != 0 || g > 0 && left%g != 0 {
			continue
		}
		if y[0] = t + 1; find(dims[1:], y[1:], left) {
			return true
		}
	}
	return false
}

// stride is the greatest common divisor of the strides that L uses, 0 when
// there is none: all offsets differ by multiples of it.
func stride(dims []Dim) int {
	g := 0
	for _, d := range dims {
		if d.Size > 1 {
			g = gcd(g, d.Stride)
		}
	}
	return g
}

func gcd(x, y int) int {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}

func floorDiv(x, y int) int {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func ceilDiv(x, y int) int { return -floorDiv(-x, y) }

// enumerable bounds the elements that ImageSize and SelfOverlaps look at.
const enumerable = 1 << 24

// SelfOverlaps tells whether two elements of L share an offset. If the sizes and strides do not decide it, the elements
// are looked at. known is false when there are more than 2^24 of them.
func (l LMAD) SelfOverlaps() (overlaps, known bool) {
	if decided, overlaps := l.overlapByStrides(); decided {
		return overlaps, true
	}
	n, known := l.ImageSize()
	return n < l.Count(), known
}

// overlapByStrides decides from the numbers of L whether it overlaps itself. A used stride of 0, or more elements than
// places for them, means yes. Strides that step over everything that the smaller ones reach mean no.
func (l LMAD) overlapByStrides() (decided, overlaps bool) {
	if l.Empty() {
		return true, false
	}
	lo, hi, ok := l.spread()
	if !ok {
		return false, false
	}
	var buf [8]Dim
	used := buf[:0]
	for _, d := range l.Dims {
		if d.Size > 1 {
			if d.Stride == 0 {
				return true, true
			}
			used = append(used, Dim{d.Size, max(d.Stride, -d.Stride)})
			for k := len(used) - 1; k > 0 && used[k-1].Stride > used[k].Stride; k-- {
				used[k-1], used[k] = used[k], used[k-1]
			}
		}
	}
	apart, reach := true, 0
	for _, d := range used {
		apart = apart && d.Stride > reach
		reach += (d.Size - 1) * d.Stride
	}
	if apart {
		return true, false
	}
	if l.Count() > (hi-lo)/stride(l.Dims)+1 {
		return true, true
	}
	return false, false
}

// ImageSize is the number of different offsets in img(L). It is known when the numbers of L show that no two elements
// share one, and otherwise when there are at most 2^24 elements.
func (l LMAD) ImageSize() (n int, known bool) {
	if decided, overlaps := l.overlapByStrides(); decided && !overlaps {
		return l.Count(), true
	}
	if l.Count() > enumerable {
		return 0, false
	}
	if _, _, ok := l.Extent(); !ok {
		return 0, false
	}
	seen := make(map[int]struct{})
	l.Each(func(off int) bool { seen[off] = struct{}{}; return true })
	return len(seen), true
}
