package introduce

import "funmem/semantics/syntax"

// transformDef gives every array parameter and result of a function its
// supporting variables; one that carries memory is taken as written.
func (st *State) transformDef(d *syntax.Def) *syntax.Def {
	out := *d
	st.bind(d.Sizes...)
	if st.written[d.Name] {
		st.bind(d.Params...)
		out.Body = st.writtenBody(d.Body)
		return &out
	}
	out.Params = st.supported(d.Params)
	st.bind(out.Params...)
	out.Ret = st.supported(d.Ret)
	out.Body = st.branch(d.Body)
	return &out
}

// call is the case e ≡ f(x, …): arrays are passed and returned behind their
// supporting variables.
func (st *State) call(s *syntax.Let, e *syntax.Call) []syntax.Stm {
	if st.written[e.Fn] {
		return st.scalar(s)
	}
	stms, args := st.supportAll(e.Args)
	pat := st.supported(s.Pat)
	st.bind(pat...)
	return append(stms, with(s, &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: args}, pat...))
}
