package fast

import (
	"time"

	"funmem/eval/machine"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// mem returns the block of an atom, or nil if it is not a block.
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
	made := c.named(x.Written())
	c.emit(func() {
		h.alloc(m, n())
		*made++
		m.blk.name, m.blk.nth = x, *made
	})
}

// named counts the blocks with a name.
func (c *compiler) named(name string) *int {
	h := c.u.heap
	if h.made == nil {
		h.made = map[string]*int{}
	}
	if h.made[name] == nil {
		h.made[name] = new(int)
	}
	return h.made[name]
}

func (c *compiler) newRoot() *mem {
	m := &mem{depth: len(c.loops), home: c.names}
	m.roots = []*mem{m}
	c.roots = append(c.roots, m)
	return m
}

// end compiles free m (E-MEM-FREE) for a block that this iteration allocates in this
// activation of a function. Other blocks are left to the rules.
func (c *compiler) end(s *syntax.Free) {
	h, m := c.u.heap, c.mem(s.Block)
	if h == nil || m == nil || m.home != c.names || m.depth != len(c.loops) {
		panic(unsupported{})
	}
	c.wrote++
	c.flush()
	c.emit(func() { h.free(m) })
}

// writes notes that the current statement writes to m. The enclosing kernels that do not allocate the block add it to
// the blocks that they write.
func (c *compiler) writes(m *mem) {
	c.wrote++
	m.each(func(root *mem) {
		root.wrote = true
		for _, l := range c.loops[min(root.depth, len(c.loops)):] {
			l.mayWrite(root)
		}
	})
}

// hold notes that code writes numbers of this kind to m.
func (c *compiler) hold(m *mem, kind holds) {
	m.each(func(root *mem) {
		if root.holds == nothing {
			root.holds = kind
		} else if root.holds != kind {
			panic(unsupported{})
		}
	})
}

func (l *loop) mayWrite(m *mem) {
	for _, w := range l.writes {
		if w == m {
			return
		}
	}
	l.writes = append(l.writes, m)
}

// target returns where a fresh array goes.
func (c *compiler) target(x *syntax.Binding) (*mem, *layout, *view) {
	if x.Type == nil || x.Type.Mem == nil {
		panic(unsupported{})
	}
	m := c.mem(x.Type.Mem.Block)
	if m == nil {
		panic(unsupported{})
	}
	c.hold(m, holdsElem(x.Type.Elem))
	l := c.layout(x.Type)
	return m, l, c.newView(x.Type.Rank())
}

// freshMem compiles an expression that makes an array under the heap semantics.
func (c *compiler) freshMem(pat []*syntax.Binding, e syntax.Expr) {
	if k, ok := e.(*syntax.Kernel); ok {
		c.kernelMem(pat, k)
		return
	}
	x := pat[0]
	to, l, v := c.target(x)
	f := &freshArray{copier: copier{u: c.u}, v: v, to: to, l: l}
	f.stats = c.stats[e]
	switch e := e.(type) {
	case *syntax.Iota:
		f.n = emit(c.int(e.N))
		f.fill = f.iota
	case *syntax.Scratch:
		f.fill = f.scratch(num.Hole(e.Elem == syntax.F64))
	case *syntax.Copy:
		f.rows = []row{{v: c.array(e.X)}}
		f.fill = f.copyAll
	case *syntax.Replicate:
		f.n, f.rows = emit(c.int(e.N)), []row{c.row(e.X)}
		f.fill = f.replicate
	case *syntax.Literal:
		for _, x := range e.Elems {
			f.rows = append(f.rows, c.row(x))
		}
		f.fill = f.literal
	case *syntax.Concat:
		for _, x := range c.arrays(e.Xs) {
			f.rows = append(f.rows, row{v: x})
		}
		f.fill = f.concat
	default:
		panic(unsupported{})
	}
	c.writes(to)
	c.flush()
	c.emit(f.run)
	c.bindArr(x, v)
	c.note(x, v)
}

// claim compiles let y = claim x (E-MEM-CLAIM). y is x if x lies where the type of y says; otherwise the run ends.
func (c *compiler) claim(y *syntax.Binding, e *syntax.Claim) {
	if c.u.heap == nil || y.Type == nil || y.Type.Mem == nil {
		panic(unsupported{})
	}
	x, m := c.array(e.X), c.mem(y.Type.Mem.Block)
	if m == nil || y.Type.Rank() != x.q {
		panic(unsupported{})
	}
	l, at := c.layout(y.Type), c.newView(x.q)
	c.derive(y, c.newView(x.q), func(v *view) {
		l.place(at, m.blk)
		if !at.same(x) {
			bail()
		}
		*v = *x
		v.blk, v.data = at.blk, at.data
	})
}

// kernelStats counts the instances of a kernel in the text.
type kernelStats struct{ *heap.KernelStats }

// count counts an instance with n iterations.
func (s kernelStats) count(h *heapState, n int) {
	h.instances++
	s.Instances++
	s.Iterations += n
}

// note counts a binding of an array.
func (c *compiler) note(x *syntax.Binding, v *view) {
	count := c.noter(x, v)
	c.emit(func() { count(1) })
}

// noter returns code that counts n bindings of an array. An array in a freed block has no elements to compare, and the
// rules say so.
func (c *compiler) noter(x *syntax.Binding, v *view) func(n int) {
	b := c.bound[x]
	if b == nil {
		b = &Binding{Name: machine.Shown(x), At: x.Span}
		c.bound[x] = b
	}
	c.notes++
	r := c.result
	return func(n int) {
		if v.blk != nil && v.blk.freed && v.elements() {
			bail()
		}
		if b.Times == 0 {
			r.Bindings = append(r.Bindings, b)
		}
		b.Times += n
	}
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
	l.compile(c, k, func() {
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
	l.strip = c.strips(k, func(p *stripper) { p.resultsMem(l, k.Body.Res) })
	l.native = c.native(k, pat)
	c.emit(l.runMem)
	for j, x := range pat {
		c.bindArr(x, l.outs[j].dst)
		c.note(x, l.outs[j].dst)
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
	l.alone()
	l.stats.count(h, n)
	for _, m := range l.writes {
		if m.blk != nil {
			m.blk.begin()
		}
	}
	h.enter(n)
	if l.schedule.IsForward() {
		l.inOrder(n)
	} else {
		var at func(int) int
		l.u.grant(n, func() { at = l.schedule.Order(n, h.instances) })
		for t := range n {
			l.u.tick(l.weight)
			i := at(t)
			l.forward(i, i)
		}
	}
	h.depth--
	for _, m := range l.writes {
		if m.blk != nil {
			m.blk.end()
		}
	}
	for _, o := range l.outs {
		o.dst.born()
	}
}

// inOrder runs n iterations in order: in strips, one after the other, or as native code.
func (l *loop) inOrder(n int) {
	if l.natively(0, n) {
		return
	}
	t, begun := 0, time.Time{}
	if l.waits() {
		begun = time.Now()
	}
	if l.inStrips(int64(n)) && l.placed(n) {
		for t < n {
			to := n
			if l.waits() {
				to = min(n, t+max(longRow, n/parts))
			}
			t = int(l.together(int64(t)+1, int64(to)))
			if t < to {
				break
			}
			if l.grown(&begun) && l.natively(t, n) {
				return
			}
		}
		l.record(t)
	}
	for t < n {
		hi := min(n, t+l.chunk)
		l.u.tick((hi - t) * l.weight)
		l.forward(t+1, hi)
		t = hi
		if l.grown(&begun) && l.natively(t, n) {
			return
		}
	}
}

// alone makes sure that no result may lie where another one does: an iteration may write both without a race.
func (l *loop) alone() {
	for j, o := range l.outs {
		for _, p := range l.outs[:j] {
			if o.dst.touches(p.dst) {
				bail()
			}
		}
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
				o.copier.writeRow(o.dst, i, row{v: o.row})
			}
		}
	}
}
