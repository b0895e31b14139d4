package flatten

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// mostSteps is how many statements a kernel may have with the bodies of the functions that it calls.
const mostSteps = 3000

// inlined is let z = f(e, …) as the statements of f. The variables of the let become other names of its results.
func (l *lifter) inlined(c *context, s *syntax.Let, e *syntax.Call) []syntax.Stm {
	d := l.function(e.Fn)
	if d == nil {
		l.refuse(s.Span, "the rows of `%s` can't be computed for all rows at once: its definition is not known", e.Fn)
	}
	by := map[int]syntax.Expr{}
	for k, x := range d.Params {
		by[x.ID] = e.Args[k]
	}
	for _, n := range d.Sizes {
		k, dim, ok := d.FixedBy(n)
		if !ok {
			panic(diag.Errorf(diag.Bug, "", e.Span, "no argument of `%s` fixes the size `%s`", d.Name, n.Written()))
		}
		by[n.ID] = l.typeOf(e.Args[k]).Dims[dim]
	}
	b := syntax.Fresh(l.Supply, d.Body, by, nil)
	if l.steps += len(b.Stms); l.steps > mostSteps {
		l.refuse(s.Span, "the functions that this kernel calls have too many statements to do all rows at once: more than %d", mostSteps)
	}
	for k, z := range s.Pat {
		l.bind(c, z, alias{b.Res[k]})
		if z.Type.IsInt() {
			c.known().Define(z.ID, c.known().Of(b.Res[k]))
		}
	}
	return append(b.Stms, l.agreeing(s, b)...)
}

// agreeing are checks that the results of an inlined call have the sizes that the call gives them. The types of the function say so, but
// that may not be seen any more where numbers took the places of parameters. A check that is not needed is left out later.
func (l *lifter) agreeing(s *syntax.Let, b *syntax.Body) (checks []syntax.Stm) {
	for k, z := range s.Pat {
		t := typeIn(b, b.Res[k])
		if t == nil {
			t = l.typeOf(b.Res[k])
		}
		for i, d := range z.Type.Dims {
			if !l.same(d, t.Dims[i]) {
				check := &syntax.Check{Span: s.Span, X: d, Y: t.Dims[i], Why: "the result of a function has the size that its type says"}
				l.implied[check] = true
				checks = append(checks, check)
			}
		}
	}
	return checks
}

// function is a function, or nil if its definition is not known.
func (l *lifter) function(name string) *syntax.Def {
	if l.Def == nil {
		return nil
	}
	return l.Def(name)
}

// expanded is a loop with the calls in its body inlined that give arrays whose sizes differ.
func (l *lifter) expanded(c *context, e *syntax.Loop) *syntax.Loop {
	o := *e
	by := map[int]syntax.Expr{}
	o.Body = l.expandedBody(c, e.Body, by)
	for id, x := range by {
		by[id] = l.settled(x)
	}
	loop := syntax.Subst(&o, by)
	loop.Body = late(loop.Body)
	return loop
}

// expandedBody is such a body. What the calls gave will be by.
func (l *lifter) expandedBody(c *context, b *syntax.Body, by map[int]syntax.Expr) *syntax.Body {
	o := &syntax.Body{Span: b.Span, Res: b.Res}
	todo := slices.Clone(b.Stms)
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		let, ok := s.(*syntax.Let)
		if !ok {
			o.Stms = append(o.Stms, s)
			continue
		}
		switch e := let.Exp.(type) {
		case *syntax.Call:
			if slices.ContainsFunc(let.Pat, l.differs) {
				more := l.inlined(c, let, e)
				for _, m := range more {
					l.foresee(c, m)
				}
				for _, z := range let.Pat {
					by[z.ID] = z.Use()
				}
				todo = append(more, todo...)
				continue
			}
		case *syntax.If:
			i := *e
			i.Then, i.Else = l.expandedBody(c, e.Then, by), l.expandedBody(c, e.Else, by)
			let = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: &i, Doc: let.Doc}
		case *syntax.Loop:
			i := *e
			i.Body = l.expandedBody(c, e.Body, by)
			let = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: &i, Doc: let.Doc}
		}
		o.Stms = append(o.Stms, let)
	}
	return o
}
