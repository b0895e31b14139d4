package validity

import (
	"cmp"
	"slices"
	"strings"

	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Prove returns the verdict with what is proved about the kernels in the text of its
// program p, in FUNMEM, for all sizes and arguments. The arguments are those of ProveKernels.
func (v *Verdict) Prove(steps *prove.Budget, p *syntax.Program, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) *Verdict {
	return v.With(ProveKernels(steps, p, defs, types, until...))
}

// KernelProofs is what is proved about the kernels of a program in FUNMEM, for all sizes and arguments.
type KernelProofs []*races.Kernel

// ProveKernels proves what it can about the kernels of p. The proofs share the steps. defs and types give the functions and
// variables from outside, and until may end the work, all as in races.Kernels.
func ProveKernels(steps *prove.Budget, p *syntax.Program, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) KernelProofs {
	return races.KernelsWithin(steps, p, defs, types, until...)
}

// With returns the verdict with what is proved about the kernels of its program.
func (v *Verdict) With(proofs KernelProofs) *Verdict {
	return v.with(proofs, func(k *races.Kernel) kernelKey {
		return kernelKey{machine.KernelName(k.Let.Pat[0], k.Let.Exp), k.Let.Exp.GetSpan()}
	})
}

// ProveIMP is Prove for a program of IMP.
func (v *Verdict) ProveIMP(p *imp.Program, until ...stop.Poll) *Verdict {
	return v.with(races.IMP(prove.NewBudget(prove.MaxSteps), p, until...), func(k *races.Kernel) kernelKey {
		return kernelKey{k.IMP.X.Name, k.IMP.Span}
	})
}

// with returns the verdict with what is proved about its kernels.
func (v *Verdict) with(proved []*races.Kernel, named func(k *races.Kernel) kernelKey) *Verdict {
	proofs := map[kernelKey]*races.Kernel{}
	for _, k := range proved {
		key := named(k)
		proofs[key] = both(proofs[key], k)
	}
	c := *v
	c.Kernels = slices.Clone(v.Kernels)
	for i := range c.Kernels {
		k := &c.Kernels[i]
		proof := proofs[kernelKey{k.Binds, k.At}]
		if proof == nil || k.Status == Refuted {
			continue
		}
		if k.InBounds = proof.InBounds; proof.Proved {
			k.Status, k.Reason = Proved, proof.Reason
		} else {
			k.Reason = proof.GivenUp
		}
	}
	return &c
}

// kernelKey is how a verdict names a kernel.
type kernelKey struct {
	binds string
	at    diag.Span
}

// Add adds what another run of the same program did in its kernels, and its warnings, one
// per place.
func (v *Verdict) Add(w *Verdict) {
	for _, x := range w.Warnings {
		if !slices.ContainsFunc(v.Warnings, func(y finding.Warning) bool { return x.Kind == y.Kind && x.At == y.At }) {
			v.Warnings = append(v.Warnings, x)
		}
	}
	for i := range w.Kernels {
		k := w.Kernels[i]
		key := kernelKey{k.Binds, k.At}
		j := slices.IndexFunc(v.Kernels, func(l Kernel) bool { return kernelKey{l.Binds, l.At} == key })
		if j < 0 {
			v.Kernels = append(v.Kernels, k)
			continue
		}
		l := &v.Kernels[j]
		l.Instances += k.Instances
		l.Iterations += k.Iterations
		l.Conflicts += k.Conflicts
		l.Unfinished = l.Unfinished || k.Unfinished
		if l.RaceFree = l.RaceFree && k.RaceFree; l.Race == nil {
			l.Race = k.Race
		}
		if l.Status == "" || k.Status == Refuted {
			l.Status = k.Status
		}
	}
}

// both returns what is proved about two kernels that a verdict does not tell apart.
func both(a, b *races.Kernel) *races.Kernel {
	if a == nil {
		return b
	}
	c := *a
	c.Proved, c.InBounds = a.Proved && b.Proved, a.InBounds && b.InBounds
	c.GivenUp = cmp.Or(a.GivenUp, b.GivenUp)
	if !strings.Contains(c.Reason, b.Reason) {
		c.Reason += "; " + b.Reason
	}
	return &c
}
