package check

import "funmem/semantics/syntax"

// T-RESHAPE (ours):
//
//	(x : [x₁] ⋯ [x_n]) ∈ Γ   (d_i : int) ∈ Γ   for each i ≤ k   x₁ ⋯ x_n = d₁ ⋯ d_k
//	───────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [d₁] ⋯ [d_k]) = reshape((d₁, …, d_k), x)
func (c *Context) tReshape(e *syntax.Reshape) *syntax.Type {
	x := found(c.array("T-RESHAPE", "reshape", e.X))
	for _, d := range e.Dims {
		holds(c.int("T-RESHAPE", "a size of a reshape", d))
	}
	holds(c.asManyElements(e, x))
	c.apply("T-RESHAPE")
	return &syntax.Type{Elem: x.Elem, Dims: e.Dims}
}

// T-MEM-RESHAPE (ours). reshape_f(L, …) is defined if L is row-major over the merged dimensions.
//
//	premises of T-RESHAPE   (x : [x₁] ⋯ [x_n] @ m -> L) ∈ Γ   L′ = reshape_f(L, [d₁] ⋯ [d_k])
//	─────────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [d₁] ⋯ [d_k] @ m -> L′) = reshape((d₁, …, d_k), x)
func (c *Context) tMemReshape(e *syntax.Reshape) *syntax.Type {
	y := premisesOf(c, e, c.tReshape)
	return c.inBlockOf("T-MEM-RESHAPE", e, e.X, y, func(L *syntax.LMAD) *syntax.LMAD { return found(c.reshaped(e, L)) })
}
