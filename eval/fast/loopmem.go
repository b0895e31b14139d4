package fast

import "slices"

// loopBlocks are the blocks of a loop in heap mode. An alloc in its body has one
// block, which it takes again and again; one that is carried to the next round is
// taken away from it, and what was carried before takes its place.
type loopBlocks struct {
	vars  []*carried
	roots []*mem        // of the allocs in the loop
	inner []*loopBlocks // of the loops in it
	own   []*memBlock   // taken from allocs, and given to none
	from  [2]int        // how many allocs and loops the compiler knew before
}

// enterLoop starts the compilation of what a loop evaluates in each round.
func (c *compiler) enterLoop(vars []*carried) *loopBlocks {
	return &loopBlocks{vars: vars, from: [2]int{len(c.roots), len(c.rounds)}}
}

// leaveLoop ends it.
func (c *compiler) leaveLoop(l *loopBlocks) {
	l.roots = slices.Clone(c.roots[l.from[0]:])
	l.inner = slices.Clone(c.rounds[l.from[1]:])
	c.rounds = append(c.rounds, l)
}

// carriedMem is a block that a loop carries, from on.
func (c *compiler) carriedMem(from *mem) *mem {
	m := &mem{depth: len(c.loops), carried: []*mem{from}}
	m.roots = []*mem{m}
	from.each(func(root *mem) { m.holds = max(m.holds, root.holds) })
	return m
}

// carriedOn notes that the next round of a loop gets the block to: what its body
// writes to the variable goes there.
func (c *compiler) carriedOn(m, to *mem) {
	m.carried = append(m.carried, to)
	if m.holds != nothing {
		c.hold(m, m.holds)
	}
	to.each(func(root *mem) {
		if root.holds != nothing {
			c.hold(m, root.holds)
		}
	})
	if m.wrote {
		c.writes(to)
	}
}

// settle takes the blocks that are carried now from the allocs and the loops in the
// loop, and gives them others.
func (l *loopBlocks) settle() {
	for _, in := range l.inner {
		for k, b := range in.own {
			if l.carries(b) {
				in.own[k] = l.spare()
				l.own = append(l.own, b)
			}
		}
		in.own = slices.DeleteFunc(in.own, func(b *memBlock) bool { return b == nil })
	}
	for _, m := range l.roots {
		if b := m.blk; b != nil && l.carries(b) {
			m.blk = l.spare()
			l.own = append(l.own, b)
		}
	}
}

func (l *loopBlocks) carries(b *memBlock) bool {
	return slices.ContainsFunc(l.vars, func(a *carried) bool { return a.m != nil && a.m.blk == b })
}

// spare is a block that is not carried any more, or nil.
func (l *loopBlocks) spare() *memBlock {
	for k, b := range l.own {
		if !l.carries(b) {
			l.own = slices.Delete(l.own, k, k+1)
			return b
		}
	}
	return nil
}
