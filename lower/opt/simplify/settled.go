package simplify

import (
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// settled keeps the results that nothing may replace: those that have to stay, arrays and
// blocks that a signature mentions, and arrays whose types mention a result that stays.
func (f *forward) settled(pat []*syntax.Binding, same []syntax.Expr) {
	stays := map[int]bool{}
	for k, x := range pat {
		if f.frozen[x.ID] || f.pinned[x.ID] && !x.Type.IsNumber() {
			same[k] = nil
		}
		stays[x.ID] = same[k] == nil
	}
	for k, x := range pat {
		for _, v := range syntax.FreeVars(x.Type) {
			if stays[v.ID] {
				same[k] = nil
			}
		}
	}
}

// settle replaces results by the expressions that are not nil, and returns the results that
// stay, and their numbers. At least one has to stay. If nothing uses any result, all stay,
// because only the sweep knows whether the statement does anything else.
func (f *forward) settle(pat []*syntax.Binding, same []syntax.Expr, format string) (left []*syntax.Binding, stay []int) {
	for k, x := range same {
		if x == nil {
			left, stay = append(left, pat[k]), append(stay, k)
		}
	}
	switch {
	case len(stay) > 0:
	case f.unused(pat):
		clear(same)
		return pat, numbers(len(pat))
	default:
		k := firstNumber(pat)
		x := *pat[k]
		x.ID, x.Name = f.job.Supply.ID(), f.job.Supply.Name(x.Name)
		left, stay = append(left, &x), append(stay, k)
	}
	for k, e := range same {
		if e != nil {
			f.did(pat[k], format, syntax.Line(e))
			f.instead(pat[k], e)
		}
	}
	return left, stay
}

// instead replaces a binder by an expression.
func (f *forward) instead(x *syntax.Binding, e syntax.Expr) {
	f.learn(x)
	if isSmall(e) && f.replace(x, e) {
		return
	}
	f.keep(&syntax.Let{Span: x.Span}, e, []*syntax.Binding{x})
	f.define(x, e)
}

func (f *forward) unused(pat []*syntax.Binding) bool {
	for _, x := range pat {
		if f.uses[x.ID] > 0 {
			return false
		}
	}
	return true
}

// firstNumber returns the first binder of a number, or 0.
func firstNumber(pat []*syntax.Binding) int {
	for k, x := range pat {
		if x.Type.IsNumber() {
			return k
		}
	}
	return 0
}

func numbers(n int) []int {
	ks := make([]int, n)
	for k := range ks {
		ks[k] = k
	}
	return ks
}

// value is an atom that a body gives. An int is represented by its normal form.
type value struct {
	x     syntax.Expr
	n     poly.Poly
	isInt bool
}

// valueOf returns an atom that has the type of a binder.
func valueOf(x *syntax.Binding, e syntax.Expr, env *poly.Env) value {
	if x.Type.IsInt() {
		return value{e, env.Of(e), true}
	}
	return value{x: e}
}

// expr returns the value as an expression.
func (v value) expr() syntax.Expr {
	if v.isInt {
		return v.n.Expr()
	}
	return v.x
}

// equal tells whether two values are known to be the same.
func (v value) equal(w value) bool {
	if v.isInt != w.isInt {
		return false
	}
	return v.isInt && poly.Compare(v.n, w.n) == poly.Equal || v.x != nil && w.x != nil && sameAtom(v.x, w.x)
}
