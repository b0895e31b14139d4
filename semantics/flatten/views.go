package flatten

import "funmem/semantics/syntax"

// A row that is only a part of an array from outside, or of an array of all rows, shares its elements: nothing is copied.

// origin is an array in the flat data of another one: its first element is at base, from 1, in units of data.
type origin struct {
	data    *syntax.Binding
	base    func(r *row) syntax.Expr
	offsets *syntax.Binding // base for all iterations of a context, if there is an array of them
	in      *context
}

// origin is where an array lies, with its first sizes, lead of them, as one in data.
func (l *lifter) origin(c *context, x syntax.Expr, lead int) (origin, bool) {
	v := l.variable(x)
	if v == nil {
		t := l.typeOf(l.settled(x))
		return origin{data: l.flattened(x.(*syntax.Var), t, lead), base: func(*row) syntax.Expr { return constant(1) }}, true
	}
	switch p := v.place.(type) {
	case stored:
		return l.ofStored(v, p, lead), true
	case segments:
		return l.ofSegments(v, p, lead)
	case repeated:
		switch e := p.s.stm.(*syntax.Let).Exp.(type) {
		case *syntax.Slice:
			return l.ofSlice(c, e, lead)
		case *syntax.Reshape:
			if lead == len(e.Dims) {
				return l.origin(c, e.X, l.typeOf(e.X).Rank())
			}
		}
	}
	return origin{}, false
}

// flattened is an array outside, with its first sizes as one.
func (l *lifter) flattened(x *syntax.Var, t *syntax.Type, lead int) *syntax.Binding {
	x = l.settled(x).(*syntax.Var)
	if lead == 1 {
		return &syntax.Binding{Span: x.Span, Name: x.Name, ID: x.ID, Type: t}
	}
	dims := append([]syntax.Expr{l.outerInt("size", product(t.Dims[:lead]))}, t.Dims[lead:]...)
	return l.let(l.at, x.Name, arrayType(t.Elem, dims...), &syntax.Reshape{Span: l.at, Dims: dims, X: x})
}

// ofStored is where the rows of an array lie that has one for each iteration.
func (l *lifter) ofStored(v *variable, p stored, lead int) origin {
	size := l.outerInt("size", product(p.array.Type.Dims[1:lead+1]))
	return origin{data: l.flattened(p.array.Use(), p.array.Type, lead+1), base: func(r *row) syntax.Expr {
		return r.int("offset", plus(times(minus(r.iteration(v.in), constant(1)), size), constant(1)))
	}}
}

// ofSegments is where segments lie, with more of their sizes as one if need be.
func (l *lifter) ofSegments(v *variable, p segments, lead int) (origin, bool) {
	if lead < p.lead {
		return origin{}, false
	}
	more := lead - p.lead
	size := l.outerInt("size", product(p.data.Type.Dims[1:1+more]))
	if more == 0 {
		return origin{p.data, func(r *row) syntax.Expr { return r.offset(v.in, p.offsets) }, p.offsets, v.in}, true
	}
	return origin{data: l.flattened(p.data.Use(), p.data.Type, 1+more), base: func(r *row) syntax.Expr {
		o := r.offset(v.in, p.offsets)
		return r.int("offset", plus(times(minus(o, constant(1)), size), constant(1)))
	}}, true
}

// ofSlice is where a slice lies that fixes some dimensions, keeps a range of the next one, and the others whole.
func (l *lifter) ofSlice(c *context, e *syntax.Slice, lead int) (origin, bool) {
	dims := l.typeOf(e.X).Dims
	k := 0
	for e.At[k].Kind == syntax.IxFix {
		k++
	}
	if e.At[k].Kind != syntax.IxRange || e.At[k].Stride != nil && !isConstant(l.settled(e.At[k].Stride), 1) {
		return origin{}, false
	}
	for j, i := range e.At[k+1:] {
		if i.Kind != syntax.IxRange || !isConstant(l.settled(i.Off), 1) || !l.same(i.Size, dims[k+1+j]) || i.Stride != nil && !isConstant(l.settled(i.Stride), 1) {
			return origin{}, false
		}
	}
	o, ok := l.origin(c, e.X, k+lead)
	if !ok {
		return origin{}, false
	}
	if k == 0 && isConstant(l.settled(e.At[0].Off), 1) {
		return o, true
	}
	return origin{data: o.data, base: func(r *row) syntax.Expr {
		var at syntax.Expr = constant(0)
		for j, i := range e.At[:k+lead] {
			if j > 0 {
				at = times(at, r.get(dims[j]))
			}
			if j <= k {
				at = plus(at, minus(r.get(i.Off), constant(1)))
			}
		}
		return r.int("offset", plus(o.base(r), at))
	}}, true
}
