package fast

import "funmem/semantics/syntax"

// In heap mode a strip reads only arrays whose blocks no running kernel writes, and writes only locations that no other
// iteration of its kernel writes. So nothing needs to be recorded for this kernel, unless some iterations of it run one
// after the other: then record adds what the strips before them wrote.

// resultsMem stores the results of a kernel in heap mode, which are scalars.
func (p *stripper) resultsMem(l *loop, res []syntax.Expr) {
	s := p.s
	for j, e := range res {
		o := l.outs[j]
		if o.dst.q != 1 || p.arrays[varID(e)] != nil {
			panic(unsupported{})
		}
		w := p.spread(p.scalar(e))
		s.outs = append(s.outs, func() {
			b, t := o.dst.blk, o.dst.d[0].s
			at, h := o.dst.base+int(s.lo)*t, b.h
			for level := b.depth; level < h.depth-1; level++ {
				b.mark(level, at, t, s.n, h.levels[level].stamp, 0)
			}
			b.put(at, t, w.r.w, 1, s.n)
		})
	}
}

// placed tells whether each of n iterations writes its own locations, all in their blocks.
func (l *loop) placed(n int) bool {
	for _, o := range l.outs {
		v := o.dst
		if !v.apart(0) || !v.inside(v.base+v.d[0].s, v.base+n*v.d[0].s) {
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
		if level >= v.blk.depth {
			v.blk.mark(level, v.base+v.d[0].s, v.d[0].s, n, h.levels[level].base, 1)
		}
	}
}
