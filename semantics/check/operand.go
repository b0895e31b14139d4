package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// rank is the premise that x of type t gets one index for each dimension. n is the number of
// indices.
func (c *Context) rank(rule string, at diag.Span, x syntax.Expr, t *syntax.Type, n int) *diag.Diagnostic {
	if n == t.Rank() {
		return nil
	}
	d := c.refuse(rule, at, "`%s` of type %s has %s, but %s given", c.Show(x), c.Show(t.Bare()),
		diag.Count(t.Rank(), "dimension"), diag.Plural(n, "index is", "indices are"))
	if n < t.Rank() {
		d.Helpf("`:` keeps a dimension whole, as in `x[1, :]`")
	}
	return c.boundAt(d, x)
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

func tuple(ks []int) string {
	text := "("
	for i, k := range ks {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(k)
	}
	return text + ")"
}

// twoDimensions is the premise that x has two dimensions or more. It belongs to T-TRANSPOSE.
func (c *Context) twoDimensions(e *syntax.Transpose, x *syntax.Type) *diag.Diagnostic {
	if x.Rank() >= 2 {
		return nil
	}
	d := c.boundAt(c.refuse("T-TRANSPOSE", e.Span, "transpose wants two dimensions or more, but `%s` is of type %s",
		c.Show(e.X), c.Show(x.Bare())), e.X)
	if x.Rank() == 1 {
		d.Helpf("`reshape((length(%s), 1), %s)` makes a column of it", c.Show(e.X), c.Show(e.X))
	}
	return d
}

// permuted is the premise that each dimension of x is named once. It belongs to T-PERMUTE. It
// returns the sizes in their new order.
func (c *Context) permuted(e *syntax.Permute, x *syntax.Type) ([]syntax.Expr, *diag.Diagnostic) {
	seen := make([]bool, x.Rank()+1)
	dims := make([]syntax.Expr, 0, x.Rank())
	for _, p := range e.Perm {
		if p < 1 || p > x.Rank() || seen[p] {
			dims = nil
			break
		}
		seen[p] = true
		dims = append(dims, x.Dims[p-1])
	}
	if len(dims) == x.Rank() {
		c.also("p₁, …, p_n are 1, …, n in some order", "%s are 1, …, %d in some order", tuple(e.Perm), x.Rank())
		return dims, nil
	}
	return nil, c.boundAt(c.refuse("T-PERMUTE", e.Span, "permute wants each dimension from 1 to %d once, and found %s",
		x.Rank(), tuple(e.Perm)), e.X)
}

// inFUNMEM is the premise that Γ knows where arrays lie. It belongs to T-MEM-CLAIM.
func (c *Context) inFUNMEM(e *syntax.Claim) *diag.Diagnostic {
	if c.env.mem {
		return nil
	}
	return c.refuse("T-MEM-CLAIM", e.Span, "`%s` says where an array lies, and this program says nothing of memory", c.Show(e)).
		Helpf("write where all arrays lie, as `:mem` and `funmem lower --to mem` do, or leave it out")
}

// replicable is the premise that x is a number or an array. It belongs to T-REPLICATE.
func (c *Context) replicable(e *syntax.Replicate, x *syntax.Type) *diag.Diagnostic {
	if x.Elem != syntax.Mem {
		c.member(e.X, x)
		return nil
	}
	return c.boundAt(c.refuse("T-REPLICATE", e.X.GetSpan(), "an element is a number or an array, but `%s` is a block", c.Show(e.X)), e.X)
}

// firstElement is the premise that the first element is a number or an array. It belongs to
// T-LITERAL. It returns the type of the element.
func (c *Context) firstElement(e *syntax.Literal) (*syntax.Type, *diag.Diagnostic) {
	t, d := c.typeOf("T-LITERAL", e.Elems[0])
	if d == nil && t.Elem == syntax.Mem {
		d = c.refuse("T-LITERAL", e.Elems[0].GetSpan(), "an element is a number or an array, but `%s` is a block", c.Show(e.Elems[0]))
	}
	if d == nil {
		c.member(e.Elems[0], t)
	}
	return t, d
}

// element is the premise that x has the type of the first element. It belongs to T-LITERAL.
func (c *Context) element(e *syntax.Literal, x syntax.Expr, first *syntax.Type) *diag.Diagnostic {
	t, d := c.typeOf("T-LITERAL", x)
	if d != nil {
		return d
	}
	if t.Elem != first.Elem || t.Rank() != first.Rank() {
		d := c.refuse("T-LITERAL", x.GetSpan(), "this element is of type %s, but the first one is of type %s",
			c.Show(t.Bare()), c.Show(first.Bare())).Note(e.Elems[0].GetSpan(), "the first element")
		if first.IsNumber() && t.IsNumber() && t.Elem == syntax.F64 {
			return d.Helpf("write %s there", c.asReal(e.Elems[0]))
		}
		return c.Converts(d, x, t, first)
	}
	c.member(x, t)
	for k := range t.Dims {
		if d := c.SameSize("T-LITERAL", x.GetSpan(), t.Dims[k], first.Dims[k], "the rows of an array literal have one size"); d != nil {
			if d.Help == "" && t.Mem == nil {
				irregular := &syntax.Type{Elem: t.Elem, Dims: append([]syntax.Expr{&syntax.IntLit{Val: num.Of(int64(len(e.Elems)))}}, first.Dims...)}
				irregular.Dims[k+1] = &syntax.Irregular{}
				d.Helpf("they may differ where a type says so: `let (x : %s) = …`", c.Show(irregular))
			}
			return d
		}
	}
	return nil
}

// alikeRows is the premise that x, of type t, has rows like those of the first operand. It belongs
// to T-CONCAT.
func (c *Context) alikeRows(e *syntax.Concat, x syntax.Expr, t, first *syntax.Type) *diag.Diagnostic {
	if t.Elem != first.Elem || t.Rank() != first.Rank() {
		d := c.refuse("T-CONCAT", x.GetSpan(), "`%s` is of type %s, but the first operand of this concat is of type %s",
			c.Show(x), c.Show(t.Bare()), c.Show(first.Bare()))
		for _, none := range [][2]*syntax.Type{{t, first}, {first, t}} {
			if k, ok := none[0].Dims[0].(*syntax.IntLit); ok && k.Val.IsZero() {
				d.Helpf("an array without elements names its type: `%s`", c.Empty(none[1]))
			}
		}
		if d.Help == "" && t.Rank() == first.Rank() && t.Elem == syntax.F64 && !c.IsNum(syntax.Int) {
			d.Helpf("write %s; `int(%s)` would be ints, without their fractions", c.asReal(e.Xs[0]), c.Show(x))
		}
		return c.Converts(c.boundAt(c.boundAt(d, x), e.Xs[0]).Note(e.Xs[0].GetSpan(), "the first operand"), x, t, first)
	}
	for k := 1; k < t.Rank(); k++ {
		if d := c.SameSize("T-CONCAT", x.GetSpan(), t.Dims[k], first.Dims[k], "the operands of a concat have rows of one shape"); d != nil {
			return d
		}
	}
	return nil
}

// asManyElements is the premise that the products of the sizes are equal. It belongs to T-RESHAPE.
func (c *Context) asManyElements(e *syntax.Reshape, x *syntax.Type) *diag.Diagnostic {
	why := fmt.Sprintf("reshape keeps the number of elements of `%s`", c.Show(e.X))
	return c.SameSize("T-RESHAPE", e.Span, lmad.Count(x.Dims), lmad.Count(e.Dims), why)
}

// part is the premise that v has the type of the part of x that it replaces. It belongs to T-WITH.
func (c *Context) part(e *syntax.With, want *syntax.Type) *diag.Diagnostic {
	v, d := c.typeOf("T-WITH", e.V)
	if d != nil {
		return d
	}
	if v.Elem != want.Elem || v.Rank() != want.Rank() {
		d := c.refuse("T-WITH", e.V.GetSpan(), "this `with` changes a part of type %s, but `%s` is of type %s", c.Show(want), c.Show(e.V), c.Show(v.Bare()))
		if v.IsNumber() && want.Rank() == 1 {
			d.Helpf("`replicate(%s, %s)` is such an array", c.Show(want.Dims[0]), c.Show(e.V))
		}
		return c.Converts(c.boundAt(d, e.V), e.V, v, want)
	}
	c.member(e.V, v)
	for k := range want.Dims {
		if d := c.SameSize("T-WITH", e.V.GetSpan(), v.Dims[k], want.Dims[k], SizeOf(k, "what `with` puts into `"+c.Show(e.X)+"`", len(want.Dims))); d != nil {
			return d
		}
	}
	return nil
}
