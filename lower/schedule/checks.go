package schedule

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// checks moves checks out of kernels, if their terms grow or shrink evenly from iteration to iteration: they hold in all
// iterations if they hold in the first and the last one. A check in a branch stays.
func checks(j *job, body []imp.Stm) []imp.Stm {
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			k, ok := s.(*imp.Kernel)
			if !ok {
				out = append(out, s)
				continue
			}
			before, rest := j.hoisted(k)
			if len(before) > 0 {
				one := &syntax.IntLit{Val: num.Of(1)}
				out = append(out, &imp.If{
					Span: k.Span, Cond: &syntax.Binary{Op: syntax.Ge, X: k.N, Y: one, Of: syntax.Int},
					Then: before, Else: []imp.Stm{&imp.Skip{Span: k.Span}},
				})
				k = &imp.Kernel{Span: k.Span, X: k.X, N: k.N, Body: or(rest, k), Apart: k.Apart}
			}
			out = append(out, k)
		}
		return out
	})
}

// hoisted returns the checks of a kernel for its first and last iteration, and the rest of its body.
func (j *job) hoisted(k *imp.Kernel) (before, rest []imp.Stm) {
	if !syntax.IsAtom(k.N) {
		return nil, k.Body
	}
	local := assigned(k.Body)
	env := &poly.Env{}
	for _, s := range k.Body {
		switch s := s.(type) {
		case *imp.Assign:
			if j.once[s.X.ID] && j.elems[s.X.ID] == syntax.Int && rewrite.Total(s.E) {
				env.Define(s.X.ID, env.Of(s.E))
			}
		case *imp.Check:
			if c := evenly(s, k, env, local); c != nil {
				before = append(before, c...)
				continue
			}
		}
		rest = append(rest, s)
	}
	return before, rest
}

// evenly returns a check for i = 1 and i = n, or nil if it is not clear that this says the same.
func evenly(c *imp.Check, k *imp.Kernel, env *poly.Env, local map[int]bool) []imp.Stm {
	i := env.Of(k.X.Use())
	var forms []poly.Poly
	for _, t := range c.Terms {
		if l, ok := t.(*syntax.Length); ok {
			if local[l.X.(*syntax.Var).ID] {
				return nil
			}
			forms = append(forms, poly.Poly{})
			continue
		}
		if !rewrite.Total(t) {
			return nil
		}
		p := env.Of(t)
		slope := p.Subst(map[int]poly.Poly{k.X.ID: i.Add(one)}).Sub(p)
		bad := mentions(slope, k.X.ID)
		p.EachVar(func(id int) { bad = bad || id != k.X.ID && local[id] })
		if _, _, op := p.Operator(); bad || op || hasOperator(p) {
			return nil
		}
		forms = append(forms, p)
	}
	if slices.ContainsFunc(c.Rels, func(op syntax.Op) bool { return op != syntax.Le && op != syntax.Lt }) {
		return nil
	}
	n := env.Of(k.N)
	var out []imp.Stm
	for _, at := range []poly.Poly{one, n} {
		d := *c
		d.Terms = nil
		for m, t := range c.Terms {
			if _, ok := t.(*syntax.Length); !ok {
				t = forms[m].Subst(map[int]poly.Poly{k.X.ID: at}).Expr()
			}
			d.Terms = append(d.Terms, t)
		}
		out = append(out, &d)
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
