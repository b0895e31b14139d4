package validity

import (
	"context"

	"funmem/semantics/syntax"
)

// Aside checks a program and leaves the session as it was before. use gets the verdict
// while the heap is still as the program left it.
func (s *Session) Aside(ctx context.Context, p *syntax.Program, use func(*Verdict) error) error {
	defer s.Restore(s.Save())
	verdict, err := s.Check(ctx, p)
	if err != nil {
		return err
	}
	return use(verdict)
}

// Collect forgets the values of all binders except those kept, and drops the blocks that
// nothing can reach any more.
func (s *Session) Collect(keep func(id int) bool) {
	if len(s.waiting) == 0 {
		s.Value.Env = s.Value.Env.Without(keep)
	}
	s.Heap.Collect(keep)
}
