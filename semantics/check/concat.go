package check

import "funmem/semantics/syntax"

// T-CONCAT (ours). In FUNMEM the result is fresh.
//
//	(x_i : [k_i][x̄]) ∈ Γ   for each i ≤ n
//	──────────────────────────────────────────────────────
//	Γ ⊢ let (y : [k₁ + ⋯ + k_n][x̄]) = concat(x₁, …, x_n)
func (c *Context) tConcat(e *syntax.Concat) *syntax.Type {
	first := found(c.array("T-CONCAT", "concat", e.Xs[0]))
	k := first.Dims[0]
	for _, x := range e.Xs[1:] {
		x_i := found(c.array("T-CONCAT", "concat", x))
		holds(c.alikeRows(e, x, x_i, first))
		k = &syntax.Binary{Span: e.Span, Op: syntax.Add, X: k, Y: x_i.Dims[0]}
	}
	c.apply("T-CONCAT")
	return &syntax.Type{Elem: first.Elem, Dims: append([]syntax.Expr{k}, first.Dims[1:]...)}
}
