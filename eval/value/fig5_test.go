package value

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// tree is a value as in Fig. 1: an integer, or a list of values. Below, Fig. 5 is defined
// on it again, literally, as the model for fig5.go.
type tree struct {
	k  int64
	vs []tree // for an array of one dimension or more; not nil
}

func toTree(p part) tree {
	if len(p.shape) == 0 {
		k, _ := p.elems.At(p.from).Int64()
		return tree{k: k}
	}
	t := tree{vs: []tree{}}
	for k := 1; k <= p.shape[0]; k++ {
		t.vs = append(t.vs, toTree(p.v(k)))
	}
	return t
}

func (t tree) String() string {
	if t.vs == nil {
		return fmt.Sprint(t.k)
	}
	return fmt.Sprint(t.vs)
}

func treeIndex(v tree, k []int) tree {
	if len(k) == 0 {
		return v
	}
	return treeIndex(v.vs[k[0]-1], k[1:])
}

func treeSlice(v tree, ix []machine.Ix) tree {
	if len(ix) == 0 {
		return v
	}
	if ix[0].Fix {
		return treeSlice(v.vs[ix[0].Off-1], ix[1:])
	}
	t := tree{vs: []tree{}}
	for j := 0; j < ix[0].Size; j++ {
		t.vs = append(t.vs, treeSlice(v.vs[ix[0].Off+j*ix[0].Stride-1], ix[1:]))
	}
	return t
}

// drawArray returns an array of different elements, of rank 1 to 4.
func drawArray(t *rapid.T, minRank int) *Array {
	a := NewArray(syntax.Int, rapid.SliceOfN(rapid.IntRange(0, 4), minRank, 4).Draw(t, "shape"))
	for i := range a.Elems.Len() {
		a.Elems.Set(i, num.Of(int64(i+100)))
	}
	return a
}

// each calls f for every index of a shape, in row-major order.
func each(shape []int, f func(k []int)) {
	var visit func(k []int)
	visit = func(k []int) {
		if len(k) == len(shape) {
			f(k)
			return
		}
		for i := 1; i <= shape[len(k)]; i++ {
			visit(append(slices.Clone(k), i))
		}
	}
	visit(nil)
}

func TestIndexModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawArray(t, 1)
		v := toTree(a.whole())
		next := int64(100)
		each(a.Shape, func(k []int) {
			got, _ := Index(a, k...).Int64()
			if got != treeIndex(v, k).k || got != next {
				t.Fatalf("index %v is %d", k, got)
			}
			next++
		})
	})
}

func TestSliceModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawArray(t, 1)
		ix := make([]machine.Ix, len(a.Shape))
		var shape []int
		for d, m := range a.Shape {
			if m > 0 && rapid.Bool().Draw(t, "fix") {
				ix[d] = machine.Ix{Fix: true, Off: rapid.IntRange(1, m).Draw(t, "off")}
				continue
			}
			ix[d] = machine.Ix{Off: 1, Size: 0, Stride: 1}
			if m > 0 {
				first, stride := rapid.IntRange(1, m).Draw(t, "first"), rapid.SampledFrom([]int{1, 2, 3, -1, -2}).Draw(t, "stride")
				most := (m-first)/stride + 1
				if stride < 0 {
					most = (first-1)/-stride + 1
				}
				ix[d] = machine.Ix{Off: first, Size: rapid.IntRange(0, most).Draw(t, "size"), Stride: stride}
			}
			shape = append(shape, ix[d].Size)
		}
		if len(shape) == 0 {
			t.Skip("a scalar")
		}
		s := Slice(a, ix, nil)
		if !slices.Equal(s.Shape, shape) {
			t.Fatalf("shape %v of %v", s.Shape, ix)
		}
		if n, _ := machine.Count(shape); n == 0 {
			return
		}
		if got, want := toTree(s.whole()).String(), treeSlice(toTree(a.whole()), ix).String(); got != want {
			t.Fatalf("%v: got %s, want %s", ix, got, want)
		}
	})
}

func TestTransposePermuteReverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawArray(t, 2)
		tr := Tr(a, nil)
		each(a.Shape, func(k []int) {
			swapped := slices.Clone(k)
			swapped[0], swapped[1] = k[1], k[0]
			if !Index(tr, swapped...).Equal(Index(a, k...)) {
				t.Fatalf("tr at %v", k)
			}
		})
		if !Tr(tr, nil).Equal(a) {
			t.Fatal("tr twice")
		}
		dims := make([]int, len(a.Shape))
		for d := range dims {
			dims[d] = d + 1
		}
		p := rapid.Permutation(dims).Draw(t, "p")
		perm := Permute(a, p, nil)
		each(perm.Shape, func(k []int) {
			from := make([]int, len(k))
			for d := range k {
				from[p[d]-1] = k[d]
			}
			if !Index(perm, k...).Equal(Index(a, from...)) {
				t.Fatalf("permute(%v) at %v", p, k)
			}
		})
		rev := Reverse(a, nil)
		each(a.Shape, func(k []int) {
			back := slices.Clone(k)
			back[0] = a.Shape[0] + 1 - k[0]
			if !Index(rev, back...).Equal(Index(a, k...)) {
				t.Fatalf("reverse at %v", k)
			}
		})
	})
}

// TestNest: nest([1, 2, 3, 4], [2][2]) = [[1, 2], [3, 4]] (§2.2), and nest is row-major in
// general.
func TestNest(t *testing.T) {
	flat := &Array{syntax.Int, []int{4}, num.VecOf([]int64{1, 2, 3, 4})}
	if got := Format(Val{A: Nest(flat, []int{2, 2})}, 0); got != "[[1, 2], [3, 4]]" {
		t.Errorf("got %s", got)
	}
	six := &Array{syntax.Int, []int{6}, num.VecOf([]int64{1, 2, 3, 4, 5, 6})}
	if got := Format(Val{A: Nest(six, []int{2, 3})}, 0); got != "[[1, 2, 3], [4, 5, 6]]" {
		t.Errorf("got %s", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		a := drawArray(t, 1)
		if !Nest(&Array{syntax.Int, []int{a.Elems.Len()}, a.Elems}, a.Shape).Equal(a) {
			t.Fatalf("nest of shape %v", a.Shape)
		}
	})
}

// TestBounds: CheckSlice accepts exactly the ranges with all elements in bounds.
func TestBounds(t *testing.T) {
	x := &syntax.Var{Name: "x", ID: 1}
	e := &syntax.Slice{X: x, At: []syntax.Ix{{Off: x, Size: x, Stride: x}}}
	for m := 0; m <= 5; m++ {
		for off := -2; off <= 7; off++ {
			for size := -1; size <= 6; size++ {
				for stride := -4; stride <= 4; stride++ {
					want := size >= 0 && stride != 0
					for j := 0; j < size; j++ {
						k := off + j*stride
						want = want && 1 <= k && k <= m
					}
					got := accepted(func() {
						machine.CheckSlice("E-SLICE", e, []int{m}, []machine.IxVal{{Off: num.Of(int64(off)), Size: num.Of(int64(size)), Stride: num.Of(int64(stride))}})
					})
					if got != want {
						t.Errorf("%d:%d:%d of %d elements: accepted %v", off, size, stride, m, got)
					}
				}
			}
		}
	}
}

// accepted tells whether f is not stuck.
func accepted(f func()) (ok bool) {
	defer func() {
		if _, stuck := recover().(*diag.Diagnostic); stuck {
			ok = false
		}
	}()
	f()
	return true
}

func TestFormat(t *testing.T) {
	row := func(n int) *Array {
		a := NewArray(syntax.Int, []int{n})
		for i := range n {
			a.Elems.Set(i, num.Of(int64(i+1)))
		}
		return a
	}
	nest := func(shape ...int) Val {
		n, _ := machine.Count(shape)
		return Val{A: Nest(row(n), shape)}
	}
	huge, _ := num.Of(-7).Pow(num.Of(99999))
	cases := []struct {
		v     Val
		limit int
		want  string
	}{
		{Of(-5), 1, "-5"},
		{nest(3), 0, "[1, 2, 3]"},
		{nest(3), 3, "[1, 2, 3]"},
		{nest(10), 9, "[1, 2, 3, 4, …, 7, 8, 9, 10]"},
		{nest(10), 1, "[1, …, 10]"},
		{nest(3), 2, "[1, …, 3]"},
		{nest(2, 2), 2, "[[1, 2], [3, 4]]"},
		{nest(4, 4), 9, "[[1, …, 4], …, [13, …, 16]]"},
		{nest(2, 100), 12, "[[1, 2, 3, …, 98, 99, 100], [101, 102, 103, …, 198, 199, 200]]"},
		{nest(0), 5, "[]"},
		{Val{A: NewArray(syntax.Int, []int{0, 3})}, 5, "empty([0][3]int)"},
		{Val{A: NewArray(syntax.Int, []int{2, 0})}, 0, "empty([2][0]int)"},
		{Number(huge), 10, "(a negative number of about 84510 digits)"},
	}
	for _, c := range cases {
		if got := Format(c.v, c.limit); got != c.want {
			t.Errorf("limit %d: got %s, want %s", c.limit, got, c.want)
		}
	}
	if got := Format(Number(huge), 0); len(got) < 84000 || strings.Contains(got, "…") {
		t.Errorf("a number of %d characters", len(got))
	}
}

// TestFormatReads: what Format prints without a limit is an expression with that value.
func TestFormatReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawArray(t, 1)
		for i := range a.Elems.Len() {
			a.Elems.Set(i, num.Of(rapid.Int64().Draw(t, "element")))
		}
		e, err := syntax.ParseExpr(diag.NewSource("t.fun", Format(Val{A: a}, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if got := meaning(e); !got.Equal(Val{A: a}) {
			t.Fatalf("read as %s", Format(got, 0))
		}
	})
}

// meaning returns the value of a printed value.
func meaning(e syntax.Expr) Val {
	switch e := e.(type) {
	case *syntax.Literal:
		if len(e.Elems) == 0 {
			return Val{A: NewArray(syntax.Int, []int{0})}
		}
		o := newOut(syntax.Int, append([]int{len(e.Elems)}, meaning(e.Elems[0]).Shape()...), nil)
		for _, x := range e.Elems {
			o.val(meaning(x))
		}
		return Val{A: o.Array}
	case *syntax.Replicate:
		n, _ := meaning(e.N).I.Int64()
		return Val{A: NewArray(syntax.Int, append([]int{int(n)}, meaning(e.X).Shape()...))}
	}
	return Number(NewArith(0).Scalar("E-SCALAR", e, nil))
}

// counted is a context that counts how often it is asked whether it is done.
type counted struct {
	context.Context
	polls int
}

func (c *counted) Err() error {
	c.polls++
	return nil
}

// TestPoll: long copies check the context now and then.
func TestPoll(t *testing.T) {
	a := NewArray(syntax.Int, []int{1000, 200})
	for name, f := range map[string]func(b *engine.Budget){
		"slice": func(b *engine.Budget) {
			Slice(a, []machine.Ix{{Off: 1, Size: 1000, Stride: 1}, {Off: 1, Size: 200, Stride: 1}}, b)
		},
		"tr":      func(b *engine.Budget) { Tr(a, b) },
		"permute": func(b *engine.Budget) { Permute(a, []int{2, 1}, b) },
		"reverse": func(b *engine.Budget) { Reverse(a, b) },
	} {
		c := &counted{Context: t.Context()}
		f(engine.NewBudget(c, 0))
		if c.polls != 200_000/pollEvery {
			t.Errorf("%s polled %d times", name, c.polls)
		}
	}
}

func TestEqualAndType(t *testing.T) {
	wide, _ := num.Parse("100000000000000000000")
	a, b := NewArray(syntax.Int, []int{2}), NewArray(syntax.Int, []int{2})
	if !(Val{A: a}).Equal(Val{A: b}) || (Val{A: a}).Equal(Of(0)) || Of(0).Equal(Val{A: a}) {
		t.Error("zeros")
	}
	b.Elems.Set(1, wide)
	if a.Equal(b) || b.Equal(a) {
		t.Error("a wide element")
	}
	a.Elems.Set(1, wide)
	if !a.Equal(b) {
		t.Error("equal wide elements")
	}
	if NewArray(syntax.Int, []int{0, 3}).Equal(NewArray(syntax.Int, []int{0, 2})) || NewArray(syntax.Int, []int{0}).Equal(NewArray(syntax.Int, []int{0, 0})) {
		t.Error("empty arrays of different shapes")
	}
	if got := (Val{A: NewArray(syntax.Int, []int{2, 0})}).Type() + " " + Of(1).Type(); got != "[2][0]int int" {
		t.Error(got)
	}
	if n, ok := machine.Count([]int{1 << 40, 1 << 40}); ok {
		t.Error(n)
	}
	if n, ok := machine.Count([]int{1 << 40, 1 << 40, 0}); n != 0 || !ok {
		t.Error(n)
	}
}

// TestFormatMarked: the marked numbers and their offsets are those that Format shows.
func TestFormatMarked(t *testing.T) {
	a := NewArray(syntax.Int, []int{3, 4})
	for k := range 12 {
		a.Elems.Set(k, num.Of(int64(k)))
	}
	for _, limit := range []int{0, 6, 100} {
		got := FormatMarked(Val{A: a}, limit, func(k int, text string) string {
			if text != fmt.Sprint(k) {
				t.Errorf("%s at %d", text, k)
			}
			return text
		})
		if want := Format(Val{A: a}, limit); got != want {
			t.Errorf("%s, wanted %s", got, want)
		}
	}
	if got := FormatMarked(Number(num.Of(7)), 0, func(k int, text string) string { return fmt.Sprint(k, "<", text, ">") }); got != "0<7>" {
		t.Error(got)
	}
}
