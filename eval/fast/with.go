package fast

import "funmem/semantics/syntax"

// update is x with [ix, …] = r in value mode. It works in place if the storage of x belongs
// to the unit and this is the last use of x, and in a copy otherwise.
type update struct {
	u       *unit
	x, v    *view // before and after
	part    *view
	ixs     []ixCode
	r       row
	flat    bool // the index is a flat slice, whose elements may share places
	inPlace bool
	site    *site // of the copy
	buf     []int64
}

// with compiles let z = x with [ix, …] = r.
func (c *compiler) with(z *syntax.Binding, e *syntax.With) {
	x := c.array(e.X)
	if len(e.At) != x.q {
		panic(unsupported{})
	}
	ixs, rank := c.ixs(e.At)
	w := &update{u: c.u, x: x, v: c.newView(x.q), part: c.newView(rank), ixs: ixs, r: c.row(e.V)}
	if w.r.v == nil && rank > 0 || w.r.v != nil && w.r.v.q != rank {
		panic(unsupported{})
	}
	for _, ix := range ixs {
		w.flat = w.flat || ix.flat != nil
	}
	if c.u.heap != nil {
		c.withMem(z, w)
		return
	}
	w.site = c.newSite()
	w.inPlace = c.lastUse(e.X)
	c.u.bufs = append(c.u.bufs, &w.buf)
	c.u.updates = true
	c.wrote++
	c.flush()
	c.emit(w.run)
	if !w.inPlace {
		c.body.sites[w.v] = w.site
	}
	c.bindArr(z, w.v)
}

// run evaluates the update (E-WITH).
func (w *update) run() {
	w.u.tick(1)
	w.x.current()
	if w.inPlace && w.x.blk != nil {
		if !w.x.apart(0) { // flat slice: writing one element may change another
			bail()
		}
		w.slice(w.x)
		k := w.value()
		*w.v = *w.x
		w.v.blk.ver++
		w.v.ver = w.v.blk.ver
		w.put(k)
		return
	}
	for k := range w.v.q {
		w.v.d[k].n = w.x.d[k].n
	}
	w.site.place(w.v)
	w.x.copyTo(w.u, w.v.data)
	w.slice(w.v)
	w.put(w.value())
}

// slice makes part what changes in x. Each of its elements has its own place.
func (w *update) slice(x *view) {
	w.part.slice(x, w.ixs)
	if w.flat && !w.part.apart(0) {
		bail()
	}
}

// value returns the number that goes into x, or copies the elements of the array that does.
func (w *update) value() int64 {
	if w.r.v == nil {
		return w.r.n()
	}
	if !w.r.v.sameShape(w.part, 0) {
		bail()
	}
	n := w.r.v.count()
	if cap(w.buf) < n {
		w.buf = w.u.words(n)
	}
	w.buf = w.buf[:n]
	w.r.v.copyTo(w.u, w.buf)
	return 0
}

// put writes the number or the copied elements.
func (w *update) put(k int64) {
	p := w.part
	switch {
	case w.r.v == nil:
		p.data[p.base] = k
	case len(w.buf) > 0:
		p.spread(w.u, w.buf, 0, p.base)
	}
}

// spread writes values in row-major order to the elements in the dimensions from k on. base
// includes the dimensions before.
func (v *view) spread(u *unit, from []int64, k, base int) []int64 {
	n, s := v.d[k].n, v.d[k].s
	if k < v.q-1 {
		for y := 1; y <= n; y++ {
			from = v.spread(u, from, k+1, base+y*s)
		}
		return from
	}
	u.tick(n)
	if s == 1 {
		copy(v.data[base+1:base+1+n], from)
		return from[n:]
	}
	for j := range from[:n] {
		base += s
		v.data[base] = from[j]
	}
	return from[n:]
}
