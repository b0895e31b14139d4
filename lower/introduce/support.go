package introduce

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// support is procedure Support(τ) for a variable x of type τ. The offset gets a fresh variable,
// as in the paper, and so do strides that are neither variables nor constants.
func (st *State) support(x *syntax.Var, t *syntax.Type) ([]syntax.Stm, []syntax.Expr) {
	return rewrite.Support(t, func(part string, se syntax.Expr) (syntax.Expr, syntax.Stm) {
		if part != rewrite.Offset && syntax.IsAtom(se) {
			return se, nil
		}
		y := st.supply.Binding(x.Name+part, &syntax.Type{Span: x.Span})
		y.Span = x.Span
		st.bind(y)
		return y.Use(), let(x.Span, se, y)
	})
}

// supportAll puts the support of each array before it.
func (st *State) supportAll(xs []syntax.Expr) ([]syntax.Stm, []syntax.Expr) {
	var stms []syntax.Stm
	var out []syntax.Expr
	for _, x := range xs {
		if v, t := st.lookup(x); t.IsArray() {
			s, supp := st.support(v, t)
			stms, out = append(stms, s...), append(out, supp...)
		}
		out = append(out, x)
	}
	return stms, out
}

// supported puts before each array of a pattern fresh binders for its support, and makes
// its type say that it lies there: S(τ).
func (st *State) supported(pat []*syntax.Binding) []*syntax.Binding {
	var out []*syntax.Binding
	for _, z := range pat {
		if !z.Type.IsArray() {
			out = append(out, z)
			continue
		}
		supp, m := rewrite.Supported(st.supply, z, nil)
		out = append(append(out, supp...), at(z, m.Block, m.L))
	}
	return out
}
