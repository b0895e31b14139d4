package simplify

import (
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// unclaimed returns a program without the claims that only repeat where their arrays are
// known to lie, and notes each claim that stays.
func unclaimed(j *rewrite.Job, p *syntax.Program) *syntax.Program {
	types, env, pinned := rewrite.TypesOf(p, j.Type), rewrite.Definitions(p), pinnedIn(p)
	gone, is := map[syntax.Stm]bool{}, map[int]syntax.Expr{}
	syntax.Walk(p, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Let)
		if !ok {
			return true
		}
		e, ok := s.Exp.(*syntax.Claim)
		if !ok {
			return true
		}
		y, x := s.Pat[0], e.X
		a, b := y.Type.Mem, types.Mem(x)
		switch {
		case b == nil || a.Block.ID != b.Block.ID || !lmad.Alike(env, a.L, b.L):
			j.Refused(y, "`%s` is not known to lie where it is claimed to: nothing else is simplified", syntax.Line(x))
		case pinned[y.ID]:
			j.Refused(y, "it is what the program is made for: nothing else is simplified")
		default:
			j.Did(y, "is `%s`, which lies where it is claimed to", syntax.Line(x))
			gone[s] = true
			if v, ok := x.(*syntax.Var); ok && is[v.ID] != nil {
				x = is[v.ID]
			}
			is[y.ID] = x
		}
		return true
	})
	p = syntax.Rebuild(p, syntax.Mapper{Drop: func(s syntax.Stm) bool { return gone[s] }})
	return syntax.Subst(p, is)
}
