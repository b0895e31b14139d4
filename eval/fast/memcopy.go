package fast

import (
	"funmem/eval/vector"
	"funmem/heap"
)

// copier copies arrays in heap mode (eq. 5).
type copier struct {
	u    *unit
	row  view
	look *heap.Meeting
}

// meeting is how the locations of two arrays of the same shape meet.
type meeting uint8

const (
	disjoint  meeting = iota // they do not meet
	identical                // each element is at its own place in the other array
	mixed                    // they may meet in some other way
)

// meets compares where x and v, which have the same shape, lie.
func (v *view) meets(x *view) meeting {
	if v.blk != x.blk || v.count() == 0 {
		return disjoint
	}
	same := v.first() == x.first()
	for k, d := range v.d[:v.q] {
		same = same && (d.n == 1 || d.s == x.d[k].s)
	}
	if same {
		return identical
	}
	if !v.touches(x) {
		return disjoint
	}
	return mixed
}

// touches tells whether v and x may share a location. They share none if they lie in
// different blocks, or in different ranges of a block, or if their positions differ modulo
// a number that divides all strides.
func (v *view) touches(x *view) bool {
	if v.blk != x.blk || v.count() == 0 || x.count() == 0 {
		return false
	}
	lo, hi := v.extent()
	if from, to := x.extent(); hi < from || to < lo {
		return false
	}
	g := 0
	for _, w := range []*view{v, x} {
		for _, d := range w.d[:w.q] {
			if d.n > 1 {
				g = gcd(g, d.s)
			}
		}
	}
	return g == 0 || (v.first()-x.first())%g == 0
}

func gcd(x, y int) int {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}

// rowAt makes w row i of v.
func (v *view) rowAt(w *view, i int) {
	w.data, w.blk, w.q = v.data, v.blk, v.q-1
	w.base = v.base + i*v.d[0].s
	copy(w.d[:], v.d[1:v.q])
}

// writeRow makes r row i of v (memcopy to index_f(L, i)).
func (c *copier) writeRow(v *view, i int, r row) {
	if r.v == nil {
		k := r.n()
		if v.q != 1 {
			bail()
		}
		v.blk.write(v.base+i*v.d[0].s, k)
		return
	}
	if !r.v.sameShape(v, 1) {
		bail()
	}
	r.v.solid()
	v.rowAt(&c.row, i)
	c.copy(r.v, &c.row)
}

// copy is memcopy of src to dst, which have the same shape. dst does not overlap itself.
// The run ends if the copy would write over what it reads for another place. Otherwise the
// order of the elements does not matter: the result is as if everything were read before
// the first write.
func (c *copier) copy(src, dst *view) {
	n := dst.count()
	if n == 0 {
		return
	}
	if src.meets(dst) == mixed && c.meeting(src.lmad(), dst.lmad()) {
		bail()
	}
	c.each(src, dst, 0, src.base, dst.base)
}

// meeting tells whether a copy writes over what it reads for another place.
func (c *copier) meeting(src, dst heap.LMAD) bool {
	if c.look == nil {
		u := c.u
		c.look = &heap.Meeting{
			Grant: func(words int64, take func()) error {
				u.grant(int(words), take)
				return nil
			},
			Poll: func() error {
				u.tick(1)
				return nil
			},
		}
	}
	met, _ := c.look.Copies(src, dst)
	return met != nil
}

// each copies element by element, from dimension k on.
func (c *copier) each(src, dst *view, k, from, to int) {
	n, s, t := dst.d[k].n, src.d[k].s, dst.d[k].s
	if k < dst.q-1 {
		for range n {
			from, to = from+s, to+t
			c.each(src, dst, k+1, from, to)
		}
		return
	}
	whole := src.ver == src.blk.ver && dst.inside(to+t, to+n*t)
	for n > 0 {
		part := min(n, chunk)
		c.u.tick(part)
		if !whole || !dst.blk.fill(to+t, t, src.data[from+s:], s, part) {
			for k := range part {
				dst.blk.write(to+(k+1)*t, src.read(from+(k+1)*s))
			}
		}
		from, to, n = from+part*s, to+part*t, n-part
	}
}

// inside tells whether two positions are in the block.
func (v *view) inside(o, p int) bool {
	n := len(v.blk.cells)
	return uint(o) < uint(n) && uint(p) < uint(n)
}

// fill writes n numbers, s apart in from, to the locations from o on, t apart, all of them
// in the block. It does nothing and returns false if s is negative, or if more than one
// running kernel may have others write them.
func (b *memBlock) fill(o, t int, from []int64, s, n int) bool {
	h := b.h
	if s < 0 || h.depth > b.depth+1 {
		return false
	}
	if h.depth > b.depth {
		b.mark(b.depth, o, t, n, h.levels[b.depth].stamp, 0)
	}
	b.put(o, t, from, s, n)
	return true
}

// mark records at a level that the locations o, o + t, … are written, the first by the iteration with the stamp and each
// next one by a later iteration if each is 1. A race ends the run.
func (b *memBlock) mark(level, o, t, n int, stamp, each uint32) {
	recs, base := b.records(level), b.h.levels[level].base
	if t == 1 {
		if !vector.Mark(recs[o:o+n], base, stamp, each) {
			bail()
		}
		return
	}
	for range n {
		r := &recs[o]
		if r.W >= base && r.W != stamp || r.R >= base && r.R != stamp {
			bail()
		}
		r.W = stamp
		o, stamp = o+t, stamp+each
	}
}

// put writes n numbers, s apart in from, to the locations from o on, t apart. The log says that all have changed if one
// has.
func (b *memBlock) put(o, t int, from []int64, s, n int) {
	now, start, any := b.h.now, b.start, false
	if s == 1 && t == 1 {
		any = vector.Record(b.cells[o:o+n], b.wrote[o:o+n], from[:n], now, start)
	} else {
		cells, wrote := b.cells, b.wrote
		for k, p := 0, o; k < n; k++ {
			if x := from[k*s]; cells[p] != x || wrote[p] <= start {
				cells[p], wrote[p], any = x, now, true
			}
			p += t
		}
	}
	if any {
		b.changedRun(o, t, n)
	}
}
