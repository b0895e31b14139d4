package elab

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// isEmpty tells whether an expression is [], whose type depends on its context.
func isEmpty(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	return ok && len(lit.Elems) == 0
}

// ends tells whether something holds of an expression that may be a value of e.
func ends(e syntax.Expr, holds func(syntax.Expr) bool) bool {
	switch e := e.(type) {
	case *syntax.Tuple:
		return anyEnds(e.Elems, holds)
	case *syntax.Block:
		return anyEnds(e.Body.Res, holds)
	case *syntax.If:
		return anyEnds(e.Then.Res, holds) || anyEnds(e.Else.Res, holds)
	case *syntax.Kernel:
		return anyEnds(e.Body.Res, holds)
	case *syntax.Map:
		f, ok := e.Fn.(*syntax.Lambda)
		return ok && anyEnds(f.Body.Res, holds)
	}
	return holds(e)
}

func anyEnds(es []syntax.Expr, holds func(syntax.Expr) bool) bool {
	return slices.ContainsFunc(es, func(e syntax.Expr) bool { return ends(e, holds) })
}

// anyEmpty tells whether a value of one of some expressions may be an [] in it.
func anyEmpty(es []syntax.Expr) bool { return anyEnds(es, isEmpty) }

// isOpen tells whether an expression is a literal whose type depends on its context: [], also as an input, or one whose rows may differ
// in size.
func (b *block) isOpen(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	if !ok || len(lit.Elems) == 0 {
		return ok || b.isEmptyInput(e)
	}
	_, ok = lit.Elems[0].(*syntax.Literal)
	return slices.ContainsFunc(lit.Elems, func(x syntax.Expr) bool {
		if row, isLit := x.(*syntax.Literal); isLit {
			return b.isOpen(row) || !sameSizes(row, lit.Elems[0])
		}
		return ok || isMade(x) || ends(x, b.looksLikeArray)
	})
}

// sameSizes tells whether literals have the same sizes, where they are written.
func sameSizes(x, y syntax.Expr) bool {
	a, ok := x.(*syntax.Literal)
	b, too := y.(*syntax.Literal)
	if !ok || !too {
		return ok == too
	}
	return len(a.Elems) == len(b.Elems) && (len(a.Elems) == 0 || sameSizes(a.Elems[0], b.Elems[0]))
}

// looksLikeArray tells whether an expression that is not elaborated may be an array, as far as can be seen. A name that is not known may
// be bound in it.
func (b *block) looksLikeArray(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Var:
		p := b.variableOf(e)
		return p == nil || p.Type.IsArray()
	case *syntax.Index:
		p := b.variableOf(e.X)
		return p == nil || p.Type.Rank() > len(e.At)
	case *syntax.Binary:
		return !isTruth(e) && (b.looksLikeArray(e.X) || b.looksLikeArray(e.Y))
	case *syntax.Literal, *syntax.Slice, *syntax.With, *syntax.Call:
		return true
	}
	return isMade(e)
}

// empty is [] at the type that its context wants.
func (b *block) empty(lit *syntax.Literal, l label) value {
	t := &syntax.Type{Span: l.want.Span, Elem: l.want.Elem, Dims: append([]syntax.Expr(nil), l.want.Dims...)}
	what := "[]"
	if l.written {
		what = l.name
	}
	if !t.IsArray() {
		fail(b.u.errorf("T-LITERAL", lit.Span, "`[]` is an array, and wanted is %s", b.gamma.Show(t)).Note(t.Span, "it is wanted here"))
	}
	if k := b.open(t); k > 0 {
		fail(b.u.errorf("T-LITERAL", lit.Span, "nothing shows the size `%s` of the rows of this `[]`", syntax.Line(t.Dims[k])).Note(t.Span, "it is wanted here").
			Helpf("bind the array with its type first, with a number for `%s`", syntax.Line(t.Dims[k])))
	} else if k == 0 {
		t.Dims[0] = &syntax.IntLit{Span: lit.Span}
	}
	fail(b.gamma.SameSize("T-LITERAL", lit.Span, &syntax.IntLit{Span: lit.Span}, t.Dims[0], "the size of `"+what+"`"))
	b.nameSizes(lit.Span, t)
	p := b.bind(l, t, lit.Span)
	b.emit(lit.Span, []*syntax.Binding{p}, &syntax.Literal{Span: lit.Span})
	return value{p.Use(), t}
}

// emptyResult is the type that result r of d gives to an [] in the body. It is
// nil if a size is a result as well.
func (b *block) emptyResult(d *syntax.Def, r *syntax.Binding) *syntax.Type {
	for _, v := range syntax.FreeVars(r.Type) {
		for _, size := range d.Ret {
			if size.Name == v.Name {
				return nil
			}
		}
	}
	return b.typ(r.Type, b.anySize)
}

// rowsAs are the labels, with types for literals in one branch if the context gives none: rows like those of the values of the other
// branch.
func (b *block) rowsAs(labels []label, other *block, vs []value, at diag.Span) []label {
	wants := make([]label, len(vs))
	for i, v := range vs {
		wants[i] = labelAt(labels, i)
		want, t := wants[i].want, v.t
		if want != nil && (b.open(want) <= 0 || want.Rank() != t.Rank()) || !t.IsArray() || t.Rank() == 1 && t.Elem == syntax.Int {
			continue
		}
		if want != nil {
			t = differAs(t, want)
		}
		wants[i].want = b.rowsLike(other, t, at)
	}
	return wants
}

// rowsLike is the type of an empty array with rows like those of type t, which stand at a place. It is
// nil if b does not know their sizes.
func (b *block) rowsLike(in *block, t *syntax.Type, at diag.Span) *syntax.Type {
	like := &syntax.Type{Span: at, Elem: t.Elem, Dims: []syntax.Expr{&syntax.IntLit{Span: t.Span}}}
	for _, size := range t.Dims[1:] {
		if isIrregularSize(size) {
			like.Dims = append(like.Dims, size)
			continue
		}
		out, ok := b.outer(in.gamma, size)
		if !ok {
			return nil
		}
		like.Dims = append(like.Dims, b.atom(value{out, &syntax.Type{}}, made("d")))
	}
	return like
}
