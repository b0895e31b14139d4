package rewrite

import (
	"slices"

	"funmem/semantics/syntax"
)

// Bodies rebuilds a program with f at every body, innermost first: those of functions,
// kernels, branches, loops and folds, and the statements of the program with its results.
func Bodies(p *syntax.Program, f func(*syntax.Body) *syntax.Body) *syntax.Program {
	def := func(d *syntax.Def) *syntax.Def {
		c := *d
		c.Body = Body(d.Body, f)
		return &c
	}
	return Assemble(p, def, Body(p.Main(), f))
}

// Assemble returns a program with other functions, in the order of p, and with other
// statements and results. A function comes after the statements that bind what it uses from
// outside.
func Assemble(p *syntax.Program, def func(*syntax.Def) *syntax.Def, main *syntax.Body) *syntax.Program {
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	unbound := map[int]bool{}
	for _, s := range main.Stms {
		bind(s, unbound, true)
	}
	defs := p.Defs()
	place := func() {
		for len(defs) > 0 && !slices.ContainsFunc(syntax.FreeVars(defs[0]), func(v *syntax.Var) bool { return unbound[v.ID] }) {
			out.Decls = append(out.Decls, def(defs[0]))
			defs = defs[1:]
		}
	}
	place()
	for _, s := range main.Stms {
		out.Decls = append(out.Decls, s)
		bind(s, unbound, false)
		place()
	}
	for _, d := range p.Decls {
		if in, ok := d.(*syntax.In); ok {
			out.Decls = append(out.Decls, &syntax.In{Span: in.Span, Res: main.Res})
		}
	}
	return out
}

// bind notes whether what a statement binds is in a set.
func bind(s syntax.Stm, set map[int]bool, in bool) {
	if s, ok := s.(*syntax.Let); ok {
		for _, x := range s.Pat {
			set[x.ID] = in
		}
	}
}

// Body rebuilds a body with f at it and at the bodies in it, innermost first.
func Body(b *syntax.Body, f func(*syntax.Body) *syntax.Body) *syntax.Body {
	c := &syntax.Body{Span: b.Span, Stms: make([]syntax.Stm, len(b.Stms)), Res: b.Res}
	for k, s := range b.Stms {
		c.Stms[k] = s
		if l, ok := s.(*syntax.Let); ok {
			c.Stms[k] = &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: Inner(l.Exp, func(b *syntax.Body) *syntax.Body { return Body(b, f) }), Doc: l.Doc}
		}
	}
	return f(c)
}

// Without leaves out of a body the statements whose first binder is in a map, by ID. It is for Body and Bodies.
func Without[V any](gone map[int]V) func(*syntax.Body) *syntax.Body {
	return func(b *syntax.Body) *syntax.Body {
		c := *b
		c.Stms = slices.DeleteFunc(slices.Clone(b.Stms), func(s syntax.Stm) bool {
			l, ok := s.(*syntax.Let)
			if ok {
				_, ok = gone[l.Pat[0].ID]
			}
			return ok
		})
		return &c
	}
}

// Inner rebuilds an expression of core with f at the bodies directly in it.
func Inner(e syntax.Expr, f func(*syntax.Body) *syntax.Body) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Kernel:
		return &syntax.Kernel{Span: e.Span, Index: e.Index, Body: f(e.Body)}
	case *syntax.If:
		return &syntax.If{Span: e.Span, Cond: e.Cond, Then: f(e.Then), Else: f(e.Else)}
	case *syntax.Loop:
		c := *e
		if e.While != nil {
			c.While = f(e.While)
		}
		c.Body = f(e.Body)
		return &c
	case *syntax.Reduce, *syntax.Scan:
		c := *syntax.FoldOf(e)
		l := *c.Lambda()
		l.Body = f(l.Body)
		c.Fn = &l
		return c.Expr()
	}
	return e
}

// InnerBodies returns the bodies directly in an expression of core.
func InnerBodies(e syntax.Expr) []*syntax.Body {
	switch e := e.(type) {
	case *syntax.Kernel:
		return []*syntax.Body{e.Body}
	case *syntax.If:
		return []*syntax.Body{e.Then, e.Else}
	case *syntax.Loop:
		if e.While != nil {
			return []*syntax.Body{e.While, e.Body}
		}
		return []*syntax.Body{e.Body}
	case *syntax.Reduce, *syntax.Scan:
		return []*syntax.Body{syntax.FoldOf(e).Lambda().Body}
	}
	return nil
}

// Around returns what an expression binds around its bodies.
func Around(e syntax.Expr) []*syntax.Binding {
	switch e := e.(type) {
	case *syntax.Kernel:
		return []*syntax.Binding{e.Index[0].X}
	case *syntax.Loop:
		if e.For != nil {
			return append(slices.Clip(e.Params), e.For.X)
		}
		return e.Params
	case *syntax.Reduce, *syntax.Scan:
		return syntax.FoldOf(e).Lambda().Params
	}
	return nil
}
