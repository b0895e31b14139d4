package futhark

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/semantics/diag"
)

// exp checks an expression, and returns the types of its values, with the values of the existentials and names in them.
// It returns none if an error was reported.
func (c *checker) exp(s *Stm) (gives []*Type, x *names) {
	one := func(t *Type) []*Type {
		if t == nil {
			return nil
		}
		return []*Type{t}
	}
	switch e := s.Exp.(type) {
	case *Sub:
		return one(c.typeOf(e.X)), nil
	case *Op:
		return one(c.operator(s, e)), nil
	case *Conv:
		return one(c.conversion(s, e)), nil
	case *Assert:
		c.assert(e)
		return one(primType("unit")), nil
	case *Alloc:
		c.prim(e.Bytes, "i64", "the size of a block")
		c.space(e.Space)
		return one(&Type{Kind: MemType, Space: e.Space}), nil
	case *GetSize:
		return one(primType("i64")), nil
	case *UserParam:
		c.prim(e.Default, "i64", "the default of a parameter")
		return one(primType("i64")), nil
	case *EnsureDirect:
		return c.ensureDirect(e), nil
	case *CmpSize:
		c.prim(e.X, "i64", "what a threshold is compared with")
		return one(primType("bool")), nil
	case *CalcNumGroups:
		c.prim(e.N, "i64", "how many threads a launch has")
		c.prim(e.Group, "i64", "the size of a group")
		return one(primType("i64")), nil
	case *If:
		return c.branch(e), patternOf(s.Pat)
	case *Match:
		return c.match(e), patternOf(s.Pat)
	case *Loop:
		return c.loop(s, e)
	case *Apply:
		return c.apply(e), patternOf(s.Pat)
	case *GPUBody:
		return c.device(e), nil
	case *WithAcc:
		return c.withAcc(s, e), nil
	case *UpdateAcc:
		return one(c.updateAcc(s, e)), nil
	case *SegOp:
		return c.segOp(e), nil
	case *Par:
		return c.par(e), nil
	default:
		return one(c.arrayExp(s, e)), nil
	}
}

// operator: the operands are of the types that its name says, and so is the result. If all operands have another width
// or kind, that is one error, and the result is taken to have that width.
func (c *checker) operator(s *Stm, e *Op) *Type {
	o := Operators()[e.Name]
	if len(e.Args) != len(o.Args) {
		c.wrong(s.Span, "the operator `%s` has %s, and takes %d", e.Name, diag.Count(len(e.Args), "operand"), len(o.Args))
		return nil
	}
	for k, a := range e.Args {
		if isPrim(c.typeOf(a), o.Args[k]) {
			continue
		}
		d := c.found(a, string(o.Args[k]), fmt.Sprintf("operand %d of `%s`", k+1, e.Name))
		if name := c.otherWidth(e, o); name != "" {
			d.Helpf("`%s` takes such operands", name)
			return primType(Operators()[name].Res)
		}
	}
	for k, t := range e.Ret {
		if len(e.Ret) != 1 || !isPrim(t, o.Res) {
			c.wrong(e.Ret[k].Span, "found the result %s of `%s`, wanted %s alone", t, e.Name, o.Res)
		}
	}
	return primType(o.Res)
}

// otherWidth returns the operator whose width is that of the operands, or "". It has the same name, or is the operator
// on reals for one on integers.
func (c *checker) otherWidth(e *Op, o *Operator) string {
	for _, base := range []string{o.Base, "f" + o.Base, strings.TrimPrefix(o.Base, "f")} {
		for _, n := range []int{8, 16, 32, 64} {
			name := base + strconv.Itoa(n)
			if other := Operators()[name]; other != nil && c.takes(other, e.Args) {
				return name
			}
		}
	}
	return ""
}

// takes tells whether an operator accepts the operands.
func (c *checker) takes(o *Operator, args []*Atom) bool {
	for k, a := range args {
		if len(o.Args) != len(args) || !isPrim(c.typeOf(a), o.Args[k]) {
			return false
		}
	}
	return true
}

// conversion: it converts numbers of its kinds, and the operand has the type that it says.
func (c *checker) conversion(s *Stm, e *Conv) *Type {
	kinds := conversions[e.Op]
	bits := e.Op == "fptobits" || e.Op == "bitstofp"
	if e.From.kind() != kinds[0] || e.To.kind() != kinds[1] || bits && e.From[1:] != e.To[1:] {
		c.wrong(s.Span, "the conversion `%s` from %s to %s is not known", e.Op, e.From, e.To)
		return nil
	}
	c.prim(e.X, e.From.signless(), "the operand of `"+e.Op+"`")
	return primType(e.To)
}

// assert: the condition is a bool, and the values of the message have the types that it says.
func (c *checker) assert(e *Assert) {
	c.prim(e.Cond, "bool", "the condition of `assert`")
	for _, p := range e.Msg {
		if p.X != nil {
			c.prim(p.X, p.Type.signless(), "a value in the message of `assert`")
		}
	}
}

// called returns what messages call an expression.
func called(e Exp) string {
	name := ""
	switch e := e.(type) {
	case *Sub:
		name = e.X.String()
	case *Op:
		name = e.Name
	case *Conv:
		name = e.Op
	case *Iota:
		name = "iota" + string(e.Elem[1:])
	case *SegOp:
		name = e.Kind
	case *Par:
		return called(e.either())
	case *IndexExp:
		name = e.X.String() + e.At.Text()
	case *Literal:
		return "the array"
	case *Apply:
		name = e.Fn.String()
	case *GPUBody:
		name = "gpu"
	case *GetSize:
		name = "get_size"
	case *UserParam:
		name = "user_param"
	case *EnsureDirect:
		name = "ensure_direct"
	case *CmpSize:
		name = "cmp_size"
	case *CalcNumGroups:
		name = "calc_num_groups"
	case *WithAcc:
		name = "with_acc"
	case *UpdateAcc:
		name = "update_acc"
	case *Update:
		name = "with"
	default: // Alloc is alloc, and so on
		name = strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", e), "*futhark."))
	}
	return "`" + name + "`"
}

// source returns the array or value that an expression takes a part, a copy or a view of, or nil.
func source(e Exp) *Name {
	switch e := e.(type) {
	case *Sub:
		return e.X.Var
	case *IndexExp:
		return e.X
	case *Update:
		return e.X
	case *Copy:
		return e.X
	case *EnsureDirect:
		return e.X
	case *Manifest:
		return e.X
	case *Rearrange:
		return e.X
	case *Replicate:
		return e.X.Var
	case *Concat:
		return e.Xs[0]
	case *UpdateAcc:
		return e.Acc
	}
	return nil
}
