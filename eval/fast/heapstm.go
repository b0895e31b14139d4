package fast

import (
	"funmem/heap"
	"funmem/semantics/syntax"
)

// mem is the block of an atom, or nil when it is none.
func (c *compiler) mem(e syntax.Expr) *mem {
	v, ok := e.(*syntax.Var)
	if !ok {
		return nil
	}
	c.resolve(v.ID)
	return c.names.mems[v.ID]
}

// alloc compiles let (x : mem) = alloc se (E-MEM-ALLOC).
func (c *compiler) alloc(x *syntax.Binding, e *syntax.Alloc) {
	h := c.u.heap
	if h == nil {
		panic(unsupported{})
	}
	m, n := c.newRoot(), emit(c.int(e.N))
	c.names.mems[x.ID] = m
	c.emit(func() { h.alloc(m, n()) })
}

func (c *compiler) newRoot() *mem {
	m := &mem{depth: len(c.loops)}
	m.roots = []*mem{m}
	return m
}

// writes notes that the statement being compiled writes to m: the kernels
// around it that do not allocate the block have it among theirs.
func (c *compiler) writes(m *mem) {
	c.wrote++
	for _, root := range m.roots {
		root.wrote = true
		for _, l := range c.loops[min(root.depth, len(c.loops)):] {
			l.mayWrite(root)
		}
	}
}

func (l *loop) mayWrite(m *mem) {
	for _, w := range l.writes {
		if w == m {
			return
		}
	}
	l.writes = append(l.writes, m)
}

// target is where a fresh array goes.
func (c *compiler) target(x *syntax.Binding) (*mem, *layout, *view) {
	if x.Type == nil || x.Type.Mem == nil {
		panic(unsupported{})
	}
	m := c.mem(x.Type.Mem.Block)
	if m == nil {
		panic(unsupported{})
	}
	l := c.layout(x.Type)
	return m, l, c.newView(x.Type.Rank())
}

// freshMem compiles what makes an array under the heap semantics.
func (c *compiler) freshMem(pat []*syntax.Binding, e syntax.Expr) {
	if k, ok := e.(*syntax.Kernel); ok {
		c.kernelMem(pat, k)
		return
	}
	x := pat[0]
	to, l, v := c.target(x)
	cp := &copier{u: c.u}
	stats := c.stats[e]
	var fill func()
	switch e := e.(type) {
	case *syntax.Iota:
		n := emit(c.int(e.N))
		fill = func() {
			if n() != int64(v.d[0].n) {
				bail()
			}
			v.writeRows(cp, v.d[0].n, func(i int) int64 { return int64(i) }, nil)
			stats.count(v.d[0].n)
		}
	case *syntax.Copy:
		from := c.array(e.X)
		fill = func() {
			if !from.sameShape(v, 0) || from.meets(v) == mixed {
				bail()
			}
			cp.copy(from, v)
			stats.count(v.count())
		}
	case *syntax.Replicate:
		n, r := emit(c.int(e.N)), c.row(e.X)
		fill = func() {
			if n() != int64(v.d[0].n) {
				bail()
			}
			v.replicate(cp, r)
			stats.count(v.d[0].n)
		}
	case *syntax.Literal:
		rows := make([]row, len(e.Elems))
		for k, x := range e.Elems {
			rows[k] = c.row(x)
		}
		fill = func() {
			if len(rows) != v.d[0].n {
				bail()
			}
			for k, r := range rows {
				v.writeRow(cp, k+1, r)
			}
		}
	default:
		panic(unsupported{})
	}
	c.writes(to)
	c.flush()
	c.emit(func() {
		l.place(v, to.blk)
		if !v.apart(0) {
			bail()
		}
		v.blk.ver++
		fill()
		v.blk.ver++
		v.born()
	})
	c.bindArr(x, v)
	c.note(x)
}

// writeRows writes f(i) to element i of an array of rank 1.
func (v *view) writeRows(cp *copier, n int, f func(i int) int64, _ *row) {
	cp.u.tick(n)
	o := v.base
	for i := 1; i <= n; i++ {
		o += v.d[0].s
		v.blk.write(o, f(i))
	}
}

// replicate writes r to every row of v.
func (v *view) replicate(cp *copier, r row) {
	if r.v == nil {
		k := r.n()
		if v.q != 1 {
			bail()
		}
		v.writeRows(cp, v.d[0].n, func(int) int64 { return k }, nil)
		return
	}
	if r.v.blk == v.blk && r.v.count() > 0 {
		lo, hi := v.extent()
		if from, to := r.v.extent(); from <= hi && lo <= to {
			bail()
		}
	}
	for i := 1; i <= v.d[0].n; i++ {
		v.writeRow(cp, i, r)
	}
}

// rowAt makes w row i of v.
func (v *view) rowAt(w *view, i int) {
	w.data, w.blk, w.q = v.data, v.blk, v.q-1
	w.base = v.base + i*v.d[0].s
	copy(w.d[:], v.d[1:v.q])
}

// writeRow makes r row i of v.
func (v *view) writeRow(cp *copier, i int, r row) {
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
	r.v.wholeNow()
	var w view
	v.rowAt(&w, i)
	cp.copy(r.v, &w)
}

// kernelStats counts the instances of a kernel in the text.
type kernelStats struct{ *heap.KernelStats }

func (s kernelStats) count(n int) {
	s.Instances++
	s.Iterations += n
}

// note counts a binding of an array.
func (c *compiler) note(x *syntax.Binding) {
	b := c.bound[x]
	if b == nil {
		b = &Binding{Name: x.Name, At: x.Span}
		c.bound[x] = b
	}
	r := c.result
	c.emit(func() {
		if b.Times++; b.Times == 1 {
			r.Bindings = append(r.Bindings, b)
		}
	})
}

// kernelMem compiles a kernel under the heap semantics (E-MEM-KERNEL).
func (c *compiler) kernelMem(pat []*syntax.Binding, k *syntax.Kernel) {
	l := c.newLoop(k)
	l.stats, l.schedule = c.stats[k], c.opts.Schedule
	for _, x := range pat {
		o := &out{copier: &copier{u: c.u}}
		o.to, o.l, o.dst = c.target(x)
		l.outs = append(l.outs, o)
	}
	c.loops = append(c.loops, l)
	for _, o := range l.outs {
		c.writes(o.to)
	}
	l.body = c.compileBody(k.Body, func() {
		if len(k.Body.Res) != len(pat) {
			panic(unsupported{})
		}
		for j, e := range k.Body.Res {
			o := l.outs[j]
			rank := 1
			if c.isArray(e) {
				o.row = c.array(e)
				rank += o.row.q
			} else {
				o.n = emit(c.int(e))
			}
			if rank != o.dst.q {
				panic(unsupported{})
			}
		}
	})
	c.loops = c.loops[:len(c.loops)-1]
	c.flush()
	c.emit(l.runMem)
	for j, x := range pat {
		c.bindArr(x, l.outs[j].dst)
		c.note(x)
	}
}

// runMem evaluates the kernel under the heap semantics.
func (l *loop) runMem() {
	h := l.u.heap
	k := l.bound()
	if k < 0 || k > mostWords {
		bail()
	}
	n := int(k)
	for _, o := range l.outs {
		o.l.place(o.dst, o.to.blk)
		if o.dst.d[0].n != n || !o.dst.apart(1) {
			bail()
		}
	}
	l.stats.count(n)
	for _, m := range l.writes {
		if m.blk != nil {
			m.blk.hot++
			m.blk.ver++
		}
	}
	h.enter(n)
	if l.schedule.IsForward() {
		for t := 0; t < n; t += chunk {
			hi := min(n, t+chunk)
			l.u.tick(hi - t)
			l.forward(t+1, hi)
		}
	} else {
		l.u.grant(n)
		l.instances++
		at := l.schedule.Order(n, l.instances)
		for t := range n {
			l.u.tick(1)
			i := at(t)
			l.forward(i, i)
		}
	}
	h.depth--
	for _, m := range l.writes {
		if m.blk != nil {
			m.blk.hot--
			m.blk.ver++
		}
	}
	for _, o := range l.outs {
		o.dst.born()
	}
}

// forward runs iterations lo to hi in order.
func (l *loop) forward(lo, hi int) {
	h := l.u.heap
	d := h.depth - 1
	for i := lo; i <= hi; i++ {
		f := &h.levels[d]
		f.stamp = f.base + uint32(i-1)
		*l.x = int64(i)
		for _, s := range l.body {
			s()
		}
		for _, o := range l.outs {
			if o.n != nil {
				o.dst.blk.write(o.dst.base+i*o.dst.d[0].s, o.n())
			} else {
				o.dst.writeRow(o.copier, i, row{v: o.row})
			}
		}
	}
}
