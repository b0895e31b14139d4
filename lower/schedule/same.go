package schedule

import (
	"maps"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// same replaces variables that get the same value wherever they are assigned to, such as the strides of an array that a
// loop carries.
func same(j *job, body []imp.Stm) []imp.Stm {
	kept, done := j.returned(), map[int]bool{}
	for {
		by := j.constants(body)
		maps.DeleteFunc(by, func(id int, _ syntax.Expr) bool { return done[id] })
		if len(by) == 0 {
			return body
		}
		for id := range by {
			done[id] = true
		}
		body = replaced(body, by, kept)
	}
}

// returned are the variables that results mention.
func (j *job) returned() map[int]bool {
	set := map[int]bool{}
	for _, r := range j.p.Return {
		for _, x := range append(syntax.FreeVars(r.Type), syntax.FreeVars(r.X)...) {
			set[x.ID] = true
		}
	}
	return set
}

// constants returns the variables that get their value where they are declared, and the same one later. The value is a
// constant, or a variable that does not change.
func (j *job) constants(body []imp.Stm) map[int]syntax.Expr {
	by, other, count := map[int]syntax.Expr{}, map[int]bool{}, map[int]int{}
	imp.Walk(body, func(s imp.Stm) bool {
		x := imp.Target(s)
		if x == nil {
			return true
		}
		a, ok := s.(*imp.Assign)
		if count[x.ID]++; !ok || !syntax.IsAtom(a.E) || j.elems[x.ID] == syntax.Mem {
			other[x.ID] = true
			return true
		}
		if y, ok := a.E.(*syntax.Var); ok && (j.changes[y.ID] || y.ID == x.ID) {
			other[x.ID] = true
		}
		if e := by[x.ID]; e != nil && !syntax.Equal(e, a.E) {
			other[x.ID] = true
		}
		by[x.ID] = a.E
		return true
	})
	begins := map[int]bool{}
	initials(body, func(x *syntax.Var) { begins[x.ID] = true })
	for id := range by {
		if other[id] || !begins[id] || count[id] < 2 {
			delete(by, id)
		}
	}
	return by
}

// replaced puts values in the place of variables. The assignments to those that are not kept go.
func replaced(list []imp.Stm, by map[int]syntax.Expr, kept map[int]bool) (out []imp.Stm) {
	expr := func(e syntax.Expr) syntax.Expr { return syntax.Subst(e, by) }
	goes := func(id int) bool { return by[id] != nil && !kept[id] }
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if goes(s.X.ID) {
				continue
			}
			out = append(out, s)
		case *imp.Assign:
			if goes(s.X.ID) {
				continue
			}
			out = append(out, &imp.Assign{Span: s.Span, X: s.X, E: expr(s.E)})
		case *imp.Alloc:
			out = append(out, &imp.Alloc{Span: s.Span, X: s.X, N: expr(s.N)})
		case *imp.Read:
			out = append(out, &imp.Read{Span: s.Span, X: s.X, Y: s.Y, At: expr(s.At), Undefined: s.Undefined})
		case *imp.Write:
			out = append(out, &imp.Write{Span: s.Span, X: s.X, At: expr(s.At), E: expr(s.E)})
		case *imp.If:
			out = append(out, &imp.If{Span: s.Span, Cond: expr(s.Cond), Then: or(replaced(s.Then, by, kept), s), Else: or(replaced(s.Else, by, kept), s)})
		case *imp.Kernel:
			out = append(out, s.With(expr(s.N), or(replaced(s.Body, by, kept), s)))
		case *imp.For:
			out = append(out, s.With(expr(s.N), or(replaced(s.Body, by, kept), s)))
		case *imp.While:
			out = append(out, &imp.While{Span: s.Span, Cond: expr(s.Cond), Body: or(replaced(s.Body, by, kept), s)})
		case *imp.Check:
			c := *s
			c.Terms = nil
			for _, t := range s.Terms {
				c.Terms = append(c.Terms, expr(t))
			}
			out = append(out, &c)
		default:
			out = append(out, s)
		}
	}
	return out
}
