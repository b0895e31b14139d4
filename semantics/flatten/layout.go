package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// layout says how the rows of the iterations of a context lie in flat data, one after the other: the segment descriptor. All
// arrays of one size have it in common.
type layout struct {
	c        *context
	dims     []syntax.Expr // a row has as many elements as their product
	each     syntax.Expr   // that number, if it is known outside: an atom
	sizes    *syntax.Binding
	total    syntax.Expr     // how many elements all rows have: an atom outside
	offsets  array           // where each row begins, from 1
	segment  array           // the iteration to which each element belongs
	elements array           // 1, …, total
	of       *syntax.Binding // the array for which it was made, after which it is called
	in       *block
}

// array is an array that is made where it is first needed.
type array struct {
	x  *syntax.Binding
	in *block
}

// of is the array. It is made again if it was made in a body that has ended.
func (a *array) of(l *lifter, make func() *syntax.Binding) *syntax.Binding {
	if a.x == nil || a.in.done {
		a.x, a.in = make(), l.out
	}
	return a.x
}

// layoutOf is the layout of rows with some sizes, which are atoms of the context. They are rows of an array.
func (l *lifter) layoutOf(c *context, of *syntax.Binding, dims []syntax.Expr) *layout {
	if y := l.layoutOfSize(c, dims...); y != nil {
		return y
	}
	y := &layout{c: c, dims: dims, of: of, in: l.out}
	if l.allOutside(dims) {
		l.even(y)
	} else {
		l.uneven(y)
	}
	c.layouts = append(c.layouts, y)
	return y
}

// layoutOfSize is the layout of rows with some sizes, if there is one, also of a context around with the same iterations.
func (l *lifter) layoutOfSize(c *context, dims ...syntax.Expr) *layout {
	for _, y := range c.layouts {
		if !y.in.done && l.allSame(y.dims, dims) {
			return y
		}
	}
	if c.up != nil && c.from == nil {
		return l.layoutOfSize(c.up, dims...)
	}
	return nil
}

// even is the layout of rows that all have the same number of elements.
func (l *lifter) even(y *layout) {
	var dims []syntax.Expr
	for _, d := range y.dims {
		dims = append(dims, l.settled(d))
	}
	y.each = l.outerInt("size", product(dims))
	y.total = l.outerInt(called(y.of, "total"), times(y.c.n, y.each))
}

// outerInt is an int outside, as an atom.
func (l *lifter) outerInt(name string, e syntax.Expr) syntax.Expr {
	if syntax.IsAtom(e) {
		return e
	}
	return l.let(l.at, name, intType(), e).Use()
}

// uneven is the layout of rows of different sizes: their sizes, added up by a scan.
func (l *lifter) uneven(y *layout) {
	n := y.c.n
	var size want
	if len(y.dims) == 1 {
		size = atom(called(y.of, "sizes"), y.dims[0], intType())
	} else {
		size = computed(called(y.of, "sizes"), func(r *row) syntax.Expr { return r.int("size", product(r.all(y.dims))) })
	}
	y.sizes = l.flush(y.c, size)[0]
	ends := l.sums(called(y.of, "ends"), y.sizes, n)
	y.total = l.last(called(y.of, "total"), ends, n)
	y.offsets.of(l, func() *syntax.Binding {
		return l.each(called(y.of, "offsets"), n, intType(), func(r *row, i syntax.Expr) syntax.Expr {
			end, size := r.element("end", ends, i), r.element("size", y.sizes, i)
			return r.int("offset", plus(minus(end, size), constant(1)))
		})
	})
}

// offsetsOf are the offsets of the rows of a layout as an array.
func (l *lifter) offsetsOf(y *layout) *syntax.Binding {
	return y.offsets.of(l, func() *syntax.Binding {
		return l.each(called(y.of, "offsets"), y.c.n, intType(), func(r *row, i syntax.Expr) syntax.Expr {
			return r.int("offset", plus(times(minus(i, constant(1)), y.each), constant(1)))
		})
	})
}

// sums are the sums of the first elements of an array of ints: scan (+) 0 xs.
func (l *lifter) sums(name string, xs *syntax.Binding, n syntax.Expr) *syntax.Binding {
	return l.let(l.at, name, arrayType(syntax.Int, n), &syntax.Scan{Span: l.at, Fn: l.adding(), Ne: []syntax.Expr{constant(0)}, Xs: []syntax.Expr{xs.Use()}})
}

// adding is (+) on ints.
func (l *lifter) adding() *syntax.Lambda {
	a, x, s := l.binding(l.at, "sum", intType()), l.binding(l.at, "x", intType()), l.binding(l.at, "sum", intType())
	return &syntax.Lambda{Span: l.at, Params: []*syntax.Binding{a, x}, Body: &syntax.Body{Span: l.at,
		Stms: []syntax.Stm{&syntax.Let{Span: l.at, Pat: []*syntax.Binding{s}, Exp: &syntax.Binary{Span: l.at, Op: syntax.Add, X: a.Use(), Y: x.Use()}}},
		Res:  []syntax.Expr{s.Use()}}}
}

// last is the last of n elements, or 0 if there are none.
func (l *lifter) last(name string, xs *syntax.Binding, n syntax.Expr) syntax.Expr {
	some := l.outerInt("some", &syntax.Binary{Span: l.at, Op: syntax.Gt, X: n, Y: constant(0)})
	x := l.binding(l.at, "last", intType())
	return l.let(l.at, name, intType(), &syntax.If{Span: l.at, Cond: some,
		Then: &syntax.Body{Span: l.at, Stms: []syntax.Stm{&syntax.Let{Span: l.at, Pat: []*syntax.Binding{x}, Exp: &syntax.Index{Span: l.at, X: xs.Use(), At: []syntax.Expr{n}}}}, Res: []syntax.Expr{x.Use()}},
		Else: &syntax.Body{Span: l.at, Res: []syntax.Expr{constant(0)}}}).Use()
}

// each is a kernel over i <= n whose body, outside all contexts, f writes.
func (l *lifter) each(name string, n syntax.Expr, t *syntax.Type, f func(r *row, i syntax.Expr) syntax.Expr) *syntax.Binding {
	i := l.binding(l.at, "i", nil)
	r := l.row(nil, l.at, nil)
	res := f(r, i.Use())
	return l.let(l.at, name, over(n, t), &syntax.Kernel{Span: l.at, Index: []syntax.Bound{{X: i, N: n}}, Body: &syntax.Body{Span: l.at, Stms: r.stms, Res: []syntax.Expr{res}}})
}

// segmentOf is the iteration of each element of a layout of rows of different sizes: how many rows begin up to that element. Rows
// without elements begin where the next one does, or behind the last element.
func (l *lifter) segmentOf(y *layout) *syntax.Binding {
	return y.segment.of(l, func() *syntax.Binding { return l.segmentIds(y) })
}

// segmentIds makes them.
func (l *lifter) segmentIds(y *layout) *syntax.Binding {
	n := y.c.n
	space := l.outerInt("space", plus(y.total, constant(1)))
	t := arrayType(syntax.Int, space)
	none := l.let(l.at, "starts", t, &syntax.Replicate{Span: l.at, N: space, X: constant(0)})
	i, before := l.binding(l.at, "i", nil), l.binding(l.at, "starts", t)
	r := l.row(nil, l.at, nil)
	o := r.element("offset", y.offsets.x, i.Use())
	count := r.int("count", plus(r.element("count", before, o), constant(1)))
	next := r.let("starts", t, &syntax.With{Span: l.at, X: before.Use(), At: []syntax.Ix{fixed(o)}, V: count})
	marks := l.let(l.at, "starts", t, &syntax.Loop{Span: l.at, Params: []*syntax.Binding{before}, Init: []syntax.Expr{none.Use()},
		For: &syntax.Bound{X: i, N: n}, Body: &syntax.Body{Span: l.at, Stms: r.stms, Res: []syntax.Expr{next}}})
	starts := l.let(l.at, "starts", arrayType(syntax.Int, y.total), part(l.at, marks.Use(), whole([]syntax.Expr{y.total})))
	return l.sums(called(y.of, "segment"), starts, y.total)
}

// elements is the context of all elements of a layout of one size, within a context that has the iterations of the layout. What is
// kept for these is done before, since elements need it.
func (l *lifter) elements(c *context, y *layout) *context {
	if slices.ContainsFunc(c.waiting, func(s *step) bool { return s.costly }) {
		l.settle(c)
	}
	in := l.context(c, y.total, "q")
	in.bound, in.layout = y.dims[0], y
	if y.each == nil {
		in.from = func(r *row) syntax.Expr { return r.element("i", l.segmentOf(y), r.iteration(in)) }
		return in
	}
	in.from = func(r *row) syntax.Expr {
		return r.int("i", plus(&syntax.Binary{Op: syntax.Div, X: minus(r.iteration(in), constant(1)), Y: y.each}, constant(1)))
	}
	return in
}

// position is where in its row an element lies.
func (y *layout) position(r *row, in *context, name string) syntax.Expr {
	q := r.iteration(in)
	if y.each != nil {
		return r.int(name, plus(&syntax.Binary{Op: syntax.Mod, X: minus(q, constant(1)), Y: y.each}, constant(1)))
	}
	return r.int(name, plus(minus(q, r.offset(y.c, y.offsets.x)), constant(1)))
}

// elementsOf are the numbers of all elements of a layout, as an array.
func (l *lifter) elementsOf(y *layout) *syntax.Binding {
	return y.elements.of(l, func() *syntax.Binding {
		return l.let(l.at, "elements", arrayType(syntax.Int, y.total), &syntax.Iota{Span: l.at, N: y.total})
	})
}

// called is the name of a part of an array: after the array, if the programmer has named it.
func called(of *syntax.Binding, part string) string {
	if of.Text == "" {
		return part
	}
	return of.Text + "_" + part
}
