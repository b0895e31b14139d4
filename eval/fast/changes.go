package fast

import "slices"

// An array is right when it is bound. It stays right if nothing has changed one of its locations since (see memBlock).
// A block has a log of what changed when, so that a large array can be checked quickly after a small change.

// change says that n locations may have changed at a time: lo, lo + step, …. Each knows itself when it changed last.
type change struct {
	at          int64
	lo, step, n int
}

// extent returns the smallest and the largest of the locations.
func (c *change) extent() (lo, hi int) {
	last := c.lo + (c.n-1)*c.step
	return min(c.lo, last), max(c.lo, last)
}

// changed notes that location o has changed now.
func (b *memBlock) changed(o int) {
	now := b.h.now
	b.wrote[o], b.last = now, now
	if k := len(b.log); k > 0 && b.log[k-1].at == now {
		c := &b.log[k-1]
		switch {
		case c.n == 1:
			c.step, c.n = o-c.lo, 2
			return
		case o == c.lo+c.n*c.step:
			c.n++
			return
		}
	}
	b.enter(change{at: now, lo: o, n: 1})
}

// changedRun notes that the locations o, o + t, … have changed now. Their times are set.
func (b *memBlock) changedRun(o, t, n int) {
	now := b.h.now
	b.last = now
	if k := len(b.log); k > 0 {
		if c := &b.log[k-1]; c.at == now && c.step == t && c.n > 1 && o == c.lo+c.n*t {
			c.n += n
			return
		}
	}
	c := change{at: now, lo: o, step: t, n: n}
	if n == 1 {
		c.step = 0
	}
	b.enter(c)
}

// shortLog is the length that any log may have.
const shortLog = 16

// enter puts a change into the log. A log that would take more space than the block is started anew.
func (b *memBlock) enter(c change) {
	if k := len(b.log); k == cap(b.log) {
		if k >= shortLog+len(b.cells)/8 {
			b.log, b.since = b.log[:0], c.at
		} else {
			b.h.u.grant(4*(k+shortLog), func() { b.log = slices.Grow(b.log, k+shortLog) })
		}
	}
	b.log = append(b.log, c)
}

// forget starts the log anew, for a block that was allocated now.
func (b *memBlock) forget() { b.log, b.since = b.log[:0], b.h.now }

// changesSince returns what changed after a time. known tells whether the log still goes back that far.
func (b *memBlock) changesSince(at int64) (log []change, known bool) {
	if at < b.since {
		return nil, false
	}
	k, _ := slices.BinarySearchFunc(b.log, at+1, func(c change, at int64) int { return int(c.at - at) })
	return b.log[k:], true
}

// region is where the elements of a view lie. No two of them share a location.
type region struct {
	lo, hi int
	d      [maxRank]dim // without dimensions of one element; the strides are positive and descending
	q      int
}

// region returns where the elements from dimension k on lie, with the other indices 0. ok tells whether the strides
// ensure that no two elements share a location: each stride is larger than all that the smaller ones reach.
func (v *view) region(k int) (r region, ok bool) {
	if v.count() == 0 {
		return region{hi: -1}, true
	}
	r.lo, r.hi = v.base, v.base
	for _, d := range v.d[k:v.q] {
		if a, b := d.s, d.n*d.s; a < b {
			r.lo, r.hi = r.lo+a, r.hi+b
		} else {
			r.lo, r.hi = r.lo+b, r.hi+a
		}
		if d.n == 1 {
			continue
		}
		d.s = max(d.s, -d.s)
		j := r.q
		for ; j > 0 && r.d[j-1].s < d.s; j-- {
			r.d[j] = r.d[j-1]
		}
		r.d[j] = d
		r.q++
	}
	reach := 0
	for _, d := range slices.Backward(r.d[:r.q]) {
		if d.s <= reach {
			return r, false
		}
		reach += (d.n - 1) * d.s
	}
	return r, true
}

// has tells whether an element lies at location o.
func (r *region) has(o int) bool {
	if o < r.lo || o > r.hi {
		return false
	}
	o -= r.lo
	for _, d := range r.d[:r.q] {
		k := o / d.s
		if k >= d.n {
			return false
		}
		o -= k * d.s
	}
	return o == 0
}

// kept tells whether all elements, except those of part unless it is nil, are as they were when the array was bound.
// They are known to be unchanged up to the time v.sure. All elements are in the block.
func (v *view) kept(part *view) bool {
	all, apart := v.region(0)
	log, known := v.blk.changesSince(v.sure)
	if !apart || !known {
		return v.scan(part)
	}
	but := region{hi: -1}
	if part != nil {
		but, _ = part.region(0)
	}
	most := v.count()
	for k := range log {
		c := &log[k]
		if lo, hi := c.extent(); hi < all.lo || all.hi < lo {
			continue
		}
		if most -= c.n; most < 0 {
			return v.scan(part)
		}
		v.blk.h.u.tick(c.n)
		for j := range c.n {
			if o := c.lo + j*c.step; all.has(o) && !but.has(o) && v.blk.wrote[o] > v.sure {
				return false
			}
		}
	}
	return true
}

// scan is kept by looking at each element. If there is a part, no two elements may share a location.
func (v *view) scan(part *view) bool {
	if part == nil {
		return v.each(v.fresh)
	}
	return v.spoilt() == part.spoilt()
}

// fresh tells whether location o was written, unless it may be undefined, and has not changed since the array was
// bound.
func (v *view) fresh(o int) bool {
	v.blk.h.u.tick(1)
	return v.blk.wrote[o] <= v.birth && (v.blk.wrote[o] > v.blk.start || v.void.at > 0)
}

// spoilt returns how many elements are not fresh.
func (v *view) spoilt() (n int) {
	v.each(func(o int) bool {
		if !v.fresh(o) {
			n++
		}
		return true
	})
	return n
}
