package heap

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// checkImage compares what is known about img(L) with its points.
func (o ops) checkImage(l LMAD) error {
	first := map[int][]int{}
	var lo, hi *big.Int
	fits, shared := true, false
	var order []int
	for _, y := range indices(l.Shape()) {
		p := point(l, y)
		if lo == nil || p.Cmp(lo) < 0 {
			lo = p
		}
		if hi == nil || p.Cmp(hi) > 0 {
			hi = p
		}
		if fits = fits && p.IsInt64(); !fits {
			continue
		}
		order = append(order, int(p.Int64()))
		if _, ok := first[int(p.Int64())]; ok {
			shared = true
		} else {
			first[int(p.Int64())] = y
		}
	}
	if lo == nil {
		lo, hi = big.NewInt(0), big.NewInt(-1)
	}
	gotLo, gotHi, ok := o.extent(l)
	if ok != fits || ok && (int64(gotLo) != lo.Int64() || int64(gotHi) != hi.Int64()) {
		return fmt.Errorf("the extent of %s is %d to %d, %t; want %s to %s", l, gotLo, gotHi, ok, lo, hi)
	}
	if !fits {
		return nil
	}
	overlaps, known := o.overlaps(l)
	if !known || overlaps != shared {
		return fmt.Errorf("%s overlaps itself: %t, %t; want %t", l, overlaps, known, shared)
	}
	if n, known := l.ImageSize(); !known || n != len(first) {
		return fmt.Errorf("img(%s) has size %d, %t; want %d", l, n, known, len(first))
	}
	var visited []int
	l.Each(func(off int) bool { visited = append(visited, off); return true })
	if !slices.Equal(visited, order) {
		return fmt.Errorf("the elements of %s are visited as %v, want %v", l, visited, order)
	}
	if wide := new(big.Int).Sub(hi, lo); wide.Cmp(big.NewInt(widest)) > 0 {
		return nil
	}
	for off := max(gotLo, -1<<62) - 3; off <= gotHi+3 && off-gotLo < 300; off++ {
		y, ok := o.find(l, off)
		if want, exists := first[off]; ok != exists || ok && !slices.Equal(y, want) {
			return fmt.Errorf("offset %d of %s is index %v, %t; want %v, %t", off, l, y, ok, want, exists)
		}
	}
	for off, want := range first {
		if y, ok := o.find(l, off); !ok || !slices.Equal(y, want) {
			return fmt.Errorf("offset %d of %s is index %v, %t; want %v", off, l, y, ok, want)
		}
	}
	return nil
}

// TestImage compares Extent, Each, Find, ImageSize and SelfOverlaps with the
// points.
func TestImage(t *testing.T) {
	for _, far := range []bool{false, true} {
		t.Run(fmt.Sprintf("far=%t", far), rapid.MakeCheck(func(t *rapid.T) {
			holds(t, genLMAD(rapid.IntRange(0, 4), far), realOps.checkImage)
		}))
	}
}

// TestImageLarge: what sizes and strides decide needs no look at the elements.
func TestImageLarge(t *testing.T) {
	for _, c := range []struct {
		l               LMAD
		overlaps, known bool
	}{
		{LMAD{0, []Dim{{1 << 30, 1 << 30}, {1 << 30, 1}}}, false, true},
		{LMAD{0, []Dim{{1 << 30, 1}, {1 << 30, 1 << 30}}}, false, true},
		{LMAD{5, []Dim{{1 << 30, -2}}}, false, true},
		{LMAD{0, []Dim{{1 << 30, 0}}}, true, true},
		{LMAD{0, []Dim{{1 << 20, 4}, {1 << 20, 6}}}, true, true},
		{LMAD{0, []Dim{{1 << 13, 1 << 13}, {1 << 13, 1<<13 + 1}}}, false, false},
		{LMAD{0, []Dim{{0, 0}, {1 << 60, 1 << 60}}}, false, true},
		{LMAD{math.MinInt, []Dim{{2, math.MaxInt}, {2, math.MaxInt - 1}}}, false, true},
		{LMAD{math.MinInt, []Dim{{2, math.MaxInt}, {2, math.MaxInt}}}, true, true},
		{LMAD{0, []Dim{{2, 1}, {2, -1}}}, true, true},
	} {
		if overlaps, known := c.l.SelfOverlaps(); known != c.known || known && overlaps != c.overlaps {
			t.Errorf("%s overlaps itself: %t, %t; want %t, %t", c.l, overlaps, known, c.overlaps, c.known)
		}
	}
	l := LMAD{7, []Dim{{1 << 20, 1 << 20}, {1 << 20, 1}}}
	if y, ok := l.Find(7 + 12345<<20 + 678); !ok || !slices.Equal(y, []int{12346, 679}) {
		t.Error("found", y, ok)
	}
}

func TestEachStops(t *testing.T) {
	n := 0
	LMAD{0, []Dim{{3, 3}, {3, 1}}}.Each(func(int) bool { n++; return n < 4 })
	if n != 4 {
		t.Error("visited", n)
	}
}
