package engine

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrSteps is the cause of an end after all steps.
var ErrSteps = errors.New("the run takes more steps than it may")

// Steps is a context for one run that ends after a number of steps, and not after a time: the
// same run ends at the same place on every machine. A step is one time that the run
// asks whether it shall end. The reference engines do so at each statement, iteration and round; they take one
// for eight elements that are made, copied or compared (Budget.Elements), and for numbers of more than 64 bits as many as the
// calculation has work. The fast engine, which asks seldom, takes a hundred of them each time.
type Steps struct {
	context.Context
	limit int64
	left  atomic.Int64
}

// WithSteps is ctx with so many steps. No other context is to be made of it, for that would
// not count them.
func WithSteps(ctx context.Context, steps int64) *Steps {
	s := &Steps{Context: ctx, limit: steps}
	s.left.Store(steps)
	return s
}

// Err takes a step. It is that of the context around, or ErrSteps.
func (s *Steps) Err() error { return s.Take(1) }

// Take takes steps, as Err takes one.
func (s *Steps) Take(n int64) error {
	if err := s.Context.Err(); err != nil {
		return err
	}
	if s.left.Add(-n) < 0 {
		return ErrSteps
	}
	return nil
}

// Taken is how many steps were taken.
func (s *Steps) Taken() int64 { return s.limit - s.left.Load() }

// Over tells whether the steps are used up.
func (s *Steps) Over() bool { return s.left.Load() < 0 }
