package native_test

import (
	"slices"
	"testing"

	"funmem/internal/cores"
	"funmem/lower/native"
)

// TestFixed: small sizes are constants in code of its own, for two choices of them. Others get code for all sizes.
func TestFixed(t *testing.T) {
	const text = `def f [n][m] (k : int) (a : [n][m]int) (b : [n]int) (j : int) : [k]int =
  kernel i <= k do i * j + reduce (+) 0 b + reduce (+) 0 a[1]
def g (x : int) : int = x + 1
`
	for _, c := range []struct {
		calls  string
		wanted []string
	}{
		{"f(2, [[1, 2, 3]], [4], 7)", []string{"k = 2, n = 1, m = 3"}},
		{"f(2, [[1, 2, 3]], [4], 7), f(2, [[5, 6, 7]], [8], 9)", []string{"k = 2, n = 1, m = 3"}},
		{"f(20, [iota 30], [4], 7)", []string{"n = 1"}},
		{"f(9, kernel i <= 9, j <= 9 do i * j, iota 9, 7)", []string{""}},
		{"f(8, kernel i <= 9, j <= 8 do i * j, iota 9, 7), f(0, kernel i <= 9, j <= 10 do i * j, iota 9, 7)", []string{"", "k = 8, m = 8"}},
		{"f(1, [[1]], [4], 7), f(2, [[1]], [4], 7), f(3, [[1]], [4], 7), f(4, [[1]], [4], 7), f(1, [[2]], [4], 7)", []string{"", "k = 1, n = 1, m = 1", "k = 2, n = 1, m = 1"}},
		{"f(10, kernel i <= 9, j <= 9 do i * j, iota 9, 7), f(1, [[2]], [4], 7)", []string{""}},
		{"g(3), g(4)", []string{""}},
	} {
		n := native.NewEngine(cores.Device(t))
		if _, declined := both(t, n, text+"("+c.calls+", 0)"); declined > 0 {
			t.Errorf("%s: %s", c.calls, reasons(n))
		}
		var got []string
		for _, r := range n.Reports() {
			if r.Def != nil {
				got = append(got, r.Fixed)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.wanted) {
			t.Errorf("%s: %q, wanted %q", c.calls, got, c.wanted)
		}
	}
}
