package memory

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// E-MEM-SCRATCH (ours). Locations keep their content. Each access checks that they exist:
//
//	E' = E, z ↦ (E(z_mem), E(L_z))
//	──────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ @ z_mem -> L_z) = scratch(…) ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memScratch(z *syntax.Binding, e *syntax.Scratch) {
	const rule = "E-MEM-SCRATCH"
	v := Val{B: r.atom(z.Type.Mem.Block).B, L: r.lmad(rule, e, z)}
	shape := v.L.Shape()
	for k, d := range e.Dims {
		if n := r.bound(rule, e, d); n != shape[k] {
			panic(machine.Stuck(rule, e, "dimension %d of `%s` has size %d by its annotation, and `%s` has %d", k+1, z.Written(), shape[k], machine.Text(e), n))
		}
	}
	if r.shadow {
		n, ok := machine.Count(shape)
		if err := engine.PanicIfInterrupted(r.budget.Grant(2 * int64(n))); !ok || n > machine.MostCells || err != nil {
			panic(machine.TooBig(rule, e, shape, err))
		}
		v.V = value.Scratch(e, z, shape, r.budget)
	}
	r.bind(z, v)
}

// carries tells whether a program may copy unwritten locations: it, or an earlier program,
// has a scratch.
func (r *run) carries(p *syntax.Program) bool {
	r.scratch = r.scratch || syntax.HasScratch(p, func() error {
		if err := r.budget.Poll(); err != nil {
			panic(err)
		}
		return nil
	})
	return r.scratch
}
