package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// instead is what to use for f64s in place of an operator that is for ints.
var instead = map[syntax.Op]string{
	syntax.Mod: "x - y * floor(x / y)", syntax.Quo: "trunc(x / y)", syntax.Not: "x == 0.0",
}

// operand is the type of an operand of an operator. Operator checks which types a variable may
// have.
func (c *Context) operand(x syntax.Expr) *syntax.Type {
	if _, ok := x.(*syntax.Var); !ok {
		return c.se(x)
	}
	τ := found(c.typeOf("T-OP", x))
	if τ.IsNumber() {
		c.enterScalar(x, &τ)
		c.member(x, τ)
		c.apply("T-VAR")
		c.leave()
	}
	return τ
}

// elaborated is the premise that the operands have the type that elaboration took them to have.
// It belongs to T-OP.
func (c *Context) elaborated(se syntax.Expr, op syntax.Op, of, τ syntax.Elem) *diag.Diagnostic {
	if τ == of {
		return nil
	}
	return c.refuse("T-OP", se.GetSpan(), "`%s` works on operands of type %s here, and was elaborated for another type", op, c.Show(scalarType(τ)))
}

// Operator is the premise that the operands of an operator, of the given types, are numbers of
// one type, and that the operator works on that type. It returns the type. It belongs to T-OP.
func (c *Context) Operator(at diag.Span, op syntax.Op, operands []syntax.Expr, types []*syntax.Type) (syntax.Elem, *diag.Diagnostic) {
	for k, t := range types {
		x := operands[k]
		if !t.IsNumber() {
			return 0, c.boundAt(c.refuse("T-OP", x.GetSpan(), "an operand of `%s` is a number, but `%s` is of type %s", op, c.Show(x), c.Show(t.Bare())), x)
		}
		if d := c.Takes(op, x, t); d != nil {
			return 0, d
		}
	}
	if len(types) == 2 && types[0].Elem != types[1].Elem {
		x, y := operands[0], operands[1]
		d := c.refuse("T-OP", at, "the operands of `%s` are of one type, but `%s` is of type %s and `%s` of type %s",
			op, c.Show(x), c.Show(types[0]), c.Show(y), c.Show(types[1]))
		number, real := x, y
		if types[0].Elem == syntax.F64 {
			number, real = y, x
		}
		return 0, c.boundAt(c.boundAt(d, x), y).Helpf("%s", c.mixed(number, real))
	}
	return types[0].Elem, nil
}

// Takes is the premise that an operator works on the elements of an operand of type t, or on the operand if it is a number. It
// belongs to T-OP.
func (c *Context) Takes(op syntax.Op, x syntax.Expr, t *syntax.Type) *diag.Diagnostic {
	if op.Takes(t.Elem) {
		return nil
	}
	d := c.boundAt(c.refuse("T-OP", x.GetSpan(), "`%s` works on %ss, but `%s` is of type %s", op, c.Show(scalarType(1-t.Elem)), c.Show(x), c.Show(t.Bare())), x)
	if other, ok := instead[op]; ok {
		return d.Helpf("of f64s it is `%s`", other)
	}
	return d.Helpf("%s", c.convert(op, x, t.Elem))
}

// Converts adds help to an error about an expression of type got where want is wanted: how to
// write it as a number of that type, or as an array of such numbers.
func (c *Context) Converts(d *diag.Diagnostic, x syntax.Expr, got, want *syntax.Type) *diag.Diagnostic {
	switch {
	case d == nil || d.Help != "" || got.Elem == want.Elem || got.Elem == syntax.Mem || want.Elem == syntax.Mem || got.Rank() != want.Rank():
		return d
	case want.Elem == syntax.F64:
		return d.Helpf("write %s", c.asReal(x))
	case c.IsNum(syntax.Int):
		return d.Helpf("write %s", c.ToNum(c.Show(x)))
	case got.Rank() > 0:
		return d.Helpf("`int(%s)` is it as ints, without their fractions", c.Show(x))
	}
	return d.Helpf("`int(%s)` is it as an int, without its fraction", c.Show(x))
}

// convert says what to write when an operand of type t should have the other type.
func (c *Context) convert(op syntax.Op, x syntax.Expr, t syntax.Elem) string {
	switch {
	case op == syntax.ToF64 || op == syntax.ToInt:
		return fmt.Sprintf("leave `%s` out: it is of that type already", op)
	case t == syntax.F64:
		return fmt.Sprintf("`int(%s)` is it as an int, without its fraction", c.Show(x))
	}
	return "write " + c.asReal(x)
}

// mixed says what to write when one operand is an int and the other an f64.
func (c *Context) mixed(number, real syntax.Expr) string {
	if _, ok := number.(*syntax.IntLit); ok {
		return "write " + c.asReal(number)
	}
	switch {
	case divides(number):
		return "`/` of ints drops the fraction; with f64s it is kept, as in `f64(k) / 2.0`"
	case c.IsNum(syntax.F64):
		return "write " + c.asReal(number)
	case c.IsNum(syntax.Int):
		return "write " + c.ToNum(c.Show(real))
	}
	return fmt.Sprintf("write %s; `int(%s)` would make the other one an int, without its fraction", c.asReal(number), c.Show(real))
}

// ToNum is how to write an int or an f64 as a num in a def over num. A function of the program may hide that conversion.
func (c *Context) ToNum(text string) string {
	text = "`num(" + text + ")`"
	if c.Def("num") != nil {
		text += ", and give the function `num` another name: it hides that conversion"
	}
	return text
}

// IsNum tells whether this is inside a def over num, and about its instance for t.
func (c *Context) IsNum(t syntax.Elem) bool { return c.num != nil && *c.num == t }

// divides tells whether an expression divides ints, so that its fraction is gone before it can become an f64.
func divides(e syntax.Expr) (found bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		b, ok := n.(*syntax.Binary)
		found = found || ok && b.Op == syntax.Div
		return !found
	})
	return found
}

// asReal is how to write an int as an f64, or as a num in a def over num.
func (c *Context) asReal(x syntax.Expr) string {
	if k, ok := x.(*syntax.IntLit); ok {
		return "`" + k.Val.String() + ".0`"
	}
	if c.IsNum(syntax.F64) {
		return c.ToNum(c.Show(x))
	}
	return "`f64(" + c.Show(x) + ")`"
}
