package schedule

import (
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/poly"
)

// overwritten leaves out writes to a location that a later statement of the same list writes again, if nothing between the
// two reads the block. The block must have no other name.
func (j *job) overwritten(body []imp.Stm) []imp.Stm {
	own := blocksOfOneName(j.p.Body)
	return each(body, func(list []imp.Stm) []imp.Stm {
		later := map[string]bool{} // locations that are written before their blocks are read
		var kept []imp.Stm
		for k := len(list) - 1; k >= 0; k-- {
			s := list[k]
			j.poll.Ask()
			w, ok := s.(*imp.Write)
			if !ok {
				if mentionsOf(s, own) {
					clear(later)
				}
				kept = append(kept, s)
				continue
			}
			p := (&poly.Env{}).Of(w.At)
			if !own[w.X.ID] || !j.fixed(p) || p.Large() {
				clear(later)
				kept = append(kept, s)
				continue
			}
			key := poly.Var(w.X).Key() + " " + p.Key()
			if later[key] {
				continue
			}
			later[key] = true
			kept = append(kept, s)
		}
		slices.Reverse(kept)
		return kept
	})
}

// mentionsOf tells whether a statement may look at one of some blocks, or whether it is unclear what runs after it.
func mentionsOf(s imp.Stm, blocks map[int]bool) bool {
	switch s := s.(type) {
	case *imp.Read:
		return blocks[s.Y.ID]
	case *imp.Assign, *imp.Declare, *imp.Skip, *imp.Check:
		return false
	}
	return true
}
