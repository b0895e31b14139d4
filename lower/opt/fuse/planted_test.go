package fuse_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the checks of the manager find mistakes of the pass.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"an index shifted by one in a slice", "element.go", "by := minus(at[0], lmad.Const(1))", "by := minus(at[0], lmad.Const(0))"},
		{"permute the other way round", "element.go", "from[p-1] = at[k]", "from[k] = at[p-1]"},
		{"one iteration for all indices", "frame.go", "\"@\" + r.env.Of(k).Key()", "\"@\""},
		{"what is computed in a branch used after it", "frame.go", "in = in.clone()\n			r.scope", "r.scope"},
		{"a loop that begins with an array that is gone", "reads.go", "w.whole(x, l.Span, \"the loop `%s` begins with it\", name)", "w.array(x)"},
		{"a view that begins one row early", "zip.go", "z.known(b.Add(number(int(a))))", "z.known(b)"},
		{"a view that is there also where nothing is read", "zip.go", "if !z.inBounds(b, dims[d]) {", "if false {"},
		{"rows of an array that has others", "zip.go", "poly.Compare(z.outer.Of(z.rows), z.outer.Of(t.Dims[0])) != poly.Equal", "false"},
		{"a fold from the last element on", "fold.go", "r.row(x.(*syntax.Var), k.Use())\n			} else {",
			"r.row(x.(*syntax.Var), r.int(minus(plus(n, lmad.Const(1)), k.Use())))\n			} else {"},
		{"the bound of another kernel", "horizontal.go", "poly.Compare(env.Of(n), env.Of(k)) == poly.Equal", "poly.Compare(env.Of(n), env.Of(k)) != poly.Different"},
		{"a bound of another dimension", "fold.go", "N: dims[0]}}, Body: b}", "N: dims[len(dims)-1]}}, Body: b}"},
		{"a view that functions use, of an array that is gone", "reads.go", "if w.f.stays[l.Pat[0].ID] {", "if false {"},
		{"a number that functions use, replaced by another one", "rewriting.go", "case r.stays[y.ID]:", "case false:"},
	}, "-run", "Checked", ".")
}

// TestPlantedExact: a program that is no longer stuck is found.
func TestPlantedExact(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"an index that nobody looks at", "exact.go", "if e, ok := l.Exp.(*syntax.Index); ok && s.ours[idOf(e.X)] {\n		return s.let(l, known)", "if false {\n		return true"},
		{"an upper bound that nobody looks at", "exact.go", "known.AtLeast(i, 1) && known.AtLeast(minus(n, i), 0)", "known.AtLeast(i, 1)"},
		{"all elements count as read", "exact.go", "&& s.reads(rest, x.ID, nil, x.Type.Dims, at.env)", ""},
		{"read in the wrong order of indices", "exact.go", "func(i syntax.Expr, p int) bool { return idOf(i) == p }", "func(i syntax.Expr, p int) bool { return true }"},
		{"a kernel over another number", "exact.go", "poly.Compare(env.Of(e.Index[0].N), env.Of(dims[0])) == poly.Equal &&", ""},
		{"what comes before the elements of a row", "exact.go", "if !ok || !s.let(l, in) {\n			return false", "if rank == 1 && (!ok || !s.let(l, in)) {\n			return false"},
		{"a function that divides", "exact.go", "s.may[d] = s.body(d.Body, known)", "s.may[d] = true"},
		{"what nothing uses goes", "exact.go", "return f.exact && !f.sure(nil)", "return false && !f.sure(nil)"},
		{"a loop before what gets stuck", "exact.go", "if !s.prompt(y) {", "if false {"},
		{"a negative bound", "exact.go", "len(dims) == 1 && s.sized && slices", "len(dims) == 1 && slices"},
		{"variables of one name", "rewriting.go", "return rewrite.Key(", "return syntax.Line("},
		{"a branch that divides", "exact.go", "if !s.body(b, in[k]) {\n			return false", "if k > 0 && !s.body(b, in[k]) {\n			return false"},
	}, ".", "../../ahead", "-run", "Exact|Rules|Transformed", "-rapid.checks=3000")
}
