package check

import (
	"fmt"

	"funmem/semantics/derive"
	"funmem/semantics/syntax"
)

// se is Γ ⊢ se : τ, where τ is int or f64: it picks the rule.
func (c *Context) se(se syntax.Expr) (τ *syntax.Type) {
	c.enterScalar(se, &τ)
	τ = c.scalarExp(se)
	c.leave()
	return τ
}

// scalarExp is se without its place in a derivation.
func (c *Context) scalarExp(se syntax.Expr) *syntax.Type {
	switch se := se.(type) {
	case *syntax.IntLit:
		return c.tConst(syntax.Int)
	case *syntax.RealLit:
		return c.tConst(syntax.F64)
	case *syntax.Var:
		return c.tVar(se)
	case *syntax.Unary:
		return c.tOp(se, se.Op, se.Of, se.X)
	case *syntax.Binary:
		return c.tOp(se, se.Op, se.Of, se.X, se.Y)
	}
	panic(refused{c.refuse("T-OP", se.GetSpan(), "`%s` is not a scalar expression", c.Show(se))})
}

// T-CONST (Fig. 3), also for f64s:
//
//	──────────────
//	Γ ⊢ k : int
func (c *Context) tConst(τ syntax.Elem) *syntax.Type {
	c.apply("T-CONST")
	return scalarType(τ)
}

// T-VAR (Fig. 3), also for f64s:
//
//	(x : int) ∈ Γ
//	─────────────
//	Γ ⊢ x : int
func (c *Context) tVar(x *syntax.Var) *syntax.Type {
	τ := found(c.number("T-VAR", "a variable of a scalar expression", x))
	c.apply("T-VAR")
	return τ
}

// T-OP (Fig. 3). Both operands are ints, or both are f64s, as the operator requires. The result
// is what the operator gives: an int for a comparison of f64s. of is the type that elaboration
// took the operands to have.
//
//	Γ ⊢ se₁ : int   Γ ⊢ se₂ : int
//	─────────────────────────────
//	Γ ⊢ se₁ ⊕ se₂ : int
func (c *Context) tOp(se syntax.Expr, op syntax.Op, of syntax.Elem, operands ...syntax.Expr) *syntax.Type {
	types := make([]*syntax.Type, len(operands))
	for k, x := range operands {
		types[k] = c.operand(x)
	}
	τ := found(c.Operator(se.GetSpan(), op, operands, types))
	holds(c.elaborated(se, op, of, τ))
	c.apply("T-OP")
	return scalarType(op.Gives(τ))
}

// funExp is Γ ⊢ e : τ for an expression without a body, except for where an array lies: it picks
// the rule.
func (c *Context) funExp(e syntax.Expr) *syntax.Type {
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		return c.se(e)
	case *syntax.Index:
		return c.tIndex(e)
	case *syntax.Transpose:
		return c.tTranspose(e)
	case *syntax.Slice:
		return c.tSlice(e)
	case *syntax.Permute:
		return c.tPermute(e)
	case *syntax.Reverse:
		return c.tReverse(e)
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
	case *syntax.Claim: // FUNMEM only; refused elsewhere
		return c.tMemClaim(e)
	case *syntax.Alloc: // FUNMEM only
		return c.tMemAlloc(e)
	}
	panic(fmt.Sprintf("check: %T is not a core expression without a body", e))
}

// funLet is Γ ⊢ let p̄ = e: it picks the rule.
func (c *Context) funLet(s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		c.tScalar(s)
	case *syntax.If:
		c.tIf("T-IF", s.Pat, e)
	case *syntax.Kernel:
		c.tKernel("T-KERNEL", s.Pat, e)
	case *syntax.Reduce:
		c.tReduce("T-REDUCE", s.Pat, e)
	case *syntax.Scan:
		c.tScan("T-SCAN", s.Pat, e)
	case *syntax.Call:
		c.tCall("T-CALL", s.Pat, e)
	case *syntax.Loop:
		c.tLoop("T-LOOP", s.Pat, e)
	default:
		c.leaf(s)
	}
}

// T-SCALAR (Fig. 3), also for f64s. Γ remembers what x is.
//
//	Γ ⊢ se : int
//	──────────────────────
//	Γ ⊢ let (x : int) = se
func (c *Context) tScalar(s *syntax.Let) {
	τ := c.se(s.Exp)
	x := c.binder(s)
	holds(c.fits("T-SCALAR", x, τ))
	c.apply("T-SCALAR")
	c.Define(x, s.Exp)
}

// T-INDEX (Fig. 3), also for arrays of f64s:
//
//	(y : [z₁] ⋯ [z_n]) ∈ Γ   (y_i : int) ∈ Γ   for each i ≤ n
//	─────────────────────────────────────────────────────────
//	Γ ⊢ let (x : int) = y[y₁, …, y_n]
func (c *Context) tIndex(e *syntax.Index) *syntax.Type {
	y := found(c.array("T-INDEX", "indexing", e.X))
	holds(c.rank("T-INDEX", e.Span, e.X, y, len(e.At)))
	for _, y_i := range e.At {
		holds(c.int("T-INDEX", "an index", y_i))
	}
	c.apply("T-INDEX")
	return scalarType(y.Elem)
}

// T-IF (Fig. 3). The last premise is checked before the bodies. as is the name of the rule: the
// rule of Fig. 8 has the same premises.
//
//	(x : int) ∈ Γ   Γ ⊢ p̄ ← b₁   Γ ⊢ p̄ ← b₂   (y : int) ∈ Γ, p̄   for each y ∈ FV(p̄)
//	──────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let p̄ = if x then b₁ else b₂
func (c *Context) tIf(as string, p []*syntax.Binding, e *syntax.If) {
	x, b1, b2 := e.Cond, e.Then, e.Else
	holds(c.int(as, "a condition", x))
	c.within(func() { c.Scope().bindPattern(p) })
	c.Scope().body(p, b1)
	c.Scope().body(p, b2)
	c.apply(as)
}

// T-TRANSPOSE (Fig. 3), for any rank of at least 2:
//
//	(x : [x₁][x₂]) ∈ Γ
//	──────────────────────────────────────
//	Γ ⊢ let (y : [x₂][x₁]) = transpose x
func (c *Context) tTranspose(e *syntax.Transpose) *syntax.Type {
	x := found(c.array("T-TRANSPOSE", "transpose", e.X))
	holds(c.twoDimensions(e, x))
	c.apply("T-TRANSPOSE")
	return &syntax.Type{Elem: x.Elem, Dims: append([]syntax.Expr{x.Dims[1], x.Dims[0]}, x.Dims[2:]...)}
}

// T-SLICE (Fig. 3), with strides and with fixed dimensions, which the result does not have. The
// array is checked first.
//
//	(y_i : int) ∈ Γ   for each i ≤ 2n   (x : [x₁] ⋯ [x_n]) ∈ Γ
//	──────────────────────────────────────────────────────────────
//	Γ ⊢ let (z : [y₂] ⋯ [y_{2n}]) = x[y₁ : y₂, …, y_{2n−1} : y_{2n}]
func (c *Context) tSlice(e *syntax.Slice) *syntax.Type {
	x := found(c.array("T-SLICE", "slicing", e.X))
	holds(c.rank("T-SLICE", e.Span, e.X, x, len(e.At)))
	sizes := found(c.ranges("T-SLICE", e.At))
	c.apply("T-SLICE")
	return &syntax.Type{Elem: x.Elem, Dims: sizes}
}

// T-KERNEL (Fig. 3), for any number of results. The sizes are checked before the body. as is the
// name of the rule: the rule of Fig. 8 has the same premises.
//
//	(y : int) ∈ Γ   Γ, (x : int) ⊢ (z : τ) ← b   (y′ : int) ∈ Γ   for each y′ ∈ FV(τ)
//	─────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (z : [y]τ) = kernel x ≤ y do b
func (c *Context) tKernel(as string, z []*syntax.Binding, e *syntax.Kernel) {
	x, y, b := e.Index[0].X, e.Index[0].N, e.Body
	holds(c.int(as, "the bound of a kernel", y))
	rows := found(c.rows(as, z, y))
	c.within(func() { c.withInt(x).body(rows, b) })
	for _, z := range z {
		c.wellFormed(z.Type)
	}
	c.apply(as)
}

// body is Γ ⊢ p̄ ← b: one statement after the other, and then the result.
func (c *Context) body(p []*syntax.Binding, b *syntax.Body) {
	for k, s := range b.Stms {
		c.enterBody("T-STM", func() string { return pattern(p) }, p, b.Stms[k:], b.Res)
		c.stm(s)
	}
	if c.env.mem {
		c.enterBody("T-MEM-RESULT", func() string { return pattern(p) }, p, nil, b.Res)
		c.tMemResult(p, b)
	} else {
		c.enterBody("T-RESULT", func() string { return pattern(p) }, p, nil, b.Res)
		c.tResult("T-RESULT", p, b)
	}
	for range len(b.Stms) + 1 {
		c.leave()
	}
}

// stm is Γ ⊢ s: it picks the rule. After it, what s binds is in scope.
func (c *Context) stm(s syntax.Stm) {
	c.env.until.Ask()
	switch s := s.(type) {
	case *syntax.Check:
		c.enter("T-CHECK", s, func() string { return derive.Stm(s) })
		c.tCheck(s)
		c.leave()
	case *syntax.Free:
		c.enter("T-MEM-FREE", s, func() string { return derive.Stm(s) })
		c.tMemFree(s)
		c.leave()
	case *syntax.Let:
		c.let(s)
	}
	c.tStm(s)
}

// T-RESULT (Fig. 3). S replaces the ints among y₁, …, y_n by the values returned for them. as is
// the name under which the rule applies, and also is what Fig. 8 adds for each result.
//
//	(x_i : S(τ_i)) ∈ Γ   for each i ≤ n   S = {y_i ↦ x_i | τ_i = int}
//	─────────────────────────────────────────────────────────────────
//	Γ ⊢ (y₁ : τ₁) ⋯ (y_n : τ_n) ← in (x₁, …, x_n)
func (c *Context) tResult(as string, y []*syntax.Binding, b *syntax.Body, also ...lies) {
	holds(c.asMany(y, b))
	c.give("T-RESULT", y, b.Res, also...)
	c.apply(as)
}

// T-STM (Fig. 3), for a statement that is well-typed, and except for b. After it, Γ is Γ, p̄ˢ. A check
// or a free binds nothing.
//
//	Γ ⊢ let p̄ˢ = e   Γ, p̄ˢ ⊢ p̄ ← b
//	──────────────────────────────
//	Γ ⊢ p̄ ← let p̄ˢ = e b
func (c *Context) tStm(s syntax.Stm) {
	if let, ok := s.(*syntax.Let); ok {
		for _, p := range let.Pat {
			c.Bind(p)
		}
	}
	c.apply("T-STM")
}

// T-PROG (Fig. 3). In a session Γ has what earlier programs have bound, the statements of b come
// one by one, and sizes need not be constants.
//
//	Γ = •   Γ ⊢ (x₁ : [k_{1,1}] ⋯ [k_{1,m₁}]) ⋯ (x_n : [k_{n,1}] ⋯ [k_{n,m_n}]) ← b
//	──────────────────────────────────────────────────────────────────────────────
//	⊢ b : ([k_{1,1}] ⋯ [k_{1,m₁}], …, [k_{n,1}] ⋯ [k_{n,m_n}])
func (c *Context) tProg(in *syntax.In) {
	c.results(in)
	c.apply("T-PROG")
}

// results is the premise that what a program returns is in scope. It is T-RESULT for a pattern
// of the types that the results have, so that only T-PROG can refuse.
func (c *Context) results(in *syntax.In) {
	as := "T-RESULT"
	if c.env.mem {
		as = "T-MEM-RESULT"
	}
	c.enterBody(as, func() string { return pattern(c.returned(in.Res)) }, nil, nil, in.Res)
	for _, x := range in.Res {
		c.member(x, found(c.typeOf("T-PROG", x)))
	}
	c.apply(as)
	c.leave()
	c.env.prog.stms()
}
