package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// A loop whose rounds change elements or parts of the arrays that it carries changes the flat data in place. A `for` that carries
// nothing else becomes one loop over all pairs of an iteration and a round, in order. Another loop stays a loop within one over the
// iterations.

// inPlace lifts a loop that changes its arrays in place. It is false if the loop does something else.
func (l *lifter) inPlace(c *context, s *syntax.Let, e *syntax.Loop) bool {
	needed := l.needed(c, c.todo[1:])
	live := make([]bool, len(s.Pat))
	for k, z := range s.Pat {
		live[k] = needed[z.ID]
	}
	a, ok := l.inPlaceChains(e, live)
	if !ok {
		return false
	}
	l.settleAll(c)
	p := &changing{l: l, c: c, let: s, loop: e, chains: a, live: live, init: make([]value, len(s.Pat))}
	p.begun()
	if e.For != nil && !slices.ContainsFunc(e.Params, func(x *syntax.Binding) bool { return !p.changes(x) }) {
		p.pairs()
	} else {
		p.rows()
	}
	return true
}

// begun finds the first values of arrays that are changed in place, and of what is kept.
func (p *changing) begun() {
	var ws []wanted
	var at []int
	for k, w := range p.l.asWanted(p.loop.Params, p.loop.Init) {
		if p.changes(p.loop.Params[k]) || p.kept(k) {
			ws, at = append(ws, w), append(at, k)
		}
	}
	for i, v := range p.l.values(p.c, true, ws) {
		p.init[at[i]] = v
	}
}

// foresee makes all variables known that something binds, without places, so that their sizes are not those outside.
func (l *lifter) foresee(c *context, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && l.vars[b.ID] == nil {
			l.bind(c, b, nil)
		}
		return true
	})
}

// changing is a loop that changes its arrays in place.
type changing struct {
	l      *lifter
	c      *context
	let    *syntax.Let
	loop   *syntax.Loop
	chains *chains
	live   []bool  // which results are needed
	init   []value // of arrays that are changed in place, and of what is kept
}

// changes tells whether a variable of the loop is an array that is changed in place.
func (p *changing) changes(x *syntax.Binding) bool {
	return p.chains.has(x)
}

// kept tells whether variable k of the loop is not changed in place and needed after the loop: an array has what each iteration gives.
func (p *changing) kept(k int) bool { return p.live[k] && !p.changes(p.loop.Params[k]) }

// pairs makes one loop over all pairs of an iteration and a round.
func (p *changing) pairs() {
	l, e := p.l, p.loop
	rounds := l.roundsOf(p.c, e)
	y := l.layoutOf(p.c, e.For.X, []syntax.Expr{rounds})
	in := l.elements(p.c, y)
	l.bind(in, e.For.X, index{})
	q := l.binding(e.Span, "q", nil)
	r := l.row(in, e.Span, q.Use())
	r.chains = p.chains
	params := p.begin(r)
	r.stepsOf(e.Body.Stms)
	var res []syntax.Expr
	for _, x := range e.Body.Res {
		res = append(res, r.version(x).data)
	}
	p.emit(params, &syntax.Loop{Span: e.Span, Params: params, For: &syntax.Bound{X: q, N: y.total},
		Body: &syntax.Body{Span: e.Body.Span, Stms: r.stms, Res: res}, RoundsOf: e.RoundsOf})
}

// roundsOf is how many rounds a loop has in each iteration, which is not negative.
func (l *lifter) roundsOf(c *context, e *syntax.Loop) syntax.Expr {
	if l.isSize(c, e.For.N) {
		return e.For.N
	}
	n := l.binding(e.Span, "rounds", intType())
	l.define(c, &syntax.Let{Span: e.Span, Pat: []*syntax.Binding{n}, Exp: &syntax.Binary{Span: e.Span, Op: syntax.Max, X: e.For.N, Y: constant(0)}})
	return n.Use()
}

// begin gives a row the arrays as they are before the round. It returns binders for the data that the loop outside carries.
func (p *changing) begin(r *row) (params []*syntax.Binding) {
	for k, x := range p.loop.Params {
		if p.changes(x) {
			z := p.l.like(x, p.init[k].data.Type)
			params = append(params, z)
			r.flat[x.ID] = p.flat(r, k, z)
		}
	}
	return params
}

// flat is array k of the loop in a row, in the data z.
func (p *changing) flat(r *row, k int, z *syntax.Binding) *flat {
	if s := p.init[k].segs; s != nil {
		return &flat{data: z.Use(), t: z.Type, base: r.offset(p.c, s.offsets), lead: s.lead}
	}
	return &flat{data: z.Use(), t: z.Type, row: r.iteration(p.c)}
}

// emit emits the loop outside, whose last binders are for the arrays that are changed, and gives these their places.
func (p *changing) emit(params []*syntax.Binding, loop *syntax.Loop) {
	l := p.l
	var pat []*syntax.Binding
	for _, x := range params {
		pat = append(pat, l.like(x, x.Type))
	}
	at := 0
	for k, x := range p.loop.Params {
		if !p.changes(x) {
			continue
		}
		loop.Init = append(loop.Init, p.init[k].data.Use())
		v := l.vars[p.let.Pat[k].ID]
		if s := p.init[k].segs; s != nil {
			v.place = segments{offsets: s.offsets, data: pat[at], lead: s.lead, layout: s.layout}
		} else {
			v.place = stored{pat[at]}
		}
		at++
	}
	for k := range p.loop.Params {
		if p.kept(k) {
			loop.Init = append(loop.Init, p.init[k].data.Use())
			l.vars[p.let.Pat[k].ID].place = stored{pat[at]}
			at++
		}
	}
	l.emit(&syntax.Let{Span: p.let.Span, Pat: pat, Exp: loop})
}

// rows makes a loop over the iterations, each of which does the loop on its part of the data. What the loop carries besides is put
// into an array.
func (p *changing) rows() {
	l, e := p.l, p.loop
	i := l.binding(e.Span, p.c.name, nil)
	r := l.row(p.c, e.Span, i.Use())
	r.chains = p.chains
	params := p.begin(r)
	var before []*flat
	for _, x := range e.Params {
		before = append(before, r.flat[x.ID])
	}
	inner := r.innerLoop(p.let.Pat, e, before)
	var res []syntax.Expr
	for k, x := range e.Params {
		if p.changes(x) {
			res = append(res, inner[k])
		}
	}
	for k, x := range e.Params {
		if p.kept(k) {
			t := p.init[k].data.Type
			z := l.like(x, t)
			params = append(params, z)
			ix := append([]syntax.Ix{fixed(i.Use())}, whole(t.Dims[1:])...)
			res = append(res, r.let(x.Name, t, &syntax.With{Span: e.Span, X: z.Use(), At: ix, V: r.fitted(inner[k], x.Type)}))
		}
	}
	p.emit(params, &syntax.Loop{Span: e.Span, Params: params, For: &syntax.Bound{X: i, N: p.c.n},
		Body: &syntax.Body{Span: e.Span, Stms: r.stms, Res: res}})
}
