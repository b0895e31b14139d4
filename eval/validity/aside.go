package validity

import (
	"context"

	"funmem/semantics/syntax"
)

// Aside checks a program and leaves the session as it was before. use sees the
// verdict while the heap is still what the program made of it.
func (s *Session) Aside(ctx context.Context, p *syntax.Program, use func(*Verdict) error) error {
	defer s.Restore(s.Save())
	verdict, err := s.Check(ctx, p)
	if err != nil {
		return err
	}
	return use(verdict)
}
