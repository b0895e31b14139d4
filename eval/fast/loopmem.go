package fast

import "slices"

// loopBlocks are the blocks of a loop in heap mode. An alloc in its body has one block,
// which it reuses. A block that is carried to the next round is taken away from its alloc,
// and a block that is no longer carried takes its place.
type loopBlocks struct {
	vars  []*carried
	roots []*mem        // the allocs in the loop
	inner []*loopBlocks // the loops within it
	own   []*memBlock   // blocks taken from allocs, and not given to others
	from  [2]int        // how many allocs and loops the compiler knew before
}

// enterLoop starts compiling what a loop evaluates in each round.
func (c *compiler) enterLoop(vars []*carried) *loopBlocks {
	return &loopBlocks{vars: vars, from: [2]int{len(c.roots), len(c.rounds)}}
}

// leaveLoop ends that.
func (c *compiler) leaveLoop(l *loopBlocks) {
	l.roots = slices.Clone(c.roots[l.from[0]:])
	l.inner = slices.Clone(c.rounds[l.from[1]:])
	c.rounds = append(c.rounds, l)
}

// carriedMem returns a block that a loop carries, which starts as from.
func (c *compiler) carriedMem(from *mem) *mem {
	m := &mem{depth: len(c.loops), carried: []*mem{from}}
	m.roots = []*mem{m}
	from.each(func(root *mem) { m.holds = max(m.holds, root.holds) })
	return m
}

// carriedOn notes that m is the block to in the next round of a loop: what the body writes
// to m goes there.
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

// settle takes the blocks that are now carried away from the allocs and inner loops, and
// gives those other blocks.
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

// spare returns a block that is no longer carried, or nil.
func (l *loopBlocks) spare() *memBlock {
	for k, b := range l.own {
		if !l.carries(b) {
			l.own = slices.Delete(l.own, k, k+1)
			return b
		}
	}
	return nil
}
