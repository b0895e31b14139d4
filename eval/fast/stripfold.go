package fast

import (
	"slices"

	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// foldStrip is a loop with a bound whose rounds need nothing from the rounds before but a few scalars, the accumulators.
// What does not depend on the accumulators is computed for many rounds together. The rest, the chain, runs round by
// round.
type foldStrip struct {
	s     *strip
	accs  []*int64
	loads []load
	chain []stmFn
	next  []intFn
	sum   *sum // in place of loads, chain and next: all accumulators are sums

	twins []*foldStrip // of a sum, for other threads
	pace  pace         // how fast it was so far
}

// load gives a slot the number of each round.
type load struct {
	to *int64
	r  *reg
}

// sum says that each accumulator is an operator on itself, to the left, and what is in a register.
type sum struct {
	add []func(acc int64, x []int64) int64
	of  []*reg
}

// foldStrip compiles a loop as a strip, or returns nil if it cannot be one.
func (c *compiler) foldStrip(e *syntax.Loop) *foldStrip {
	f := &foldStrip{}
	if e.For == nil || len(e.Body.Res) != len(e.Params) {
		return nil
	}
	for _, x := range e.Params {
		if x.Type.IsArray() || x.Type.Elem == syntax.Mem {
			return nil
		}
	}
	wrote := c.wrote
	f.s = c.stripOf(e.For.X, func(p *stripper) { f.compile(p, e) })
	if f.s == nil || f.s.counted || c.wrote != wrote {
		return nil
	}
	return f
}

// link is a statement of a chain.
type link struct {
	*syntax.Let
	at int // its number in the body
}

func (f *foldStrip) compile(p *stripper, e *syntax.Loop) {
	taint := map[int]bool{}
	tainted := func(id int) bool { return taint[id] }
	for _, x := range e.Params {
		r := new(int64)
		f.accs = append(f.accs, r)
		taint[x.ID] = true
	}
	var chain []link
	p.s.code = p.body(&syntax.Body{}, func() {
		p.uses.body(e.Body)
		p.compiler.body.text = e.Body
		for at, s := range e.Body.Stms {
			p.compiler.body.at = at
			l, ok := s.(*syntax.Let)
			if !ok || !mentions(s, tainted) {
				p.stm(s)
				continue
			}
			for _, x := range l.Pat {
				taint[x.ID] = true
			}
			chain = append(chain, link{&syntax.Let{Span: l.Span, Pat: l.Pat, Exp: p.apart(l.Exp, tainted)}, at})
		}
		if f.sums(p, e, chain, tainted) {
			return
		}
		f.steps(p, e, chain)
	})
}

// apart computes the parts of a scalar expression that do not depend on the tainted variables, and returns the
// expression with variables for them.
func (p *stripper) apart(e syntax.Expr, tainted func(id int) bool) syntax.Expr {
	part := func(x syntax.Expr) syntax.Expr {
		switch x.(type) {
		case *syntax.Unary, *syntax.Binary:
		default:
			return x
		}
		if mentions(x, tainted) {
			return p.apart(x, tainted)
		}
		z := p.anonymous(nil)
		p.wides[z.ID] = p.own(p.scalar(x))
		return z.Use()
	}
	switch e := e.(type) {
	case *syntax.Unary:
		c := *e
		c.X = part(e.X)
		return &c
	case *syntax.Binary:
		c := *e
		c.X = part(e.X)
		c.Y = part(e.Y)
		return &c
	}
	return e
}

// sums compiles a chain that only adds to the accumulators, or the like, what does not depend on them. ok is false for
// another chain.
func (f *foldStrip) sums(p *stripper, e *syntax.Loop, chain []link, tainted func(id int) bool) (ok bool) {
	if len(chain) != len(e.Params) {
		return false
	}
	s := &sum{}
	var from []wide
	for k, x := range e.Params {
		b, ok := chain[k].Exp.(*syntax.Binary)
		if !ok || varID(b.X) != x.ID || varID(e.Body.Res[k]) != chain[k].Pat[0].ID || mentions(b.Y, tainted) {
			return false
		}
		add := p.s.adder(b.Op, b.Of == syntax.F64)
		if add == nil {
			return false
		}
		s.add = append(s.add, add)
		from = append(from, p.scalar(b.Y))
	}
	for _, w := range from {
		s.of = append(s.of, p.spread(w).r)
	}
	f.sum = s
	return true
}

// adder returns the fold of an operator over a register, or nil.
func (s *strip) adder(op syntax.Op, real bool) func(acc int64, x []int64) int64 {
	switch {
	case real && op == syntax.Add:
		return func(acc int64, x []int64) int64 { return bitsOf(vector.SumReals(double(acc), vector.Reals(x))) }
	case real && (op == syntax.Min || op == syntax.Max || op == syntax.Mul):
		f := emit(realBinary(op, register(&s.x), register(&s.y)))
		return func(acc int64, x []int64) int64 {
			s.x = acc
			for _, s.y = range x {
				s.x = f()
			}
			return s.x
		}
	case real:
		return nil
	case op == syntax.Add:
		return func(acc int64, x []int64) int64 {
			sum, ok := vector.Sum(acc, x)
			if !ok {
				s.fail()
			}
			return sum
		}
	case op == syntax.Min:
		return func(acc int64, x []int64) int64 { return min(acc, slices.Min(x)) }
	case op == syntax.Max:
		return func(acc int64, x []int64) int64 { return max(acc, slices.Max(x)) }
	}
	return nil
}

// steps compiles any chain.
func (f *foldStrip) steps(p *stripper, e *syntax.Loop, chain []link) {
	used := map[int]bool{}
	look := func(n syntax.Node) {
		syntax.Walk(n, func(n syntax.Node) bool {
			if x, ok := n.(*syntax.Var); ok {
				used[x.ID] = true
			}
			return true
		})
	}
	for _, l := range chain {
		look(l.Let)
		if !scalars(l.Pat) {
			panic(unsupported{})
		}
	}
	for _, x := range e.Body.Res {
		look(x)
	}
	for id := range used {
		if p.arrs[id] != nil {
			panic(unsupported{})
		}
		if w, ok := p.wides[id]; ok {
			r := new(int64)
			f.loads = append(f.loads, load{r, p.spread(w).r})
			p.names.ints[id] = register(r)
		}
	}
	for k, x := range e.Params {
		p.names.ints[x.ID] = register(f.accs[k])
	}
	f.chain = p.code(func() {
		for _, l := range chain {
			p.compiler.body.let, p.compiler.body.at = l.Let, l.at
			p.compiler.let(l.Let)
		}
		for _, x := range e.Body.Res {
			f.next = append(f.next, emit(p.int(x)))
		}
	})
}

// scalars tells whether a pattern binds no arrays.
func scalars(pat []*syntax.Binding) bool {
	return !slices.ContainsFunc(pat, func(x *syntax.Binding) bool { return x.Type == nil || x.Type.IsArray() || x.Type.Elem == syntax.Mem })
}

// run computes the accumulators of rounds 1 to n. each, which may be nil, is called after each round. ok is false, and the
// accumulators have no meaning, if it could not.
func (f *foldStrip) run(n int64, each func(i int64)) (ok bool) {
	s := f.s
	s.begin()
	then := make([]int64, len(f.next))
	for done := int64(0); done < n; {
		k := int64(s.run(done+1, n))
		if k == 0 {
			return false
		}
		s.u.tick(int(k) * (1 + len(s.code)/8 + len(f.chain)))
		if f.sum != nil && each == nil {
			for j, add := range f.sum.add {
				*f.accs[j] = add(*f.accs[j], f.sum.of[j].w)
			}
		} else {
			f.rounds(int(k), done, then, each)
		}
		if s.stop {
			return false
		}
		done += k
	}
	return true
}

// rounds runs the chain for the rounds of a strip.
func (f *foldStrip) rounds(k int, done int64, then []int64, each func(i int64)) {
	for i := range k {
		if f.sum != nil {
			for j, add := range f.sum.add {
				*f.accs[j] = add(*f.accs[j], f.sum.of[j].w[i:i+1])
			}
		}
		for _, l := range f.loads {
			*l.to = l.r.w[i]
		}
		for _, g := range f.chain {
			g()
		}
		for j, g := range f.next {
			then[j] = g()
		}
		for j := range f.next {
			*f.accs[j] = then[j]
		}
		if each != nil {
			each(done + int64(i) + 1)
		}
	}
}

// fold compiles a loop that is a fold. each is as in eachRound.
func (c *compiler) fold(e *syntax.Loop, each func(i int64, vars []*carried)) []*carried {
	f := c.foldStrip(e)
	if f == nil {
		return c.eachRound(e, each)
	}
	wrote, before := c.wrote, len(c.body.stms)
	vars := c.eachRound(e, each)
	if c.wrote != wrote {
		return vars
	}
	slow := sequence(slices.Clone(c.body.stms[before:]))
	c.body.stms = c.body.stms[:before]
	n := emit(c.int(e.For.N))
	if each == nil {
		c.foldTwins(f, e)
	}
	var after func(i int64)
	if each != nil {
		after = func(i int64) {
			for k, r := range f.accs {
				*vars[k].r = *r
			}
			each(i, vars)
		}
	}
	c.emit(func() {
		k := n()
		if k < int64(fewest) {
			slow()
			return
		}
		for j, r := range f.accs {
			*r = vars[j].first()
		}
		run := func() bool { return f.run(k, after) }
		switch {
		case !f.large(k):
		case f.parallel(k):
			run = func() bool { return f.timed(k, true) }
		default:
			run = func() bool { return f.timed(k, false) }
		}
		if !run() {
			slow()
			return
		}
		for j, r := range f.accs {
			*vars[j].r = *r
		}
	})
	return vars
}
