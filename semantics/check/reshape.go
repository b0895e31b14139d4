package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// tReshape is T-RESHAPE and T-MEM-RESHAPE (ours): the sizes are ints, and their
// product is that of the sizes of x. In FUNMEM the LMAD of x is row-major over
// the dimensions that are merged.
func (c *Context) tReshape(e *syntax.Reshape) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-RESHAPE", "reshape", e.X)
	if d != nil {
		return nil, d
	}
	for _, size := range e.Dims {
		if d := c.int("T-RESHAPE", "a size of a reshape", size); d != nil {
			return nil, d
		}
	}
	why := fmt.Sprintf("reshape keeps the number of elements of `%s`", c.Show(e.X))
	if d := c.SameSize("T-RESHAPE", e.Span, lmad.Count(x.Dims), lmad.Count(e.Dims), why); d != nil {
		return nil, d
	}
	c.apply("T-RESHAPE")
	return c.tMemReshape(e, x)
}

// tMemReshape is T-MEM-RESHAPE: reshapeᶠ(L, d, …), which not every L has.
func (c *Context) tMemReshape(e *syntax.Reshape, x *syntax.Type) (*syntax.Type, *diag.Diagnostic) {
	if !c.env.mem || x.Mem == nil {
		return &syntax.Type{Elem: x.Elem, Dims: e.Dims}, nil
	}
	l, ok := lmad.Reshape(nil, x.Mem.L, e.Dims) // as FUN -> FUNMEM derives it
	if !ok {
		l, ok = lmad.Reshape(c.sizes, x.Mem.L, e.Dims)
	}
	if !ok {
		d := c.refuse("T-MEM-RESHAPE", e.Span, "`%s` lies at %s, which is not row-major over the dimensions that this reshape merges",
			c.Show(e.X), c.Show(x.Mem.L))
		return nil, c.boundAt(d, e.X).Helpf("copy it to a block of its own first")
	}
	return c.derived(x, e.Dims, func(*syntax.LMAD) *syntax.LMAD {
		c.apply("T-MEM-RESHAPE")
		return l
	}), nil
}
