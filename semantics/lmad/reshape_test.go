package lmad_test

import (
	"slices"
	"testing"

	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// factors draws sizes, and replaces some two of them by their product: two
// shapes with equally many elements.
func (w *world) factors() (fine, coarse []syntax.Expr) {
	for range rapid.IntRange(1, 3).Draw(w.t, "sizes") {
		fine = append(fine, w.atom(0, 3))
	}
	coarse = slices.Clone(fine)
	if len(coarse) > 1 && rapid.IntRange(0, 3).Draw(w.t, "join") > 0 {
		k := rapid.IntRange(0, len(coarse)-2).Draw(w.t, "where")
		coarse = append(append(slices.Clone(coarse[:k]), lmad.Count(coarse[k:k+2])), coarse[k+2:]...)
	}
	if rapid.IntRange(0, 3).Draw(w.t, "one") == 0 {
		coarse = slices.Insert(coarse, rapid.IntRange(0, len(coarse)).Draw(w.t, "where"), syntax.Expr(lmad.Const(1)))
	}
	return fine, coarse
}

// A reshaped array has its elements, in row-major order, where they were.
func TestReshapeMovesNothing(t *testing.T) {
	derived := 0
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		from, to := w.factors()
		if rapid.Bool().Draw(t, "split") {
			from, to = to, from
		}
		l := lmad.RowMajor(from)
		l.Offset = w.atom(-3, 5)
		if rapid.IntRange(0, 2).Draw(t, "any") == 0 {
			for k := range l.Dims {
				l.Dims[k].Stride = w.atom(-4, 6)
			}
		}
		r, ok := lmad.Reshape(new(poly.Env), l, to)
		if !ok {
			return
		}
		derived++
		if got, want := w.at.image(r), w.at.image(l); !slices.Equal(got, want) {
			t.Fatalf("%s as %s is %s: at %v the elements lie at %v, and not at %v", syntax.Print(l), show(to), syntax.Print(r), w.at, got, want)
		}
	})
	if derived == 0 {
		t.Error("none of the LMADs is row-major")
	}
}

// A row-major array can be reshaped to anything, and is row-major then.
func TestReshapeRowMajor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		from, to := w.factors()
		if rapid.Bool().Draw(t, "split") {
			from, to = to, from
		}
		r, ok := lmad.Reshape(new(poly.Env), lmad.RowMajor(from), to)
		if !ok || !slices.Equal(w.at.image(r), w.at.image(lmad.RowMajor(to))) {
			t.Fatalf("R(%s) as %s is %v, %t", show(from), show(to), r, ok)
		}
	})
}

func show(sizes []syntax.Expr) string {
	text := ""
	for _, d := range sizes {
		text += "[" + syntax.Print(d) + "]"
	}
	return text
}

func TestReshapePrinted(t *testing.T) {
	var env poly.Env // d is a * b
	env.Define(4, env.Of(&syntax.Binary{Op: syntax.Mul, X: variable('a'), Y: variable('b')}))
	for _, c := range []struct {
		l    string
		to   []syntax.Expr
		want string // "": there is none
	}{
		{"R(a, b)", []syntax.Expr{variable('d')}, "R(d)"},
		{"R(d)", []syntax.Expr{variable('a'), variable('b')}, "R(a, b)"},
		{"R(a)", []syntax.Expr{lmad.Const(1), variable('a')}, "R(1, a)"},
		{"R(a)", []syntax.Expr{variable('a'), lmad.Const(1)}, "R(a, 1)"},
		{"5 + {(d : -2)}", []syntax.Expr{variable('a'), variable('b')}, "5 + {(a : -2 * b) (b : -2)}"},
		{"0 + {(a : 1) (b : a)}", []syntax.Expr{variable('d')}, ""},
		{"0 + {(a : d) (b : 1)}", []syntax.Expr{variable('d')}, ""},
		{"c + {(a : 1) (b : c) (b : 1)}", []syntax.Expr{variable('d'), variable('b')}, ""},
		{"c + {(a : c) (d : 1)}", []syntax.Expr{variable('a'), variable('a'), variable('b')}, "c + {(a : c) (a : b) (b : 1)}"},
		{"c + {(1 : a)}", []syntax.Expr{lmad.Const(1), lmad.Const(1)}, "c + {(1 : a) (1 : a)}"}, // as for another size
		{"c + {(1 : d) (b : a)}", []syntax.Expr{variable('b')}, "c + {(b : a)}"},
		{"0 + {(a : b * d) (b : d) (c : 7)}", []syntax.Expr{variable('d'), variable('c')}, "0 + {(d : d) (c : 7)}"},
	} {
		got := ""
		if r, ok := lmad.Reshape(&env, parse(t, c.l), c.to); ok {
			got = syntax.Print(r)
		}
		if got != c.want {
			t.Errorf("%s as %s: got %q, want %q", c.l, show(c.to), got, c.want)
		}
	}
}
