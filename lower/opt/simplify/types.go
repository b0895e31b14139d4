package simplify

import (
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// pattern rebuilds the types of binders.
func (f *forward) pattern(pat []*syntax.Binding) []*syntax.Binding {
	out := make([]*syntax.Binding, len(pat))
	for k, b := range pat {
		b = syntax.Rebuild(b, syntax.Mapper{Expr: f.part})
		if b.Type != nil && b.Type.Mem != nil {
			b.Type.Mem.L = f.lmad(b.Type.Mem.L)
		}
		out[k] = b
	}
	return out
}

// lmad writes an LMAD as R(d, …) where it can. A variable that only LMADs use is replaced
// by its definition.
func (f *forward) lmad(l *syntax.LMAD) *syntax.LMAD {
	if l.RowMajor {
		return l
	}
	sizes := make([]syntax.Expr, len(l.Dims))
	for k, d := range l.Dims {
		sizes[k] = d.Size
	}
	if r := lmad.RowMajor(sizes); r.RowMajor && lmad.Equal(f.env, l, r) {
		r.Span = l.Span
		f.changes++
		return r
	}
	out := &syntax.LMAD{Span: l.Span, Offset: syntax.MapExpr(l.Offset, f.spelled)}
	for _, d := range l.Dims {
		out.Dims = append(out.Dims, syntax.LMADDim{Size: d.Size, Stride: syntax.MapExpr(d.Stride, f.spelled)})
	}
	return out
}

// maxSpelled bounds the definitions that are put into LMADs.
const maxSpelled = 15

// spelled returns the definition of a variable that only LMADs use.
func (f *forward) spelled(e syntax.Expr) syntax.Expr {
	x := asVar(e)
	if x == nil || f.operands[x.ID] > 0 || f.pinned[x.ID] {
		return f.part(e)
	}
	p := f.env.Of(x)
	if id, ok := p.Variable(); ok && id == x.ID {
		return e
	}
	if se := p.Expr(); size(se) <= maxSpelled {
		f.changes++
		return placed(se, e)
	}
	return e
}
