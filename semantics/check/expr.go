package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// Leaf is the type of a core expression that has no body: Γ ⊢ e : τ. A derived
// array gets the memory part that it must have (Fig. 8), a fresh one none.
func (c *Context) Leaf(e syntax.Expr) (*syntax.Type, *diag.Diagnostic) {
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		return c.Scalar(e)
	case *syntax.Index:
		return c.tIndex(e)
	case *syntax.Slice:
		return c.tSlice(e)
	case *syntax.Transpose:
		return c.tTranspose(e)
	case *syntax.Permute:
		return c.tPermute(e)
	case *syntax.Reverse:
		return c.tReverse(e)
	case *syntax.Claim:
		return c.tClaim(e)
	case *syntax.Iota:
		return c.tIota(e)
	case *syntax.Copy:
		return c.tCopy(e)
	case *syntax.Replicate:
		return c.tReplicate(e)
	case *syntax.Scratch:
		return c.tScratch(e)
	case *syntax.Literal:
		return c.tLiteral(e)
	case *syntax.Concat:
		return c.tConcat(e)
	case *syntax.Reshape:
		return c.tReshape(e)
	case *syntax.With:
		return c.tWith(e)
	case *syntax.Alloc:
		return c.tAlloc(e)
	}
	panic(fmt.Sprintf("check: %T is not a core expression without a body", e))
}

// tIndex is T-INDEX (Fig. 3): (y : [z₁, …, zₙ]) ∈ Γ, (yᵢ : int) ∈ Γ.
func (c *Context) tIndex(e *syntax.Index) (*syntax.Type, *diag.Diagnostic) {
	y, d := c.array("T-INDEX", "indexing", e.X)
	if d != nil {
		return nil, d
	}
	if len(e.At) != y.Rank() {
		return nil, c.boundAt(c.rank("T-INDEX", e.Span, e.X, y, len(e.At)), e.X)
	}
	for _, yi := range e.At {
		if d := c.int("T-INDEX", "an index", yi); d != nil {
			return nil, d
		}
	}
	c.apply("T-INDEX")
	return scalarType(y.Elem), nil
}

// rank is the message about a wrong number of indices.
func (c *Context) rank(rule string, at diag.Span, x syntax.Expr, t *syntax.Type, n int) *diag.Diagnostic {
	d := c.refuse(rule, at, "`%s` of type %s has %s, but %s given", c.Show(x), c.Show(t.Bare()),
		diag.Count(t.Rank(), "dimension"), diag.Plural(n, "index is", "indices are"))
	if n < t.Rank() {
		d.Helpf("`:` keeps a dimension whole, as in `x[1, :]`")
	}
	return d
}

// derived is the type of an array made from x by an index transformation: in
// FUNMEM it lies in the block of x, at the LMAD that f makes of x's.
func (c *Context) derived(x *syntax.Type, dims []syntax.Expr, f func(*syntax.LMAD) *syntax.LMAD) *syntax.Type {
	t := &syntax.Type{Elem: x.Elem, Dims: dims}
	if c.env.mem && x.Mem != nil {
		t.Mem = &syntax.MemAnn{Block: x.Mem.Block, L: f(x.Mem.L)}
	}
	return t
}

// tSlice is T-SLICE (Fig. 3) and T-MEM-SLICE: the offsets and sizes are ints,
// one index for each dimension; sliceᶠ(L, …).
func (c *Context) tSlice(e *syntax.Slice) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-SLICE", "slicing", e.X)
	if d != nil {
		return nil, d
	}
	if len(e.At) != x.Rank() {
		return nil, c.boundAt(c.rank("T-SLICE", e.Span, e.X, x, len(e.At)), e.X)
	}
	dims, d := c.ranges("T-SLICE", e.At)
	if d != nil {
		return nil, d
	}
	c.apply("T-SLICE")
	return c.derived(x, dims, func(l *syntax.LMAD) *syntax.LMAD {
		c.apply("T-MEM-SLICE")
		return lmad.Slice(l, e.At)
	}), nil
}

// tTranspose is T-TRANSPOSE (Fig. 3) and T-MEM-TRANSPOSE.
func (c *Context) tTranspose(e *syntax.Transpose) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-TRANSPOSE", "transpose", e.X)
	if d != nil {
		return nil, d
	}
	if x.Rank() < 2 {
		return nil, c.boundAt(c.refuse("T-TRANSPOSE", e.Span, "transpose wants two dimensions or more, but `%s` is of type %s",
			c.Show(e.X), c.Show(x.Bare())), e.X)
	}
	dims := append([]syntax.Expr{x.Dims[1], x.Dims[0]}, x.Dims[2:]...)
	c.apply("T-TRANSPOSE")
	return c.derived(x, dims, func(l *syntax.LMAD) *syntax.LMAD {
		c.apply("T-MEM-TRANSPOSE")
		return lmad.Transpose(l)
	}), nil
}

// tPermute is T-PERMUTE and T-MEM-PERMUTE (ours).
func (c *Context) tPermute(e *syntax.Permute) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-PERMUTE", "permute", e.X)
	if d != nil {
		return nil, d
	}
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
	if len(dims) != x.Rank() {
		return nil, c.boundAt(c.refuse("T-PERMUTE", e.Span, "permute wants each dimension from 1 to %d once, and found %s",
			x.Rank(), tuple(e.Perm)), e.X)
	}
	c.apply("T-PERMUTE")
	return c.derived(x, dims, func(l *syntax.LMAD) *syntax.LMAD {
		c.apply("T-MEM-PERMUTE")
		return lmad.Permute(l, e.Perm)
	}), nil
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

// tReverse is T-REVERSE and T-MEM-REVERSE (ours).
func (c *Context) tReverse(e *syntax.Reverse) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-REVERSE", "reverse", e.X)
	if d != nil {
		return nil, d
	}
	c.apply("T-REVERSE")
	return c.derived(x, x.Dims, func(l *syntax.LMAD) *syntax.LMAD {
		c.apply("T-MEM-REVERSE")
		return lmad.Reverse(l)
	}), nil
}

// tClaim is T-MEM-CLAIM (ours): x is an array. Where it is claimed to lie, the type of
// the binder says, which has its elements and sizes, any block in scope and any LMAD.
func (c *Context) tClaim(e *syntax.Claim) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-MEM-CLAIM", "claim", e.X)
	if d != nil {
		return nil, d
	}
	if !c.env.mem {
		return nil, c.refuse("T-MEM-CLAIM", e.Span, "`%s` says where an array lies, and this program says nothing of memory", c.Show(e)).
			Helpf("write where all arrays lie, as `:mem` and `funmem lower --to mem` do, or leave it out")
	}
	c.apply("T-MEM-CLAIM")
	return x.Bare(), nil
}

// tIota is T-IOTA (ours): kernel i <= n do in (i).
func (c *Context) tIota(e *syntax.Iota) (*syntax.Type, *diag.Diagnostic) {
	if d := c.int("T-IOTA", "the length of an iota", e.N); d != nil {
		return nil, d
	}
	c.apply("T-IOTA")
	return &syntax.Type{Dims: []syntax.Expr{e.N}}, nil
}

// tCopy is T-COPY (ours).
func (c *Context) tCopy(e *syntax.Copy) (*syntax.Type, *diag.Diagnostic) {
	x, d := c.array("T-COPY", "copy", e.X)
	if d != nil {
		return nil, d
	}
	c.apply("T-COPY")
	return x.Bare(), nil
}

// tReplicate is T-REPLICATE (ours): kernel i <= n do in (x).
func (c *Context) tReplicate(e *syntax.Replicate) (*syntax.Type, *diag.Diagnostic) {
	if d := c.int("T-REPLICATE", "the count of a replicate", e.N); d != nil {
		return nil, d
	}
	x, d := c.typeOf("T-REPLICATE", e.X)
	if d != nil {
		return nil, d
	}
	if x.Elem == syntax.Mem {
		return nil, c.boundAt(c.refuse("T-REPLICATE", e.X.GetSpan(), "an element is a number or an array, but `%s` is a block", c.Show(e.X)), e.X)
	}
	c.apply("T-REPLICATE")
	return &syntax.Type{Elem: x.Elem, Dims: append([]syntax.Expr{e.N}, x.Dims...)}, nil
}

// tScratch is T-SCRATCH (ours): the sizes are ints.
func (c *Context) tScratch(e *syntax.Scratch) (*syntax.Type, *diag.Diagnostic) {
	for _, d := range e.Dims {
		if d := c.int("T-SCRATCH", "a size of a scratch array", d); d != nil {
			return nil, d
		}
	}
	c.apply("T-SCRATCH")
	return &syntax.Type{Elem: e.Elem, Dims: e.Dims}, nil
}

// tLiteral is T-LITERAL (ours): all elements have the type of the first.
func (c *Context) tLiteral(e *syntax.Literal) (*syntax.Type, *diag.Diagnostic) {
	n := lmad.Const(len(e.Elems))
	if len(e.Elems) == 0 {
		c.apply("T-LITERAL")
		return &syntax.Type{Dims: []syntax.Expr{n}}, nil
	}
	first, d := c.typeOf("T-LITERAL", e.Elems[0])
	if d != nil {
		return nil, d
	}
	if first.Elem == syntax.Mem {
		return nil, c.refuse("T-LITERAL", e.Elems[0].GetSpan(), "an element is a number or an array, but `%s` is a block", c.Show(e.Elems[0]))
	}
	ask := c.env.until.Seldom()
	for _, x := range e.Elems[1:] {
		ask()
		t, d := c.typeOf("T-LITERAL", x)
		if d != nil {
			return nil, d
		}
		if t.Elem != first.Elem || t.Rank() != first.Rank() {
			d := c.refuse("T-LITERAL", x.GetSpan(), "this element is of type %s, but the first one is of type %s",
				c.Show(t.Bare()), c.Show(first.Bare())).Note(e.Elems[0].GetSpan(), "the first element")
			if first.IsNumber() && t.IsNumber() && t.Elem == syntax.F64 {
				return nil, d.Helpf("write %s there", c.asReal(e.Elems[0]))
			}
			return nil, c.Converts(d, x, t, first)
		}
		for k := range t.Dims {
			if d := c.SameSize("T-LITERAL", x.GetSpan(), t.Dims[k], first.Dims[k], "the rows of an array literal have one size"); d != nil {
				return nil, d
			}
		}
	}
	c.apply("T-LITERAL")
	return &syntax.Type{Elem: first.Elem, Dims: append([]syntax.Expr{n}, first.Dims...)}, nil
}

// tAlloc is T-MEM-ALLOC (Fig. 8).
func (c *Context) tAlloc(e *syntax.Alloc) (*syntax.Type, *diag.Diagnostic) {
	if d := c.int("T-MEM-ALLOC", "the size of a block", e.N); d != nil {
		return nil, d
	}
	c.apply("T-MEM-ALLOC")
	return &syntax.Type{Elem: syntax.Mem}, nil
}
