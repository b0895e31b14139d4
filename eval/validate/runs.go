package validate

import (
	"context"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/semantics/erase"
)

const (
	foldRuns     = 12  // inputs for runs that show what folds go over
	foldElements = 256 // elements that the arguments of one may have
)

// Runs returns runs of the value semantics of AFTER, or of the lone def. They use some of the inputs that are neither
// small nor large, the larger ones of these, and show what the folds go over.
func (sub *Subject) Runs(o *Options) (runs []validity.Run) {
	s := &sub.After
	if sub.alone {
		s = &sub.Before
	}
	if s.program.IMP != nil {
		return nil
	}
	r := newRunner(sub, o)
	p := r.beforeFun
	if !sub.alone {
		p = erase.Program(r.after)
	}
	inputs, tests := newInputs(sub, o.Seed, o.Tests, o.small(o.Tests)), o.Tests
	if sub.closed() {
		tests = 1
	}
	for t := range tests {
		b := engine.NewBudget(context.Background(), o.Memory)
		in, err := inputs.at(b, tests-1-t)
		if err != nil || in.Larger || in.elements() > foldElements {
			continue
		}
		m := s.program.session(o.Options).Value
		if _, err := s.bindArguments(b, in, &m.Env); err != nil {
			continue
		}
		if runs = append(runs, validity.Run{Program: p, Machine: m}); len(runs) == foldRuns {
			break
		}
	}
	return runs
}
