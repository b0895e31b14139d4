package fast

// meeting is how the locations of two arrays of one shape meet.
type meeting uint8

const (
	disjoint  meeting = iota // they do not
	identical                // each element is where it is in the other
	mixed                    // some other way, perhaps
)

// meets compares where x and v, of one shape, lie.
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
	lo, hi := v.extent()
	if from, to := x.extent(); hi < from || to < lo {
		return disjoint
	}
	return mixed
}

// copier copies arrays in heap mode (eq. 5).
type copier struct {
	u   *unit
	buf []int64
	n   int
}

// copy is memcopy of src to dst, which have one shape: all reads come before
// the first write. dst does not overlap itself.
func (c *copier) copy(src, dst *view) {
	c.u.tick(dst.count())
	if src.meets(dst) != mixed {
		copyEach(src, dst, 0, src.base, dst.base)
		return
	}
	n := dst.count()
	if cap(c.buf) < n {
		c.u.grant(n)
		c.buf = make([]int64, n)
	}
	buf, k := c.buf[:n], 0
	src.each(func(o int) bool {
		src.look(o)
		buf[k] = src.data[o]
		k++
		return true
	})
	k = 0
	dst.each(func(o int) bool {
		dst.blk.write(o, buf[k])
		k++
		return true
	})
}

// copyEach copies element by element, from dimension k on.
func copyEach(src, dst *view, k, from, to int) {
	n, s, t := dst.d[k].n, src.d[k].s, dst.d[k].s
	if k < dst.q-1 {
		for range n {
			from, to = from+s, to+t
			copyEach(src, dst, k+1, from, to)
		}
		return
	}
	for range n {
		from, to = from+s, to+t
		dst.blk.write(to, src.read(from))
	}
}
