package elab

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// isEmpty tells whether an expression is [], whose type depends on its context.
func isEmpty(e syntax.Expr) bool {
	lit, ok := e.(*syntax.Literal)
	return ok && len(lit.Elems) == 0
}

// endsEmpty tells whether a value of an expression may be an [] in it.
func endsEmpty(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Tuple:
		return anyEmpty(e.Elems)
	case *syntax.Block:
		return anyEmpty(e.Body.Res)
	case *syntax.If:
		return anyEmpty(e.Then.Res) || anyEmpty(e.Else.Res)
	case *syntax.Kernel:
		return anyEmpty(e.Body.Res)
	}
	return isEmpty(e)
}

func anyEmpty(es []syntax.Expr) bool { return slices.ContainsFunc(es, endsEmpty) }

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
	if isIrregularSize(t.Dims[0]) { // a row: of whatever size, and so of none
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

// emptyLike are the labels, with types for an [] in one branch if the context
// gives none: rows like those of the values of the other branch.
func (b *block) emptyLike(labels []label, other *block, vs []value) []label {
	wants := make([]label, len(vs))
	for i, v := range vs {
		wants[i] = labelAt(labels, i)
		if wants[i].want == nil && v.t.IsArray() && (v.t.Rank() > 1 || v.t.Elem != syntax.Int) {
			wants[i].want = b.rowsLike(other, v.t)
		}
	}
	return wants
}

// rowsLike is the type of an empty array with rows like those of type t. It is
// nil if b does not know their sizes.
func (b *block) rowsLike(in *block, t *syntax.Type) *syntax.Type {
	like := &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: []syntax.Expr{&syntax.IntLit{Span: t.Span}}}
	for _, size := range t.Dims[1:] {
		out, ok := b.outer(in.gamma, size)
		if !ok {
			return nil
		}
		like.Dims = append(like.Dims, b.atom(value{out, &syntax.Type{}}, made("d")))
	}
	return like
}

// emptyParam is the type that parameter p of d gives to an argument [], under
// what the other arguments fix. It is nil if they leave a size open.
func emptyParam(d *syntax.Def, p *syntax.Binding, s map[int]syntax.Expr) *syntax.Type {
	if !p.Type.IsArray() {
		return nil
	}
	t := syntax.Subst(p.Type.Bare(), s)
	t.Dims = slices.Clone(t.Dims)
	for k, size := range t.Dims {
		v, ok := size.(*syntax.Var)
		if !ok || !isParam(d, v.ID) {
			continue
		}
		if k > 0 {
			return nil
		}
		t.Dims[0] = &syntax.IntLit{Span: size.GetSpan(), Val: num.Of(0)}
	}
	return t
}

// isParam tells whether a variable is a parameter of d.
func isParam(d *syntax.Def, id int) bool {
	for _, ps := range [][]*syntax.Binding{d.Sizes, d.Params} {
		for _, p := range ps {
			if p.ID == id {
				return true
			}
		}
	}
	return false
}
