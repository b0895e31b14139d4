package session

import (
	"context"

	"funmem/eval/memory"
	"funmem/lower/refcount"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// RefCounts runs a FUNMEM program beside the session, once for each mode, and counts what its blocks would ask of the heap with
// reference counts.
func (s *Session) RefCounts(ctx context.Context, p *syntax.Program, modes []refcount.Mode) (list []refcount.Counts, err error) {
	defer s.Progress.Begin()()
	m := s.Heap.Check.Heap
	for _, mode := range modes {
		save := m.Save()
		run := memory.New(memory.Options{Options: s.options()})
		run.Env, run.Heap, run.Defs = m.Env.Clone(), m.Heap, m.Defs.Clone()
		c, err := refcount.Run(ctx, run, p, mode, s.Elab.MemType)
		m.Restore(save)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// RefCountsOf is RefCounts of an entry.
func (s *Session) RefCountsOf(ctx context.Context, e *Entry, modes []refcount.Mode) ([]refcount.Counts, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	if e.Mem == nil {
		return nil, s.Heap.Missing(e.Unit.Core)
	}
	return s.RefCounts(ctx, e.Mem, modes)
}

// RefModes are the modes that a word stands for: all is all of them.
func RefModes(text string) ([]refcount.Mode, error) {
	if text == "all" {
		return refcount.Modes, nil
	}
	var names []string
	for _, m := range refcount.Modes {
		if string(m) == text {
			return []refcount.Mode{m}, nil
		}
		names = append(names, string(m))
	}
	d := diag.Usagef("%q is no mode of reference counts, wanted off, rc, erc or all", text)
	if near := diag.Nearest(text, names); near != "" {
		return nil, d.Helpf("did you mean %s?", near)
	}
	return nil, d.Helpf("off reuses nothing, rc what a kernel may overwrite, erc also what is not used any more")
}
