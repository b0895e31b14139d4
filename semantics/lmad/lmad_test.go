package lmad_test

import (
	"testing"

	_ "funmem/internal/testkit" // rapid's seed
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// point is a value for each variable, by ID.
type point map[int]int64

func (at point) of(e syntax.Expr) int64 {
	switch e := e.(type) {
	case *syntax.IntLit:
		k, _ := e.Val.Int64()
		return k
	case *syntax.Var:
		return at[e.ID]
	case *syntax.Unary:
		return -at.of(e.X)
	case *syntax.Binary:
		x, y := at.of(e.X), at.of(e.Y)
		switch e.Op {
		case syntax.Add:
			return x + y
		case syntax.Sub:
			return x - y
		case syntax.Mul:
			return x * y
		}
	}
	panic("not a polynomial")
}

// offset is L(y…) by the definition, without the package.
func (at point) offset(l *syntax.LMAD, y []int64) int64 {
	o := at.of(l.Offset)
	for i, d := range l.Dims {
		o += (y[i] - 1) * at.of(d.Stride)
	}
	return o
}

// image lists the offsets of all elements, in row-major order of the index.
func (at point) image(l *syntax.LMAD) []int64 {
	out := []int64{}
	shape := make([]int64, len(l.Dims))
	for k, d := range l.Dims {
		shape[k] = at.of(d.Size)
	}
	each(shape, func(y []int64) { out = append(out, at.offset(l, y)) })
	return out
}

// each calls f with every index of the shape, in row-major order.
func each(shape []int64, f func(y []int64)) {
	y := make([]int64, len(shape))
	var dim func(k int)
	dim = func(k int) {
		if k == len(shape) {
			f(y)
			return
		}
		for y[k] = 1; y[k] <= shape[k]; y[k]++ {
			dim(k + 1)
		}
	}
	dim(0)
}

// world draws variables, their values, and scalar expressions over them.
type world struct {
	t    *rapid.T
	at   point
	last int
}

// atom draws a variable or constant with a value in the range.
func (w *world) atom(lo, hi int) syntax.Expr {
	k := int64(rapid.IntRange(lo, hi).Draw(w.t, "value"))
	if rapid.Bool().Draw(w.t, "constant") {
		return &syntax.IntLit{Val: num.Of(k)}
	}
	w.last++
	w.at[w.last] = k
	return &syntax.Var{Name: string(rune('a' + w.last - 1)), ID: w.last}
}

func (w *world) lmad(rank int) *syntax.LMAD {
	sizes := make([]syntax.Expr, rank)
	for k := range sizes {
		sizes[k] = w.atom(0, 3)
	}
	if rapid.Bool().Draw(w.t, "row-major") {
		return lmad.RowMajor(sizes)
	}
	l := &syntax.LMAD{Offset: w.atom(-5, 9)}
	for _, d := range sizes {
		stride := w.atom(-4, 6)
		if rapid.Bool().Draw(w.t, "product") {
			stride = &syntax.Binary{Op: syntax.Mul, X: stride, Y: w.atom(-2, 3)}
		}
		l.Dims = append(l.Dims, syntax.LMADDim{Size: d, Stride: stride})
	}
	return l
}

func (w *world) shape(l *syntax.LMAD) []int64 {
	shape := make([]int64, len(l.Dims))
	for k, d := range l.Dims {
		shape[k] = w.at.of(d.Size)
	}
	return shape
}

// Every operation on L agrees, element by element, with what it does to the
// index of the array: the element at y of the result is the one at old(y) of L.
func (w *world) agree(what string, l, got *syntax.LMAD, shape []int64, old func(y []int64) []int64) {
	var want []int64
	each(shape, func(y []int64) { want = append(want, w.at.offset(l, old(y))) })
	have := w.at.image(got)
	if len(have) != len(want) {
		w.t.Fatalf("%s of %s is %s: %d elements, wanted %d", what, syntax.Print(l), syntax.Print(got), len(have), len(want))
	}
	for i := range have {
		if have[i] != want[i] {
			w.t.Fatalf("%s of %s is %s: at %v element %d lies at %d, wanted %d", what, syntax.Print(l), syntax.Print(got), w.at, i+1, have[i], want[i])
		}
	}
}

func TestOperationsMoveIndices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		rank := rapid.IntRange(1, 3).Draw(t, "rank")
		l := w.lmad(rank)
		shape := w.shape(l)

		w.agree("reverse", l, lmad.Reverse(l), shape, func(y []int64) []int64 {
			return append([]int64{shape[0] + 1 - y[0]}, y[1:]...)
		})

		perm := rapid.Permutation([]int{1, 2, 3}[:rank]).Draw(t, "perm")
		permuted := make([]int64, rank)
		for k, p := range perm {
			permuted[k] = shape[p-1]
		}
		w.agree("permute", l, lmad.Permute(l, perm), permuted, func(y []int64) []int64 {
			x := make([]int64, rank)
			for k, p := range perm {
				x[p-1] = y[k]
			}
			return x
		})

		if rank >= 2 {
			swapped := append([]int64{shape[1], shape[0]}, shape[2:]...)
			w.agree("transpose", l, lmad.Transpose(l), swapped, func(y []int64) []int64 {
				return append([]int64{y[1], y[0]}, y[2:]...)
			})
		}

		k := w.atom(1, 3)
		w.agree("index", l, lmad.Index(l, k), shape[1:], func(y []int64) []int64 {
			return append([]int64{w.at.of(k)}, y...)
		})
	})
}

func TestSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		l := w.lmad(rapid.IntRange(1, 3).Draw(t, "rank"))
		var ixs []syntax.Ix
		var shape []int64
		for range l.Dims {
			ix := syntax.Ix{Kind: rapid.SampledFrom([]syntax.IxKind{syntax.IxFix, syntax.IxRange, syntax.IxFlat}).Draw(t, "kind"), Off: w.atom(1, 4)}
			if ix.Kind == syntax.IxRange {
				ix.Size = w.atom(0, 3)
				shape = append(shape, w.at.of(ix.Size))
				if rapid.Bool().Draw(t, "stride") {
					ix.Stride = w.atom(-2, 3)
				}
			}
			if ix.Kind == syntax.IxFlat {
				for range rapid.IntRange(1, 2).Draw(t, "pairs") {
					d := syntax.LMADDim{Size: w.atom(0, 3), Stride: w.atom(-2, 3)}
					ix.Dims = append(ix.Dims, d)
					shape = append(shape, w.at.of(d.Size))
				}
			}
			ixs = append(ixs, ix)
		}
		w.agree("slice", l, lmad.Slice(l, ixs), shape, func(y []int64) []int64 {
			var x []int64
			for _, ix := range ixs {
				o := w.at.of(ix.Off)
				if ix.Kind == syntax.IxRange {
					stride := int64(1)
					if ix.Stride != nil {
						stride = w.at.of(ix.Stride)
					}
					o += (y[0] - 1) * stride
					y = y[1:]
				}
				if ix.Kind == syntax.IxFlat {
					o++ // it counts from 0
				}
				for _, d := range ix.Dims {
					o += (y[0] - 1) * w.at.of(d.Stride)
					y = y[1:]
				}
				x = append(x, o)
			}
			return x
		})
	})
}

func TestApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		l := w.lmad(rapid.IntRange(1, 3).Draw(t, "rank"))
		var ys []syntax.Expr
		var y []int64
		for range l.Dims {
			e := w.atom(1, 3)
			ys, y = append(ys, e), append(y, w.at.of(e))
		}
		want := w.at.offset(l, y)
		if got := w.at.of(lmad.Apply(l, ys...)); got != want {
			t.Fatalf("%s at %v: got %d, want %d", syntax.Print(l), y, got, want)
		}
		scale, at := w.atom(-2, 3), w.atom(0, 9)
		e := lmad.Expand(l, scale, at)
		if got, want := w.at.of(lmad.Apply(e, ys...)), want*w.at.of(scale)+w.at.of(at); got != want {
			t.Fatalf("%s, expanded, at %v: got %d, want %d", syntax.Print(e), y, got, want)
		}
	})
}

// R(d, …) enumerates 0, 1, 2, … and Count says how many.
func TestRowMajor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		sizes := make([]syntax.Expr, rapid.IntRange(1, 4).Draw(t, "rank"))
		for k := range sizes {
			sizes[k] = w.atom(0, 3)
		}
		image := w.at.image(lmad.RowMajor(sizes))
		if n := w.at.of(lmad.Count(sizes)); int64(len(image)) != n {
			t.Fatalf("%d elements, but Count is %d", len(image), n)
		}
		for i, o := range image {
			if o != int64(i) {
				t.Fatalf("element %d lies at %d", i+1, o)
			}
		}
	})
}

// Equal LMADs have equal images at every point.
func TestEqualIsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		rank := rapid.IntRange(1, 2).Draw(t, "rank")
		a, b := w.lmad(rank), w.lmad(rank)
		if !lmad.Equal(new(poly.Env), a, b) {
			return
		}
		x, y := w.at.image(a), w.at.image(b)
		for i := range x {
			if x[i] != y[i] {
				t.Fatalf("%s and %s are said to be equal", syntax.Print(a), syntax.Print(b))
			}
		}
	})
}

// parse reads an LMAD over the names a, b, … whose IDs are 1, 2, ….
func parse(t *testing.T, text string) *syntax.LMAD {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test", "let (m : mem) = alloc 1\nlet (x : [a][b]int @ m -> "+text+") = y\n"))
	if err != nil {
		t.Fatal(err)
	}
	l := p.Decls[1].(*syntax.Let).Pat[0].Type.Mem.L
	return syntax.MapExpr(l, func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Name: v.Name, ID: int(v.Name[0]-'a') + 1}
		}
		return e
	})
}

func variable(name byte) syntax.Expr { return &syntax.Var{Name: string(name), ID: int(name-'a') + 1} }

func TestPrinted(t *testing.T) {
	a, b := variable('a'), variable('b')
	rng := func(o, n, s syntax.Expr) syntax.Ix {
		return syntax.Ix{Kind: syntax.IxRange, Off: o, Size: n, Stride: s}
	}
	fix := func(o syntax.Expr) syntax.Ix { return syntax.Ix{Kind: syntax.IxFix, Off: o} }
	one, two := lmad.Const(1), lmad.Const(2)
	for _, c := range []struct {
		what string
		got  *syntax.LMAD
		want string
	}{
		{"row-major", lmad.RowMajor([]syntax.Expr{a, b, two}), "R(a, b, 2)"},
		{"transpose", lmad.Transpose(parse(t, "R(a, b)")), "0 + {(b : 1) (a : b)}"},
		{"transpose twice", lmad.Transpose(lmad.Transpose(parse(t, "R(a, b)"))), "R(a, b)"},
		{"reverse", lmad.Reverse(parse(t, "R(a, b)")), "a * b - b + {(a : -b) (b : 1)}"},
		{"reverse twice", lmad.Reverse(lmad.Reverse(parse(t, "R(a, b)"))), "R(a, b)"},
		{"whole slice", lmad.Slice(parse(t, "R(a, b)"), []syntax.Ix{rng(one, a, nil), {Kind: syntax.IxAll}}), "R(a, b)"},
		{"row", lmad.Slice(parse(t, "R(a, b)"), []syntax.Ix{fix(variable('c')), rng(one, b, one)}), "b * c - b + {(b : 1)}"},
		{"first row", lmad.Index(parse(t, "R(a, b)"), one), "R(b)"},
		{"column", lmad.Slice(parse(t, "R(a, b)"), []syntax.Ix{rng(one, a, nil), fix(two)}), "1 + {(a : b)}"},
		{"blocked", lmad.Expand(parse(t, "1 + {(a : -1)}"), one, variable('c')), "c + 1 + {(a : -1)}"},
		{"interleaved", lmad.Expand(parse(t, "2 + {(a : b) (b : 1)}"), variable('c'), variable('d')), "2 * c + d + {(a : b * c) (b : c)}"},
		{"every second", lmad.Slice(parse(t, "1 + {(a : 3)}"), []syntax.Ix{rng(two, b, two)}), "4 + {(b : 6)}"},
	} {
		if got := syntax.Print(c.got); got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
}

// Two LMADs are equal if their normal forms are, under what is known: c is a *
// b.
func TestEqual(t *testing.T) {
	var env poly.Env
	env.Define(3, env.Of(&syntax.Binary{Op: syntax.Mul, X: variable('a'), Y: variable('b')}))
	for _, c := range []struct {
		x, y string
		want bool
	}{
		{"R(a, b)", "0 + {(a : b) (b : 1)}", true},
		{"c + {(a : b)}", "b * a + {(a : 1 * b)}", true},
		{"R(a, b)", "1 + {(a : b) (b : 1)}", false},
		{"R(a, b)", "0 + {(a : a) (b : 1)}", false},
		{"R(a, b)", "R(b, a)", false},
		{"R(a, b)", "R(a)", false},
	} {
		if got := lmad.Equal(&env, parse(t, c.x), parse(t, c.y)); got != c.want {
			t.Errorf("%s and %s: got %v", c.x, c.y, got)
		}
	}
}

// TestAlike: strides count, except in dimensions of one element.
func TestAlike(t *testing.T) {
	n, s := &syntax.Var{Name: "n", ID: 1}, &syntax.Var{Name: "s", ID: 2}
	var env poly.Env
	env.Define(3, poly.Int(num.Of(1)))
	one := &syntax.Var{Name: "one", ID: 3}
	at := func(offset int, size, stride syntax.Expr) *syntax.LMAD {
		return &syntax.LMAD{Offset: lmad.Const(offset), Dims: []syntax.LMADDim{{Size: size, Stride: stride}, {Size: n, Stride: s}}}
	}
	for _, c := range []struct {
		a, b *syntax.LMAD
		want bool
	}{
		{at(0, n, s), at(0, n, s), true},
		{at(0, n, s), at(0, n, lmad.Const(2)), false},
		{at(0, lmad.Const(1), s), at(0, lmad.Const(1), lmad.Const(2)), true},
		{at(0, one, s), at(0, lmad.Const(1), lmad.Const(2)), true},
		{at(1, one, s), at(0, one, s), false},
		{at(0, one, s), at(0, n, s), false},
		{at(0, lmad.Const(0), s), at(0, lmad.Const(0), lmad.Const(2)), false},
	} {
		if got := lmad.Alike(&env, c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
	if lmad.Alike(&env, at(0, n, s), &syntax.LMAD{Offset: lmad.Const(0)}) {
		t.Error("another rank")
	}
}
