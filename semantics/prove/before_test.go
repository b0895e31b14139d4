package prove

import (
	"math/rand/v2"
	"testing"

	"funmem/semantics/poly"
)

// TestBefore: if one LMAD is found to lie after another, given what is known about n, it does
// so for all possible n and all k. This is found for the parts of a concatenation.
func TestBefore(t *testing.T) {
	y := After(0)
	n, k := y.New("n"), y.New("k")
	var facts System
	facts.NonNeg(n)
	flat := func(o, n poly.Poly) LMAD { return LMAD{o, []Dim{{n, one}}} }
	rows := func(o, n, m poly.Poly) LMAD { return LMAD{o, []Dim{{n, m}, {m, one}}} }
	two := constant(2)
	for _, c := range []struct {
		what string
		a, b LMAD
		want bool
	}{
		{"parts", flat(k, n), flat(k.Add(n), n), true},
		{"parts with one between them", flat(k, n), flat(k.Add(n.Mul(two)), n), true},
		{"the other way round", flat(k.Add(n), n), flat(k, n), false},
		{"one location in both", flat(k, n.Add(one)), flat(k.Add(n), n), false},
		{"rows", rows(k, two, n), rows(k.Add(n.Mul(two)), k, n), true},
		{"a size of unknown sign between them", flat(constant(0), n), flat(n.Add(k), n), false},
		{"backwards", LMAD{n, []Dim{{n, constant(-1)}}}, flat(n.Add(n), n), false},
		{"a stride of unknown sign", LMAD{n, []Dim{{two, k}}}, flat(n.Add(k).Add(one), n), false},
	} {
		if got := Before(facts, c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	linear := func() poly.Poly {
		p := constant(int64(r.IntN(7) - 2))
		return p.Add(n.Mul(constant(int64(r.IntN(4) - 1)))).Add(k.Mul(constant(int64(max(0, r.IntN(6)-4)))))
	}
	lmad := func(rank int) LMAD {
		l := LMAD{Offset: linear()}
		for range rank {
			l.Dims = append(l.Dims, Dim{linear(), linear()})
		}
		return l
	}
	proved := 0
	for range 40000 {
		a, b := lmad(1+r.IntN(2)), lmad(1+r.IntN(2))
		if !Before(facts, a, b) {
			continue
		}
		proved++
		for nn := range int64(4) {
			for kk := int64(-3); kk <= 3; kk++ {
				by := map[int]poly.Poly{id(n): constant(nn), id(k): constant(kk)}
				for _, p := range all(a.Subst(by)) {
					for _, q := range all(b.Subst(by)) {
						if p >= q {
							t.Fatalf("%v does not lie after %v with n = %d and k = %d", b, a, nn, kk)
						}
					}
				}
			}
		}
	}
	if proved < 50 {
		t.Errorf("%d of them lie after each other", proved)
	}
}

func id(p poly.Poly) int {
	x, _ := p.Variable()
	return x
}

// all are the locations of an LMAD of constants.
func all(l LMAD) []int64 {
	value := func(p poly.Poly) int64 {
		k, _ := p.Const()
		n, _ := k.Int64()
		return n
	}
	at := []int64{value(l.Offset)}
	for _, d := range l.Dims {
		var next []int64
		for _, o := range at {
			for z := range max(0, value(d.Size)) {
				next = append(next, o+z*value(d.Stride))
			}
		}
		at = next
	}
	return at
}
