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

// Later is the origin, in the rounds of a loop and behind it, of the blocks that had the
// given one in the rounds before; nil: the loop does not carry any.
func (a *Aliases) Later(e *syntax.Loop, o *Origin) *Origin { return a.origins[made{by: e, of: o}] }
