package tofunmem

import (
	"funmem/semantics/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

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

// inTurn runs the threads of an operation one after the other: one that updates accumulators. What
// else it returns is written to its place.
func (f *function) inTurn(s *futhark.Stm, e *futhark.SegOp) {
	if e.Kind != "segmap" {
		f.fail(s.Span, "`%s` with an accumulator is not known", e.Kind)
	}
	if !returnsOnly(e) {
		f.fail(s.Span, "`%s` whose threads write to an accumulator and to places that they choose is not known", e.Kind)
	}
	pat := f.params(s.Pat)
	ns := f.extents(e)
	for k, x := range f.looped(e, pat, ns) {
		f.renamed(pat[k], x)
	}
}

// virtual is a segmap that may have more threads than there are: kernels where there are enough. Elsewhere each of
// those that are there is several, and the threads run one after the other.
func (f *function) virtual(s *futhark.Stm, e *futhark.SegOp) {
	pat := f.params(s.Pat)
	ns := f.extents(e)
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
			v := f.fed(e, t.Cert.Tag)
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

// fed is the accumulator from outside an operation that its threads feed, of the certificate of one that they return.
func (f *function) fed(e *futhark.SegOp, cert int) *variable {
	for _, n := range futhark.Free(e) {
		if v := f.vars[n.Tag]; v != nil && v.cert != nil && v.cert.Tag == cert {
			return v
		}
	}
	panic("tofunmem: threads return an accumulator that is none from outside")
}
