package rewrite

import "funmem/semantics/syntax"

// Fresh returns a copy of n, which may be of any kind, with binders of its own: each gets
// an ID and a name from the supply, unless as has a binder to use instead. Variables become
// what by has for them. Afterwards by also has the new variables.
func Fresh[N syntax.Node](s *syntax.Supply, n N, by map[int]syntax.Expr, as map[int]*syntax.Binding) N {
	fresh := map[int]*syntax.Binding{}
	syntax.Walk(n, func(n syntax.Node) bool {
		b, ok := n.(*syntax.Binding)
		if !ok || b.ID == 0 || fresh[b.ID] != nil {
			return true
		}
		fresh[b.ID] = as[b.ID]
		if as[b.ID] == nil {
			fresh[b.ID] = s.Again(b)
		}
		by[b.ID] = fresh[b.ID].Use()
		return true
	})
	return syntax.Rebuild(n, syntax.Mapper{
		Expr: func(e syntax.Expr) syntax.Expr {
			x, ok := e.(*syntax.Var)
			if !ok || x.ID == 0 || by[x.ID] == nil {
				return e
			}
			if y, ok := by[x.ID].(*syntax.Var); ok {
				return &syntax.Var{Span: x.Span, Name: y.Name, ID: y.ID}
			}
			return by[x.ID]
		},
		Binding: func(b *syntax.Binding) *syntax.Binding {
			f := fresh[b.ID]
			if f == nil {
				return b
			}
			c := *f
			c.Type = b.Type
			return &c
		},
	})
}

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
