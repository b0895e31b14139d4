package prove

import (
	"testing"

	"funmem/semantics/poly"

	"pgregory.net/rapid"
)

// part is a part [c + d·k : m : t] of one dimension, for a variable k.
type part struct{ c, d, m, t int64 }

// place is where parts of an array lie, for the given offset and strides.
func place(parts []part, k, offset poly.Poly, strides []poly.Poly) LMAD {
	l := LMAD{Offset: offset}
	for i, p := range parts {
		at := constant(p.c).Add(constant(p.d).Mul(k))
		l.Offset = l.Offset.Add(at.Mul(strides[i]))
		l.Dims = append(l.Dims, Dim{constant(p.m), strides[i].Mul(constant(p.t))})
	}
	return l
}

// locations are the offsets of all elements.
func locations(parts []part, k int64, offset int64, strides []int64) (all []int64) {
	all = []int64{offset}
	for i, p := range parts {
		var next []int64
		for _, o := range all {
			for z := range p.m {
				next = append(next, o+(p.c+p.d*k+z*p.t)*strides[i])
			}
		}
		all = next
	}
	return all
}

// TestBase: two parts of an array that Base says are disjoint share no location. A part
// that it says is apart from itself has no location twice. Both hold however the array
// lies.
func TestBase(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		sizes := []int64{rapid.Int64Range(1, 4).Draw(t, "size"), rapid.Int64Range(1, 4).Draw(t, "size")}
		draw := func() []part {
			parts := make([]part, 2)
			for i := range parts {
				parts[i] = part{
					rapid.Int64Range(-1, sizes[i]).Draw(t, "c"), rapid.Int64Range(-1, 1).Draw(t, "d"),
					rapid.Int64Range(0, 3).Draw(t, "m"), rapid.Int64Range(-1, 2).Draw(t, "t"),
				}
			}
			return parts
		}
		a, b := draw(), draw()
		const most = 2 // of k
		y := &Symbols{}
		offset, s1, s2, k := y.New("o"), y.New("s1"), y.New("s2"), y.New("k")
		base := Base{Offset: 1, Strides: []int{2, 3}, Sizes: []poly.Poly{constant(sizes[0]), constant(sizes[1])}}
		var facts System
		facts.NonNeg(k)
		facts.AtMost(k, constant(most))
		la, lb := place(a, k, offset, []poly.Poly{s1, s2}), place(b, k, offset, []poly.Poly{s1, s2})
		disjoint, distinct := base.Disjoint(y, facts, la, lb), base.Apart(y, facts, la, la)
		if disjoint || distinct {
			proved++
		}
		for _, strides := range [][]int64{{sizes[1], 1}, {1, sizes[0]}, {-sizes[1], 1}, {2 * sizes[1], 2}, {1, -sizes[0]}} {
			for k := range int64(most + 1) {
				seen := map[int64]bool{}
				for _, l := range locations(a, k, 100, strides) {
					if seen[l] && distinct {
						t.Fatalf("%v has location %d twice for strides %v and k = %d", a, l, strides, k)
					}
					seen[l] = true
				}
				for _, l := range locations(b, k, 100, strides) {
					if seen[l] && disjoint {
						t.Fatalf("%v and %v share location %d for strides %v and k = %d", a, b, l, strides, k)
					}
				}
			}
		}
	})
	if proved == 0 {
		t.Error("nothing was proved")
	}
}
