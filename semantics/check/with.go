package check

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// tWith is T-WITH and T-MEM-WITH (ours): x is an array, each of its dimensions
// gets one index of ints, and v has the type of x[ix, …]. The result has the type
// of x; in FUNMEM it is x itself: it lies in its block, at its LMAD.
func (c *Context) tWith(e *syntax.With) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-WITH", "`with`", e.X)
	if d != nil {
		return nil, d
	}
	if len(e.At) != x.Rank() {
		return nil, c.boundAt(c.rank("T-WITH", e.Span, e.X, x, len(e.At)), e.X)
	}
	dims, d := c.ranges("T-WITH", e.At)
	if d != nil {
		return nil, d
	}
	v, d := c.typeOf("T-WITH", e.V)
	if d != nil {
		return nil, d
	}
	part := &syntax.Type{Elem: x.Elem, Dims: dims}
	if v.Elem != part.Elem || v.Rank() != part.Rank() {
		d := c.refuse("T-WITH", e.V.GetSpan(), "this `with` changes a part of type %s, but `%s` is of type %s", c.Show(part), c.Show(e.V), c.Show(v.Bare()))
		return nil, c.Converts(c.boundAt(d, e.V), e.V, v, part)
	}
	for k := range dims {
		if d := c.SameSize("T-WITH", e.V.GetSpan(), v.Dims[k], dims[k], SizeOf(k, "what `with` puts into `"+c.Show(e.X)+"`", len(dims))); d != nil {
			return nil, d
		}
	}
	c.apply("T-WITH")
	return c.derived(x, x.Dims, func(l *syntax.LMAD) *syntax.LMAD {
		c.apply("T-MEM-WITH")
		return l
	}), nil
}

// ranges are the sizes that the indices of a slice keep; offsets, sizes and
// strides are ints.
func (c *Context) ranges(rule string, at []syntax.Ix) ([]syntax.Expr, *diag.Diagnostic) {
	var dims []syntax.Expr
	for _, ix := range at {
		for _, y := range []struct {
			what string
			e    syntax.Expr
		}{{"the offset of a slice", ix.Off}, {"the size of a slice", ix.Size}, {"the stride of a slice", ix.Stride}} {
			if y.e == nil {
				continue
			}
			if d := c.int(rule, y.what, y.e); d != nil {
				return nil, d
			}
		}
		if ix.Kind == syntax.IxRange {
			dims = append(dims, ix.Size)
		}
		for _, f := range ix.Dims {
			if d := c.int(rule, "a size of a flat slice", f.Size); d != nil {
				return nil, d
			}
			if d := c.int(rule, "a stride of a flat slice", f.Stride); d != nil {
				return nil, d
			}
			dims = append(dims, f.Size)
		}
	}
	return dims, nil
}
