package tofunmem

import (
	"slices"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// Threads that update accumulators run in turn (inTurn), so nothing races there. Before that, a kernel over the same
// space evaluates their body to check it for races. Its results are not used. An accumulator is a number there. A
// thread reads the values that it updates or returns, and touches their places where threads may read them
// (segtouch.go). The body is then evaluated twice, so what it changes in place is restored (keeping).

// feed is an accumulator that the threads of an operation update.
type feed struct {
	tag    int // of its certificate
	of     *accumulator
	arrays []*syntax.Binding // those that threads may read
	last   syntax.Expr       // array with the last thread that updates each place; nil: not searched
	me     syntax.Expr       // the thread
	outer  *feed             // of the threads around these
}

// original returns the accumulator itself, also for one that stands for it.
func (a *accumulator) original() *accumulator {
	if a.of != nil {
		return a.of
	}
	return a
}

// probe holds what the threads of an operation update and return.
type probe struct {
	feeds  []*feed
	values []*futhark.Atom   // that are returned
	rows   []*syntax.Binding // results with a row for each thread, which threads may read or which may overlap
	places []*chosen         // places of results that threads may read
}

// probes makes that kernel, and tells whether there is one. There is none if threads cannot meet: their body writes to
// no block from outside, and each value that they return or update has a place of its own that they do not read.
func (f *function) probes(e *futhark.SegOp, pat []*syntax.Binding, ns []syntax.Expr) bool {
	p, meet := f.probeOf(e, pat)
	if !meet || f.threads > 0 && len(f.changed(e)) > 0 { // threads around it would race for what has to be restored
		return false
	}
	main := f.main
	f.lastUpdates(e, ns, p.feeds)
	accs := map[int]*accumulator{}
	for _, a := range p.feeds {
		accs[a.tag] = a.number()
		if a.last != nil {
			accs[a.tag].feed = a
		}
	}
	f.enter[e] = func(at []*syntax.Binding) {
		var me syntax.Expr
		for _, a := range p.feeds {
			if a.last != nil && me == nil {
				me = f.number(threadOf(uses(at), ns))
			}
			a.me = me
		}
	}
	f.standIn(accs, nil, func() {
		chosen := f.touched(e, ns, p.places)
		f.main = main
		done := part{f.temporary("done", ns, &syntax.Type{}), func() syntax.Expr { return one() }}
		f.keeping(e, func() {
			f.made(e, []part{done}, touches{thread: func(at []*syntax.Binding) {
				for _, v := range p.values {
					f.glance(v)
				}
				for _, r := range p.rows {
					f.touchRow(r, at, "the thread's")
				}
				if chosen.thread != nil {
					chosen.thread(at)
				}
			}})
		})
	})
	delete(f.enter, e)
	f.main = main
	return true
}

// probeOf returns what threads update and return, and whether they may meet there or in what their body writes.
func (f *function) probeOf(e *futhark.SegOp, pat []*syntax.Binding) (*probe, bool) {
	p, meet := &probe{}, len(futhark.Written(e.Body)) > 0
	for k, r := range e.Returns {
		to := pat[0]
		if e.Ret[k].Kind == futhark.AccType {
			acc := f.accOf(e.Ret[k])
			a := &feed{tag: e.Ret[k].Cert.Tag, of: acc.original(), outer: acc.feed}
			for _, t := range a.of.types {
				array := *to
				array.Type = t
				if (acc.of == nil || acc.feed != nil) && f.mayRead(e, &array) {
					a.arrays, meet = append(a.arrays, &array), true
				}
			}
			p.feeds, pat = append(p.feeds, a), pat[len(acc.types):]
			continue
		}
		pat = pat[1:]
		reads := f.mayRead(e, to)
		if r.Kind == futhark.WriteReturn {
			for _, w := range r.Writes {
				p.values = append(p.values, w.V)
			}
			if reads {
				p.places, meet = append(p.places, f.ofWrites(to, r)), true
			}
			continue
		}
		p.values = append(p.values, r.X)
		if t := to.Type; reads || t.Mem != nil && !lmad.Equal(f.env, t.Mem.L, lmad.RowMajor(t.Dims)) {
			p.rows, meet = append(p.rows, to), true
		}
	}
	return p, meet
}

// number returns a number in place of an accumulator.
func (a *feed) number() *accumulator {
	return &accumulator{types: []*syntax.Type{{}}, rank: a.of.rank, of: a.of}
}

// standIn lets something else stand for accumulators while it translates: the value in is, or a number.
func (f *function) standIn(accs map[int]*accumulator, is map[int]syntax.Expr, translate func()) {
	outer, vars := map[int]*accumulator{}, map[int]*variable{}
	for tag, a := range accs {
		outer[tag], f.accs[tag] = f.accs[tag], a
	}
	for tag, v := range f.vars {
		if v.cert == nil || accs[v.cert.Tag] == nil {
			continue
		}
		to := *v
		to.typ, to.is, to.rest = accs[v.cert.Tag].types[0], is[v.cert.Tag], nil
		if to.is == nil {
			to.is = one()
		}
		vars[tag], f.vars[tag] = v, &to
	}
	translate()
	for tag, a := range outer {
		f.accs[tag] = a
	}
	for tag, v := range vars {
		f.vars[tag] = v
	}
}

// lastUpdates finds the last thread that updates each place of those accumulators that threads may read.
func (f *function) lastUpdates(e *futhark.SegOp, ns []syntax.Expr, feeds []*feed) {
	var read []*feed
	var xs []syntax.Expr
	var ts []*syntax.Type
	for _, a := range feeds {
		if len(a.arrays) > 0 {
			t := f.temporary("last", a.of.types[0].Dims[:a.of.rank], &syntax.Type{}).Type
			read, ts = append(read, a), append(ts, t)
			xs = append(xs, f.let("last", t, &syntax.Scratch{Span: f.at, Elem: t.Elem, Dims: t.Dims}))
		}
	}
	if len(read) == 0 {
		return
	}
	turns, probed := f.turns, f.probed
	f.turns, f.probed = true, true
	f.keeping(e, func() {
		xs = f.forAll(ns, nil, xs, ts, func(at []syntax.Expr, xs []*syntax.Var) (res []syntax.Expr) {
			accs, is := map[int]*accumulator{}, map[int]syntax.Expr{}
			me := f.number(threadOf(at, ns))
			for _, a := range feeds {
				accs[a.tag] = a.number()
			}
			for k, a := range read {
				accs[a.tag].types, accs[a.tag].mark = ts[k:k+1], me
				is[a.tag] = xs[k]
			}
			f.standIn(accs, is, func() {
				f.threadBody(e, binders(at))
				for k, r := range e.Returns {
					if e.Ret[k].Kind == futhark.AccType && is[e.Ret[k].Cert.Tag] != nil {
						res = append(res, f.read(r.X.Var))
					}
				}
			})
			return res
		})
	})
	f.turns, f.probed = turns, probed
	for k, a := range read {
		a.last = xs[k]
	}
}

// leftOut translates an update of what stands for an accumulator.
func (f *function) leftOut(s *futhark.Stm, e *futhark.UpdateAcc, acc *accumulator, at []syntax.Ix) {
	x := f.read(e.Acc)
	arrays := acc.feed != nil
	for _, v := range e.Values {
		t := f.typeOf(v)
		arrays = arrays || t != nil && t.Mem != nil
	}
	if !arrays {
		f.emit(f.params(s.Pat), x)
		return
	}
	inside := f.inside(at, acc.of.types[0].Dims)
	f.emit(f.params(s.Pat), f.when(inside, func() {
		for _, v := range e.Values {
			f.glance(v)
		}
		if acc.feed != nil {
			f.touchUpdated(acc.feed, at)
		}
	}))
}

// glance reads a value; an array is copied.
func (f *function) glance(a *futhark.Atom) {
	if t := f.typeOf(a); t != nil && t.Mem != nil {
		f.let("value", f.temporary("value", nil, t).Type, &syntax.Copy{Span: f.at, X: f.atom(a)})
	}
}

// touchUpdated touches the place of an accumulator that a thread updates, if it is the last one that does, also among
// the threads around it.
func (f *function) touchUpdated(a *feed, at []syntax.Ix) {
	var is syntax.Expr = one()
	for by := a; by != nil; by = by.outer {
		last := f.number(&syntax.Index{Span: f.at, X: by.last, At: offsOf(at)})
		is = f.number(bin(syntax.BitAnd, is, bin(syntax.Eq, last, by.me)))
	}
	f.number(f.when(is, func() {
		for _, p := range a.arrays {
			f.touch(p, rest(at, p.Type), "the thread's")
		}
	}))
}

// changed returns the arrays from outside that a body may read and change.
func (f *function) changed(e *futhark.SegOp) (xs []*variable) {
	written, outside := futhark.Written(e.Body), map[int]bool{}
	names := futhark.Outside(e.Body)
	for _, n := range names {
		outside[n.Tag] = true
	}
	var blocks []int
	for _, m := range written {
		if outside[m.Tag] {
			blocks = append(blocks, f.read(m).(*syntax.Var).ID)
			continue
		}
		for _, n := range names { // the result of a branch or loop may be any of them
			if v := f.vars[n.Tag]; v != nil && v.typ != nil && v.typ.Elem == syntax.Mem {
				blocks = append(blocks, v.use(n.Span).(*syntax.Var).ID)
			}
		}
	}
	for _, n := range names {
		v := f.vars[n.Tag]
		if v == nil || v.cert != nil || v.typ == nil || v.typ.Mem == nil {
			continue
		}
		if slices.ContainsFunc(blocks, func(to int) bool { return !f.apart(v.typ.Mem.Block.ID, to) }) {
			xs = append(xs, v)
		}
	}
	return xs
}

// keeping restores the arrays that a body changes, because the body is evaluated once more. It does not do so in a
// thread, whose neighbours would race for it.
func (f *function) keeping(e *futhark.SegOp, evaluate func()) {
	main := f.main
	var again []func()
	for _, v := range f.changed(e) {
		if f.threads > 0 {
			break
		}
		t, x := v.typ, v.use(f.at)
		saved := f.let(v.name, f.temporary(v.name, nil, t).Type, &syntax.Copy{Span: f.at, X: x, Keeps: true})
		var all []syntax.Ix
		for _, d := range t.Dims {
			all = append(all, syntax.Ix{Span: f.at, Kind: syntax.IxRange, Off: one(), Size: d})
		}
		again = append(again, func() { f.let(v.name, t, &syntax.With{Span: f.at, X: x, At: all, V: saved}) })
	}
	evaluate()
	f.main = main
	for _, do := range again {
		do()
	}
}

// firstThreads makes a kernel of the threads that a launch has, which are fewer than the points of the space. Each
// thread is at its first point, and they run at once. The results are not used.
func (f *function) firstThreads(e *futhark.SegOp, ns []syntax.Expr, parts []part, after touches) {
	if f.probed || f.threads > 0 && len(f.changed(e)) > 0 { // threads around it would race for what has to be restored
		return
	}
	main := f.main
	threads := f.number(bin(syntax.Mul, f.atom(e.Level.Groups), f.atom(e.Level.Group)))
	done := f.temporary("done", []syntax.Expr{threads}, &syntax.Type{})
	f.keeping(e, func() {
		f.kernels([]*syntax.Binding{done}, []syntax.Expr{threads}, nil, func(at []*syntax.Binding, _ []*syntax.Type) []syntax.Expr {
			is, rest := make([]syntax.Expr, len(ns)), f.number(bin(syntax.Sub, at[0].Use(), one()))
			for k := len(ns) - 1; k >= 0; k-- {
				is[k] = f.number(bin(syntax.Add, bin(syntax.Mod, rest, ns[k]), one()))
				rest = f.number(bin(syntax.Div, rest, ns[k]))
			}
			f.threadBody(e, binders(is))
			for _, p := range parts {
				x := p.value()
				if row := p.to.Type.Dims[len(ns):]; len(row) > 0 {
					f.let("value", f.temporary("value", nil, &syntax.Type{Elem: p.to.Type.Elem, Dims: row}).Type, &syntax.Copy{Span: f.at, X: x})
				}
			}
			if after.thread != nil {
				after.thread(binders(is))
			}
			return []syntax.Expr{one()}
		}, touches{})
	})
	f.main = main
}

// uses returns variables as expressions.
func uses(bs []*syntax.Binding) (xs []syntax.Expr) {
	for _, b := range bs {
		xs = append(xs, b.Use())
	}
	return xs
}
