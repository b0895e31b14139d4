package heap

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// TestFirstBeyond: the first element beyond a block is the one found by looking at all elements.
func TestFirstBeyond(t *testing.T) {
	rng, beyond := rand.New(rand.NewSource(1)), 0
	for range 20_000 {
		l := LMAD{Offset: rng.Intn(12) - 4}
		for range 1 + rng.Intn(3) {
			l.Dims = append(l.Dims, Dim{1 + rng.Intn(4), rng.Intn(9) - 4})
		}
		n := rng.Intn(16)
		y := make([]int, len(l.Dims))
		for k := range y {
			y[k] = 1
		}
		for more := true; more; _, more = l.next(y) {
			if off, _ := l.At(y...); off < 0 || off >= n {
				beyond++
				if got := l.firstBeyond(n); !slices.Equal(got, y) {
					t.Fatalf("%v in %d: %v, wanted %v", l, n, got, y)
				}
				break
			}
		}
	}
	if beyond < 5000 {
		t.Errorf("%d LMADs", beyond)
	}
	for _, c := range []struct {
		l    LMAD
		want []int
	}{
		{LMAD{0, []Dim{{2, 5}, {1 << 40, 0}}}, []int{2, 1}},
		{LMAD{0, []Dim{{1 << 40, 1}, {1 << 40, 1}}}, []int{1, 4}},
		{LMAD{2, []Dim{{1 << 62, 1}, {1 << 62, math.MinInt}}}, []int{1, 2}},
		{LMAD{math.MaxInt - 1, []Dim{{3, 1}}}, []int{1}},
	} {
		if got := c.l.firstBeyond(3); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, wanted %v", c.l, got, c.want)
		}
	}
}
