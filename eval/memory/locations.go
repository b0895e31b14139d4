package memory

import (
	"fmt"
	"strings"

	"funmem/heap"
)

// trace is ⟨R, W⟩ of a rule that is being applied, as far as it is shown.
type trace struct {
	from int // the heap at the start
	r, w locations
}

// locations is a set of locations, cut off after the first few.
type locations struct {
	locs []heap.Loc
	has  map[heap.Loc]bool // those in locs
	more bool
}

// shown is how many locations of a set, and digits or elements of a value, a judgement
// shows.
const shown = 6

// add adds a location, unless there are limit of them; 0 is no limit.
func (s *locations) add(l heap.Loc, limit int) {
	if s.has[l] {
		return
	}
	if limit > 0 && len(s.locs) == limit {
		s.more = true
		return
	}
	if s.has == nil {
		s.has = map[heap.Loc]bool{}
	}
	s.has[l] = true
	s.locs = append(s.locs, l)
}

func (s *locations) unite(t locations, limit int) {
	for _, l := range t.locs {
		s.add(l, limit)
	}
	s.more = s.more || t.more
}

// String returns the locations in braces, or ∅ if there are none.
func (s locations) String() string {
	if len(s.locs) == 0 {
		return "∅"
	}
	parts := make([]string, len(s.locs))
	for k, l := range s.locs {
		parts[k] = fmt.Sprintf("(%s, %d)", l.Block, l.Offset)
	}
	if s.more {
		parts = append(parts, "…")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
