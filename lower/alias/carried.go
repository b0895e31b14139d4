package alias

import "funmem/semantics/syntax"

// Carried returns where the body of a loop passes a block that it allocates to the next
// round, under any name, and as which variable. It returns nil if it does not.
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

// Later returns the origin, in a round of a loop and after it, of the blocks that had the
// origin o in earlier rounds. It returns nil if the loop carries no such block.
func (a *Aliases) Later(e *syntax.Loop, o *Origin) *Origin { return a.origins[made{by: e, of: o}] }
