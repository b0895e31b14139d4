package session

import (
	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// Value is the value of a global, as it is printed. ok is false for one that has none.
func (s *Session) Value(b *syntax.Binding) (v value.Shown, ok bool) {
	a := s.Elab.Rows(b)
	if a == nil {
		return s.Machine.Env.Of(b.ID), s.Machine.Env.Knows(b.ID)
	}
	rows := &value.Rows{}
	ok = true
	array := func(b *syntax.Binding) *value.Array {
		v := s.Machine.Env.Of(b.ID).A
		ok = ok && v != nil
		return v
	}
	for _, l := range a.Levels {
		rows.Levels = append(rows.Levels, value.Level{Sizes: array(l.Sizes), Offsets: array(l.Offsets)})
	}
	rows.Data = array(a.Data)
	return rows, ok
}
