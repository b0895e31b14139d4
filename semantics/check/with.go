package check

import "funmem/semantics/syntax"

// T-WITH (ours):
//
//	(x : [x₁] ⋯ [x_n]) ∈ Γ   τ is the type of x[ix₁, …, ix_n], by T-INDEX or T-SLICE   (v : τ) ∈ Γ
//	──────────────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x₁] ⋯ [x_n]) = x with [ix₁, …, ix_n] = v
func (c *Context) tWith(e *syntax.With) *syntax.Type {
	x := found(c.array("T-WITH", "`with`", e.X))
	holds(c.rank("T-WITH", e.Span, e.X, x, len(e.At)))
	τ := &syntax.Type{Elem: x.Elem, Dims: found(c.ranges("T-WITH", e.At))}
	holds(c.part(e, τ))
	c.apply("T-WITH")
	return &syntax.Type{Elem: x.Elem, Dims: x.Dims}
}

// T-MEM-WITH (ours). The update is in place.
//
//	premises of T-WITH   (x : [x₁] ⋯ [x_n] @ m -> L) ∈ Γ
//	─────────────────────────────────────────────────────────────────
//	Γ ⊢ let (y : [x₁] ⋯ [x_n] @ m -> L) = x with [ix₁, …, ix_n] = v
func (c *Context) tMemWith(e *syntax.With) *syntax.Type {
	y := premisesOf(c, e, c.tWith)
	return c.inBlockOf("T-MEM-WITH", e, e.X, y, func(L *syntax.LMAD) *syntax.LMAD { return L })
}
