package check

import "funmem/semantics/syntax"

// T-LOOP (ours). S₀, S₁ and S₂ replace the ints among x̄ by the first values, by what the body
// returns, and by what the pattern binds. The condition b_c of a while loop is one int and sees x̄
// : τ̄. as is the name of the rule, and also is what FUNMEM adds for each first value.
//
//	Γ, x̄ : τ̄ ⊢ τ̄   Γ ⊢ ē : S₀(τ̄)   Γ ⊢ n : int   Γ, x̄ : τ̄, i : int ⊢ (x̄ : τ̄) ← b
//	───────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (p̄ : S₂(τ̄)) = loop (x̄ : τ̄ = ē) for i <= n do b
func (c *Context) tLoop(as string, p []*syntax.Binding, e *syntax.Loop, also ...lies) {
	holds(c.carried(as, p, e))
	c.within(func() {
		in := c.Scope()
		in.bindPattern(e.Params)
		c.give(as, e.Params, e.Init, also...)
		in.rounds(as, e).body(e.Params, e.Body)
	})
	c.bindPattern(p)
	c.take(as, as, p, e.Params, bound(e.Params, p))
	c.apply(as)
}

// T-MEM-LOOP (ours). S₀, S₁ and S₂ also replace the blocks among x̄, and the first values lie
// where the types of x̄ say.
//
//	premises of T-LOOP   (e_i : [x̄] @ S₀(m_i) -> S₀(L_i)) ∈ Γ   for each array x_i : [x̄] @ m_i -> L_i
//	────────────────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (p̄ : S₂(τ̄)) = loop (x̄ : τ̄ = ē) for i <= n do b
func (c *Context) tMemLoop(p []*syntax.Binding, e *syntax.Loop) {
	c.tLoop("T-MEM-LOOP", p, e, c.liesIn("T-MEM-LOOP"))
}

// rounds is the premise that the bound or the condition is an int. It belongs to T-LOOP. c is Γ,
// x̄ : τ̄. The result is the context of the body, which adds the number i of the round.
func (c *Context) rounds(as string, e *syntax.Loop) *Context {
	if e.For == nil {
		c.Scope().condition(as, e.While)
		return c.Scope()
	}
	holds(c.up.int(as, "the bound of a loop", e.For.N))
	return c.withInt(e.For.X)
}

// condition is the premise that the condition of a while loop is one int. It belongs to T-LOOP.
func (c *Context) condition(as string, b_c *syntax.Body) {
	pat := []*syntax.Binding{{Name: "c", Type: intType}}
	for k, s := range b_c.Stms {
		c.enterBody("T-STM", func() string { return pattern(pat) }, nil, b_c.Stms[k:], b_c.Res)
		c.stm(s)
	}
	holds(c.oneValue(as, b_c))
	holds(c.int(as, "the condition of a loop", b_c.Res[0]))
	for range b_c.Stms {
		c.leave()
	}
}
