package validate

import (
	"context"
	"time"

	"funmem/eval/engine"
)

// ShrunkLate returns a result whose time was over as soon as its failure was found.
func ShrunkLate(ctx context.Context, r *Result, o *Options) *Result {
	past := time.Now().Add(-time.Hour)
	s := &search{ctx: ctx, sub: r.Subject, o: o, deadline: past}
	late := *r
	late.deadline = past
	s.shrink(&late, r.Failure, func(o outcome) *Failure { return o.fail })
	return &late
}

// Inputs returns the inputs of a subject, one for each test.
func Inputs(sub *Subject, o *Options) (list []*Input) {
	g := newInputs(sub, o.Seed, o.Tests, o.small(o.Tests))
	for t := range o.Tests {
		in, err := g.at(engine.NewBudget(context.Background(), 0), t)
		if err != nil {
			panic(err)
		}
		list = append(list, in)
	}
	return list
}

// Refutes returns the first failure among the inputs, not made smaller, and how many inputs it took.
func Refutes(sub *Subject, o *Options) (int, *Failure) {
	r := newRunner(sub, o)
	g := newInputs(sub, o.Seed, o.Tests, o.small(o.Tests))
	for t := range o.Tests {
		_, out := r.attempt(context.Background(), func(b *engine.Budget) (*Input, error) { return g.at(b, t) }, r.try)
		if out.fail != nil {
			return t + 1, out.fail
		}
	}
	return o.Tests, nil
}

// Statements tells whether a subject compares the statements of two programs, where one has no
// results.
func (s *Subject) Statements() bool { return s.statements }

// TwoVariables returns pair t of two variables of a subject with so many sizes and ints.
func TwoVariables(sizes, ints, t int) (base, next int) {
	of := make([]int, sizes+ints)
	for k := range of {
		of[k] = k
	}
	return (&inputs{sub: &Subject{Sizes: sizes}}).pair(of, t)
}
