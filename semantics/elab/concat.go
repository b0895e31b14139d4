package elab

import (
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// concat elaborates concat(x, …).
func (b *block) concat(e *syntax.Concat, vs []value) syntax.Expr {
	c := &syntax.Concat{Span: e.Span}
	for k, v := range vs {
		c.Xs = append(c.Xs, b.at(b.atom(v, made("t")), e.Xs[k].GetSpan()))
	}
	return c
}

// alike elaborates operands with rows that are alike. Those whose types depend on their context come last, because the others say what
// their rows are; if there are no others, the context of all of them may say it.
func (b *block) alike(xs []syntax.Expr, want *syntax.Type) []value {
	vs := make([]value, len(xs))
	l := made("t")
	if want != nil && want.IsIrregular() {
		l.want = b.rowsLike(b, want, want.Span)
	}
	for k, x := range xs {
		if !ends(x, b.isOpen) {
			vs[k] = b.value(x, made("t"))
			if t := vs[k].t; t.Rank() > 1 && (l.want == nil || !l.want.IsIrregular()) {
				l.want = b.rowsLike(b, t, x.GetSpan())
			}
		}
	}
	for k, x := range xs {
		if ends(x, b.isOpen) {
			vs[k] = b.value(x, l)
		}
	}
	return vs
}

// reshape elaborates reshape((d, …), x).
func (b *block) reshape(e *syntax.Reshape) syntax.Expr {
	r := &syntax.Reshape{Span: e.Span}
	if sizes, ok := e.Dims[0].(*syntax.Literal); ok && len(e.Dims) == 1 {
		fail(b.u.errorf("T-RESHAPE", sizes.Span, "the sizes of a reshape are ints in parentheses, and `%s` is an array", syntax.Line(sizes)).
			Helpf("write `reshape((%s), %s)`", strings.Trim(syntax.Line(sizes), "[]"), syntax.Line(e.X)))
	}
	x, isVar := e.Dims[0].(*syntax.Var)
	_, tuple := e.X.(*syntax.Tuple)
	if _, ok := e.X.(*syntax.Literal); len(e.Dims) == 1 && (isVar && b.isArray(x) || tuple || ok && isMade(e.Dims[0])) {
		fail(b.u.errorf("T-RESHAPE", e.Dims[0].GetSpan(), "a size of a reshape is an int, but `%s` is an array", syntax.Line(e.Dims[0])).
			Helpf("the sizes come first: `reshape((%s), %s)`", strings.Trim(syntax.Line(e.X), "[]()"), syntax.Line(e.Dims[0])))
	}
	for _, d := range e.Dims {
		r.Dims = append(r.Dims, b.intAtom(d, "T-RESHAPE", "a size of a reshape"))
	}
	r.X = b.operand(e.X)
	return r
}

// isMade tells whether an expression certainly makes an array.
func isMade(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Iota, *syntax.Kernel, *syntax.Map, *syntax.Concat, *syntax.Replicate, *syntax.Reshape:
		return true
	}
	return false
}

// isArray tells whether a name is that of an array.
func (b *block) isArray(x *syntax.Var) bool {
	p := b.variableOf(x)
	return p != nil && p.Type.IsArray()
}

// variableOf is the variable that an expression of the program is, or nil.
func (b *block) variableOf(x syntax.Expr) *syntax.Binding {
	v, ok := x.(*syntax.Var)
	if !ok {
		return nil
	}
	e, _ := b.scope.lookup(v.Name)
	return b.bindingOf(e)
}

// flatten elaborates flatten x: a reshape that joins the outer two sizes.
func (b *block) flatten(e *syntax.Flatten, x value) syntax.Expr {
	if x.t.Rank() < 2 {
		fail(b.boundAt(b.u.errorf("T-RESHAPE", e.Span, "flatten wants two dimensions or more, but `%s` is of type %s",
			syntax.Line(e.X), b.gamma.Show(x.t.Bare())), x, e.X))
	}
	outer := b.nameSize(e.Span, lmad.Count(x.t.Dims[:2]))
	return &syntax.Reshape{Span: e.Span, Dims: append([]syntax.Expr{outer}, x.t.Dims[2:]...), X: b.at(x.e, e.X.GetSpan())}
}

// nameSizes gives names to the sizes of a type that are not atoms.
func (b *block) nameSizes(at diag.Span, t *syntax.Type) {
	for k, d := range t.Dims {
		if !syntax.IsAtom(d) && !isIrregularSize(d) {
			t.Dims[k] = b.nameSize(at, d)
		}
	}
}
