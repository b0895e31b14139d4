package rewrite_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// TestFresh: a copy has binders of its own, takes over those that are given, and replaces
// variables from outside.
func TestFresh(t *testing.T) {
	p := passtest.Parse(t, "fresh", `def f [n] (x : [n]int) (k : int) : int =
  let (y_size : int) (y : [y_size]int) = if k then let (a : [n]int) = copy x in (n, a) else let (b : [2]int) = iota 2 in (2, b)
  let s = loop (s = 0) for i <= y_size do s + y[i] * k
  in reduce (\a e -> a - e) s y`)
	d := p.Core.Defs()[0]
	by := map[int]syntax.Expr{d.Params[1].ID: &syntax.Var{Name: "outer", ID: 1000}}
	last := d.Body.Stms[len(d.Body.Stms)-1].(*syntax.Let).Pat[0]
	as := map[int]*syntax.Binding{last.ID: {Name: "result", ID: 2000, Text: "result"}}
	b := syntax.Fresh(p.Supply, d.Body, by, as)
	old := map[int]bool{}
	each(d, func(x *syntax.Binding) { old[x.ID] = true })
	bound := map[int]bool{}
	each(b, func(x *syntax.Binding) {
		if old[x.ID] {
			t.Errorf("`%s` is bound again", x.Name)
		}
		bound[x.ID] = true
	})
	for _, v := range syntax.FreeVars(b) {
		if v.ID != d.Sizes[0].ID && v.ID != d.Params[0].ID && v.ID != 1000 {
			t.Errorf("`%s` is free", v.Name)
		}
	}
	if v, ok := b.Res[0].(*syntax.Var); !ok || v.ID != 2000 || !bound[2000] {
		t.Errorf("the result is %s", syntax.Print(b.Res[0]))
	}
	if got, want := len(bound), count(d.Body); got != want {
		t.Errorf("%d binders, and %d before", got, want)
	}
}

func each(n syntax.Node, f func(*syntax.Binding)) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			f(x)
		}
		return true
	})
}

func count(n syntax.Node) (k int) {
	each(n, func(*syntax.Binding) { k++ })
	return k
}

// TestReplace also replaces variables within a replacement.
func TestReplace(t *testing.T) {
	v := func(id int) *syntax.Var { return &syntax.Var{Name: "x", ID: id} }
	e := rewrite.Replace[syntax.Expr](&syntax.Binary{Op: syntax.Add, X: v(1), Y: v(4)}, map[int]syntax.Expr{1: v(2), 2: v(3)})
	if b := e.(*syntax.Binary); b.X.(*syntax.Var).ID != 3 || b.Y.(*syntax.Var).ID != 4 {
		t.Errorf("it becomes %v", b)
	}
}
