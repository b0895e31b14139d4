package check

import (
	"maps"

	"funmem/semantics/derive"
	"funmem/semantics/syntax"
)

// T-DEF (ours). The body of f must not free the block of a parameter. Functions are not recursive:
// f is in scope only after its body.
//
//	each n of n̄ is a size of some x   x is an array or a block where a star marks it
//	Γ, n̄ : int, x̄ : τ̄ ⊢ (ȳ : τ̄′) ← b   Γ, n̄ : int, x̄ : τ̄, ȳ : τ̄′ ⊢ τ̄′
//	───────────────────────────────────────────────────────────────────
//	Γ ⊢ def f (x̄ : τ̄) : (ȳ : τ̄′) = b
func (c *Context) tDef(f *syntax.Def) {
	c.enter("T-DEF", f, func() string { return "def " + derive.Signature(f) + " = …" })
	holds(c.FixedSizes(f))
	holds(c.UniqueArrays(f))
	in := c.Scope()
	in.def = f
	for _, n := range f.Sizes {
		in.Bind(n)
	}
	in.bindPattern(f.Params)
	in.Scope().body(f.Ret, f.Body)
	in.Scope().bindPattern(f.Ret)
	c.Declare(f)
	c.apply("T-DEF")
	c.leave()
}

// T-CALL (ours). S replaces the sizes n̄ by the sizes of the arguments that fix them, the ints
// among x̄ by the arguments, and the ints among ȳ by what the pattern binds. as is the name under
// which the rule applies.
//
//	(def f (x̄ : τ̄) : (ȳ : τ̄′)) ∈ Γ   (e_i : S(τ_i)) ∈ Γ   for each i   Γ, p̄ ⊢ S(τ̄′)
//	─────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (p̄ : S(τ̄′)) = f ē
func (c *Context) tCall(as string, p []*syntax.Binding, e *syntax.Call) {
	f := found(c.function(e))
	S := c.arguments(f, e)
	holds(c.asManyResults(f, p, e))
	c.bindPattern(p)
	maps.Copy(S, bound(f.Ret, p))
	c.take("T-CALL", "T-MEM-CALL", p, f.Ret, S)
	c.apply(as)
}

// arguments is the premise that the arguments have the types of the parameters, including places in
// FUNMEM. It gives S, without the results. It belongs to T-CALL; memArguments belongs to
// T-MEM-CALL.
func (c *Context) arguments(f *syntax.Def, e *syntax.Call) map[int]syntax.Expr {
	holds(c.asManyArguments(f, e))
	S := c.Fixed(f, e.Args)
	for i := range f.Params {
		holds(c.argument(f, e, i, S))
	}
	if c.env.mem {
		c.memArguments(f, e, S)
	}
	return S
}

// T-MEM-CALL (ours). S also replaces the blocks.
//
//	premises of T-CALL   (e_i : [x̄] @ S(m_i) -> S(L_i)) ∈ Γ   for each array x_i : [x̄] @ m_i -> L_i
//	──────────────────────────────────────────────────────────────────────────────────────────────
//	Γ ⊢ let (p̄ : S(τ̄′)) = f ē
func (c *Context) tMemCall(p []*syntax.Binding, e *syntax.Call) { c.tCall("T-MEM-CALL", p, e) }

// memArguments is the premise that the arguments lie where the parameters say. It belongs to
// T-MEM-CALL.
func (c *Context) memArguments(f *syntax.Def, e *syntax.Call, S map[int]syntax.Expr) {
	for i, x := range f.Params {
		if x.Type.Mem != nil {
			holds(c.passed(f, e, i, S))
		}
	}
}
