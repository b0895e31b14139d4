package verdict

import (
	"context"
	"slices"

	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// WithBinding returns the verdict on a name together with the problems of the line that
// bound it.
func WithBinding(v, bound *validity.Verdict) *validity.Verdict {
	c := *v
	c.OK = v.OK && bound.OK
	c.Valid = v.Valid && bound.Valid
	c.Consistent = v.Consistent && bound.Consistent
	c.RaceFree = v.RaceFree && bound.RaceFree
	raced := slices.DeleteFunc(slices.Clone(bound.Kernels), func(k validity.Kernel) bool { return k.RaceFree })
	c.Kernels = slices.Concat(raced, v.Kernels)
	c.Warnings = slices.Concat(bound.Warnings, v.Warnings)
	c.Overlaps = slices.Concat(bound.Overlaps, v.Overlaps)
	if d := bound.Divergence; d != nil && (v.Divergence == nil || !v.Divergence.AffectsResult) {
		c.Divergence = d
	}
	if bound.Overwrite != nil {
		c.Overwrite = bound.Overwrite
	}
	if !bound.OK { // the proof is about the expression alone
		c.Proof = nil
	}
	return &c
}

// WithoutWarnings returns a verdict without warnings of some kinds.
func WithoutWarnings(v *validity.Verdict, kinds ...string) *validity.Verdict {
	c := *v
	c.Warnings = slices.DeleteFunc(slices.Clone(v.Warnings), func(w finding.Warning) bool { return slices.Contains(kinds, w.Kind) })
	return &c
}

// OfTheText removes from the verdict on a Fun program what is fine and exists only in its
// FUNMEM form: copies of the results, and updates with parts of the updated array itself,
// which IMP copies first.
func OfTheText(ctx context.Context, u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	type array struct {
		name string
		at   diag.Span
	}
	kernels, arrays := map[string]bool{}, map[array]bool{}
	syntax.WalkUntil(Poll(ctx), u.Core, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			kernels[n.Written()] = true
			arrays[array{machine.Shown(n), n.Span}] = true
		case *syntax.Let:
			kernels[machine.KernelName(n.Pat[0], n.Exp)] = true
		}
		return true
	})
	if !u.Mem {
		v = WithoutWarnings(v, "overlap")
	}
	c := *v
	c.Kernels = slices.DeleteFunc(slices.Clone(v.Kernels), func(k validity.Kernel) bool { return !kernels[k.Binds] && k.RaceFree })
	c.Bindings = slices.DeleteFunc(slices.Clone(v.Bindings), func(b finding.Binding) bool { return !arrays[array{b.Name, b.At}] && b.Agrees })
	said := map[array]bool{}
	c.Bindings = slices.DeleteFunc(c.Bindings, func(b finding.Binding) bool { // several results of a call, and their copies
		key := array{b.Name, b.At}
		again := said[key] && b.Agrees && b.Claimed == 0
		said[key] = true
		return again
	})
	return &c
}
