package races

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// rounds finds what all rounds of a loop have in common: for each carried value, how it changes, and its blocks. It begins with
// what holds before the loop and gives up what a round does not keep.
type rounds struct {
	w       *walker
	params  []*syntax.Binding
	carried []val
	n       *poly.Poly          // how many rounds a for loop has
	index   string              // and the name of its index
	bind    func(vs []val)      // gives the parameters their values
	begin   func(i poly.Poly)   // binds the index of round i, or walks the condition and learns that it holds
	body    func() (next []val) // walks the body
	again   func()              // walks the condition once more; nil: there is none
	ints    []carriedInt
	symbol  int           // variables made before the loop
	facts   prove.System  // and what was known then
	freed   []bool        // for a block: it may be freed when a round begins
	before  int           // how many blocks may have been freed before the loop
	others  int           // the block that stands for those from earlier rounds
	apart   map[pair]bool // the blocks that are different in each round
	kept    bool          // the last round that was walked kept what was assumed about ints
	given   []blocks      // those that a round gives
}

// loop is E-MEM-LOOP.
func (w *walker) loop(pat []*syntax.Binding, e *syntax.Loop) {
	w.tape.results(e.Init, w.atoms(e.Init))
	r := &rounds{w: w, params: e.Params, carried: w.atoms(e.Init)}
	r.bind = func(vs []val) {
		w.bindAll(e.Params, vs)
		w.tape.placed(e.Params)
	}
	r.body = func() []val {
		w.body(e.Body)
		next := w.atoms(e.Body.Res)
		w.tape.results(e.Body.Res, next)
		return next
	}
	if e.For != nil {
		n := w.int(e.For.N)
		r.n, r.index = &n, e.For.X.Name
		r.begin = func(i poly.Poly) { w.env[e.For.X.ID] = val{n: i} }
	} else {
		r.again = func() { w.body(e.While) }
		r.begin = func(poly.Poly) {
			w.body(e.While)
			w.facts.Add(w.atom(e.While.Res[0]).yes)
		}
	}
	w.bindAll(pat, r.all())
}

// all walks rounds until what is assumed about them holds, and gives the values after the last one.
func (r *rounds) all() []val {
	w := r.w
	r.ints, r.others = make([]carriedInt, len(r.params)), w.newBlock(poly.Poly{})[0]
	r.before = len(w.freed)
	for _, v := range r.carried {
		r.freed = append(r.freed, w.mayBeFreed(v.blocks))
	}
	r.apart = w.different(r.carried, r.isBlock)
	r.symbol, r.facts = w.syms.Made(), w.facts
	for !r.stable() {
	}
	report := w.report
	if report != nil {
		r.round()
	}
	last := r.last()
	if r.again != nil {
		w.report = nil
		w.scoped(func() {
			r.bind(last)
			r.again()
		})
		w.report = report
	}
	return last
}

// last is what the loop carries in the end. If there are rounds for certain, a block is one that a round gives.
func (r *rounds) last() []val {
	if r.n != nil && r.w.greater(r.n.Sub(one)) {
		for k := range r.params {
			if r.isBlock(k) && !slices.Equal(r.given[k], blocks{r.others}) { // which stands for many
				r.carried[k].blocks = r.given[k]
			}
		}
	}
	return r.values(r.after())
}

// round walks one round and gives the values of the next one.
func (r *rounds) round() (next []val) {
	w := r.w
	w.scoped(func() {
		var i poly.Poly
		w.tape.enter(Round, func() poly.Poly {
			i = w.fresh("round")
			if r.n != nil {
				i = w.fresh(r.index)
			}
			return i
		})
		w.facts.AtMost(one, i)
		now := r.values(i)
		r.bind(now)
		if r.n != nil {
			w.facts.AtMost(i, *r.n)
		}
		r.begin(i)
		next = r.body()
		r.kept = r.keepInts(i, now, next)
		w.tape.leave()
	})
	return next
}

// stable walks a round and tells whether the values that it carries on are as assumed.
// The accesses of such a round are kept, unless kernels are to be judged. That is done
// in one more round.
func (r *rounds) stable() (same bool) {
	w := r.w
	accesses, bounds, report, events := len(w.accesses), len(w.bounds), w.report, w.tape.length()
	w.report = nil
	first, freed := len(w.allocs)+1, r.frees(len(w.allocs)+1)
	next := r.round()
	w.report = report
	same = r.keep(next) && r.kept && r.frees(first) == freed // the next round must not access what a round frees
	r.given = make([]blocks, len(next))
	for k, x := range r.params {
		v := &r.carried[k]
		switch {
		case x.Type.Elem == syntax.Mem:
			r.given[k] = w.turns.before(next[k].blocks, first).before(first, r.others)
			all := v.blocks.union(r.given[k])
			same = same && slices.Equal(all, v.blocks)
			v.blocks = all
			if !r.freed[k] && w.mayBeFreed(next[k].blocks) {
				r.freed[k], same = true, false
				w.freed = append(w.freed, r.others) // it may be one that the round made
			}
		case x.Type.IsArray() && w.inBlock(*v) && !w.inBlock(next[k]):
			v.room, same = []*bound{{state: fails}}, false
		}
	}
	if !same || report != nil {
		w.accesses, w.bounds = w.accesses[:accesses], w.bounds[:bounds]
		w.tape.cut(events)
	}
	return same
}

// frees is how many of the blocks and turns before the given one rounds may have freed so far.
func (r *rounds) frees(block int) int { return r.w.frees(r.before, block) }

// fold is E-MEM-REDUCE and E-MEM-SCAN. The accumulated value of an int is not known.
func (w *walker) fold(z []*syntax.Binding, f *syntax.Fold) {
	round, accs, elems, _ := f.Params()
	b := f.Lambda().Body
	n := w.operand(f.Xs[0]).l.Dims[0].Size
	places := make([]val, len(accs))
	var dst []val
	for k, a := range accs {
		if a.Type.IsArray() {
			places[k] = w.array(a.Type)
			w.tape.spread(a, places[k])
			w.move(f.Ne[k], a, places[k].blocks, places[k].l)
			w.tape.accumulated(a, places[k], false)
		}
	}
	w.accumulated(accs, places)
	if f.Name == "scan" {
		for _, x := range z {
			dst = append(dst, w.array(x.Type))
			w.tape.spread(x, dst[len(dst)-1])
		}
	}
	w.repeated(func() {
		var i poly.Poly
		w.tape.enter(Round, func() poly.Poly {
			i = w.roundOf(f, round)
			return i
		})
		w.facts.AtMost(one, i)
		w.facts.AtMost(i, n)
		if round != nil {
			w.env[round.ID] = val{n: i}
		}
		w.mark(func(s *span) { s.body = len(w.accesses) })
		w.bindRound(f, accs, elems, places, i)
		w.body(b)
		w.mark(func(s *span) { s.results = len(w.accesses) })
		for k, x := range b.Res {
			w.read(x)
			if dst != nil {
				w.put(x, z[k], val{blocks: dst[k].blocks, l: dst[k].l.Index(i)})
				w.tape.kept(z[k], dst[k].blocks, dst[k].l.Index(i))
			}
			if accs[k].Type.IsArray() {
				w.put(x, accs[k], places[k])
				w.tape.accumulated(accs[k], places[k], false)
			}
		}
		w.together(accs, b.Res)
		w.accumulated(accs, places)
		w.tape.leave()
	})
	for k, x := range z {
		switch {
		case dst != nil:
			w.env[x.ID] = dst[k]
		case x.Type.IsArray():
			w.env[x.ID] = places[k]
		default:
			w.env[x.ID] = w.unknown(x, nil)
		}
		w.tape.born(x)
	}
}

// together requires of several arrays that become accumulators at once what holds in any order: none of them is overwritten while another is copied.
func (w *walker) together(accs []*syntax.Binding, res []syntax.Expr) {
	var arrays []syntax.Expr
	for k, a := range accs {
		if a.Type.IsArray() {
			arrays = append(arrays, res[k])
		}
	}
	if len(arrays) < 2 {
		return
	}
	for _, x := range arrays {
		w.read(x)
	}
}

// accumulated tells the tape that all accumulators have their elements.
func (w *walker) accumulated(accs []*syntax.Binding, places []val) {
	for k, a := range accs {
		if a.Type.IsArray() {
			w.tape.accumulated(a, places[k], true)
		}
	}
}

// bindRound binds the parameters of round i: accumulators where they are kept, an
// element that is read, a row where it lies.
func (w *walker) bindRound(f *syntax.Fold, accs, elems []*syntax.Binding, places []val, i poly.Poly) {
	for k, a := range accs {
		w.env[a.ID] = places[k]
		if !a.Type.IsArray() {
			w.env[a.ID] = w.unknown(a, nil)
		}
		w.tape.born(a)
	}
	for k, p := range elems {
		x := w.operand(f.Xs[k])
		row := val{blocks: x.blocks, l: x.l.Index(i), room: x.room}
		if !p.Type.IsArray() {
			w.touch(row.blocks, row.l, false, syntax.Line(f.Xs[k]), idOf(f.Xs[k]))
			row = w.unknown(p, nil)
		} else {
			w.tape.whole(f.Xs[k], row)
		}
		w.env[p.ID] = row
		w.tape.born(p)
	}
}
