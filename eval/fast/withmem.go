package fast

import "funmem/semantics/syntax"

// withMem compiles let z = x with [ix, …] = r under the heap semantics (E-MEM-WITH).
func (c *compiler) withMem(z *syntax.Binding, w *update) {
	if z.Type == nil || z.Type.Mem == nil {
		panic(unsupported{})
	}
	m := c.mem(z.Type.Mem.Block)
	if m == nil {
		panic(unsupported{})
	}
	c.hold(m, holdsElem(z.Type.Elem))
	c.writes(m)
	c.flush()
	cp := &copier{u: c.u}
	c.emit(func() { w.runMem(m, cp) })
	c.bindArr(z, w.v)
	c.note(z, w.v)
}

// runMem writes r to its place in x. All other elements of x must be what the value
// semantics has for them. The result is then known to be right without checking it again,
// because nothing else has changed. The new elements may already be there.
func (w *update) runMem(m *mem, cp *copier) {
	x, b := w.x, w.x.blk
	w.u.tick(1)
	if b != m.blk || !x.apart(0) {
		bail()
	}
	w.slice(x)
	x.wholeBut(w.part)
	if w.r.v == nil {
		k := w.r.n()
		b.begin()
		b.write(w.part.base, k)
	} else {
		if !w.r.v.sameShape(w.part, 0) {
			bail()
		}
		w.r.v.solid()
		b.begin()
		cp.copy(w.r.v, w.part)
	}
	x.void.touch(w.part)
	b.end()
	was := x.void
	*w.v = *x
	w.v.born()
	w.v.setVoid(was)
}
