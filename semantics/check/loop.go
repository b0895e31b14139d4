package check

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// tLoop is T-LOOP and T-MEM-LOOP (ours). S₀, S₁ and S₂ replace the ints and the
// blocks among x̄ by the first values, by what the body returns, and by what the
// pattern binds. The condition b_c of a while loop is one int, and sees x̄ : τ̄.
//
//	Γ ⊢ n : int   Γ ⊢ ē : S₀(τ̄)   Γ, x̄ : τ̄, i : int ⊢ b : S₁(τ̄)
//	──────────────────────────────────────────────────────────
//	Γ ⊢ let (p̄ : S₂(τ̄)) = loop (x̄ : τ̄ = ē) for i <= n do b
func (c *Context) tLoop(pat []*syntax.Binding, e *syntax.Loop) *diag.Diagnostic {
	rule := c.rule("T-LOOP", "T-MEM-LOOP")
	if len(pat) != len(e.Params) {
		return c.refuse(rule, e.Span, "the loop carries %s, but the pattern binds %d", diag.Count(len(e.Params), "value"), len(pat))
	}
	in := c.Scope()
	if d := in.bindPattern(e.Params); d != nil {
		return d
	}
	if d := c.yields(rule, rule, e.Params, e.Init, true); d != nil {
		return d
	}
	if d := c.rounds(rule, in, e); d != nil {
		return d
	}
	if d := c.looped(rule, pat, e); d != nil {
		return d
	}
	c.apply(rule)
	return nil
}

// rounds are the premises of T-LOOP about the bound or the condition and the
// body; what the loop carries is in scope in in.
func (c *Context) rounds(rule string, in *Context, e *syntax.Loop) *diag.Diagnostic {
	inner := in.Scope()
	if e.For == nil {
		if d := in.Scope().condition(rule, e.While); d != nil {
			return d
		}
	} else {
		if d := c.int(rule, "the bound of a loop", e.For.N); d != nil {
			return d
		}
		x := e.For.X
		inner.Bind(&syntax.Binding{Span: x.Span, Name: x.Name, ID: x.ID, Type: intType, Text: x.Text})
	}
	return inner.body(e.Params, e.Body, true)
}

// condition is the premise that the condition of a while loop is one int.
func (c *Context) condition(rule string, b *syntax.Body) *diag.Diagnostic {
	for _, s := range b.Stms {
		if d := c.Stm(s); d != nil {
			return d
		}
	}
	if len(b.Res) != 1 {
		return c.refuse(rule, b.Span, "the condition of a loop is one int, but this has %s", diag.Count(len(b.Res), "value"))
	}
	return c.int(rule, "the condition of a loop", b.Res[0])
}

// looped is the premise that the pattern has the types of what the loop carries,
// S₂(τ̄). Afterwards the pattern is in scope.
func (c *Context) looped(rule string, pat []*syntax.Binding, e *syntax.Loop) *diag.Diagnostic {
	s := map[int]syntax.Expr{}
	for i, x := range e.Params {
		if !x.Type.IsArray() {
			s[x.ID] = pat[i].Use()
		}
	}
	if d := c.bindPattern(pat); d != nil {
		return d
	}
	for i, x := range e.Params {
		p, t := pat[i], syntax.Subst(x.Type, s)
		if d := c.sameShape(rule, p.Span, called(p, i), t, p.Type, nil); d != nil {
			return d
		}
		if c.env.mem && p.Type.Mem != nil {
			if d := c.liesAsWritten(rule, p, t); d != nil {
				return d
			}
		}
	}
	return nil
}
