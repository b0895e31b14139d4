package tofunmem

import (
	"slices"

	"funmem/futhark"
	"funmem/semantics/syntax"
)

// segHist combines the values of threads with the elements of histograms. Kernels make arrays of indices and values,
// and loops after them update the histograms.
func (f *function) segHist(s *futhark.Stm, e *futhark.SegOp) {
	if slices.ContainsFunc(e.Ret, nothing) {
		f.fail(s.Span, "a histogram of certificates is not known")
	}
	f.unit.Histograms = append(f.unit.Histograms, s.Span)
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
		index      []*futhark.Atom
		at, values []*syntax.Binding
	}
	var hists []hist
	k := 0
	next := func() *futhark.Return {
		k++
		return e.Returns[k-1]
	}
	for _, h := range e.Hists {
		f.ofThreads(e, h.Fn)
		one := hist{op: h}
		for range h.Shape {
			r := next()
			one.index, one.at = append(one.index, r.X), append(one.at, temp("index", r, &syntax.Type{}))
		}
		hists = append(hists, one)
	}
	for n, h := range e.Hists {
		for range h.Dests {
			row := f.row1(e.Ret[k])
			hists[n].values = append(hists[n].values, temp("value", next(), row))
		}
	}
	var places []*chosen
	first := 0
	for _, h := range hists {
		for _, p := range pat[first : first+len(h.values)] {
			if f.mayRead(e, p) {
				places = append(places, ofHistogram(p, len(ns)-1, h.index))
			}
		}
		first += len(h.values)
	}
	f.made(e, parts, f.touched(e, ns, places))
	first = 0
	for _, h := range hists {
		out := f.histogram(e, h.op, pat[first:first+len(h.values)], h.at, h.values, ns)
		for k := range h.values {
			f.renamed(pat[first+k], out[k])
		}
		first += len(h.values)
	}
}

// histogram updates the histograms of one operator. It takes their elements or whole rows. A segmented histogram has an
// index for each outer dimension of the space before those that the threads give.
func (f *function) histogram(e *futhark.SegOp, h *futhark.HistOp, pat, index, values []*syntax.Binding, ns []syntax.Expr) []syntax.Expr {
	var xs []syntax.Expr
	var ts []*syntax.Type
	for k, d := range h.Dests {
		x, is := f.array(d)
		xs = append(xs, f.claimed(x, is, pat[k].Type))
		ts = append(ts, pat[k].Type)
	}
	all := append([]syntax.Expr{}, ns...)
	for _, d := range h.Vector {
		all = append(all, f.atom(d))
	}
	return f.forAll(all, nil, xs, ts, func(places []syntax.Expr, hs []*syntax.Var) []syntax.Expr {
		var ix []syntax.Ix
		at := places[:len(ns)]
		for _, o := range at[:len(at)-1] {
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: o})
		}
		for _, i := range index {
			v := f.let("at", &syntax.Type{}, &syntax.Index{Span: f.at, X: i.Use(), At: at})
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: f.plus1(v)})
		}
		for _, i := range places[len(ns):] {
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: i})
		}
		inside := f.inside(ix, ts[0].Dims)
		var next []*syntax.Binding
		var out, same []syntax.Expr
		for k, x := range hs {
			b := f.fresh(baseOf(x.Name), ts[k])
			next, out, same = append(next, b), append(out, b.Use()), append(same, x)
		}
		f.emit(next, &syntax.If{Span: f.at, Cond: inside, Then: f.within(func() []syntax.Expr {
			f.noThread(e, nil)
			var args, given []syntax.Expr
			for k, x := range hs {
				args = append(args, f.part("old", x, ts[k], ix))
			}
			for _, v := range values {
				given = append(given, f.element(v, places))
			}
			new := f.applied(h.Fn, append(args, f.fromNeutral(h, given)...))
			var res []syntax.Expr
			for k, x := range hs {
				res = append(res, f.let(baseOf(x.Name), ts[k], &syntax.With{Span: f.at, X: x, At: rest(ix, ts[k]), V: new[k]}))
			}
			return res
		}), Else: &syntax.Body{Span: f.at, Res: same}})
		return out
	})
}

// fromNeutral returns what an operator gives for its neutral elements and values, which should be the values. Futhark
// may begin with the neutral elements any number of times, so other results must show. An equal number stays what it
// is, for example -0.0.
func (f *function) fromNeutral(h *futhark.HistOp, values []syntax.Expr) []syntax.Expr {
	var args []syntax.Expr
	for _, a := range h.Neutral {
		args = append(args, f.atom(a))
	}
	out := f.applied(h.Fn, append(args, values...))
	if !onNumbers(h.Fn) {
		return out
	}
	for k, x := range out {
		same := f.number(bin(syntax.Eq, x, values[k]))
		is := func(x syntax.Expr) *syntax.Body { return &syntax.Body{Span: f.at, Res: []syntax.Expr{x}} }
		out[k] = f.let("value", &syntax.Type{Elem: elem(h.Fn.Ret[k].Elem)}, &syntax.If{Span: f.at, Cond: same, Then: is(values[k]), Else: is(x)})
	}
	return out
}
