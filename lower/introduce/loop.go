package introduce

import "funmem/semantics/syntax"

// loop is the case e ≡ loop (x̄ = ē) … do s̄ in (ȳ): each array is carried after its
// supporting variables, the body returns it in the same way, and the pattern binds fresh
// ones.
func (st *State) loop(s *syntax.Let, e *syntax.Loop) []syntax.Stm {
	stms, init := st.firstValues(e)
	out := st.rounds(e, st.supported(e.Params), init, st.branch)
	pat := st.supported(s.Pat)
	st.bind(pat...)
	return append(stms, with(s, out, pat...))
}

// rounds returns a loop that carries params instead, with its body transformed.
func (st *State) rounds(e *syntax.Loop, params []*syntax.Binding, init []syntax.Expr, body func(*syntax.Body) *syntax.Body) *syntax.Loop {
	out := &syntax.Loop{Span: e.Span, Params: params, Init: init, For: e.For, RoundsOf: e.RoundsOf}
	st.bind(params...)
	if e.For != nil {
		st.bind(e.For.X)
	} else {
		out.While = st.writtenBody(e.While)
	}
	out.Body = body(e.Body)
	return out
}
