package fast

import (
	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// slab is the storage of an array that each iteration of a strip makes for itself. The elements with one index lie next
// to each other, in the order of the iterations.
type slab struct {
	v     *view
	sizes []intFn
	buf   []int64
	l     *layout // in heap mode: where the array lies in the block
	in    *local
}

// mostSlab is how many numbers a slab may have: about as many as fit the second cache. A strip with larger ones has fewer
// iterations.
const mostSlab = 1 << 16

// mostRow is how large such an array may be. What makes a larger one runs in strips of its own.
const mostRow = 1 << 9

// slab returns storage for an array of a type.
func (p *stripper) slab(t *syntax.Type) *slab {
	if p.varies(t) {
		panic(unsupported{})
	}
	b := &slab{v: p.newView(t.Rank()), sizes: p.dims(t)}
	if p.u.heap != nil {
		b.l, b.in = p.layout(t), p.ownBlock(t)
	}
	p.u.bufs = append(p.u.bufs, &b.buf)
	return b
}

// layOut lays out the array. ok is false if the strip is too long for it.
func (s *strip) layOut(b *slab) (ok bool) {
	v := b.v
	v.setSizes(b.sizes)
	n := product(v)
	if b.in != nil && !b.in.holds(b, n) {
		s.fail()
		return false
	}
	if n > mostRow && s.n > 1 {
		s.fail()
		return false
	}
	if n*s.n > mostSlab && s.n > 1 {
		s.width = mostSlab / n
		s.cutAt(min(s.width, s.n-1))
		return false
	}
	if cap(b.buf) < n*s.n {
		b.buf = s.u.words(n * s.n)
	}
	b.buf = b.buf[:n*s.n]
	v.data, v.blk, v.store = b.buf, nil, nil
	v.rowMajor()
	v.base *= s.n
	for k := range v.q {
		v.d[k].s *= s.n
	}
	return true
}

// row returns the numbers of the iterations for element o, in row-major order from 0.
func (s *strip) row(b *slab, o int) []int64 { return b.buf[o*s.n : (o+1)*s.n] }

// made makes the array of a slab the value of a variable.
func (p *stripper) made(x *syntax.Binding, b *slab) {
	step := 1
	delete(p.names.arrs, x.ID)
	p.arrs[x.ID] = &wideArray{v: b.v, step: &step}
	p.noted(x, p.arrs[x.ID])
}

// item is an element of an array that is made: a number, or an array.
type item struct {
	w wide
	a *wideArray
}

func (p *stripper) item(e syntax.Expr) item {
	if x := varID(e); p.arrs[x] != nil || p.wides[x].r == nil && p.wides[x].line == nil && p.isArray(e) {
		return item{a: p.array(e)}
	}
	return item{w: p.spread(p.scalar(e))}
}

// copyRow copies the elements of a in the order of their places to row, which returns where the numbers of the
// iterations for each go.
func (s *strip) copyRow(a *wideArray, row func(o int) (data []int64, at, step int), scratch *reg) bool {
	v := a.v
	if !v.steady() {
		s.fail()
		return false
	}
	o := 0
	v.each(func(from int) bool {
		s.u.tick(1 + s.n/16)
		to, at, step := row(o)
		if o++; step == 1 {
			copy(to[at:], s.lanes(a, from, scratch))
		} else {
			vector.StoreStrided(to, at, step, s.lanes(a, from, scratch))
		}
		return true
	})
	return true
}

// lanes returns the numbers of the iterations for an element of a, whose place is from without what differs between
// iterations. They may be in scratch.
func (s *strip) lanes(a *wideArray, from int, scratch *reg) []int64 {
	data := a.v.data
	switch {
	case a.at != nil:
		vector.Gather(s.set(scratch), data, a.at.w, from, *a.step)
	case *a.step == 1:
		return data[from : from+s.n]
	case *a.step == 0:
		vector.Fill(s.set(scratch), data[from])
	default:
		vector.Strided(s.set(scratch), data, from, *a.step)
	}
	return scratch.w
}

// put stores an element, whose place in row-major order is o, in a slab.
func (p *stripper) put(b *slab, x item) func(o int) bool {
	s := p.s
	if x.a == nil {
		if b.v.q != 1 {
			panic(unsupported{})
		}
		r := x.w.r
		return func(o int) bool {
			copy(s.row(b, o), r.w)
			return true
		}
	}
	if x.a.v.q != b.v.q-1 {
		panic(unsupported{})
	}
	scratch := p.take()
	return func(o int) bool {
		if !x.a.v.sameShape(b.v, 1) {
			s.fail()
			return false
		}
		return s.copyRow(x.a, func(k int) ([]int64, int, int) { return b.buf, (o + k) * s.n, 1 }, scratch)
	}
}

// kernel compiles a kernel within a strip: every iteration of the strip runs it, and they run in step.
func (p *stripper) kernel(pat []*syntax.Binding, e *syntax.Kernel) {
	n := p.scalar(e.Index[0].N)
	if len(e.Index) != 1 || n.n == nil || len(e.Body.Res) != len(pat) {
		panic(unsupported{})
	}
	bound := emit(n.n)
	s, u := p.s, p.u
	var slabs []*slab
	for _, x := range pat {
		slabs = append(slabs, p.slab(x.Type))
	}
	i := new(int64)
	p.names.ints[e.Index[0].X.ID] = register(i)
	delete(p.wides, e.Index[0].X.ID)
	cuts := p.cuts
	p.cuts = false
	p.depth++
	puts := make([]func(o int) bool, len(pat))
	body := p.body(e.Body, func() {
		var res []item
		for _, x := range e.Body.Res {
			res = append(res, p.item(x))
		}
		for k, x := range res {
			puts[k] = p.put(slabs[k], x)
		}
		for _, x := range res {
			p.drop(x.w)
		}
	})
	p.cuts = cuts
	p.depth--
	stats := p.statsOf(e)
	p.emit(func() {
		n := bound()
		stats(n)
		for _, b := range slabs {
			if !s.layOut(b) {
				return
			}
			if int64(b.v.d[0].n) != n {
				s.fail()
				return
			}
		}
		for *i = 1; *i <= n; *i++ {
			u.tick(1 + len(body)*s.n/8)
			if s.exec(body); s.stop {
				return
			}
			for k, put := range puts {
				if !put(int(*i-1) * slabs[k].v.rowCount(1)) {
					return
				}
			}
		}
	})
	for k, x := range pat {
		p.made(x, slabs[k])
	}
}

// fresh compiles an array of elements that are listed, or are all the same.
func (p *stripper) fresh(x *syntax.Binding, e syntax.Expr) {
	s, b, stats := p.s, p.slab(x.Type), p.statsOf(e)
	var elems []item
	times := func() int64 { return 1 }
	switch e := e.(type) {
	case *syntax.Literal:
		for _, y := range e.Elems {
			elems = append(elems, p.item(y))
		}
		times = fixed(len(e.Elems))
	case *syntax.Replicate:
		n := p.scalar(e.N)
		if n.n == nil {
			panic(unsupported{})
		}
		elems, times = append(elems, p.item(e.X)), emit(n.n)
	case *syntax.Iota:
		n := p.scalar(e.N)
		if n.n == nil {
			panic(unsupported{})
		}
		times = emit(n.n)
	}
	var puts []func(o int) bool
	for _, y := range elems {
		puts = append(puts, p.put(b, y))
	}
	for _, y := range elems {
		p.drop(y.w)
	}
	if elems == nil {
		puts = append(puts, func(o int) bool {
			vector.Fill(s.row(b, o), int64(o+1))
			return true
		})
	}
	listed := false
	if _, ok := e.(*syntax.Literal); ok {
		listed = true
	}
	p.emit(func() {
		n := times()
		if !listed {
			stats(n)
		}
		if !s.layOut(b) {
			return
		}
		if int64(b.v.d[0].n) != n {
			s.fail()
			return
		}
		s.u.tick(int(n))
		for k := range int(n) {
			if !puts[min(k, len(puts)-1)](k * b.v.rowCount(1)) {
				return
			}
		}
	})
	p.made(x, b)
}

// copied compiles copy y.
func (p *stripper) copied(x *syntax.Binding, e *syntax.Copy) {
	y := p.array(e.X)
	s, b, scratch, stats := p.s, p.slab(x.Type), p.take(), p.statsOf(e)
	if y.v.q != b.v.q {
		panic(unsupported{})
	}
	p.emit(func() {
		if !s.layOut(b) {
			return
		}
		if !y.v.sameShape(b.v, 0) {
			s.fail()
			return
		}
		stats(int64(b.v.count()))
		s.copyRow(y, func(k int) ([]int64, int, int) { return b.buf, k * s.n, 1 }, scratch)
	})
	p.made(x, b)
}
