package validity

import (
	"slices"

	"funmem/eval/memory"
	"funmem/semantics/diag"
)

// inOrder turns the warnings about copies of compiled code into mistakes. In some order of its elements such a copy
// gives another value than the value semantics, so the program is not valid.
func (s *Session) inOrder(v *Verdict) {
	if s.Compiled == nil {
		return
	}
	wrong := func(w Warning) bool { return w.Kind == "overlap" && s.Compiled(w.At) }
	for _, w := range v.Warnings {
		if wrong(w) {
			v.Overlaps = append(v.Overlaps, w)
		}
	}
	v.Warnings = slices.DeleteFunc(v.Warnings, wrong)
	v.Valid = v.Valid && len(v.Overlaps) == 0
}

// meets converts what the memory semantics says about a copy.
func meets(m *memory.Meets) *Meets {
	if m == nil {
		return nil
	}
	part := func(p memory.Part) Part { return Part{p.Array, p.Index, p.L.String(), p.At} }
	return &Meets{m.Block.String(), m.Offset, part(m.Source), part(m.Destination)}
}

// overlap returns the warning as a message of a kind: both places, the surrounding iteration, round and call, and what
// to do.
func (w *Warning) overlap(kind diag.Kind) *diag.Diagnostic {
	d := diag.Errorf(kind, "", w.At, "%s", w.Message)
	m := w.Meets
	if m != nil {
		d.Note(m.Source.At, "`%s` is read at %s of block `%s`", m.Source.Array, m.Source.LMAD, m.Block)
		d.Note(m.Destination.At, "`%s` is written at %s of it", m.Destination.Array, m.Destination.LMAD)
	}
	d.Notes = append(d.Notes, w.Around...)
	switch {
	case m == nil:
		return d
	case kind != diag.Warning:
		return d.Note(diag.Span{}, "compiled code copies in an order of its own, and gives something else than a copy that reads all first")
	}
	return d.Helpf("copy `%s` to a block of its own before: code that copies element by element gives something else", m.Source.Array)
}
