package validity

import (
	"context"
	"maps"
	"slices"

	"funmem/semantics/syntax"
)

// Aside checks a program and leaves the session as it was before. use sees the
// verdict while the heap is still what the program made of it.
func (s *Session) Aside(ctx context.Context, p *syntax.Program, use func(*Verdict) error) error {
	behind, v := slices.Clone(s.behind), *s.Value
	v.Env, v.Defs = slices.Clone(v.Env), maps.Clone(v.Defs)
	save := s.Heap.Save()
	defer func() {
		s.Heap.Restore(save)
		s.Value, s.behind = &v, behind
	}()
	verdict, err := s.Check(ctx, p)
	if err != nil {
		return err
	}
	return use(verdict)
}
