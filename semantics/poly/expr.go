package poly

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Expr is a scalar expression with the normal form p: a sum of products. A
// positive term comes first if there is one, and constants come last.
func (p Poly) Expr() syntax.Expr {
	if len(p.terms) == 0 {
		return lit(num.Num{})
	}
	all := p.addends()
	first := max(0, slices.IndexFunc(all, func(a addend) bool { return !a.negative }))
	e := all[first].lead()
	for i, a := range all {
		switch {
		case i == first:
		case a.negative:
			e = &syntax.Binary{Op: syntax.Sub, X: e, Y: a.expr()}
		default:
			e = &syntax.Binary{Op: syntax.Add, X: e, Y: a.expr()}
		}
	}
	return e
}

// String is the expression as text.
func (p Poly) String() string { return syntax.Print(p.Expr()) }

func lit(k num.Num) syntax.Expr { return &syntax.IntLit{Val: k} }

// factors are the factors of a term with a positive coefficient.
func (t term) factors() []syntax.Expr {
	var fs []syntax.Expr
	if len(t.mono) == 0 || !t.coef.Equal(num.Of(1)) {
		fs = append(fs, lit(t.coef))
	}
	for _, f := range t.mono {
		for range f.pow {
			fs = append(fs, f.expr())
		}
	}
	return fs
}

func (a atom) expr() syntax.Expr {
	switch {
	case a.app == nil:
		return &syntax.Var{Name: a.name, ID: a.id}
	case a.app.other != nil:
		return a.app.other
	case len(a.app.args) == 1:
		return &syntax.Unary{Op: a.app.op, X: a.app.args[0].Expr()}
	}
	return &syntax.Binary{Op: a.app.op, X: a.app.args[0].Expr(), Y: a.app.args[1].Expr()}
}
