package fast

import (
	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// arm is a branch of an if: its instructions and its results.
type arm struct {
	code []stmFn
	res  []wide
}

// cond compiles an if that returns scalars. If the iterations of a strip go both ways, both branches run, each with the
// iterations that take it.
func (p *stripper) cond(pat []*syntax.Binding, e *syntax.If) {
	if len(e.Then.Res) != len(pat) || len(e.Else.Res) != len(pat) {
		panic(unsupported{})
	}
	for _, x := range pat {
		if x.Type.IsArray() {
			panic(unsupported{})
		}
	}
	test := p.scalar(e.Cond)
	if test.n == nil {
		test = p.spread(test)
	}
	cuts := p.cuts
	p.cuts = cuts && test.n != nil
	then, other := p.take(), p.take() // not used within the branches
	var b [2]arm
	for k, body := range []*syntax.Body{e.Then, e.Else} {
		b[k].code = p.body(body, func() {
			for _, x := range body.Res {
				w := p.scalar(x)
				if test.n == nil {
					w = p.spread(w) // kept while the other branch runs
				}
				b[k].res = append(b[k].res, w)
			}
		})
	}
	out := make([]wide, len(pat))
	for j := range pat {
		out[j] = p.joined(&b, j, test.n != nil)
	}
	p.cuts = cuts
	p.drop(wide{r: then, temp: true})
	p.drop(wide{r: other, temp: true})
	if test.n != nil {
		p.chooseOne(emitCond(test.n), &b, out)
	} else {
		p.chooseBoth(test, then, other, &b, out)
	}
	for j, x := range pat {
		p.name(x, out[j])
	}
}

// joined returns the place of result j of an if, and adds to each branch what fills it.
func (p *stripper) joined(b *[2]arm, j int, one bool) wide {
	x, y := b[0].res[j], b[1].res[j]
	switch {
	case one && x.n != nil && y.n != nil:
		r := new(int64)
		for k, w := range []wide{x, y} {
			f := emit(w.n)
			b[k].code = append(b[k].code, func() { *r = f() })
		}
		return wide{n: register(r)}
	case one && x.r == nil && y.r == nil:
		s, l := p.s, &line{new(int64), new(int64)}
		for k, w := range []wide{x, y} {
			first, step := w.parts()
			b[k].code = append(b[k].code, func() { s.setLine(l, first(), step(), 0, 0) })
		}
		return wide{line: l}
	}
	r := p.take()
	for k, w := range []wide{x, y} {
		if w.r == nil {
			b[k].code = append(b[k].code, p.code(func() { b[k].res[j] = p.spread(w) })...)
		}
	}
	return wide{r: r, temp: true}
}

// chooseOne compiles an if whose condition is the same in all iterations.
func (p *stripper) chooseOne(test func() bool, b *[2]arm, out []wide) {
	s := p.s
	for j, w := range out {
		if w.r == nil {
			continue
		}
		for k := range b {
			from := b[k].res[j]
			b[k].code = append(b[k].code, s.move(w.r, from))
			p.drop(from)
		}
	}
	yes, no := b[0].code, b[1].code
	p.emit(func() {
		if test() {
			s.exec(yes)
		} else {
			s.exec(no)
		}
	})
}

// move returns the instruction that gives to what from has.
func (s *strip) move(to *reg, from wide) stmFn {
	r := from.r
	if from.temp {
		to.swaps, r.swaps = true, true
		return func() { swap(to, r) }
	}
	return func() { copy(s.set(to), r.w) }
}

// swap exchanges the content of two registers.
func swap(x, y *reg) { *x, *y = *y, *x }

// chooseBoth compiles an if whose condition differs between iterations.
func (p *stripper) chooseBoth(test wide, then, other *reg, b *[2]arm, out []wide) {
	s := p.s
	var left, right []*reg
	var all, none []stmFn
	for j, w := range out {
		x, y := b[0].res[j], b[1].res[j]
		left, right = append(left, x.r), append(right, y.r)
		all, none = append(all, s.move(w.r, x)), append(none, s.move(w.r, y))
	}
	yes, no := b[0].code, b[1].code
	p.emit(func() {
		outer := s.mask
		var of, n int
		if outer == nil {
			of, n = s.n, vector.Mask(s.set(then), test.r.w)
		} else {
			of, n = vector.Count(outer), vector.MaskAnd(s.set(then), test.r.w, outer)
		}
		switch n {
		case of:
			if s.exec(yes); !s.stop {
				s.exec(all)
			}
			return
		case 0:
			if s.exec(no); !s.stop {
				s.exec(none)
			}
			return
		}
		s.mask = then.w
		if s.exec(yes); s.stop {
			return
		}
		if outer == nil {
			vector.Not(s.set(other), then.w)
		} else {
			vector.Without(s.set(other), outer, then.w)
		}
		s.mask = other.w
		if s.exec(no); s.stop {
			return
		}
		s.mask = outer
		for j, w := range out {
			x, y := left[j].w, right[j].w
			vector.Blend(s.set(w.r), then.w, x, y)
		}
	})
	for j := range out {
		p.drop(b[0].res[j])
		p.drop(b[1].res[j])
	}
	p.drop(test)
}

// call compiles a call: the body of the function.
func (p *stripper) call(pat []*syntax.Binding, e *syntax.Call) {
	f := p.def(e.Fn)
	if f == nil || len(f.Params) != len(e.Args) || len(f.Body.Res) != len(pat) {
		panic(unsupported{})
	}
	p.used[e.Fn] = f
	if p.result != nil {
		p.called(e.Fn)
	}
	caller, inner := p.names, newNames()
	type arg struct {
		x *syntax.Binding
		w wide
		a *wideArray
		m *mem
		l *local
	}
	var args []arg
	for k, x := range f.Params {
		a := arg{x: x}
		switch {
		case x.Type.Elem == syntax.Mem:
			a.m, a.l = p.memOf(e.Args[k])
		case x.Type.IsArray():
			a.a = p.array(e.Args[k])
		default:
			a.w = p.scalar(e.Args[k])
		}
		args = append(args, a)
	}
	for _, a := range args {
		if a.a != nil {
			inner.arrs[a.x.ID] = a.a.v // for its sizes; fitted takes it away
		}
	}
	for _, n := range f.Sizes {
		inner.ints[n.ID] = register(p.sizeOf(n, f, inner))
	}
	outer := p.scope
	p.names, p.scope = inner, newScope()
	for _, a := range args {
		switch {
		case a.m != nil || a.l != nil:
			p.bindMem(a.x, a.m, a.l)
		case a.a == nil:
			p.name(a.x, a.w)
		}
	}
	for _, a := range args {
		if a.a != nil {
			p.fitted(a.x, a.a)
		}
	}
	var res []arg
	code := p.body(f.Body, func() {
		for k, x := range f.Body.Res {
			r := arg{x: pat[k]}
			switch {
			case pat[k].Type.Elem == syntax.Mem:
				r.m, r.l = p.memOf(x)
			case pat[k].Type.IsArray():
				r.a = p.array(x)
			default:
				r.w = p.scalar(x)
			}
			res = append(res, r)
		}
	})
	p.compiler.body.stms = append(p.compiler.body.stms, code...)
	p.names, p.scope = caller, outer
	for _, r := range res {
		switch {
		case r.m != nil || r.l != nil:
			p.bindMem(r.x, r.m, r.l)
		case r.a == nil:
			p.name(r.x, r.w)
		default:
			p.fitted(r.x, r.a)
		}
	}
}
