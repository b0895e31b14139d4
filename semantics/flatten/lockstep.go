package flatten

import "funmem/semantics/syntax"

// lockstep lifts a loop whose number of rounds differs: a loop in which all iterations that are not done go on together. It carries
// how many these are, which ones, and their values. An iteration that is done puts its values where the results are, and takes no
// part any more. So each round costs as much as the iterations that go on.
func (l *lifter) lockstep(c *context, s *syntax.Let, e *syntax.Loop) {
	k := &stepping{l: l, c: c, loop: e}
	k.active = l.binding(s.Span, "active", intType())
	k.rows = l.binding(s.Span, "rows", arrayType(syntax.Int, k.active.Use()))
	in := l.context(c, k.active.Use(), c.name)
	in.from = func(r *row) syntax.Expr { return r.element(c.name, k.rows, r.iteration(in)) }
	k.in = in
	k.values = l.carry(in, e)
	init := l.values(c, false, l.asWanted(e.Params, e.Init))
	k.results(s, init)
	params, first := k.params(s, init)
	loop := &syntax.Loop{Span: e.Span, Params: params, Init: first, RoundsOf: e.RoundsOf}
	some := l.binding(s.Span, "some", intType())
	loop.While = &syntax.Body{Span: e.Span, Res: []syntax.Expr{some.Use()}, Stms: []syntax.Stm{
		&syntax.Let{Span: e.Span, Pat: []*syntax.Binding{some}, Exp: &syntax.Binary{Span: e.Span, Op: syntax.Gt, X: k.active.Use(), Y: constant(0)}}}}
	loop.Body = l.within(e.Body.Span, k.round)
	k.finish(s, loop)
}

// stepping is a loop in lockstep that is being written.
type stepping struct {
	l      *lifter
	c, in  *context // all iterations, and those that are not done
	loop   *syntax.Loop
	active *syntax.Binding   // how many these are
	rows   *syntax.Binding   // which
	values []*syntax.Binding // their values: carriers of the variables of the loop
	outs   []*out
}

// out is a result of the loop: for each iteration that is done, what it had then. Where sizes differ, it is data that grows, with
// room for more than the used elements.
type out struct {
	z     *syntax.Binding
	x     *syntax.Binding // the variable of the loop
	k     int             // the number of the variable in the loop
	array *syntax.Binding

	offsets, room, used, data *syntax.Binding
	first                     []syntax.Expr
}

// binders are what the loop carries for a result.
func (o *out) binders() []*syntax.Binding {
	if o.array != nil {
		return []*syntax.Binding{o.array}
	}
	return []*syntax.Binding{o.offsets, o.room, o.used, o.data}
}

// results are the variables of the loop that are needed after it.
func (k *stepping) results(s *syntax.Let, init []value) {
	for _, z := range k.l.live(k.c, s.Pat) {
		for i, p := range s.Pat {
			if p == z {
				k.outs = append(k.outs, k.l.resultOf(k.c, z, k.loop.Params[i], i, init[i]))
			}
		}
	}
}

// resultOf is a result before the first round. Every iteration will overwrite what it has there.
func (l *lifter) resultOf(c *context, z, x *syntax.Binding, k int, init value) *out {
	o := &out{z: z, x: x, k: k}
	if init.segs == nil {
		o.array = l.like(z, over(c.n, l.outer(x.Type)))
		o.first = []syntax.Expr{init.data.Use()}
		return o
	}
	o.offsets = l.binding(z.Span, called(z, "offsets"), arrayType(syntax.Int, c.n))
	o.room = l.binding(z.Span, called(z, "room"), intType())
	o.used = l.binding(z.Span, called(z, "used"), intType())
	rest := init.data.Type.Dims[1:]
	o.data = l.like(z, over(o.room.Use(), &syntax.Type{Elem: z.Type.Elem, Dims: rest}))
	var room syntax.Expr = constant(0)
	if init.segs.layout != nil { // as much as all have at first
		room = init.data.Type.Dims[0]
	}
	dims := append([]syntax.Expr{room}, rest...)
	none := l.unread(l.binding(z.Span, z.Name, arrayType(z.Type.Elem, dims...)), l.emit)
	o.first = []syntax.Expr{init.segs.offsets.Use(), room, constant(0), none.Use()}
	return o
}

// params are what the loop carries, and its first values.
func (k *stepping) params(s *syntax.Let, init []value) (params []*syntax.Binding, first []syntax.Expr) {
	if k.loop.For != nil {
		x := *k.loop.For.X
		x.Type = intType()
		params, first = append(params, &x), append(first, constant(1))
	}
	all := k.l.let(s.Span, "rows", arrayType(syntax.Int, k.c.n), &syntax.Iota{Span: s.Span, N: k.c.n})
	params = append(append(params, k.active, k.rows), k.values...)
	first = append(first, k.c.n, all.Use())
	for _, v := range init {
		first = append(first, v.parts()...)
	}
	for _, o := range k.outs {
		params, first = append(params, o.binders()...), append(first, o.first...)
	}
	for _, x := range params {
		k.l.bound[x.ID] = x.Type
	}
	return params, first
}

// round is the body of the loop: it parts the iterations into those that go on and those that are done, puts away the values of
// the latter, and does a round of the former.
func (k *stepping) round() (res []syntax.Expr) {
	l, e := k.l, k.loop
	p := l.part(k.in, e.Span, k.flags())
	done := k.putAway(p.no)
	l.body(p.yes, e.Body.Stms, e.Body.Res)
	next := l.given(p.yes, e, e.Body.Res)
	rows := l.flush(p.yes, computed("rows", func(r *row) syntax.Expr { return r.iteration(k.c) }))[0]
	if e.For != nil {
		res = append(res, l.outerInt(e.For.X.Name, plus(e.For.X.Use(), constant(1))))
	}
	res = append(append(res, p.yes.n, rows.Use()), next...)
	return append(res, done...)
}

// flags tell which iterations go on.
func (k *stepping) flags() *syntax.Binding {
	l, e := k.l, k.loop
	if e.For != nil {
		return l.flush(k.in, computed("goes", func(r *row) syntax.Expr {
			return r.int("goes", &syntax.Binary{Span: e.Span, Op: syntax.Le, X: e.For.X.Use(), Y: r.get(e.For.N)})
		}))[0]
	}
	l.body(k.in, e.While.Stms, e.While.Res)
	return l.flush(k.in, computed("goes", func(r *row) syntax.Expr {
		return r.int("goes", &syntax.Binary{Span: e.Span, Op: syntax.Ne, X: r.get(e.While.Res[0]), Y: constant(0)})
	}))[0]
}

// putAway puts the values of iterations that are done into the results. It returns what the loop carries for them.
func (k *stepping) putAway(done *context) (res []syntax.Expr) {
	if len(k.outs) == 0 {
		return nil
	}
	l := k.l
	var ws []wanted
	all := l.asWanted(k.loop.Params, uses(k.loop.Params))
	for _, o := range k.outs {
		ws = append(ws, all[o.k])
	}
	vs := l.values(done, true, ws)
	rows := l.flush(done, computed("done", func(r *row) syntax.Expr { return r.iteration(k.c) }))[0]
	var before, init []*syntax.Binding
	grown := make([][]syntax.Expr, len(k.outs))
	for i, o := range k.outs {
		if o.array != nil {
			before, init = append(before, l.like(o.z, o.array.Type)), append(init, o.array)
			continue
		}
		before, init = append(before, l.binding(o.z.Span, o.offsets.Name, o.offsets.Type)), append(init, o.offsets)
		grown[i] = l.grow(o, vs[i].data)
	}
	scattered := l.scatter(done, rows, before, init, k.outs, vs)
	for i := range k.outs {
		res = append(append(res, scattered[i].Use()), grown[i]...)
	}
	return res
}

func uses(xs []*syntax.Binding) (list []syntax.Expr) {
	for _, x := range xs {
		list = append(list, x.Use())
	}
	return list
}

// grow adds data to the data of a result. If there is no room, there will be twice as much as is needed now. It returns the new
// room, how much of it is used, and the data.
func (l *lifter) grow(o *out, data *syntax.Binding) []syntax.Expr {
	at := o.z.Span
	rest := o.data.Type.Dims[1:]
	size := data.Type.Dims[0]
	used := l.outerInt("used", plus(o.used.Use(), size))
	full := l.outerInt("full", &syntax.Binary{Span: at, Op: syntax.Gt, X: used, Y: o.room.Use()})
	room := l.binding(at, o.room.Name, intType())
	with := l.like(o.z, over(room.Use(), &syntax.Type{Elem: o.z.Type.Elem, Dims: rest}))
	more := l.within(at, func() []syntax.Expr {
		r := l.outerInt("room", times(constant(2), used))
		extra := l.outerInt("extra", minus(r, o.room.Use()))
		dims := append([]syntax.Expr{extra}, rest...)
		free := l.unread(l.binding(at, "free", arrayType(o.z.Type.Elem, dims...)), l.emit)
		sum := l.outerInt("sum", plus(o.room.Use(), extra))
		both := l.let(at, o.z.Name, arrayType(o.z.Type.Elem, append([]syntax.Expr{sum}, rest...)...), &syntax.Concat{Span: at, Xs: []syntax.Expr{o.data.Use(), free.Use()}})
		return []syntax.Expr{sum, both.Use()}
	})
	l.emit(&syntax.Let{Span: at, Pat: []*syntax.Binding{room, with}, Exp: &syntax.If{Span: at, Cond: full, Then: more,
		Else: &syntax.Body{Span: at, Res: []syntax.Expr{o.room.Use(), o.data.Use()}}}})
	from := l.outerInt("from", plus(o.used.Use(), constant(1)))
	ix := append([]syntax.Ix{{Kind: syntax.IxRange, Off: from, Size: size}}, whole(rest)...)
	next := l.let(at, o.z.Name, with.Type, &syntax.With{Span: at, X: with.Use(), At: ix, V: data.Use()})
	return []syntax.Expr{room.Use(), used, next.Use()}
}

// scatter writes values of iterations that are done, and the offsets of their rows, where rows says.
func (l *lifter) scatter(done *context, rows *syntax.Binding, before, init []*syntax.Binding, outs []*out, vs []value) (after []*syntax.Binding) {
	j := l.binding(l.at, "j", nil)
	r := l.row(nil, l.at, nil)
	i := r.element("i", rows, j.Use())
	var res []syntax.Expr
	for k, x := range before {
		t := &syntax.Type{Elem: x.Type.Elem, Dims: x.Type.Dims[1:]}
		from := vs[k].data
		if vs[k].segs != nil {
			from = vs[k].segs.offsets
		}
		v := r.let("value", t, part(r.at, from.Use(), append([]syntax.Ix{fixed(j.Use())}, whole(t.Dims)...)))
		if vs[k].segs != nil {
			v = r.int("offset", plus(v, outs[k].used.Use()))
		}
		res = append(res, r.let(x.Name, x.Type, &syntax.With{Span: r.at, X: x.Use(), At: append([]syntax.Ix{fixed(i)}, whole(t.Dims)...), V: v}))
		after = append(after, l.like(x, x.Type))
	}
	l.emit(&syntax.Let{Span: l.at, Pat: after, Exp: &syntax.Loop{Span: l.at, Params: before, Init: uses(init),
		For: &syntax.Bound{X: j, N: done.n}, Body: &syntax.Body{Span: l.at, Stms: r.stms, Res: res}}})
	return after
}

// finish emits the loop and gives its results their places.
func (k *stepping) finish(s *syntax.Let, loop *syntax.Loop) {
	l := k.l
	by := map[int]syntax.Expr{}
	var pat []*syntax.Binding
	for _, x := range loop.Params {
		z := l.Supply.Again(x)
		z.Type = syntax.Subst(x.Type, by)
		by[x.ID] = z.Use()
		pat = append(pat, z)
	}
	l.emit(&syntax.Let{Span: s.Span, Pat: pat, Exp: loop})
	rest := pat
	for i := len(k.outs) - 1; i >= 0; i-- {
		o := k.outs[i]
		n := len(o.binders())
		own := rest[len(rest)-n:]
		rest = rest[:len(rest)-n]
		if o.array != nil {
			l.vars[o.z.ID].place = stored{own[0]}
		} else {
			l.vars[o.z.ID].place = segments{offsets: own[0], data: own[3], lead: l.lead(o.x.Type.Dims)}
		}
	}
}
