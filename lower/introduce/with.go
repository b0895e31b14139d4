package introduce

import (
	"funmem/lower/alias"
	"slices"

	"funmem/semantics/syntax"
)

// update is the case e ≡ x with [ix, …] = v: the block of x, at its LMAD. Where x
// may be used afterwards, it changes a copy of x:
//
//	let (mem' : mem) = alloc (Π z)
//	let (y : [z̄] @ mem' -> R(z̄)) = copy x
func (st *State) update(s *syntax.Let, e *syntax.With) []syntax.Stm {
	inPlace := func(s *syntax.Let, x syntax.Expr) []syntax.Stm {
		mem := st.array(x).Mem
		return st.derived(s, mem.Block, mem.L)
	}
	if st.updates.inPlace[alias.Change{E: e}] {
		return inPlace(s, e.X)
	}
	copies, y := st.copied(e.X, "_with")
	e = &syntax.With{Span: e.Span, X: y, At: e.At, V: e.V}
	return append(copies, inPlace(with(s, e, s.Pat...), y)...)
}

// copied copies the array x to a block of its own; its name ends in that suffix.
func (st *State) copied(x syntax.Expr, suffix string) ([]syntax.Stm, *syntax.Var) {
	v, t := st.lookup(x)
	y := st.supply.Binding(syntax.Base(v.Name)+suffix, t.Bare())
	y.Span = v.Span
	c := &syntax.Copy{Span: v.Span, X: v}
	return st.freshArrays(let(v.Span, c, y), c), y.Use()
}

// firstValues returns what a loop starts with: where the analysis of last uses wants it, a
// copy.
func (st *State) firstValues(e *syntax.Loop) ([]syntax.Stm, []syntax.Expr) {
	var out []syntax.Stm
	init := slices.Clone(e.Init)
	for i, x := range e.Params {
		if st.updates.copied[x.ID] {
			copies, y := st.copied(e.Init[i], "_with")
			out, init[i] = append(out, copies...), y
		}
	}
	stms, init := st.supportAll(init)
	return append(out, stms...), init
}
