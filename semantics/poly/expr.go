package poly

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Expr is a scalar expression with the normal form p: a sum of products, a
// positive term first where there is one, constants last.
func (p Poly) Expr() syntax.Expr {
	if len(p.terms) == 0 {
		return lit(num.Num{})
	}
	first := 0
	for first < len(p.terms)-1 && p.terms[first].coef.Sign() < 0 {
		first++
	}
	if p.terms[first].coef.Sign() < 0 {
		first = 0
	}
	e := p.terms[first].expr()
	for i, t := range p.terms {
		switch {
		case i == first:
		case t.coef.Sign() < 0:
			e = &syntax.Binary{Op: syntax.Sub, X: e, Y: term{t.coef.Neg(), t.mono}.expr()}
		default:
			e = &syntax.Binary{Op: syntax.Add, X: e, Y: t.expr()}
		}
	}
	return e
}

// String is the expression as text.
func (p Poly) String() string { return syntax.Print(p.Expr()) }

func lit(k num.Num) syntax.Expr { return &syntax.IntLit{Val: k} }

func (t term) expr() syntax.Expr {
	var e syntax.Expr
	one := num.Of(1)
	switch {
	case len(t.mono) == 0:
		return lit(t.coef)
	case t.coef.Neg().Equal(one):
		e = &syntax.Unary{Op: syntax.Neg, X: t.mono[0].expr()}
		if t.mono[0].pow > 1 {
			e = product(e, mono{{t.mono[0].atom, t.mono[0].pow - 1}})
		}
		return product(e, t.mono[1:])
	case t.coef.Equal(one):
		return product(t.mono[0].power(), t.mono[1:])
	}
	return product(lit(t.coef), t.mono)
}

func product(e syntax.Expr, m mono) syntax.Expr {
	for _, f := range m {
		for range f.pow {
			e = &syntax.Binary{Op: syntax.Mul, X: e, Y: f.expr()}
		}
	}
	return e
}

// power is x * … * x.
func (f factor) power() syntax.Expr {
	return product(f.expr(), mono{{f.atom, f.pow - 1}})
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
