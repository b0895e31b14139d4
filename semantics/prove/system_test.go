package prove

import (
	"slices"
	"testing"

	"funmem/semantics/poly"
)

// TestSays: a fact says it, a stronger one does, and none does where two of them would
// be needed.
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

// TestGrows: what one copy of a system learns, the other does not know, whatever both
// know already.
func TestGrows(t *testing.T) {
	y := After(0)
	ps := make([]poly.Poly, 40)
	for k := range ps {
		ps[k] = y.New("p")
	}
	for n := range 20 {
		var s System
		for _, p := range ps[:n] {
			s.NonNeg(p)
			s.Zero(p.Sub(p)) // says nothing, and takes no room
			s.Zero(p)
		}
		a, b, c := s, s, s
		a.NonNeg(ps[n])
		b.NonNeg(ps[n+1])
		a.NonNeg(ps[n+2])
		c.Add(System{nonNegs: ps[n+3 : n+5], zeros: ps[n+3 : n+5]})
		b.Zero(ps[n+1])
		for k, want := range map[*System][]int{&s: {}, &a: {n, n + 2}, &b: {n + 1}, &c: {n + 3, n + 4}} {
			for i, p := range ps {
				if got := k.Says(p); got != (i < n || slices.Contains(want, i)) {
					t.Errorf("after %d facts: p%d >= 0: %v", n, i, got)
				}
			}
		}
		if len(s.zeros) != n || len(a.zeros) != n || len(b.zeros) != n+1 || len(c.zeros) != n+2 || poly.Compare(b.zeros[n], ps[n+1]) != poly.Equal {
			t.Errorf("after %d facts: zeros %v %v %v %v", n, s.zeros, a.zeros, b.zeros, c.zeros)
		}
	}
}
