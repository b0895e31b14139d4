package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// Results that are combined, or written to places that threads choose, are written after the kernels here, but while
// threads run in Futhark. To race where Futhark does, each thread touches its places of such a result when it is done,
// or a segment touches its row: it copies them onto themselves. This is done only if threads may read the block at all.
type touches struct {
	thread  func(at []*syntax.Binding)
	segment func(at []*syntax.Binding) // after the threads of a segment
}

// mayRead tells whether the body of a thread may read the block of a result.
func (f *function) mayRead(e *futhark.SegOp, p *syntax.Binding) bool {
	if p.Type.Mem == nil {
		return false
	}
	to := p.Type.Mem.Block.ID
	names := futhark.Outside(e.Body)
	for _, r := range e.Returns {
		for _, w := range r.Writes {
			names = append(names, w.V.Var)
		}
		if r.Kind != futhark.WriteReturn {
			names = append(names, r.X.Var)
		}
	}
	for _, n := range names {
		if n == nil || f.vars[n.Tag] == nil { // nothing, or from the body itself
			continue
		}
		v := f.vars[n.Tag]
		var from int
		switch {
		case v.typ == nil, v.cert != nil: // only its updates read an accumulator
			continue
		case v.typ.Mem != nil:
			from = v.typ.Mem.Block.ID
		case v.typ.Elem == syntax.Mem:
			from = v.use(n.Span).(*syntax.Var).ID
		default:
			continue
		}
		if !f.apart(from, to) {
			return true
		}
	}
	return false
}

// block is what is known about a block.
type block struct {
	own   bool   // allocated by its statement, or a parameter of an entry point
	order int    // how many were bound before it
	space string // "" for the usual one
}

// apart tells whether two blocks are known not to be the same.
func (f *function) apart(x, y int) bool {
	a, b := f.blocks[x], f.blocks[y]
	switch {
	case x == y:
		return false
	case a == nil || b == nil: // a block of the whole program
		return a != nil && a.own || b != nil && b.own
	case a.space != b.space || a.own && b.own:
		return true
	}
	return a.own && b.order < a.order || b.own && a.order < b.order
}

// touch copies a part of a result, with at least one element, onto itself. The part is an array of its own, so the time
// depends only on its size.
func (f *function) touch(p *syntax.Binding, ix []syntax.Ix, whose string) {
	part := func() *syntax.Type {
		l := lmad.Slice(p.Type.Mem.L, ix)
		return moved(p.Type, sizesOf(l), l)
	}
	t := part()
	if len(t.Dims) == 0 {
		last := &ix[len(ix)-1]
		last.Kind, last.Size = syntax.IxRange, one()
		t = part()
	}
	own := func(e syntax.Expr) *syntax.Var {
		b := f.fresh(baseOf(p.Name), t)
		b.Text = whose + " " + p.Written()
		f.emit([]*syntax.Binding{b}, e)
		return b.Use()
	}
	x := own(&syntax.Scratch{Span: f.at, Elem: t.Elem, Dims: t.Dims, Keeps: true})
	var all []syntax.Ix
	for _, d := range t.Dims {
		all = append(all, syntax.Ix{Span: f.at, Kind: syntax.IxRange, Off: one(), Size: d})
	}
	own(&syntax.With{Span: f.at, X: x, At: all, V: x})
}

// touchRow touches the row of a result at indices.
func (f *function) touchRow(p *syntax.Binding, at []*syntax.Binding, whose string) {
	var ix []syntax.Ix
	for _, i := range at {
		ix = append(ix, syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: i.Use()})
	}
	if len(at) < len(p.Type.Dims) {
		ix = rest(ix, p.Type)
	}
	f.touch(p, ix, whose)
}

// foldTouches returns the touches of a segscan or segred. Each thread of a segscan has a place of its own. Each segment
// of a segred has one place, which is written when all its threads are done and those of others are not.
func (f *function) foldTouches(e *futhark.SegOp, pat []*syntax.Binding) touches {
	var read []*syntax.Binding
	if e.Post == nil || identity(e.Post) {
		pat = pat[:folded(e)]
	}
	for _, p := range pat {
		if f.mayRead(e, p) {
			read = append(read, p)
		}
	}
	do := func(whose string) func(at []*syntax.Binding) {
		return func(at []*syntax.Binding) {
			for _, p := range read {
				f.touchRow(p, at, whose)
			}
		}
	}
	if e.Kind == "segscan" {
		return touches{thread: do("the thread's")}
	}
	return touches{segment: do("the segment's")}
}

// chosen holds the places of a result that a thread chooses.
type chosen struct {
	p      *syntax.Binding
	writes []*choice
	tiles  bool // no two threads have the same place
}

// choice is what one write names: one index or several in each dimension.
type choice struct {
	axes  []axis
	index []*syntax.Binding // arrays of what the threads compute, in the order of the axes that have it
}

// axis is one dimension of a choice.
type axis struct {
	start     *futhark.Atom // what a thread computes, from 0; nil: nothing
	own       int           // if nothing is computed: the dimension of the space that has the index, or that of the tile; -1: the whole dimension
	n, stride syntax.Expr   // how many, and how far from each other; nil: one
}

// ofWrites returns the places of a WriteReturn.
func (f *function) ofWrites(p *syntax.Binding, r *futhark.Return) *chosen {
	c := &chosen{p: p}
	for _, w := range r.Writes {
		one := &choice{}
		for _, d := range w.At.Dims {
			a := axis{start: d.Start}
			if d.N != nil {
				a.n, a.stride = f.ofAll(d.N), f.ofAll(d.Stride)
			}
			one.axes = append(one.axes, a)
		}
		c.writes = append(c.writes, one)
	}
	return c
}

// ofHistogram returns the places of a histogram: by indices after the outer dimensions of the space, and the whole of
// the other dimensions.
func ofHistogram(p *syntax.Binding, outer int, index []*futhark.Atom) *chosen {
	c := &choice{}
	for k, d := range p.Type.Dims {
		switch {
		case k < outer:
			c.axes = append(c.axes, axis{own: k})
		case k < outer+len(index):
			c.axes = append(c.axes, axis{start: index[k-outer]})
		default:
			c.axes = append(c.axes, axis{own: -1, n: d, stride: one()})
		}
	}
	return &chosen{p: p, writes: []*choice{c}}
}

// ofTile returns the places of a tile: those of its group in each dimension.
func (f *function) ofTile(p *syntax.Binding, r *futhark.Return) *chosen {
	c := &choice{}
	for k, t := range r.Tiles {
		size := f.atom(t.Tile)
		if t.Reg != nil {
			size = f.number(bin(syntax.Mul, size, f.atom(t.Reg)))
		}
		c.axes = append(c.axes, axis{own: k, n: size, stride: one()})
	}
	return &chosen{p: p, writes: []*choice{c}, tiles: true}
}

// touched lets threads touch the places that they choose. Only the last thread that chooses a place touches it, since
// two writes to one place are not a race here. Separate kernels find out which thread that is, before anything is
// written.
func (f *function) touched(e *futhark.SegOp, ns []syntax.Expr, places []*chosen) touches {
	if len(places) == 0 {
		return touches{}
	}
	var parts []part
	for _, c := range places {
		for _, w := range c.writes {
			for _, a := range w.axes {
				if a.start != nil {
					ix := f.temporary("index", ns, &syntax.Type{})
					ix.Text = "the places of " + c.p.Written()
					w.index = append(w.index, ix)
					parts = append(parts, part{ix, f.valueOf(a.start)})
				}
			}
		}
	}
	if len(parts) > 0 {
		f.keeping(e, func() { f.made(e, parts, touches{}) })
	}
	last := make([]syntax.Expr, len(places))
	for k, c := range places {
		if !c.tiles {
			last[k] = f.lastOf(c, ns)
		}
	}
	return touches{thread: func(at []*syntax.Binding) {
		var is []syntax.Expr
		for _, i := range at {
			is = append(is, i.Use())
		}
		me := f.number(threadOf(is, ns))
		for k, c := range places {
			for _, w := range c.writes {
				f.touchChosen(c.p, w, last[k], is, me)
			}
		}
	}}
}

// threadOf returns the number of a thread, from 1, by its indices, from 1.
func threadOf(at, ns []syntax.Expr) syntax.Expr {
	me := at[0]
	for k, i := range at[1:] {
		me = bin(syntax.Add, bin(syntax.Mul, bin(syntax.Sub, me, one()), ns[k+1]), i)
	}
	return me
}

// lastOf returns an array with the last thread that chooses each place.
func (f *function) lastOf(c *chosen, ns []syntax.Expr) syntax.Expr {
	t := f.temporary("last", c.p.Type.Dims, &syntax.Type{}).Type
	last := f.let("last", t, &syntax.Scratch{Span: f.at, Elem: t.Elem, Dims: t.Dims})
	for _, w := range c.writes {
		all := append(append([]syntax.Expr{}, ns...), w.sizes()...)
		last = f.forEach(all, last, t, func(at []syntax.Expr, x *syntax.Var) syntax.Expr {
			at, along := at[:len(ns)], at[len(ns):]
			index := w.index
			ix := w.at(at, along, func(axis) syntax.Expr {
				i := f.let("at", &syntax.Type{}, &syntax.Index{Span: f.at, X: index[0].Use(), At: at})
				index = index[1:]
				return i
			})
			return f.guarded(x, t, ix, func() syntax.Expr { return f.number(threadOf(at, ns)) })
		}).(*syntax.Var)
	}
	return last
}

// touchChosen touches the places that a thread chooses by a write, if it is the last one that does, or the only one.
func (f *function) touchChosen(p *syntax.Binding, w *choice, last syntax.Expr, at []syntax.Expr, me syntax.Expr) {
	one := func(along []syntax.Expr) syntax.Expr {
		ix := w.at(at, along, func(a axis) syntax.Expr { return f.atom(a.start) })
		return f.number(f.when(f.inside(ix, p.Type.Dims), func() {
			if last == nil {
				f.touch(p, ix, "the group's")
				return
			}
			is := f.number(&syntax.Index{Span: f.at, X: last, At: offsOf(ix)})
			f.number(f.when(f.number(bin(syntax.Eq, is, me)), func() { f.touch(p, ix, "the thread's") }))
		}))
	}
	sizes := w.sizes()
	if len(sizes) == 0 {
		one(nil)
		return
	}
	f.forAll(sizes, nil, []syntax.Expr{lmad.Const(0)}, []*syntax.Type{{}}, func(along []syntax.Expr, _ []*syntax.Var) []syntax.Expr {
		return []syntax.Expr{one(along)}
	})
}

// when puts statements under a condition. It returns a number, since each expression has a
// value.
func (f *function) when(cond syntax.Expr, do func()) syntax.Expr {
	return &syntax.If{Span: f.at, Cond: cond, Then: f.within(func() []syntax.Expr {
		do()
		return []syntax.Expr{one()}
	}), Else: &syntax.Body{Span: f.at, Res: []syntax.Expr{lmad.Const(0)}}}
}

// sizes returns the sizes of the dimensions in which a choice names several places.
func (c *choice) sizes() (ns []syntax.Expr) {
	for _, a := range c.axes {
		if a.n != nil {
			ns = append(ns, a.n)
		}
	}
	return ns
}

// at returns the indices, from 1, of one place of a choice. It takes the indices of a thread, the position along each
// dimension with several places, and what the thread computes.
func (c *choice) at(thread, along []syntax.Expr, start func(axis) syntax.Expr) (ix []syntax.Ix) {
	for _, a := range c.axes {
		var off syntax.Expr
		switch {
		case a.start != nil:
			off = bin(syntax.Add, start(a), one())
		case a.own < 0:
			off = one()
		case a.n == nil:
			off = thread[a.own]
		default:
			off = bin(syntax.Add, bin(syntax.Mul, bin(syntax.Sub, thread[a.own], one()), a.n), one())
		}
		if a.n != nil {
			off = bin(syntax.Add, off, bin(syntax.Mul, bin(syntax.Sub, along[0], one()), a.stride))
			along = along[1:]
		}
		ix = append(ix, syntax.Ix{Kind: syntax.IxFix, Off: off})
	}
	return ix
}
