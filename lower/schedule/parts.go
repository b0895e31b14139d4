package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// parting is how loops become parts. Tests change how long a loop has to be.
type parting struct {
	widths      []int // how many parts a loop becomes, then the loop over their results, and so on, whatever the number of threads
	strided     bool  // neighbouring parts run neighbouring rounds, as threads of a device read best; otherwise each runs a range of rounds
	sums        bool  // folds of the language may add f64s in another order
	leastRounds int   // that a loop has to have
	leastOuter  int   // that it has to have if there are loops in it
}

// These are for the machine's own cores, which run a loop fast as it is, and for devices: their host does not.
var (
	onHost   = &parting{widths: []int{64}, leastRounds: 1 << 16, leastOuter: 1 << 12}
	onDevice = &parting{widths: []int{1 << 16, 1 << 8}, strided: true, sums: true, leastRounds: 1 << 12, leastOuter: 1 << 10}
)

// outside rewrites the loops outside kernels. Where f gives nothing for one, those in it are next.
func outside(body []imp.Stm, f func(*imp.For) []imp.Stm) []imp.Stm {
	return outermost(body, func(s imp.Stm) []imp.Stm {
		if s, ok := s.(*imp.For); ok {
			return f(s)
		}
		return nil
	})
}

// kernels rewrites the kernels that are in no other. Where f gives nothing for one, it stays.
func kernels(body []imp.Stm, f func(*imp.Kernel) []imp.Stm) []imp.Stm {
	return outermost(body, func(s imp.Stm) []imp.Stm {
		if s, ok := s.(*imp.Kernel); ok {
			return f(s)
		}
		return nil
	})
}

// outermost rewrites statements outside kernels, and kernels. Where f gives nothing for one, it stays, with those in it
// rewritten unless it is a kernel.
func outermost(body []imp.Stm, f func(imp.Stm) []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range body {
		if stms := f(s); stms != nil {
			out = append(out, stms...)
			continue
		}
		switch s := s.(type) {
		case *imp.If:
			c := *s
			c.Then, c.Else = outermost(s.Then, f), outermost(s.Else, f)
			out = append(out, &c)
		case *imp.While:
			c := *s
			c.Body = outermost(s.Body, f)
			out = append(out, &c)
		case *imp.For:
			out = append(out, s.With(s.N, outermost(s.Body, f)))
		default:
			out = append(out, s)
		}
	}
	return out
}

// ifLong is what long gives if a loop has so many rounds that parts pay, and the loop with what short makes of its body
// otherwise. It is nil if the loop never has, or is short as an earlier rewrite saw to it, or becomes too large, or long gives
// nothing.
func (j *job) ifLong(f *imp.For, h *parting, long func(rounds syntax.Expr) []imp.Stm, short func(body []imp.Stm) []imp.Stm) []imp.Stm {
	least := h.leastRounds
	if loops(f.Body) {
		least = h.leastOuter
	}
	if n, ok := constantOfExpr(f.N); ok && n < least || size(f.Body) > mostStms || j.parted[f.X.ID] {
		return nil
	}
	rounds := j.fresh("rounds", syntax.Int)
	then := long(rounds.Use())
	if then == nil {
		return nil
	}
	j.parted[f.X.ID] = true
	return append(j.let(rounds, f.N, f), &imp.If{
		Span: f.Span, Cond: &syntax.Binary{Op: syntax.Ge, X: rounds.Use(), Y: lit(least), Of: syntax.Int},
		Then: then, Else: []imp.Stm{f.With(rounds.Use(), short(f.Body))},
	})
}

// division is a loop whose rounds are parts, and the block for the results of parts that each accumulator has.
type division struct {
	*job
	f      *imp.For
	rounds syntax.Expr
	width  int             // how many parts
	share  *syntax.Binding // how many rounds each part has at most; nil if they are strided
	part   *syntax.Binding // the number of a part
	blocks []*syntax.Binding
}

// divide is the division of a loop, and the statements before it.
func (j *job) divide(f *imp.For, rounds syntax.Expr, width int, strided bool) (*division, []imp.Stm) {
	p := &division{job: j, f: f, rounds: rounds, width: width, part: j.fresh("part", syntax.Int)}
	if strided {
		return p, nil
	}
	p.share = j.fresh("share", syntax.Int)
	return p, j.let(p.share, bin(syntax.Quo, bin(syntax.Add, rounds, lit(width-1)), lit(width)), f)
}

// totals makes the blocks, before the parts. A part that writes its results there begins and ends as they say, and free is
// what comes after their last use.
func (p *division) totals(accs []accumulator, before *[]imp.Stm) (begin, end, free []imp.Stm) {
	at := p.f.Span
	for _, a := range accs {
		value, block := p.fresh(a.x.Name+"_before", a.of), p.fresh(a.x.Name+"_mem", syntax.Mem)
		p.blocks = append(p.blocks, block)
		*before = append(*before, p.let(value, a.x.Use(), p.f)...)
		*before = append(*before, &imp.Declare{Span: at, X: block}, &imp.Alloc{Span: at, X: block.Use(), N: lit(p.width)})
		begin = append(begin, p.let(a.x, a.identity(value), p.f)...)
		end = append(end, &imp.Write{Span: at, X: block.Use(), At: place(p.part), E: a.x.Use()})
		free = append(free, &imp.Free{Span: at, X: block.Use()})
	}
	return begin, end, free
}

// kernel is the parts, each of which runs body in its rounds, after begin and before end. near tells whether it adds f64s in
// another order than the program.
func (p *division) kernel(begin, body, end []imp.Stm, near bool) *imp.Kernel {
	list, at := begin, p.f.Span
	round, here := p.fresh("round", syntax.Int), p.fresh("here", syntax.Int)
	var many, index syntax.Expr
	if p.share == nil {
		many = bin(syntax.Quo, bin(syntax.Add, bin(syntax.Sub, p.rounds, p.part.Use()), lit(p.width)), lit(p.width))
		index = bin(syntax.Add, p.part.Use(), bin(syntax.Mul, lit(p.width), place(round)))
	} else {
		from := p.fresh("from", syntax.Int)
		list = append(list, p.let(from, bin(syntax.Mul, p.share.Use(), place(p.part)), p.f)...)
		many = bin(syntax.Max, bin(syntax.Min, p.share.Use(), bin(syntax.Sub, p.rounds, from.Use())), lit(0))
		index = bin(syntax.Add, from.Use(), round.Use())
	}
	list = append(list, p.let(here, many, p.f)...)
	inner := append(p.let(p.f.X, index, p.f), body...)
	list = append(list, &imp.For{Span: at, X: round, N: here.Use(), Body: inner})
	list = append(list, end...)
	return &imp.Kernel{Span: at, X: p.part, N: lit(p.width), Body: p.copied(list, map[int]syntax.Expr{}), Apart: true, Near: near}
}

// place is where the word of a part or element is in a block.
func place(x *syntax.Binding) syntax.Expr { return bin(syntax.Sub, x.Use(), lit(1)) }

// near tells whether some accumulator is a sum or product of f64s.
func near(accs []accumulator) bool {
	for _, a := range accs {
		if a.of == syntax.F64 && !associative(a.op, a.of) {
			return true
		}
	}
	return false
}
