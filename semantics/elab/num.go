package elab

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// isReal tells whether a def is the instance for f64s of a def over num.
func isReal(d *syntax.Def) bool { return d.InstanceOf != "" && d.Num == syntax.F64 }

// instances puts the instances of the defs over num in their place. num elsewhere is an error.
func (u *unit) instances(p *syntax.Program) {
	u.nums = map[*syntax.Def]*syntax.Def{}
	for _, decl := range p.Decls {
		u.s.Poll.Ask()
		for _, n := range syntax.Nums(decl, u.s.Poll) {
			u.errs = append(u.errs, u.errorf("T-DEF", n.GetSpan(), "`num` is int or f64, as each use of a def has it, and nothing says which here").
				Helpf("a def over num has a parameter of type num, or [n]num; elsewhere write `int` or `f64`"))
			break
		}
	}
	for name, d := range u.defs {
		u.s.Poll.Ask()
		if !d.OverNum() {
			u.noInstance(d)
			continue
		}
		ints, reals := d.Instances()
		if u.defs[toNum] == nil && u.s.fun.Def(toNum) == nil {
			ints, reals = converting(ints, syntax.ToInt), converting(reals, syntax.ToF64)
		}
		if other := u.defs[reals.Name]; other != nil {
			u.errs = append(u.errs, u.errorf("T-DEF", other.NameAt, "the function `%s` is defined twice", other.Name).
				Note(d.NameAt, "`%s` over num has it for f64s", d.Name))
			continue
		}
		if other := u.s.fun.Def(reals.Name); other != nil && other.InstanceOf == "" {
			u.errs = append(u.errs, u.errorf("T-DEF", d.NameAt, "`%s` over num would be `%s` for f64s, which is another function", d.Name, reals.Name).
				Note(other.NameAt, "`%s` is defined here", other.Name).Helpf("give one of the two another name"))
			continue
		}
		u.nums[d] = ints
		u.defs[name], u.defs[reals.Name] = ints, reals
		u.place[ints], u.place[reals] = u.place[d], u.place[d]
	}
}

// toNum is the function that makes nums of ints and f64s, in a def over num.
const toNum = "num"

// converting is an instance in which toNum is the conversion to what num is there.
func converting(d *syntax.Def, to syntax.Op) *syntax.Def {
	return syntax.MapExpr(d, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Call:
			if e.Fn == toNum && len(e.Args) == 1 {
				return &syntax.Unary{Span: e.Span, Op: to, X: e.Args[0]}
			}
		case *syntax.Map:
			if fn, ok := e.Fn.(*syntax.Var); ok && fn.Name == toNum {
				return &syntax.Map{Span: e.Span, Fn: &syntax.OpFn{Span: fn.Span, Op: to}, Xs: e.Xs}
			}
		}
		return e
	})
}

// noInstance is the premise that a def does not take the name of the instance for f64s of an earlier def over num.
func (u *unit) noInstance(d *syntax.Def) {
	of, ok := strings.CutSuffix(d.Name, syntax.RealSuffix)
	earlier := u.s.fun.Def(of)
	if !ok || earlier == nil || earlier.Reals == nil || u.defs[of] != nil || u.s.linked[of] != nil {
		return
	}
	u.errs = append(u.errs, u.errorf("T-DEF", d.NameAt, "`%s` is what `%s` over num is for f64s", d.Name, of).
		Note(earlier.NameAt, "`%s` is defined here", of).Helpf("give one of the two another name"))
}

// define elaborates a def at its place, unless a use has done so. A def over num is elaborated for ints and for f64s.
func (u *unit) define(d *syntax.Def) {
	ints := u.nums[d]
	if ints == nil {
		if u.defs[d.Name] == d {
			u.def(d, diag.Span{})
		}
		return
	}
	name := d.Name + syntax.RealSuffix
	if u.defs[d.Name] == ints {
		u.def(ints, diag.Span{})
	}
	if reals := u.defs[name]; reals != nil && isReal(reals) {
		u.def(reals, diag.Span{})
	}
	global := u.cur
	for global.up != nil {
		global = global.up
	}
	if core := global.gamma.Def(d.Name); core != nil {
		core.Reals = global.gamma.Def(name)
	}
}

// asReal is a value, or an f64 if it is an int literal.
func asReal(v value) value {
	lit, ok := v.e.(*syntax.IntLit)
	if !ok || !v.t.IsInt() || !isWritten(lit) {
		return v
	}
	return value{realOf(lit), &syntax.Type{Span: v.t.Span, Elem: syntax.F64}}
}

// isWritten tells whether a literal stands in the text, and is not the size of something that does.
func isWritten(lit *syntax.IntLit) bool {
	text := lit.Span.Text()
	return text != "" && (text[0] == '-' || '0' <= text[0] && text[0] <= '9')
}

// resolve finds the function that a call means, and elaborates its arguments. Of a def over num, and of a library function that
// there is for f64s too, the arguments choose the instance; int literals among them are then f64s.
func (b *block) resolve(e *syntax.Call) (*syntax.Def, []syntax.Expr) {
	d := b.callee(e)
	args := b.args(d, e)
	name := b.u.reals(d)
	if name == "" || !b.someReal(d, args) {
		return d, args
	}
	other := b.callee(&syntax.Call{Span: e.Span, Fn: name, FnAt: e.FnAt})
	if len(other.Params) != len(d.Params) || len(args) != len(d.Params) {
		return d, args
	}
	given := slices.Clone(args)
	for k, x := range args {
		want := other.Params[k].Type.Elem
		if b.typed(x).t.Elem == syntax.F64 && d.Params[k].Type.Elem == syntax.Int && want != syntax.F64 {
			return d, args
		}
		if want == syntax.F64 {
			given[k] = asReal(b.typed(x)).e
		}
	}
	return other, given
}

// reals is the name of the function that does for f64s what d does for ints, or "".
func (u *unit) reals(d *syntax.Def) string {
	switch {
	case d.InstanceOf != "" && d.Num == syntax.Int && u.s.linked[d.Name] == nil:
		return d.Name + syntax.RealSuffix
	case u.links != nil && u.s.linked[d.Name] != nil && !isReal(u.s.linked[d.Name]):
		return u.links.reals(d.Name)
	}
	return ""
}

// typed is an elaborated argument with its type.
func (b *block) typed(x syntax.Expr) value {
	switch x := x.(type) {
	case *syntax.RealLit:
		return value{x, &syntax.Type{Elem: syntax.F64}}
	case *syntax.Var:
		return value{x, b.gamma.Lookup(x.ID).Type}
	}
	return value{x, &syntax.Type{Span: x.GetSpan()}}
}

// someReal tells whether an argument is one of f64s where d wants ints.
func (b *block) someReal(d *syntax.Def, args []syntax.Expr) bool {
	for k, x := range args {
		if k < len(d.Params) && d.Params[k].Type.Elem == syntax.Int && b.typed(x).t.Elem == syntax.F64 {
			return true
		}
	}
	return false
}
