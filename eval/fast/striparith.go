package fast

import (
	"math"

	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// scalar compiles an atom or scalar expression of the iterations of a strip.
func (p *stripper) scalar(e syntax.Expr) wide {
	if p.size++; p.size > mostCode {
		panic(unsupported{})
	}
	switch e := e.(type) {
	case *syntax.Var:
		if w, ok := p.wides[e.ID]; ok {
			return w
		}
		return wide{n: p.intVar(e.ID)}
	case *syntax.Unary:
		return p.unary(e.Op, e.Of == syntax.F64, p.scalar(e.X))
	case *syntax.Binary:
		if w, ok := p.plusProduct(e); ok {
			return w
		}
		return p.binary(e.Op, e.Of == syntax.F64, p.scalar(e.X), p.scalar(e.Y))
	}
	return wide{n: p.int(e)}
}

func (p *stripper) unary(op syntax.Op, real bool, x wide) wide {
	switch {
	case x.n != nil && real:
		return wide{n: realUnary(op, x.n)}
	case x.n != nil:
		return wide{n: unaryNode(op, x.n)}
	case x.line != nil && op == syntax.Neg:
		return p.combine(wide{n: constant(0)}, x, -1)
	}
	x = p.spread(x)
	r := p.take()
	p.drop(x)
	p.emit(p.unaryCode(op, real, x.r, r))
	return wide{r: r, temp: true}
}

// unaryCode returns the instruction d = op x.
func (p *stripper) unaryCode(op syntax.Op, real bool, x, d *reg) stmFn {
	s := p.s
	if real {
		switch op {
		case syntax.ToInt:
			return func() {
				x := vector.Reals(x.w)
				if !vector.Truncate(s.set(d), x) {
					s.fail()
				}
			}
		case syntax.Neg:
			return s.reals1(vector.NegReals, x, d)
		case syntax.Abs:
			return s.reals1(vector.AbsReals, x, d)
		case syntax.Sqrt:
			return s.reals1(vector.Sqrt, x, d)
		case syntax.F32:
			return s.reals1(vector.Round32, x, d)
		}
		f := emitRealOp(realUnary(op, register(&s.x)))
		return s.each1(f, x, d)
	}
	switch op {
	case syntax.ToF64:
		return func() {
			x := x.w
			vector.ToReals(vector.Reals(s.set(d)), x)
		}
	case syntax.Neg, syntax.Abs:
		vec := vector.Neg
		if op == syntax.Abs {
			vec = vector.Abs
		}
		return func() {
			x := x.w
			if !vec(s.set(d), x) {
				s.doubt(d, func(i int) (int64, bool) { return fold(op, x[i], 0) })
			}
		}
	case syntax.Not:
		return func() {
			x := x.w
			vector.EqualTo(s.set(d), x, 0)
		}
	}
	if op.Wraps() && op.Signed() {
		n := syntax.Ops[op].Bits
		return func() {
			x := x.w
			vector.Signed(s.set(d), x, n)
		}
	}
	return s.each1(emit(unaryNode(op, register(&s.x))), x, d)
}

func (s *strip) reals1(vec func(d, x []float64), x, d *reg) stmFn {
	return func() {
		x := vector.Reals(x.w)
		vec(vector.Reals(s.set(d)), x)
	}
}

// each1 applies an operator, which takes its operand from s.x, to one number after the other.
func (s *strip) each1(f intFn, x, d *reg) stmFn {
	return func() {
		x := x.w
		d := s.set(d)
		for i := range d {
			if s.mask != nil && s.mask[i] == 0 {
				continue
			}
			s.x = x[i]
			d[i] = f()
		}
	}
}

// each2 is each1 for two operands.
func (s *strip) each2(f intFn, x, y, d *reg) stmFn {
	return func() {
		x, y := x.w, y.w
		d := s.set(d)
		for i := range d {
			if s.mask != nil && s.mask[i] == 0 {
				continue
			}
			s.x, s.y = x[i], y[i]
			d[i] = f()
		}
	}
}

// doubt computes the elements of d again of which some do not fit 64 bits. Those of iterations that do not take part do
// not matter.
func (s *strip) doubt(d *reg, f func(i int) (int64, bool)) {
	if s.mask == nil {
		s.fail()
		return
	}
	for i := range d.w {
		if s.mask[i] == 0 {
			continue
		}
		var ok bool
		if d.w[i], ok = f(i); !ok {
			s.fail()
			return
		}
	}
}

func (p *stripper) binary(op syntax.Op, real bool, x, y wide) wide {
	switch {
	case x.n != nil && y.n != nil && real:
		return wide{n: realBinary(op, x.n, y.n)}
	case x.n != nil && y.n != nil:
		return wide{n: binaryNode(op, x.n, y.n)}
	}
	if x.r == nil && y.r == nil {
		if w, ok := p.lines(op, x, y); ok {
			return w
		}
	}
	truth := syntax.Ops[op].Truth
	switch {
	case x.n != nil && truth:
		x, y, op = y, x, turned[op]
	case x.n != nil && (op == syntax.Add || op == syntax.Mul || op == syntax.Min && !real || op == syntax.Max && !real || op == syntax.BitAnd):
		x, y = y, x
	}
	if x.line != nil {
		x = p.spread(x)
	}
	if y.line != nil {
		y = p.spread(y)
	}
	var f func(d *reg) stmFn
	switch {
	case real:
		f = p.realCode(op, x, y)
	case truth:
		f = compareCode(p.s, op, x, y, func(w []int64) []int64 { return w }, func(k int64) int64 { return k })
	default:
		f = p.intCode(op, x, y)
	}
	if f == nil {
		x, y := p.spread(x), p.spread(y)
		n := binaryNode(op, register(&p.s.x), register(&p.s.y))
		if real {
			n = realBinary(op, register(&p.s.x), register(&p.s.y))
		}
		r := p.take()
		p.drop(x)
		p.drop(y)
		p.emit(p.s.each2(emit(n), x.r, y.r, r))
		return wide{r: r, temp: true}
	}
	r := p.take() // not that of an operand, which may be looked at again
	p.drop(x)
	p.drop(y)
	p.emit(f(r))
	return wide{r: r, temp: true}
}

// plusProduct compiles s + x · y and s − x · y of f64s as one instruction, if s is a register and x or y is one. The
// product is rounded first, as always. ok is false for other expressions.
func (p *stripper) plusProduct(e *syntax.Binary) (w wide, ok bool) {
	product := func(e syntax.Expr) *syntax.Binary {
		if b, ok := e.(*syntax.Binary); ok && b.Op == syntax.Mul && p.varies(b) {
			return b
		}
		return nil
	}
	if e.Of != syntax.F64 || e.Op != syntax.Add && e.Op != syntax.Sub || !p.varies(e.X) || !p.varies(e.Y) {
		return wide{}, false
	}
	sum, of := e.X, product(e.Y)
	if of == nil && e.Op == syntax.Add {
		sum, of = e.Y, product(e.X)
	}
	if of == nil {
		return wide{}, false
	}
	z, x, y := p.scalar(sum), p.scalar(of.X), p.scalar(of.Y)
	if x.n != nil {
		x, y = y, x
	}
	if z.r == nil || x.r == nil || y.r == nil && (y.n == nil || z.n != nil) || y.r != nil && e.Op == syntax.Sub {
		return p.binary(e.Op, true, z, p.binary(syntax.Mul, true, x, y)), true
	}
	s, r := p.s, p.take()
	p.drop(z)
	p.drop(x)
	p.drop(y)
	if y.r != nil {
		p.emit(func() {
			z, x, y := vector.Reals(z.r.w), vector.Reals(x.r.w), vector.Reals(y.r.w)
			vector.AddProduct(vector.Reals(s.set(r)), z, x, y)
		})
		return wide{r: r, temp: true}, true
	}
	k, sign := emitReal(y.n), 1.0
	if e.Op == syntax.Sub {
		sign = -1
	}
	p.emit(func() {
		z, x, k := vector.Reals(z.r.w), vector.Reals(x.r.w), sign*k()
		vector.AddMultiple(vector.Reals(s.set(r)), z, x, k)
	})
	return wide{r: r, temp: true}, true
}

// spread makes w a register.
func (p *stripper) spread(w wide) wide {
	s := p.s
	switch {
	case w.n != nil:
		r, f := p.take(), emit(w.n)
		p.emit(func() {
			k := f()
			vector.Fill(s.set(r), k)
		})
		return wide{r: r, temp: true}
	case w.line != nil:
		r, l := p.take(), w.line
		p.emit(func() { vector.Line(s.set(r), *l.first, *l.step) })
		return wide{r: r, temp: true}
	}
	return w
}

// realCode returns the instruction for an operator on f64s, or nil.
func (p *stripper) realCode(op syntax.Op, x, y wide) func(d *reg) stmFn {
	s := p.s
	if syntax.Ops[op].Truth {
		return compareCode(s, op, x, y, vector.Reals, double)
	}
	var vec func(d, x, y []float64)
	var one func(d, x []float64, k float64)
	switch op {
	case syntax.Add:
		vec, one = vector.AddReals, vector.AddReal
	case syntax.Mul:
		vec, one = vector.MulReals, vector.MulReal
	case syntax.Min:
		vec = vector.MinReals
	case syntax.Max:
		vec = vector.MaxReals
	case syntax.Sub:
		if vec, one = vector.SubReals, vector.SubReal; x.n != nil {
			one = vector.RealSub
		}
	case syntax.Div:
		if vec, one = vector.DivReals, vector.DivReal; x.n != nil {
			one = vector.RealDiv
		}
	default:
		return nil
	}
	if x.n != nil || y.n != nil {
		k, of := y.n, x.r
		if x.n != nil {
			k, of = x.n, y.r
		}
		if one == nil {
			return nil
		}
		f, divides := emitReal(k), op == syntax.Div && y.n != nil
		return func(d *reg) stmFn {
			return func() {
				x, k := vector.Reals(of.w), f()
				if frac, exp := math.Frexp(k); divides && math.Abs(frac) == 0.5 && -1000 < exp && exp < 1000 {
					vector.MulReal(vector.Reals(s.set(d)), x, 1/k) // exact: a power of two
					return
				}
				one(vector.Reals(s.set(d)), x, k)
			}
		}
	}
	a, b := x.r, y.r
	return func(d *reg) stmFn {
		return func() {
			x, y := vector.Reals(a.w), vector.Reals(b.w)
			vec(vector.Reals(s.set(d)), x, y)
		}
	}
}

// intCode returns the instruction for an operator on ints, or nil.
func (p *stripper) intCode(op syntax.Op, x, y wide) func(d *reg) stmFn {
	s := p.s
	var vec func(d, x, y []int64) bool
	var one func(d, x []int64, k int64) bool
	switch op {
	case syntax.Add:
		vec, one = vector.Add, vector.AddInt
	case syntax.Mul:
		vec, one = vector.Mul, vector.MulInt
	case syntax.Min:
		vec, one = vector.Min, vector.MinInt
	case syntax.Max:
		vec, one = vector.Max, vector.MaxInt
	case syntax.BitAnd:
		vec, one = vector.And, vector.AndInt
	case syntax.Sub:
		if vec, one = vector.Sub, vector.SubInt; x.n != nil {
			one = vector.IntSub
		}
	case syntax.Div, syntax.Mod:
		if y.n == nil || y.n.kind == isConst && y.n.k <= 0 {
			return nil
		}
		if one = vector.DivInt; op == syntax.Mod {
			one = vector.ModInt
		}
		f, of, g := emit(y.n), x.r, binary(op)
		return func(d *reg) stmFn {
			return func() {
				x, k := of.w, f()
				if d := s.set(d); k > 0 {
					one(d, x, k)
					return
				}
				if s.mask != nil && k == 0 {
					s.fail()
					return
				}
				for i, x := range x {
					s.x = g(x, k)
					d.w[i] = s.x
				}
			}
		}
	default:
		return nil
	}
	if x.n != nil || y.n != nil {
		k, of, left := y.n, x.r, x.n != nil
		if left {
			k, of = x.n, y.r
		}
		f := emit(k)
		return func(d *reg) stmFn {
			return func() {
				x, k := of.w, f()
				if one(s.set(d), x, k) {
					return
				}
				s.doubt(d, func(i int) (int64, bool) {
					if left {
						return fold(op, k, x[i])
					}
					return fold(op, x[i], k)
				})
			}
		}
	}
	a, b := x.r, y.r
	return func(d *reg) stmFn {
		return func() {
			x, y := a.w, b.w
			if !vec(s.set(d), x, y) {
				s.doubt(d, func(i int) (int64, bool) { return fold(op, x[i], y[i]) })
			}
		}
	}
}
