package fast

import (
	"slices"

	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// wideArray is an array that lies elsewhere in each iteration of a strip: element y of iteration l, from 0, lies at the
// place that v has for it, plus l · step, plus at[l]. The sizes and strides are the same in all iterations.
type wideArray struct {
	v    *view
	step *int
	at   *reg // nil: 0 everywhere
}

// array returns the array of an atom.
func (p *stripper) array(e syntax.Expr) *wideArray {
	x, ok := e.(*syntax.Var)
	if !ok {
		panic(unsupported{})
	}
	if a := p.arrs[x.ID]; a != nil {
		return a
	}
	return &wideArray{v: p.compiler.array(e), step: new(int)}
}

// steady tells whether the elements of v may be read without a look at each of them.
func (v *view) steady() bool {
	if v.blk == nil || v.ver == v.blk.ver {
		return true
	}
	return v.blk.h != nil && v.blk.hot == 0 && v.void.at == 0 && v.tryWhole()
}

// place finds where the elements x[at] of a strip lie: the first at o, the next ones each a step further, plus what is
// in off, unless that is nil. ok is false if the strip has failed.
type place func() (o, step int, off []int64, ok bool)

// locate compiles the place of x[at].
func (p *stripper) locate(x *wideArray, at []wide) place {
	s, v := p.s, x.v
	if len(at) != v.q {
		panic(unsupported{})
	}
	same := make([]intFn, len(at))
	lines := make([]*line, len(at))
	regs := make([]*reg, len(at))
	var off, safe *reg
	for k, w := range at {
		switch {
		case w.n != nil:
			same[k] = emit(w.n)
		case w.line != nil:
			lines[k] = w.line
		default:
			regs[k] = w.r
		}
	}
	off, safe = p.take(), p.take()
	p.drop(wide{r: off, temp: true})
	p.drop(wide{r: safe, temp: true})
	for _, w := range at {
		p.drop(w)
	}
	return func() (o, step int, to []int64, ok bool) {
		if !v.steady() {
			s.fail()
			return 0, 0, nil, false
		}
		o, step = v.base, *x.step
		if x.at != nil {
			to = s.set(off)
			copy(to, x.at.w)
		}
		for k := range v.q {
			d := v.d[k]
			switch {
			case same[k] != nil:
				i := same[k]()
				if uint64(i-1) >= uint64(d.n) {
					s.fail()
					return 0, 0, nil, false
				}
				o += int(i) * d.s
				continue
			case lines[k] != nil:
				first, by := *lines[k].first, *lines[k].step
				if uint64(first-1) < uint64(d.n) && uint64(first+by*int64(s.n-1)-1) < uint64(d.n) {
					o += int(first) * d.s
					step += int(by) * d.s
					continue
				}
				if s.mask == nil {
					s.fail()
					return 0, 0, nil, false
				}
				vector.Line(s.set(safe), first, by)
				ok = vector.Within(safe.w, safe.w, s.mask, int64(d.n))
			case s.mask != nil:
				w := regs[k].w
				ok = vector.Within(s.set(safe), w, s.mask, int64(d.n))
			default:
				safe.w, ok = regs[k].w, true
			}
			o += d.s
			if to == nil {
				w := safe.w
				to = s.set(off)
				ok = vector.Places(to, w, int64(d.n), int64(d.s)) && ok
			} else {
				ok = vector.AddPlaces(to, safe.w, int64(d.n), int64(d.s)) && ok
			}
			if !ok {
				s.fail()
				return 0, 0, nil, false
			}
		}
		return o, step, to, true
	}
}

// index compiles x[at].
func (p *stripper) index(e *syntax.Index) wide {
	x := p.array(e.X)
	at := make([]wide, len(e.At))
	var nodes []*node // of the indices that are the same in all iterations
	for k, y := range e.At {
		if at[k] = p.scalar(y); at[k].n != nil {
			nodes = append(nodes, at[k].n)
		}
	}
	if len(at) != x.v.q {
		panic(unsupported{})
	}
	s := p.s
	if p.arrs[varID(e.X)] == nil && len(nodes) == len(at) {
		r, f := new(int64), emitIndex(&node{kind: isIndex, v: x.v, at: nodes})
		p.emit(func() {
			if !x.v.steady() {
				s.fail()
				return
			}
			*r = f()
		})
		return wide{n: register(r)}
	}
	find := p.locate(x, at)
	r := p.take()
	p.emit(func() {
		o, step, off, ok := find()
		switch data := x.v.data; {
		case !ok:
		case off != nil:
			vector.Gather(s.set(r), data, off, o, step)
		case step == 1:
			r.w = data[o : o+s.n]
		case step == 0:
			vector.Fill(s.set(r), data[o])
		default:
			vector.Strided(s.set(r), data, o, step)
		}
	})
	return wide{r: r, temp: true}
}

// varID returns the ID of a variable, or 0.
func varID(e syntax.Expr) int {
	if x, ok := e.(*syntax.Var); ok {
		return x.ID
	}
	return 0
}

// reshaped compiles a view of all of x.
func (p *stripper) reshaped(z *syntax.Binding, x *wideArray, f func(v *view)) {
	y := &wideArray{v: p.newView(x.v.q), step: x.step, at: x.at}
	p.emit(func() { f(y.v) })
	p.fitted(z, y)
}

// fitted makes x the value of a variable, if its sizes are those of its type.
func (p *stripper) fitted(z *syntax.Binding, x *wideArray) {
	if z.Type == nil || z.Type.Rank() != x.v.q {
		panic(unsupported{})
	}
	for _, d := range z.Type.Dims {
		if p.varies(d) {
			panic(unsupported{})
		}
	}
	dims := p.dims(z.Type)
	p.emit(func() { x.v.fits(dims) })
	p.noted(z, x)
	delete(p.names.arrs, z.ID)
	p.arrs[z.ID] = x
}

// slice compiles x[ix, …]. Ranges are the same in all iterations.
func (p *stripper) slice(z *syntax.Binding, e *syntax.Slice) {
	x := p.array(e.X)
	if len(e.At) != x.v.q {
		panic(unsupported{})
	}
	var fixed []wide
	var ixs []syntax.Ix
	for _, ix := range e.At {
		if ix.Kind == syntax.IxFix {
			fixed = append(fixed, p.scalar(ix.Off))
			ixs = append(ixs, syntax.Ix{Kind: syntax.IxFix, Off: one})
			continue
		}
		if ix.Kind != syntax.IxRange || p.varies(ix.Off) || p.varies(ix.Size) || ix.Stride != nil && p.varies(ix.Stride) {
			panic(unsupported{})
		}
		fixed = append(fixed, wide{n: constant(1)})
		ixs = append(ixs, ix)
	}
	code, rank := p.ixs(ixs)
	if rank == 0 {
		panic(unsupported{})
	}
	// The corner x[i, …, 1] for the fixed indices i, and the ranges from there.
	corner := p.newView(x.v.q)
	find := p.locate(&wideArray{v: corner, step: x.step, at: x.at}, fixed)
	y := &wideArray{v: p.newView(rank), step: new(int)}
	if x.at != nil || slices.ContainsFunc(fixed, func(w wide) bool { return w.r != nil }) {
		y.at = p.take()
	}
	s := p.s
	p.emit(func() {
		*corner = *x.v
		for k, ix := range code {
			if !ix.fix {
				corner.d[k].n = 1 // its index is 1; the range is checked below
			} else if corner.d[k].n == 0 {
				s.fail()
				return
			}
		}
		o, step, off, ok := find()
		if !ok {
			return
		}
		y.v.slice(x.v, code)
		// slice has put the fixed indices at 1, and locate all of them.
		first := x.v.base
		for k := range x.v.q {
			first += x.v.d[k].s
		}
		y.v.base += o - first
		*y.step = step
		switch {
		case y.at != nil:
			copy(s.set(y.at), off)
		case off != nil: // some iterations that do not take part have no such element
			s.fail()
		}
	})
	p.fitted(z, y)
}
