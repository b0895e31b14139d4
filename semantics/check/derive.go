package check

import (
	"fmt"
	"strings"

	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Record lets r get the derivations of what Program checks. Of the functions it gets those
// that are wanted; nil: all of them. A refusal ends the derivation at the premise that does
// not hold.
func (c *Context) Record(r *derive.Recorder, wanted func(*syntax.Def) bool) {
	c.env.rec, c.env.wanted = r, wanted
}

// refusedBy ends the derivation, if there is one, at the premise that does not hold.
func (c *Context) refusedBy(d *diag.Diagnostic) {
	if d != nil {
		c.env.rec.Refused(d.Rule, d.Msg)
	}
}

// RuleOf is the name of the rule that concludes Γ ⊢ let p̄ = e.
func RuleOf(s *syntax.Let, mem bool) string {
	T := "T-"
	if mem {
		T = "T-MEM-"
	}
	switch e := s.Exp.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
		return "T-SCALAR"
	case *syntax.If:
		return T + "IF"
	case *syntax.Kernel:
		return T + "KERNEL"
	case *syntax.Reduce, *syntax.Scan:
		return syntax.FoldOf(e).Rule(T)
	case *syntax.Call:
		return T + "CALL"
	case *syntax.Loop:
		return T + "LOOP"
	case *syntax.Slice, *syntax.Transpose, *syntax.Permute, *syntax.Reverse, *syntax.Reshape, *syntax.With:
		return T + leafRule(e)[len("T-"):]
	case *syntax.Index, *syntax.Alloc, *syntax.Claim:
		return leafRule(e)
	}
	if mem {
		return "T-MEM-FRESH"
	}
	return leafRule(s.Exp)
}

// enter starts a rule that concludes Γ ⊢ of, where of mentions the variables of n.
func (c *Context) enter(rule string, n syntax.Node, of func() string) {
	c.enterTyped(rule, n, func() derive.Judgement { return derive.Judgement{Of: of()} })
}

// enterTyped starts a rule whose conclusion has more than Γ ⊢ of. The conclusion, without Γ, is asked
// for at the end of the rule, or where a premise does not hold.
func (c *Context) enterTyped(rule string, n syntax.Node, j func() derive.Judgement) {
	if !c.env.rec.On() {
		return
	}
	conclusion := func() derive.Judgement {
		full := j()
		if Γ := c.shown(n); len(Γ.Binds) > 0 || full.Before == nil {
			full.Before = []derive.Part{Γ}
		}
		return full
	}
	c.env.open = append(c.env.open, conclusion)
	c.env.rec.Enter(rule, conclusion)
}

// leave ends the innermost rule.
func (c *Context) leave() {
	if !c.env.rec.On() {
		return
	}
	top := len(c.env.open) - 1
	conclusion := c.env.open[top]
	c.env.open = c.env.open[:top]
	c.env.rec.Leave("", conclusion)
}

// shown is Γ, cut to the variables that n mentions.
func (c *Context) shown(n syntax.Node) derive.Part {
	var used []*syntax.Var
	for _, x := range syntax.FreeVars(n) {
		if c.Lookup(x.ID) != nil {
			used = append(used, x)
		}
	}
	return c.env.rec.Env("Γ", " : ", used, func(x *syntax.Var) string {
		if b := c.Lookup(x.ID); b != nil {
			return syntax.Line(b.Type)
		}
		return "?"
	})
}

// within runs f, after which what it binds is not in Γ any more.
func (c *Context) within(f func()) {
	back := c.env.rec.Mark()
	f()
	back()
}

// pattern is p̄ in one line. A result of a function may have no name.
func pattern(p []*syntax.Binding) string {
	if len(p) == 0 {
		return "•"
	}
	parts := make([]string, len(p))
	for k, p := range p {
		if parts[k] = syntax.Line(p); p.Name == "" {
			parts[k] = "(" + derive.Numbered("y", k+1) + " : " + syntax.Line(p.Type) + ")"
		}
	}
	return strings.Join(parts, " ")
}

// enterBody starts the rule of the rest of a body, which may have no statement any more. p is asked
// for when the conclusion is.
func (c *Context) enterBody(rule string, p func() string, types []*syntax.Binding, stms []syntax.Stm, res []syntax.Expr) {
	if !c.env.rec.On() {
		return
	}
	rest := &syntax.Body{Stms: stms, Res: res}
	c.enterTyped(rule, &syntax.Let{Pat: types, Exp: &syntax.If{Cond: &syntax.IntLit{}, Then: rest, Else: &syntax.Body{}}}, func() derive.Judgement {
		return derive.Judgement{Of: p(), Rel: "←", After: []derive.Part{derive.Text(derive.Body(stms, res))}}
	})
}

// member adds (x : τ) ∈ Γ. A constant has its type without Γ, and a scalar expression has a
// derivation.
func (c *Context) member(x syntax.Expr, τ *syntax.Type) {
	if !c.env.rec.On() {
		return
	}
	c.env.rec.Premise(func() derive.Condition {
		switch x.(type) {
		case *syntax.Var:
			return derive.Condition{Form: "(x : τ) ∈ Γ", Left: "(" + syntax.Line(x) + " : " + syntax.Line(τ) + ")", Rel: "∈", Right: "Γ"}
		}
		return derive.Condition{Form: "(x : τ) ∈ Γ", Left: syntax.Line(x), Rel: ":", Right: syntax.Line(τ)}
	})
}

// members adds (x : τ) ∈ Γ for the variables of a scalar expression that no rule looks at as
// a whole, such as a size.
func (c *Context) members(se syntax.Expr) {
	if !c.env.rec.On() {
		return
	}
	for _, x := range syntax.FreeVars(se) {
		if b := c.Lookup(x.ID); b != nil {
			c.member(x, b.Type)
		}
	}
}

// isInt adds Γ ⊢ se : int.
func (c *Context) isInt(se syntax.Expr) {
	if c.env.rec.On() {
		c.env.rec.Premise(func() derive.Condition {
			return derive.Condition{Form: "Γ ⊢ se : int", Left: "Γ ⊢ " + syntax.Line(se), Rel: ":", Right: "int"}
		})
	}
}

// equal adds x = y, if the two are not written alike.
func (c *Context) equal(form string, x, y syntax.Node) {
	if !c.env.rec.On() {
		return
	}
	if l, r := syntax.Line(x), syntax.Line(y); l != r {
		c.env.rec.Premise(func() derive.Condition { return derive.Equal(form, l, r) })
	}
}

// also adds a premise in words of its own.
func (c *Context) also(form, format string, args ...any) {
	if c.env.rec.On() {
		c.env.rec.Premise(func() derive.Condition { return derive.Holds(form, fmt.Sprintf(format, args...)) })
	}
}

// premisesOf is "premises of R" for the rule R of Fig. 3 or ours that gives the type of e
// without its place.
func premisesOf[E syntax.Expr](c *Context, e E, R func(E) *syntax.Type) (τ *syntax.Type) {
	c.enterTyped(leafRule(e), e, func() derive.Judgement {
		j := derive.Judgement{Of: derive.Expr(e), Rel: ":", After: []derive.Part{derive.Text("?")}}
		if τ != nil {
			j.After[0] = derive.Text(syntax.Line(τ.Bare()))
		}
		return j
	})
	τ = R(e)
	c.leave()
	return τ
}

// enterScalar starts the rule of Γ ⊢ se : τ. τ is known at its end.
func (c *Context) enterScalar(se syntax.Expr, τ **syntax.Type) {
	if !c.env.rec.On() {
		return
	}
	rule := "T-OP"
	switch se.(type) {
	case *syntax.IntLit, *syntax.RealLit:
		rule = "T-CONST"
	case *syntax.Var:
		rule = "T-VAR"
	}
	c.enterTyped(rule, se, func() derive.Judgement {
		j := derive.Judgement{Of: syntax.Line(se), Rel: ":", After: []derive.Part{derive.Text("?")}}
		if *τ != nil {
			j.After[0] = derive.Text(syntax.Line(*τ))
		}
		return j
	})
}

// enterLMAD starts the rule of an LMAD, for the type of an array.
func (c *Context) enterLMAD(τ *syntax.Type) {
	c.enterTyped("T-MEM-LMAD", τ, func() derive.Judgement {
		return derive.Judgement{Of: syntax.Line(τ.Mem.L), Rel: ":", After: []derive.Part{derive.Text(syntax.Line(&syntax.Type{Elem: τ.Elem, Dims: τ.Dims}))}}
	})
}

// derived adds L′ = f(L, …): where an array lies that e derives from one at L.
func (c *Context) derived(e syntax.Expr, L, to *syntax.LMAD) {
	if !c.env.rec.On() {
		return
	}
	text := syntax.Line(L)
	switch e := e.(type) {
	case *syntax.Slice:
		text = "slice_f(" + text + ", " + strings.TrimPrefix(syntax.Line(e), syntax.Line(e.X)) + ")"
	case *syntax.Transpose:
		text = "transpose_f(" + text + ")"
	case *syntax.Permute:
		text = "permute_f(" + text + ", " + tuple(e.Perm) + ")"
	case *syntax.Reverse:
		text = "reverse_f(" + text + ")"
	case *syntax.Reshape:
		text = "reshape_f(" + text + ", " + syntax.Line(&syntax.Type{Dims: e.Dims}) + ")"
	}
	c.env.rec.Premise(func() derive.Condition { return derive.Equal("L′ = f(L, …)", syntax.Line(to), text) })
}

// lies adds that an array that lies at mem lies at L, if the two are not written alike.
func (c *Context) lies(mem *syntax.MemAnn, L *syntax.LMAD) {
	c.equal("an LMAD is the one that the rule gives", mem.L, L)
}

// gets adds that p has the type τ.
func (c *Context) gets(p *syntax.Binding, τ *syntax.Type) {
	c.also("p_i : S(τ_i)", "(%s : %s)", p.Name, syntax.Line(τ))
}

// returned is a pattern for what a program returns, as far as it is in scope.
func (c *Context) returned(res []syntax.Expr) []*syntax.Binding {
	p := make([]*syntax.Binding, len(res))
	for k, x := range res {
		p[k] = &syntax.Binding{Name: derive.Numbered("x", k+1), Type: intType}
		switch x := x.(type) {
		case *syntax.RealLit:
			p[k].Type = f64Type
		case *syntax.Var:
			if b := c.Lookup(x.ID); b != nil {
				p[k].Type = b.Type
			}
		}
	}
	return p
}

// progress is the derivation of a program under way: its rule, with the rule of each statement
// above that of the one before.
type progress struct {
	*Context
	b    *syntax.Body
	open int // rules
}

// enterProg starts the rule of a program, if there is more than functions.
func (c *Context) enterProg(b *syntax.Body, any bool) *progress {
	p := &progress{Context: c, b: b}
	c.env.prog = p
	if any && c.env.rec.On() {
		rule := "T-PROG"
		if c.env.mem {
			rule = "T-MEM-PROG"
		}
		c.enterTyped(rule, b, func() derive.Judgement {
			types := make([]string, len(b.Res))
			for k, x := range c.returned(b.Res) {
				types[k] = syntax.Line(x.Type.Bare())
			}
			return derive.Judgement{Before: []derive.Part{}, Of: derive.Body(b.Stms, b.Res), Rel: ":", After: []derive.Part{derive.Text("(" + strings.Join(types, ", ") + ")")}}
		})
		p.open = 1
	}
	return p
}

// next starts the rule of the next statement.
func (p *progress) next() {
	k := p.open - 1
	if p.open == 0 {
		return
	}
	p.enterBody("T-STM", func() string { return pattern(p.returned(p.b.Res)) }, nil, p.b.Stms[k:], p.b.Res)
	p.open++
}

// stms ends the rules of the statements. What the program returns is still to be looked at by its rule.
func (p *progress) stms() {
	for ; p != nil && p.open > 1; p.open-- {
		p.leave()
	}
}

// all ends the rule of the program.
func (p *progress) all() {
	if p.stms(); p.open == 1 {
		p.leave()
	}
	p.env.prog = nil
}

// defApart applies the rule of a function, with a derivation of its own if one is wanted.
func (c *Context) defApart(f *syntax.Def) {
	rec, open := c.env.rec, c.env.open
	if rec != nil && c.env.wanted != nil && !c.env.wanted(f) {
		c.env.rec = nil
	}
	c.env.open = nil
	c.env.rec.Apart(func() { c.tDef(f) })
	c.env.rec, c.env.open = rec, open
}
