package simplify

import (
	"funmem/semantics/syntax"
)

// sweep returns a program without unused statements and unused results of statements.
func (s *state) sweep(p *syntax.Program) *syntax.Program {
	l := s.live(p)
	at := map[*syntax.Let]*place{}
	for _, x := range l.places {
		at[x.let] = x
	}
	w := &sweeper{l, at}
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			s.within(d)
			c := *d
			c.Body = w.body(d.Body, nil)
			out.Decls = append(out.Decls, &c)
		case syntax.Stm:
			s.within(nil)
			if t := w.stm(d); t != nil {
				out.Decls = append(out.Decls, t)
			}
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

// sweeper rebuilds the kept parts.
type sweeper struct {
	*liveness
	at map[*syntax.Let]*place
}

// body keeps the needed parts of a body, and some of its results; nil means all.
func (w *sweeper) body(b *syntax.Body, stay []int) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	if stay != nil {
		out.Res = choose(b.Res, stay)
	}
	for _, s := range b.Stms {
		if t := w.stm(s); t != nil {
			out.Stms = append(out.Stms, t)
		}
	}
	return out
}

// stm keeps the needed parts of a statement, or returns nil.
func (w *sweeper) stm(s syntax.Stm) syntax.Stm {
	l, ok := s.(*syntax.Let)
	if !ok {
		return s
	}
	if !w.alive[w.at[l]] {
		w.count(deadStatements)
		return nil
	}
	out := &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: l.Exp, Doc: l.Doc}
	switch e := l.Exp.(type) {
	case *syntax.If:
		stay := w.stays(l.Pat, l.Pat, "`if`")
		out.Pat = choose(l.Pat, stay)
		out.Exp = &syntax.If{Span: e.Span, Cond: e.Cond, Then: w.body(e.Then, stay), Else: w.body(e.Else, stay)}
	case *syntax.Kernel:
		stay := w.stays(l.Pat, l.Pat, "kernel")
		out.Pat = choose(l.Pat, stay)
		out.Exp = &syntax.Kernel{Span: e.Span, Index: e.Index, Body: w.body(e.Body, stay)}
	case *syntax.Loop:
		stay := w.stays(e.Params, l.Pat, "loop")
		out.Pat, out.Exp = choose(l.Pat, stay), w.loop(e, stay)
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		_, accs, _, _ := f.Params()
		stay := w.stays(accs, l.Pat, f.Name)
		out.Pat, out.Exp = choose(l.Pat, stay), w.fold(f, stay)
	}
	return out
}

// stays returns the numbers of the needed binders. results are what is noted for the
// others.
func (w *sweeper) stays(bs, results []*syntax.Binding, of string) []int {
	stay := []int{}
	for k, x := range bs {
		if w.needed[x.ID] {
			stay = append(stay, k)
		} else {
			w.did(results[k], "nothing uses this result of the %s", of)
		}
	}
	return stay
}

func (w *sweeper) loop(e *syntax.Loop, stay []int) *syntax.Loop {
	out := &syntax.Loop{Span: e.Span, Params: choose(e.Params, stay), Init: choose(e.Init, stay), For: e.For, RoundsOf: e.RoundsOf}
	if e.While != nil {
		out.While = w.body(e.While, nil)
	}
	out.Body = w.body(e.Body, stay)
	return out
}

// fold keeps the accumulators with the given numbers, and the needed elements.
func (w *sweeper) fold(f *syntax.Fold, stay []int) syntax.Expr {
	round, accs, elems, _ := f.Params()
	var params []*syntax.Binding
	if round != nil && w.needed[round.ID] {
		params = append(params, round)
	}
	params = append(params, choose(accs, stay)...)
	var xs []int
	for k, x := range elems {
		if w.needed[x.ID] {
			xs = append(xs, k)
		} else {
			w.count(deadElements)
		}
	}
	params = append(params, choose(elems, xs)...)
	out := &syntax.Fold{Span: f.Span, Name: f.Name, Ne: choose(f.Ne, stay), Xs: choose(f.Xs, xs)}
	l := f.Lambda()
	out.Fn = &syntax.Lambda{Span: l.Span, Params: params, Body: w.body(l.Body, stay), Mapped: l.Mapped}
	return out.Expr()
}
