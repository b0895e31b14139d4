package check

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// refuse is a type error of the rule.
func (c *Context) refuse(rule string, at diag.Span, format string, args ...any) *diag.Diagnostic {
	c.env.cov.Refuse(rule)
	return diag.Errorf(diag.Type, rule, at, format, args...)
}

func (c *Context) apply(rule string) { c.env.cov.Apply(rule) }

// typeOf is Γ(x) of an atom.
func (c *Context) typeOf(rule string, e syntax.Expr) (*syntax.Type, *diag.Diagnostic) {
	switch e := e.(type) {
	case *syntax.Var:
		if b := c.Lookup(e.ID); b != nil {
			return b.Type, nil
		}
		return nil, c.refuse(rule, e.Span, "`%s` is not in scope", c.Show(e))
	case *syntax.IntLit:
		return &syntax.Type{Span: e.Span}, nil
	case *syntax.RealLit:
		return &syntax.Type{Span: e.Span, Elem: syntax.F64}, nil
	}
	t, d := c.Leaf(e)
	return t, d
}

// array is the type of an operand that has to be an array.
func (c *Context) array(rule, what string, e syntax.Expr) (*syntax.Type, *diag.Diagnostic) {
	t, d := c.typeOf(rule, e)
	if d != nil {
		return nil, d
	}
	if !t.IsArray() {
		d := c.boundAt(c.refuse(rule, e.GetSpan(), "%s wants an array, but `%s` is of type %s", what, c.Show(e), c.Show(t)), e)
		if rule == "T-CONCAT" && t.IsNumber() {
			d.Helpf("an array of one element is `[%s]`", c.Show(e))
		}
		if rule == "T-INDEX" && t.Elem == syntax.Mem {
			d.Helpf("it is a block, and an array that lies in it has elements; `:heap %s` draws its cells", c.Show(e))
		}
		return nil, d
	}
	c.member(e, t)
	return t, nil
}

// number is the premise that x is a number, and gives its type.
func (c *Context) number(rule, what string, x *syntax.Var) (*syntax.Type, *diag.Diagnostic) {
	t, d := c.typeOf(rule, x)
	if d != nil {
		return nil, d
	}
	if !t.IsNumber() {
		return nil, c.boundAt(c.refuse(rule, x.Span, "%s is a number, but `%s` is of type %s", what, c.Show(x), c.Show(t)), x)
	}
	c.member(x, t)
	return t, nil
}

// int is the premise that an operand is an int.
func (c *Context) int(rule, what string, e syntax.Expr) *diag.Diagnostic {
	t, d := c.typeOf(rule, e)
	if d != nil {
		return d
	}
	if !t.IsInt() {
		return c.intWanted(rule, what, e, t)
	}
	if syntax.IsAtom(e) {
		c.member(e, t)
	}
	return nil
}

// intWanted says that e, of type t, is no int.
func (c *Context) intWanted(rule, what string, e syntax.Expr, t *syntax.Type) *diag.Diagnostic {
	return c.boundAt(c.refuse(rule, e.GetSpan(), "%s is an int, but `%s` is of type %s", what, c.Show(e), c.Show(t)), e)
}

// boundAt adds a note on where a variable got its type.
func (c *Context) boundAt(d *diag.Diagnostic, e syntax.Expr) *diag.Diagnostic {
	if v, ok := e.(*syntax.Var); ok {
		if b := c.Lookup(v.ID); b != nil && b.Span.IsValid() && b.Span != v.Span {
			d.Note(b.Span, "`%s : %s` is bound here", c.Show(b.Use()), c.Show(b.Type))
		}
	}
	return d
}

var (
	intType = &syntax.Type{}
	f64Type = &syntax.Type{Elem: syntax.F64}
)

// scalarType is int or f64.
func scalarType(t syntax.Elem) *syntax.Type {
	if t == syntax.F64 {
		return f64Type
	}
	return intType
}
