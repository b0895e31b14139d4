package session

import (
	"context"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// WithDigits evaluates a program beside the session, and what it needs of the session, with f64s of
// that many digits. Inputs stay as they are.
func (s *Session) WithDigits(ctx context.Context, e *Scratch, digits int) ([]value.Val, error) {
	defer s.Progress.Begin()()
	o := s.options()
	o.Digits = digits
	m := value.New(o)
	m.Defs = s.Machine.Defs.Clone()
	uses := map[int]bool{}
	for _, v := range syntax.FreeVars(e.Fun) {
		uses[v.ID] = true
	}
	var needed []*Entry
	for _, old := range slices.Backward(s.Entries) {
		if old.Input != nil {
			for _, in := range old.Input.InCore() {
				m.Env.Bind(in.Binding.ID, in.Value)
			}
			continue
		}
		if !binds(old.Fun, uses) {
			continue
		}
		needed = append(needed, old)
		for _, v := range syntax.FreeVars(old.Fun) {
			uses[v.ID] = true
		}
	}
	for _, old := range slices.Backward(needed) {
		if _, err := m.Run(ctx, old.Fun); err != nil {
			return nil, err
		}
	}
	return m.Run(ctx, e.Fun)
}

// binds tells whether a program binds one of the variables.
func binds(p *syntax.Program, ids map[int]bool) bool {
	for _, d := range p.Decls {
		if let, ok := d.(*syntax.Let); ok && slices.ContainsFunc(let.Pat, func(b *syntax.Binding) bool { return ids[b.ID] }) {
			return true
		}
	}
	return false
}
