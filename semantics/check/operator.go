package check

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

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

// Scalar is Γ ⊢ se : τ, where τ is int or f64.
func (c *Context) Scalar(se syntax.Expr) (*syntax.Type, *diag.Diagnostic) {
	switch se := se.(type) {
	case *syntax.IntLit: // T-CONST (Fig. 3)
		c.apply("T-CONST")
		return intType, nil
	case *syntax.RealLit: // T-CONST (Fig. 3)
		c.apply("T-CONST")
		return f64Type, nil
	case *syntax.Var:
		return c.tVar("a variable of a scalar expression", se)
	case *syntax.Unary:
		return c.tOp(se, se.Op, se.Of, se.X)
	case *syntax.Binary:
		return c.tOp(se, se.Op, se.Of, se.X, se.Y)
	}
	return nil, c.refuse("T-OP", se.GetSpan(), "`%s` is not a scalar expression", c.Show(se))
}

// tVar is T-VAR (Fig. 3): (x : τ) ∈ Γ, where τ is int or f64.
func (c *Context) tVar(what string, x *syntax.Var) (*syntax.Type, *diag.Diagnostic) {
	t, d := c.typeOf("T-VAR", x)
	if d != nil {
		return nil, d
	}
	if !t.IsNumber() {
		return nil, c.boundAt(c.refuse("T-VAR", x.Span, "%s is a number, but `%s` is of type %s", what, c.Show(x), c.Show(t)), x)
	}
	c.apply("T-VAR")
	return t, nil
}

// tOp is T-OP (Fig. 3): both operands are ints, or both are f64s, as the operator
// wants them; of is what elaboration took them for.
func (c *Context) tOp(se syntax.Expr, op syntax.Op, of syntax.Elem, operands ...syntax.Expr) (*syntax.Type, *diag.Diagnostic) {
	types := make([]*syntax.Type, len(operands))
	for k, x := range operands {
		typeOf := c.Scalar
		if _, ok := x.(*syntax.Var); ok {
			typeOf = c.operand
		}
		t, d := typeOf(x)
		if d != nil {
			return nil, d
		}
		types[k] = t
	}
	found, d := c.Operator(se.GetSpan(), op, operands, types)
	if d != nil {
		return nil, d
	}
	if found != of {
		return nil, c.refuse("T-OP", se.GetSpan(), "`%s` works on operands of type %s here, and was elaborated for another type", op, c.Show(scalarType(found)))
	}
	c.apply("T-OP")
	return scalarType(op.Gives(found)), nil
}

// operand is the type of a variable that an operator is applied to.
func (c *Context) operand(x syntax.Expr) (*syntax.Type, *diag.Diagnostic) {
	t, d := c.typeOf("T-OP", x)
	if d == nil && t.IsNumber() {
		c.apply("T-VAR")
	}
	return t, d
}

// instead is what f64s have for operators that are for ints.
var instead = map[syntax.Op]string{
	syntax.Mod: "x - y * floor(x / y)", syntax.Quo: "trunc(x / y)", syntax.Not: "x == 0.0",
}

// Operator is the premise of T-OP about the operands of an operator, of the given
// types: they are numbers, of a type that the operator works on, and of one type,
// which it gives.
func (c *Context) Operator(at diag.Span, op syntax.Op, operands []syntax.Expr, types []*syntax.Type) (syntax.Elem, *diag.Diagnostic) {
	for k, t := range types {
		x := operands[k]
		if !t.IsNumber() {
			return 0, c.boundAt(c.refuse("T-OP", x.GetSpan(), "an operand of `%s` is a number, but `%s` is of type %s", op, c.Show(x), c.Show(t.Bare())), x)
		}
		if !op.Takes(t.Elem) {
			d := c.refuse("T-OP", x.GetSpan(), "`%s` works on %ss, but `%s` is of type %s", op, c.Show(scalarType(1-t.Elem)), c.Show(x), c.Show(t))
			if other, ok := instead[op]; ok {
				return 0, c.boundAt(d, x).Helpf("of f64s it is `%s`", other)
			}
			return 0, c.boundAt(d, x).Helpf("%s", c.convert(op, x, t.Elem))
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

// Converts adds to an error about an expression of type got, where want is wanted,
// how it is written as a number of that type, or as an array of such.
func (c *Context) Converts(d *diag.Diagnostic, x syntax.Expr, got, want *syntax.Type) *diag.Diagnostic {
	switch {
	case d == nil || d.Help != "" || got.Elem == want.Elem || got.Elem == syntax.Mem || want.Elem == syntax.Mem || got.Rank() != want.Rank():
		return d
	case got.Rank() > 0:
		return c.convertsElements(d, x, got, want)
	case want.Elem == syntax.F64:
		return d.Helpf("write %s", c.asReal(x))
	}
	return d.Helpf("`int(%s)` is it as an int, without its fraction", c.Show(x))
}

// convertsElements is Converts for an array.
func (c *Context) convertsElements(d *diag.Diagnostic, x syntax.Expr, got, want *syntax.Type) *diag.Diagnostic {
	f := "int"
	if want.Elem == syntax.F64 {
		f = "f64"
	}
	for range got.Rank() - 1 {
		f = "(\\row -> map " + f + " row)"
	}
	array := c.Show(x)
	if strings.Contains(array, " ") && array[0] != '[' {
		array = "(" + array + ")"
	}
	if want.Elem == syntax.F64 {
		return d.Helpf("write `map %s %s`", f, array)
	}
	return d.Helpf("`map %s %s` is it as ints, without their fractions", f, array)
}

// convert says what to write where an operand of type t is one of the other.
func (c *Context) convert(op syntax.Op, x syntax.Expr, t syntax.Elem) string {
	switch {
	case op == syntax.ToF64 || op == syntax.ToInt:
		return fmt.Sprintf("leave `%s` out: it is of that type already", op)
	case t == syntax.F64:
		return fmt.Sprintf("`int(%s)` is it as an int, without its fraction", c.Show(x))
	}
	return "write " + c.asReal(x)
}

// mixed says what to write where one operand is an int and the other an f64.
func (c *Context) mixed(number, real syntax.Expr) string {
	if _, ok := number.(*syntax.IntLit); ok {
		return "write " + c.asReal(number)
	}
	return fmt.Sprintf("write %s; `int(%s)` would make the other one an int, without its fraction", c.asReal(number), c.Show(real))
}

// asReal is how an int is written as an f64.
func (c *Context) asReal(x syntax.Expr) string {
	if k, ok := x.(*syntax.IntLit); ok {
		return "`" + k.Val.String() + ".0`"
	}
	return "`f64(" + c.Show(x) + ")`"
}
