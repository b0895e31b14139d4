package flatten

import "funmem/semantics/syntax"

// value is what all iterations of a context have for an atom, outside.
type value struct {
	data *syntax.Binding // an array with an element or a row for each iteration; or flat data
	segs *segments       // where the rows are, for an array with a size that differs
}

// wanted is an atom of a context, and the type as which it is wanted. Its first sizes, lead of them, are those that differ from
// iteration to iteration; the others are known outside.
type wanted struct {
	of   *syntax.Binding // what it is for: its name, and that of its parts
	x    syntax.Expr
	t    *syntax.Type
	lead int
}

// asWanted are atoms with the types of a pattern that they are values for. The ints of the pattern are the atoms for them.
func (l *lifter) asWanted(pat []*syntax.Binding, xs []syntax.Expr) (list []wanted) {
	by := map[int]syntax.Expr{}
	for k, z := range pat {
		if !z.Type.IsArray() {
			by[z.ID] = xs[k]
		}
	}
	for k, z := range pat {
		list = append(list, wanted{z, xs[k], syntax.Subst(z.Type.Bare(), by), l.lead(z.Type.Dims)})
	}
	return list
}

// values are the values of atoms of a context. With dense, rows that differ in size lie one after the other.
func (l *lifter) values(c *context, dense bool, ws []wanted) []value {
	vs := make([]value, len(ws))
	for k, w := range ws {
		if w.lead > 0 {
			s := l.rows(c, w, dense)
			vs[k] = value{data: s.data, segs: &s}
		}
	}
	var wants []want
	for k, w := range ws {
		if vs[k].segs == nil {
			wants = append(wants, atom(w.of.Name, w.x, w.t))
		}
	}
	got := l.flush(c, wants...)
	for k := range vs {
		if vs[k].segs == nil {
			vs[k].data, got = got[0], got[1:]
		}
	}
	return vs
}

// rows are the segments of an array with a size that differs, with its first sizes as one in data.
func (l *lifter) rows(c *context, w wanted, dense bool) segments {
	if v := l.variable(w.x); v != nil && v.in.numbered() == c.numbered() {
		if p, ok := v.place.(segments); ok && p.lead == w.lead && l.alike(p.data, w) && (!dense || p.layout != nil && l.allSame(p.layout.dims, w.t.Dims[:w.lead])) {
			return p
		}
	}
	if !dense {
		if o, ok := l.origin(c, w.x, w.lead); ok && l.alike(o.data, w) {
			return segments{offsets: l.offsetsIn(c, w, o), data: o.data, lead: w.lead}
		}
	}
	return l.copied(c, w)
}

// offsetsIn are the offsets of an array where it lies.
func (l *lifter) offsetsIn(c *context, w wanted, o origin) *syntax.Binding {
	if o.offsets != nil && o.in.numbered() == c.numbered() {
		return o.offsets
	}
	return l.flush(c, computed(called(w.of, "offsets"), o.base))[0]
}

// alike tells whether data has the sizes that are wanted of what is not one in it.
func (l *lifter) alike(data *syntax.Binding, w wanted) bool {
	return l.allSame(data.Type.Dims[1:], l.outer(&syntax.Type{Dims: w.t.Dims[w.lead:]}).Dims)
}

// copied is a copy of an array whose rows lie one after the other.
func (l *lifter) copied(c *context, w wanted) segments {
	z := l.like(w.of, w.t)
	l.bind(c, z, nil)
	res := c.res
	c.res = append(append([]syntax.Expr{w.x}, res...), w.t.Dims...)
	s := &syntax.Let{Span: z.Span, Pat: []*syntax.Binding{z}, Exp: &syntax.Copy{Span: z.Span, X: w.x}}
	for _, s := range l.nested(s, w.lead, func(at []syntax.Expr) *syntax.Body { return l.reading(z.Span, w.x, at) }) {
		let := s.(*syntax.Let)
		l.bind(c, let.Pat[0], nil)
		if e, ok := let.Exp.(*syntax.Kernel); ok {
			l.kernel(c, let, e)
		} else {
			l.unboxed(c, let)
		}
	}
	c.res = res
	return l.leading(z, l.vars[z.ID].place.(segments), w.lead)
}

// leading are segments of z in which so many sizes are one in data. A copy leaves a size as it is that is known outside where it is made, while
// it differs where what is copied is wanted: the branches of an if may each know theirs.
func (l *lifter) leading(z *syntax.Binding, p segments, lead int) segments {
	if p.lead == lead {
		return p
	}
	dims := p.data.Type.Dims
	most := 1 + lead - p.lead
	width := l.outerInt("width", product(dims[1:most]))
	t := arrayType(z.Type.Elem, append([]syntax.Expr{l.outerInt(called(z, "total"), times(dims[0], width))}, dims[most:]...)...)
	data := l.let(z.Span, z.Name, t, &syntax.Reshape{Span: z.Span, Dims: t.Dims, X: p.data.Use()})
	offsets := l.each(called(z, "offsets"), p.offsets.Type.Dims[0], intType(), func(r *row, i syntax.Expr) syntax.Expr {
		before := r.int("before", minus(r.element("offset", p.offsets, i), constant(1)))
		return r.int("offset", plus(times(before, width), constant(1)))
	})
	return segments{offsets: offsets, data: data, lead: lead}
}
