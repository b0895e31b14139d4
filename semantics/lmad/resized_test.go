package lmad_test

import (
	"testing"

	"funmem/semantics/lmad"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestResized: other names for sizes change no offset. It is written R(d, …) only if it is that for all variables.
func TestResized(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{t: t, at: point{}}
		l := w.lmad(rapid.IntRange(0, 3).Draw(t, "rank"))
		var sizes []syntax.Expr
		for _, n := range w.shape(l) {
			sizes = append(sizes, w.atom(int(n), int(n)))
		}
		r := lmad.Resized(l, sizes)
		for k, n := range sizes {
			if got := r.Dims[k].Size; syntax.Print(got) != syntax.Print(n) {
				t.Fatalf("size %d of %s is %s", k+1, syntax.Print(r), syntax.Print(got))
			}
		}
		w.agree("other sizes", l, r, w.shape(l), func(y []int64) []int64 { return y })
	})
	for _, c := range []struct {
		l    string
		want string
	}{
		{"R(a, b)", "0 + {(c : b) (d : 1)}"},
		{"R(a, d)", "R(c, d)"},
		{"0 + {(a : 1 * d) (b : 1)}", "R(c, d)"},
		{"b + {(a : 2 * b) (b : -1)}", "b + {(c : 2 * b) (d : -1)}"},
	} {
		if got := syntax.Print(lmad.Resized(parse(t, c.l), []syntax.Expr{variable('c'), variable('d')})); got != c.want {
			t.Errorf("%s: got %s, want %s", c.l, got, c.want)
		}
	}
}
