package prove

import ("testing";"fmt";"funmem/semantics/poly";"time")

func TestQuick(t *testing.T) {
	y := &Symbols{}
	n, m, i, j, p := y.New("n"), y.New("m"), y.New("i"), y.New("j"), y.New("p")
	var f System
	f.NonNeg(n); f.NonNeg(m); f.NonNeg(p)
	f.AtMost(one, i); f.Less(i, j); f.AtMost(j, n)
	show := func(what string, f System, a, b LMAD) {
		t0 := time.Now()
		pr, ok := Disjoint(&Symbols{y.names}, f, a, b)
		fmt.Println(what, pr, ok, time.Since(t0))
	}
	c := constant
	row := func(i poly.Poly) LMAD { return LMAD{m.Mul(i.Sub(one)), []Dim{{m, one}}} }
	show("rows", f, row(i), row(j))
	col := func(i poly.Poly) LMAD { return LMAD{i, []Dim{{m, n}}} }
	show("cols", f, col(i), col(j))
	f2 := f
	f2.AtMost(j, p)
	inter := func(i poly.Poly) LMAD { return LMAD{i, []Dim{{n, p.Mul(m)}, {m, p}}} }
	show("inter", f2, inter(i), inter(j))
	show("gcd", f, LMAD{c(0), []Dim{{n, c(2)}}}, LMAD{c(1), []Dim{{n, c(2)}}})
	show("not", f, LMAD{c(0), []Dim{{n, c(2)}}}, LMAD{c(1), []Dim{{n, c(3)}}})
	blk := func(i, k poly.Poly) LMAD { return LMAD{i.Mul(n).Mul(m).Add(k.Mul(m)), []Dim{{m, one}}} }
	f3 := f
	k, l := y.New("k"), y.New("l")
	f3.NonNeg(k); f3.Less(k, n); f3.NonNeg(l); f3.Less(l, n)
	show("3d rows", f3, blk(i, k), blk(j, l))
	blk2 := func(i poly.Poly) LMAD { return LMAD{i.Mul(n).Mul(m), []Dim{{n, m}, {m, one}}} }
	show("3d rows", f, blk2(i), blk2(j))
	mid := func(i poly.Poly) LMAD { return LMAD{i.Sub(one).Mul(m), []Dim{{p, n.Mul(m)}, {m, one}}} }
	show("3d mid", f, mid(i), mid(j))
	nw := func(i poly.Poly) LMAD { return LMAD{i, []Dim{{p, n.Add(one)}, {m,n.Add(one).Mul(p)}}} }
	show("nw", f, nw(i), nw(j))
	fmt.Println(Apart(y, f, LMAD{c(0), []Dim{{n, m.Mul(p)},{m,p},{p,one}}},LMAD{c(0), []Dim{{n, m.Mul(p)},{m,p},{p,one}}}))
	fmt.Println(Apart(y, f, LMAD{c(0), []Dim{{m,one},{n,m}}},LMAD{c(0), []Dim{{m,one},{n,m}}}))
}
