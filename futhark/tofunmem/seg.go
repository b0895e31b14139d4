package tofunmem

import (
	"slices"

	"funmem/futhark"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// seg translates a parallel operation over a space of threads to nested kernels, one for each dimension of the space.
// After the kernels come statements that combine the values of threads, or write to chosen places. They work on arrays
// that the kernels make. First of all comes a check of the launch.
func (f *function) seg(s *futhark.Stm, e *futhark.SegOp) {
	f.ofTasks(e)
	e = withoutCertificates(e)
	f.launched(e)
	for _, t := range e.Ret {
		if t.Kind == futhark.AccType {
			f.inTurn(s, e)
			return
		}
	}
	switch e.Kind {
	case "segmap":
		f.segMap(s, e)
	case "segred", "segscan":
		f.segFold(s, e)
	default: // seghist
		f.segHist(s, e)
	}
}

// ofTasks refuses an operation of a multicore dump that uses the number after its space. There it is the number of a
// task, which runs a part of the iterations. The scheduler chooses how many tasks there are, and which iterations each
// has, while the program runs.
func (f *function) ofTasks(e *futhark.SegOp) {
	if e.Level.Name != "" || e.Flat == nil {
		return
	}
	if n := e.UseOfNumber(); n != nil {
		d := diag.Errorf(diag.Type, "", n.Span, "`%s` is the number of a task, which the scheduler chooses, and not that of an iteration", n)
		d.Cause = diag.Unsupported
		if len(e.Space) > 0 {
			d.Helpf("the index of an iteration is `%s`", &e.Space[len(e.Space)-1].Name)
		}
		panic(d.Note(e.Flat.Span, "in a multicore dump the iterations of a task share this number"))
	}
}

// withoutCertificates returns an operation whose threads neither return nor combine certificates.
func withoutCertificates(e *futhark.SegOp) *futhark.SegOp {
	if e.Kind == "seghist" || !slices.ContainsFunc(e.Ret, nothing) {
		return e
	}
	to := *e
	to.Ret, to.Returns, to.Ops = nil, nil, nil
	k := 0
	for _, o := range e.Ops {
		op := *o
		op.Neutral = nil
		for _, a := range o.Neutral {
			if !nothing(e.Ret[k]) {
				op.Neutral = append(op.Neutral, a)
			}
			k++
		}
		op.Fn = valuesOf(o.Fn)
		to.Ops = append(to.Ops, &op)
	}
	for k, t := range e.Ret {
		if !nothing(t) {
			to.Ret, to.Returns = append(to.Ret, t), append(to.Returns, e.Returns[k])
		}
	}
	if e.Post != nil {
		to.Post = valuesOf(e.Post)
	}
	return &to
}

// valuesOf returns a function without its certificates.
func valuesOf(l *futhark.Lambda) *futhark.Lambda {
	to, body := *l, *l.Body
	to.Params, to.Ret, body.Res = nil, nil, nil
	for _, p := range l.Params {
		if !nothing(p.Type) {
			to.Params = append(to.Params, p)
		}
	}
	for k, t := range l.Ret {
		if !nothing(t) {
			to.Ret, body.Res = append(to.Ret, t), append(body.Res, l.Body.Res[k])
		}
	}
	to.Body = &body
	return &to
}

// shared tells whether a space may have more points than there are threads, so that a thread takes several points in
// turn, and whether something lies by the number of such a thread. A segmap has a thread for each point unless its
// level says otherwise. An operation that combines values gives each thread several elements.
func (f *function) shared(e *futhark.SegOp) bool {
	return (e.Level.Virtualise || e.Kind != "segmap") && e.Level.Groups != nil && e.Level.Group != nil && e.Flat != nil && e.Numbered()
}

// extents returns the sizes of a space.
func (f *function) extents(e *futhark.SegOp) (ns []syntax.Expr) {
	for _, d := range e.Space {
		ns = append(ns, f.atom(d.Bound))
	}
	return ns
}

// thread binds the indices of a thread, which count from 0, and its number.
func (f *function) thread(e *futhark.SegOp, at []*syntax.Binding) {
	var flat syntax.Expr
	number := func(n *futhark.Name, x syntax.Expr) {
		v := f.bind(n, &futhark.Type{Elem: "i64"})
		v.typ = &syntax.Type{Span: n.Span}
		f.emit([]*syntax.Binding{v.binding()}, x)
	}
	for k, d := range e.Space {
		d := d
		number(&d.Name, bin(syntax.Sub, at[k].Use(), one()))
		i := f.read(&d.Name)
		if flat == nil {
			flat = i
		} else {
			flat = bin(syntax.Add, bin(syntax.Mul, flat, f.atom(d.Bound)), i)
		}
	}
	if e.Flat != nil && flat != nil {
		if f.turns && f.shared(e) {
			flat = bin(syntax.Mod, flat, f.number(bin(syntax.Max, one(), bin(syntax.Mul, f.atom(e.Level.Groups), f.atom(e.Level.Group)))))
		}
		number(e.Flat, lmad.Simplify(flat))
	}
}

// kernels binds arrays with a row for each thread, computed by body. What a segment touches comes after its threads.
func (f *function) kernels(pat []*syntax.Binding, ns []syntax.Expr, at []*syntax.Binding, body func(at []*syntax.Binding, rows []*syntax.Type) []syntax.Expr, after touches) {
	i := f.fresh("i", nil)
	at = append(at, i)
	row := f.within(func() []syntax.Expr {
		rows := make([]*syntax.Type, len(pat))
		for k, p := range pat {
			rows[k] = rowType(p.Type, i.Use())
		}
		if len(ns) == 1 {
			return body(at, rows)
		}
		inner := make([]*syntax.Binding, len(pat))
		res := make([]syntax.Expr, len(pat))
		for k, p := range pat {
			inner[k] = f.fresh(baseOf(p.Name), rows[k])
			res[k] = inner[k].Use()
		}
		f.kernels(inner, ns[1:], at, body, after)
		if len(ns) == 2 && after.segment != nil {
			after.segment(at)
		}
		return res
	})
	f.emit(pat, &syntax.Kernel{Span: f.at, Index: []syntax.Bound{{X: i, N: ns[0]}}, Body: row})
}

// threadBody translates what a thread evaluates. Its results are those that are not written elsewhere.
func (f *function) threadBody(e *futhark.SegOp, at []*syntax.Binding) {
	stm, group, lane := f.at, f.group, f.lane
	f.thread(e, at)
	switch {
	case e.Level.OfGroup() && e.Level.Group != nil:
		f.group = f.atom(e.Level.Group)
	case e.Level.InGroup() && e.Flat != nil:
		f.lane = f.read(e.Flat)
	}
	if enter := f.enter[e]; enter != nil {
		enter(at)
	}
	f.threads++
	f.statements(e.Body)
	f.threads--
	f.at, f.group = stm, group
	f.lane = lane
}

// part is an array that kernels of an operation make: one result of each thread.
type part struct {
	to    *syntax.Binding // where it goes
	value func() syntax.Expr
}

// temporary returns a fresh array, in a block of its own, with a row of a type for each
// thread.
func (f *function) temporary(base string, ns []syntax.Expr, row *syntax.Type) *syntax.Binding {
	dims := append(append([]syntax.Expr{}, ns...), row.Dims...)
	m := f.let(base+"_mem", &syntax.Type{Elem: syntax.Mem}, &syntax.Alloc{Span: f.at, N: lmad.Count(dims)})
	t := &syntax.Type{Span: f.at, Elem: row.Elem, Dims: dims, Mem: &syntax.MemAnn{Span: f.at, Block: m, L: lmad.RowMajor(dims)}}
	return f.fresh(base, t)
}

// made binds parts by kernels over a space. Their threads touch what is written after the kernels. There may be fewer
// threads than points, and something may lie by their numbers. Then the kernels run if there are enough threads.
// Otherwise each thread takes several points, and the threads run one after the other, after a kernel that looks for
// races at their first points.
func (f *function) made(e *futhark.SegOp, parts []part, after touches) {
	ns := f.extents(e)
	if len(parts) == 0 { // it may assert something
		parts = []part{{f.temporary("done", ns, &syntax.Type{}), func() syntax.Expr { return one() }}}
	}
	var pat []*syntax.Binding
	for _, p := range parts {
		pat = append(pat, p.to)
	}
	at, main := f.at, f.main
	kernels := func(pat []*syntax.Binding) {
		f.kernels(pat, ns, nil, func(at []*syntax.Binding, rows []*syntax.Type) []syntax.Expr {
			f.threadBody(e, at)
			res := make([]syntax.Expr, len(parts))
			for k, p := range parts {
				res[k] = p.value()
			}
			if after.thread != nil {
				after.thread(at)
			}
			return res
		}, after)
	}
	if !f.shared(e) || len(ns) == 0 {
		kernels(pat)
		return
	}
	enough := f.number(bin(syntax.Le, lmad.Count(ns), bin(syntax.Mul, f.atom(e.Level.Groups), f.atom(e.Level.Group))))
	then := f.within(func() (res []syntax.Expr) {
		inner := make([]*syntax.Binding, len(pat))
		for k, p := range pat {
			inner[k] = f.fresh(baseOf(p.Name), p.Type)
			res = append(res, inner[k].Use())
		}
		kernels(inner)
		return res
	})
	outer := f.turns
	f.turns, f.at, f.main = true, at, main
	other := f.within(func() []syntax.Expr {
		f.firstThreads(e, ns, parts, after)
		return f.inTurns(e, ns, parts)
	})
	f.turns, f.at, f.main = outer, at, main
	f.emit(pat, &syntax.If{Span: at, Cond: enough, Then: then, Else: other})
}

// valueOf returns a function that gives a result of a thread.
func (f *function) valueOf(a *futhark.Atom) func() syntax.Expr {
	return func() syntax.Expr { return f.atom(a) }
}

// segMap translates a map over the threads.
func (f *function) segMap(s *futhark.Stm, e *futhark.SegOp) {
	pat := f.params(s.Pat)
	ns := f.extents(e)
	var parts []part
	var after []func()
	var places []*chosen
	for k, r := range e.Returns {
		switch r.Kind {
		case futhark.Returns, futhark.Private:
			parts = append(parts, part{pat[k], f.valueOf(r.X)})
		case futhark.WriteReturn:
			ps, then := f.written(pat[k], r, ns)
			if f.mayRead(e, pat[k]) {
				places = append(places, f.ofWrites(pat[k], r))
			}
			parts, after = append(parts, ps...), append(after, then)
		case futhark.TileReturn, futhark.RegTileReturn:
			p, then := f.tiled(pat[k], r, e, ns)
			if f.mayRead(e, pat[k]) {
				places = append(places, f.ofTile(pat[k], r))
			}
			parts, after = append(parts, p), append(after, then)
		}
	}
	f.made(e, parts, f.touched(e, ns, places))
	for _, then := range after {
		then()
	}
}
