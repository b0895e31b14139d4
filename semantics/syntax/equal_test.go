package syntax

import (
	"reflect"
	"testing"

	"funmem/semantics/num"
)

// TestHead: expressions have different heads if they differ in kind, in their parts or in the
// number of their parts. What Equal does not look at makes no difference.
func TestHead(t *testing.T) {
	heads := map[string]string{}
	for _, f := range forms() {
		h := Head(f.e)
		if other := heads[h]; other != "" {
			t.Errorf("a %s and a %s have the head %q", nameOf(f.e), other, h)
		}
		heads[h] = nameOf(f.e)
	}
	x, y := &Var{Name: "x"}, &Var{Name: "y"}
	row := LMADDim{x, x}
	for _, c := range []struct {
		a, b Node
		same bool
	}{
		{&Permute{X: x, Perm: []int{1, 2}}, &Permute{X: y, Perm: []int{1, 2}}, true},
		{&Permute{X: x, Perm: []int{1, 2}}, &Permute{X: x, Perm: []int{2, 1}}, false},
		{&IntLit{Val: num.Of(1)}, &IntLit{Val: num.Of(1), Text: "1"}, true},
		{&IntLit{Val: num.Of(1)}, &IntLit{Val: num.Of(2)}, false},
		{&Binary{Op: Add, X: x, Y: y}, &Binary{Op: Sub, X: x, Y: y}, false},
		{&Binary{Op: Add, X: x, Y: y}, &Binary{Op: Add, X: x, Y: y, Of: F64}, false},
		{&Call{Fn: "f", Args: []Expr{x}}, &Call{Fn: "g", Args: []Expr{x}}, false},
		{&Call{Fn: "f", Args: []Expr{x}}, &Call{Fn: "f", Args: []Expr{x, y}}, false},
		{&Slice{X: x, At: []Ix{{Kind: IxRange, Off: x, Size: y}}}, &Slice{X: y, At: []Ix{{Kind: IxRange, Off: y, Size: y}}}, true},
		{&Slice{X: x, At: []Ix{{Kind: IxRange, Off: x, Size: y}}}, &Slice{X: x, At: []Ix{{Kind: IxRange, Off: x, Size: y, Stride: y}}}, false},
		{&Slice{X: x, At: []Ix{{Kind: IxFlat, Off: x, Dims: []LMADDim{row}}}}, &Slice{X: x, At: []Ix{{Kind: IxFlat, Off: x, Dims: []LMADDim{row, row}}}}, false},
		{&Slice{X: x, At: []Ix{{Kind: IxFix, Off: x}}}, &With{X: x, At: []Ix{{Kind: IxFix, Off: x}}, V: y}, false},
		{&Scratch{Elem: F64, Dims: []Expr{x}}, &Scratch{Elem: Int, Dims: []Expr{x}}, false},
		{&Concat{Xs: []Expr{x, y}}, &Concat{Xs: []Expr{x, y}, Infix: true}, true},
		{&Type{Dims: []Expr{x}}, &Type{Dims: []Expr{x}, Mem: &MemAnn{}}, false},
		{&LMAD{Offset: x, RowMajor: true}, &LMAD{Offset: x}, false},
		{&Body{Res: []Expr{x}}, &Body{Stms: []Stm{&Check{X: x, Y: y}}, Res: []Expr{x}}, false},
		{&Check{X: x, Y: y}, &Check{X: x, Y: y, Why: "so"}, true},
	} {
		if got := Head(c.a) == Head(c.b); got != c.same {
			t.Errorf("that %s and %s have one head is %t: %q, %q", Line(c.a), Line(c.b), got, Head(c.a), Head(c.b))
		}
	}
	for _, p := range corpus(t) { // each node has a head
		Walk(p, func(n Node) bool {
			if Head(n) == "" {
				t.Errorf("no head of a %s", reflect.TypeOf(n))
			}
			return true
		})
	}
}
