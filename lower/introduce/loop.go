package introduce

import "funmem/semantics/syntax"

// loop is the case e ≡ loop (x̄ = ē) … do s̄ in (ȳ): each array is carried behind its
// supporting variables, the body returns it so, and the pattern binds fresh ones.
func (st *State) loop(s *syntax.Let, e *syntax.Loop) []syntax.Stm {
	stms, init := st.firstValues(e)
	out := st.rounds(e, st.supported(e.Params), init, st.branch)
	pat := st.supported(s.Pat)
	st.bind(pat...)
	return append(stms, with(s, out, pat...))
}

// rounds is a loop with other things carried, and its body transformed.
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
