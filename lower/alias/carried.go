package alias

import "funmem/semantics/syntax"

// Carried is where the body of a loop gives a block that it allocates to the next round,
// under any name, and as what; nil: it does not.
func (a *Aliases) Carried(e *syntax.Loop, m int) (at syntax.Expr, as *syntax.Binding) {
	for k, x := range e.Body.Res {
		for o := range a.OfExpr(x) {
			if a.Of(m)[o] {
				return x, e.Params[k]
			}
		}
	}
	return nil, nil
}

// Later are the origins, in the rounds of a loop, of the blocks that m was in the rounds
// before.
func (a *Aliases) Later(e *syntax.Loop, m int) map[*Origin]bool {
	later := map[*Origin]bool{}
	for o := range a.Of(m) {
		if l := a.origins[made{by: e, of: o}]; l != nil {
			later[l] = true
		}
	}
	return later
}
