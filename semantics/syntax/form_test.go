package syntax

import (
	"reflect"
	"testing"
)

// forms has one expression of each kind, with its form, the array that it shows, and how many
// operands it has.
func forms() []struct {
	e        Expr
	form     Form
	shown    Expr
	operands int
} {
	x, n := &Var{Name: "x", ID: 1}, &Var{Name: "n", ID: 2}
	b := &Body{Res: []Expr{n}}
	i := &Binding{Name: "i", ID: 3}
	fn := &Lambda{Params: []*Binding{i}, Body: b}
	return []struct {
		e        Expr
		form     Form
		shown    Expr
		operands int
	}{
		{&IntLit{}, FormScalar, nil, 0},
		{&RealLit{}, FormScalar, nil, 0},
		{x, FormScalar, nil, 0},
		{&Unary{X: n}, FormScalar, nil, 1},
		{&Binary{X: n, Y: n}, FormScalar, nil, 2},
		{&Index{X: x, At: []Expr{n}}, FormElement, nil, 2},
		{&Slice{X: x, At: []Ix{{Kind: IxRange, Off: n, Size: n}}}, FormView, x, 3},
		{&Transpose{X: x}, FormView, x, 1},
		{&Permute{X: x, Perm: []int{2, 1}}, FormView, x, 1},
		{&Reverse{X: x}, FormView, x, 1},
		{&Reshape{X: x, Dims: []Expr{n}}, FormView, x, 2},
		{&Claim{X: x}, FormClaim, x, 1},
		{&Iota{N: n}, FormFilled, nil, 1},
		{&Copy{X: x}, FormFilled, nil, 1},
		{&Replicate{N: n, X: x}, FormFilled, nil, 2},
		{&Literal{Elems: []Expr{n, n}}, FormListed, nil, 2},
		{&Concat{Xs: []Expr{x, x}}, FormListed, nil, 2},
		{&Scratch{Dims: []Expr{n}}, FormUnwritten, nil, 1},
		{&With{X: x, At: []Ix{{Kind: IxFix, Off: n}}, V: n}, FormUpdate, nil, 3},
		{&Kernel{Index: []Bound{{i, n}}, Body: b}, FormKernel, nil, 1},
		{&If{Cond: n, Then: b, Else: b}, FormIf, nil, 1},
		{&Loop{Params: []*Binding{i}, Init: []Expr{n}, While: b, Body: b}, FormLoop, nil, 1},
		{&Reduce{Fn: fn, Ne: []Expr{n}, Xs: []Expr{x}}, FormFold, nil, 3},
		{&Scan{Fn: fn, Ne: []Expr{n}, Xs: []Expr{x}}, FormFold, nil, 3},
		{&Call{Fn: "f", Args: []Expr{n, x}}, FormCall, nil, 2},
		{&Alloc{N: n}, FormAlloc, nil, 1},
		{&Block{Body: b}, FormSurface, nil, 0},
		{&Tuple{Elems: []Expr{n, x}}, FormSurface, nil, 2},
		{&Shape{X: x}, FormSurface, nil, 1},
		{&Length{X: x}, FormSurface, nil, 1},
		{&Flatten{X: x}, FormSurface, nil, 1},
		{&Rotate{K: n, X: x}, FormSurface, nil, 2},
		{&Map{Fn: fn, Xs: []Expr{x}}, FormSurface, nil, 2},
		{fn, FormSurface, nil, 0},
		{&OpFn{}, FormSurface, nil, 0},
		{&Irregular{}, FormSurface, nil, 0},
	}
}

// TestFormOf has a row for each type that is an expression.
func TestFormOf(t *testing.T) {
	rows := map[string]bool{}
	for _, f := range forms() {
		name := nameOf(f.e)
		rows[name] = true
		if got := FormOf(f.e); got != f.form {
			t.Errorf("the form of a %s is %d, not %d", name, got, f.form)
		}
		if got := Shown(f.e); got != f.shown {
			t.Errorf("a %s shows %v, not %v", name, got, f.shown)
		}
		if got := Viewed(f.e); (got != nil) != (f.form == FormView) || got != nil && got != f.shown {
			t.Errorf("a %s is a view of %v", name, got)
		}
		if got := len(OperandsOf(f.e)); got != f.operands {
			t.Errorf("a %s has %d operands, not %d", name, got, f.operands)
		}
		if got := IsScalar(f.e); got != (f.form == FormScalar) {
			t.Errorf("that a %s is scalar: %t", name, got)
		}
		_, isVar := f.e.(*Var)
		if got := IsAtom(f.e); got != (f.form == FormScalar && (isVar || f.operands == 0)) {
			t.Errorf("that a %s is an atom: %t", name, got)
		}
		fresh := f.form == FormFilled || f.form == FormListed || f.form == FormUnwritten
		if got := FormOf(f.e).IsFresh(); got != fresh {
			t.Errorf("that a %s is fresh: %t", name, got)
		}
		if got := FormOf(f.e).Makes(); got != (fresh || f.form == FormKernel) {
			t.Errorf("that a %s makes arrays: %t", name, got)
		}
	}
	for _, name := range nodeTypes(t, "expr") {
		if !rows[name] {
			t.Errorf("no row for %s", name)
		}
	}
	if FormOf(nil) != FormSurface || Viewed(nil) != nil || IsScalar(nil) {
		t.Error("no expression has a form")
	}
}

// TestFormPanics: a node that the table does not know is found at once.
func TestFormPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it has a form")
		}
	}()
	FormOf(unknown{})
}

type unknown struct{ Expr }

// EachKernel visits kernels, and what is a kernel by definition.
func TestEachKernel(t *testing.T) {
	got := map[string]bool{}
	var stms []Stm
	for _, f := range forms() {
		if f.form != FormSurface {
			stms = append(stms, &Let{Pat: []*Binding{{Name: "y", ID: 9}}, Exp: f.e})
		}
	}
	EachKernel(&Body{Stms: stms}, func(s *Let) { got[nameOf(s.Exp)] = true })
	if want := map[string]bool{"Kernel": true, "Iota": true, "Copy": true, "Replicate": true}; !reflect.DeepEqual(got, want) {
		t.Errorf("kernels: %v", got)
	}
}
