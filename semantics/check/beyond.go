package check

import (
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// T-PERMUTE (ours):
//
//	(x : [x₁] ⋯ [x_n]) ∈ Γ   p₁, …, p_n are 1, …, n in some order
//	──────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x_{p₁}] ⋯ [x_{p_n}]) = permute((p₁, …, p_n), x)
func (c *Context) tPermute(e *syntax.Permute) *syntax.Type {
	x := found(c.array("T-PERMUTE", "permute", e.X))
	sizes := found(c.permuted(e, x))
	c.apply("T-PERMUTE")
	return &syntax.Type{Elem: x.Elem, Dims: sizes}
}

// T-MEM-PERMUTE (ours):
//
//	premises of T-PERMUTE   (x : [x₁] ⋯ [x_n] @ m -> se + {(x₁ : s₁) ⋯ (x_n : s_n)}) ∈ Γ
//	────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x_{p₁}] ⋯ @ m -> se + {(x_{p₁} : s_{p₁}) ⋯}) = permute((p₁, …, p_n), x)
func (c *Context) tMemPermute(e *syntax.Permute) *syntax.Type {
	y := premisesOf(c, e, c.tPermute)
	return c.inBlockOf("T-MEM-PERMUTE", e, e.X, y, func(L *syntax.LMAD) *syntax.LMAD { return lmad.Permute(L, e.Perm) })
}

// T-REVERSE (ours):
//
//	(x : [x₁] ⋯ [x_n]) ∈ Γ
//	─────────────────────────────────────────
//	Γ ⊢ let (y : [x₁] ⋯ [x_n]) = reverse x
func (c *Context) tReverse(e *syntax.Reverse) *syntax.Type {
	x := found(c.array("T-REVERSE", "reverse", e.X))
	c.apply("T-REVERSE")
	return &syntax.Type{Elem: x.Elem, Dims: x.Dims}
}

// T-MEM-REVERSE (ours):
//
//	(x : [x₁] ⋯ @ m -> se + {(x₁ : s₁) ⋯}) ∈ Γ
//	──────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x₁] ⋯ @ m -> (se + (x₁ − 1)·s₁) + {(x₁ : −s₁) ⋯}) = reverse x
func (c *Context) tMemReverse(e *syntax.Reverse) *syntax.Type {
	y := premisesOf(c, e, c.tReverse)
	return c.inBlockOf("T-MEM-REVERSE", e, e.X, y, lmad.Reverse)
}

// T-MEM-CLAIM (ours). The type of the binder says where x is claimed to lie: any block in scope,
// and any L of its sizes.
//
//	(x : [x₁] ⋯ [x_n] @ m_x -> L_x) ∈ Γ   Γ ⊢ [x₁] ⋯ [x_n] @ m -> L
//	────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x₁] ⋯ [x_n] @ m -> L) = claim x
func (c *Context) tMemClaim(e *syntax.Claim) *syntax.Type {
	x := found(c.array("T-MEM-CLAIM", "claim", e.X))
	holds(c.inFUNMEM(e))
	c.apply("T-MEM-CLAIM")
	return x.Bare()
}

// T-IOTA (ours), as for kernel i ≤ n do in (i):
//
//	(n : int) ∈ Γ
//	────────────────────────────
//	Γ ⊢ let (y : [n]) = iota n
func (c *Context) tIota(e *syntax.Iota) *syntax.Type {
	holds(c.int("T-IOTA", "the length of an iota", e.N))
	c.apply("T-IOTA")
	return &syntax.Type{Dims: []syntax.Expr{e.N}}
}

// T-COPY (ours):
//
//	(x : [x₁] ⋯ [x_n]) ∈ Γ
//	─────────────────────────────────────
//	Γ ⊢ let (y : [x₁] ⋯ [x_n]) = copy x
func (c *Context) tCopy(e *syntax.Copy) *syntax.Type {
	x := found(c.array("T-COPY", "copy", e.X))
	c.apply("T-COPY")
	return x.Bare()
}

// T-REPLICATE (ours), as for kernel i ≤ n do in (x). x is a number or an array.
//
//	(n : int) ∈ Γ   (x : τ) ∈ Γ
//	─────────────────────────────────────
//	Γ ⊢ let (y : [n]τ) = replicate(n, x)
func (c *Context) tReplicate(e *syntax.Replicate) *syntax.Type {
	holds(c.int("T-REPLICATE", "the count of a replicate", e.N))
	x := found(c.typeOf("T-REPLICATE", e.X))
	holds(c.replicable(e, x))
	c.apply("T-REPLICATE")
	return &syntax.Type{Elem: x.Elem, Dims: append([]syntax.Expr{e.N}, x.Dims...)}
}

// T-SCRATCH (ours):
//
//	(n_i : int) ∈ Γ   for each i ≤ k
//	───────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [n₁] ⋯ [n_k]) = scratch([n₁] ⋯ [n_k]int)
func (c *Context) tScratch(e *syntax.Scratch) *syntax.Type {
	for _, n := range e.Dims {
		holds(c.int("T-SCRATCH", "a size of a scratch array", n))
	}
	c.apply("T-SCRATCH")
	return &syntax.Type{Elem: e.Elem, Dims: e.Dims}
}

// T-LITERAL (ours). Without elements, τ is what the binder says (ofBinder).
//
//	(x_i : τ) ∈ Γ   for each i ≤ n
//	───────────────────────────────────
//	Γ ⊢ let (y : [n]τ) = [x₁, …, x_n]
func (c *Context) tLiteral(e *syntax.Literal) *syntax.Type {
	n := lmad.Const(len(e.Elems))
	if len(e.Elems) == 0 {
		c.apply("T-LITERAL")
		return &syntax.Type{Dims: []syntax.Expr{n}}
	}
	τ := found(c.firstElement(e))
	ask := c.env.until.Seldom()
	for _, x := range e.Elems[1:] {
		ask()
		holds(c.element(e, x, τ))
	}
	c.apply("T-LITERAL")
	return &syntax.Type{Elem: τ.Elem, Dims: append([]syntax.Expr{n}, τ.Dims...)}
}

// ofBinder is τ. For an array literal without elements it is τ with the element type and the rows
// of its binder z.
func ofBinder(e syntax.Expr, z *syntax.Binding, τ *syntax.Type) *syntax.Type {
	if lit, ok := e.(*syntax.Literal); !ok || len(lit.Elems) > 0 {
		return τ
	}
	return &syntax.Type{Elem: z.Type.Elem, Dims: append([]syntax.Expr{τ.Dims[0]}, z.Type.Dims[min(1, len(z.Type.Dims)):]...)}
}

// T-CHECK (ours). After the check, se₁ = se₂ is known in Γ. If they cannot be equal, nothing after
// it is reached, and all sizes are equal.
//
//	Γ ⊢ se₁ : int   Γ ⊢ se₂ : int
//	─────────────────────────────
//	Γ ⊢ check se₁ = se₂
func (c *Context) tCheck(s *syntax.Check) {
	holds(c.int("T-CHECK", "a side of a check", s.X))
	holds(c.int("T-CHECK", "a side of a check", s.Y))
	c.Equate(s.X, s.Y)
	c.apply("T-CHECK")
}

// T-MEM-FREE (ours). The block of a parameter belongs to the caller, who may have other arrays in
// it.
//
//	(m : mem) ∈ Γ   m is no parameter of the function that has the statement
//	────────────────────────────────────────────────────────────────────────
//	Γ ⊢ free m
func (c *Context) tMemFree(s *syntax.Free) {
	m := found(c.freed(s.Block))
	holds(c.noParameter(s.Block, m))
	c.apply("T-MEM-FREE")
}
