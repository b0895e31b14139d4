package flatten

import "funmem/semantics/syntax"

// An element, or a part, of an array that lies in flat data is read there, without the array itself.

// direct is what a let has instead of x[at, …], where x is part of a larger array; nil if it is not.
func (r *row) direct(s *syntax.Let) syntax.Expr {
	x, ix := indexed(s.Exp)
	if x == nil {
		return nil
	}
	v := r.l.variable(x)
	if v == nil {
		return nil
	}
	if f := r.flat[v.b.ID]; f != nil && f.row != nil {
		return part(s.Exp.GetSpan(), f.data, append([]syntax.Ix{fixed(f.row)}, r.ixs(ix)...))
	} else if f != nil {
		return r.within(s, f, v, ix, nil)
	}
	if _, ok := r.known[v.b.ID]; ok {
		return nil
	}
	switch p := v.place.(type) {
	case stored:
		return part(s.Exp.GetSpan(), p.array.Use(), append([]syntax.Ix{fixed(r.iteration(v.in))}, r.ixs(ix)...))
	case segments:
		return r.within(s, nil, v, ix, &p)
	case repeated:
		if f := r.sliced(v); f != nil {
			return r.within(s, f, v, ix, nil)
		}
	}
	return nil
}

// sliced is an array of one dimension that is a slice of an array outside, or of flat data; nil for another array.
func (r *row) sliced(v *variable) *flat {
	if f, ok := r.slices[v.b.ID]; ok {
		return f
	}
	if !r.l.isSliced(v) {
		return nil
	}
	o, ok := r.l.origin(r.c, v.b.Use(), 1)
	if !ok {
		return nil
	}
	r.slices[v.b.ID] = &flat{data: o.data.Use(), t: o.data.Type, base: o.base(r), lead: 1}
	return r.slices[v.b.ID]
}

// isSliced tells whether a variable is a slice of slices of an array outside, or of flat data, all of one dimension.
func (l *lifter) isSliced(v *variable) bool {
	p, ok := v.place.(repeated)
	if !ok {
		_, ok := v.place.(segments)
		return ok
	}
	e, ok := p.s.stm.(*syntax.Let).Exp.(*syntax.Slice)
	if !ok || l.typeOf(e.X).Rank() != 1 || v.b.Type.Rank() != 1 {
		return false
	}
	x := l.variable(e.X)
	return x == nil || l.isSliced(x)
}

// indexed are the array and the indices of x[at, …]. x is nil for another expression.
func indexed(e syntax.Expr) (x syntax.Expr, ix []syntax.Ix) {
	switch e := e.(type) {
	case *syntax.Index:
		for _, y := range e.At {
			ix = append(ix, fixed(y))
		}
		return e.X, ix
	case *syntax.Slice:
		return e.X, e.At
	}
	return nil, nil
}

// ixs are indices with the values of the row.
func (r *row) ixs(ix []syntax.Ix) (list []syntax.Ix) {
	for _, i := range ix {
		c := syntax.Ix{Span: i.Span, Kind: i.Kind, Off: r.optional(i.Off), Size: r.optional(i.Size), Stride: r.optional(i.Stride)}
		for _, d := range i.Dims {
			c.Dims = append(c.Dims, syntax.LMADDim{Size: r.get(d.Size), Stride: r.get(d.Stride)})
		}
		list = append(list, c)
	}
	return list
}

// optional is the value of an atom, if there is one.
func (r *row) optional(e syntax.Expr) syntax.Expr {
	if e == nil {
		return nil
	}
	return r.get(e)
}

// within is x[at, …] in flat data: f, or p. The sizes that are one in data must be fixed; otherwise it is nil.
func (r *row) within(s *syntax.Let, f *flat, v *variable, ix []syntax.Ix, p *segments) syntax.Expr {
	lead := 0
	if f != nil {
		lead = f.lead
	} else {
		lead = p.lead
	}
	if !areFixed(ix[:lead]) {
		return nil
	}
	if p != nil && r.aligned(v, p, ix[:lead]) {
		q := r.iteration(r.l.variable(ix[lead-1].Off).in)
		return part(s.Exp.GetSpan(), p.data.Use(), append([]syntax.Ix{fixed(q)}, r.ixs(ix[lead:])...))
	}
	if f == nil {
		f = p.flat(r, v)
	}
	at := r.place(s, f, v, ix[:lead])
	return part(s.Exp.GetSpan(), f.data, append([]syntax.Ix{fixed(at)}, r.ixs(ix[lead:])...))
}

// aligned tells whether indices are those of the inner kernels around, over all of an array whose rows lie one after the other:
// then the element has the number of the iteration.
func (r *row) aligned(v *variable, p *segments, ix []syntax.Ix) bool {
	if p.layout == nil {
		return false
	}
	c := v.in
	for k, i := range ix {
		x := r.l.variable(i.Off)
		if x == nil || !r.l.runs(x, v.b.Type.Dims[k]) || x.in.up.numbered() != c.numbered() {
			return false
		}
		c = x.in
	}
	return true
}

// numbered is the context whose iterations have the same numbers: the outermost one.
func (c *context) numbered() *context {
	for c.up != nil && c.from == nil {
		c = c.up
	}
	return c
}

// runs tells whether a variable is the index of an inner kernel that goes up to a size.
func (l *lifter) runs(x *variable, size syntax.Expr) bool {
	_, ok := x.place.(index)
	return ok && l.same(x.in.bound, size)
}

// place is the position in data of an element of an array, or of the part with these first indices. It checks that they are
// within the array, unless that is known.
func (r *row) place(s *syntax.Let, f *flat, v *variable, ix []syntax.Ix) syntax.Expr {
	var offset syntax.Expr = constant(0)
	for k, i := range ix {
		size, e := v.b.Type.Dims[k], r.get(i.Off)
		if x := r.l.variable(i.Off); !r.l.inside[s] && (x == nil || !r.l.runs(x, size)) {
			r.bounds(s, v, k, e, r.get(size))
		}
		if k > 0 {
			offset = times(offset, r.get(size))
		}
		offset = plus(offset, minus(e, constant(1)))
	}
	return r.int("at", plus(f.base, offset))
}

// bounds checks that an index is between 1 and a size, unless it has done so.
func (r *row) bounds(s *syntax.Let, v *variable, k int, e, size syntax.Expr) {
	pair := [2]string{syntax.Line(e), syntax.Line(size)}
	if r.bounded[pair] {
		return
	}
	r.bounded[pair] = true
	in := r.int("inside", inside(e, size))
	r.stms = append(r.stms, outOfBounds(s.Span, in, v.b.Written(), k, e, size))
}
