package prove

import (
	"testing"

	"funmem/semantics/poly"
)

// TestSays: a fact, a stronger one, and none that would need two of them.
func TestSays(t *testing.T) {
	y := After(0)
	i, n := y.New("i"), y.New("n")
	var s System
	s.AtMost(one, i)
	s.AtMost(i, n)
	for _, c := range []struct {
		what string
		p    poly.Poly
		want bool
	}{
		{"1 <= i", i.Sub(one), true},
		{"0 <= i", i, true},
		{"2 <= i", i.Sub(one).Sub(one), false},
		{"i <= n", n.Sub(i), true},
		{"n <= i", i.Sub(n), false},
		{"1 <= n", n.Sub(one), false},
	} {
		if got := s.Says(c.p); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
