package check

import "funmem/semantics/syntax"

// T-REDUCE (ours). as is the name under which it applies.
//
//	Γ ⊢ \k ā b̄ -> b folds x̄ from ē with ā : τ̄
//	──────────────────────────────────────────────
//	Γ ⊢ let (z̄ : τ̄) = reduce (\k ā b̄ -> b) ē x̄
func (c *Context) tReduce(as string, z []*syntax.Binding, e *syntax.Reduce) {
	a := c.fold(z, syntax.FoldOf(e))
	c.take("T-REDUCE", "T-MEM-REDUCE", z, a, nil)
	for _, z := range z {
		c.wellFormed(z.Type)
	}
	c.apply(as)
}

// T-MEM-REDUCE (ours). An accumulator that is an array lies where the result does, because E-MEM-REDUCE
// copies each of its values there. take checks that place, and memElement checks the places of
// elements.
//
//	premises of T-REDUCE   (a_i : [x̄] @ m -> L)   for each z_i : [x̄] @ m -> L
//	─────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (z̄ : τ̄) = reduce (\k ā b̄ -> b) ē x̄
func (c *Context) tMemReduce(z []*syntax.Binding, e *syntax.Reduce) { c.tReduce("T-MEM-REDUCE", z, e) }

// T-SCAN (ours). as is the name under which it applies.
//
//	Γ ⊢ \k ā b̄ -> b folds x̄ from ē with ā : τ̄   (x₁ : [n]τ) ∈ Γ
//	───────────────────────────────────────────────────────────
//	Γ ⊢ let (z̄ : [n]τ̄) = scan (\k ā b̄ -> b) ē x̄
func (c *Context) tScan(as string, z []*syntax.Binding, e *syntax.Scan) {
	a := c.fold(z, syntax.FoldOf(e))
	x := found(c.typeOf("T-SCAN", e.Xs[0]))
	c.take("T-SCAN", "T-MEM-SCAN", z, rowsOf(x.Dims[0], a), nil)
	for _, z := range z {
		c.wellFormed(z.Type)
	}
	c.apply(as)
}

// T-MEM-SCAN (ours). The results are fresh. An accumulator that is an array has a place of its own.
//
//	premises of T-SCAN   Γ ⊢ [n][x̄] @ m -> L   for each z_i : [n][x̄] @ m -> L
//	──────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (z̄ : [n]τ̄) = scan (\k ā b̄ -> b) ē x̄
func (c *Context) tMemScan(z []*syntax.Binding, e *syntax.Scan) { c.tScan("T-MEM-SCAN", z, e) }

// fold is what T-REDUCE and T-SCAN have in common. The number k of the round may be left out. The sizes
// in the types of the parameters are in Γ: the types do not mention the parameters. In FUNMEM the
// results of the body may lie anywhere, because they are copied. fold returns ā.
//
//	Γ ⊢ ē : τ̄   (x_j : [n]τ_j) ∈ Γ   for each j   Γ, k : int, ā : τ̄, b_j : τ_j ⊢ (ā : τ̄) ← b
//	────────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ \k ā b̄ -> b folds x̄ from ē with ā : τ̄
func (c *Context) fold(z []*syntax.Binding, f *syntax.Fold) []*syntax.Binding {
	k, a, b, ok := f.Params()
	holds(c.parameters(f, ok))
	holds(c.oneEach(z, f))
	back := c.env.rec.Mark()
	in := c.Scope()
	if k != nil {
		holds(c.roundNumber(f, k))
		in.Bind(k)
	}
	types := in.Scope()
	for i, a := range a {
		holds(types.accumulator(f, a, f.Ne[i], i))
		types.wellFormed(a.Type)
		in.Bind(a)
	}
	for j, b := range b {
		holds(types.elementOf(f, b, j))
		types.wellFormed(b.Type)
		if c.env.mem && b.Type.IsArray() {
			types.memElement(f, b, j, k)
		}
		in.Bind(b)
	}
	in.body(anywhere(a), f.Lambda().Body)
	back()
	return a
}

// memElement is what T-MEM-REDUCE and T-MEM-SCAN add to fold. An element b_j that is an array is row k
// of x_j and lies where that row does. So the function has to take k.
//
//	(x_j : [n][x̄] @ m -> L) ∈ Γ   b_j : [x̄] @ m -> index_f(L, k)
func (c *Context) memElement(f *syntax.Fold, b *syntax.Binding, j int, k *syntax.Binding) {
	rule := f.Rule("T-MEM-")
	x := found(c.array(rule, f.Name, f.Xs[j]))
	holds(c.takesRound(rule, b, k))
	holds(c.liesAsWritten(rule, b, rowOf(x, k)))
}
