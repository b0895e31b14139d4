package introduce

import "funmem/semantics/syntax"

// flattened is the case e ≡ reshape((d, …), x) where the LMAD of x is not known to be
// row-major over the dimensions that are merged: x is copied first, and a row-major array
// can have any shape.
//
//	let (mem' : mem) = alloc (Π z)
//	let (y : [z̄] @ mem' -> R(z̄)) = copy x
func (st *State) flattened(s *syntax.Let, e *syntax.Reshape) []syntax.Stm {
	x, t := st.lookup(e.X)
	y := st.supply.Binding(x.Name+"_flat", t.Bare())
	y.Span = e.Span
	copies := st.freshArrays(let(e.Span, &syntax.Copy{Span: e.Span, X: x}, y), &syntax.Copy{Span: e.Span, X: x})
	return append(copies, st.view(with(s, &syntax.Reshape{Span: e.Span, Dims: e.Dims, X: y.Use()}, s.Pat...))...)
}
