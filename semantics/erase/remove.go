package erase

import "funmem/semantics/syntax"

// remove is p without its dead binders.
func (c *cleaner) remove(p *syntax.Program) *syntax.Program {
	out := *p
	out.Decls = nil
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			f := *d
			f.Params, f.Ret = c.kept(d.Params), c.kept(d.Ret)
			f.Body = c.removeBody(d.Body, d.Ret)
			out.Decls = append(out.Decls, &f)
		case *syntax.Let:
			if !c.gone(d) {
				out.Decls = append(out.Decls, c.removeLet(d))
			}
		case *syntax.In:
			in := &syntax.In{Span: d.Span}
			for _, x := range d.Res {
				if v, ok := x.(*syntax.Var); !ok || !c.blocks[v.ID] {
					in.Res = append(in.Res, x)
				}
			}
			out.Decls = append(out.Decls, in)
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return &out
}

// kept are the binders that stay.
func (c *cleaner) kept(ps []*syntax.Binding) []*syntax.Binding {
	var out []*syntax.Binding
	for _, p := range ps {
		if !c.dead(p) {
			out = append(out, p)
		}
	}
	return out
}

// keptExprs are the expressions that stand for binders that stay.
func (c *cleaner) keptExprs(xs []syntax.Expr, ps []*syntax.Binding) []syntax.Expr {
	var out []syntax.Expr
	for i, x := range xs {
		if ps == nil || !c.dead(ps[i]) {
			out = append(out, x)
		}
	}
	return out
}

func (c *cleaner) removeBody(b *syntax.Body, pat []*syntax.Binding) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: c.keptExprs(b.Res, pat)}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); !ok {
			out.Stms = append(out.Stms, s)
		} else if !c.gone(l) {
			out.Stms = append(out.Stms, c.removeLet(l))
		}
	}
	return out
}

func (c *cleaner) removeLet(l *syntax.Let) *syntax.Let {
	out := *l
	out.Pat = c.kept(l.Pat)
	switch e := l.Exp.(type) {
	case *syntax.If:
		out.Exp = &syntax.If{Span: e.Span, Cond: e.Cond, Then: c.removeBody(e.Then, l.Pat), Else: c.removeBody(e.Else, l.Pat)}
	case *syntax.Kernel:
		out.Exp = &syntax.Kernel{Span: e.Span, Index: e.Index, Body: c.removeBody(e.Body, nil)}
	case *syntax.Loop:
		out.Exp = c.removeLoop(e)
	case *syntax.Reduce, *syntax.Scan:
		out.Exp = c.removeFold(syntax.FoldOf(e))
	case *syntax.Call:
		if d := c.defs[e.Fn]; d != nil {
			out.Exp = &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: c.keptExprs(e.Args, d.Params)}
		}
	}
	return &out
}
