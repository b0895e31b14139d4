package rewrite

import (
	"fmt"

	"funmem/semantics/syntax"
)

// Offset names the offset among the parts of an LMAD. The strides are "_s1", "_s2", ….
const Offset = "_off"

// Support is procedure Support(τ) of §3.5, for the type of an array
//
//	τ ≡ [x₁]…[xₙ] @ x_mem -> se + {(x₁ : s₁) …}
//
// It gives the statements let y = se, …, and the supporting variables: x_mem, y, s₁, …. The sizes are not among them,
// because whoever binds the array has a size for each dimension. For each part of the LMAD, name returns an atom and
// the statement that binds it, or nil if it is bound already. A type that is not an array has no support.
func Support(t *syntax.Type, name func(part string, se syntax.Expr) (syntax.Expr, syntax.Stm)) (stms []syntax.Stm, supp []syntax.Expr) {
	if !t.IsArray() {
		return nil, nil
	}
	add := func(part string, se syntax.Expr) {
		y, s := name(part, se)
		if s != nil {
			stms = append(stms, s)
		}
		supp = append(supp, y)
	}
	supp = append(supp, t.Mem.Block)
	add(Offset, t.Mem.L.Offset)
	for k, d := range t.Mem.L.Dims {
		add(stride(k), d.Stride)
	}
	return stms, supp
}

// Supported is the other side, the pattern in TransformStm's case of an if. It returns fresh binders for the support of
// an array z, and where z lies in terms of them, S(τ). If a block is given, the array lies there, and its support has
// no block.
func Supported(supply *syntax.Supply, z *syntax.Binding, block *syntax.Var) (supp []*syntax.Binding, m *syntax.MemAnn) {
	fresh := func(part string, elem syntax.Elem) *syntax.Var {
		x := supply.Binding(Base(z)+part, &syntax.Type{Span: z.Span, Elem: elem})
		x.Span = z.Span
		supp = append(supp, x)
		return x.Use()
	}
	if block == nil {
		block = fresh("_mem", syntax.Mem)
	}
	l := &syntax.LMAD{Offset: fresh(Offset, syntax.Int)}
	for k, d := range z.Type.Dims {
		l.Dims = append(l.Dims, syntax.LMADDim{Size: d, Stride: fresh(stride(k), syntax.Int)})
	}
	return supp, &syntax.MemAnn{Block: block, L: l}
}

// Base returns the prefix of the names of an array's supporting variables.
func Base(z *syntax.Binding) string {
	if z.Name == "" || z.Name == "_" {
		return "res"
	}
	return z.Written()
}

func stride(k int) string { return fmt.Sprintf("_s%d", k+1) }
