package rewrite

import "funmem/semantics/syntax"

// Replace replaces variables by what by has for them, and also the variables within that.
func Replace[N syntax.Node](n N, by map[int]syntax.Expr) N {
	all := map[int]syntax.Expr{}
	for id, e := range by {
		for {
			x, ok := e.(*syntax.Var)
			if !ok || by[x.ID] == nil {
				break
			}
			e = by[x.ID]
		}
		all[id] = e
	}
	return syntax.Subst(n, all)
}
