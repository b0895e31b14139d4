package expand

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// need returns a body that gives the size of the block whose alloc is at the end of a path.
// If the alloc runs several times, that is the largest size, and 0 if it does not run.
func (sl *slicer) need(path []step) (*syntax.Body, *rewrite.Refusal) {
	in, why := sl.with(path)
	if why != nil {
		return nil, why
	}
	return sl.until(in)
}

// until returns a body that gives what is needed, made from the statements up to it.
func (sl *slicer) until(in *sized) (*syntax.Body, *rewrite.Refusal) {
	out, why := sl.slice(in.stms[:in.k+1], ids(in.v))
	return &syntax.Body{Span: sl.e.Span, Stms: out, Res: []syntax.Expr{in.v.Use()}}, why
}

// sized holds the statements of a body. Statement k binds v, which is needed there.
type sized struct {
	stms []syntax.Stm
	k    int
	v    *syntax.Binding
}

// with returns the statements of the first body of a path. Before statement k they bind
// what is needed there.
func (sl *slicer) with(path []step) (*sized, *rewrite.Refusal) {
	at, v := path[0], sl.later("size")
	s := &syntax.Let{Span: v.Span, Pat: []*syntax.Binding{v}, Exp: sl.size}
	var before []syntax.Stm
	var why *rewrite.Refusal
	if len(path) > 1 {
		switch e := at.let().Exp.(type) {
		case *syntax.If:
			s.Exp, why = sl.chosen(e, path[1:])
		case *syntax.Loop:
			before, s, why = sl.rounds(e, v, path[1:])
		case *syntax.Reduce, *syntax.Scan:
			before, s, why = sl.elements(syntax.FoldOf(e), v, path[1:])
		}
		if why != nil {
			return nil, why
		}
		s.Exp = sl.again(s.Exp)
	}
	stms := slices.Insert(slices.Clone(at.in.Stms), at.k, append(before, s)...)
	return &sized{stms, at.k + len(before), v}, nil
}

// again returns an expression with binders of its own, because a statement and its slice
// may both be there. The binders keep their names until the whole slice is put before the
// kernel.
func (sl *slicer) again(e syntax.Expr) syntax.Expr {
	as := map[int]*syntax.Binding{}
	syntax.Walk(e, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && b.ID != 0 {
			c := *b
			c.ID = sl.Supply.ID()
			as[b.ID] = &c
		}
		return true
	})
	return syntax.Fresh(sl.Supply, e, map[int]syntax.Expr{}, as)
}

// chosen returns an if that gives what is needed in one of its branches.
func (sl *slicer) chosen(e *syntax.If, path []step) (syntax.Expr, *rewrite.Refusal) {
	in, why := sl.need(path)
	none := &syntax.Body{Span: e.Span, Res: []syntax.Expr{lmad.Const(0)}}
	if path[0].in == e.Then {
		return &syntax.If{Span: e.Span, Cond: e.Cond, Then: in, Else: none}, why
	}
	return &syntax.If{Span: e.Span, Cond: e.Cond, Then: none, Else: in}, why
}

// rounds returns a loop that gives v, the most that one of its rounds needs, and the
// statements before the loop.
func (sl *slicer) rounds(e *syntax.Loop, v *syntax.Binding, path []step) (before []syntax.Stm, s *syntax.Let, why *rewrite.Refusal) {
	if path[0].in == e.While {
		return nil, nil, refused(e.While.Span, "each round may need a block of another size", "it is allocated in the condition of a loop")
	}
	in, why := sl.with(path)
	if why != nil {
		return nil, nil, why
	}
	if each := sl.invariant(e, in); each != nil {
		some := sl.later("some")
		cond := &syntax.Let{Span: some.Span, Pat: []*syntax.Binding{some}, Exp: &syntax.Binary{Op: syntax.Gt, X: e.For.N, Y: lmad.Const(0)}}
		none := &syntax.Body{Span: e.Span, Res: []syntax.Expr{lmad.Const(0)}}
		choice := &syntax.If{Span: e.Span, Cond: some.Use(), Then: each, Else: none}
		return []syntax.Stm{cond}, &syntax.Let{Span: e.Span, Pat: []*syntax.Binding{v}, Exp: choice}, nil
	}
	most, next := sl.later("most"), sl.later("most")
	s = &syntax.Let{Span: next.Span, Pat: []*syntax.Binding{next}, Exp: greater(most.Use(), in.v.Use())}
	all := *e
	all.Params = append(slices.Clip(e.Params), most)
	all.Init = append(slices.Clip(e.Init), lmad.Const(0))
	all.Body = &syntax.Body{Span: e.Body.Span, Stms: append(in.stms, s), Res: append(slices.Clip(e.Body.Res), next.Use())}
	pat := make([]*syntax.Binding, len(all.Params))
	pat[len(pat)-1] = v
	s, why = sl.loop(&syntax.Let{Span: e.Span, Pat: pat, Exp: &all}, &all, ids(v))
	return nil, s, why
}

// invariant returns what each round of a loop needs, if all need the same and the number of
// rounds is known. Otherwise it returns nil.
func (sl *slicer) invariant(e *syntax.Loop, in *sized) *syntax.Body {
	if e.For == nil {
		return nil
	}
	each, why := sl.until(in)
	if why != nil || slices.ContainsFunc(append(slices.Clip(e.Params), e.For.X), func(b *syntax.Binding) bool { return rewrite.Mentions(each, b.ID) }) {
		return nil
	}
	return each
}

// elements returns a loop over the elements of a fold that gives v, the most that one of them needs, and the statements
// before it. The loop runs in order, so the function need not be associative.
func (sl *slicer) elements(f *syntax.Fold, v *syntax.Binding, path []step) (before []syntax.Stm, s *syntax.Let, why *rewrite.Refusal) {
	round, accs, elems, _ := f.Params()
	if round == nil {
		round = sl.later("k")
	}
	var stms []syntax.Stm
	for i, p := range elems {
		stms = append(stms, &syntax.Let{Span: p.Span, Pat: []*syntax.Binding{p}, Exp: element(f.Xs[i], p.Type, round.Use())})
	}
	l := f.Lambda()
	t := sl.types.Of(f.Xs[0])
	if t == nil {
		return nil, nil, refused(f.Span, "the fold", "it depends on the size of `%s`", syntax.Line(f.Xs[0]))
	}
	loop := &syntax.Loop{Span: f.Span, Params: accs, Init: f.Ne, For: &syntax.Bound{X: round, N: t.Dims[0]}}
	loop.Body = &syntax.Body{Span: l.Body.Span, Stms: append(stms, l.Body.Stms...), Res: l.Body.Res}
	path = slices.Clone(path)
	path[0] = step{loop.Body, path[0].k + len(stms)}
	return sl.rounds(loop, v, path)
}
