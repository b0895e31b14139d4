package toimp

import (
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// call is let z̄ = f(ē): the statements of the function, with the arguments in place of its
// parameters, and its results in place of z̄. A parameter is never assigned to, so the
// argument needs no variable of its own.
func (st *state) call(z []*syntax.Binding, e *syntax.Call) []imp.Stm {
	f := st.Defs[e.Fn]
	args := st.atoms(numbersOf(f.Params, e.Args))
	for _, n := range f.Sizes {
		st.names[n.ID] = st.fixedBy(n, f, e.Args)
	}
	st.replace(f.Params, args)
	st.bindArrays(f.Params)
	out := st.stms(f.Body.Stms)
	st.replace(z, st.atoms(numbersOf(z, f.Body.Res)))
	st.bindArrays(z)
	return out
}

// numbersOf returns the expressions for the binders that are not arrays.
func numbersOf(p []*syntax.Binding, es []syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for k, x := range p {
		if !x.Type.IsArray() {
			out = append(out, es[k])
		}
	}
	return out
}

// replace lets expressions stand for the binders that are not arrays.
func (st *state) replace(p []*syntax.Binding, es []syntax.Expr) {
	for _, x := range p {
		if x.Type.IsArray() {
			continue
		}
		if x.ID != 0 {
			st.names[x.ID] = es[0]
		}
		es = es[1:]
	}
}

// fixedBy returns the size of the first argument whose parameter has n as a dimension.
func (st *state) fixedBy(n *syntax.Binding, f *syntax.Def, args []syntax.Expr) syntax.Expr {
	if k, dim, ok := f.FixedBy(n); ok {
		return st.array(args[k]).L.Dims[dim].Size
	}
	panic(diag.Errorf(diag.Bug, "", f.Span, "no argument of `%s` fixes the size `%s`", f.Name, n.Written()))
}
