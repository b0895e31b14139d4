package flatten

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// branches lifts an if whose results have sizes that differ. What waits in the context is done before, because a branch is a body
// of its own outside.
func (l *lifter) branches(c *context, s *syntax.Let, e *syntax.If) {
	if l.outside(e.Cond) {
		l.settleAll(c)
		l.whole(c, s, e)
		return
	}
	flags := l.flush(c, computed("taken", func(r *row) syntax.Expr {
		return r.int("taken", &syntax.Binary{Span: e.Span, Op: syntax.Ne, X: r.get(e.Cond), Y: constant(0)})
	}))[0]
	p := l.part(c, e.Span, flags)
	live := l.live(c, s.Pat)
	then := l.branch(p.yes, s.Pat, live, e.Then)
	els := l.branch(p.no, s.Pat, live, e.Else)
	l.merge(c, p, live, then, els)
}

// live are the variables of the statement that is lifted which are needed after it.
func (l *lifter) live(c *context, pat []*syntax.Binding) (live []*syntax.Binding) {
	needed := l.needed(c, c.todo[1:])
	for _, z := range pat {
		if needed[z.ID] {
			live = append(live, z)
		}
	}
	return live
}

// branch lifts a branch for the iterations that take it. It returns what is wanted of it.
func (l *lifter) branch(in *context, pat, live []*syntax.Binding, b *syntax.Body) *branch {
	l.body(in, b.Stms, b.Res)
	r := &branch{in: in}
	for k, w := range l.asWanted(pat, b.Res) {
		for _, z := range live {
			if z == pat[k] {
				r.ws = append(r.ws, w)
			}
		}
	}
	r.vs = l.values(in, false, r.ws)
	l.settle(in)
	return r
}

// branch is a branch that is lifted: what is wanted of it, and its values.
type branch struct {
	in *context
	ws []wanted
	vs []value
}

// own makes sure that data k of a branch has not much more than its rows: other arrays are copied.
func (b *branch) own(l *lifter, k int) {
	if s := b.vs[k].segs; s.layout == nil {
		own := l.copied(b.in, b.ws[k])
		b.vs[k] = value{data: own.data, segs: &own}
	}
}

// merge puts what two branches give back into order. Data of both becomes one array, the first before the second.
func (l *lifter) merge(c *context, p *parted, live []*syntax.Binding, then, els *branch) {
	var wants []want
	data := make([]*syntax.Binding, len(live))
	for k, z := range live {
		if then.vs[k].segs == nil {
			t := &syntax.Type{Elem: z.Type.Elem, Dims: z.Type.Dims}
			wants = append(wants, want{name: z.Name, t: t, get: p.chosen(l, t, then.vs[k].data, els.vs[k].data, constant(0))})
			continue
		}
		var shift syntax.Expr = constant(0)
		data[k] = then.vs[k].data
		if data[k].ID != els.vs[k].data.ID {
			then.own(l, k)
			els.own(l, k)
			first, second := then.vs[k].data, els.vs[k].data
			shift = first.Type.Dims[0]
			total := l.outerInt("total", plus(shift, second.Type.Dims[0]))
			data[k] = l.let(z.Span, z.Name, over(total, &syntax.Type{Elem: z.Type.Elem, Dims: first.Type.Dims[1:]}),
				&syntax.Concat{Span: z.Span, Xs: []syntax.Expr{first.Use(), second.Use()}})
		}
		wants = append(wants, want{name: called(z, "offsets"), t: intType(), get: p.chosen(l, intType(), then.vs[k].segs.offsets, els.vs[k].segs.offsets, shift)})
	}
	for k, a := range l.flush(c, wants...) {
		v := l.vars[live[k].ID]
		if data[k] == nil {
			v.place = stored{a}
		} else {
			v.place = segments{offsets: a, data: data[k], lead: l.lead(live[k].Type.Dims)}
		}
	}
}

// whole is an if with a condition that is known outside: an if around the lifted branches.
func (l *lifter) whole(c *context, s *syntax.Let, e *syntax.If) {
	live := l.live(c, s.Pat)
	var pat []*syntax.Binding
	for _, z := range live {
		pat = append(pat, l.carrier(c, z)...)
	}
	side := func(b *syntax.Body) *syntax.Body {
		return l.within(b.Span, func() (res []syntax.Expr) {
			for _, v := range l.branch(l.context(c, c.n, c.name), s.Pat, live, b).vs {
				res = append(res, v.parts()...)
			}
			return res
		})
	}
	then := side(e.Then)
	els := side(e.Else)
	l.emit(&syntax.Let{Span: s.Span, Pat: pat, Exp: &syntax.If{Span: e.Span, Cond: l.settled(e.Cond), Then: then, Else: els}})
	l.carried(live, live, pat)
}

// carrier are binders for what stands for a variable where a body gives it: an array, or the size of flat data, the offsets and the
// data.
func (l *lifter) carrier(c *context, z *syntax.Binding) []*syntax.Binding {
	lead := l.lead(z.Type.Dims)
	if lead == 0 {
		return []*syntax.Binding{l.like(z, over(c.n, l.outer(z.Type)))}
	}
	total := l.binding(z.Span, called(z, "total"), intType())
	rest := l.outer(&syntax.Type{Elem: z.Type.Elem, Dims: z.Type.Dims[lead:]})
	return []*syntax.Binding{total, l.binding(z.Span, called(z, "offsets"), arrayType(syntax.Int, c.n)), l.like(z, over(total.Use(), rest))}
}

// carried gives variables their places in carriers, in order. like are those for which the carriers were made.
func (l *lifter) carried(zs, like, carriers []*syntax.Binding) {
	for k, z := range zs {
		if lead := l.lead(like[k].Type.Dims); lead == 0 {
			l.vars[z.ID].place, carriers = stored{carriers[0]}, carriers[1:]
		} else {
			l.vars[z.ID].place, carriers = segments{offsets: carriers[1], data: carriers[2], lead: lead}, carriers[3:]
		}
	}
}

// parts are what a carrier gets.
func (v value) parts() []syntax.Expr {
	if v.segs == nil {
		return []syntax.Expr{v.data.Use()}
	}
	return []syntax.Expr{v.data.Type.Dims[0], v.segs.offsets.Use(), v.data.Use()}
}

// parted are the iterations of a context in two parts.
type parted struct {
	flags   *syntax.Binding // 1 for the iterations of the first part
	place   *syntax.Binding // how many of these there are up to each
	yes, no *context
}

// part parts the iterations of a context by flags, 1 or 0. Positions come from a scan.
func (l *lifter) part(c *context, at diag.Span, flags *syntax.Binding) *parted {
	n := c.n
	place := l.sums("place", flags, n)
	count := l.last("count", place, n)
	others := l.outerInt("others", minus(n, count))
	t := arrayType(syntax.Int, n)
	none := l.let(at, "rows", t, &syntax.Replicate{Span: at, N: n, X: constant(0)})
	i, before := l.binding(at, "i", nil), l.binding(at, "rows", t)
	r := l.row(nil, at, nil)
	flag, p := r.element("taken", flags, i.Use()), r.element("place", place, i.Use())
	to := r.choose("to", flag, p, func(r *row) syntax.Expr { return r.int("to", minus(plus(count, i.Use()), p)) })
	next := r.let("rows", t, &syntax.With{Span: at, X: before.Use(), At: []syntax.Ix{fixed(to)}, V: i.Use()})
	rows := l.let(at, "rows", t, &syntax.Loop{Span: at, Params: []*syntax.Binding{before}, Init: []syntax.Expr{none.Use()},
		For: &syntax.Bound{X: i, N: n}, Body: &syntax.Body{Span: at, Stms: r.stms, Res: []syntax.Expr{next}}})
	from := l.outerInt("from", plus(count, constant(1)))
	return &parted{flags, place, l.some(c, rows, constant(1), count), l.some(c, rows, from, others)}
}

// some is the context of some iterations of another one: those in rows from a position on, n of them.
func (l *lifter) some(c *context, rows *syntax.Binding, from, n syntax.Expr) *context {
	part := l.let(l.at, "rows", arrayType(syntax.Int, n), &syntax.Slice{Span: l.at, X: rows.Use(), At: []syntax.Ix{{Kind: syntax.IxRange, Off: from, Size: n}}})
	in := l.context(c, n, c.name)
	in.from = func(r *row) syntax.Expr { return r.element(c.name, part, r.iteration(in)) }
	return in
}

// choose is an int that depends on a condition.
func (r *row) choose(name string, cond, then syntax.Expr, els func(r *row) syntax.Expr) syntax.Expr {
	in := r.inner()
	res := els(in)
	return r.int(name, &syntax.If{Span: r.at, Cond: cond, Then: &syntax.Body{Span: r.at, Res: []syntax.Expr{then}}, Else: &syntax.Body{Span: r.at, Stms: in.stms, Res: []syntax.Expr{res}}})
}

// chosen is what an iteration has of two arrays, one for each part. shift is added to what the second has.
func (p *parted) chosen(l *lifter, t *syntax.Type, yes, no *syntax.Binding, shift syntax.Expr) func(r *row) syntax.Expr {
	return func(r *row) syntax.Expr {
		i := r.iteration(r.c)
		flag, place := r.element("taken", p.flags, i), r.element("place", p.place, i)
		read := func(in *row, x *syntax.Binding, at syntax.Expr) syntax.Expr {
			return in.let(x.Name, l.outer(t), part(in.at, x.Use(), append([]syntax.Ix{fixed(at)}, whole(l.outer(t).Dims)...)))
		}
		then, els := r.inner(), r.inner()
		a := read(then, yes, place)
		b := read(els, no, els.int("place", minus(i, place)))
		if !isConstant(shift, 0) {
			b = els.int("offset", plus(b, shift))
		}
		return r.let(yes.Name, l.outer(t), &syntax.If{Span: r.at, Cond: flag,
			Then: &syntax.Body{Span: r.at, Stms: then.stms, Res: []syntax.Expr{a}}, Else: &syntax.Body{Span: r.at, Stms: els.stms, Res: []syntax.Expr{b}}})
	}
}
