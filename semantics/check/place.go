package check

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Pairs is the premise that L has as many pairs as the array has dimensions. It is the first
// premise of T-MEM-LMAD.
func (c *Context) Pairs(t *syntax.Type) *diag.Diagnostic {
	l := t.Mem.L
	if lmad.Rank(l) == t.Rank() {
		return nil
	}
	return c.refuse("T-MEM-LMAD", l.Span, "an array of %s needs an LMAD with as many pairs, and found %d",
		diag.Count(t.Rank(), "dimension"), lmad.Rank(l))
}

// scalarIn is the premise that a part of an annotation is an int.
func (c *Context) scalarIn(rule, what string, se syntax.Expr) *diag.Diagnostic {
	for _, v := range syntax.FreeVars(se) {
		t, d := c.typeOf(rule, v)
		if d == nil && !t.IsInt() {
			d = c.intWanted(rule, what, v, t)
		}
		if d != nil {
			return d
		}
	}
	c.isInt(se)
	return nil
}

// sameMem is the premise that an array lies in block m at L. whose says what requires that.
func (c *Context) sameMem(rule string, at diag.Span, what, whose string, got *syntax.Type, m *syntax.Var, l *syntax.LMAD) *diag.Diagnostic {
	block := got.Mem.Block
	if block.ID != m.ID {
		return c.from(c.refuse(rule, at, "%s lies in block `%s`, but %s says %s", what, c.Show(block), whose, c.other(block, m, "`", "`")), block, m)
	}
	if !lmad.Alike(c.sizes, got.Mem.L, l) {
		return c.from(c.refuse(rule, at, "%s lies at %s of `%s`, but %s says %s", what, c.Show(got.Mem.L), c.Show(m), whose, c.other(got.Mem.L, l, "", "")), got.Mem.L, l)
	}
	c.lies(got.Mem, l)
	c.apply(rule)
	return nil
}

// other shows y. If y only looks like x, it says so, because a name may be bound twice.
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

// parameterOf is the enclosing function that has p as a parameter, or nil.
func (c *Context) parameterOf(p *syntax.Binding) *syntax.Def {
	for ; c != nil; c = c.up {
		if c.def != nil && slices.Contains(c.def.Params, p) {
			return c.def
		}
	}
	return nil
}

// written is the programmer's name for a block that a pattern may bind.
func written(pat []*syntax.Binding, m *syntax.Var) string {
	for _, p := range pat {
		if p.ID == m.ID {
			return p.Written()
		}
	}
	return m.Name
}

// annotated is the premise that an array type says where the array lies. It belongs to T-MEM-TYPE.
func (c *Context) annotated(t *syntax.Type) *diag.Diagnostic {
	if t.Mem != nil {
		return nil
	}
	return c.refuse("T-MEM-TYPE", t.Span, "the array type %s says nothing of its memory", c.Show(t)).
		Helpf("write `%s @ m -> R(…)` with a block `m` that is in scope", c.Show(t))
}

// block is the premise that m is a block in scope. It belongs to T-MEM-TYPE.
func (c *Context) block(m *syntax.Var) *diag.Diagnostic {
	b := c.Lookup(m.ID)
	if b != nil && b.Type.Elem == syntax.Mem {
		c.member(m, b.Type)
		return nil
	}
	d := c.refuse("T-MEM-TYPE", m.Span, "an array lies in a block, but `%s` is not one in scope here", c.Show(m))
	if b != nil {
		c.boundAt(d, m)
	}
	return d
}

// pairOf is the premise that pair k, from 0, has the size of the array. It belongs to T-MEM-LMAD.
func (c *Context) pairOf(k int, got, want syntax.Expr) *diag.Diagnostic {
	if c.sizes.Compare(got, want) == poly.Equal {
		c.equal("sizes are equal", got, want)
		return nil
	}
	return c.refuse("T-MEM-LMAD", got.GetSpan(), "pair %d of the LMAD is for size %s, but the array's is %s", k+1, c.known(got), c.known(want))
}

// liesIn is the premise, of the given rule, that a value lies where its type requires.
func (c *Context) liesIn(rule string) lies {
	return func(y []*syntax.Binding, i int, x syntax.Expr, τ *syntax.Type, S map[int]syntax.Expr) *diag.Diagnostic {
		want := y[i].Type.Mem
		if want == nil {
			return nil
		}
		m, ok := syntax.Subst[syntax.Expr](want.Block, S).(*syntax.Var)
		if !ok {
			return c.refuse(rule, x.GetSpan(), "block `%s` of the pattern is returned as a number", written(y, want.Block))
		}
		if d := c.sameMem(rule, x.GetSpan(), called(y[i], i), "its type", τ, m, syntax.Subst(want.L, S)); d != nil {
			return d.Helpf("its block, its offset and its strides may be returned before it, and its type may mention them: `(m : mem) (o : int) (x : [n]int @ m -> o + {(n : 1)})`")
		}
		return nil
	}
}

// reshaped is the premise that L can be reshaped. It belongs to T-MEM-RESHAPE. It gives
// reshape_f(L, d, …).
func (c *Context) reshaped(e *syntax.Reshape, L *syntax.LMAD) (*syntax.LMAD, *diag.Diagnostic) {
	l, ok := lmad.Reshape(nil, L, e.Dims) // as FUN -> FUNMEM derives it
	if !ok {
		l, ok = lmad.Reshape(c.sizes, L, e.Dims)
	}
	if ok {
		return l, nil
	}
	d := c.refuse("T-MEM-RESHAPE", e.Span, "`%s` lies at %s, which is not row-major over the dimensions that this reshape merges",
		c.Show(e.X), c.Show(L))
	return nil, c.boundAt(d, e.X).Helpf("copy it to a block of its own first")
}

// freed is the premise that m is a block in scope. It belongs to T-MEM-FREE. It gives its binder.
func (c *Context) freed(m *syntax.Var) (*syntax.Binding, *diag.Diagnostic) {
	b := c.Lookup(m.ID)
	if b == nil {
		return nil, c.refuse("T-MEM-FREE", m.Span, "`%s` is not in scope", c.Show(m))
	}
	if b.Type.Elem == syntax.Mem {
		c.member(m, b.Type)
		return b, nil
	}
	d := c.boundAt(c.refuse("T-MEM-FREE", m.Span, "free ends a block, but `%s` is of type %s", c.Show(m), c.Show(b.Type)), m)
	if b.Type.Mem != nil {
		d.Helpf("write `free %s`: `%s` lies in it", c.Show(b.Type.Mem.Block), c.Show(m))
	}
	return nil, d
}

// noParameter is the premise that m, bound by b, is not a parameter of the function with the
// statement. It belongs to T-MEM-FREE.
func (c *Context) noParameter(m *syntax.Var, b *syntax.Binding) *diag.Diagnostic {
	d := c.parameterOf(b)
	if d == nil {
		return nil
	}
	return c.refuse("T-MEM-FREE", m.Span, "`%s` is a parameter of `%s`, whose caller may use the block", c.Show(m), d.Name).
		Note(b.Span, "`%s` is bound here", c.Show(m)).
		Helpf("free it where it is allocated")
}
