package tofunmem

import (
	"funmem/semantics/diag"
	"funmem/semantics/futhark"
	"funmem/semantics/syntax"
)

// segFold is a segred or segscan: kernels make arrays of what is to be combined, and behind them
// other kernels, over all dimensions but the innermost, fold their rows.
func (f *function) segFold(s *futhark.Stm, e *futhark.SegOp) {
	pat := f.params(s.Pat)
	ns := f.extents(e)
	var temps []*syntax.Binding
	var parts []part
	for k, r := range e.Returns {
		if r.Kind != futhark.Returns {
			f.fail(r.Span, "`%s` returns in a way that is not known", e.Kind)
		}
		if k < folded(e) {
			temps = append(temps, f.temporary(baseOf(pat[k].Name), ns, &syntax.Type{Elem: elem(e.Ret[k].Elem)}))
			parts = append(parts, part{temps[k], f.valueOf(r.X)})
		} else {
			parts = append(parts, part{pat[k], f.valueOf(r.X)})
		}
	}
	f.made(e, parts)
	k := 0
	for _, o := range e.Ops {
		n := len(o.Neutral)
		if len(o.Shape) > 0 {
			f.fail(s.Span, "`%s` with an operator on vectors is not known", e.Kind)
		}
		f.folds(pat[k:k+n], temps[k:k+n], ns[:len(ns)-1], nil, e, o)
		k += n
	}
}

// folded is how many results an operation combines.
func folded(e *futhark.SegOp) (n int) {
	for _, o := range e.Ops {
		n += len(o.Neutral)
	}
	return n
}

// folds folds the rows of arrays by kernels over the outer dimensions.
func (f *function) folds(pat, xs []*syntax.Binding, outer []syntax.Expr, at []syntax.Expr, e *futhark.SegOp, o *futhark.SegBinOp) {
	if len(outer) > 0 {
		i := f.fresh("i", nil)
		row := f.within(func() []syntax.Expr {
			inner := make([]*syntax.Binding, len(pat))
			res := make([]syntax.Expr, len(pat))
			for k, p := range pat {
				inner[k] = f.fresh(baseOf(p.Name), rowType(p.Type, i.Use()))
				res[k] = inner[k].Use()
			}
			f.folds(inner, xs, outer[1:], append(append([]syntax.Expr{}, at...), i.Use()), e, o)
			return res
		})
		f.emit(pat, &syntax.Kernel{Span: f.at, Index: []syntax.Bound{{X: i, N: outer[0]}}, Body: row})
		return
	}
	var rows, ne []syntax.Expr
	for _, x := range xs {
		rows = append(rows, f.row(x, at))
	}
	for _, a := range o.Neutral {
		ne = append(ne, f.atom(a))
	}
	fn := f.operatorOf(o)
	if e.Kind == "segscan" {
		f.emit(pat, &syntax.Scan{Span: f.at, Fn: fn, Ne: ne, Xs: rows})
	} else {
		f.emit(pat, &syntax.Reduce{Span: f.at, Fn: fn, Ne: ne, Xs: rows})
	}
}

// row is the row of an array at outer indices, or all of it.
func (f *function) row(x *syntax.Binding, at []syntax.Expr) syntax.Expr {
	if len(at) == 0 {
		return x.Use()
	}
	return f.element(x, at)
}

// operatorOf is the function of a fold.
func (f *function) operatorOf(o *futhark.SegBinOp) *syntax.Lambda {
	l := &syntax.Lambda{Span: o.Fn.Span}
	for _, p := range o.Fn.Params {
		if p.Type.Kind != futhark.PrimType {
			f.fail(p.Span, "an operator on arrays is not known")
		}
	}
	l.Body = f.within(func() []syntax.Expr {
		l.Params = f.params(o.Fn.Params)
		f.statements(o.Fn.Body.Stms)
		var res []syntax.Expr
		for _, r := range o.Fn.Body.Res {
			res = append(res, f.atom(r))
		}
		return res
	})
	return l
}

// segHist combines what threads give with the elements of histograms: kernels make arrays of
// indices and values, and loops behind them update the histograms.
func (f *function) segHist(s *futhark.Stm, e *futhark.SegOp) {
	pat := f.params(s.Pat)
	ns := f.extents(e)
	var parts []part
	temp := func(base string, r *futhark.Return, t *syntax.Type) *syntax.Binding {
		b := f.temporary(base, ns, t)
		parts = append(parts, part{b, f.valueOf(r.X)})
		return b
	}
	type hist struct {
		op         *futhark.HistOp
		at, values []*syntax.Binding
	}
	var hists []hist
	k := 0
	next := func() *futhark.Return {
		if k >= len(e.Returns) {
			f.fail(s.Span, "the histograms need more than %s", diag.Count(k, "result"))
		}
		k++
		return e.Returns[k-1]
	}
	for _, h := range e.Hists {
		if len(h.Vector) > 0 {
			f.fail(s.Span, "a histogram of vectors is not known")
		}
		one := hist{op: h}
		for range h.Shape {
			one.at = append(one.at, temp("index", next(), &syntax.Type{}))
		}
		hists = append(hists, one)
	}
	for n, h := range e.Hists {
		for _, d := range h.Dests {
			_, t := f.array(d)
			hists[n].values = append(hists[n].values, temp("value", next(), &syntax.Type{Elem: t.Elem}))
		}
	}
	f.made(e, parts)
	first := 0
	for _, h := range hists {
		out := f.histogram(h.op, pat[first:first+len(h.values)], h.at, h.values, ns)
		for k := range h.values {
			f.renamed(pat[first+k], out[k])
		}
		first += len(h.values)
	}
}

// histogram updates the histograms of one operator. A segmented one has an index for each outer
// dimension of the space before those that the threads give.
func (f *function) histogram(h *futhark.HistOp, pat, index, values []*syntax.Binding, ns []syntax.Expr) []syntax.Expr {
	var xs []syntax.Expr
	var ts []*syntax.Type
	for k, d := range h.Dests {
		x, is := f.array(d)
		xs = append(xs, f.claimed(x, is, pat[k].Type))
		ts = append(ts, pat[k].Type)
	}
	return f.forAll(ns, nil, xs, ts, func(at []syntax.Expr, hs []*syntax.Var) []syntax.Expr {
		var ix []syntax.Ix
		for _, o := range at[:len(at)-1] {
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: o})
		}
		for _, i := range index {
			v := f.let("at", &syntax.Type{}, &syntax.Index{Span: f.at, X: i.Use(), At: at})
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: f.plus1(v)})
		}
		if len(ix) != len(ts[0].Dims) {
			f.fail(f.at, "a histogram has %s, and there are %d indices", diag.Count(len(ts[0].Dims), "dimension"), len(ix))
		}
		inside := f.inside(ix, ts[0].Dims)
		var next []*syntax.Binding
		var out, same []syntax.Expr
		for k, x := range hs {
			b := f.fresh(baseOf(x.Name), ts[k])
			next, out, same = append(next, b), append(out, b.Use()), append(same, x)
		}
		f.emit(next, &syntax.If{Span: f.at, Cond: inside, Then: f.within(func() []syntax.Expr {
			var args []syntax.Expr
			for k, x := range hs {
				args = append(args, f.let("old", &syntax.Type{Elem: ts[k].Elem}, &syntax.Index{Span: f.at, X: x, At: offsOf(ix)}))
			}
			for _, v := range values {
				args = append(args, f.element(v, at))
			}
			new := f.applied(h.Fn, args)
			var res []syntax.Expr
			for k, x := range hs {
				res = append(res, f.let(baseOf(x.Name), ts[k], &syntax.With{Span: f.at, X: x, At: ix, V: new[k]}))
			}
			return res
		}), Else: &syntax.Body{Span: f.at, Res: same}})
		return out
	})
}
