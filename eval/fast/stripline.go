package fast

import (
	"math"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// The index of a kernel, and sums and multiples of it, are lines: a first number and a step. An operator on lines costs the
// same for any number of iterations. Where the result is no line, it cuts the strip.

// plus returns x + y, and whether it fits 64 bits.
func plus(x, y int64) (int64, bool) {
	s := x + y
	return s, (x^s)&(y^s) >= 0
}

// lines compiles an operator on lines and constants whose result is a line, or the same in all iterations.
func (p *stripper) lines(op syntax.Op, x, y wide) (w wide, ok bool) {
	switch op {
	case syntax.Add:
		return p.combine(x, y, 1), true
	case syntax.Sub:
		return p.combine(x, y, -1), true
	case syntax.Mul:
		if x.line != nil && y.line != nil {
			return wide{}, false
		}
		if x.n != nil {
			x, y = y, x
		}
		return p.multiple(x.line, y.n), true
	}
	if !p.cuts {
		return wide{}, false
	}
	switch op {
	case syntax.Div, syntax.Mod:
		if y.n == nil || y.n.kind == isConst && y.n.k < shortest {
			return wide{}, false
		}
		return p.divided(op, x, y.n), true
	case syntax.Min, syntax.Max:
		less := p.uniform(syntax.Le, x, y)
		if op == syntax.Max {
			x, y = y, x
		}
		return p.either(less, x, y), true
	}
	if syntax.Ops[op].Truth {
		return wide{n: p.uniform(op, x, y)}, true
	}
	return wide{}, false
}

// shortest is how many iterations a strip should have at least on average. If cuts make them shorter, the form without cuts
// is better.
const shortest = 16

// divided returns x / n or x % n for a line x. It cuts the strip where the quotient changes.
func (p *stripper) divided(op syntax.Op, x wide, n *node) wide {
	p.s.cutting = true
	s, q, l, f := p.s, new(int64), &line{new(int64), new(int64)}, emit(n)
	a, b := x.parts()
	p.emit(func() {
		first, step, k := a(), b(), f()
		if k <= 0 {
			s.fail()
			return
		}
		*q = div(first, k)
		rest := first - *q*k
		same := int64(s.n)
		switch {
		case step > 0:
			same = (k-rest-1)/step + 1
		case step < 0 && step != math.MinInt64:
			same = rest/-step + 1
		case step < 0:
			same = 1
		}
		if same < int64(s.n) {
			s.cutAt(int(same))
			return
		}
		*l.first, *l.step = rest, step
	})
	if op == syntax.Mod {
		return wide{line: l}
	}
	return wide{n: register(q)}
}

// parts returns the first number and the step of a line or constant.
func (w wide) parts() (first, step intFn) {
	if w.n != nil {
		return emit(w.n), fixed(0)
	}
	l := w.line
	return func() int64 { return *l.first }, func() int64 { return *l.step }
}

// combine returns x + sign · y.
func (p *stripper) combine(x, y wide, sign int64) wide {
	s, l := p.s, &line{new(int64), new(int64)}
	a, b := x.parts()
	c, d := y.parts()
	p.emit(func() {
		y, k := c(), d()
		if y == math.MinInt64 || k == math.MinInt64 {
			s.fail()
			return
		}
		s.setLine(l, a(), b(), sign*y, sign*k)
	})
	return wide{line: l}
}

// setLine makes l the sum of two lines.
func (s *strip) setLine(l *line, a, b, c, d int64) {
	var ok1, ok2 bool
	*l.first, ok1 = plus(a, c)
	*l.step, ok2 = plus(b, d)
	if _, ok := s.last(*l.first, *l.step); !ok || !ok1 || !ok2 {
		s.fail()
	}
}

// multiple returns x · k.
func (p *stripper) multiple(x *line, n *node) wide {
	s, l, f := p.s, &line{new(int64), new(int64)}, emit(n)
	p.emit(func() {
		k := f()
		var ok1, ok2 bool
		*l.first, ok1 = num.Mul64(*x.first, k)
		*l.step, ok2 = num.Mul64(*x.step, k)
		if _, ok := s.last(*l.first, *l.step); !ok || !ok1 || !ok2 {
			s.fail()
		}
	})
	return wide{line: l}
}

// uniform compares lines. Where the comparison does not hold for all iterations or for none, it cuts the strip.
func (p *stripper) uniform(op syntax.Op, x, y wide) *node {
	p.s.cutting = true
	s, r := p.s, new(int64)
	a, b := x.parts()
	c, d := y.parts()
	holds := compare(op)
	if holds == nil {
		panic(unsupported{})
	}
	p.emit(func() {
		x, dx, y, dy := a(), b(), c(), d()
		n := s.steady(op, holds, x, dx, y, dy)
		if n < s.n {
			s.cutAt(n)
			return
		}
		*r = truth(holds(x, y))
	})
	return register(r)
}

// steady returns how many of the first iterations of a strip agree with the first one on how x, x + dx, … compares with
// y, y + dy, …. All these numbers fit 64 bits.
func (s *strip) steady(op syntax.Op, holds func(x, y int64) bool, x, dx, y, dy int64) int {
	first := holds(x, y)
	same := func(i int) bool { return holds(x+int64(i)*dx, y+int64(i)*dy) == first }
	if op == syntax.Eq || op == syntax.Ne {
		switch {
		case dx == dy:
			return s.n
		case x == y:
			return 1
		}
		d, ok1 := plus(y, -x)
		k, ok2 := plus(dx, -dy)
		if !ok1 || !ok2 || x == math.MinInt64 || dy == math.MinInt64 {
			return 1
		}
		if at := d / k; d%k == 0 && 0 < at && at < int64(s.n) {
			return int(at)
		}
		return s.n
	}
	if same(s.n - 1) {
		return s.n
	}
	lo, hi := 0, s.n-1 // same(lo), not same(hi)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; same(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// either returns x if a condition holds, which is the same for all iterations, and otherwise y.
func (p *stripper) either(test *node, x, y wide) wide {
	s, l, f := p.s, &line{new(int64), new(int64)}, emitCond(test)
	a, b := x.parts()
	c, d := y.parts()
	p.emit(func() {
		if f() {
			s.setLine(l, a(), b(), 0, 0)
		} else {
			s.setLine(l, c(), d(), 0, 0)
		}
	})
	return wide{line: l}
}
