package introduce

import (
	"fmt"

	"funmem/semantics/syntax"
)

// support is procedure Support(τ) for a variable x of type τ: statements that
// bind the offset, and the strides that are not variables or constants, and the
// supporting variables: block, offset, strides.
func (st *State) support(x *syntax.Var, t *syntax.Type) ([]syntax.Stm, []syntax.Expr) {
	if !t.IsArray() {
		return nil, nil
	}
	y, bind := st.name(x, x.Name+"_off", t.Mem.L.Offset)
	stms, supp := []syntax.Stm{bind}, []syntax.Expr{t.Mem.Block, y}
	for k, d := range t.Mem.L.Dims {
		switch s := d.Stride.(type) {
		case *syntax.Var, *syntax.IntLit:
			supp = append(supp, s)
		default:
			v, bind := st.name(x, fmt.Sprintf("%s_s%d", x.Name, k+1), s)
			stms, supp = append(stms, bind), append(supp, v)
		}
	}
	return stms, supp
}

// name binds a scalar expression to a fresh variable.
func (st *State) name(x *syntax.Var, base string, se syntax.Expr) (*syntax.Var, syntax.Stm) {
	y := st.supply.Binding(base, &syntax.Type{Span: x.Span})
	y.Span = x.Span
	st.bind(y)
	return y.Use(), let(x.Span, se, y)
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

// supported puts before each array of a pattern fresh binders for its support,
// and lets its type say that it lies there: S(τ).
func (st *State) supported(pat []*syntax.Binding) []*syntax.Binding {
	var out []*syntax.Binding
	for _, z := range pat {
		if !z.Type.IsArray() {
			out = append(out, z)
			continue
		}
		fresh := func(suffix string, elem syntax.Elem) *syntax.Binding {
			x := st.supply.Binding(baseName(z)+suffix, &syntax.Type{Span: z.Span, Elem: elem})
			x.Span = z.Span
			out = append(out, x)
			return x
		}
		mem, off := fresh("_mem", syntax.Mem), fresh("_off", syntax.Int)
		l := &syntax.LMAD{Offset: off.Use()}
		for k, d := range z.Type.Dims {
			s := fresh(fmt.Sprintf("_s%d", k+1), syntax.Int)
			l.Dims = append(l.Dims, syntax.LMADDim{Size: d, Stride: s.Use()})
		}
		out = append(out, at(z, mem.Use(), l))
	}
	return out
}

func baseName(p *syntax.Binding) string {
	if p.Name == "" || p.Name == "_" {
		return "res"
	}
	return p.Written()
}
