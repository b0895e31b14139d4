package fast

import "funmem/semantics/syntax"

// accumulator is an accumulator of a fold in heap mode: an int, or an array with a fixed
// place.
type accumulator struct {
	*carried
	copier
	to   *mem
	l    *layout
	rows *scanned // if the fold is a scan
}

// scanned is where a scan writes the accumulators: row i after round i.
type scanned struct {
	copier
	v     *view
	to    *mem
	l     *layout
	row   row
	times []int64 // when each row was written
}

// foldMem compiles a reduce or scan under the heap semantics (E-MEM-REDUCE,
// E-MEM-SCAN).
func (c *compiler) foldMem(pat []*syntax.Binding, f *syntax.Fold, scan bool) {
	loop := c.asLoop(f, c.outer(f))
	if len(pat) != len(loop.Params) || len(pat) != len(loop.Body.Res) {
		panic(unsupported{})
	}
	n := emit(c.int(loop.For.N))
	accs := make([]*accumulator, len(pat))
	for k, z := range pat {
		accs[k] = c.accumulator(loop.Params[k], c.operand(loop.Init[k]))
		if scan {
			r := &scanned{copier: copier{u: c.u}}
			r.to, r.l, r.v = c.target(z)
			c.writes(r.to)
			accs[k].rows = r
		}
	}
	begin := c.round(loop)
	body := c.compileBody(loop.Body, func() {
		for k, a := range accs {
			a.give(c.operand(loop.Body.Res[k]))
			if scan {
				a.rows.row = c.row(loop.Body.Res[k])
			}
		}
	})
	c.flush()
	c.emit(func() { c.u.fold(accs, n(), begin, body) })
	for k, z := range pat {
		if scan {
			c.bindArr(z, accs[k].rows.v)
			c.note(z, accs[k].rows.v)
			continue
		}
		c.rebind(z, operand{n: accs[k].node(), v: accs[k].v})
	}
}

// accumulator binds an accumulator with the neutral element o.
func (c *compiler) accumulator(x *syntax.Binding, o operand) *accumulator {
	if o.m != nil {
		panic(unsupported{})
	}
	a := &accumulator{copier: copier{u: c.u}, carried: c.carry(x, o)}
	if o.v == nil {
		return a
	}
	a.dims = c.dims(x.Type)
	a.to, a.l, a.v = c.target(x)
	c.writes(a.to)
	c.names.arrs[x.ID] = a.v
	return a
}

// fold runs a fold over n elements.
func (u *unit) fold(accs []*accumulator, n int64, begin func(i int64) bool, body []stmFn) {
	for _, a := range accs {
		if r := a.rows; r != nil {
			r.start(n)
		}
		if a.r != nil {
			a.then = a.first()
		} else {
			a.l.place(a.v, a.to.blk)
			a.v.fits(a.dims)
		}
	}
	alone(accs)
	accumulate(accs, func(a *accumulator) *view { return a.init })
	for i := int64(1); i <= n && begin(i); i++ {
		u.tick(1 + len(body))
		for _, a := range accs {
			if a.v != nil {
				a.note()
			}
		}
		for _, s := range body {
			s()
		}
		for _, a := range accs {
			if a.rows != nil {
				a.rows.write(int(i))
			}
		}
		for _, a := range accs {
			if a.r != nil {
				a.then = a.next()
			}
		}
		accumulate(accs, func(a *accumulator) *view { return a.res })
	}
	for _, a := range accs {
		if a.rows != nil {
			a.rows.end()
		}
	}
}

// alone makes sure that the places of accumulators and the results share no location,
// neither within themselves nor with each other.
func alone(accs []*accumulator) {
	var all []*view
	for _, a := range accs {
		if a.v != nil {
			all = append(all, a.v)
		}
		if a.rows != nil {
			all = append(all, a.rows.v)
		}
	}
	for j, v := range all {
		if !v.apart(0) {
			bail()
		}
		for _, w := range all[:j] {
			if v.touches(w) {
				bail()
			}
		}
	}
}

// accumulate gives the accumulators their next values. Arrays are copied from what of
// returns, all at once: none lies where another one goes. An array that already lies at its
// place is left alone.
func accumulate(accs []*accumulator, of func(a *accumulator) *view) {
	for _, a := range accs {
		if a.r != nil {
			continue
		}
		src := of(a)
		if !src.sameShape(a.v, 0) {
			bail()
		}
		src.solid()
		for _, b := range accs {
			if b != a && b.v != nil && src.touches(b.v) {
				bail()
			}
		}
	}
	for _, a := range accs {
		if a.r != nil {
			*a.r = a.then
			continue
		}
		if src := of(a); src.meets(a.v) == identical {
			a.v.shows(src)
			continue
		}
		a.v.blk.begin()
		a.copier.copy(of(a), a.v)
		a.v.blk.end()
		a.v.born()
	}
}

// start makes room for n rows.
func (r *scanned) start(n int64) {
	r.l.place(r.v, r.to.blk)
	if int64(r.v.d[0].n) != n {
		bail()
	}
	if cap(r.times) < int(n) {
		r.times = r.u.words(int(n))
	}
	r.times = r.times[:n]
}

// write writes row i.
func (r *scanned) write(i int) {
	b := r.v.blk
	b.begin()
	r.writeRow(r.v, i, r.row)
	b.end()
	r.times[i-1] = b.h.now
	b.h.now++
}

// end binds the result. No row may have changed since it was written.
func (r *scanned) end() {
	v := r.v
	var row view
	for i, at := range r.times {
		if v.q == 1 {
			if v.blk.wrote[v.base+(i+1)*v.d[0].s] > at {
				bail()
			}
			continue
		}
		r.u.tick(1)
		v.rowAt(&row, i+1)
		if v.count() > 0 && !row.each(func(o int) bool { return v.blk.wrote[o] <= at }) {
			bail()
		}
	}
	v.born()
}
