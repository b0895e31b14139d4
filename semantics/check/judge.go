package check

import (
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// refused is the panic that ends a rule when a premise does not hold. The functions that other
// packages call return its diagnostic.
type refused struct{ d *diag.Diagnostic }

// holds is a premise of a rule. If it does not hold, d says why, and the rule ends.
func holds(d *diag.Diagnostic) {
	if d != nil {
		panic(refused{d})
	}
}

// found is a premise that returns something: x, if the premise holds.
func found[T any](x T, d *diag.Diagnostic) T {
	holds(d)
	return x
}

// refusal, called by a defer statement, turns the panic of a rule into the result of the
// deferring function. Other panics go on.
func refusal(d **diag.Diagnostic) {
	switch r := recover().(type) {
	case nil:
	case refused:
		*d = r.d
	default:
		panic(r)
	}
}

// Leaf is the type of a core expression that has no body: Γ ⊢ e : τ. A derived array gets the
// memory part that it must have (Fig. 8), and a fresh one gets none.
func (c *Context) Leaf(e syntax.Expr) (t *syntax.Type, d *diag.Diagnostic) {
	defer refusal(&d)
	return c.exp(e), nil
}

// Stm is Γ ⊢ s. After it, the pattern is in scope.
func (c *Context) Stm(s syntax.Stm) (d *diag.Diagnostic) {
	defer refusal(&d)
	c.stm(s)
	return nil
}

// Arguments is the part of a call's rule about its arguments: they have the types of the
// parameters under S, which it returns. S maps size parameters to the sizes of the arguments, and
// parameters to the arguments.
func (c *Context) Arguments(f *syntax.Def, e *syntax.Call) (S map[int]syntax.Expr, d *diag.Diagnostic) {
	defer refusal(&d)
	return c.arguments(f, e), nil
}

// Program checks an elaborated program in the context of earlier ones, and extends that context.
// The free variables of the program are those of Γ.
func (c *Context) Program(p *syntax.Program) error {
	if d := c.program(p); d != nil {
		return d
	}
	return nil
}

// Closed checks a whole program: • ⊢ b.
func Closed(p *syntax.Program, mem bool, cov *rule.Coverage) error { return New(mem, cov).Program(p) }

// program picks the rule of each declaration.
func (c *Context) program(p *syntax.Program) (d *diag.Diagnostic) {
	defer func() { c.refusedBy(d) }()
	defer refusal(&d)
	b := p.Main()
	prog, returns := c.enterProg(b, len(p.Decls) > len(p.Defs())), false
	for _, decl := range p.Decls {
		switch s := decl.(type) {
		case *syntax.Def:
			c.defApart(s)
		case syntax.Stm:
			prog.next()
			c.stm(s)
		case *syntax.In:
			c.prog(s)
			returns = true
		default:
			holds(c.refuse("T-PROG", decl.GetSpan(), "an elaborated program holds no bare expression"))
		}
	}
	if !returns && len(b.Stms) > 0 {
		c.prog(&syntax.In{}) // nothing is returned
	}
	prog.all()
	return nil
}

// prog is ⊢ b, for the result of b: it picks the rule.
func (c *Context) prog(in *syntax.In) {
	if c.env.mem {
		c.tMemProg(in)
		return
	}
	c.tProg(in)
}

// exp is Γ ⊢ e : τ for an expression without a body.
func (c *Context) exp(e syntax.Expr) *syntax.Type {
	if c.env.mem {
		return c.memExp(e)
	}
	return c.funExp(e)
}

// let is Γ ⊢ let p̄ = e.
func (c *Context) let(s *syntax.Let) {
	c.enter(RuleOf(s, c.env.mem), s, func() string { return derive.Stm(s) })
	if c.env.mem {
		c.memLet(s)
	} else {
		c.funLet(s)
	}
	c.leave()
}

// leaf is Γ ⊢ let (z : τ) = e for an e without a body. There is one binder, with the type that
// the rule of e gives.
func (c *Context) leaf(s *syntax.Let) {
	exp := c.exp
	if RuleOf(s, c.env.mem) == "T-MEM-FRESH" {
		exp = func(e syntax.Expr) *syntax.Type { return premisesOf(c, e, c.exp) }
	}
	τ := exp(s.Exp)
	z := c.binder(s)
	holds(c.fits(leafRule(s.Exp), z, ofBinder(s.Exp, z, τ)))
}

// binder is the one binder of a let, whose type is well-formed.
func (c *Context) binder(s *syntax.Let) *syntax.Binding {
	z := found(c.single(s))
	c.wellFormed(z.Type)
	return z
}

// wellFormed is Γ ⊢ τ: the sizes are ints in scope, and in FUNMEM an array has a place.
func (c *Context) wellFormed(τ *syntax.Type) {
	if c.env.mem && τ.IsArray() {
		c.enter("T-MEM-TYPE", τ, func() string { return syntax.Line(τ) })
		defer c.leave()
	}
	for _, x := range τ.Dims {
		holds(c.sizeInScope("T-VAR", x))
	}
	if c.env.mem && τ.IsArray() {
		c.tMemType(τ)
	}
}

// fits is the premise that a binder's type is the one found. In FUNMEM a derived array must also
// lie where the rule puts it. A fresh array or a claimed one may lie anywhere.
func (c *Context) fits(rule string, z *syntax.Binding, τ *syntax.Type) *diag.Diagnostic {
	if d := c.sameShape(rule, z.Span, called(z, 0), τ, z.Type, nil); d != nil {
		return d
	}
	switch {
	case !c.env.mem || !z.Type.IsArray():
	case τ.Mem != nil:
		return c.liesAsWritten(memRule(rule), z, τ)
	case rule != "T-MEM-CLAIM":
		c.tMemFresh()
	}
	return nil
}

// leafRule is the rule whose conclusion binds e.
func leafRule(e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Index:
		return "T-INDEX"
	case *syntax.Slice:
		return "T-SLICE"
	case *syntax.Transpose:
		return "T-TRANSPOSE"
	case *syntax.Permute:
		return "T-PERMUTE"
	case *syntax.Reverse:
		return "T-REVERSE"
	case *syntax.Claim:
		return "T-MEM-CLAIM"
	case *syntax.Iota:
		return "T-IOTA"
	case *syntax.Copy:
		return "T-COPY"
	case *syntax.Replicate:
		return "T-REPLICATE"
	case *syntax.Scratch:
		return "T-SCRATCH"
	case *syntax.Literal:
		return "T-LITERAL"
	case *syntax.Concat:
		return "T-CONCAT"
	case *syntax.Reshape:
		return "T-RESHAPE"
	case *syntax.With:
		return "T-WITH"
	case *syntax.Alloc:
		return "T-MEM-ALLOC"
	}
	panic("check: a scalar expression has a rule of its own")
}

// memRule is the FUNMEM rule that goes with a Fun rule and says where an array lies.
func memRule(rule string) string { return "T-MEM-" + rule[len("T-"):] }
