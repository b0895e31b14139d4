package fast

import "funmem/semantics/syntax"

// layout is the L of a fresh array's annotation, as code.
type layout struct {
	off           intFn
	sizes, stride []intFn
}

func (c *compiler) layout(t *syntax.Type) *layout {
	if t.Mem == nil || len(t.Mem.L.Dims) != t.Rank() || t.Rank() > maxRank {
		panic(unsupported{})
	}
	l := &layout{off: emit(c.int(t.Mem.L.Offset))}
	for _, d := range t.Mem.L.Dims {
		l.sizes = append(l.sizes, emit(c.int(d.Size)))
		l.stride = append(l.stride, emit(c.int(d.Stride)))
	}
	return l
}

// farthest limits offsets, so that sums of them cannot wrap.
const farthest = 1 << 56

// place lays v out in the block b. Strides that no index uses are 0.
func (l *layout) place(v *view, b *memBlock) {
	if b == nil {
		bail()
	}
	v.blk, v.data, v.ver = b, b.cells, 0
	empty := false
	for k, size := range l.sizes {
		n := size()
		if n < 0 {
			bail()
		}
		v.d[k] = dim{n: int(n)}
		empty = empty || n == 0
	}
	off := l.off()
	for k, stride := range l.stride {
		s := stride()
		if empty || v.d[k].n == 1 {
			continue
		}
		if reach := mul(int64(v.d[k].n), s); reach > farthest || reach < -farthest {
			bail()
		}
		v.d[k].s = int(s)
	}
	if empty {
		v.base = 0
		return
	}
	if off > farthest || off < -farthest {
		bail()
	}
	product(v)
	v.base = int(off)
	for k := range v.q {
		v.base -= v.d[k].s
	}
}
