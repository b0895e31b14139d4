package syntax

// Fresh returns a copy of n, which may be of any kind, with binders of its own: each gets
// an ID and a name from the supply, unless as has a binder to use instead. Variables become
// what by has for them. Afterwards by also has the new variables.
func Fresh[N Node](s *Supply, n N, by map[int]Expr, as map[int]*Binding) N {
	fresh := map[int]*Binding{}
	Walk(n, func(n Node) bool {
		b, ok := n.(*Binding)
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
	return Rebuild(n, Mapper{
		Expr: func(e Expr) Expr {
			x, ok := e.(*Var)
			if !ok || x.ID == 0 || by[x.ID] == nil {
				return e
			}
			if y, ok := by[x.ID].(*Var); ok {
				return &Var{Span: x.Span, Name: y.Name, ID: y.ID}
			}
			return by[x.ID]
		},
		Binding: func(b *Binding) *Binding {
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
