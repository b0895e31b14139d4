package schedule

import (
	"math/bits"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// groupscans is scans for GPUs: groups of threads run neighbouring rounds each. In the first pass a group finds out what its
// rounds add. One group makes of that the values with which each begins. In the second pass a group takes as many rounds at a
// time as it has threads: what each adds, the sums of that up to each, and then each round as it is.
func groupscans(j *job, body []imp.Stm) []imp.Stm {
	s := &scanner{j, blocksOfOneName(body)}
	return s.inGroups(body)
}

func (s *scanner) inGroups(body []imp.Stm) []imp.Stm {
	return outside(body, func(f *imp.For) []imp.Stm {
		return s.long(f, func(rest []imp.Stm, rounds syntax.Expr, accs []accumulator) []imp.Stm {
			if len(accs) > mostAccs {
				return nil
			}
			return s.scannedInGroups(f, rest, rounds, accs)
		}, s.inGroups)
	})
}

// scannedInGroups is a loop as kernels of groups. rest is its body without writes.
func (j *job) scannedInGroups(f *imp.For, rest []imp.Stm, rounds syntax.Expr, accs []accumulator) []imp.Stm {
	at, size := f.Span, inGroups.size
	p := &division{job: j, f: f, rounds: rounds, width: inGroups.most + 1, part: j.fresh("group", syntax.Int)}
	share, count := j.fresh("share", syntax.Int), j.fresh("groups", syntax.Int)
	out := j.let(share, bin(syntax.Mul, lit(size), over(rounds, size*inGroups.most)), f)
	out = append(out, j.let(count, bin(syntax.Quo, bin(syntax.Add, rounds, bin(syntax.Sub, share.Use(), lit(1))), share.Use()), f)...)
	begin, _, free := p.totals(accs, &out)

	// what the rounds of each group add
	s := j.sharing(f, size, accs)
	from, thread := j.fresh("from", syntax.Int), j.fresh("thread", syntax.Int)
	last := bin(syntax.Min, rounds, bin(syntax.Mul, share.Use(), p.part.Use()))
	list := append(s.alloc(), j.let(from, bin(syntax.Mul, share.Use(), place(p.part)), f)...)
	mine := s.mine(thread, bin(syntax.Add, from.Use(), thread.Use()), lit(size), last, f.X, rest, begin)
	list = append(append(list, mine, s.tree(), s.first(p.blocks, place(p.part))), s.free()...)
	out = append(out, &imp.Kernel{Span: at, X: p.part, N: count.Use(), Body: j.copied(list, map[int]syntax.Expr{}), Apart: true, Near: near(accs), Group: size})

	// what all groups before a group add takes the place of what that adds, and what all add comes last
	group := j.fresh("group", syntax.Int)
	between := &imp.For{Span: at, X: j.fresh("round", syntax.Int), N: count.Use(), Fold: f.Fold}
	var reads, sums, writes, end, after []imp.Stm
	for k, a := range accs {
		one, all := j.fresh(a.x.Name, a.of), j.fresh(a.x.Name, a.of)
		reads = append(reads, j.read(one, p.blocks[k], place(between.X), f)...)
		writes = append(writes, &imp.Write{Span: at, X: p.blocks[k].Use(), At: place(between.X), E: a.x.Use()})
		sums = append(sums, a.with(one, at))
		end = append(end, &imp.Write{Span: at, X: p.blocks[k].Use(), At: count.Use(), E: a.x.Use()})
		after = append(after, j.read(all, p.blocks[k], count.Use(), f)...)
		after = append(after, &imp.Assign{Span: at, X: a.x.Use(), E: all.Use()})
	}
	between.Body = append(append(append([]imp.Stm{}, reads...), writes...), sums...)
	t := &tiledScan{sharing: j.sharing(between, size, accs), rest: append(reads, sums...), from: lit(0), last: count.Use(), many: over(count.Use(), size)}
	out = append(out, &imp.Kernel{Span: at, X: group, N: lit(1), Body: j.copied(t.body(nil, end), map[int]syntax.Expr{}), Apart: true, Near: near(accs), Group: size})

	again := j.fresh("group", syntax.Int)
	var starts []imp.Stm
	for k, a := range accs {
		starts = append(starts, &imp.Declare{Span: at, X: a.x}, &imp.Read{Span: at, X: a.x.Use(), Y: p.blocks[k].Use(), At: place(again)})
	}
	begun := bin(syntax.Mul, share.Use(), place(again))
	last = bin(syntax.Min, rounds, bin(syntax.Mul, share.Use(), again.Use()))
	t = &tiledScan{sharing: j.sharing(f, size, accs), rest: rest, from: begun, last: last, many: bin(syntax.Quo, share.Use(), lit(size))}
	out = append(out, &imp.Kernel{Span: at, X: again, N: count.Use(), Body: j.copied(t.body(starts, nil), map[int]syntax.Expr{}), Apart: true, Near: near(accs), Group: size})
	return append(append(out, after...), free...)
}

// over is a number of rounds over another number, rounded up.
func over(rounds syntax.Expr, n int) syntax.Expr {
	return bin(syntax.Quo, bin(syntax.Add, rounds, lit(n-1)), lit(n))
}

// tiledScan is rounds of a loop that one group runs, as many at a time as it has threads.
type tiledScan struct {
	*sharing
	rest             []imp.Stm   // a round without its writes
	from, last, many syntax.Expr // the round before the first, the last one, and how many times the group begins anew
}

// body is what the group does, with the accumulators as starts sets them, or else as they are. One thread does end.
func (t *tiledScan) body(starts, end []imp.Stm) []imp.Stm {
	at, f := t.f.Span, t.f
	out := append([]imp.Stm{}, starts...)
	var carries, values []*syntax.Binding
	for _, a := range t.accs {
		carry, value := t.fresh(a.x.Name+"_carry", a.of), t.fresh(a.x.Name+"_value", a.of)
		out = append(out, t.let(carry, a.x.Use(), f)...)
		out = append(out, t.let(value, a.x.Use(), f)...)
		carries, values = append(carries, carry), append(values, value)
	}
	from, last, tile := t.fresh("from", syntax.Int), t.fresh("last", syntax.Int), t.fresh("tile", syntax.Int)
	out = append(append(out, t.let(from, t.from, f)...), t.let(last, t.last, f)...)
	out = append(out, t.alloc()...)
	sums := t.sharing.job.sharing(f, t.size, t.accs)
	out = append(out, sums.alloc()...)
	total := t.sharing.job.sharing(f, 1, t.accs)
	out = append(out, total.alloc()...)

	// a kernel of the rounds of a tile: what a thread has before, for its round, and after
	kernel := func(before, round, after []imp.Stm, thread *syntax.Binding) imp.Stm {
		x := bin(syntax.Add, bin(syntax.Add, from.Use(), bin(syntax.Mul, place(tile), lit(t.size))), thread.Use())
		list := append(before, t.let(f.X, x, f)...)
		list = append(list, &imp.If{Span: at, Cond: bin(syntax.Le, f.X.Use(), last.Use()), Then: round, Else: []imp.Stm{&imp.Skip{Span: at}}})
		k := &imp.Kernel{Span: at, X: thread, N: lit(t.size), Body: append(list, after...), Apart: true}
		return t.copied([]imp.Stm{k}, map[int]syntax.Expr{})[0] // each has accumulators of its own
	}
	var begin []imp.Stm
	for k, a := range t.accs {
		begin = append(begin, t.let(a.x, a.identity(values[k]), f)...)
	}
	thread := t.fresh("thread", syntax.Int)
	list := []imp.Stm{kernel(begin, t.rest, t.put(thread), thread), t.upTo(sums)}

	thread = t.fresh("thread", syntax.Int)
	var start, lastOne []imp.Stm
	for k, a := range t.accs {
		one := t.fresh(a.x.Name, a.of)
		before := t.read(one, t.shared[k], bin(syntax.Sub, thread.Use(), lit(2)), f)
		start = append(start, t.let(a.x, carries[k].Use(), f)...)
		start = append(start, &imp.If{Span: at, Cond: bin(syntax.Gt, thread.Use(), lit(1)), Then: append(before, a.with(one, at)), Else: []imp.Stm{&imp.Skip{Span: at}}})
		all := t.fresh(a.x.Name, a.of)
		copy := append(t.read(all, t.shared[k], lit(t.size-1), f), &imp.Write{Span: at, X: total.shared[k].Use(), At: lit(0), E: all.Use()})
		lastOne = append(lastOne, &imp.If{Span: at, Cond: bin(syntax.Eq, thread.Use(), lit(1)), Then: copy, Else: []imp.Stm{&imp.Skip{Span: at}}})
	}
	list = append(list, kernel(start, f.Body, lastOne, thread))
	for k, a := range t.accs {
		one := t.fresh(a.x.Name, a.of)
		list = append(list, t.read(one, total.shared[k], lit(0), f)...)
		list = append(list, &imp.Assign{Span: at, X: carries[k].Use(), E: &syntax.Binary{Op: a.op, X: carries[k].Use(), Y: one.Use(), Of: a.of}})
	}
	out = append(out, &imp.For{Span: at, X: tile, N: t.many, Body: list})
	if end != nil {
		var values []imp.Stm
		for k, a := range t.accs {
			values = append(values, t.let(a.x, carries[k].Use(), f)...)
		}
		k := &imp.Kernel{Span: at, X: t.fresh("thread", syntax.Int), N: lit(1), Body: append(values, end...), Apart: true}
		out = append(out, t.copied([]imp.Stm{k}, map[int]syntax.Expr{})...)
	}
	return append(append(append(out, t.free()...), sums.free()...), total.free()...)
}

// upTo makes each word the result of those up to it: in each step a word takes that of one twice as far before it. The sums are
// made in other words first, of which each thread has one.
func (s *sharing) upTo(sums *sharing) imp.Stm {
	at := s.f.Span
	step, far, first, second := s.fresh("step", syntax.Int), s.fresh("far", syntax.Int), s.fresh("thread", syntax.Int), s.fresh("thread", syntax.Int)
	var add, move []imp.Stm
	for k, a := range s.accs {
		x, y, z := s.fresh(a.x.Name, a.of), s.fresh(a.x.Name, a.of), s.fresh(a.x.Name, a.of)
		add = append(add, s.read(x, s.shared[k], place(first), s.f)...)
		before := s.read(y, s.shared[k], bin(syntax.Sub, place(first), far.Use()), s.f)
		before = append(before, &imp.Assign{Span: at, X: x.Use(), E: &syntax.Binary{Op: a.op, X: y.Use(), Y: x.Use(), Of: a.of}})
		add = append(add, &imp.If{Span: at, Cond: bin(syntax.Gt, first.Use(), far.Use()), Then: before, Else: []imp.Stm{&imp.Skip{Span: at}}})
		add = append(add, &imp.Write{Span: at, X: sums.shared[k].Use(), At: place(first), E: x.Use()})
		move = append(move, s.read(z, sums.shared[k], place(second), s.f)...)
		move = append(move, &imp.Write{Span: at, X: s.shared[k].Use(), At: place(second), E: z.Use()})
	}
	body := s.let(far, bin(syntax.Shl, lit(1), place(step)), s.f)
	body = append(body, &imp.Kernel{Span: at, X: first, N: lit(s.size), Body: add, Apart: true}, &imp.Kernel{Span: at, X: second, N: lit(s.size), Body: move, Apart: true})
	return &imp.For{Span: at, X: step, N: lit(bits.Len(uint(s.size)) - 1), Body: body}
}
