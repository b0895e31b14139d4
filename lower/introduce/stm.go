package introduce

import (
	"funmem/lower/alias"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// transformStms is procedure TransformStms.
func (st *State) transformStms(stms []syntax.Stm) []syntax.Stm {
	var out []syntax.Stm
	for _, s := range stms {
		out = append(out, st.transformStm(s)...)
	}
	return out
}

// transformStm is procedure TransformStm: the case is told by the expression.
func (st *State) transformStm(s syntax.Stm) []syntax.Stm {
	st.Until.Ask()
	l, ok := s.(*syntax.Let)
	if !ok {
		return []syntax.Stm{s} // check a = b
	}
	if alias.CarriesMemory(l.Pat) {
		return st.asWritten(l)
	}
	switch f := syntax.FormOf(l.Exp); {
	case f == syntax.FormScalar || f == syntax.FormElement:
		return st.scalar(l)
	case f == syntax.FormView:
		return st.view(l)
	case f.IsFresh():
		return st.freshArrays(l, l.Exp)
	}
	switch e := l.Exp.(type) {
	case *syntax.With:
		return st.update(l, e)
	case *syntax.Kernel:
		return st.kernel(l, e)
	case *syntax.If:
		return st.conditional(l, e)
	case *syntax.Reduce, *syntax.Scan:
		return st.fold(l, syntax.FoldOf(e))
	case *syntax.Call:
		return st.call(l, e)
	case *syntax.Loop:
		return st.loop(l, e)
	}
	panic(notCore(l.Exp))
}

// scalar is the case e ≡ se or e ≡ x[y₁, …]: s as it is.
func (st *State) scalar(s *syntax.Let) []syntax.Stm {
	st.bind(s.Pat...)
	return []syntax.Stm{s}
}

// view is the case of a slice, a transposition and the other index
// transformations of x: the block of x, at the derived LMAD.
func (st *State) view(s *syntax.Let) []syntax.Stm {
	mem := st.array(syntax.Viewed(s.Exp)).Mem
	l, ok := lmad.OfView(nil, s.Exp, mem.L)
	if !ok {
		return st.flattened(s, s.Exp.(*syntax.Reshape))
	}
	return st.derived(s, mem.Block, l)
}

// derived is s with an array that lies where others do.
func (st *State) derived(s *syntax.Let, m *syntax.Var, l *syntax.LMAD) []syntax.Stm {
	z := at(s.Pat[0], m, l)
	st.bind(z)
	return []syntax.Stm{with(s, s.Exp, z)}
}

// freshArrays is the case of an expression that makes new arrays: for each, a
// block and a row-major LMAD.
func (st *State) freshArrays(s *syntax.Let, e syntax.Expr) []syntax.Stm {
	var out []syntax.Stm
	pat := make([]*syntax.Binding, len(s.Pat))
	for i, y := range s.Pat {
		alloc, p := st.fresh(y)
		out, pat[i] = append(out, alloc), p
	}
	return append(out, with(s, e, pat...))
}

// kernel is the case e ≡ kernel i ≤ x do s̄' in (x_res, …).
func (st *State) kernel(s *syntax.Let, e *syntax.Kernel) []syntax.Stm {
	return st.freshArrays(s, st.kernelBody(e))
}

func (st *State) kernelBody(e *syntax.Kernel) *syntax.Kernel {
	for _, i := range e.Index {
		st.bind(i.X)
	}
	inner := &syntax.Body{Span: e.Body.Span, Stms: st.transformStms(e.Body.Stms), Res: e.Body.Res}
	return &syntax.Kernel{Span: e.Span, Index: e.Index, Body: inner}
}

// conditional is the case e ≡ if c then s̄ₜ in (x̄) else s̄ₑ in (ȳ): each array is returned
// after its supporting variables, and the pattern binds fresh ones.
func (st *State) conditional(s *syntax.Let, e *syntax.If) []syntax.Stm {
	then, els := st.branch(e.Then), st.branch(e.Else)
	pat := st.supported(s.Pat)
	st.bind(pat...)
	return []syntax.Stm{with(s, &syntax.If{Span: e.Span, Cond: e.Cond, Then: then, Else: els}, pat...)}
}

// branch transforms a body that returns its arrays with their support.
func (st *State) branch(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Stms: st.transformStms(b.Stms)}
	stms, res := st.supportAll(b.Res)
	out.Stms, out.Res = append(out.Stms, stms...), res
	return out
}

// asWritten is the case of a pattern that carries memory: it stays, and so do
// the results of bodies; statements inside may still lack memory.
func (st *State) asWritten(s *syntax.Let) []syntax.Stm {
	e := s.Exp
	switch x := e.(type) {
	case *syntax.Kernel:
		e = st.kernelBody(x)
	case *syntax.Reduce, *syntax.Scan:
		e = st.writtenFold(syntax.FoldOf(x))
	case *syntax.If:
		e = &syntax.If{Span: x.Span, Cond: x.Cond, Then: st.writtenBody(x.Then), Else: st.writtenBody(x.Else)}
	case *syntax.Loop:
		e = st.rounds(x, x.Params, x.Init, st.writtenBody)
	}
	st.bind(s.Pat...)
	return []syntax.Stm{with(s, e, s.Pat...)}
}

func (st *State) writtenBody(b *syntax.Body) *syntax.Body {
	return &syntax.Body{Span: b.Span, Stms: st.transformStms(b.Stms), Res: b.Res}
}

// with returns s with another expression and pattern.
func with(s *syntax.Let, e syntax.Expr, pat ...*syntax.Binding) *syntax.Let {
	return &syntax.Let{Span: s.Span, Pat: pat, Exp: e, Doc: s.Doc}
}
