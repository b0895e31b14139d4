package fuse

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// counts returns how often variables are used in a node.
func counts(b syntax.Node) map[int]int {
	n := map[int]int{}
	syntax.Walk(b, func(x syntax.Node) bool {
		if v, ok := x.(*syntax.Var); ok {
			n[v.ID]++
		}
		return true
	})
	return n
}

// old returns the binders of a node, and how often each is used.
func old(n syntax.Node) (bound map[int]bool, used map[int]int) {
	bound = map[int]bool{}
	syntax.Walk(n, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			bound[x.ID] = true
		}
		return true
	})
	return bound, counts(n)
}

// swept returns a body without the statements that have become unused: those that bind
// something that was used before, or something new, and that is not used now.
func (f *fuser) swept(before, after *syntax.Body) *syntax.Body {
	bound, used := old(before)
	return f.pruned(after, func(x *syntax.Binding) bool { return !f.stays[x.ID] && (used[x.ID] > 0 || !bound[x.ID]) })
}

// sweep does the same to a program.
func (f *fuser) sweep(before, after *syntax.Program) *syntax.Program {
	bound, used := old(before)
	dead := func(x *syntax.Binding) bool { return !f.stays[x.ID] && (used[x.ID] > 0 || !bound[x.ID]) }
	return rewrite.Assemble(after, func(d *syntax.Def) *syntax.Def {
		c := *d
		c.Body = f.pruned(d.Body, dead)
		return &c
	}, f.pruned(after.Main(), dead))
}

// needed returns a body without the statements at its level that nothing uses.
func (f *fuser) needed(b *syntax.Body) *syntax.Body {
	return f.pruned(b, func(*syntax.Binding) bool { return true })
}

// pruned removes the lets with unused binders from a body and its inner bodies, as far as
// may allows. With the option exact, what might get stuck stays.
func (f *fuser) pruned(b *syntax.Body, may func(*syntax.Binding) bool) *syntax.Body {
	for {
		n := counts(b)
		dead := func(s syntax.Stm) bool {
			l, ok := s.(*syntax.Let)
			return ok && !slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return n[x.ID] > 0 || !may(x) }) && !f.mayStick(l)
		}
		found := false
		b = rewrite.Body(b, func(b *syntax.Body) *syntax.Body {
			out := &syntax.Body{Span: b.Span, Res: b.Res}
			for _, s := range b.Stms {
				if dead(s) {
					found = true
					continue
				}
				out.Stms = append(out.Stms, s)
			}
			return out
		})
		if !found {
			return b
		}
	}
}

// without returns a statement without some of its arrays, or nothing.
func (f *fuser) without(l *syntax.Let, gone map[int]bool) []syntax.Stm {
	e, ok := l.Exp.(*syntax.Kernel)
	if !ok {
		return nil
	}
	var pat []*syntax.Binding
	body := &syntax.Body{Span: e.Body.Span, Stms: e.Body.Stms}
	for k, x := range l.Pat {
		if !gone[x.ID] {
			pat, body.Res = append(pat, x), append(body.Res, e.Body.Res[k])
		}
	}
	if len(pat) == 0 {
		return nil
	}
	return []syntax.Stm{&syntax.Let{Span: l.Span, Pat: pat, Exp: &syntax.Kernel{Span: e.Span, Index: e.Index, Body: f.needed(body)}, Doc: l.Doc}}
}
