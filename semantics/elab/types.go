package elab

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// typ resolves the names in a type. size decides what becomes of a size that is
// not an atom.
func (b *block) typ(t *syntax.Type, size func(at diag.Span, se syntax.Expr) syntax.Expr) *syntax.Type {
	n := &syntax.Type{Span: t.Span, Elem: t.Elem}
	for _, x := range t.Dims {
		if _, ok := x.(*syntax.Irregular); ok {
			if b.u.out.Mem {
				fail(b.u.errorf("T-MEM-TYPE", x.GetSpan(), "rows of different sizes are arrays of Fun, and this program says where arrays lie"))
			}
			n.Dims = append(n.Dims, x)
			continue
		}
		se := b.scalar(x, "T-VAR", "a size")
		if !syntax.IsAtom(se) {
			se = size(x.GetSpan(), se)
		}
		n.Dims = append(n.Dims, se)
	}
	if t.Mem != nil {
		n.Mem = b.memAnn(t.Mem)
		fail(b.gamma.Pairs(n))
	}
	return n
}

// nameSize gives a size a name before the statement that needs it.
func (b *block) nameSize(at diag.Span, se syntax.Expr) syntax.Expr {
	p := b.gamma.Sizes().Of(se)
	if k, ok := p.Const(); ok {
		return &syntax.IntLit{Span: at, Val: k}
	}
	if q := b.gamma.Named(p); q != nil {
		return b.at(q.Use(), at)
	}
	return b.let(at, se, made("d")).e
}

// atomSize refuses a size that is not an atom in the type of a parameter.
func (b *block) atomSize(at diag.Span, se syntax.Expr) syntax.Expr {
	fail(b.u.errorf("T-DEF", at, "a size in a parameter is a variable or a constant, and found `%s`", syntax.Line(se)).
		Helpf("use a name, and `check` the equation in the body"))
	return nil
}

// anySize keeps a size as it is, in the type of a result.
func (b *block) anySize(_ diag.Span, se syntax.Expr) syntax.Expr { return se }

// memAnn resolves the names in @ m -> L.
func (b *block) memAnn(a *syntax.MemAnn) *syntax.MemAnn {
	block := b.variable(a.Block)
	m, ok := block.e.(*syntax.Var)
	if !ok || block.t.Elem != syntax.Mem {
		fail(b.boundAt(b.u.errorf("T-MEM-TYPE", a.Block.Span, "an array lies in a block, but `%s` is of type %s", a.Block.Name, b.gamma.Show(block.t.Bare())), block, a.Block))
	}
	l := &syntax.LMAD{Span: a.L.Span, RowMajor: a.L.RowMajor, Offset: b.part(a.L.Offset)}
	for _, d := range a.L.Dims {
		l.Dims = append(l.Dims, syntax.LMADDim{Size: b.part(d.Size), Stride: b.part(d.Stride)})
	}
	return &syntax.MemAnn{Span: a.Span, Block: m, L: l}
}
