package check

import (
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// The rules of Fig. 8 are missing from our copy of the paper. docs/rules.md says what they are
// rebuilt from. Most are a rule of Fig. 3 that also says where an array lies.

// memExp is Γ ⊢ e : τ for an expression without a body: it picks the rule. If Fig. 8 has no rule,
// that of Fig. 3 applies.
func (c *Context) memExp(e syntax.Expr) *syntax.Type {
	switch e := e.(type) {
	case *syntax.Alloc:
		return c.tMemAlloc(e)
	case *syntax.Index:
		return c.tMemIndex(e)
	case *syntax.Slice:
		return c.tMemSlice(e)
	case *syntax.Transpose:
		return c.tMemTranspose(e)
	case *syntax.Permute:
		return c.tMemPermute(e)
	case *syntax.Reverse:
		return c.tMemReverse(e)
	case *syntax.Reshape:
		return c.tMemReshape(e)
	case *syntax.With:
		return c.tMemWith(e)
	case *syntax.Claim:
		return c.tMemClaim(e)
	}
	return c.funExp(e)
}

// memLet is Γ ⊢ let p̄ = e: it picks the rule.
func (c *Context) memLet(s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.If:
		c.tMemIf(s.Pat, e)
	case *syntax.Kernel:
		c.tMemKernel(s.Pat, e)
	case *syntax.Reduce:
		c.tMemReduce(s.Pat, e)
	case *syntax.Scan:
		c.tMemScan(s.Pat, e)
	case *syntax.Call:
		c.tMemCall(s.Pat, e)
	case *syntax.Loop:
		c.tMemLoop(s.Pat, e)
	default:
		c.funLet(s)
	}
}

// T-MEM-TYPE (Fig. 8). wellFormed checks the sizes, in Fun too.
//
//	(x₁ : int) ∈ Γ  ⋯  (x_n : int) ∈ Γ   (m : mem) ∈ Γ   Γ ⊢ L : [x₁] ⋯ [x_n]
//	─────────────────────────────────────────────────────────────────────────
//	Γ ⊢ [x₁] ⋯ [x_n] @ m -> L
func (c *Context) tMemType(τ *syntax.Type) {
	holds(c.annotated(τ))
	holds(c.block(τ.Mem.Block))
	c.tMemLMAD(τ)
	c.apply("T-MEM-TYPE")
}

// T-MEM-LMAD (Fig. 8). It does not ask where L leads: outside the block, over itself, or to other
// arrays.
//
//	Γ ⊢ se : int   Γ ⊢ x_i : int   Γ ⊢ s_i : int   for each i ≤ n
//	─────────────────────────────────────────────────────────────
//	Γ ⊢ se + {(x₁ : s₁) ⋯ (x_n : s_n)} : [x₁] ⋯ [x_n]
func (c *Context) tMemLMAD(τ *syntax.Type) {
	L := τ.Mem.L
	c.enterLMAD(τ)
	defer c.leave()
	holds(c.Pairs(τ))
	holds(c.scalarIn("T-MEM-LMAD", "the offset of an LMAD", L.Offset))
	for i, dim := range L.Dims {
		holds(c.scalarIn("T-MEM-LMAD", "the size of an LMAD pair", dim.Size))
		holds(c.scalarIn("T-MEM-LMAD", "the stride of an LMAD", dim.Stride))
		holds(c.pairOf(i, dim.Size, τ.Dims[i]))
	}
	c.apply("T-MEM-LMAD")
}

// T-MEM-ALLOC (Fig. 8):
//
//	Γ ⊢ se : int
//	────────────────────────────
//	Γ ⊢ let (y : mem) = alloc se
func (c *Context) tMemAlloc(e *syntax.Alloc) *syntax.Type {
	holds(c.int("T-MEM-ALLOC", "the size of a block", e.N))
	c.apply("T-MEM-ALLOC")
	return &syntax.Type{Elem: syntax.Mem}
}

// T-MEM-FRESH (Fig. 8), for an e without a body that makes a fresh array: iota and copy, which the
// paper defines by kernels, and ours. The rule for e in Fun and wellFormed check the premises. Any m
// and L will do.
//
//	Γ ⊢ e : [x₁] ⋯ [x_n]   Γ ⊢ [x₁] ⋯ [x_n] @ m -> L
//	────────────────────────────────────────────────
//	Γ ⊢ let (z : [x₁] ⋯ [x_n] @ m -> L) = e
func (c *Context) tMemFresh() { c.apply("T-MEM-FRESH") }

// T-MEM-INDEX (Fig. 8). It is T-INDEX, and refuses under that name, because no premise depends on
// where y lies. The table of rules has no row for it.
//
//	(y : [z₁] ⋯ [z_n] @ m -> L) ∈ Γ   (y_i : int) ∈ Γ   for each i ≤ n
//	──────────────────────────────────────────────────────────────────
//	Γ ⊢ let (x : int) = y[y₁, …, y_n]
func (c *Context) tMemIndex(e *syntax.Index) *syntax.Type { return c.tIndex(e) }

// T-MEM-SLICE (Fig. 8):
//
//	premises of T-SLICE   (x : [x₁] ⋯ [x_n] @ m -> L) ∈ Γ
//	──────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (z : [y₂] ⋯ [y_{2n}] @ m -> slice_f(L, [y₁ : y₂, …])) = x[y₁ : y₂, …]
func (c *Context) tMemSlice(e *syntax.Slice) *syntax.Type {
	z := premisesOf(c, e, c.tSlice)
	return c.inBlockOf("T-MEM-SLICE", e, e.X, z, func(L *syntax.LMAD) *syntax.LMAD { return lmad.Slice(L, e.At) })
}

// T-MEM-TRANSPOSE (Fig. 8), for any rank of at least 2:
//
//	premises of T-TRANSPOSE   (x : [x₁][x₂] @ m -> se + {(x₁ : s₁) (x₂ : s₂)}) ∈ Γ
//	───────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x₂][x₁] @ m -> se + {(x₂ : s₂) (x₁ : s₁)}) = transpose x
func (c *Context) tMemTranspose(e *syntax.Transpose) *syntax.Type {
	y := premisesOf(c, e, c.tTranspose)
	return c.inBlockOf("T-MEM-TRANSPOSE", e, e.X, y, lmad.Transpose)
}

// T-MEM-IF (Fig. 8). The bodies return by T-MEM-RESULT. The types of p̄ may also mention blocks and
// the ints of LMADs (T-MEM-TYPE).
//
//	(x : int) ∈ Γ   Γ ⊢ p̄ ← b₁   Γ ⊢ p̄ ← b₂   Γ, p̄ ⊢ τ   for each (z : τ) of p̄
//	─────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let p̄ = if x then b₁ else b₂
func (c *Context) tMemIf(p []*syntax.Binding, e *syntax.If) { c.tIf("T-MEM-IF", p, e) }

// T-MEM-KERNEL (Fig. 8). The body may give a row that lies anywhere, because E-MEM-KERNEL copies it,
// and any L of the right shape will do (§3.2). τ does not mention memory. The last premise is
// wellFormed. T-KERNEL asks for it too, and here it also checks the place (T-MEM-TYPE).
//
//	premises of T-KERNEL   Γ ⊢ [y]τ @ m -> L
//	───────────────────────────────────────────────────
//	Γ ⊢ let (z : [y]τ @ m -> L) = kernel x ≤ y do b
func (c *Context) tMemKernel(z []*syntax.Binding, e *syntax.Kernel) { c.tKernel("T-MEM-KERNEL", z, e) }

// T-MEM-RESULT (Fig. 8). S also replaces the blocks among y₁, …, y_n, so that everything an array
// needs is returned with it (§3.2).
//
//	premises of T-RESULT   (x_i : [x̄] @ S(m_i) -> S(L_i)) ∈ Γ   for each array y_i : [x̄] @ m_i -> L_i
//	────────────────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ (y₁ : τ₁) ⋯ (y_n : τ_n) ← in (x₁, …, x_n)
func (c *Context) tMemResult(y []*syntax.Binding, b *syntax.Body) {
	c.tResult("T-MEM-RESULT", y, b, c.liesIn("T-MEM-RESULT"))
}

// T-MEM-PROG (Fig. 8): an array is returned after its block, and a block before an array that lies
// in it (Def. 3.1).
//
//	premises of T-PROG   x_i = m   for each x_{i+1} : [x̄] @ m -> L   and for no other block x_i
//	───────────────────────────────────────────────────────────────────────────────────────────
//	⊢ in (x₁, …, x_n)
func (c *Context) tMemProg(in *syntax.In) {
	c.results(in)
	for i := range in.Res {
		holds(c.paired(in.Res, i))
	}
	c.apply("T-MEM-PROG")
}

// inBlockOf is the type of an array z that e derives from x. It lies in the block of x, at the LMAD
// that f makes from x's. If x has no place, z has none.
func (c *Context) inBlockOf(rule string, e, x syntax.Expr, z *syntax.Type, f func(L *syntax.LMAD) *syntax.LMAD) *syntax.Type {
	mem := found(c.typeOf(rule, x)).Mem
	if mem == nil {
		return z
	}
	L := f(mem.L)
	c.derived(e, mem.L, L)
	c.apply(rule)
	return &syntax.Type{Elem: z.Elem, Dims: z.Dims, Mem: &syntax.MemAnn{Block: mem.Block, L: L}}
}
