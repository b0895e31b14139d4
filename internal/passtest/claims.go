package passtest

import (
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// Claimed returns the program with memory and some claims about where arrays lie. Some
// claims are true, and later statements use those arrays. Others name another place, and
// nothing reads those arrays.
func (p *Program) Claimed(t *rapid.T) *Program {
	t.Helper()
	m := p.Mem(t)
	c := rewrite.Bodies(m.Core, func(b *syntax.Body) *syntax.Body {
		out := &syntax.Body{Span: b.Span}
		is := map[int]syntax.Expr{}
		for _, s := range b.Stms {
			s = syntax.Subst(s, is)
			out.Stms = append(out.Stms, s)
			let, ok := s.(*syntax.Let)
			if !ok {
				continue
			}
			for _, x := range let.Pat {
				if x.Type == nil || x.Type.Mem == nil || rapid.IntRange(0, 2).Draw(t, "claim") > 0 {
					continue
				}
				y, ann := *x.Type, *x.Type.Mem
				if rapid.IntRange(0, 3).Draw(t, "wrong") == 0 {
					l := *ann.L
					l.Offset, l.RowMajor = lmad.Const(rapid.IntRange(0, 9).Draw(t, "offset")), false
					ann.L, y.Mem = &l, &ann
				}
				z := m.Supply.Binding(x.Name+"_claimed", &y)
				out.Stms = append(out.Stms, &syntax.Let{Pat: []*syntax.Binding{z}, Exp: &syntax.Claim{X: x.Use()}})
				if y.Mem == x.Type.Mem {
					is[x.ID] = z.Use()
				}
			}
		}
		for _, x := range b.Res {
			out.Res = append(out.Res, syntax.Subst(x, is))
		}
		return out
	})
	return &Program{p.Name, m.Form, c, m.Supply}
}
