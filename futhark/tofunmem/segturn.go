package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/syntax"
)

// forEach carries an array of a type through loops over all indices, from 1, of a space.
func (f *function) forEach(ns []syntax.Expr, x *syntax.Var, t *syntax.Type, body func(at []syntax.Expr, x *syntax.Var) syntax.Expr) syntax.Expr {
	return f.forAll(ns, nil, []syntax.Expr{x}, []*syntax.Type{t}, func(at []syntax.Expr, xs []*syntax.Var) []syntax.Expr {
		return []syntax.Expr{body(at, xs[0])}
	})[0]
}

// forAll does what forEach does with several arrays.
func (f *function) forAll(ns, at, xs []syntax.Expr, ts []*syntax.Type, body func(at []syntax.Expr, xs []*syntax.Var) []syntax.Expr) []syntax.Expr {
	return f.rounds("", nil, ns, at, xs, ts, body)
}

// ofThreadsInTurn is what messages say about loops whose rounds are threads.
const ofThreadsInTurn = "the threads of"

// rounds does what forAll does. Messages use of to say what the rounds of its loops are, and names for what they carry.
// If names is nil, they use the names of the arrays.
func (f *function) rounds(of string, names []string, ns, at, xs []syntax.Expr, ts []*syntax.Type, body func(at []syntax.Expr, xs []*syntax.Var) []syntax.Expr) []syntax.Expr {
	i := f.fresh("i", nil)
	loop := &syntax.Loop{Span: f.at, RoundsOf: of, Init: xs, For: &syntax.Bound{X: i, N: ns[0]}}
	var vars []*syntax.Var
	var inner []syntax.Expr
	for k, x := range xs {
		base := "x"
		if v, ok := x.(*syntax.Var); names != nil {
			base = names[k]
		} else if ok {
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
		return f.rounds(of, nil, ns[1:], at, inner, ts, body)
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
	for _, first := range f.vars {
		for _, v := range first.all() {
			if v.id == p.ID {
				v.is = x
			}
		}
	}
}

// inTurn runs the threads of an operation that updates accumulators one after the other. Their other results are
// written to their places, or to those that the threads choose.
func (f *function) inTurn(s *futhark.Stm, e *futhark.SegOp) {
	if e.Kind != "segmap" {
		f.fail(s.Span, "`%s` with an accumulator is not known", e.Kind)
	}
	for _, r := range e.Returns {
		if r.Kind == futhark.TileReturn || r.Kind == futhark.RegTileReturn {
			f.fail(r.Span, "a tile of threads that write to an accumulator is not known")
		}
	}
	pat := f.params(s.Pat)
	ns := f.extents(e)
	turns, probed := f.turns, f.probed
	if !probed {
		f.probed = f.probes(e, pat, ns)
	}
	f.turns = true
	for k, x := range f.looped(e, pat, ns) {
		f.renamed(pat[k], x)
	}
	f.turns, f.probed = turns, probed
}

// inTurns carries the parts that threads make through loops over their space.
func (f *function) inTurns(e *futhark.SegOp, ns []syntax.Expr, parts []part) []syntax.Expr {
	var first []syntax.Expr
	var ts []*syntax.Type
	for _, p := range parts {
		t := p.to.Type
		first, ts = append(first, f.let(baseOf(p.to.Name), t, &syntax.Scratch{Span: f.at, Elem: t.Elem, Dims: t.Dims})), append(ts, t)
	}
	return f.rounds(ofThreadsInTurn, nil, ns, nil, first, ts, func(at []syntax.Expr, xs []*syntax.Var) (res []syntax.Expr) {
		f.threadBody(e, binders(at))
		for k, p := range parts {
			res = append(res, f.into(xs[k], p.to.Type, at, p.value()))
		}
		return res
	})
}

// binders returns the binders of variables.
func binders(at []syntax.Expr) (is []*syntax.Binding) {
	for _, a := range at {
		v := a.(*syntax.Var)
		is = append(is, &syntax.Binding{Name: v.Name, ID: v.ID})
	}
	return is
}

// looped carries the results of a segmap, accumulators among them, through loops over its space.
func (f *function) looped(e *futhark.SegOp, pat []*syntax.Binding, ns []syntax.Expr) []syntax.Expr {
	var first []syntax.Expr
	var ts []*syntax.Type
	accs := make([][]*variable, len(e.Ret)) // for each result: the variables of the accumulator
	for k, r := range e.Returns {
		p := pat[len(first)]
		switch {
		case e.Ret[k].Kind == futhark.AccType:
			accs[k] = f.fed(e, e.Ret[k].Cert.Tag).all()
			for _, v := range accs[k] {
				first, ts = append(first, v.use(f.at)), append(ts, v.typ)
			}
			continue
		case r.Kind == futhark.WriteReturn:
			x, is := f.array(r.X.Var)
			first = append(first, f.claimed(x, is, p.Type))
		default:
			first = append(first, f.let(baseOf(p.Name), p.Type, &syntax.Scratch{Span: f.at, Elem: p.Type.Elem, Dims: p.Type.Dims}))
		}
		ts = append(ts, p.Type)
	}
	var names []string // what the threads make has the names that the statement binds
	for _, p := range pat {
		names = append(names, baseOf(p.Name))
	}
	return f.rounds(ofThreadsInTurn, names, ns, nil, first, ts, func(at []syntax.Expr, xs []*syntax.Var) (res []syntax.Expr) {
		saved := map[*variable]syntax.Expr{}
		n := 0
		for k := range e.Returns {
			for j, v := range accs[k] {
				saved[v], v.is = v.is, xs[n+j]
			}
			n += max(1, len(accs[k]))
		}
		f.threadBody(e, binders(at))
		for k, r := range e.Returns {
			x, p := xs[len(res)], pat[len(res)]
			switch {
			case accs[k] != nil:
				for _, v := range f.variables(r.X.Var) {
					res = append(res, v.use(r.Span))
				}
			case r.Kind == futhark.WriteReturn:
				res = append(res, f.writtenInTurn(r, x, p.Type))
			default:
				res = append(res, f.into(x, p.Type, at, f.atom(r.X)))
			}
		}
		for v, was := range saved {
			v.is = was
		}
		return res
	})
}

// writtenInTurn returns an array of a type with what a thread writes to the places that it chooses, if they are within
// the array.
func (f *function) writtenInTurn(r *futhark.Return, x *syntax.Var, t *syntax.Type) syntax.Expr {
	for _, w := range r.Writes {
		if w.At.Flat != nil {
			f.fail(w.At.Span, "a thread that writes with a flat slice is not known")
		}
		ix, _ := f.ixs(w.At)
		x = f.guarded(x, t, ix, func() syntax.Expr { return f.atom(w.V) }).(*syntax.Var)
	}
	return x
}

// fed returns the accumulator from outside an operation that its threads feed. cert is the certificate of the one that
// they return.
func (f *function) fed(e *futhark.SegOp, cert int) *variable {
	for _, n := range futhark.Free(e) {
		if v := f.vars[n.Tag]; v != nil && v.cert != nil && v.cert.Tag == cert {
			return v
		}
	}
	panic("tofunmem: threads return an accumulator that is none from outside")
}
