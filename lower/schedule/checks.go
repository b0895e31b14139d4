package schedule

import (
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// checks moves checks out of kernels and loops, if their terms grow or shrink evenly from iteration to iteration: they hold
// in all iterations if they hold in the first and the last one. A check in a branch stays. In a loop with a while in it
// all stay: where that does not end, no later iteration is checked.
func checks(j *job, body []imp.Stm) []imp.Stm {
	return beforeLoops(body, func(s imp.Stm, x *syntax.Binding, n syntax.Expr, body []imp.Stm) (before, rest []imp.Stm) {
		before, rest = j.hoisted(x, n, body)
		return guarded(before, n, s), rest
	})
}

// guarded is statements that run if there are iterations.
func guarded(list []imp.Stm, n syntax.Expr, s imp.Stm) []imp.Stm {
	if len(list) == 0 {
		return nil
	}
	one := &syntax.IntLit{Val: num.Of(1)}
	return []imp.Stm{&imp.If{
		Span: s.GetSpan(), Cond: &syntax.Binary{Op: syntax.Ge, X: n, Y: one, Of: syntax.Int},
		Then: list, Else: []imp.Stm{&imp.Skip{Span: s.GetSpan()}},
	}}
}

// hoisted returns the checks of a loop for its first and last iteration, and the rest of its body.
func (j *job) hoisted(x *syntax.Binding, n syntax.Expr, body []imp.Stm) (before, rest []imp.Stm) {
	if !syntax.IsAtom(n) || endless(body) {
		return nil, body
	}
	local := assigned(body)
	local[x.ID] = true
	env := &poly.Env{}
	for _, s := range body {
		switch s := s.(type) {
		case *imp.Assign:
			if j.once[s.X.ID] && j.elems[s.X.ID] == syntax.Int && syntax.Total(s.E) {
				env.Define(s.X.ID, env.Of(s.E))
			}
		case *imp.Check:
			if c := evenly(s, x, n, env, local); c != nil {
				before = append(before, c...)
				continue
			}
		case *imp.If:
			if c := evenlyGuarded(s, x, n, env, local); c != nil {
				before = append(before, c)
				continue
			}
		}
		rest = append(rest, s)
	}
	return before, rest
}

// endless tells whether there is a while in statements.
func endless(list []imp.Stm) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		_, ok := s.(*imp.While)
		found = found || ok
		return !found
	})
	return found
}

// evenlyGuarded is evenly for checks in a branch that all iterations take, or none.
func evenlyGuarded(s *imp.If, x *syntax.Binding, n syntax.Expr, env *poly.Env, local map[int]bool) imp.Stm {
	for _, y := range syntax.FreeVars(s.Cond) {
		if local[y.ID] {
			return nil
		}
	}
	if len(s.Else) != 1 || !syntax.Total(s.Cond) {
		return nil
	}
	if _, ok := s.Else[0].(*imp.Skip); !ok {
		return nil
	}
	var all []imp.Stm
	for _, t := range s.Then {
		c, ok := t.(*imp.Check)
		if !ok {
			return nil
		}
		moved := evenly(c, x, n, env, local)
		if moved == nil {
			return nil
		}
		all = append(all, moved...)
	}
	return &imp.If{Span: s.Span, Cond: s.Cond, Then: all, Else: s.Else}
}

// evenly returns a check for i = 1 and i = n, or nil if it is not clear that this says the same.
func evenly(c *imp.Check, x *syntax.Binding, bound syntax.Expr, env *poly.Env, local map[int]bool) []imp.Stm {
	i := env.Of(x.Use())
	var forms []poly.Poly
	for _, t := range c.Terms {
		if l, ok := t.(*syntax.Length); ok {
			if local[l.X.(*syntax.Var).ID] {
				return nil
			}
			forms = append(forms, poly.Poly{})
			continue
		}
		if !syntax.Total(t) {
			return nil
		}
		p := env.Of(t)
		slope := p.Subst(map[int]poly.Poly{x.ID: i.Add(one)}).Sub(p)
		bad := mentions(slope, x.ID)
		p.EachVar(func(id int) { bad = bad || id != x.ID && local[id] })
		if _, _, op := p.Operator(); bad || op || hasOperator(p) {
			return nil
		}
		forms = append(forms, p)
	}
	if slices.ContainsFunc(c.Rels, func(op syntax.Op) bool { return op != syntax.Le && op != syntax.Lt }) {
		return nil
	}
	n := env.Of(bound)
	var out []imp.Stm
	for _, at := range []poly.Poly{one, n} {
		d := *c
		d.Terms = nil
		for m, t := range c.Terms {
			if _, ok := t.(*syntax.Length); !ok {
				t = forms[m].Subst(map[int]poly.Poly{x.ID: at}).Expr()
			}
			d.Terms = append(d.Terms, t)
		}
		if len(out) == 0 || !slices.EqualFunc(d.Terms, out[0].(*imp.Check).Terms, func(a, b syntax.Expr) bool { return syntax.Equal(a, b) }) {
			out = append(out, &d)
		}
	}
	return out
}

// hasOperator tells whether p contains more than sums and products of variables.
func hasOperator(p poly.Poly) (found bool) {
	p.Abstract(func(op syntax.Op, args []poly.Poly) poly.Poly {
		found = true
		return one
	})
	return found
}
