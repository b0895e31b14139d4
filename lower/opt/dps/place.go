package dps

import (
	"slices"

	"funmem/lower/opt/shortcircuit"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// place makes arrays where they are copied to, and the rows of kernels where they go, if that does no harm. What is not made there is
// copied there by the body itself, so no block outlives the body that allocates it.
func place(j *rewrite.Job, p *syntax.Program, made map[int]bool) *syntax.Program {
	syntax.Walk(p, func(n syntax.Node) bool {
		if e, ok := n.(*syntax.Kernel); ok {
			for _, x := range e.Body.Res {
				if v, ok := x.(*syntax.Var); ok {
					made[v.ID] = true
				}
			}
		}
		return true
	})
	p = shortcircuit.Of(j, p, func(id int) bool { return made[id] })
	return inPlace(j, shortcircuit.Explicit(j, p))
}

// placeFirst is place before blocks of loops take turns: after that, they may be each other. What it refuses, place says later.
func placeFirst(j *rewrite.Job, p *syntax.Program, made map[int]bool) *syntax.Program {
	told := len(j.Notes)
	p = place(j, p, made)
	j.Notes = append(j.Notes[:told], slices.DeleteFunc(slices.Clone(j.Notes[told:]), func(n rewrite.Note) bool { return !n.Done })...)
	return p
}

// inPlace leaves out the copies of arrays to where they already lie.
func inPlace(j *rewrite.Job, p *syntax.Program) *syntax.Program {
	types, env := rewrite.TypesOf(p, j.Type), rewrite.Definitions(p)
	is := map[int]syntax.Expr{}
	p = rewrite.Bodies(p, func(b *syntax.Body) *syntax.Body {
		out := &syntax.Body{Span: b.Span, Res: b.Res}
		for _, s := range b.Stms {
			if let, ok := s.(*syntax.Let); ok {
				if e, ok := let.Exp.(*syntax.Copy); ok && rewrite.SameUnder(env, types.Mem(e.X), let.Pat[0].Type.Mem) {
					is[let.Pat[0].ID] = e.X
					continue
				}
			}
			out.Stms = append(out.Stms, s)
		}
		return out
	})
	for again := true; again; { // a copy of a copy
		again = false
		for id, e := range is {
			if v, ok := e.(*syntax.Var); ok && is[v.ID] != nil {
				is[id], again = is[v.ID], true
			}
		}
	}
	return syntax.Subst(p, is)
}
