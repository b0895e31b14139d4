package flatten

import "funmem/semantics/syntax"

// loop lifts a loop that carries arrays with sizes that differ. What waits in the context is done before, because the body of the
// loop is a body of its own outside.
func (l *lifter) loop(c *context, s *syntax.Let, e *syntax.Loop) {
	l.foresee(c, e)
	e = l.expanded(c, e)
	if l.inPlace(c, s, e) {
		return
	}
	l.settleAll(c)
	if e.For != nil {
		delete(l.vars, e.For.X.ID) // rounds have the same number in all iterations
	}
	if e.For != nil && l.outside(e.For.N) {
		l.steady(c, s, e)
		return
	}
	l.lockstep(c, s, e)
}

// carry makes the variables of a loop known in a context. It returns carriers for them.
func (l *lifter) carry(c *context, e *syntax.Loop) (carriers []*syntax.Binding) {
	for _, x := range e.Params {
		l.bind(c, x, nil)
	}
	for _, x := range e.Params {
		carriers = append(carriers, l.carrier(c, x)...)
	}
	for _, z := range carriers {
		l.bound[z.ID] = z.Type
	}
	l.carried(e.Params, e.Params, carriers)
	return carriers
}

// given are values for the variables of a loop, as its carriers get them.
func (l *lifter) given(c *context, e *syntax.Loop, xs []syntax.Expr) (list []syntax.Expr) {
	for _, v := range l.values(c, false, l.asWanted(e.Params, xs)) {
		list = append(list, v.parts()...)
	}
	l.settle(c)
	return list
}

// steady lifts a loop with as many rounds in all iterations: a loop around the lifted body.
func (l *lifter) steady(c *context, s *syntax.Let, e *syntax.Loop) {
	in := l.context(c, c.n, c.name)
	carriers := l.carry(in, e)
	init := l.given(c, e, e.Init)
	n := l.settled(e.For.N)
	if _, ok := c.n.(*syntax.IntLit); !ok { // no rounds if there is nobody to do them
		n = l.outerInt("rounds", times(n, &syntax.Binary{Span: e.Span, Op: syntax.Gt, X: c.n, Y: constant(0)}))
	}
	body := l.within(e.Body.Span, func() []syntax.Expr {
		l.body(in, e.Body.Stms, e.Body.Res)
		return l.given(in, e, e.Body.Res)
	})
	var pat []*syntax.Binding
	for _, x := range e.Params {
		pat = append(pat, l.carrier(c, x)...)
	}
	l.emit(&syntax.Let{Span: s.Span, Pat: pat, Exp: &syntax.Loop{Span: e.Span, Params: carriers, Init: init,
		For: &syntax.Bound{X: e.For.X, N: n}, Body: body, RoundsOf: e.RoundsOf}})
	l.carried(s.Pat, e.Params, pat)
}
