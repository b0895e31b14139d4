package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Stm is T-STM (Fig. 3): Γ ⊢ s; afterwards the pattern is in scope.
func (c *Context) Stm(s syntax.Stm) *diag.Diagnostic {
	c.env.until.Ask()
	switch s := s.(type) {
	case *syntax.Check:
		return c.tCheck(s)
	case *syntax.Free:
		return c.tFree(s)
	case *syntax.Let:
		if d := c.let(s); d != nil {
			return d
		}
	}
	c.apply("T-STM")
	return nil
}

func (c *Context) let(s *syntax.Let) *diag.Diagnostic {
	switch e := s.Exp.(type) {
	case *syntax.If:
		return c.tIf(s.Pat, e)
	case *syntax.Kernel:
		return c.tKernel(s.Pat, e)
	case *syntax.Reduce:
		return c.tReduce(s.Pat, e)
	case *syntax.Scan:
		return c.tScan(s.Pat, e)
	case *syntax.Call:
		return c.tCall(s.Pat, e)
	case *syntax.Loop:
		return c.tLoop(s.Pat, e)
	}
	return c.tLeaf(s)
}

// tLeaf is the conclusion of the rules without a body: one binder, whose type
// is the expression's. T-SCALAR (Fig. 3) is the case of a number.
func (c *Context) tLeaf(s *syntax.Let) *diag.Diagnostic {
	got, d := c.Leaf(s.Exp)
	if d != nil {
		return d
	}
	if len(s.Pat) != 1 {
		return c.refuse("T-STM", s.Span, "`%s` has one value, but the pattern binds %d", c.Show(s.Exp), len(s.Pat))
	}
	p := s.Pat[0]
	if d := c.wellFormed(p.Type); d != nil {
		return d
	}
	if lit, ok := s.Exp.(*syntax.Literal); ok && len(lit.Elems) == 0 {
		got = &syntax.Type{Elem: p.Type.Elem, Dims: append([]syntax.Expr{got.Dims[0]}, p.Type.Dims[min(1, len(p.Type.Dims)):]...)}
	}
	if d := c.fits(leafRule(s.Exp), p, got); d != nil {
		return d
	}
	c.Bind(p)
	if syntax.IsScalar(s.Exp) {
		c.apply("T-SCALAR")
		c.Define(p, s.Exp)
	}
	return nil
}

// leafRule is the rule whose conclusion binds e.
func leafRule(e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Index:
		return "T-INDEX"
	case *syntax.Slice:
		return "T-SLICE"
	case *syntax.Transpose:
		return "T-TRANSPOSE"
	case *syntax.Permute:
		return "T-PERMUTE"
	case *syntax.Reverse:
		return "T-REVERSE"
	case *syntax.Claim:
		return "T-MEM-CLAIM"
	case *syntax.Iota:
		return "T-IOTA"
	case *syntax.Copy:
		return "T-COPY"
	case *syntax.Replicate:
		return "T-REPLICATE"
	case *syntax.Scratch:
		return "T-SCRATCH"
	case *syntax.Literal:
		return "T-LITERAL"
	case *syntax.Concat:
		return "T-CONCAT"
	case *syntax.Reshape:
		return "T-RESHAPE"
	case *syntax.With:
		return "T-WITH"
	case *syntax.Alloc:
		return "T-MEM-ALLOC"
	}
	return "T-SCALAR"
}

// fits is the premise that a binder's type is the one found. In FUNMEM a
// derived array must also lie where the rule puts it; a fresh one may lie
// anywhere (T-MEM-FRESH), and so may one that is claimed to (T-MEM-CLAIM).
func (c *Context) fits(rule string, p *syntax.Binding, got *syntax.Type) *diag.Diagnostic {
	if d := c.sameShape(rule, p.Span, called(p, 0), got, p.Type, nil); d != nil {
		return d
	}
	if !c.env.mem || !p.Type.IsArray() {
		return nil
	}
	if got.Mem == nil {
		if rule != "T-MEM-CLAIM" {
			c.apply("T-MEM-FRESH")
		}
		return nil
	}
	return c.liesAsWritten(memRule(rule), p, got)
}

func memRule(rule string) string { return "T-MEM-" + rule[len("T-"):] }

// sameShape is the premise that got is want up to memory, sizes under S.
func (c *Context) sameShape(rule string, at diag.Span, what string, got, want *syntax.Type, s map[int]syntax.Expr) *diag.Diagnostic {
	if got.Elem != want.Elem || got.Rank() != want.Rank() {
		return c.refuse(rule, at, "%s is of type %s, but its value is of type %s", what, c.Show(want.Bare()), c.Show(got.Bare()))
	}
	for k := range got.Dims {
		if d := c.SameSize(rule, at, got.Dims[k], syntax.Subst(want.Dims[k], s), SizeOf(k, what, got.Rank())); d != nil {
			return d
		}
	}
	return nil
}

// SizeOf is what messages call dimension k, from 0, of an array.
func SizeOf(k int, what string, rank int) string {
	if rank == 1 {
		return "the size of " + what
	}
	return fmt.Sprintf("size %d of %s", k+1, what)
}

// called is what messages call a binder, or the i-th result without a name.
func called(p *syntax.Binding, i int) string {
	if p.Name == "" {
		return fmt.Sprintf("result %d", i+1)
	}
	return "`" + p.Written() + "`"
}

// tCheck is T-CHECK (ours): both sides are ints, and equal afterwards. Where they cannot be, nothing
// is reached, and all sizes are equal.
func (c *Context) tCheck(s *syntax.Check) *diag.Diagnostic {
	for _, se := range []syntax.Expr{s.X, s.Y} {
		if d := c.int("T-CHECK", "a side of a check", se); d != nil {
			return d
		}
	}
	c.Equate(s.X, s.Y)
	c.apply("T-CHECK")
	return nil
}

// bindPattern puts the pattern in scope: ints and blocks first, because the
// types of the arrays in it may mention them.
func (c *Context) bindPattern(pat []*syntax.Binding) *diag.Diagnostic {
	for _, p := range pat {
		if !p.Type.IsArray() {
			c.Bind(p)
		}
	}
	for _, p := range pat {
		if p.Type.IsArray() {
			if d := c.wellFormed(p.Type); d != nil {
				return d
			}
			c.Bind(p)
		}
	}
	return nil
}

// tIf is T-IF (Fig. 3) and T-MEM-IF: the condition is an int, both branches
// fit the pattern, and what its types mention is in Γ or in the pattern.
func (c *Context) tIf(pat []*syntax.Binding, e *syntax.If) *diag.Diagnostic {
	rule := c.rule("T-IF", "T-MEM-IF")
	if d := c.int(rule, "a condition", e.Cond); d != nil {
		return d
	}
	outer := c.Scope()
	if d := outer.bindPattern(pat); d != nil {
		return d
	}
	for _, b := range []*syntax.Body{e.Then, e.Else} {
		if d := c.Scope().body(pat, b, true); d != nil {
			return d
		}
	}
	c.apply(rule)
	return c.bindPattern(pat)
}

// rule is the name of a rule in the language of Γ.
func (c *Context) rule(fun, mem string) string {
	if c.env.mem {
		return mem
	}
	return fun
}

// body is Γ ⊢ p̄ ← b: T-STM for the statements, then T-RESULT. With where, the
// results must also lie where the pattern says (T-MEM-RESULT).
func (c *Context) body(pat []*syntax.Binding, b *syntax.Body, where bool) *diag.Diagnostic {
	for _, s := range b.Stms {
		if d := c.Stm(s); d != nil {
			return d
		}
	}
	return c.result(pat, b, where)
}

// result is T-RESULT (Fig. 3) and T-MEM-RESULT: S replaces the ints and blocks
// that the pattern binds by what the body returns for them; each array's type
// is S(τ).
func (c *Context) result(pat []*syntax.Binding, b *syntax.Body, where bool) *diag.Diagnostic {
	if len(b.Res) != len(pat) {
		return c.refuse("T-RESULT", b.Span, "%s returned, but the pattern binds %d", diag.Plural(len(b.Res), "value is", "values are"), len(pat))
	}
	if d := c.yields("T-RESULT", "T-MEM-RESULT", pat, b.Res, where); d != nil {
		return d
	}
	c.apply("T-RESULT")
	return nil
}

// yields is the premise of a rule, and of one for where arrays lie, that the
// values res have the types of the pattern under S, which replaces the ints and
// blocks that the pattern binds by those among res.
func (c *Context) yields(rule, mem string, pat []*syntax.Binding, res []syntax.Expr, where bool) *diag.Diagnostic {
	s := map[int]syntax.Expr{}
	for i, p := range pat {
		if !p.Type.IsArray() {
			s[p.ID] = res[i]
		}
	}
	for i, p := range pat {
		got, d := c.typeOf(rule, res[i])
		if d != nil {
			return d
		}
		at := res[i].GetSpan()
		what := called(p, i)
		if d := c.sameShape(rule, at, what, got, p.Type, s); d != nil {
			return d
		}
		if !where || !c.env.mem || p.Type.Mem == nil {
			continue
		}
		m, ok := syntax.Subst[syntax.Expr](p.Type.Mem.Block, s).(*syntax.Var)
		if !ok {
			return c.refuse(mem, at, "block `%s` of the pattern is returned as a number", written(pat, p.Type.Mem.Block))
		}
		if d := c.sameMem(mem, at, what, "its type", got, m, syntax.Subst(p.Type.Mem.L, s)); d != nil {
			return d.Helpf("its block, its offset and its strides may be returned before it, and its type may mention them: `(m : mem) (o : int) (x : [n]int @ m -> o + {(n : 1)})`")
		}
	}
	return nil
}

// tKernel is T-KERNEL (Fig. 3) and T-MEM-KERNEL: the bound y is an int, the
// body fits (z : τ) with x an int, and the sizes of τ are in Γ. The array's
// type is [y]τ; in FUNMEM any LMAD of that shape will do.
func (c *Context) tKernel(pat []*syntax.Binding, e *syntax.Kernel) *diag.Diagnostic {
	rule := c.rule("T-KERNEL", "T-MEM-KERNEL")
	x, y := e.Index[0].X, e.Index[0].N
	if d := c.int(rule, "the bound of a kernel", y); d != nil {
		return d
	}
	rows := make([]*syntax.Binding, len(pat))
	for i, z := range pat {
		if !z.Type.IsArray() {
			return c.refuse(rule, z.Span, "a kernel makes an array, but `%s` is of type %s", z.Written(), c.Show(z.Type))
		}
		if d := c.SameSize(rule, z.Span, y, z.Type.Dims[0], SizeOf(0, called(z, i), z.Type.Rank())); d != nil {
			return d
		}
		for _, size := range z.Type.Dims[1:] {
			if d := c.sizeInScope(rule, size); d != nil {
				return d.Helpf("a row's size must be known before the kernel: bind it there")
			}
		}
		rows[i] = &syntax.Binding{Span: z.Span, Name: z.Name, ID: z.ID, Text: z.Text, Type: &syntax.Type{Span: z.Type.Span, Elem: z.Type.Elem, Dims: z.Type.Dims[1:]}}
	}
	in := c.Scope()
	in.Bind(&syntax.Binding{Span: x.Span, Name: x.Name, ID: x.ID, Type: intType, Text: x.Text})
	if d := in.body(rows, e.Body, false); d != nil {
		return d
	}
	for _, z := range pat {
		if d := c.wellFormed(z.Type); d != nil {
			return d
		}
	}
	c.apply(rule)
	for _, z := range pat {
		c.Bind(z)
	}
	return nil
}
