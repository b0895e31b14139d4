package races

import (
	"maps"
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// turns are blocks that are known to be one block each, but not which one: what a loop
// carries in a round or gives in the end, and what branches give. They are numbered like
// other blocks.
type turns struct {
	of    map[int]blocks // the blocks that each may be, all with lower numbers
	apart map[pair]bool  // those that are different blocks while both are in scope
}

// pair is two numbers, in order.
type pair struct{ j, k int }

func pairOf(j, k int) pair { return pair{min(j, k), max(j, k)} }

// before is the set with each turn numbered from first on replaced by the blocks that it
// may be.
func (t *turns) before(b blocks, first int) blocks {
	var out blocks
	seen := map[int]bool{} // nested branches give many ways to one block
	var of func(b blocks)
	of = func(b blocks) {
		for _, id := range b {
			if from, ok := t.of[id]; !ok || id < first {
				out = out.union(blocks{id})
			} else if !seen[id] {
				seen[id] = true
				of(from)
			}
		}
	}
	of(b)
	return out
}

// within is the set with all blocks and turns that its turns may be.
func (t *turns) within(b blocks) map[int]bool {
	all := map[int]bool{}
	var add func(b blocks)
	add = func(b blocks) {
		for _, id := range b {
			if !all[id] {
				all[id] = true
				add(t.of[id])
			}
		}
	}
	add(b)
	return all
}

// mostMeetings bounds the pairs that are looked at to find whether two sets may meet. If
// there are more, they may.
const mostMeetings = 2000

// mayMeet tells whether two sets may have a block in common. A turn stands for the same
// block in both if it is numbered below limit.
func (t *turns) mayMeet(b, c blocks, limit int) bool {
	return (&meeting{t, limit, map[pair]bool{}}).any(b, c)
}

// meeting is a search for a block that two sets have in common.
type meeting struct {
	*turns
	limit int
	seen  map[pair]bool // pairs that were looked at
}

func (m *meeting) any(b, c blocks) bool {
	return slices.ContainsFunc(b, func(x int) bool {
		return slices.ContainsFunc(c, func(y int) bool { return m.maySame(x, y) })
	})
}

func (m *meeting) maySame(x, y int) bool {
	x, y = min(x, y), max(x, y)
	if x == y {
		return true
	}
	of, turn := m.of[y]
	other, turns := m.of[x]
	switch {
	case m.apart[pair{x, y}] && y < m.limit, !turn && !turns, m.seen[pair{x, y}]:
		return false
	case len(m.seen) == mostMeetings:
		return true
	}
	m.seen[pair{x, y}] = true
	if turn {
		return m.any(blocks{x}, of)
	}
	return m.any(other, blocks{y})
}

// mayMeet tells whether two variables that are in scope together may show one block.
func (w *walker) mayMeet(b, c blocks) bool { return w.turns.mayMeet(b, c, len(w.allocs)+1) }

// different is the pairs of values that are certain to be different blocks.
func (w *walker) different(vs []val, isBlock func(k int) bool) map[pair]bool {
	apart := map[pair]bool{}
	for k := range vs {
		for j := range k {
			if isBlock(j) && isBlock(k) && !w.mayMeet(vs[j].blocks, vs[k].blocks) {
				apart[pair{j, k}] = true
			}
		}
	}
	return apart
}

// oneEach makes a turn of each block that is one of several; apart are the pairs of values
// that are different blocks. A trace compares rounds with each other, and has no turns.
func (w *walker) oneEach(vs []val, isBlock func(k int) bool, apart map[pair]bool) {
	if w.trace != nil {
		return
	}
	for k := range vs {
		if isBlock(k) && len(vs[k].blocks) > 1 {
			vs[k].blocks = w.newTurn(vs[k].blocks)
		}
	}
	for p := range apart {
		if b, c := vs[p.j].blocks, vs[p.k].blocks; len(b) == 1 && len(c) == 1 {
			w.turns.apart[pairOf(b[0], c[0])] = true
		}
	}
}

func (r *rounds) isBlock(k int) bool { return r.params[k].Type.Elem == syntax.Mem }

// keep drops the pairs that may become one block in a round where they are different, and
// tells whether there are none. What remains in the end is the greatest set of pairs that
// are different at first and that a round keeps different. By induction they are different
// in all rounds.
func (r *rounds) keep(next []val) bool {
	n := len(r.apart)
	maps.DeleteFunc(r.apart, func(p pair, _ bool) bool { return r.w.mayMeet(next[p.j].blocks, next[p.k].blocks) })
	return len(r.apart) == n
}

// values is what a loop carries when round i begins. A block that was in use at first, and that every round gives on in use, is
// in use when a round begins.
func (r *rounds) values(i poly.Poly) []val {
	vs, w := make([]val, len(r.params)), r.w
	for k := range vs {
		vs[k] = r.value(k, i)
	}
	made := len(w.allocs)
	w.oneEach(vs, r.isBlock, r.apart)
	w.inUse(vs, made, r.freed)
	return vs
}

// inUse notes which of the turns that were made last are in use: all but those of values that may be freed.
func (w *walker) inUse(vs []val, made int, freed []bool) {
	for k, v := range vs {
		if len(v.blocks) == 1 && v.blocks[0] > made && !freed[k] {
			w.since[v.blocks[0]] = len(w.freed)
		}
	}
}

// mayBeFreed tells whether a block of a set may be one that was freed.
func (w *walker) mayBeFreed(in blocks) bool {
	return slices.ContainsFunc(in, func(b int) bool { return w.mayMeet(blocks{b}, w.freed[w.since[b]:]) })
}

// newTurn is one of some blocks. It has at least as many locations as the smallest of them.
func (w *walker) newTurn(of blocks) blocks {
	var size poly.Poly
	for k, id := range of {
		switch {
		case id == 0:
			size = poly.Poly{}
		case k == 0:
			size = w.allocs[id-1]
		default:
			size = poly.Min(size, w.allocs[id-1])
		}
		if size.IsZero() || size.Large() {
			size = poly.Poly{}
			break
		}
	}
	b := w.newBlock(size)
	w.turns.of[b[0]] = of
	return b
}
