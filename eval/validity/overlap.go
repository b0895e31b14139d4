package validity

import (
	"slices"

	"funmem/eval/finding"
)

// inOrder turns the warnings about copies of compiled code into mistakes. In some order of its elements such a copy
// gives another value than the value semantics, so the program is not valid.
func (s *Session) inOrder(v *Verdict) {
	if s.Compiled == nil {
		return
	}
	wrong := func(w finding.Warning) bool { return w.Kind == "overlap" && s.Compiled(w.At) }
	for _, w := range v.Warnings {
		if wrong(w) {
			v.Overlaps = append(v.Overlaps, w)
		}
	}
	v.Warnings = slices.DeleteFunc(v.Warnings, wrong)
	v.Valid = v.Valid && len(v.Overlaps) == 0
}
