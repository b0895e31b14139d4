package memory

import (
	"fmt"

	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// E-MEM-CLAIM (ours): x is claimed to lie where the annotation of y says. Bounds are not
// checked here but at each access:
//
//	E' = E, y ↦ (E(y_mem), E(L_y))
//	─────────────────────────────────────────────────────────
//	E; H ⊢ let (y : τ @ y_mem -> L_y) = claim x ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memClaim(y *syntax.Binding, e *syntax.Claim) {
	const rule = "E-MEM-CLAIM"
	x := r.array(e.X)
	v := Val{B: r.atom(y.Type.Mem.Block).B, L: r.lmad(rule, e, y), V: x.V, Claim: x.Claim}
	for k, d := range v.L.Dims {
		if n := x.L.Dims[k].Size; n != d.Size {
			panic(machine.Stuck(rule, e, "dimension %d of `%s` has size %d by its annotation, and `%s` has %d", k+1, y.Written(), d.Size, machine.Text(e.X), n))
		}
	}
	switch {
	case v.B == x.B && v.L.Same(x.L):
		v.checked = r.inherit(x)
	case !v.L.Empty():
		is := "`" + machine.Text(e.X) + "`"
		if is == "`"+y.Written()+"`" {
			is = "it"
		}
		v.Claim = &finding.Claim{At: e.Span, Text: fmt.Sprintf("`%s` is claimed to lie at %s of block `%s`, and %s lies at %s of block `%s`", y.Written(), v.L, v.B, is, x.L, x.B)}
	}
	r.bind(y, v)
}

// noteClaims notes in a message about the given arrays which of them are claimed to lie
// elsewhere than they did.
func noteClaims(d *diag.Diagnostic, vs ...Val) *diag.Diagnostic {
	for _, v := range vs {
		if v.Claim != nil {
			d.Note(v.Claim.At, "%s", v.Claim.Text)
		}
	}
	return d
}
