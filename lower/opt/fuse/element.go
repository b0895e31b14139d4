package fuse

import (
	"strconv"

	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// element computes x[at] for a variable x of a frame, by the rules of the expression that
// binds it, and returns an atom.
func (r *rewriting) element(fr *frame, x *syntax.Var, at []syntax.Expr) syntax.Expr {
	in, l := fr.binding(x.ID)
	if l == nil || in.by[x.ID] != nil || in.used[x.ID] > 1 {
		return r.read(r.whole(fr, x), at)
	}
	switch e := l.Exp.(type) {
	case *syntax.Kernel:
		return r.ofKernel(in, l, e, x.ID, at)
	case *syntax.Iota:
		return at[0]
	case *syntax.Replicate:
		return r.part(in, e.X, at[1:])
	case *syntax.Copy:
		return r.part(in, e.X, at)
	case *syntax.Literal:
		return r.ofLiteral(in, l, e, at)
	case *syntax.Concat:
		return r.ofConcat(in, l, e.Xs, at)
	case *syntax.If:
		return r.ofIf(in, l, e, at)
	case *syntax.With:
		return r.ofWith(in, l, e, at)
	case *syntax.Slice:
		return r.part(in, e.X, r.sliced(in, e.At, at))
	case *syntax.Transpose:
		return r.part(in, e.X, append([]syntax.Expr{at[1], at[0]}, at[2:]...))
	case *syntax.Permute:
		from := make([]syntax.Expr, len(at))
		for k, p := range e.Perm {
			from[p-1] = at[k]
		}
		return r.part(in, e.X, from)
	case *syntax.Reverse:
		n := r.whole(in, l.Pat[0].Type.Dims[0])
		last := r.int(minus(plus(n, lmad.Const(1)), at[0]))
		return r.part(in, e.X, append([]syntax.Expr{last}, at[1:]...))
	case *syntax.Reshape:
		return r.part(in, e.X, r.reshaped(in, l, e, at))
	}
	if elementwise(l.Exp) || syntax.Viewed(l.Exp) != nil {
		r.fail("stays: what an element of `" + named(l).Written() + "` is cannot be said by a number") // of a form that is new
	}
	return r.read(r.whole(fr, x), at)
}

// part returns e[at], or e itself if at is empty.
func (r *rewriting) part(fr *frame, e syntax.Expr, at []syntax.Expr) syntax.Expr {
	if len(at) == 0 {
		return r.whole(fr, e)
	}
	return r.element(fr, e.(*syntax.Var), at)
}

// ofKernel is (kernel i <= n do b)[k, …]: the result of b with k for i, at the other
// indices.
func (r *rewriting) ofKernel(fr *frame, l *syntax.Let, e *syntax.Kernel, id int, at []syntax.Expr) syntax.Expr {
	in := r.iteration(fr, l, e, at[0])
	for k, z := range l.Pat {
		if z.ID == id {
			return r.part(in, e.Body.Res[k], at[1:])
		}
	}
	panic("fuse: a kernel does not bind its variable")
}

// ofLiteral is [e₁, …, e_n][k, …], which is known for a constant k.
func (r *rewriting) ofLiteral(fr *frame, l *syntax.Let, e *syntax.Literal, at []syntax.Expr) syntax.Expr {
	n, ok := r.env.Of(at[0]).Const()
	k, small := n.Int64()
	if !ok || !small || k < 1 || k > int64(len(e.Elems)) {
		r.fail("stays: its elements are written one by one, and an index is no constant")
	}
	return r.part(fr, e.Elems[k-1], at[1:])
}

// ofConcat is concat(x, y, …)[k, …]: x[k, …] if k <= n, the size of x, and otherwise
// concat(y, …)[k - n, …].
func (r *rewriting) ofConcat(fr *frame, l *syntax.Let, xs []syntax.Expr, at []syntax.Expr) syntax.Expr {
	if len(xs) == 1 {
		return r.part(fr, xs[0], at)
	}
	n := r.whole(fr, r.types.Of(xs[0]).Dims[0])
	rest := func(fr *frame) syntax.Expr {
		return r.ofConcat(fr, l, xs[1:], append([]syntax.Expr{r.int(minus(at[0], n))}, at[1:]...))
	}
	first := func(fr *frame) syntax.Expr { return r.part(fr, xs[0], at) }
	k, size := r.env.Of(at[0]), r.env.Of(n)
	most := k
	if id, ok := k.Variable(); ok && r.isIndex(id) {
		most = r.place.bounds[id]
	}
	switch {
	case size.Sub(most).NoNegative():
		return first(fr)
	case k.Sub(size).Sub(number(1)).NoNegative():
		return rest(fr)
	}
	cond := r.scalar(&syntax.Binary{Op: syntax.Le, X: at[0], Y: n}, syntax.Int)
	return r.either(fr, cond, l.Pat[0].Type.Elem, first, rest)
}

// isIndex tells whether a variable is the index of a kernel or loop around it whose bound
// is known.
func (r *rewriting) isIndex(id int) bool {
	_, ok := r.place.bounds[id]
	return ok
}

// ofIf is (if c then b else b')[k, …]: the element of one or the other.
func (r *rewriting) ofIf(fr *frame, l *syntax.Let, e *syntax.If, at []syntax.Expr) syntax.Expr {
	branch := func(b *syntax.Body, which string) func(*frame) syntax.Expr {
		return func(fr *frame) syntax.Expr {
			in := newFrame(fr, b)
			in.key = fr.key + "/" + strconv.Itoa(l.Pat[0].ID) + which
			r.checks(in, b)
			return r.part(in, b.Res[0], at)
		}
	}
	return r.either(fr, r.whole(fr, e.Cond), l.Pat[0].Type.Elem, branch(e.Then, "then"), branch(e.Else, "else"))
}

// ofWith is (x with [ix, …] = v)[k, …]: the element of v if each k is among the ix, and
// otherwise that of x.
func (r *rewriting) ofWith(fr *frame, l *syntax.Let, e *syntax.With, at []syntax.Expr) syntax.Expr {
	var cond syntax.Expr
	never := false
	var of []syntax.Expr
	both := func(op syntax.Op, x, y syntax.Expr) {
		c := syntax.Expr(&syntax.Binary{Op: op, X: x, Y: y})
		switch k, ok := r.env.Of(c).Const(); {
		case ok:
			never = never || k.IsZero()
		case cond == nil:
			cond = c
		default:
			cond = &syntax.Binary{Op: syntax.BitAnd, X: cond, Y: c}
		}
	}
	dims := l.Pat[0].Type.Dims
	for d, ix := range e.At {
		off := r.whole(fr, ix.Off)
		switch {
		case ix.Kind == syntax.IxFix:
			both(syntax.Eq, at[d], off)
			continue
		case ix.Kind == syntax.IxFlat:
			r.fail("stays: an update of it is of a flat slice")
		case ix.Stride != nil:
			r.fail("stays: an update of it has a stride")
		}
		size := r.whole(fr, ix.Size)
		if r.same(off, lmad.Const(1)) && r.same(size, r.whole(fr, dims[d])) {
			of = append(of, at[d])
			continue
		}
		both(syntax.Ge, at[d], off)
		both(syntax.Lt, at[d], plus(off, size))
		of = append(of, r.int(plus(minus(at[d], off), lmad.Const(1))))
	}
	updated := func(fr *frame) syntax.Expr { return r.part(fr, e.V, of) }
	switch {
	case never:
		return r.part(fr, e.X, at)
	case cond == nil:
		return updated(fr)
	}
	c := r.scalar(cond, syntax.Int)
	return r.either(fr, c, l.Pat[0].Type.Elem, updated, func(fr *frame) syntax.Expr { return r.part(fr, e.X, at) })
}

// same tells whether two ints are known to be equal.
func (r *rewriting) same(x, y syntax.Expr) bool {
	return poly.Compare(r.env.Of(x), r.env.Of(y)) == poly.Equal
}

// sliced returns the indices into x for the indices at into x[ix, …].
func (r *rewriting) sliced(fr *frame, ixs []syntax.Ix, at []syntax.Expr) []syntax.Expr {
	var from []syntax.Expr
	for _, ix := range ixs {
		off := r.whole(fr, ix.Off)
		if ix.Kind == syntax.IxFix {
			from = append(from, off)
			continue
		}
		if ix.Kind == syntax.IxFlat {
			i := plus(off, lmad.Const(1))
			for _, f := range ix.Dims {
				i, at = plus(i, times(minus(at[0], lmad.Const(1)), r.whole(fr, f.Stride))), at[1:]
			}
			from = append(from, r.int(i))
			continue
		}
		by := minus(at[0], lmad.Const(1))
		if ix.Stride != nil {
			by = times(by, r.whole(fr, ix.Stride))
		}
		from, at = append(from, r.int(plus(off, by))), at[1:]
	}
	return from
}

// reshaped returns the indices into x for the indices at into reshape((d, …), x): both have
// the same place in row-major order.
func (r *rewriting) reshaped(fr *frame, l *syntax.Let, e *syntax.Reshape, at []syntax.Expr) []syntax.Expr {
	var lin syntax.Expr = lmad.Const(0)
	for k, d := range l.Pat[0].Type.Dims {
		lin = plus(times(lin, r.whole(fr, d)), minus(at[k], lmad.Const(1)))
	}
	lin = r.int(lin)
	dims := r.types.Of(e.X).Dims
	from := make([]syntax.Expr, len(dims))
	for k := len(dims) - 1; k > 0; k-- {
		d := r.whole(fr, dims[k])
		from[k] = r.int(plus(&syntax.Binary{Op: syntax.Mod, X: lin, Y: d}, lmad.Const(1)))
		lin = r.int(&syntax.Binary{Op: syntax.Div, X: lin, Y: d})
	}
	from[0] = r.int(plus(lin, lmad.Const(1)))
	return from
}

func plus(x, y syntax.Expr) syntax.Expr  { return &syntax.Binary{Op: syntax.Add, X: x, Y: y} }
func minus(x, y syntax.Expr) syntax.Expr { return &syntax.Binary{Op: syntax.Sub, X: x, Y: y} }
func times(x, y syntax.Expr) syntax.Expr { return &syntax.Binary{Op: syntax.Mul, X: x, Y: y} }

// int returns the atom for an int expression over atoms.
func (r *rewriting) int(e syntax.Expr) syntax.Expr {
	if k, ok := r.env.Of(e).Const(); ok {
		return &syntax.IntLit{Span: r.at, Val: k}
	}
	switch e := (&poly.Env{}).Of(e).Expr().(type) {
	case *syntax.IntLit:
		return e
	case *syntax.Var:
		return e
	default:
		return r.scalar(e, syntax.Int)
	}
}

// scalar binds a scalar expression.
func (r *rewriting) scalar(e syntax.Expr, elem syntax.Elem) syntax.Expr {
	return r.bind(e, elem)
}

// read returns x[at] for an existing array.
func (r *rewriting) read(x syntax.Expr, at []syntax.Expr) syntax.Expr {
	return r.bind(&syntax.Index{Span: r.at, X: x, At: at}, r.types.Of(x).Elem)
}

// bind binds an expression, unless an equal one has been bound.
func (r *rewriting) bind(e syntax.Expr, elem syntax.Elem) syntax.Expr {
	t := r.fresh(elem)
	l := &syntax.Let{Span: r.at, Pat: []*syntax.Binding{t}, Exp: e}
	if x := r.value(l); x != nil {
		return x
	}
	r.emit(l)
	return t.Use()
}

// fresh returns a binder of a number.
func (r *rewriting) fresh(elem syntax.Elem) *syntax.Binding {
	t := r.job.Supply.Binding("t", &syntax.Type{Span: r.at, Elem: elem})
	t.Span = r.at
	return t
}

// either returns if c then … else …, for a number.
func (r *rewriting) either(fr *frame, c syntax.Expr, elem syntax.Elem, then, els func(*frame) syntax.Expr) syntax.Expr {
	body := func(of func(*frame) syntax.Expr) *syntax.Body {
		return r.body(func() []syntax.Expr { return []syntax.Expr{of(fr.clone())} })
	}
	t := r.fresh(elem)
	e := &syntax.If{Span: r.at, Cond: c, Then: body(then), Else: body(els)}
	r.emit(&syntax.Let{Span: r.at, Pat: []*syntax.Binding{t}, Exp: e})
	return t.Use()
}
