package session

import (
	"context"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/verdict"
	"funmem/heap"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// roots are the binders that something can still name: the names in scope, the
// last value, and what functions use.
func (s *Session) roots(until stop.Poll) map[int]bool {
	roots := map[int]bool{}
	ask := until.Seldom()
	for _, n := range s.Names() {
		ask()
		if n.Binding != nil {
			for _, p := range s.Elab.InCore(n) {
				roots[p.Binding.ID] = true
			}
			continue
		}
		for _, v := range syntax.FreeVars(n.Def) {
			roots[v.ID] = true
		}
	}
	if last, ok := s.Elab.Lookup("_"); ok && last.Binding != nil {
		for _, p := range s.Elab.InCore(last) {
			roots[p.Binding.ID] = true
		}
	}
	return roots
}

// Collect drops the arrays that nothing can name any more, and their blocks. Integers stay, because types may mention
// them.
func (s *Session) Collect(until stop.Poll) {
	s.made = 0
	roots := s.roots(until)
	s.Machine.Env = s.Machine.Env.Without(func(id int) bool { return roots[id] })
	if s.Heap != nil {
		s.collectHeap(until)
	}
}

// collectHeap drops the blocks that no name can reach, nor any line that the heap has not seen.
func (s *Session) collectHeap(until stop.Poll) {
	s.Heap.made, s.Heap.lines = 0, 0
	keep := s.roots(until)
	for _, e := range s.Entries[s.Heap.done:] {
		if e.Input == nil {
			for _, v := range syntax.FreeVars(e.Unit.Core) {
				keep[v.ID] = true
			}
		}
	}
	env := s.Heap.Check.Heap.Env
	used := map[*heap.Block]bool{}
	for id := range keep {
		if v := env.Of(id); v.B != nil {
			used[v.B] = true
		}
	}
	s.Heap.Check.Collect(func(id int) bool {
		v := env.Of(id)
		return v.IsNumber() || keep[id] || !v.IsArray() && used[v.B]
	})
	for _, e := range s.Entries[:s.Heap.done] {
		if e.Verdict != nil {
			e.Verdict.Outcome = nil
		}
	}
}

// large is the least number of elements for which arrays are worth a collection.
const large = 1 << 12

// worthCollecting is how many elements are worth a collection. A collection looks at all names, so the number grows
// with the lines: many lines together must not take longer for it.
func (s *Session) worthCollecting() int { return max(large, 4*len(s.Entries)) }

// tidy collects after lines that made something large.
func (s *Session) tidy(ctx context.Context, e *Entry) {
	ask := verdict.Poll(ctx).Seldom()
	for _, d := range e.Unit.Core.Decls {
		ask()
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		for _, p := range let.Pat {
			if a := s.Machine.Env.Of(p.ID).A; a != nil {
				s.made += a.Elems.Len()
			}
		}
	}
	if s.made >= s.worthCollecting() {
		s.Collect(verdict.Poll(ctx))
	}
}

// relieve makes :undo forget the oldest states while more than half of the permitted memory is in use.
func (s *Session) relieve(ctx context.Context) {
	most := s.Settings.Memory / 2
	for most > 0 && len(s.Done) > 0 && engine.InUse(ctx, most) > most {
		s.Done, s.forgot = slices.Delete(s.Done, 0, 1), true
	}
}
