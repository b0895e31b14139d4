package hoist

import (
	"fmt"
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Hoisted checks what hoist ensures: no alloc can stand earlier in its body. None is left
// in a loop or fold, or a branch in it, if its size is known outside and its block is not
// carried to the next round.
func Hoisted(p *syntax.Program) error {
	h := &hoister{aliases: alias.OfMem(p)}
	err := late(p.Main())
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Body:
			err = first(err, late(n))
		case *syntax.Let:
			switch n.Exp.(type) {
			case *syntax.Loop, *syntax.Reduce, *syntax.Scan:
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

// late returns an error if an alloc of a body can stand earlier in it.
func late(b *syntax.Body) error {
	stms, over := early(b)
	for k, n := range over {
		if l, ok := stms[k].(*syntax.Let); ok && n > 0 && isAlloc(l) {
			return fmt.Errorf("`%s` can be allocated earlier, before %s", l.Pat[0].Written(), diag.Count(n, "statement"))
		}
	}
	return nil
}

// inside returns an error if an alloc in a loop or fold can leave it.
func (h *hoister) inside(s *syntax.Let) error {
	bound := map[int]bool{}
	syntax.Walk(s.Exp, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			bound[b.ID] = true
		}
		return true
	})
	for _, b := range rewrite.InnerBodies(s.Exp) {
		for _, l := range allocs(b, nil) {
			known := !slices.ContainsFunc(append(l.taken, l.Exp.(*syntax.Alloc).N), func(e syntax.Expr) bool {
				return !syntax.Total(e) || slices.ContainsFunc(syntax.FreeVars(e), func(v *syntax.Var) bool { return bound[v.ID] })
			})
			if known && !h.isCarried(s.Exp, l.Pat[0]) {
				return fmt.Errorf("`%s` can be allocated before `%s`", l.Pat[0].Written(), rewrite.Called(s.Pat))
			}
		}
	}
	return nil
}

func (h *hoister) isCarried(e syntax.Expr, m *syntax.Binding) bool {
	loop, ok := e.(*syntax.Loop)
	if !ok {
		return false
	}
	at, _ := h.aliases.Carried(loop, m.ID)
	return at != nil
}

// conditional is an alloc with the conditions of the branches around it.
type conditional struct {
	*syntax.Let
	taken []syntax.Expr
}

// allocs returns the allocs of a body, which lies in the branches taken, and of the
// branches in it.
func allocs(b *syntax.Body, taken []syntax.Expr) (list []conditional) {
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		if isAlloc(l) {
			list = append(list, conditional{l, slices.Clip(taken)})
		}
		if e, ok := l.Exp.(*syntax.If); ok {
			in := append(slices.Clip(taken), e.Cond)
			list = append(list, allocs(e.Then, in)...)
			list = append(list, allocs(e.Else, in)...)
		}
	}
	return list
}
