package hoist

import (
	"fmt"
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Hoisted is what hoist ensures: no alloc can stand earlier in its body, and none is left
// in a branch, a loop or a fold that has a size from outside and a block that is not
// carried to the next round.
func Hoisted(p *syntax.Program) error {
	h := &hoister{aliases: alias.OfMem(p)}
	err := late(p.Main())
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Body:
			err = first(err, late(n))
		case *syntax.Let:
			if _, kernel := n.Exp.(*syntax.Kernel); !kernel {
				err = first(err, h.inside(n))
			}
		}
		return err == nil
	})
	return err
}

func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// late is the error that an alloc of a body can stand earlier in it.
func late(b *syntax.Body) error {
	stms, over := early(b)
	for k, n := range over {
		if l, ok := stms[k].(*syntax.Let); ok && n > 0 && isAlloc(l) {
			return fmt.Errorf("`%s` can be allocated earlier, before %s", l.Pat[0].Written(), diag.Count(n, "statement"))
		}
	}
	return nil
}

// inside is the error that an alloc in a body of a statement can leave it.
func (h *hoister) inside(s *syntax.Let) error {
	loop, isLoop := s.Exp.(*syntax.Loop)
	for _, b := range rewrite.InnerBodies(s.Exp) {
		bound := within(s.Exp, b)
		for _, t := range b.Stms {
			l, ok := t.(*syntax.Let)
			if !ok {
				continue
			}
			e, ok := l.Exp.(*syntax.Alloc)
			varies := ok && (!rewrite.Total(e.N) || slices.ContainsFunc(syntax.FreeVars(e.N), func(v *syntax.Var) bool { return bound[v.ID] }))
			if ok && !varies && !(isLoop && h.isCarried(loop, l.Pat[0])) {
				return fmt.Errorf("`%s` can be allocated before `%s`", l.Pat[0].Written(), rewrite.Called(s.Pat))
			}
		}
	}
	return nil
}

func (h *hoister) isCarried(e *syntax.Loop, m *syntax.Binding) bool {
	at, _ := h.aliases.Carried(e, m.ID)
	return at != nil
}

// within are the variables that a body of an expression binds, or begins with.
func within(e syntax.Expr, b *syntax.Body) map[int]bool {
	ids := map[int]bool{}
	bind := func(bs []*syntax.Binding) {
		for _, x := range bs {
			ids[x.ID] = true
		}
	}
	switch e := e.(type) {
	case *syntax.Loop:
		bind(e.Params)
		if e.For != nil {
			ids[e.For.X.ID] = true
		}
	case *syntax.Reduce, *syntax.Scan:
		bind(syntax.FoldOf(e).Lambda().Params)
	}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			bind(l.Pat)
		}
	}
	return ids
}
