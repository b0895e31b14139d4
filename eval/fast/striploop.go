package fast

import (
	"math"

	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// round is a scalar that a loop carries from round to round in a strip.
type round struct {
	r           *int64 // the same in all iterations, or
	first, next intFn

	to         *reg // any numbers
	init, then wide
}

// rounds compiles a loop that carries scalars. Every iteration of the strip runs its own loop, and they run in step.
func (p *stripper) rounds(pat []*syntax.Binding, e *syntax.Loop) {
	if len(pat) != len(e.Params) || len(pat) != len(e.Body.Res) {
		panic(unsupported{})
	}
	cuts := p.cuts
	s := p.s
	var n wide
	if e.For != nil {
		n = p.scalar(e.For.N)
	} else {
		n = wide{n: constant(math.MaxInt)}
	}
	if n.line != nil {
		n = p.spread(n)
	}
	vary := p.carries(e, n.n == nil)
	var vars []*round
	for k, x := range e.Params {
		if x.Type.IsArray() {
			panic(unsupported{})
		}
		v := &round{init: p.scalar(e.Init[k])}
		if vary[x.ID] {
			v.init = p.spread(v.init)
			v.to = p.take()
			p.wides[x.ID] = wide{r: v.to}
		} else {
			if v.init.n == nil {
				panic(unsupported{})
			}
			v.r, v.first = new(int64), emit(v.init.n)
			delete(p.wides, x.ID)
			p.names.ints[x.ID] = register(v.r)
		}
		vars = append(vars, v)
	}
	p.cuts = false
	i := new(int64)
	live, active := p.take(), p.take() // the iterations that still run
	var test wide
	var testCode []stmFn
	if e.For != nil {
		p.names.ints[e.For.X.ID] = register(i)
		delete(p.wides, e.For.X.ID)
	} else {
		testCode = p.body(e.While, func() {
			test = p.scalar(e.While.Res[0])
			if test.n == nil {
				test = p.spread(test)
			}
		})
	}
	apart := n.n == nil || test.r != nil // iterations may end in different rounds
	body := p.body(e.Body, func() {
		for k, v := range vars {
			w := p.scalar(e.Body.Res[k])
			if v.r != nil {
				if w.n == nil {
					panic(unsupported{})
				}
				v.next = emit(w.n)
				continue
			}
			v.then = p.own(w)
		}
	})
	p.cuts = cuts
	for _, v := range vars {
		if v.to != nil {
			p.drop(v.init)
			p.drop(v.then)
		}
	}
	u, bound, stay := p.u, fixed(math.MaxInt), func() bool { return true }
	if n.n != nil {
		bound = emit(n.n)
	}
	if test.n != nil {
		stay = emitCond(test.n)
	}
	step := p.step(vars)
	l := &stripLoop{s: s, bound: n.r, test: test.r, live: live, active: active}
	p.emit(func() {
		last := bound()
		for _, v := range vars {
			if v.to != nil {
				copy(s.set(v.to), v.init.r.w)
			} else {
				*v.r = v.first()
			}
		}
		outer := s.mask
		if apart {
			l.begin(outer)
		}
		for *i = 1; *i <= last; *i++ {
			if s.impatient() {
				return
			}
			u.tick(1 + (len(body)+len(testCode))*s.n/8)
			if s.exec(testCode); s.stop {
				return
			}
			if !stay() || apart && !l.next(*i) {
				break
			}
			if s.exec(body); s.stop {
				return
			}
			step()
		}
		s.mask = outer
	})
	p.drop(wide{r: live, temp: true})
	p.drop(wide{r: active, temp: true})
	p.drop(n)
	for k, x := range pat {
		if v := vars[k]; v.r != nil {
			delete(p.wides, x.ID)
			p.names.ints[x.ID] = register(v.r)
		} else {
			p.name(x, wide{r: v.to, temp: true})
		}
	}
}

// stripLoop is a loop whose iterations end in different rounds.
type stripLoop struct {
	s            *strip
	bound, test  *reg // how many rounds there are, and whether there is one more; or nil
	live, active *reg
}

// begin prepares the loop for the iterations in the mask.
func (l *stripLoop) begin(outer []int64) {
	s := l.s
	if outer == nil {
		vector.Fill(s.set(l.live), -1)
	} else {
		copy(s.set(l.live), outer)
	}
	s.mask = l.live.w
}

// next leaves in the mask the iterations that run round i, and tells whether there are any.
func (l *stripLoop) next(i int64) bool {
	s, n := l.s, 0
	if l.bound != nil {
		b := l.bound.w
		vector.AtLeast(s.set(l.active), b, i)
		n = vector.MaskAnd(l.live.w, l.active.w, l.live.w)
	}
	if l.test != nil {
		n = vector.MaskAnd(l.live.w, l.test.w, l.live.w)
	}
	s.mask = l.live.w
	return n > 0
}

// step returns code that gives all carried numbers their values for the next round.
func (p *stripper) step(vars []*round) func() {
	s := p.s
	next := make([]int64, len(vars))
	for _, v := range vars {
		if v.r == nil {
			v.to.swaps, v.then.r.swaps = true, true
		}
	}
	return func() {
		for k, v := range vars {
			if v.r != nil {
				next[k] = v.next()
			}
		}
		for k, v := range vars {
			switch {
			case v.r != nil:
				*v.r = next[k]
			case s.mask != nil:
				vector.Put(v.to.w, s.mask, v.then.r.w)
			case v.then.r.isLoan():
				copy(s.set(v.to), v.then.r.w)
			default:
				swap(v.to, v.then.r)
			}
		}
	}
}

// own makes w a register that no variable has.
func (p *stripper) own(w wide) wide {
	if w = p.spread(w); w.temp {
		return w
	}
	s, r := p.s, p.take()
	p.emit(func() { copy(s.set(r), w.r.w) })
	return wide{r: r, temp: true}
}

// carries tells which variables of a loop may differ between iterations: those whose first value does, or what the body
// gives them. all tells whether the number of rounds does.
func (p *stripper) carries(e *syntax.Loop, all bool) map[int]bool {
	vary := map[int]bool{}
	for k, x := range e.Params {
		if all || p.varies(e.Init[k]) {
			vary[x.ID] = true
		}
	}
	for {
		taint := map[int]bool{}
		for id := range vary {
			taint[id] = true
		}
		if e.While != nil && p.tainted(e.While, taint) {
			for _, x := range e.Params {
				vary[x.ID] = true
			}
		}
		p.tainted(e.Body, taint)
		more := false
		for k, x := range e.Params {
			if !vary[x.ID] && p.touches(e.Body.Res[k], taint) {
				vary[x.ID], more = true, true
			}
		}
		if !more {
			return vary
		}
	}
}

// tainted adds to taint what a body binds that may differ between iterations, and tells whether its first result does.
func (p *stripper) tainted(b *syntax.Body, taint map[int]bool) bool {
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok && p.touches(l.Exp, taint) {
			for _, x := range l.Pat {
				taint[x.ID] = true
			}
		}
	}
	return len(b.Res) > 0 && p.touches(b.Res[0], taint)
}

// touches tells whether an expression uses what may differ between iterations.
func (p *stripper) touches(e syntax.Node, taint map[int]bool) bool {
	return mentions(e, func(id int) bool { return taint[id] }) || p.varies(e)
}
