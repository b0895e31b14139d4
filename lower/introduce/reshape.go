package introduce

import (
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// reshape is the case e ≡ reshape((d, …), x): the block of x, at the derived LMAD.
// Where that of x is not known to be row-major over the dimensions that are
// merged, x is copied first:
//
//	let (mem' : mem) = alloc (Π z)
//	let (y : [z̄] @ mem' -> R(z̄)) = copy x
func (st *State) reshape(s *syntax.Let, e *syntax.Reshape) []syntax.Stm {
	x, t := st.lookup(e.X)
	var copies []syntax.Stm
	if _, ok := lmad.Reshape(nil, st.array(e.X).Mem.L, e.Dims); !ok {
		y := st.supply.Binding(x.Name+"_flat", t.Bare())
		y.Span = e.Span
		copies = st.freshArrays(let(e.Span, &syntax.Copy{Span: e.Span, X: x}, y), &syntax.Copy{Span: e.Span, X: x})
		e = &syntax.Reshape{Span: e.Span, Dims: e.Dims, X: y.Use()}
	}
	derived := st.derived(with(s, e, s.Pat...), e.X, func(l *syntax.LMAD) *syntax.LMAD {
		l, _ = lmad.Reshape(nil, l, e.Dims) // a row-major one always has it
		return l
	})
	return append(copies, derived...)
}
