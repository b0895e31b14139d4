package simplify

import "funmem/semantics/syntax"

// loop rebuilds a loop. One without rounds becomes its first values. What it carries and
// never changes, or carries twice, is removed.
func (f *forward) loop(s *syntax.Let, e *syntax.Loop) {
	out := &syntax.Loop{Span: e.Span, Init: f.exprs(e.Init), RoundsOf: e.RoundsOf}
	if e.For != nil {
		out.For = &syntax.Bound{X: e.For.X, N: f.expr(e.For.N)}
	}
	if f.noRound(out.For, e.While) && f.replaceAll(s.Pat, out.Init) {
		f.did(s.Pat[0], "the loop has no rounds")
		return
	}
	var end rebuilt
	f.repeated(s, func() {
		out.Params = f.pattern(e.Params)
		f.bind(out.Params...)
		if e.While != nil {
			out.While = f.inScope(e.While).Body
		} else {
			f.bind(out.For.X)
		}
		end = rebuilt{f.body(e.Body), f.env}
	})
	c := f.carriedBy(s.Pat, out, end)
	same := c.invariant()
	f.settled(s.Pat, same)
	f.settled(out.Params, same)
	pat, stay := f.settle(s.Pat, same, "each round of the loop gives `%s`, which it starts with")
	pat, stay, by := c.twins(pat, stay)
	for k, x := range same {
		if x != nil {
			by[c.params[k].ID] = x
		}
	}
	f.differ(pat, func(i int) string {
		return "the loop starts with `" + syntax.Line(out.Init[stay[i]]) + "`, and a round gives `" + syntax.Line(end.Res[stay[i]]) + "`"
	})
	out.Params, out.Init, out.Body = choose(out.Params, stay), choose(out.Init, stay), end.only(stay)
	out = syntax.Subst(out, by)
	f.array(&syntax.Let{Span: s.Span, Pat: pat, Exp: out, Doc: s.Doc}, out)
}

// noRound tells whether a loop ends before its first round.
func (f *forward) noRound(bound *syntax.Bound, while *syntax.Body) bool {
	if bound != nil {
		n, ok := f.env.Of(bound.N).Const()
		return ok && n.Sign() <= 0
	}
	k, ok := while.Res[0].(*syntax.IntLit)
	return ok && len(while.Stms) == 0 && k.Val.IsZero()
}
