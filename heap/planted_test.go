package heap

import (
	"math"
	"slices"
	"testing"

	"funmem/semantics/num"

	"pgregory.net/rapid"
)

// Planted mistakes: each is a wrong version of one operation, and the property
// that holds for the right one must fail for it.

// caught tells whether the property fails on one of the first draws.
func caught[T any](gen *rapid.Generator[T], property func(T) error) bool {
	for seed := range 3000 {
		if property(gen.Example(seed)) != nil {
			return true
		}
	}
	return false
}

func TestPlantedLMAD(t *testing.T) {
	plant := func(name string, far bool, change func(o *ops)) {
		t.Run(name, func(t *testing.T) {
			o := realOps
			change(&o)
			gen := rapid.Custom(func(t *rapid.T) lmadCase { return genCase(far).Draw(t, "case") })
			if !caught(gen, o.check) && !caught(genLMAD(rapid.IntRange(0, 4), far), o.checkImage) {
				t.Error("not caught")
			}
		})
	}
	shift := func(l LMAD, by int) LMAD { l.Offset += by; return l }
	plant("eq. 1 as printed", false, func(o *ops) {
		o.at = func(l LMAD, y ...int) (int, bool) {
			off, ok := l.At(y...)
			for _, d := range l.Dims {
				off += d.Stride
			}
			return off, ok
		}
	})
	plant("eq. 1 wraps", true, func(o *ops) {
		o.at = func(l LMAD, y ...int) (int, bool) {
			off := l.Offset
			for k, d := range l.Dims {
				off += (y[k] - 1) * d.Stride
			}
			return off, true
		}
	})
	plant("eq. 1 gives up too early", true, func(o *ops) {
		o.at = func(l LMAD, y ...int) (int, bool) {
			off, ok := l.Offset, true
			for k, d := range l.Dims {
				p, fits := mul(y[k]-1, d.Stride)
				sum, fits2 := add(off, p)
				off, ok = sum, ok && fits && fits2
			}
			return off, ok
		}
	})
	plant("eq. 2 as printed", false, func(o *ops) {
		o.slice = func(l LMAD, ix []Ix) (LMAD, bool) {
			r, ok := l.Slice(ix)
			for _, d := range l.Dims {
				r.Offset += d.Stride
			}
			return r, ok
		}
	})
	plant("a flat slice counts from 1", false, func(o *ops) {
		o.slice = func(l LMAD, ix []Ix) (LMAD, bool) {
			r, ok := l.Slice(ix)
			for k, d := range l.Dims {
				if ix[k].Flat != nil {
					r.Offset -= d.Stride
				}
			}
			return r, ok
		}
	})
	plant("eq. 2 forgets the stride", false, func(o *ops) {
		o.slice = func(l LMAD, ix []Ix) (LMAD, bool) {
			ix = slices.Clone(ix)
			for k := range ix {
				ix[k].Stride = 1
			}
			return l.Slice(ix)
		}
	})
	plant("eq. 2 forgets a fixed dimension", false, func(o *ops) {
		o.slice = func(l LMAD, ix []Ix) (LMAD, bool) {
			ix = slices.Clone(ix)
			for k := range ix {
				if ix[k].Fix {
					ix[k].Off = 1
				}
			}
			return l.Slice(ix)
		}
	})
	plant("eq. 3 as printed", false, func(o *ops) {
		o.index = func(l LMAD, k int) (LMAD, bool) { return l.Index(k + 1) }
	})
	plant("transpose off by one", false, func(o *ops) {
		o.transpose = func(l LMAD) LMAD { return shift(l.Transpose(), 1) }
	})
	plant("transpose of the strides alone", false, func(o *ops) {
		o.transpose = func(l LMAD) LMAD {
			r := l.Transpose()
			r.Dims[0].Size, r.Dims[1].Size = r.Dims[1].Size, r.Dims[0].Size
			return r
		}
	})
	plant("permute by the inverse", false, func(o *ops) {
		o.permute = func(l LMAD, p []int) LMAD {
			q := make([]int, len(p))
			for k := range p {
				q[p[k]-1] = k + 1
			}
			return l.Permute(q)
		}
	})
	plant("permute off by one", false, func(o *ops) {
		o.permute = func(l LMAD, p []int) LMAD { return shift(l.Permute(p), -1) }
	})
	plant("reverse from beyond the last row", false, func(o *ops) {
		o.reverse = func(l LMAD) (LMAD, bool) {
			r, ok := l.Reverse()
			return shift(r, l.Dims[0].Stride), ok
		}
	})
	plant("reverse keeps the stride", false, func(o *ops) {
		o.reverse = func(l LMAD) (LMAD, bool) {
			r, ok := l.Reverse()
			r.Dims[0].Stride = l.Dims[0].Stride
			return r, ok
		}
	})
	plant("column-major for row-major", false, func(o *ops) {
		o.rowMajor = func(shape []int) (LMAD, bool) {
			r, ok := RowMajor(shape)
			slices.Reverse(r.Dims)
			for k := range r.Dims {
				r.Dims[k].Size = shape[k]
			}
			return r, ok
		}
	})
	plant("row-major off by one", false, func(o *ops) {
		o.rowMajor = func(shape []int) (LMAD, bool) { r, ok := RowMajor(shape); return shift(r, 1), ok }
	})
	plantImage(plant)
}

// plantImage is the mistakes in what is known about img(L).
func plantImage(plant func(name string, far bool, change func(o *ops))) {
	plant("find one beside", false, func(o *ops) {
		o.find = func(l LMAD, off int) ([]int, bool) { return l.Find(off + 1) }
	})
	plant("find the last", false, func(o *ops) {
		o.find = func(l LMAD, off int) (y []int, ok bool) {
			l.EachIndex(func(z []int, at int) bool {
				if at == off {
					y, ok = slices.Clone(z), true
				}
				return true
			})
			return y, ok
		}
	})
	plant("extent one too far", false, func(o *ops) {
		o.extent = func(l LMAD) (int, int, bool) { lo, hi, ok := l.Extent(); return lo, hi + 1, ok }
	})
	plant("extent that wraps", true, func(o *ops) {
		o.extent = func(l LMAD) (int, int, bool) {
			lo, hi := math.MaxInt, math.MinInt
			l.Each(func(off int) bool { lo, hi = min(lo, off), max(hi, off); return true })
			return lo, hi, true
		}
	})
	plant("overlap by stride 0 alone", false, func(o *ops) {
		o.overlaps = func(l LMAD) (bool, bool) {
			return !l.Empty() && slices.ContainsFunc(l.Dims, func(d Dim) bool { return d.Stride == 0 && d.Size > 1 }), true
		}
	})
	plant("overlap of strides in the order of the dimensions", false, func(o *ops) {
		o.overlaps = func(l LMAD) (bool, bool) {
			for k := 1; k < len(l.Dims); k++ {
				if l.Dims[k-1].Stride < l.Dims[k].Stride*l.Dims[k].Size {
					return true, true
				}
			}
			return l.SelfOverlaps()
		}
	})
}

func TestPlantedMemcopy(t *testing.T) {
	elements := func(l LMAD) (ys [][]int, offs []int) {
		l.EachIndex(func(y []int, off int) bool {
			ys, offs = append(ys, slices.Clone(y)), append(offs, off)
			return true
		})
		return ys, offs
	}
	// by checks and reports like memcopy, and copies with do.
	by := func(do func(t *Tracer, src Source, dst Dest, from, to []int, ys [][]int)) memcopy {
		return func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			if src.Block == nil || sameShape(src.L, dst.L) != nil || src.Block.bounds(src.L, nil, false, nil) != nil ||
				dst.Block.bounds(dst.L, nil, true, nil) != nil {
				return t.Memcopy(src, dst)
			}
			ys, from := elements(src.L)
			_, to := elements(dst.L)
			do(t, src, dst, from, to, ys)
			return t.overlap(src, dst)
		}
	}
	read := func(t *Tracer, src Source, from []int, ys [][]int) (xs []num.Num) {
		for k := range from {
			x, _ := t.Read(src.Block, from[k], src.Site, ys[k])
			xs = append(xs, x)
		}
		return xs
	}
	for name, do := range map[string]memcopy{
		"drops the last write": by(func(t *Tracer, src Source, dst Dest, from, to []int, ys [][]int) {
			xs := read(t, src, from, ys)
			for k := range len(xs) - 1 {
				_ = t.Write(dst.Block, to[k], xs[k], dst.Site, dst.Whole(ys[k]))
			}
		}),
		"element by element": by(func(t *Tracer, src Source, dst Dest, from, to []int, ys [][]int) {
			for k := range from {
				x, _ := t.Read(src.Block, from[k], src.Site, ys[k])
				_ = t.Write(dst.Block, to[k], x, dst.Site, dst.Whole(ys[k]))
			}
		}),
		"the first element stays": by(func(t *Tracer, src Source, dst Dest, from, to []int, ys [][]int) {
			xs := read(t, src, from, ys)
			for k := len(xs) - 1; k >= 0; k-- {
				_ = t.Write(dst.Block, to[k], xs[k], dst.Site, dst.Whole(ys[k]))
			}
		}),
		"forgets the reads": by(func(t *Tracer, src Source, dst Dest, from, to []int, ys [][]int) {
			var xs []num.Num
			for _, off := range from {
				xs = append(xs, src.Block.Cell(off))
			}
			for k := range xs {
				_ = t.Write(dst.Block, to[k], xs[k], dst.Site, dst.Whole(ys[k]))
			}
		}),
		"forgets a copy onto itself": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			if src.Block == dst.Block && src.L.Same(dst.L) {
				return Overlap{}, nil
			}
			return t.Memcopy(src, dst)
		},
		"forgets the prefix": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			dst.Prefix = []int{1}
			return t.Memcopy(src, dst)
		},
		"forgets the rows before": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			dst.Skip = 0
			return t.Memcopy(src, dst)
		},
		"sees no overlap": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			_, err := t.Memcopy(src, dst)
			return Overlap{}, err
		},
		"sees no source in the destination": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			o, err := t.Memcopy(src, dst)
			o.Met = nil
			return o, err
		},
		"offset of the source off by one": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			src.L.Offset++
			return t.Memcopy(src, dst)
		},
		"bounds of the destination are not checked": func(t *Tracer, src Source, dst Dest) (Overlap, error) {
			if src.Block != nil && dst.Block.bounds(dst.L, nil, true, nil) != nil {
				return Overlap{}, nil
			}
			return t.Memcopy(src, dst)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if !caught(genCopy(), do.check) {
				t.Error("not caught")
			}
		})
	}
}

func TestPlantedRaces(t *testing.T) {
	shown := func(f func(t *Tracer, b *Block, off int)) func(d *detector) {
		return func(d *detector) {
			read, write := d.read, d.write
			d.read = func(t *Tracer, b *Block, off int, site *Site, index []int) (num.Num, error) {
				f(t, b, off)
				return read(t, b, off, site, index)
			}
			d.write = func(t *Tracer, b *Block, off int, x num.Num, site *Site, index []int) error {
				f(t, b, off)
				return write(t, b, off, x, site, index)
			}
		}
	}
	for name, change := range map[string]func(d *detector){
		"the trace forgets reads": func(d *detector) {
			d.read = func(t *Tracer, b *Block, off int, _ *Site, _ []int) (num.Num, error) { return b.Cell(off), nil }
		},
		"the trace forgets writes": func(d *detector) {
			d.write = func(*Tracer, *Block, int, num.Num, *Site, []int) error { return nil }
		},
		"nested kernels are skipped": func(d *detector) {
			skipped := map[*Tracer]int{}
			d.enter = func(t *Tracer, k *Kernel, n int) {
				if t.Depth() > 0 {
					skipped[t]++
					return
				}
				t.EnterKernel(k, n)
			}
			d.iteration = func(t *Tracer, i int) {
				if skipped[t] == 0 {
					t.Iteration(i)
				}
			}
			d.leave = func(t *Tracer) bool {
				if skipped[t] > 0 {
					skipped[t]--
					return true
				}
				return t.LeaveKernel()
			}
		},
		"only the innermost kernel is checked": shown(func(t *Tracer, b *Block, _ int) {
			if d := t.Depth(); d > 1 {
				b.depth, b.birth = d-1, t.frames[d-2].stamp
			} else {
				b.depth = 0
			}
		}),
		"every block counts as the iteration's own": shown(func(t *Tracer, b *Block, _ int) {
			if d := t.Depth(); d > 0 {
				b.depth, b.birth = d, t.frames[d-1].stamp
			}
		}),
		"only the last reader is kept": shown(func(t *Tracer, b *Block, off int) {
			for l := range b.shadow {
				if l < len(t.frames) && b.shadow[l].records != nil && b.shadow[l].records[off].r > 0 {
					b.shadow[l].records[off].r = t.frames[l].stamp
				}
			}
		}),
		"no reader is kept": shown(func(_ *Tracer, b *Block, off int) {
			for l := range b.shadow {
				if b.shadow[l].records != nil {
					b.shadow[l].records[off].r = 0
				}
			}
		}),
		"records of an earlier instance count": func(d *detector) {
			d.enter = func(t *Tracer, k *Kernel, n int) {
				t.EnterKernel(k, n)
				t.frames[len(t.frames)-1].base = 1
			}
		},
		"records of an earlier line count": func(d *detector) {
			d.enter = func(t *Tracer, k *Kernel, n int) {
				if t.Depth() == 0 && t.stats[k] == nil {
					t.heap.clocks = nil
				}
				t.EnterKernel(k, n)
			}
		},
		"all iterations are one": func(d *detector) {
			d.iteration = func(t *Tracer, _ int) { t.Iteration(1) }
		},
		"an iteration conflicts with itself": func(d *detector) {
			d.iteration = func(t *Tracer, i int) { t.Iteration(i); t.frames[len(t.frames)-1].stamp += 1 << 30 }
			d.write = func(t *Tracer, b *Block, off int, x num.Num, s *Site, index []int) error {
				err := t.Write(b, off, x, s, index)
				for k := range t.frames {
					t.frames[k].stamp++
				}
				return err
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := realDetector
			change(&d)
			if !caught(genEvaluation(), d.check) {
				t.Error("not caught")
			}
		})
	}
}
