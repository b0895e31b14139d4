package native

import (
	"math"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// reproducer returns the program of an expression, where variables from outside stand for arrays, and those arrays.
func (c *compiled) reproducer(a *Ask) (*syntax.Program, []Given) {
	var inputs []Given
	p := &syntax.Program{Span: c.core.Span, Decls: slices.Clone(c.core.Decls)}
	bind := func(name string, id int, v value.Val) syntax.Expr {
		switch {
		case v.A != nil:
			inputs = append(inputs, Given{name, v})
			return &syntax.Var{Name: name, ID: id}
		case v.I.IsReal():
			return &syntax.RealLit{Val: float(v.I)}
		}
		return &syntax.IntLit{Val: v.I}
	}
	var outside []syntax.Decl
	for _, x := range syntax.FreeVars(c.core) {
		v := a.Env.Of(x.ID)
		if e := bind(x.Name, x.ID, v); v.A == nil {
			outside = append(outside, &syntax.Let{Pat: []*syntax.Binding{{Name: x.Name, ID: x.ID, Type: &syntax.Type{Elem: v.Elem()}}}, Exp: e})
		}
	}
	p.Decls = append(outside, p.Decls...)
	call, ok := a.Exp.(*syntax.Call)
	if !ok {
		return p, inputs
	}
	again := &syntax.Call{Fn: call.Fn}
	for k, x := range call.Args {
		again.Args = append(again.Args, bind(c.def.Params[k].Name, c.def.Params[k].ID, atom(x, a.Env)))
	}
	p.Decls = append(p.Decls, syntax.Alone(a.Pat, again).Decls...)
	return p, inputs
}

// float is an f64 as a double.
func float(x num.Num) float64 {
	w, _ := x.Word()
	return math.Float64frombits(uint64(w))
}
