package lmad_test

import (
	"testing"

	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// TestOfView has each view, and an expression that is not one. It compares where the view
// lies, and where its array lies if the view lies there.
func TestOfView(t *testing.T) {
	x := variable('x')
	l := parse(t, "a + {(n : s) (m : t)}")
	row := lmad.RowMajor([]syntax.Expr{lmad.Const(2), lmad.Const(3)})
	flat := []syntax.Expr{lmad.Const(6)}
	at := []syntax.Ix{{Kind: syntax.IxRange, Off: lmad.Const(2), Size: variable('k')}, {Kind: syntax.IxFix, Off: variable('j')}}
	for _, c := range []struct {
		e        syntax.Expr
		l, want  *syntax.LMAD // nil: it has none
		sizes    []syntax.Expr
		backward bool // the array is back where it was
	}{
		{&syntax.Slice{X: x, At: at}, l, lmad.Slice(l, at), sizesOf(l), false},
		{&syntax.Transpose{X: x}, l, parse(t, "a + {(m : t) (n : s)}"), sizesOf(l), true},
		{&syntax.Permute{X: x, Perm: []int{2, 1}}, l, parse(t, "a + {(m : t) (n : s)}"), sizesOf(l), true},
		{&syntax.Reverse{X: x}, l, lmad.Reverse(l), sizesOf(l), true},
		{&syntax.Reshape{X: x, Dims: flat}, row, lmad.RowMajor(flat), sizesOf(row), true},
		{&syntax.Reshape{X: x, Dims: []syntax.Expr{&syntax.Binary{Op: syntax.Mul, X: variable('n'), Y: variable('m')}}}, l, nil, sizesOf(l), false},
		{&syntax.Claim{X: x}, l, nil, sizesOf(l), false},
		{&syntax.Copy{X: x}, l, nil, sizesOf(l), false},
		{x, l, nil, sizesOf(l), false},
	} {
		got, ok := lmad.OfView(nil, c.e, c.l)
		if ok != (c.want != nil) || ok && !lmad.Equal(new(poly.Env), got, c.want) {
			t.Errorf("%s of an array at %s: %v", syntax.Line(c.e), syntax.Line(c.l), got)
		}
		if !ok {
			continue
		}
		back, ok := lmad.OfViewed(nil, c.e, got, c.sizes)
		if ok != c.backward || ok && !lmad.Equal(new(poly.Env), back, c.l) {
			t.Errorf("what %s is a view of, where that is at %s: %v", syntax.Line(c.e), syntax.Line(got), back)
		}
	}
	three := parse(t, "a + {(n : s) (m : t) (k : r)}")
	turned := &syntax.Permute{X: x, Perm: []int{3, 1, 2}}
	there, _ := lmad.OfView(nil, turned, three)
	if back, ok := lmad.OfViewed(nil, turned, there, sizesOf(three)); !ok || !lmad.Equal(new(poly.Env), back, three) {
		t.Errorf("permuted and back: %s", syntax.Line(back))
	}
	if _, ok := lmad.OfViewed(nil, &syntax.Copy{X: x}, l, sizesOf(l)); ok {
		t.Error("a copy is a view")
	}
}

func sizesOf(l *syntax.LMAD) (sizes []syntax.Expr) {
	for _, d := range l.Dims {
		sizes = append(sizes, d.Size)
	}
	return sizes
}
