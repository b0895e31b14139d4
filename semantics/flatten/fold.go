package flatten

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// reduced is a reduce whose accumulators have sizes that differ, as the loop that it is by definition.
func (l *lifter) reduced(s *syntax.Let, e *syntax.Reduce) []syntax.Stm {
	f := syntax.FoldOf(e)
	_, accs, _, _ := f.Params()
	return []syntax.Stm{&syntax.Let{Span: s.Span, Pat: s.Pat, Exp: l.folding(f, accs, f.Ne, nil)}}
}

// folding is the loop of a fold, which also carries params, with the first values init. Its body is that of the fold, with more
// statements after it.
func (l *lifter) folding(f *syntax.Fold, params []*syntax.Binding, init []syntax.Expr, more func(b *syntax.Body, i syntax.Expr)) *syntax.Loop {
	_, _, elems, _ := f.Params()
	i := l.binding(f.Span, "i", nil)
	b := &syntax.Body{Span: f.Lambda().Body.Span}
	for k, x := range elems {
		b.Stms = append(b.Stms, &syntax.Let{Span: x.Span, Pat: []*syntax.Binding{x}, Exp: l.elementOf(f.Span, f.Xs[k], i.Use())})
	}
	l.after(b, f.Lambda().Body)
	if more != nil {
		more(b, i.Use())
	}
	return &syntax.Loop{Span: f.Span, Params: params, Init: init, For: &syntax.Bound{X: i, N: l.typeOf(f.Xs[0]).Dims[0]}, Body: b, RoundsOf: f.Name}
}

// elementOf is x[i] or x[i, :, …].
func (l *lifter) elementOf(at diag.Span, x, i syntax.Expr) syntax.Expr {
	return part(at, x, append([]syntax.Ix{fixed(i)}, whole(l.typeOf(x).Dims[1:])...))
}

// unrolled is a scan whose accumulators have sizes that differ, as a loop that also carries the results so far. Other scans stay.
func (l *lifter) unrolled(s *syntax.Let, e *syntax.Scan) ([]syntax.Stm, bool) {
	f := syntax.FoldOf(e)
	_, accs, _, _ := f.Params()
	if !slices.ContainsFunc(s.Pat, func(z *syntax.Binding) bool { return l.lead(z.Type.Dims) > 1 || !l.areSure(z.Type.Dims[1:]) }) {
		return nil, false
	}
	l.careful = true
	params, init := accs, f.Ne
	var stms []syntax.Stm
	var pat []*syntax.Binding
	for _, a := range accs {
		pat = append(pat, l.like(a, a.Type))
	}
	for _, z := range s.Pat {
		none := l.unread(l.like(z, z.Type), func(s syntax.Stm) { stms = append(stms, s) })
		params, init = append(params[:len(params):len(params)], l.like(z, z.Type)), append(init[:len(init):len(init)], none.Use())
	}
	outs := params[len(accs):]
	loop := l.folding(f, params, init, func(b *syntax.Body, i syntax.Expr) {
		res := b.Res
		for k, o := range outs {
			ix := append([]syntax.Ix{fixed(i)}, whole(o.Type.Dims[1:])...)
			b.Res = append(b.Res[:len(b.Res):len(b.Res)], add(l, b, s.Span, o.Name, o.Type, &syntax.With{Span: s.Span, X: o.Use(), At: ix, V: res[k]}))
		}
	})
	return append(stms, &syntax.Let{Span: s.Span, Pat: append(pat, s.Pat...), Exp: loop}), true
}
