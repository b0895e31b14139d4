package introduce

import "funmem/semantics/syntax"

// update is the case e ≡ x with [ix, …] = v: the block of x, at its LMAD. Where x
// may be used afterwards, it changes a copy of x:
//
//	let (mem' : mem) = alloc (Π z)
//	let (y : [z̄] @ mem' -> R(z̄)) = copy x
func (st *State) update(s *syntax.Let, e *syntax.With) []syntax.Stm {
	same := func(l *syntax.LMAD) *syntax.LMAD { return l }
	copies, y := st.copied(e.X)
	e = &syntax.With{Span: e.Span, X: y, At: e.At, V: e.V}
	return append(copies, st.derived(with(s, e, s.Pat...), y, same)...)
}

// copied copies the array x to a block of its own.
func (st *State) copied(x syntax.Expr) ([]syntax.Stm, *syntax.Var) {
	v, t := st.lookup(x)
	y := st.supply.Binding(v.Name+"_with", t.Bare())
	y.Span = v.Span
	c := &syntax.Copy{Span: v.Span, X: v}
	return st.freshArrays(let(v.Span, c, y), c), y.Use()
}
