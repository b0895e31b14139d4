package tofunmem

import (
	"funmem/semantics/diag"
	"funmem/semantics/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// seg is a parallel operation over a space of threads: kernels, one in the other for each
// dimension of the space. What combines values of threads, or writes where they choose, works on
// arrays that the kernels make, behind them.
func (f *function) seg(s *futhark.Stm, e *futhark.SegOp) {
	for _, t := range e.Ret {
		if t.Kind == futhark.AccType {
			f.inTurn(s, e)
			return
		}
	}
	switch e.Kind {
	case "segmap":
		if f.shared(e) && returnsOnly(e) && len(e.Space) > 0 {
			f.virtual(s, e)
			return
		}
		f.segMap(s, e)
	case "segred", "segscan":
		f.segFold(s, e)
	case "seghist":
		f.segHist(s, e)
	default:
		f.fail(s.Span, "the operation `%s` is not known", e.Kind)
	}
}

// shared tells whether a space may have more threads than there are, each of which is then several of them,
// one after the other, and whether something lies by the number of such a thread.
func (f *function) shared(e *futhark.SegOp) bool {
	return e.Level.Virtualise && e.Level.Groups != nil && e.Level.Group != nil && e.Flat != nil && futhark.Mentions(e.Body, e.Flat.Tag)
}

// returnsOnly tells whether each result of a thread goes to its place.
func returnsOnly(e *futhark.SegOp) bool {
	for _, r := range e.Returns {
		if r.Kind != futhark.Returns {
			return false
		}
	}
	return true
}

// extents are the sizes of a space.
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

// kernels binds arrays, of a row for each thread, to what body gives for a thread.
func (f *function) kernels(pat []*syntax.Binding, ns []syntax.Expr, at []*syntax.Binding, body func(at []*syntax.Binding, rows []*syntax.Type) []syntax.Expr) {
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
		f.kernels(inner, ns[1:], at, body)
		return res
	})
	f.emit(pat, &syntax.Kernel{Span: f.at, Index: []syntax.Bound{{X: i, N: ns[0]}}, Body: row})
}

// body translates what a thread evaluates; its results are those that are not written elsewhere.
func (f *function) threadBody(e *futhark.SegOp, at []*syntax.Binding) {
	stm, group, lane := f.at, f.group, f.lane
	f.thread(e, at)
	switch {
	case e.Level.OfGroup() && e.Level.Group != nil:
		f.group = f.atom(e.Level.Group)
	case e.Level.InGroup() && e.Flat != nil:
		f.lane = f.read(e.Flat)
	}
	f.statements(e.Body.Stms)
	f.at, f.group = stm, group
	f.lane = lane
}

// part is an array that kernels of an operation make: a result of each thread.
type part struct {
	to    *syntax.Binding // where it goes
	value func() syntax.Expr
}

// temporary is a fresh array, in a block of its own, with a row of a type for each thread.
func (f *function) temporary(base string, ns []syntax.Expr, row *syntax.Type) *syntax.Binding {
	dims := append(append([]syntax.Expr{}, ns...), row.Dims...)
	m := f.let(base+"_mem", &syntax.Type{Elem: syntax.Mem}, &syntax.Alloc{Span: f.at, N: lmad.Count(dims)})
	t := &syntax.Type{Span: f.at, Elem: row.Elem, Dims: dims, Mem: &syntax.MemAnn{Span: f.at, Block: m, L: lmad.RowMajor(dims)}}
	return f.fresh(base, t)
}

// made binds parts by kernels over a space.
func (f *function) made(e *futhark.SegOp, parts []part) {
	var pat []*syntax.Binding
	for _, p := range parts {
		pat = append(pat, p.to)
	}
	ns := f.extents(e)
	if len(ns) == 0 {
		f.fail(f.at, "a space of threads without a dimension")
	}
	f.kernels(pat, ns, nil, func(at []*syntax.Binding, rows []*syntax.Type) []syntax.Expr {
		f.threadBody(e, at)
		res := make([]syntax.Expr, len(parts))
		for k, p := range parts {
			res[k] = p.value()
		}
		return res
	})
}

// valueOf is a result of a thread.
func (f *function) valueOf(a *futhark.Atom) func() syntax.Expr {
	return func() syntax.Expr { return f.atom(a) }
}

// segMap is a map over the threads.
func (f *function) segMap(s *futhark.Stm, e *futhark.SegOp) {
	if len(e.Returns) != len(s.Pat) {
		f.fail(s.Span, "there are %s for %s", diag.Count(len(e.Returns), "result"), diag.Count(len(s.Pat), "name"))
	}
	pat := f.params(s.Pat)
	ns := f.extents(e)
	var parts []part
	var after []func()
	for k, r := range e.Returns {
		switch r.Kind {
		case futhark.Returns, futhark.Private:
			parts = append(parts, part{pat[k], f.valueOf(r.X)})
		case futhark.WriteReturn:
			ps, then := f.written(pat[k], r, ns)
			parts, after = append(parts, ps...), append(after, then)
		case futhark.TileReturn, futhark.RegTileReturn:
			p, then := f.tiled(pat[k], r, e, ns)
			parts, after = append(parts, p), append(after, then)
		}
	}
	f.made(e, parts)
	for _, then := range after {
		then()
	}
}

// written is a result that threads write to places which they choose: the indices and the values
// are arrays, and what they say is written behind the kernels.
func (f *function) written(p *syntax.Binding, r *futhark.Return, ns []syntax.Expr) (parts []part, then func()) {
	x, is := f.array(r.X.Var)
	type write struct {
		at    []*syntax.Binding
		value *syntax.Binding
	}
	var writes []write
	for _, w := range r.Writes {
		var one write
		if w.At.Flat != nil || len(w.At.Dims) != len(is.Dims) {
			f.fail(w.At.Span, "a thread writes with a slice that is not known here")
		}
		row := &syntax.Type{Span: w.At.Span, Elem: is.Elem}
		for _, d := range w.At.Dims {
			ix := f.temporary("index", ns, &syntax.Type{})
			one.at = append(one.at, ix)
			parts = append(parts, part{ix, f.valueOf(d.Start)})
			if d.N != nil {
				row.Dims = append(row.Dims, f.atom(d.N))
			}
		}
		one.value = f.temporary("value", ns, row)
		parts = append(parts, part{one.value, f.valueOf(w.V)})
		writes = append(writes, one)
	}
	return parts, func() {
		dest := f.claimed(x, is, p.Type)
		var again func(acc syntax.Expr, left []write) syntax.Expr
		again = func(acc syntax.Expr, left []write) syntax.Expr {
			if len(left) == 0 {
				return acc
			}
			w := left[0]
			out := f.forEach(ns, acc.(*syntax.Var), p.Type, func(at []syntax.Expr, d *syntax.Var) syntax.Expr {
				var ix []syntax.Ix
				for k, i := range w.at {
					v := f.let("at", &syntax.Type{}, &syntax.Index{Span: f.at, X: i.Use(), At: at})
					j := syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: f.plus1(v)}
					if n := r.Writes[0].At.Dims[k]; n.N != nil {
						j.Kind, j.Size = syntax.IxRange, f.atom(n.N)
					}
					ix = append(ix, j)
				}
				return f.guarded(d, p.Type, ix, func() syntax.Expr { return f.element(w.value, at) })
			})
			return again(out, left[1:])
		}
		f.renamed(p, again(dest, writes))
	}
}

// element is the row of an array at indices, from 1: a number, or a view.
func (f *function) element(x *syntax.Binding, at []syntax.Expr) syntax.Expr {
	if len(at) == len(x.Type.Dims) {
		return f.let(baseOf(x.Name), &syntax.Type{Elem: x.Type.Elem}, &syntax.Index{Span: f.at, X: x.Use(), At: at})
	}
	var ix []syntax.Ix
	for k, d := range x.Type.Dims {
		i := syntax.Ix{Kind: syntax.IxRange, Off: one(), Size: d}
		if k < len(at) {
			i = syntax.Ix{Kind: syntax.IxFix, Off: at[k]}
		}
		ix = append(ix, i)
	}
	l := lmad.Slice(x.Type.Mem.L, ix)
	return f.let(baseOf(x.Name), moved(x.Type, sizesOf(l), l), &syntax.Slice{Span: f.at, X: x.Use(), At: ix})
}

// guarded is an array with a value written at indices, if they are in it.
func (f *function) guarded(d *syntax.Var, t *syntax.Type, ix []syntax.Ix, value func() syntax.Expr) syntax.Expr {
	inside := f.inside(ix, t.Dims)
	return f.let(baseOf(d.Name), t, &syntax.If{Span: f.at, Cond: inside, Then: f.within(func() []syntax.Expr {
		return []syntax.Expr{f.let(baseOf(d.Name), t, &syntax.With{Span: f.at, X: d, At: ix, V: value()})}
	}), Else: &syntax.Body{Span: f.at, Res: []syntax.Expr{d}}})
}

// forEach carries an array of a type through loops over all indices, from 1, of a space.
func (f *function) forEach(ns []syntax.Expr, x *syntax.Var, t *syntax.Type, body func(at []syntax.Expr, x *syntax.Var) syntax.Expr) syntax.Expr {
	return f.forAll(ns, nil, []syntax.Expr{x}, []*syntax.Type{t}, func(at []syntax.Expr, xs []*syntax.Var) []syntax.Expr {
		return []syntax.Expr{body(at, xs[0])}
	})[0]
}

// forAll is forEach with several arrays.
func (f *function) forAll(ns, at, xs []syntax.Expr, ts []*syntax.Type, body func(at []syntax.Expr, xs []*syntax.Var) []syntax.Expr) []syntax.Expr {
	i := f.fresh("i", nil)
	loop := &syntax.Loop{Span: f.at, Init: xs, For: &syntax.Bound{X: i, N: ns[0]}}
	var vars []*syntax.Var
	var inner []syntax.Expr
	for k, x := range xs {
		base := "x"
		if v, ok := x.(*syntax.Var); ok {
			base = baseOf(v.Name)
		}
		p := f.fresh(base, ts[k])
		loop.Params = append(loop.Params, p)
		vars, inner = append(vars, p.Use()), append(inner, p.Use())
	}
	loop.Body = f.within(func() []syntax.Expr {
		at := append(append([]syntax.Expr{}, at...), i.Use())
		if len(ns) == 1 {
			return body(at, vars)
		}
		return f.forAll(ns[1:], at, inner, ts, body)
	})
	var pat []*syntax.Binding
	var out []syntax.Expr
	for k, p := range loop.Params {
		b := f.fresh(baseOf(p.Name), ts[k])
		pat, out = append(pat, b), append(out, b.Use())
	}
	f.emit(pat, loop)
	return out
}

// renamed gives a binder of the dump the value of another variable of its type.
func (f *function) renamed(p *syntax.Binding, x syntax.Expr) {
	for _, v := range f.vars {
		if v.id == p.ID {
			v.is = x
		}
	}
}

// tiled is a result whose threads each make a tile: an array of tiles, from which the elements
// are taken that are there.
func (f *function) tiled(p *syntax.Binding, r *futhark.Return, e *futhark.SegOp, ns []syntax.Expr) (part, func()) {
	if len(r.Tiles) != len(p.Type.Dims) {
		f.fail(r.Span, "there are %d tiles for %s", len(r.Tiles), diag.Count(len(p.Type.Dims), "dimension"))
	}
	row := &syntax.Type{Span: r.Span, Elem: p.Type.Elem}
	for _, t := range r.Tiles {
		row.Dims = append(row.Dims, f.atom(t.Tile))
	}
	for _, t := range r.Tiles {
		if t.Reg != nil {
			row.Dims = append(row.Dims, f.atom(t.Reg))
		}
	}
	tiles := f.temporary("tiles", ns, row)
	return part{tiles, f.valueOf(r.X)}, func() {
		f.nest(p, func(at []*syntax.Binding, _ *syntax.Type) (*syntax.Type, syntax.Expr) {
			var group, tile, reg []syntax.Expr
			number := func(e syntax.Expr) syntax.Expr { return f.let("i", &syntax.Type{}, e) }
			for k, t := range r.Tiles {
				i := number(bin(syntax.Sub, at[k].Use(), one()))
				size := f.atom(t.Tile)
				if t.Reg != nil {
					size = number(bin(syntax.Mul, size, f.atom(t.Reg)))
				}
				group = append(group, f.plus1(bin(syntax.Div, i, size)))
				within := number(bin(syntax.Mod, i, size))
				if t.Reg == nil {
					tile = append(tile, f.plus1(within))
					continue
				}
				tile = append(tile, f.plus1(bin(syntax.Div, within, f.atom(t.Reg))))
				reg = append(reg, f.plus1(bin(syntax.Mod, within, f.atom(t.Reg))))
			}
			return &syntax.Type{Elem: p.Type.Elem}, &syntax.Index{Span: r.Span, X: tiles.Use(), At: append(append(group, tile...), reg...)}
		})
	}
}

// inTurn runs the threads of an operation one after the other: one that updates accumulators. What
// else it returns is written to its place.
func (f *function) inTurn(s *futhark.Stm, e *futhark.SegOp) {
	if e.Kind != "segmap" || len(e.Returns) != len(s.Pat) {
		f.fail(s.Span, "`%s` with an accumulator is not known", e.Kind)
	}
	if !returnsOnly(e) {
		f.fail(s.Span, "`%s` whose threads write to an accumulator and to places that they choose is not known", e.Kind)
	}
	pat := f.params(s.Pat)
	ns := f.extents(e)
	if len(ns) == 0 {
		f.fail(s.Span, "a space of threads without a dimension")
	}
	for k, x := range f.looped(e, pat, ns) {
		f.renamed(pat[k], x)
	}
}

// virtual is a segmap that may have more threads than there are: kernels where there are enough. Elsewhere each of
// those that are there is several, and the threads run one after the other.
func (f *function) virtual(s *futhark.Stm, e *futhark.SegOp) {
	pat := f.params(s.Pat)
	ns := f.extents(e)
	if len(e.Returns) != len(pat) || len(e.Ret) != len(pat) {
		f.fail(s.Span, "there are %s for %s", diag.Count(len(e.Returns), "result"), diag.Count(len(pat), "name"))
	}
	enough := f.number(bin(syntax.Le, lmad.Count(ns), bin(syntax.Mul, f.atom(e.Level.Groups), f.atom(e.Level.Group))))
	again := func(do func(pat []*syntax.Binding) []syntax.Expr) *syntax.Body {
		return f.within(func() []syntax.Expr {
			inner := make([]*syntax.Binding, len(pat))
			for k, p := range pat {
				inner[k] = f.fresh(baseOf(p.Name), p.Type)
			}
			return do(inner)
		})
	}
	at := f.at
	then := again(func(pat []*syntax.Binding) (res []syntax.Expr) {
		var parts []part
		for k, r := range e.Returns {
			parts = append(parts, part{pat[k], f.valueOf(r.X)})
			res = append(res, pat[k].Use())
		}
		f.made(e, parts)
		return res
	})
	f.at = at
	outer := f.turns
	f.turns = true
	other := again(func(pat []*syntax.Binding) []syntax.Expr { return f.looped(e, pat, ns) })
	f.turns, f.at = outer, at
	f.emit(pat, &syntax.If{Span: s.Span, Cond: enough, Then: then, Else: other})
}

// looped carries the results of a segmap through loops over its space.
func (f *function) looped(e *futhark.SegOp, pat []*syntax.Binding, ns []syntax.Expr) []syntax.Expr {
	var first []syntax.Expr
	var ts []*syntax.Type
	var accs []*variable
	for k, t := range e.Ret {
		ts = append(ts, pat[k].Type)
		if t.Kind == futhark.AccType {
			v := f.lookup(f.fed(e, e.Returns[k].X.Var))
			accs = append(accs, v)
			first = append(first, v.use(f.at))
			continue
		}
		accs = append(accs, nil)
		first = append(first, f.let(baseOf(pat[k].Name), pat[k].Type, &syntax.Scratch{Span: f.at, Elem: pat[k].Type.Elem, Dims: pat[k].Type.Dims}))
	}
	out := f.forAll(ns, nil, first, ts, func(at []syntax.Expr, xs []*syntax.Var) []syntax.Expr {
		saved := map[*variable]syntax.Expr{}
		for k, v := range accs {
			if v != nil {
				saved[v], v.is = v.is, xs[k]
			}
		}
		var is []*syntax.Binding
		for _, a := range at {
			v := a.(*syntax.Var)
			is = append(is, &syntax.Binding{Name: v.Name, ID: v.ID})
		}
		f.threadBody(e, is)
		res := make([]syntax.Expr, len(pat))
		for k, r := range e.Returns {
			if accs[k] != nil {
				res[k] = f.atom(r.X)
				continue
			}
			var ix []syntax.Ix
			for d, size := range pat[k].Type.Dims {
				if d < len(at) {
					ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: at[d]})
				} else {
					ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxRange, Off: one(), Size: size})
				}
			}
			res[k] = f.let(baseOf(pat[k].Name), pat[k].Type, &syntax.With{Span: f.at, X: xs[k], At: ix, V: f.atom(r.X)})
		}
		for v, was := range saved {
			v.is = was
		}
		return res
	})
	return out
}

// fed is the accumulator from outside an operation from which one that a thread returns comes.
func (f *function) fed(e *futhark.SegOp, n *futhark.Name) *futhark.Name {
	from := map[int]*futhark.Name{}
	var in func(ss []*futhark.Stm)
	in = func(ss []*futhark.Stm) {
		for _, s := range ss {
			for k, p := range s.Pat {
				if p.Type.Kind != futhark.AccType {
					continue
				}
				switch x := s.Exp.(type) {
				case *futhark.UpdateAcc:
					from[p.Tag] = x.Acc
				case *futhark.Loop:
					from[p.Tag] = x.Init[k].Var
				case *futhark.If:
					in(x.Else.Stms)
					from[p.Tag] = x.Else.Res[k].Var
				case *futhark.Match:
					in(x.Default.Stms)
					from[p.Tag] = x.Default.Res[k].Var
				case *futhark.Sub:
					from[p.Tag] = x.X.Var
				case *futhark.SegOp:
					in(x.Body.Stms)
					from[p.Tag] = x.Returns[k].X.Var
				}
			}
		}
	}
	in(e.Body.Stms)
	for from[n.Tag] != nil {
		n = from[n.Tag]
	}
	return n
}
