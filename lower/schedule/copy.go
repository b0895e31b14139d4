package schedule

import (
	"maps"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// copied is a copy of statements with variables of its own, in which by stands for some variables from outside.
func (j *job) copied(list []imp.Stm, by map[int]syntax.Expr) []imp.Stm {
	return j.copy(list, maps.Clone(by))
}

func (j *job) copy(list []imp.Stm, by map[int]syntax.Expr) []imp.Stm {
	j.poll.Ask()
	own := func(x *syntax.Binding) *syntax.Binding {
		y := j.fresh(x.Name, x.Type.Elem)
		y.Span = x.Span
		by[x.ID] = y.Use()
		return y
	}
	use := func(x *syntax.Var) *syntax.Var {
		if y, ok := by[x.ID].(*syntax.Var); ok {
			c := *y
			c.Span = x.Span
			return &c
		}
		return x
	}
	expr := func(e syntax.Expr) syntax.Expr { return syntax.Subst(e, by) }
	var out []imp.Stm
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Skip:
			out = append(out, s)
		case *imp.Declare:
			out = append(out, &imp.Declare{Span: s.Span, X: own(s.X)})
		case *imp.Assign:
			out = append(out, &imp.Assign{Span: s.Span, X: use(s.X), E: expr(s.E)})
		case *imp.Alloc:
			out = append(out, &imp.Alloc{Span: s.Span, X: use(s.X), N: expr(s.N)})
		case *imp.Read:
			out = append(out, &imp.Read{Span: s.Span, X: use(s.X), Y: use(s.Y), At: expr(s.At), Undefined: s.Undefined})
		case *imp.Write:
			out = append(out, &imp.Write{Span: s.Span, X: use(s.X), At: expr(s.At), E: expr(s.E)})
		case *imp.Free:
			out = append(out, &imp.Free{Span: s.Span, X: use(s.X)})
		case *imp.If:
			out = append(out, &imp.If{Span: s.Span, Cond: expr(s.Cond), Then: j.copy(s.Then, by), Else: j.copy(s.Else, by)})
		case *imp.Kernel:
			c := s.With(expr(s.N), nil)
			c.X, c.Body = own(s.X), j.copy(s.Body, by)
			out = append(out, c)
		case *imp.For:
			c := s.With(expr(s.N), nil)
			c.X, c.Body = own(s.X), j.copy(s.Body, by)
			out = append(out, c)
		case *imp.While:
			out = append(out, &imp.While{Span: s.Span, Cond: expr(s.Cond), Body: j.copy(s.Body, by)})
		case *imp.Check:
			c := *s
			c.Terms = nil
			for _, t := range s.Terms {
				c.Terms = append(c.Terms, expr(t))
			}
			out = append(out, &c)
		}
	}
	return out
}
