package fast

import (
	"funmem/semantics/syntax"
)

// In heap mode a strip reads only arrays whose blocks no running kernel writes, and writes only locations that no other
// iteration of its kernel writes. So nothing needs to be recorded for this kernel, unless some iterations of it run one
// after the other: then record adds what the strips before them wrote.
//
// A block that an iteration allocates is its own. If it holds one array, in row-major order, then what the heap shows is
// what was computed.

// resultsMem stores the results of a kernel in heap mode.
func (p *stripper) resultsMem(l *loop, res []syntax.Expr) {
	s := p.s
	for j, e := range res {
		o, x := l.outs[j], p.item(e)
		put := func(at int, data []int64) {
			b, t := o.dst.blk, o.dst.d[0].s
			h := b.h
			for level := b.depth; level < h.depth-1; level++ {
				b.mark(level, at, t, s.n, h.levels[level].stamp, 0)
			}
			b.put(at, t, data, 1, s.n)
		}
		if x.a == nil {
			if o.dst.q != 1 {
				panic(unsupported{})
			}
			s.outs = append(s.outs, func() { put(o.dst.base+int(s.lo)*o.dst.d[0].s, x.w.r.w) })
			continue
		}
		if x.a.v.q != o.dst.q-1 {
			panic(unsupported{})
		}
		p.emit(func() {
			if !x.a.v.sameShape(o.dst, 1) || !x.a.v.steady() {
				s.fail()
			}
		})
		scratch, row := p.take(), p.newView(o.dst.q-1)
		var at []int
		s.outs = append(s.outs, func() {
			at = at[:0]
			o.dst.rowAt(row, int(s.lo))
			row.each(func(to int) bool {
				at = append(at, to)
				return true
			})
			k := 0
			x.a.v.each(func(from int) bool {
				put(at[k], s.lanes(x.a, from, scratch))
				k++
				return true
			})
		})
	}
}

// placed tells whether each of n iterations writes its own locations, all in their blocks.
func (l *loop) placed(n int) bool {
	for _, o := range l.outs {
		v := o.dst
		if v.count() == 0 {
			continue
		}
		lo, hi := v.extent()
		if !v.apart(0) || !v.inside(lo, hi) {
			return false
		}
	}
	return true
}

// record records what iterations 1 to n wrote. It is not needed if there are no others.
func (l *loop) record(n int) {
	if n == 0 || n == l.outs[0].dst.d[0].n {
		return
	}
	h := l.u.heap
	level := h.depth - 1
	for _, o := range l.outs {
		v := o.dst
		if level < v.blk.depth {
			continue
		}
		row := &view{}
		v.rowAt(row, 1)
		row.each(func(at int) bool {
			v.blk.mark(level, at, v.d[0].s, n, h.levels[level].base, 1)
			return true
		})
	}
}

// count counts something of a strip, which counts only if the strip succeeds.
type count struct {
	n   int
	add func(n int)
}

// count adds n.
func (s *strip) count(c *count, n int) {
	if c.n == 0 && n > 0 {
		s.counts = append(s.counts, c)
	}
	c.n += n
}

// uncount forgets what was counted.
func (s *strip) uncount() {
	for _, c := range s.counts {
		c.n = 0
	}
	s.counts = s.counts[:0]
}

// noted counts a binding of an array in heap mode, for each iteration.
func (p *stripper) noted(x *syntax.Binding, a *wideArray) {
	if p.u.heap == nil {
		return
	}
	p.s.counted = true
	s, c := p.s, &count{add: p.noter(x, &view{})}
	p.emit(func() {
		if s.mask != nil || !a.v.steady() { // the order of the bindings would be that of another run
			s.fail()
			return
		}
		s.count(c, s.n)
	})
}

// statsOf returns code that counts an instance of a kernel for each iteration, with n iterations of its own.
func (p *stripper) statsOf(e syntax.Expr) func(n int64) {
	if p.u.heap == nil {
		return func(int64) {}
	}
	k, h, s := p.stats[e], p.u.heap, p.s
	s.counted = true
	instances := &count{add: func(n int) {
		h.instances += int64(n)
		k.Instances += n
	}}
	iterations := &count{add: func(n int) { k.Iterations += n }}
	return func(n int64) {
		a := s.active()
		s.count(instances, a)
		s.count(iterations, a*int(n))
	}
}

// local is a block that each iteration of a strip allocates for itself.
type local struct {
	size  intFn
	depth int  // how many kernels of the strip are around it
	used  bool // an array is written to it
}

// alloc compiles alloc n.
func (p *stripper) alloc(x *syntax.Binding, e *syntax.Alloc) {
	n := p.scalar(e.N)
	if p.u.heap == nil || n.n == nil {
		panic(unsupported{})
	}
	s, size, words := p.s, emit(n.n), new(int64)
	made := p.named(x.Written())
	s.counted = true
	c := &count{add: func(n int) { *made += n }}
	p.emit(func() {
		if *words = size(); *words < 0 || *words > mostWords {
			s.fail()
			return
		}
		s.count(c, s.active())
	})
	p.bindMem(x, nil, &local{size: func() int64 { return *words }, depth: p.depth})
}

// memOf returns the block of an atom, from outside or the own one of each iteration.
func (p *stripper) memOf(e syntax.Expr) (*mem, *local) {
	if l := p.locals[varID(e)]; l != nil {
		return nil, l
	}
	m := p.mem(e)
	if m == nil {
		panic(unsupported{})
	}
	return m, nil
}

// bindMem makes a block the value of a variable.
func (p *stripper) bindMem(x *syntax.Binding, m *mem, l *local) {
	delete(p.locals, x.ID)
	delete(p.names.mems, x.ID)
	if l != nil {
		p.locals[x.ID] = l
	} else {
		p.names.mems[x.ID] = m
	}
}

// block compiles let x = y for a block. It returns false if y is none.
func (p *stripper) block(x *syntax.Binding, y *syntax.Var) bool {
	if p.u.heap == nil || x.Type.Elem != syntax.Mem {
		return false
	}
	m, l := p.memOf(y)
	p.bindMem(x, m, l)
	return true
}

// ownBlock returns the block of a type, in which nothing else is written. The iterations of a kernel around the array,
// but not around the block, would all write it.
func (p *stripper) ownBlock(t *syntax.Type) *local {
	l := p.locals[t.Mem.Block.ID]
	if l == nil || l.used || l.depth != p.depth {
		panic(unsupported{})
	}
	l.used = true
	return l
}

// holds tells whether the array of n elements lies in the block in row-major order.
func (l *local) holds(b *slab, n int) bool {
	if int64(n) > l.size() {
		return false
	}
	if n == 0 {
		return true
	}
	if b.l.off() != 0 {
		return false
	}
	step := int64(1)
	for k := b.v.q - 1; k >= 0; k-- {
		if b.l.sizes[k]() != int64(b.v.d[k].n) || b.v.d[k].n != 1 && b.l.stride[k]() != step {
			return false
		}
		step *= int64(b.v.d[k].n)
	}
	return true
}
