package engine

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrSteps is the cause if all steps were used.
var ErrSteps = errors.New("the run takes more steps than it may")

// Steps is a context for one run that ends after a number of steps, not after a time. The same run ends at the same
// place on every machine. A step is one time that the run asks whether to end. The reference engines ask at each
// statement, iteration and round. They take one step for eight elements that are made, copied or compared
// (Budget.Elements), and for numbers of more than 64 bits as many as the calculation has work. The fast engine asks
// rarely and takes a hundred steps each time.
type Steps struct {
	context.Context
	limit int64
	left  atomic.Int64
}

// WithSteps returns ctx with that many steps. Do not derive another context from it, since that would not count the
// steps.
func WithSteps(ctx context.Context, steps int64) *Steps {
	s := &Steps{Context: ctx, limit: steps}
	s.left.Store(steps)
	return s
}

// Err takes a step. It returns the error of the surrounding context, or ErrSteps.
func (s *Steps) Err() error { return s.Take(1) }

// Take takes several steps, as Err takes one.
func (s *Steps) Take(n int64) error {
	if err := s.Context.Err(); err != nil {
		return err
	}
	if s.left.Add(-n) < 0 {
		return ErrSteps
	}
	return nil
}

// Taken returns how many steps were taken.
func (s *Steps) Taken() int64 { return s.limit - s.left.Load() }

// Over tells whether the steps are used up.
func (s *Steps) Over() bool { return s.left.Load() < 0 }
