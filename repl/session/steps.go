package session

import (
	"context"

	"funmem/eval/memory"
	"funmem/eval/step"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Steps evaluates a FUNMEM program after those of the session, as a list of steps. Their places are told in one source. The session stays as it is.
func (s *Session) Steps(ctx context.Context, mem *syntax.Program, in *diag.Source) (*step.Story, error) {
	of := s.Heap.Check.Heap
	save := of.Save()
	defer of.Restore(save)
	return step.Record(ctx, mem, step.Options{Options: of.Opts.Options, In: in}, func(m *memory.Machine) {
		m.Env, m.Heap, m.Defs = of.Env.Clone(), of.Heap, of.Defs.Clone()
	})
}
