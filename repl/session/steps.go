package session

import (
	"context"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/step"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Steps evaluates a FUNMEM program after those of the session, under a schedule, as a list of steps. Their places are told in one source. The
// session stays as it is.
func (s *Session) Steps(ctx context.Context, mem *syntax.Program, in *diag.Source, order engine.Schedule) (*step.Story, error) {
	return s.steps(ctx, mem, in, func(o *step.Options) { o.Schedule = order })
}

// Orders is Steps for the orders in which the iterations of kernels can be chosen by hand.
func (s *Session) Orders(ctx context.Context, mem *syntax.Program, in *diag.Source) (*step.Orders, error) {
	return step.AllOrders(step.MostOrders, func(hand []int) (*step.Story, error) {
		return s.steps(ctx, mem, in, func(o *step.Options) { o.ByHand, o.Hand = true, hand })
	})
}

func (s *Session) steps(ctx context.Context, mem *syntax.Program, in *diag.Source, as func(*step.Options)) (*step.Story, error) {
	defer s.Progress.Begin()()
	of := s.Heap.Check.Heap
	save := of.Save()
	defer of.Restore(save)
	o := step.Options{Options: of.Opts.Options, In: in}
	as(&o)
	return step.Record(ctx, mem, o, func(m *memory.Machine) {
		m.Env, m.Heap, m.Defs = of.Env.Clone(), of.Heap, of.Defs.Clone()
	})
}
