package races_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

const traced = `
def f (k : mem) (*x : [4] @ k -> R(4)) (l : mem) (y : [4] @ l -> R(4)) : (r : mem, [4] @ r -> R(4)) =
  let (a : int) = y[2]
  let (m : mem) = alloc 4
  let (v : [4] @ m -> R(4)) = kernel i <= 4 do
    let (b : int) = x[i]
    in (a + b)
  let (n : mem) = alloc 2
  let (w : [2] @ n -> R(2)) = kernel i <= 2 do v[2 * i]
  let (z : [4] @ k -> R(4)) = x with [2 : 2] = w
  in (k, z)
let (k : mem) = alloc 4
let (x : [4] @ k -> R(4)) = iota 4
let (p : mem) = alloc 2
let (q : [2] @ p -> R(2)) = iota 2
let (m : mem) = alloc 2
let (s : [2] @ m -> R(2)) = reduce (\(a : [2] @ m -> R(2)) (e : int) ->
  let (o : mem) = alloc 2
  let (b : [2] @ o -> R(2)) = kernel i <= 2 do
    let (c : int) = a[i]
    in (c + e)
  in (b)) q x
in (m, s)
`

// trace is the walk over the function, or over the statements.
func trace(t *testing.T, own bool, def bool) (*races.Trace, map[string]*syntax.Let) {
	t.Helper()
	src, err := syntax.Parse(diag.NewSource("t", traced))
	if err != nil {
		t.Fatal(err)
	}
	u, err := elab.NewSession(nil).Program(src)
	if err != nil {
		t.Fatal(err)
	}
	var d *syntax.Def
	var n syntax.Node = u.Core.Main()
	if def {
		d = u.Core.Defs()[0]
		n = d
	}
	lets := map[string]*syntax.Let{}
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok {
			lets[s.Pat[0].Written()] = s
		}
		return true
	})
	return races.Follow(nil, u.Core, d, func(x *syntax.Binding) bool { return own && x.Written() == "k" }, nil, nil), lets
}

func accesses(tr *races.Trace, s *syntax.Let, part races.Part) string {
	var list []string
	for _, a := range tr.Accesses(s, part) {
		does := "reads"
		if a.Writes() {
			does = "writes"
		}
		list = append(list, fmt.Sprintf("%s %s at %s", does, a.Array(), a.Where()))
	}
	return strings.Join(list, "; ")
}

// TestAccesses: a trace has what each statement accesses, by parts.
func TestAccesses(t *testing.T) {
	tr, lets := trace(t, false, true)
	main, top := trace(t, false, false)
	for _, c := range []struct {
		tr   *races.Trace
		s    *syntax.Let
		part races.Part
		want string
	}{
		{tr, lets["a"], races.All, "reads y at offset 1"},
		{tr, lets["m"], races.All, ""},
		{tr, lets["v"], races.Inside, "reads x at offset i - 1"},
		{tr, lets["v"], races.Results, "writes v at offset i - 1"},
		{tr, lets["z"], races.All, "reads w at offsets 0–1; writes z at offsets 1–2"},
		{main, top["s"], races.First, "reads q at offsets 0–1; writes a at offsets 0–1"},
		{main, top["s"], races.Inside, "reads x at offset round - 1, for each round of the reduce at line 17; reads a at offset i - 1; writes b at offset i - 1"},
		{main, top["s"], races.Results, "reads b at offsets 0–1; writes a at offsets 0–1"},
	} {
		if got := accesses(c.tr, c.s, c.part); got != c.want {
			t.Errorf("`%s`: %s, want %s", syntax.Line(c.s.Pat[0]), got, c.want)
		}
	}
}

// TestRegions: whether accesses meet a region is proved from blocks and LMADs, with what
// is known about parameters that are blocks of their own.
func TestRegions(t *testing.T) {
	for _, own := range []bool{false, true} {
		tr, lets := trace(t, own, true)
		z := lets["z"].Pat[0].Type
		whole := tr.Before(lets["z"], z.Mem)
		y, x := tr.Accesses(lets["a"], races.All)[0], tr.Accesses(lets["v"], races.Inside)[0]
		if tr.Apart(y, whole) != own {
			t.Errorf("own = %t: `y` apart from `x`: %t", own, !own)
		}
		if tr.Apart(x, whole) || !tr.ApartFromOthers(x, lets["v"].Exp.(*syntax.Kernel), whole) {
			t.Errorf("iteration i reads row i and no other")
		}
		if !tr.Distinct(whole) || !tr.Some(lets["v"], lets["v"].Exp.(*syntax.Kernel).Index[0].N) {
			t.Errorf("the elements of `x` have locations of their own, and there are some")
		}
	}
}
