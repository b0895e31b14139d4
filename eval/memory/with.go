package memory

import (
	"fmt"
	"strings"

	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-MEM-WITH (ours): in place; E(v) goes to the part of x that ix selects. The accesses belong to the
// enclosing iteration. Afterwards x itself has another value, and using it is a divergence.
//
//	E(x) = (ℓ_x, L_x)   (H', R, W) = memcopy(H, E(v), ℓ_x, slice_f(L_x, [E(ix), …]))   E' = E, z ↦ (ℓ_x, L_x)
//	─────────────────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ) = x with [ix, …] = v ⇓ E'; H'; ⟨R, W⟩
func (r *run) memWith(z *syntax.Binding, e *syntax.With) {
	x, v := r.array(e.X), r.atom(e.V)
	ix := machine.CheckWith("E-MEM-WITH", e, x.L.Shape(), v.L.Shape(), r.ixs(e.At))
	L, ok := x.L.Slice(heapIx(ix))
	r.fits("E-MEM-WITH", e, ok, e.X, x.L)
	changed := r.changed(e, x, v, ix)
	r.judgeArray(e.X)
	r.replace(z, e, v, ix, heap.Dest{Block: x.B, L: L, Site: r.copySites(e, 0, z).to, Prefix: prefixOf(e.At, ix)}, r.copySites(e, 0, z).from)
	r.bind(z, changed())
}

// replace is memcopy(H, v, ℓ, L), with its trace. L is of the part of x at ix.
func (r *run) replace(z *syntax.Binding, e *syntax.With, v Val, ix []machine.Ix, dst heap.Dest, site *heap.Site) {
	from := heap.Source{K: v.I}
	if v.IsArray() {
		from = heap.Source{Block: v.B, L: v.L, Site: site}
		r.use(e.V, v, site)
		r.rec.image(v.B, v.L, false)
	}
	met, err := r.T.Memcopy(from, dst)
	if err != nil {
		r.refuse("E-MEM-WITH", e, err, r.array(e.X), v)
	}
	r.rec.image(dst.Block, dst.L, true)
	r.changedHeap()
	if r.rec != nil {
		x := r.array(e.X)
		r.premise(func() derive.Condition {
			return r.judgeCopy(v, dst.Block, dst.L, fmt.Sprintf("slice_f(%s, [%s])", x.L, sliceText(ix)))
		})
	}
	r.warnOverlap(met, from, dst, &part{array: z.Written(), L: r.array(e.X).L})
}

// prefixOf returns what to put before an index in the part of a with to get the index in the array: the
// fixed dimensions, if all dimensions after them are whole.
func prefixOf(at []syntax.Ix, ix []machine.Ix) []int {
	if !rowsOf(at) {
		return nil
	}
	var prefix []int
	for _, i := range ix {
		if i.Fix {
			prefix = append(prefix, i.Off)
		}
	}
	return prefix
}

// rowsOf tells whether the indices fix the first dimensions and start the others at their first element.
func rowsOf(at []syntax.Ix) bool {
	ranges := false
	for _, i := range at {
		if i.Kind == syntax.IxFix {
			if ranges {
				return false
			}
			continue
		}
		if ranges = true; i.Kind == syntax.IxFlat {
			return false
		}
		if k, ok := i.Off.(*syntax.IntLit); !ok || !k.Val.Equal(num.Of(1)) || i.Stride != nil {
			return false
		}
	}
	return true
}

// partName returns the name in reports for the array that a with into z writes. Indices in it are those of
// the part.
func partName(z *syntax.Binding, e *syntax.With) string {
	if rowsOf(e.At) {
		return z.Written()
	}
	return z.Written() + strings.TrimPrefix(syntax.Line(e.Part()), syntax.Line(e.X))
}
