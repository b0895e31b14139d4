package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// rowsOf returns the row-major layout of an array whose elements take so many locations.
func rowsOf(dims []syntax.Expr, locations int) *syntax.LMAD {
	rows := lmad.RowMajor(dims)
	for k, d := range rows.Dims {
		rows.Dims[k].Stride = scaled(d.Stride, locations)
	}
	rows.RowMajor = rows.RowMajor && locations == 1
	return rows
}

// ensureDirect gives an array with its block if it lies row-major from offset 0 when the program runs. It compares
// extents and strides one by one. Otherwise it gives a copy in a block of its own.
func (f *function) ensureDirect(s *futhark.Stm, e *futhark.EnsureDirect) {
	x, t := f.array(e.X)
	scale := bytes(f.lookup(e.X).elem) / f.units.ofArray(f.fun, e.X.Tag)
	rows := rowsOf(t.Dims, scale)
	where := func(m *syntax.Var) *syntax.Type {
		return &syntax.Type{Span: f.at, Elem: t.Elem, Dims: t.Dims, Mem: &syntax.MemAnn{Span: f.at, Block: m, L: rows}}
	}
	cond := bin(syntax.Eq, t.Mem.L.Offset, lmad.Const(0))
	for k, d := range t.Mem.L.Dims {
		cond = bin(syntax.BitAnd, cond, bin(syntax.Eq, d.Stride, rows.Dims[k].Stride))
	}
	direct := f.number(cond)
	then := f.within(func() []syntax.Expr {
		m := t.Mem.Block
		return []syntax.Expr{&syntax.Var{Span: e.X.Span, Name: m.Name, ID: m.ID}, f.claimed(x, t, where(m))}
	})
	other := f.within(func() []syntax.Expr {
		b := f.fresh("direct_mem", &syntax.Type{Elem: syntax.Mem})
		b.Text = f.text(&s.Pat[0].Name)
		f.emit([]*syntax.Binding{b}, &syntax.Alloc{Span: f.at, N: lmad.Simplify(scaled(lmad.Count(t.Dims), scale))})
		return []syntax.Expr{b.Use(), f.let("direct", where(b.Use()), &syntax.Copy{Span: f.at, X: x})}
	})
	m := f.fresh("direct_mem", &syntax.Type{Elem: syntax.Mem})
	f.given(s, []*syntax.Binding{m, f.fresh("direct", where(m.Use()))}, &syntax.If{Span: s.Span, Cond: direct, Then: then, Else: other})
}
