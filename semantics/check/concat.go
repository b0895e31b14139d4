package check

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// tConcat is T-CONCAT (ours): arrays of one rank and with rows of one type; the
// outer size is the sum of theirs. In FUNMEM the result is fresh (T-MEM-FRESH).
func (c *Context) tConcat(e *syntax.Concat) (*syntax.Type, *diag.Diagnostic) {
	first, d := c.array("T-CONCAT", "concat", e.Xs[0])
	if d != nil {
		return nil, d
	}
	outer := first.Dims[0]
	for _, x := range e.Xs[1:] {
		t, d := c.array("T-CONCAT", "concat", x)
		if d != nil {
			return nil, d
		}
		if t.Elem != first.Elem || t.Rank() != first.Rank() {
			d := c.refuse("T-CONCAT", x.GetSpan(), "`%s` is of type %s, but the first operand of this concat is of type %s",
				c.Show(x), c.Show(t.Bare()), c.Show(first.Bare()))
			for _, none := range [][2]*syntax.Type{{t, first}, {first, t}} {
				if k, ok := none[0].Dims[0].(*syntax.IntLit); ok && k.Val.IsZero() {
					d.Helpf("an array without elements says of which type they would be: `%s`", c.Empty(none[1]))
				}
			}
			return nil, c.Converts(c.boundAt(c.boundAt(d, x), e.Xs[0]).Note(e.Xs[0].GetSpan(), "the first operand"), x, t, first)
		}
		for k := 1; k < t.Rank(); k++ {
			if d := c.SameSize("T-CONCAT", x.GetSpan(), t.Dims[k], first.Dims[k], "the operands of a concat have rows of one shape"); d != nil {
				return nil, d
			}
		}
		outer = &syntax.Binary{Span: e.Span, Op: syntax.Add, X: outer, Y: t.Dims[0]}
	}
	c.apply("T-CONCAT")
	return &syntax.Type{Elem: first.Elem, Dims: append([]syntax.Expr{outer}, first.Dims[1:]...)}, nil
}
