package schedule

import (
	"math/bits"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// grouping is how groups of threads share work. Tests change it.
type grouping struct {
	size int // threads of a group, which share memory and can wait for each other; a power of 2
	most int // as many groups as keep a large GPU busy
	side int // of a square of iterations, one for each thread
	row  int // threads of a group that folds a row, which has as many rounds at least; a power of 2

	fewRows, longRow int // with fewer rows than these, and at least so many rounds of each, all groups fold one after the other
}

var inGroups = &grouping{size: GroupThreads, most: 1 << 10, side: 16, row: 64, fewRows: 64, longRow: 1 << 16}

// mostAccs bounds the memory that a group shares: it has words for each accumulator.
const mostAccs = 4

// GroupMemory is how many words groups share at most, and GroupThreads how many threads they have.
const (
	GroupMemory  = 1 << 11
	GroupThreads = 256
)

// groups is strided for GPUs: each group of threads makes one result of its rounds, in memory that it shares, and one more
// group makes one of those. Neighbouring threads run neighbouring rounds. The order of a sum is the same on every device.
func groups(j *job, body []imp.Stm) []imp.Stm {
	return outside(body, func(f *imp.For) []imp.Stm {
		accs, ok := j.accumulators(f.Body, onDevice.sums && f.Fold)
		if !ok || len(accs) > mostAccs {
			return nil
		}
		long := func(rounds syntax.Expr) []imp.Stm { return j.foldedInGroups(f, rounds, accs) }
		return j.ifLong(f, onDevice, long, func(body []imp.Stm) []imp.Stm { return groups(j, body) })
	})
}

// foldedInGroups is a loop as a kernel of groups, one of a single group, and what takes its results.
func (j *job) foldedInGroups(f *imp.For, rounds syntax.Expr, accs []accumulator) []imp.Stm {
	at := f.Span
	count := j.fresh("groups", syntax.Int)
	p := &division{job: j, f: f, rounds: rounds, width: inGroups.most, part: j.fresh("group", syntax.Int)}
	out := j.let(count, bin(syntax.Min, lit(inGroups.most), bin(syntax.Quo, bin(syntax.Add, rounds, lit(inGroups.size-1)), lit(inGroups.size))), f)
	begin, _, free := p.totals(accs, &out)

	out = append(out, p.groupOf(p.part, count.Use(), rounds, f.X, f.Body, accs, begin))

	// the results of the groups are the rounds of one more
	alone, round := j.fresh("group", syntax.Int), j.fresh("round", syntax.Int)
	var join, last []imp.Stm
	for k, a := range accs {
		one, all := j.fresh(a.x.Name, a.of), j.fresh(a.x.Name, a.of)
		join = append(join, j.read(one, p.blocks[k], place(round), f)...)
		join = append(join, a.with(one, at))
		last = append(last, j.read(all, p.blocks[k], lit(0), f)...)
		last = append(last, a.with(all, at))
	}
	out = append(out, p.groupOf(alone, lit(1), count.Use(), round, join, accs, begin))
	return append(append(out, last...), free...)
}

// with is x <- x ⊕ y.
func (a accumulator) with(y *syntax.Binding, at diag.Span) imp.Stm {
	return &imp.Assign{Span: at, X: a.x.Use(), E: &syntax.Binary{Op: a.op, X: a.x.Use(), Y: y.Use(), Of: a.of}}
}

// read is a declaration of a new variable and what a block has.
func (j *job) read(x, block *syntax.Binding, at syntax.Expr, s imp.Stm) []imp.Stm {
	span := s.GetSpan()
	return []imp.Stm{&imp.Declare{Span: span, X: x}, &imp.Read{Span: span, X: x.Use(), Y: block.Use(), At: at}}
}

// groupOf is a kernel of many groups which share rounds with the index x, from 1 to rounds. Each writes its results to the word
// of its number of the blocks of the accumulators.
func (p *division) groupOf(group *syntax.Binding, many, rounds syntax.Expr, x *syntax.Binding, body []imp.Stm, accs []accumulator, begin []imp.Stm) *imp.Kernel {
	at := p.f.Span
	s := p.sharing(p.f, inGroups.size, accs)
	thread := p.fresh("thread", syntax.Int)
	first := bin(syntax.Add, bin(syntax.Mul, place(group), lit(inGroups.size)), thread.Use())
	mine := s.mine(thread, first, bin(syntax.Mul, many, lit(inGroups.size)), rounds, x, body, begin)
	out := append(s.alloc(), mine)
	out = append(append(out, s.tree(), s.first(p.blocks, place(group))), s.free()...)
	return &imp.Kernel{Span: at, X: group, N: many, Body: p.copied(out, map[int]syntax.Expr{}), Apart: true, Near: near(accs), Group: inGroups.size}
}

// mine is a kernel in which each thread runs rounds with the index x: its first, and then each that is a stride after the one
// before, up to rounds. What becomes of the accumulators goes to its words.
func (s *sharing) mine(thread *syntax.Binding, first, stride, rounds syntax.Expr, x *syntax.Binding, body, begin []imp.Stm) *imp.Kernel {
	round, here := s.fresh("round", syntax.Int), s.fresh("here", syntax.Int)
	list := append([]imp.Stm{}, begin...)
	list = append(list, s.let(here, bin(syntax.Quo, bin(syntax.Sub, bin(syntax.Add, rounds, stride), first), stride), s.f)...)
	inner := append(s.let(x, bin(syntax.Add, first, bin(syntax.Mul, place(round), stride)), s.f), body...)
	list = append(list, &imp.For{Span: s.f.Span, X: round, N: here.Use(), Body: inner})
	return &imp.Kernel{Span: s.f.Span, X: thread, N: lit(s.size), Body: append(list, s.put(thread)...), Apart: true}
}

// sharing is the memory of a group in which each thread has a word for each accumulator.
type sharing struct {
	*job
	f      *imp.For
	size   int // how many threads
	accs   []accumulator
	shared []*syntax.Binding
}

func (j *job) sharing(f *imp.For, size int, accs []accumulator) *sharing {
	s := &sharing{job: j, f: f, size: size, accs: accs}
	for _, a := range accs {
		s.shared = append(s.shared, j.fresh(a.x.Name+"_group", syntax.Mem))
	}
	return s
}

func (s *sharing) alloc() (out []imp.Stm) {
	for _, b := range s.shared {
		out = append(out, &imp.Declare{Span: s.f.Span, X: b}, &imp.Alloc{Span: s.f.Span, X: b.Use(), N: lit(s.size)})
	}
	return out
}

func (s *sharing) free() (out []imp.Stm) {
	for _, b := range s.shared {
		out = append(out, &imp.Free{Span: s.f.Span, X: b.Use()})
	}
	return out
}

// put writes the accumulators to the words of a thread.
func (s *sharing) put(thread *syntax.Binding) (out []imp.Stm) {
	for k, a := range s.accs {
		out = append(out, &imp.Write{Span: s.f.Span, X: s.shared[k].Use(), At: place(thread), E: a.x.Use()})
	}
	return out
}

// tree makes the result of all words that of the first one: half of the threads take that of a thread of the other half each,
// and so on.
func (s *sharing) tree() imp.Stm {
	at := s.f.Span
	step, half, thread := s.fresh("step", syntax.Int), s.fresh("half", syntax.Int), s.fresh("thread", syntax.Int)
	var list []imp.Stm
	for k, a := range s.accs {
		x, y := s.fresh(a.x.Name, a.of), s.fresh(a.x.Name, a.of)
		list = append(list, s.read(x, s.shared[k], place(thread), s.f)...)
		list = append(list, s.read(y, s.shared[k], bin(syntax.Add, place(thread), half.Use()), s.f)...)
		list = append(list, &imp.Write{Span: at, X: s.shared[k].Use(), At: place(thread), E: &syntax.Binary{Op: a.op, X: x.Use(), Y: y.Use(), Of: a.of}})
	}
	body := s.let(half, bin(syntax.Shr, lit(s.size), step.Use()), s.f)
	body = append(body, &imp.Kernel{Span: at, X: thread, N: half.Use(), Body: list, Apart: true})
	return &imp.For{Span: at, X: step, N: lit(bits.Len(uint(s.size)) - 1), Body: body}
}

// first is one thread that copies the first words to others.
func (s *sharing) first(to []*syntax.Binding, at syntax.Expr) imp.Stm {
	var list []imp.Stm
	for k, a := range s.accs {
		x := s.fresh(a.x.Name, a.of)
		list = append(list, s.read(x, s.shared[k], lit(0), s.f)...)
		list = append(list, &imp.Write{Span: s.f.Span, X: to[k].Use(), At: at, E: x.Use()})
	}
	return &imp.Kernel{Span: s.f.Span, X: s.fresh("thread", syntax.Int), N: lit(1), Body: list, Apart: true}
}
