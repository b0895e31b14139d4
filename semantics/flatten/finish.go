package flatten

import "funmem/semantics/syntax"

// of is a binder that is only a name, for parts of an array.
func (l *lifter) of(z *syntax.Binding, part string) *syntax.Binding {
	return &syntax.Binding{Span: z.Span, Name: called(z, part)}
}

// irregular are the positions of the irregular sizes of a type.
func irregular(t *syntax.Type) (at []int) {
	for k, d := range t.Dims {
		if _, ok := d.(*syntax.Irregular); ok {
			at = append(at, k)
		}
	}
	return at
}

// finish gives the arrays that stand for the results of the kernel, those of each in the order of Parts. One kernel makes those whose
// rows have one size.
func (l *lifter) finish(c *context, rows []Row, parts [][]syntax.Expr) (list [][]*syntax.Binding) {
	var ws []wanted
	for k, z := range rows {
		if !z.Z.Type.IsIrregular() {
			ws = append(ws, wanted{z.Z, parts[k][0], &syntax.Type{Elem: z.Z.Type.Elem, Dims: z.Z.Type.Dims[1:]}, 0})
		}
	}
	regular := l.values(c, false, ws)
	for k, z := range rows {
		if z.Z.Type.IsIrregular() {
			list = append(list, l.irregular(c, z.Z, parts[k]))
		} else {
			list, regular = append(list, []*syntax.Binding{regular[0].data}), regular[1:]
		}
	}
	return list
}

// irregular gives the arrays that stand for one irregular result. The parts of a row that is an irregular array are the sizes and
// offsets of its rows, for each irregular size, and its data.
func (l *lifter) irregular(c *context, z *syntax.Binding, parts []syntax.Expr) (list []*syntax.Binding) {
	at := irregular(z.Type)
	first := at[0]
	if first > 1 { // as many rows in each iteration
		at = at[1:]
	}
	levels := l.levels(c, z, at, parts, first > 1)
	if first == 1 {
		list = append(list, levels[0].sizes, levels[0].offsets)
	}
	for k, y := range levels {
		list = append(list, y.arrays[0])
		if k+1 < len(levels) {
			list = append(list, l.shifted(c, y, levels[k+1]))
		}
	}
	return list
}

// level is a pair of arrays, sizes and offsets of rows, or data.
type level struct {
	arrays  []*syntax.Binding
	sizes   *syntax.Binding // where these are segments: of the segments
	offsets *syntax.Binding
	layout  *layout
	common  bool // all iterations have the same array
}

// levels are the arrays that make up the rows of a result, from the outermost pair on. at are the positions of the sizes of z
// that differ and are first in a pair or in the data. With regular, the first pair has as many elements in each iteration.
func (l *lifter) levels(c *context, z *syntax.Binding, at []int, parts []syntax.Expr, regular bool) (list []level) {
	if regular {
		end := z.Type.Regular()
		t := &syntax.Type{Dims: z.Type.Dims[1:end]}
		vs := l.values(c, false, []wanted{{l.of(z, "sizes"), parts[0], t, 0}, {l.of(z, "offsets"), parts[1], t, 0}})
		list, parts = append(list, level{arrays: []*syntax.Binding{vs[0].data, vs[1].data}}), parts[2:]
		at = append([]int{end}, at...)
	}
	for k, from := range at {
		if k+1 < len(at) {
			list = append(list, l.pair(c, z, z.Type.Dims[from+1:at[k+1]], parts[:2]))
			parts = parts[2:]
		} else {
			list = append(list, l.datum(c, z, z.Type.Dims[from+1:], parts[0]))
		}
	}
	return list
}

// pair are the sizes and offsets of the rows in each iteration, with some number of iterations each. rest are their other sizes.
func (l *lifter) pair(c *context, z *syntax.Binding, rest, parts []syntax.Expr) level {
	size := l.typeOf(parts[0]).Dims[0]
	t := arrayType(syntax.Int, append([]syntax.Expr{size}, rest...)...)
	sizes := l.rows(c, wanted{l.of(z, "sizes"), parts[0], t, 1}, true)
	offsets := l.rows(c, wanted{l.of(z, "offsets"), parts[1], t, 1}, true)
	n := l.flush(c, atom(called(z, "sizes"), size, intType()))[0]
	return level{arrays: []*syntax.Binding{sizes.data, offsets.data}, sizes: n, offsets: sizes.offsets, layout: sizes.layout}
}

// datum is the data of all iterations. rest are the sizes after the first.
func (l *lifter) datum(c *context, z *syntax.Binding, rest []syntax.Expr, x syntax.Expr) level {
	size := atom(called(z, "sizes"), l.typeOf(x).Dims[0], intType())
	t := arrayType(z.Type.Elem, append([]syntax.Expr{size.x}, rest...)...)
	if v := l.variable(x); v == nil || !isSegments(v) {
		if o, ok := l.origin(c, x, 1); ok && l.alike(o.data, wanted{z, x, t, 1}) {
			if o.offsets != nil && o.in == c {
				return level{arrays: []*syntax.Binding{o.data}, sizes: l.flush(c, size)[0], offsets: o.offsets}
			}
			got := l.flush(c, size, computed(called(z, "offsets"), o.base))
			return level{arrays: []*syntax.Binding{o.data}, sizes: got[0], offsets: got[1], common: v == nil}
		}
	}
	s := l.rows(c, wanted{z, x, t, 1}, false)
	return level{arrays: []*syntax.Binding{s.data}, sizes: l.flush(c, size)[0], offsets: s.offsets}
}

func isSegments(v *variable) bool {
	_, ok := v.place.(segments)
	return ok
}

// shifted are the offsets of a level: those of each iteration begin where its part of the next level does.
func (l *lifter) shifted(c *context, y, next level) *syntax.Binding {
	offsets := y.arrays[1]
	if next.common {
		return offsets
	}
	in := c
	if y.layout != nil {
		in = l.elements(c, y.layout)
	}
	t := &syntax.Type{Dims: offsets.Type.Dims[1:]}
	return l.flush(in, want{name: offsets.Name, t: t, get: func(r *row) syntax.Expr {
		begin := r.int("begin", minus(r.element("begin", next.offsets, r.iteration(c)), constant(1)))
		return r.each(t.Dims, []syntax.Expr{r.iteration(in)}, func(r *row, at []syntax.Expr) syntax.Expr {
			return r.int("offset", plus(r.element("offset", offsets, at...), begin))
		})
	}})[0]
}

// each is a kernel nest over some sizes, of ints. at are the indices around it.
func (r *row) each(dims, at []syntax.Expr, f func(r *row, at []syntax.Expr) syntax.Expr) syntax.Expr {
	if len(dims) == 0 {
		return f(r, at)
	}
	in, j := r.inner(), r.l.binding(r.at, "j", nil)
	res := in.each(dims[1:], append(at[:len(at):len(at)], j.Use()), f)
	return r.let("row", arrayType(syntax.Int, dims...), &syntax.Kernel{Span: r.at, Index: []syntax.Bound{{X: j, N: dims[0]}},
		Body: &syntax.Body{Span: r.at, Stms: in.stms, Res: []syntax.Expr{res}}})
}

// plain are the rows with the parts that finish wants. A row that is one plain array, but wanted as an irregular one, gets sizes and
// offsets, by statements that are returned.
func (l *lifter) plain(c *context, b *syntax.Body, rows []Row) (parts [][]syntax.Expr, stms []syntax.Stm) {
	for _, z := range rows {
		if len(z.Parts) == rowParts(z.Z.Type) {
			parts = append(parts, z.Parts)
			continue
		}
		more := &syntax.Body{}
		parts = append(parts, l.divided(more, z.Z, z.Parts[0], b))
		stms = append(stms, more.Stms...)
	}
	return parts, stms
}

// rowParts is how many arrays a row of an array consists of.
func rowParts(t *syntax.Type) int {
	if n := Parts(t); n > 1 && t.Regular() == 1 {
		return n - 2
	}
	return Parts(t)
}

// divided are the parts of an irregular array that has the rows of a plain one.
func (l *lifter) divided(to *syntax.Body, z *syntax.Binding, x syntax.Expr, b *syntax.Body) (parts []syntax.Expr) {
	t := typeIn(b, x)
	if t == nil {
		t = l.typeOf(x)
	}
	before := 0 // how many sizes are one already
	dims := t.Dims
	for _, p := range irregular(z.Type) {
		if p == 1 {
			continue
		}
		n := p - 1 - before // how many sizes the arrays have
		size := dims[n]
		at := arrayType(syntax.Int, dims[:n]...)
		parts = append(parts,
			l.filledWith(to, l.of(z, "sizes"), at, func(*syntax.Body, []syntax.Expr) syntax.Expr { return size }),
			l.filledWith(to, l.of(z, "offsets"), at, func(in *syntax.Body, js []syntax.Expr) syntax.Expr {
				var e syntax.Expr = constant(0)
				for k, j := range js {
					if k > 0 {
						e = times(e, dims[k])
					}
					e = plus(e, minus(j, constant(1)))
				}
				return add(l, in, z.Span, "offset", intType(), plus(times(e, size), constant(1)))
			}))
		total := add(l, to, z.Span, "size", intType(), product(dims[:n+1]))
		dims = append([]syntax.Expr{total}, dims[n+1:]...)
		before += n
	}
	return append(parts, add(l, to, z.Span, z.Name, arrayType(t.Elem, dims...), &syntax.Reshape{Span: z.Span, Dims: dims, X: x}))
}

// filledWith adds an array whose elements f gives to a body.
func (l *lifter) filledWith(to *syntax.Body, of *syntax.Binding, t *syntax.Type, f func(in *syntax.Body, at []syntax.Expr) syntax.Expr) syntax.Expr {
	z := l.like(of, t)
	to.Stms = append(to.Stms, l.nest(z, len(t.Dims), func(at []syntax.Expr) *syntax.Body {
		in := &syntax.Body{Span: l.at}
		in.Res = []syntax.Expr{f(in, at)}
		return in
	}))
	return z.Use()
}

// typeIn is the type of a variable that a body binds.
func typeIn(b *syntax.Body, x syntax.Expr) *syntax.Type {
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, z := range let.Pat {
				if syntax.IsVar(x, z.ID) {
					return z.Type
				}
			}
		}
	}
	return nil
}
