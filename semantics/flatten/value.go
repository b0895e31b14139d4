package flatten

import "funmem/semantics/syntax"

// value is what all iterations of a context have for an atom, outside.
type value struct {
	data *syntax.Binding // an array with an element or a row for each iteration; or flat data
	segs *segments       // where the rows are, for an array with a size that differs
}

// values are the values of atoms of a context. types are what they are wanted as: the sizes that are known outside are to be
// sizes of the arrays. With dense, rows that differ in size lie one after the other.
func (l *lifter) values(c *context, names []string, types []*syntax.Type, xs []syntax.Expr, dense bool) []value {
	vs := make([]value, len(xs))
	for k, x := range xs {
		if lead := l.lead(types[k].Dims); lead > 0 {
			s := l.rows(c, names[k], x, types[k], lead, dense)
			vs[k] = value{data: s.data, segs: &s}
		}
	}
	var wants []want
	for k, x := range xs {
		if vs[k].segs == nil {
			wants = append(wants, atom(names[k], x, types[k]))
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
func (l *lifter) rows(c *context, name string, x syntax.Expr, t *syntax.Type, lead int, dense bool) segments {
	if v := l.variable(x); v != nil && v.in == c {
		if p, ok := v.place.(segments); ok && p.lead == lead && (!dense || p.layout != nil && l.allSame(p.layout.dims, t.Dims[:lead])) {
			return p
		}
	}
	if !dense {
		if p, ok := l.shared(c, name, x, lead); ok {
			return p
		}
	}
	return l.copied(c, name, x, t, lead)
}

// copied is a copy of an array whose rows lie one after the other.
func (l *lifter) copied(c *context, name string, x syntax.Expr, t *syntax.Type, lead int) segments {
	z := l.binding(l.at, name, t)
	l.bind(c, z, nil)
	res := c.res
	c.res = append(append([]syntax.Expr{x}, res...), t.Dims...)
	s := l.nest(z, lead, func(at []syntax.Expr) *syntax.Body { return l.reading(z.Span, x, at) })
	l.kernel(c, s, s.Exp.(*syntax.Kernel))
	c.res = res
	return l.vars[z.ID].place.(segments)
}
