package heap

import "slices"

// Spot is one location. Its accesses are numbered from 1 in the order of evaluation. A second run of a program makes
// the same accesses, so what the first one finds about them can be looked at in the second.
type Spot struct {
	Block  string // the display name of the block
	Offset int
	About  *Race                 // a race of an earlier run; nil: none is looked for
	Before func(k int, a Access) // called for access k before it has an effect; nil: nothing is called
	Wrote  int                   // the number of the last write
	Raced  [2]int                // the numbers of the accesses of About
	count  int
	seen   []seen // while About is looked for
}

// seen is an access, with the stamps of the iterations around it.
type seen struct {
	write  bool
	stamps []uint64
}

// access numbers an access.
func (s *Spot) access(t *Tracer, b *Block, off int, write bool, site *Site, index []int) {
	if s == nil || off != s.Offset || b.String() != s.Block {
		return
	}
	s.count++
	if write {
		s.Wrote = s.count
	}
	if s.About != nil && s.Raced[0] == 0 {
		stamps := make([]uint64, len(t.frames))
		for l := range t.frames {
			stamps[l] = t.frames[l].stamp
		}
		s.seen = append(s.seen, seen{write, stamps})
	}
	if s.Before != nil {
		s.Before(s.count, Access{site, write, slices.Clone(index), t.Iterations()})
	}
}

// conflict takes the numbers of the two accesses of a race, if it is the one that is looked for. The second is the
// access being made. The first was made by the iteration with the given stamp at level l.
func (s *Spot) conflict(r *Race, l int, stamp uint64) {
	if s == nil || s.About == nil || s.Raced[0] > 0 || !s.About.same(r) {
		return
	}
	k := slices.IndexFunc(s.seen, func(a seen) bool {
		return a.write == r.First.Write && l < len(a.stamps) && a.stamps[l] == stamp
	})
	s.Raced, s.seen = [2]int{k + 1, s.count}, nil
}

// same tells whether two runs of a program found the same race.
func (r *Race) same(o *Race) bool {
	return r.Kernel.At == o.Kernel.At && r.Instance == o.Instance && r.Block.String() == o.Block.String() && r.Offset == o.Offset &&
		slices.Equal(r.First.Iterations, o.First.Iterations) && slices.Equal(r.Second.Iterations, o.Second.Iterations)
}

// Copy is the heap as it is now, in blocks that nothing writes any more. of returns the copy of a block, including
// dropped ones.
func (h *Heap) Copy() (of func(*Block) *Block) {
	copies := map[*Block]*Block{}
	of = func(b *Block) *Block {
		if b == nil || copies[b] != nil {
			return copies[b]
		}
		copies[b] = b.Copy()
		return copies[b]
	}
	for _, b := range h.blocks {
		of(b)
	}
	return of
}

// Copy is the block as it is now, outside of any heap. The copy of nil is nil.
func (b *Block) Copy() *Block {
	if b == nil {
		return nil
	}
	return &Block{Label: b.Label, Name: b.Name, At: b.At, nth: b.nth, cells: b.cells.Clone(), writers: slices.Clone(b.writers), given: b.given, outside: b.outside, end: b.end}
}
