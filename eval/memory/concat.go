package memory

import (
	"fmt"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-MEM-CONCAT (ours): each operand goes to its rows of the destination, in order. Nothing is done for an
// operand that already lies there. The accesses belong to the enclosing iteration.
//
//	E(x_k) has n_k rows   o_k = 1 + n₁ + … + n_{k-1}   L_k = slice_f(L_z, [o_k : n_k, …])
//	(H_k, R_k, W_k) = memcopy(H_{k-1}, E(x_k), E(z_mem), L_k)   or   E(x_k) = (E(z_mem), L_k) and H_k = H_{k-1}
//	─────────────────────────────────────────────────────────────────────────────────────
//	E; H₀ ⊢ let (z : τ @ z_mem -> L_z) = concat(x₁, …, x_n) ⇓ E, z ↦ (E(z_mem), L_z); H_n; ⟨⋃ R, ⋃ W⟩
func (r *run) memConcat(z *syntax.Binding, e *syntax.Concat) {
	shapes := make([][]int, len(e.Xs))
	for k, x := range e.Xs {
		shapes[k] = r.array(x).L.Shape()
	}
	shape := machine.ConcatShape("E-MEM-CONCAT", e, shapes)
	dst := r.places("E-MEM-CONCAT", e, []*syntax.Binding{z}, shape[0])
	r.judgePlaces(dst...)
	r.lookups("E(x_i)", e.Xs...)
	o := 0
	for k, x := range e.Xs {
		r.copyRows(x, &dst[0], o, shapes[k][0], r.copySites(e, k, z))
		o += shapes[k][0]
	}
	r.bind(z, dst[0].val())
}

// copyRows is memcopy of the array x to the n rows of dst after the first o rows.
func (r *run) copyRows(x syntax.Expr, dst *place, o, n int, at sites) {
	v := r.array(x)
	L, ok := dst.L.Rows(o, n)
	r.fits("E-MEM-CONCAT", x, ok, dst.z, dst.L)
	r.use(x, v, at.from)
	dst.rows(o, v)
	if v.B == dst.B && v.L.Same(L) {
		r.premise(func() derive.Condition {
			return derive.Equal("E(x_k) = (E(z_mem), L_k)", lookup("E", x), fmt.Sprintf("(%s, %s)", dst.B, L))
		})
		return
	}
	r.rec.image(v.B, v.L, false)
	from, to := heap.Source{Block: v.B, L: v.L, Site: at.from}, heap.Dest{Block: dst.B, L: L, Site: at.to, Skip: o}
	met, err := r.T.Memcopy(from, to)
	if err != nil {
		r.refuse("E-MEM-CONCAT", x, err, v)
	}
	r.rec.image(dst.B, L, true)
	r.changedHeap()
	if r.rec != nil {
		r.premise(func() derive.Condition {
			return r.judgeCopy(v, dst.B, L, fmt.Sprintf("slice_f(%s, [%d : %d%s])", dst.L, o+1, n, whole(dst.L.Dims[1:])))
		})
	}
	r.warnOverlap(met, from, to, nil)
}

// whole returns the part of a slice that keeps the other dimensions whole.
func whole(dims []heap.Dim) string {
	text := ""
	for _, d := range dims {
		text += fmt.Sprintf(", 1 : %d", d.Size)
	}
	return text
}

// E-MEM-RESHAPE (ours): no element moves, so L_x must be row-major over the dimensions that are merged.
//
//	E(x) = (ℓ_x, L_x)   E' = E, z ↦ (ℓ_x, reshape_f(L_x, E(y₁), …, E(y_n)))
//	───────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ) = reshape((y₁, …, y_n), x) ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memReshape(z *syntax.Binding, e *syntax.Reshape) {
	x := r.array(e.X)
	sizes := make([]num.Num, len(e.Dims))
	for k, y := range e.Dims {
		sizes[k] = r.atom(y).I
	}
	shape := machine.ReshapeShape("E-MEM-RESHAPE", e, x.L.Shape(), sizes)
	L, ok := x.L.Reshape(shape)
	if !ok {
		panic(machine.Stuck("E-MEM-RESHAPE", e, "`%s` lies at %s, which is not row-major over the dimensions that the reshape merges", machine.Text(e.X), x.L))
	}
	r.bind(z, r.view("E-MEM-RESHAPE", e, x, L, func(v *value.Array, b *engine.Budget) *value.Array { return value.Reshape(v, shape, b) }))
}
