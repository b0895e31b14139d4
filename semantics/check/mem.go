package check

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// wellFormed is Γ ⊢ τ: the sizes are ints in scope; in FUNMEM the block is
// bound and the LMAD fits (T-MEM-TYPE, T-MEM-LMAD).
func (c *Context) wellFormed(t *syntax.Type) *diag.Diagnostic {
	for _, x := range t.Dims {
		if d := c.sizeInScope("T-VAR", x); d != nil {
			return d
		}
	}
	if !t.IsArray() || !c.env.mem {
		return nil
	}
	if t.Mem == nil {
		return c.refuse("T-MEM-TYPE", t.Span, "the array type %s says nothing of its memory", c.Show(t)).
			Helpf("write `%s @ m -> R(…)` with a block `m` that is in scope", c.Show(t))
	}
	m := t.Mem.Block
	if b := c.Lookup(m.ID); b == nil || b.Type.Elem != syntax.Mem {
		d := c.refuse("T-MEM-TYPE", m.Span, "an array lies in a block, but `%s` is not one in scope here", c.Show(m))
		if b != nil {
			c.boundAt(d, m)
		}
		return d
	}
	if d := c.tLMAD(t); d != nil {
		return d
	}
	c.apply("T-MEM-TYPE")
	return nil
}

func (c *Context) sizeInScope(rule string, size syntax.Expr) *diag.Diagnostic {
	for _, v := range syntax.FreeVars(size) {
		b := c.Lookup(v.ID)
		if b == nil {
			return c.refuse(rule, v.Span, "the size `%s` is not in scope here", c.Show(v))
		}
		if !b.Type.IsInt() {
			return c.boundAt(c.refuse(rule, v.Span, "a size is an int, but `%s` is of type %s", c.Show(v), c.Show(b.Type)), v)
		}
	}
	return nil
}

// Pairs is the first premise of T-MEM-LMAD: L has as many pairs as the array has
// dimensions.
func (c *Context) Pairs(t *syntax.Type) *diag.Diagnostic {
	l := t.Mem.L
	if lmad.Rank(l) == t.Rank() {
		return nil
	}
	return c.refuse("T-MEM-LMAD", l.Span, "an array of %s needs an LMAD with as many pairs, and found %d",
		diag.Count(t.Rank(), "dimension"), lmad.Rank(l))
}

// tLMAD is T-MEM-LMAD (Fig. 8): Γ ⊢ L : [x₁]…[xₙ].
func (c *Context) tLMAD(t *syntax.Type) *diag.Diagnostic {
	l := t.Mem.L
	if d := c.Pairs(t); d != nil {
		return d
	}
	if d := c.scalarIn("T-MEM-LMAD", "the offset of an LMAD", l.Offset); d != nil {
		return d
	}
	for k, dim := range l.Dims {
		if d := c.scalarIn("T-MEM-LMAD", "the size of an LMAD pair", dim.Size); d != nil {
			return d
		}
		if d := c.scalarIn("T-MEM-LMAD", "the stride of an LMAD", dim.Stride); d != nil {
			return d
		}
		if c.sizes.Compare(dim.Size, t.Dims[k]) != poly.Equal {
			return c.refuse("T-MEM-LMAD", dim.Size.GetSpan(), "pair %d of the LMAD is for size %s, but the array's is %s", k+1, c.known(dim.Size), c.known(t.Dims[k]))
		}
	}
	c.apply("T-MEM-LMAD")
	return nil
}

// scalarIn is the premise that a part of an annotation is an int.
func (c *Context) scalarIn(rule, what string, se syntax.Expr) *diag.Diagnostic {
	for _, v := range syntax.FreeVars(se) {
		if d := c.int(rule, what, v); d != nil {
			return d
		}
	}
	return nil
}

// sameMem is the premise that an array lies in block m at L; whose says what
// wants it there.
func (c *Context) sameMem(rule string, at diag.Span, what, whose string, got *syntax.Type, m *syntax.Var, l *syntax.LMAD) *diag.Diagnostic {
	block := got.Mem.Block
	if block.ID != m.ID {
		return c.from(c.refuse(rule, at, "%s lies in block `%s`, but %s says %s", what, c.Show(block), whose, c.other(block, m, "`", "`")), block, m)
	}
	if !lmad.Alike(c.sizes, got.Mem.L, l) {
		return c.from(c.refuse(rule, at, "%s lies at %s of `%s`, but %s says %s", what, c.Show(got.Mem.L), c.Show(m), whose, c.other(got.Mem.L, l, "", "")), got.Mem.L, l)
	}
	c.apply(rule)
	return nil
}

// other shows y, and says so when it only looks like x: names may be bound
// again.
func (c *Context) other(x, y syntax.Node, left, right string) string {
	text := left + c.Show(y) + right
	if c.Show(x) == c.Show(y) {
		return "another " + text
	}
	return text
}

// liesAsWritten is the premise that an array lies where the type of its binder
// says.
func (c *Context) liesAsWritten(rule string, p *syntax.Binding, got *syntax.Type) *diag.Diagnostic {
	got = &syntax.Type{Elem: got.Elem, Dims: p.Type.Dims, Mem: &syntax.MemAnn{Block: got.Mem.Block, L: c.alike(got.Mem.L, p.Type.Dims)}}
	d := c.sameMem(rule, p.Span, called(p, 0), "its type", got, p.Type.Mem.Block, p.Type.Mem.L)
	if d == nil {
		return nil
	}
	if right := c.Show(got.Mem.Block) + " -> " + c.Show(got.Mem.L); right != c.Show(p.Type.Mem.Block)+" -> "+c.Show(p.Type.Mem.L) {
		return d.Helpf("write `@ %s`", right)
	}
	return d.Helpf("names that are bound again mean something else: give one of them another name")
}

// tFree is T-MEM-FREE (ours): what is freed is a block. That of a parameter is the
// caller's, who may have other arrays in it.
func (c *Context) tFree(s *syntax.Free) *diag.Diagnostic {
	b := c.Lookup(s.Block.ID)
	if b == nil {
		return c.refuse("T-MEM-FREE", s.Block.Span, "`%s` is not in scope", c.Show(s.Block))
	}
	if b.Type.Elem != syntax.Mem {
		d := c.boundAt(c.refuse("T-MEM-FREE", s.Block.Span, "free ends a block, but `%s` is of type %s", c.Show(s.Block), c.Show(b.Type)), s.Block)
		if b.Type.Mem != nil {
			d.Helpf("write `free %s`: `%s` lies in it", c.Show(b.Type.Mem.Block), c.Show(s.Block))
		}
		return d
	}
	if d := c.parameterOf(b); d != nil {
		return c.refuse("T-MEM-FREE", s.Block.Span, "`%s` is a parameter of `%s`, whose caller may use the block", c.Show(s.Block), d.Name).
			Note(b.Span, "`%s` is bound here", c.Show(s.Block)).
			Helpf("free it where it is allocated")
	}
	c.apply("T-MEM-FREE")
	return nil
}

// parameterOf is the function around that has p as a parameter, or nil.
func (c *Context) parameterOf(p *syntax.Binding) *syntax.Def {
	for ; c != nil; c = c.up {
		if c.def != nil && slices.Contains(c.def.Params, p) {
			return c.def
		}
	}
	return nil
}

// written is what the programmer called a block that a pattern may bind.
func written(pat []*syntax.Binding, m *syntax.Var) string {
	for _, p := range pat {
		if p.ID == m.ID {
			return p.Written()
		}
	}
	return m.Name
}
