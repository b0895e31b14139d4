package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// called is the name that messages use for a binder, or for the i-th result if it has no name.
func called(p *syntax.Binding, i int) string {
	if p.Name == "" {
		return fmt.Sprintf("result %d", i+1)
	}
	return "`" + p.Written() + "`"
}

// bindPattern is Γ, p̄ with Γ, p̄ ⊢ τ for each type in it. Ints and blocks come first, because
// the types of the arrays may mention them.
func (c *Context) bindPattern(p []*syntax.Binding) {
	for _, p := range p {
		if !p.Type.IsArray() {
			c.Bind(p)
		}
	}
	for _, p := range p {
		if p.Type.IsArray() {
			c.wellFormed(p.Type)
			c.Bind(p)
		}
	}
}

// withInt is Γ, (x : int).
func (c *Context) withInt(x *syntax.Binding) *Context {
	in := c.Scope()
	in.Bind(&syntax.Binding{Span: x.Span, Name: x.Name, ID: x.ID, Type: intType, Text: x.Text})
	return in
}

// single is the premise that a pattern has one binder, for an expression with one value.
func (c *Context) single(s *syntax.Let) (*syntax.Binding, *diag.Diagnostic) {
	if len(s.Pat) != 1 {
		return nil, c.refuse("T-STM", s.Span, "`%s` has one value, but the pattern binds %d", c.Show(s.Exp), len(s.Pat))
	}
	return s.Pat[0], nil
}

// asMany is the premise that a body returns as many values as the pattern binds. It belongs to
// T-RESULT.
func (c *Context) asMany(y []*syntax.Binding, b *syntax.Body) *diag.Diagnostic {
	if len(b.Res) == len(y) {
		return nil
	}
	return c.refuse("T-RESULT", b.Span, "%s returned, but the pattern binds %d", diag.Plural(len(b.Res), "value is", "values are"), len(y))
}

// lies is the premise that x, the value for y_i, lies where its type wants it under S. τ is the
// type of x.
type lies func(y []*syntax.Binding, i int, x syntax.Expr, τ *syntax.Type, S map[int]syntax.Expr) *diag.Diagnostic

// give is the premise (x_i : S(τ_i)) ∈ Γ for each i. S replaces the ints and blocks among y₁, …, y_n
// by those among x₁, …, x_n. also is what FUNMEM adds for each i.
func (c *Context) give(rule string, y []*syntax.Binding, x []syntax.Expr, also ...lies) {
	S := map[int]syntax.Expr{}
	for i, y_i := range y {
		if !y_i.Type.IsArray() {
			S[y_i.ID] = x[i]
		}
	}
	for i, y_i := range y {
		τ := found(c.typeOf(rule, x[i]))
		c.member(x[i], τ)
		holds(c.sameShape(rule, x[i].GetSpan(), called(y_i, i), τ, y_i.Type, S))
		for _, lies := range also {
			holds(lies(y, i, x[i], τ, S))
		}
	}
}

// take is the premise that p_i : τ_i for each i, where τ_i is S of the type of y_i. In FUNMEM the
// type has a place if y_i has one, and mem is the rule that p_i lies there.
func (c *Context) take(rule, mem string, p, y []*syntax.Binding, S map[int]syntax.Expr) {
	for i, p_i := range p {
		τ := syntax.Subst(y[i].Type, S)
		c.gets(p_i, τ)
		holds(c.sameShape(rule, p_i.Span, called(p_i, i), τ, p_i.Type, nil))
		if c.env.mem && τ.Mem != nil {
			holds(c.liesAsWritten(mem, p_i, τ))
		}
	}
}

// bound is the substitution of the ints and blocks among y₁, …, y_n by those that p binds.
func bound(y, p []*syntax.Binding) map[int]syntax.Expr {
	S := map[int]syntax.Expr{}
	for i, y_i := range y {
		if !y_i.Type.IsArray() {
			S[y_i.ID] = p[i].Use()
		}
	}
	return S
}

// rows is the premise that z has the type [y]τ, and that the sizes in τ are ints in Γ. It belongs
// to T-KERNEL. It returns z : τ, where τ does not mention memory.
func (c *Context) rows(rule string, z []*syntax.Binding, y syntax.Expr) ([]*syntax.Binding, *diag.Diagnostic) {
	rows := make([]*syntax.Binding, len(z))
	for i, z := range z {
		if !z.Type.IsArray() {
			return nil, c.refuse(rule, z.Span, "a kernel makes an array, but `%s` is of type %s", z.Written(), c.Show(z.Type))
		}
		if d := c.SameSize(rule, z.Span, y, z.Type.Dims[0], SizeOf(0, called(z, i), z.Type.Rank())); d != nil {
			return nil, d
		}
		for _, size := range z.Type.Dims[1:] {
			if d := c.sizeInScope(rule, size); d != nil {
				return nil, d.Helpf("a row's size must be known before the kernel: bind it there")
			}
		}
		rows[i] = &syntax.Binding{Span: z.Span, Name: z.Name, ID: z.ID, Text: z.Text, Type: &syntax.Type{Span: z.Type.Span, Elem: z.Type.Elem, Dims: z.Type.Dims[1:]}}
	}
	return rows, nil
}

// carried is the premise that the pattern binds as many values as the loop carries. It belongs to
// T-LOOP.
func (c *Context) carried(rule string, p []*syntax.Binding, e *syntax.Loop) *diag.Diagnostic {
	if len(p) == len(e.Params) {
		return nil
	}
	return c.refuse(rule, e.Span, "the loop carries %s, but the pattern binds %d", diag.Count(len(e.Params), "value"), len(p))
}

// oneValue is the premise that a condition gives one value. It belongs to T-LOOP.
func (c *Context) oneValue(rule string, b *syntax.Body) *diag.Diagnostic {
	if len(b.Res) == 1 {
		return nil
	}
	return c.refuse(rule, b.Span, "the condition of a loop is one int, but this has %s", diag.Count(len(b.Res), "value"))
}
