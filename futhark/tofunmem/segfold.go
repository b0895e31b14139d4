package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// segFold translates a segred or segscan. Kernels make arrays of the values to combine. After them, other kernels, over
// all dimensions but the innermost, fold their rows.
func (f *function) segFold(s *futhark.Stm, e *futhark.SegOp) {
	pat := f.params(s.Pat)
	ns := f.extents(e)
	out, post := pat, e.Post != nil && !identity(e.Post)
	if post {
		out = nil
		for _, p := range e.Post.Params {
			if p.Type.Kind != futhark.MemType {
				out = append(out, f.temporary(baseOf(nameOf(&p.Name)), ns, f.row1(p.Type)))
			}
		}
	}
	var temps []*syntax.Binding
	var parts []part
	for k, r := range e.Returns {
		if r.Kind != futhark.Returns {
			f.fail(r.Span, "`%s` returns in a way that is not known", e.Kind)
		}
		if k < folded(e) {
			temps = append(temps, f.temporary(baseOf(out[k].Name), ns, f.row1(e.Ret[k])))
			parts = append(parts, part{temps[k], f.valueOf(r.X)})
		} else {
			parts = append(parts, part{out[k], f.valueOf(r.X)})
		}
	}
	f.made(e, parts, f.foldTouches(e, pat))
	k := 0
	for _, o := range e.Ops {
		n := len(o.Neutral)
		if n == 0 {
			continue
		}
		to, from := out[k:k+n], temps[k:k+n]
		if onNumbers(o.Fn) {
			f.ofThreads(e, o.Fn)
		}
		switch {
		case onNumbers(o.Fn) && len(o.Shape) == 0:
			f.folds(to, from, ns[:len(ns)-1], nil, e, o)
		case onNumbers(o.Fn):
			f.foldVectors(to, from, ns, e, o)
		default:
			f.foldRows(to, from, ns, e, o)
		}
		k += n
	}
	if post {
		f.post(e, pat, out)
	}
}

// ofThreads refuses an operator that computes with the index or number of a thread: it is applied where there is no
// thread.
func (f *function) ofThreads(e *futhark.SegOp, l *futhark.Lambda) {
	names := []*futhark.Name{e.Flat}
	for _, d := range e.Space {
		names = append(names, &d.Name)
	}
	for _, n := range names {
		if futhark.Mentions(l.Body, n.Tag) {
			f.fail(l.Span, "an operator of `%s` that computes with `%s`, of a thread, is not known", e.Kind, n)
		}
	}
}

// row1 returns the type of one result of a thread, without a block.
func (f *function) row1(t *futhark.Type) *syntax.Type {
	row := &syntax.Type{Span: t.Span, Elem: elem(t.Elem)}
	for _, d := range t.Shape {
		row.Dims = append(row.Dims, f.atom(d.Atom))
	}
	return row
}

// onNumbers tells whether the parameters of a function are numbers.
func onNumbers(l *futhark.Lambda) bool {
	for _, p := range l.Params {
		if p.Type.Kind != futhark.PrimType {
			return false
		}
	}
	return true
}

// foldVectors folds rows whose elements are vectors, each place of the vectors separately. It folds them as rows of
// more dimensions, with the folded one last.
func (f *function) foldVectors(pat, xs []*syntax.Binding, ns []syntax.Expr, e *futhark.SegOp, o *futhark.SegBinOp) {
	outer := append([]syntax.Expr{}, ns[:len(ns)-1]...)
	var perm []int
	for _, d := range o.Shape {
		outer = append(outer, f.atom(d))
	}
	for k := 1; k <= len(outer)+1; k++ {
		switch {
		case k < len(ns):
			perm = append(perm, k)
		case k <= len(outer):
			perm = append(perm, k+1)
		default:
			perm = append(perm, len(ns))
		}
	}
	back := make([]int, len(perm))
	for k, d := range perm {
		back[d-1] = k + 1
	}
	last := func(x *syntax.Binding) *syntax.Binding {
		l := lmad.Permute(x.Type.Mem.L, perm)
		return f.fresh(baseOf(x.Name), moved(x.Type, sizesOf(l), l))
	}
	var rows, to []*syntax.Binding
	for _, x := range xs {
		y := last(x)
		f.emit([]*syntax.Binding{y}, &syntax.Permute{Span: f.at, Perm: perm, X: x.Use()})
		rows = append(rows, y)
	}
	if e.Kind == "segred" {
		f.folds(pat, rows, outer, nil, e, o)
		return
	}
	for _, p := range pat {
		to = append(to, last(p))
	}
	f.folds(to, rows, outer, nil, e, o)
	for k, p := range pat {
		f.emit([]*syntax.Binding{p}, &syntax.Permute{Span: f.at, Perm: back, X: to[k].Use()})
	}
}

// noThread sets the indices and the number of a thread to 0 where an operator is applied, or the first indices to the
// given ones, counted from 1. Where its parameters lie may depend on them.
func (f *function) noThread(e *futhark.SegOp, at []syntax.Expr) {
	zero := func(n *futhark.Name) *variable {
		v := f.bind(n, &futhark.Type{Elem: "i64"})
		v.typ, v.is = &syntax.Type{}, lmad.Const(0)
		return v
	}
	for k, d := range e.Space {
		if v := zero(&d.Name); k < len(at) {
			v.is = lmad.Simplify(bin(syntax.Sub, at[k], one()))
		}
	}
	zero(e.Flat)
}

// foldRows folds rows whose elements are arrays that the operator takes as a whole. It goes in order, and takes each
// place of the operator's shape separately. The operator finds its operands where its parameters lie, and its results
// are copied there. A fold over nothing applies no operator, and its result is the neutral element, whatever room there
// is for the parameters.
func (f *function) foldRows(pat, xs []*syntax.Binding, ns []syntax.Expr, e *futhark.SegOp, o *futhark.SegBinOp) {
	n, last := len(pat), len(ns)-1
	outer := append([]syntax.Expr{}, ns[:last]...)
	for _, d := range o.Shape {
		outer = append(outer, f.atom(d))
	}
	// thread returns the indices of the thread and of the shape, with the folded one last.
	thread := func(at []syntax.Expr) []syntax.Expr {
		fold := len(at) - 1
		return append(append(append([]syntax.Expr{}, at[:last]...), at[fold]), at[last:fold]...)
	}
	var first []syntax.Expr
	var ts []*syntax.Type
	for _, p := range pat {
		if p.Type.Mem == nil {
			first = append(first, f.let(baseOf(p.Name), p.Type, zeroOf(p.Type.Elem)))
		} else {
			first = append(first, f.let(baseOf(p.Name), p.Type, &syntax.Scratch{Span: f.at, Elem: p.Type.Elem, Dims: p.Type.Dims}))
		}
		ts = append(ts, p.Type)
	}
	neutrals := func() (xs []syntax.Expr) {
		for _, a := range o.Neutral {
			xs = append(xs, f.atom(a))
		}
		return xs
	}
	combined := func(at []syntax.Expr, to []*syntax.Var) []syntax.Expr {
		neutral := neutrals()
		params := f.operands(o.Fn)
		acc := f.placed(params[:n], neutral)
		var all, each []syntax.Expr
		var types []*syntax.Type
		for k := range acc {
			all, types = append(all, acc[k]), append(types, params[k].Type)
		}
		scan := e.Kind == "segscan"
		if scan {
			for k, p := range to {
				all, types = append(all, p), append(types, ts[k])
			}
		}
		out := f.forAll(ns[last:], at, all, types, func(at []syntax.Expr, now []*syntax.Var) []syntax.Expr {
			var rows []syntax.Expr
			for _, x := range xs {
				rows = append(rows, f.element(x, thread(at)))
			}
			for k := range params[:n] {
				f.stands(params[k], now[k])
			}
			for k, y := range f.placed(params[n:], rows) {
				f.stands(params[n+k], y)
			}
			f.statements(o.Fn.Body)
			each = nil
			for k, r := range o.Fn.Body.Res {
				each = append(each, f.into(now[k], params[k].Type, nil, f.atom(r)))
			}
			if scan {
				for k, p := range now[n:] {
					each = append(each, f.into(p, ts[k], thread(at), each[k]))
				}
			}
			return each
		})
		if scan {
			return out[n:]
		}
		var res []syntax.Expr
		for k, p := range to {
			res = append(res, f.into(p, ts[k], at, out[k]))
		}
		return res
	}
	body := func(at []syntax.Expr, to []*syntax.Var) []syntax.Expr {
		f.noThread(e, at[:last])
		if _, known := ns[last].(*syntax.IntLit); known {
			return combined(at, to)
		}
		some := f.let("some", &syntax.Type{}, bin(syntax.Le, one(), ns[last]))
		then := f.within(func() []syntax.Expr { return combined(at, to) })
		other := f.within(func() (res []syntax.Expr) {
			for k, x := range neutrals() {
				if e.Kind == "segscan" {
					res = append(res, to[k])
				} else {
					res = append(res, f.into(to[k], ts[k], at, x))
				}
			}
			return res
		})
		var out []*syntax.Binding
		var res []syntax.Expr
		for k, p := range to {
			b := f.fresh(baseOf(p.Name), ts[k])
			out, res = append(out, b), append(res, b.Use())
		}
		f.emit(out, &syntax.If{Span: f.at, Cond: some, Then: then, Else: other})
		return res
	}
	if len(outer) > 0 {
		first = f.forAll(outer, nil, first, ts, body)
	} else {
		var vars []*syntax.Var
		for _, x := range first {
			vars = append(vars, x.(*syntax.Var))
		}
		first = body(nil, vars)
	}
	for k, p := range pat {
		f.renamed(p, first[k])
	}
}

func zeroOf(t syntax.Elem) syntax.Expr {
	if t == syntax.F64 {
		return lit(0)
	}
	return lmad.Const(0)
}

// operands binds the parameters of a function. Its own blocks are allocated.
func (f *function) operands(l *futhark.Lambda) []*syntax.Binding {
	for _, p := range l.Params {
		if p.Type.Kind != futhark.MemType {
			continue
		}
		var n syntax.Expr = lmad.Const(0)
		for _, q := range l.Params {
			if q.Type.Mem == nil || q.Type.Mem.Block == nil || q.Type.Mem.Block.Tag != p.Tag {
				continue
			}
			size := lmad.Count(f.row1(q.Type).Dims)
			n = lmad.Simplify(bin(syntax.Max, n, scaled(size, bytes(q.Type.Elem)/f.units.of(f.fun, p.Tag))))
		}
		v := f.bind(&p.Name, p.Type)
		v.typ = &syntax.Type{Span: p.Span, Elem: syntax.Mem}
		f.emit([]*syntax.Binding{v.binding()}, &syntax.Alloc{Span: f.at, N: n})
	}
	var bs []*syntax.Binding
	for _, p := range l.Params {
		if p.Type.Kind == futhark.MemType {
			continue
		}
		v := f.bind(&p.Name, p.Type)
		v.typ = f.typ(p.Type, nil)
		bs = append(bs, v.binding())
	}
	return bs
}

// placed returns values as parameters want them: arrays are copied to where the parameters
// lie.
func (f *function) placed(params []*syntax.Binding, values []syntax.Expr) (xs []syntax.Expr) {
	for k, p := range params {
		if p.Type.Mem == nil {
			xs = append(xs, values[k])
		} else {
			xs = append(xs, f.let(baseOf(p.Name), p.Type, &syntax.Copy{Span: f.at, X: values[k]}))
		}
	}
	return xs
}

// stands lets a parameter stand for a value.
func (f *function) stands(p *syntax.Binding, x syntax.Expr) {
	for _, v := range f.vars {
		if v.id == p.ID {
			v.is, v.typ = x, p.Type
		}
	}
}

// into returns an array with a value as its row at indices, from 1, or as the whole array. A number is replaced.
func (f *function) into(x *syntax.Var, t *syntax.Type, at []syntax.Expr, value syntax.Expr) syntax.Expr {
	if t.Mem == nil {
		return value
	}
	var ix []syntax.Ix
	for k, d := range t.Dims {
		if k < len(at) {
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: at[k]})
		} else {
			ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxRange, Off: one(), Size: d})
		}
	}
	return f.let(baseOf(x.Name), t, &syntax.With{Span: f.at, X: x, At: ix, V: value})
}

// folded returns how many results an operation combines.
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

// row returns the row of an array at outer indices, or all of it.
func (f *function) row(x *syntax.Binding, at []syntax.Expr) syntax.Expr {
	if len(at) == 0 {
		return x.Use()
	}
	return f.element(x, at)
}

// operatorOf returns the function of a fold, whose operands are numbers.
func (f *function) operatorOf(o *futhark.SegBinOp) *syntax.Lambda {
	l := &syntax.Lambda{Span: o.Fn.Span}
	is := &Operator{Commutative: o.Commutative}
	for _, p := range o.Fn.Params[:len(o.Neutral)] {
		is.elems = append(is.elems, p.Type.Elem)
	}
	f.unit.Operators[o.Fn.Span] = is
	l.Body = f.within(func() []syntax.Expr {
		l.Params = f.params(o.Fn.Params)
		f.statements(o.Fn.Body)
		var res []syntax.Expr
		for _, r := range o.Fn.Body.Res {
			res = append(res, f.atom(r))
		}
		return res
	})
	return l
}
