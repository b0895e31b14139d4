package fast

// freshArray is an iota, copy, replicate or literal under the heap semantics.
type freshArray struct {
	copier
	v     *view
	to    *mem
	l     *layout
	n     intFn
	rows  []row
	stats kernelStats
	fill  func()
	born  void // for a scratch array
}

func (f *freshArray) run() {
	f.l.place(f.v, f.to.blk)
	f.v.blk.begin()
	f.fill()
	f.v.blk.end()
	f.v.born()
	f.v.setVoid(f.born)
}

// bound returns the number of iterations, which is the outer size.
func (f *freshArray) bound() int {
	n := f.n()
	if n != int64(f.v.d[0].n) {
		bail()
	}
	f.stats.count(f.u.heap, int(n))
	return int(n)
}

// iterate runs n iterations of a kernel that may race. Unless plain says that it clearly
// does not, it runs as a kernel instance whose accesses are recorded.
func (f *freshArray) iterate(n int, plain bool, iteration func(i int)) {
	if plain {
		for i := range n {
			f.u.tick(1)
			iteration(i + 1)
		}
		return
	}
	h := f.u.heap
	l := h.depth
	h.enter(n)
	for i := range n {
		f.u.tick(1)
		h.levels[l].stamp = h.levels[l].base + uint32(i)
		iteration(i + 1)
	}
	h.depth--
}

// iota is E-MEM-IOTA: iteration i writes i.
func (f *freshArray) iota() {
	v := f.v
	f.iterate(f.bound(), v.apart(0), func(i int) { v.blk.write(v.base+i*v.d[0].s, int64(i)) })
}

// copyAll is E-MEM-COPY: an iteration reads and writes one element.
func (f *freshArray) copyAll() {
	v, x := f.v, f.rows[0].v
	if !x.sameShape(v, 0) {
		bail()
	}
	n := v.count()
	f.stats.count(f.u.heap, n)
	if v.apart(0) && x.meets(v) != mixed {
		f.copy(x, v)
		return
	}
	var from, to []int
	f.u.grant(2*n, func() { from, to = x.positions(), v.positions() })
	f.iterate(n, false, func(i int) { v.blk.write(to[i-1], x.read(from[i-1])) })
}

// replicate is E-MEM-REPLICATE: iteration i writes row i.
func (f *freshArray) replicate() {
	v, r := f.v, f.rows[0]
	if r.v == nil {
		k := r.n()
		if v.q != 1 {
			bail()
		}
		f.iterate(f.bound(), v.apart(0), func(i int) { v.blk.write(v.base+i*v.d[0].s, k) })
		return
	}
	if !v.apart(1) {
		bail()
	}
	f.iterate(f.bound(), v.apart(0) && !v.touches(r.v), func(i int) { f.writeRow(v, i, r) })
}

// literal is E-MEM-LITERAL: memcopy of each element in order.
func (f *freshArray) literal() {
	if len(f.rows) != f.v.d[0].n || !f.v.apart(0) {
		bail()
	}
	for k, r := range f.rows {
		f.writeRow(f.v, k+1, r)
	}
}

// positions returns the positions of the elements in row-major order.
func (v *view) positions() []int {
	at := make([]int, 0, v.count())
	v.each(func(o int) bool {
		at = append(at, o)
		return true
	})
	return at
}
