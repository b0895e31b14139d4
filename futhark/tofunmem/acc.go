package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// accumulator is what a certificate stands for: the arrays, and how values are combined. A variable of an accumulator
// type becomes one variable for each array. Writes to the arrays follow the order of the program. Parallel operations
// that write to them run their threads one after the other.
type accumulator struct {
	types []*syntax.Type
	rank  int // of its indices
	op    *futhark.Lambda
	// This stands for an accumulator while its threads are checked for races, and says what an update does then.
	of   *accumulator
	feed *feed       // the feed whose places it touches; nil: none
	mark syntax.Expr // what it writes instead of the values; nil: nothing is written
}

// accOf returns the accumulator of a certificate.
func (f *function) accOf(t *futhark.Type) *accumulator {
	a := f.accs[t.Cert.Tag]
	if a == nil {
		f.fail(t.Span, "`%s` is the certificate of no accumulator", t.Cert)
	}
	return a
}

// bindAcc makes the variables of an accumulator: one for each array. The first has the name.
func (f *function) bindAcc(n *futhark.Name, t *futhark.Type) []*variable {
	v := f.bind(n, t)
	for k, t := range f.accOf(t).types {
		if k == 0 {
			v.typ = t
			continue
		}
		b := f.fresh(v.name, t)
		v.rest = append(v.rest, &variable{of: v.of, name: b.Name, text: v.text, id: b.ID, typ: t, elem: v.elem, cert: v.cert})
	}
	return v.all()
}

// all returns a variable, and the other arrays of its accumulator.
func (v *variable) all() []*variable { return append([]*variable{v}, v.rest...) }

// variables returns the variables of a name. There are several for an accumulator of
// several arrays.
func (f *function) variables(n *futhark.Name) []*variable { return f.lookup(n).all() }

// withAcc makes arrays accumulators for a lambda, and gives them back at the end.
func (f *function) withAcc(s *futhark.Stm, e *futhark.WithAcc) {
	n := len(e.Inputs)
	for k, in := range e.Inputs {
		acc := &accumulator{rank: len(in.Shape), op: in.Op}
		var xs []syntax.Expr
		for _, a := range in.Arrays {
			if f.lookup(a).unit {
				f.fail(a.Span, "an accumulator of certificates is not known")
			}
			x, t := f.array(a)
			xs, acc.types = append(xs, x), append(acc.types, t)
		}
		f.accs[e.Fn.Params[k].Tag] = acc
		p := e.Fn.Params[n+k]
		for k, v := range f.bindAcc(&p.Name, p.Type) {
			v.is = xs[k]
		}
	}
	f.statements(e.Fn.Body)
	f.at = s.Span
	pat := s.Pat
	give := func(x syntax.Expr, is *syntax.Type) {
		f.rebind(s, &pat[0].Name, pat[0].Type, x, is)
		pat = pat[1:]
	}
	for k, r := range e.Fn.Body.Res {
		switch {
		case k >= n && pat[0].Type.Kind == futhark.AccType: // an accumulator from outside
			from := f.variables(r.Var)
			for j, v := range f.bindAcc(&pat[0].Name, pat[0].Type) {
				v.is = from[j].use(r.Span)
			}
			pat = pat[1:]
			continue
		case k >= n:
			give(f.atom(r), f.typeOf(r))
			continue
		}
		for _, v := range f.variables(r.Var) {
			give(v.use(r.Span), v.typ)
		}
	}
}

// updateAcc combines the elements at an index with values. If the index is out of bounds,
// nothing happens.
func (f *function) updateAcc(s *futhark.Stm, e *futhark.UpdateAcc) {
	acc := f.accOf(s.Pat[0].Type)
	var at []syntax.Ix
	var args []syntax.Expr
	for _, a := range e.At {
		args = append(args, f.atom(a))
		at = append(at, syntax.Ix{Span: a.Span, Kind: syntax.IxFix, Off: f.plus1(f.atom(a))})
	}
	if acc.of != nil && acc.mark == nil {
		f.leftOut(s, e, acc, at)
		return
	}
	var xs []syntax.Expr
	for _, v := range f.variables(e.Acc) {
		xs = append(xs, v.use(e.Acc.Span))
	}
	inside := f.inside(at, acc.types[0].Dims)
	p := f.params(s.Pat)
	f.emit(p, &syntax.If{Span: s.Span, Cond: inside, Then: f.within(func() (res []syntax.Expr) {
		var values []syntax.Expr
		for _, v := range e.Values {
			values = append(values, f.atom(v))
		}
		if acc.mark != nil {
			values = []syntax.Expr{acc.mark}
		}
		if acc.op != nil {
			for k, x := range xs {
				args = append(args, f.part("old", x, acc.types[k], at))
			}
			values = f.applied(acc.op, append(args, values...))
		}
		for k, x := range xs {
			res = append(res, f.let(p[k].Name, acc.types[k], &syntax.With{Span: s.Span, X: x, At: rest(at, acc.types[k]), V: values[k]}))
		}
		return res
	}), Else: &syntax.Body{Span: s.Span, Res: xs}})
}

// rest returns indices of the outer dimensions, with all of the inner ones.
func rest(at []syntax.Ix, t *syntax.Type) []syntax.Ix {
	ix := append([]syntax.Ix{}, at...)
	for _, d := range t.Dims[len(at):] {
		ix = append(ix, syntax.Ix{Span: at[0].Span, Kind: syntax.IxRange, Off: one(), Size: d})
	}
	return ix
}

// part names the element of an array at indices of the outer dimensions, or the row there.
func (f *function) part(base string, x syntax.Expr, t *syntax.Type, at []syntax.Ix) syntax.Expr {
	if len(at) == len(t.Dims) {
		return f.let(base, &syntax.Type{Elem: t.Elem}, &syntax.Index{Span: f.at, X: x, At: offsOf(at)})
	}
	ix := rest(at, t)
	l := lmad.Slice(t.Mem.L, ix)
	return f.let(base, moved(t, sizesOf(l), l), &syntax.Slice{Span: f.at, X: x, At: ix})
}

// applied returns the results of a lambda for arguments; its statements are put in place.
func (f *function) applied(l *futhark.Lambda, args []syntax.Expr) (res []syntax.Expr) {
	params := f.operands(l)
	for k, x := range f.placed(params, args) {
		f.stands(params[k], x)
	}
	at := f.at
	f.statements(l.Body)
	f.at = at
	for _, r := range l.Body.Res {
		res = append(res, f.atom(r))
	}
	return res
}
