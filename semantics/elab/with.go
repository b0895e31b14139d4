package elab

import "funmem/semantics/syntax"

// with elaborates x with [ix, …] = v; dimensions without an index are changed
// whole.
func (b *block) with(e *syntax.With, x value) syntax.Expr {
	at := append([]syntax.Ix(nil), e.At...)
	for len(at) < x.t.Rank() {
		at = append(at, syntax.Ix{Span: e.Span, Kind: syntax.IxAll})
	}
	part := b.slice(e, b.at(x.e, e.X.GetSpan()), at).(*syntax.Slice)
	return &syntax.With{Span: e.Span, X: part.X, At: part.At, V: b.operand(e.V)}
}
