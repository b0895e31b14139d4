package validate

import (
	"context"
	"time"

	"funmem/eval/validity"
)

// Validate runs the inputs of a subject until one shows that AFTER is wrong. If Options.Confirm inputs show nothing and
// all is proved, it ends there. The error is an engine.Interrupted.
func Validate(ctx context.Context, sub *Subject, o *Options) (*Result, error) {
	if o.Confirm <= 0 || o.Confirm >= o.Tests || o.Proof == validity.NoProof || sub.alone {
		return validate(ctx, sub, o, &established{})
	}
	few, start, known := *o, time.Now(), &established{}
	few.Tests = o.Confirm
	if r, err := validate(ctx, sub, &few, known); err != nil || r.allProved() {
		return r, err
	}
	all := *o
	if o.Time > 0 {
		all.Time = max(time.Millisecond, o.Time-time.Since(start))
	}
	return validate(ctx, sub, &all, known)
}

// established is what a validation has proved, or found that it cannot prove, before it tries more inputs.
type established struct {
	looked  bool // at the kernels
	kernels validity.KernelProofs
	proofs  *Proofs // nil: there was no attempt, or one that depends on the inputs
}

// allProved tells whether more inputs cannot change the verdict: both programs are valid by themselves where they have memory, AFTER has the values of BEFORE,
// and its kernels are free of races, for all inputs. No run speaks against that.
func (r *Result) allProved() bool {
	for _, k := range r.Kernels {
		if k.Status != validity.Proved {
			return false
		}
	}
	return r.Word == Valid && r.Proofs.Hold() && (r.Proofs.Before == nil || r.Proofs.Before.Holds()) && r.Bug == nil && r.Unlike == nil && len(r.Warnings) == 0
}
