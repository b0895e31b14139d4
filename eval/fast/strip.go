package fast

import (
	"funmem/eval/vector"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// strip is code for the body of a kernel that evaluates many iterations together: each instruction runs over all of them
// before the next one does. Instructions change nothing but registers, so a strip that fails has no effect. Then the
// iterations run one after the other.
type strip struct {
	u    *unit
	code []stmFn
	outs []stmFn // store the results

	n    int     // how many iterations run together
	lo   int64   // the first of them
	mask []int64 // those that take part in a branch or round: 0 or -1 for each; nil: all

	width int // the most iterations that run together in this instance of the kernel

	cutting bool   // conditions may cut it:
	plain   *strip // the form without cuts, or nil

	stop bool // the strip has failed, or is too long:
	cut  int  // after so many iterations a condition changes; 0: it has failed

	fails, cuts, runs, done int // in this instance of the kernel; done counts iterations

	patience, rounds int  // how many rounds of loops a run may have, and how many it still has
	long             bool // the strip has failed because it had too many
	apart            int  // how many iterations then run one after the other

	counted bool     // in heap mode: something is counted
	counts  []*count // in heap mode: those that are not 0, in the order in which they were begun

	x, y int64 // the operands of an operator that takes one number after the other
}

// stripWidth is the most iterations of a strip: a few registers fit the first cache. fewest is how many iterations make
// strips worth their instructions. Tests make them smaller.
var stripWidth, fewest = 512, 16

// reg holds a number for each iteration of a strip. w is its content: buf, or a part of an array. Each strip
// has registers of its own.
type reg struct {
	w, buf []int64
	dst    *view // the result of the kernel that is computed here, so that it need not be copied; or nil
	swaps  bool  // it may exchange its content with another
}

// set returns the storage of r, for new content.
func (s *strip) set(r *reg) []int64 {
	if r.dst != nil {
		r.w = r.dst.data[s.lo-1:][:s.n]
		return r.w
	}
	if r.buf == nil {
		r.buf = s.u.words(stripWidth)
	}
	r.w = r.buf[:s.n]
	return r.w
}

// isLoan tells whether the content of r is a part of an array. Later rounds of a loop may write other elements there.
func (r *reg) isLoan() bool { return len(r.buf) == 0 || len(r.w) > 0 && &r.w[0] != &r.buf[0] }

// fail ends the strip: its iterations run one after the other.
func (s *strip) fail() { s.stop, s.cut = true, 0 }

// cutAt ends the strip if a condition changes after n of its iterations, where 0 < n. The strip then runs again with the
// first n.
func (s *strip) cutAt(n int) { s.stop, s.cut = true, n }

// exec runs instructions until the strip ends.
func (s *strip) exec(code []stmFn) {
	for _, f := range code {
		if f(); s.stop {
			return
		}
	}
}

// begin prepares an instance of the kernel.
func (s *strip) begin() {
	s.fails, s.cuts, s.runs, s.done, s.width = 0, 0, 0, 0, stripWidth
	s.patience, s.apart = mostRounds, 1
}

// mostRounds is how many rounds of loops a strip may have at first. Its later iterations must not keep an earlier one, which
// may get stuck, waiting for ever. Tests make it smaller.
var mostRounds = 1 << 18

// impatient counts a round of a loop, and ends the strip if there were too many.
func (s *strip) impatient() bool {
	if s.rounds--; s.rounds >= 0 || s.n == 1 {
		return false
	}
	s.long = true
	s.fail()
	return true
}

// useful tells whether strips are worth trying again, after those of this instance.
func (s *strip) useful() bool {
	return s.fails < 4 || s.fails*4 < s.runs
}

// short tells whether cuts have made the strips of this instance too short.
func (s *strip) short() bool {
	return s.cuts > 8+s.runs || s.runs >= 8 && s.cuts >= s.runs/2 && s.done < shortest*s.runs
}

// run evaluates iterations from lo to hi or earlier, stores their results, and returns how many it did. It returns 0 if
// the strip fails.
func (s *strip) run(lo, hi int64) int {
	s.lo, s.n = lo, int(min(hi-lo+1, int64(s.width)))
	s.rounds, s.long = s.patience, false
	s.runs++
	for {
		s.stop, s.mask = false, nil
		s.uncount()
		if s.exec(s.code); !s.stop {
			break
		}
		if s.cut == 0 || s.short() {
			s.fails++
			return 0
		}
		s.cuts++
		s.n = s.cut
	}
	for _, f := range s.outs {
		f()
	}
	for _, c := range s.counts {
		c.add(c.n)
	}
	s.uncount()
	s.done += s.n
	return s.n
}

// active returns how many iterations take part.
func (s *strip) active() int {
	if s.mask == nil {
		return s.n
	}
	return vector.Count(s.mask)
}

// wide is a scalar of the iterations of a strip: a number that is the same in all of them, numbers at equal distances,
// or any numbers.
type wide struct {
	n    *node
	line *line
	r    *reg
	temp bool // the register is free after one use
}

// line is the numbers first, first + step, ….
type line struct{ first, step *int64 }

// last returns the number of the last iteration of a strip. ok is false if it does not fit.
func (s *strip) last(first, step int64) (last int64, ok bool) {
	d, ok1 := num.Mul64(step, int64(s.n-1))
	last, ok2 := plus(first, d)
	return last, ok1 && ok2
}

// stripper compiles the body of a kernel as a strip.
type stripper struct {
	*compiler
	scope
	s     *strip
	free  []*reg
	cuts  bool // conditions may cut the strip here
	depth int  // how many kernels within the strip are around
}

// scope are the variables of one activation of a function that differ between iterations. Another call of it has others,
// as with names.
type scope struct {
	wides  map[int]wide
	arrs   map[int]*wideArray
	locals map[int]*local // in heap mode: the blocks that each iteration has for itself
}

func newScope() scope { return scope{map[int]wide{}, map[int]*wideArray{}, map[int]*local{}} }

// strips returns the body of a kernel as a strip with the given results, or nil if it cannot be one.
func (c *compiler) strips(k *syntax.Kernel, results func(p *stripper)) *strip {
	of := func(cuts bool) *strip {
		return c.stripOf(k.Index[0].X, func(p *stripper) {
			p.cuts = cuts
			p.s.code = p.body(k.Body, func() { results(p) })
		})
	}
	s := of(true)
	if s != nil && s.cutting {
		s.plain = of(false)
	}
	return s
}

// stripOf returns the strip for x = lo, lo + 1, … that compile makes, or nil if it makes none.
func (c *compiler) stripOf(x *syntax.Binding, compile func(p *stripper)) (s *strip) {
	if c.branches != nil || c.holes || c.unstrip {
		return nil
	}
	p := &stripper{compiler: c, scope: newScope(), s: &strip{u: c.u}, cuts: true}
	body, names, size, loops := c.body, c.names, c.size, c.loops
	c.unstrip = true
	defer func() {
		c.body, c.names, c.size, c.loops, c.unstrip = body, names, size, loops, false
		if e := recover(); e != nil {
			if _, ok := e.(unsupported); !ok {
				panic(e)
			}
			s = nil
		}
	}()
	l := &line{new(int64), new(int64)}
	p.wides[x.ID] = wide{line: l}
	compile(p)
	s = p.s
	s.code = append([]stmFn{func() { *l.first, *l.step = p.s.lo, 1 }}, s.code...)
	return s
}

// body compiles the statements of a body, and then what done adds.
func (p *stripper) body(b *syntax.Body, done func()) []stmFn {
	outer := p.compiler.body
	p.compiler.body = &block{sites: map[*view]*site{}, outer: outer, text: b}
	p.uses.body(b)
	for k, s := range b.Stms {
		p.compiler.body.at = k
		p.stm(s)
	}
	done()
	p.flush()
	code := p.compiler.body.stms
	p.compiler.body = outer
	return code
}

// code compiles more instructions.
func (p *stripper) code(f func()) []stmFn {
	outer := p.compiler.body
	p.compiler.body = &block{sites: map[*view]*site{}, outer: outer, text: outer.text}
	f()
	p.flush()
	code := p.compiler.body.stms
	p.compiler.body = outer
	return code
}

func (p *stripper) stm(s syntax.Stm) {
	if p.size++; p.size > mostCode {
		panic(unsupported{})
	}
	switch s := s.(type) {
	case *syntax.Let:
		p.let(s)
	case *syntax.Check:
		x, y := p.scalar(s.X), p.scalar(s.Y)
		if x.n == nil || y.n == nil {
			panic(unsupported{})
		}
		f, g := emit(x.n), emit(y.n)
		p.emit(func() {
			if f() != g() {
				bail()
			}
		})
	default:
		panic(unsupported{})
	}
}

// varies tells whether an expression may differ between iterations.
func (p *stripper) varies(e syntax.Node) bool {
	return mentions(e, func(id int) bool {
		_, scalar := p.wides[id]
		return scalar || p.arrs[id] != nil
	})
}

// mentions tells whether n uses such a variable.
func mentions(n syntax.Node, such func(id int) bool) (found bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Var); ok {
			found = found || such(x.ID)
		}
		return !found
	})
	return found
}

func (p *stripper) let(s *syntax.Let) {
	p.compiler.body.let = s
	if !p.varies(s.Exp) && p.once(s.Exp) {
		p.same(s)
		return
	}
	switch e := s.Exp.(type) {
	case *syntax.Unary, *syntax.Binary, *syntax.Var:
		if v, ok := e.(*syntax.Var); ok {
			p.alias(s.Pat[0], v)
			return
		}
		p.name(s.Pat[0], p.scalar(e))
	case *syntax.Index:
		p.name(s.Pat[0], p.index(e))
	case *syntax.Slice:
		p.slice(s.Pat[0], e)
	case *syntax.Transpose:
		x := p.array(e.X)
		if x.v.q < 2 {
			panic(unsupported{})
		}
		p.reshaped(s.Pat[0], x, func(v *view) { v.transpose(x.v) })
	case *syntax.Reverse:
		x := p.array(e.X)
		p.reshaped(s.Pat[0], x, func(v *view) { v.reverse(x.v) })
	case *syntax.Permute:
		x := p.array(e.X)
		if len(e.Perm) != x.v.q {
			panic(unsupported{})
		}
		p.reshaped(s.Pat[0], x, func(v *view) { v.permute(x.v, e.Perm) })
	case *syntax.Alloc:
		p.alloc(s.Pat[0], e)
	case *syntax.Kernel:
		p.kernel(s.Pat, e)
	case *syntax.Literal, *syntax.Replicate, *syntax.Iota:
		p.fresh(s.Pat[0], e)
	case *syntax.Copy:
		p.copied(s.Pat[0], e)
	case *syntax.If:
		p.cond(s.Pat, e)
	case *syntax.Call:
		p.call(s.Pat, e)
	case *syntax.Reduce:
		f := syntax.FoldOf(e)
		var xs []*view
		for _, x := range f.Xs {
			xs = append(xs, p.array(x).v)
		}
		p.rounds(s.Pat, p.asLoop(f, p.length(xs)))
	case *syntax.Loop:
		p.rounds(s.Pat, e)
	default:
		panic(unsupported{})
	}
}

// once tells whether an expression that is the same in all iterations may be evaluated once for the strip. In heap mode
// arrays are counted for each iteration.
func (p *stripper) once(e syntax.Expr) bool {
	if p.u.heap == nil {
		return true
	}
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Unary, *syntax.Binary, *syntax.Index:
		return true
	case *syntax.Var:
		return !p.isArray(e) && p.mem(e) == nil && p.locals[e.ID] == nil
	}
	return false
}

// same compiles what is the same in all iterations. It is evaluated once for the strip.
func (p *stripper) same(s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.Index:
		p.name(s.Pat[0], p.index(e))
	default:
		p.compiler.let(s)
	}
	p.settle(s.Pat)
}

// alias compiles let x = y.
func (p *stripper) alias(x *syntax.Binding, y *syntax.Var) {
	switch {
	case p.arrs[y.ID] != nil, p.wides[y.ID] == (wide{}) && p.isArray(y):
		p.fitted(x, p.array(y))
	case p.block(x, y):
	default:
		p.name(x, p.scalar(y))
	}
}

// name makes w the value of a variable.
func (p *stripper) name(x *syntax.Binding, w wide) {
	delete(p.wides, x.ID)
	switch {
	case w.n != nil && w.n.total():
		p.names.ints[x.ID] = w.n
	case w.n != nil:
		r, f := new(int64), emit(w.n)
		p.emit(func() { *r = f() })
		p.names.ints[x.ID] = register(r)
	default:
		delete(p.names.ints, x.ID)
		w.temp = w.temp && p.uses.n[x.ID] == 1
		p.wides[x.ID] = w
	}
}

// take returns a register that nobody uses.
func (p *stripper) take() *reg {
	if k := len(p.free); k > 0 {
		r := p.free[k-1]
		p.free = p.free[:k-1]
		return r
	}
	r := new(reg)
	p.u.regs = append(p.u.regs, r)
	return r
}

// drop says that w is not used any more, unless it has a name that is.
func (p *stripper) drop(w wide) {
	if w.temp && w.r != nil {
		p.free = append(p.free, w.r)
	}
}

// results stores the results of a kernel in value mode.
func (p *stripper) results(l *loop, res []syntax.Expr) {
	s := p.s
	for j, e := range res {
		dst, x := l.outs[j].dst, p.item(e)
		if x.a == nil {
			if dst.q != 1 {
				panic(unsupported{})
			}
			r := x.w.r
			if x.w.temp && !r.swaps && r.dst == nil {
				r.dst = dst
			}
			s.outs = append(s.outs, func() {
				if to := dst.data[s.lo-1:][:s.n]; &to[0] != &r.w[0] {
					copy(to, r.w)
				}
			})
			continue
		}
		scratch := p.take()
		if x.a.v.q != dst.q-1 {
			panic(unsupported{})
		}
		p.emit(func() {
			if !x.a.v.sameShape(dst, 1) || !x.a.v.steady() {
				s.fail()
			}
		})
		s.outs = append(s.outs, func() {
			n := dst.rowCount(1)
			s.copyRow(x.a, func(o int) ([]int64, int, int) { return dst.data, int(s.lo-1)*n + o, n }, scratch)
		})
	}
}
