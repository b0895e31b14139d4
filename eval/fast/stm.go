package fast

import (
	"funmem/eval/branch"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// operand is an atom resolved to one of three kinds.
type operand struct {
	n *node
	v *view
	m *mem

	real bool // for a result: it is an f64, or an array of them
}

// operand resolves an atom.
func (c *compiler) operand(e syntax.Expr) operand {
	if c.isArray(e) {
		return operand{v: c.array(e)}
	}
	if m := c.mem(e); m != nil {
		return operand{m: m}
	}
	return operand{n: c.int(e)}
}

// bind makes an operand the value of a variable.
func (c *compiler) bind(x *syntax.Binding, o operand) {
	switch {
	case o.v != nil:
		c.bindArr(x, o.v)
	case o.m != nil:
		c.names.mems[x.ID] = o.m
	default:
		c.bindInt(x, o.n)
	}
}

// rebind is bind for a value that has a name already. In heap mode an array is compared as
// a whole.
func (c *compiler) rebind(x *syntax.Binding, o operand) {
	if o.v != nil && c.u.heap != nil {
		c.emit(o.v.wholeNow)
		c.note(x, o.v)
	}
	c.bind(x, o)
}

// let compiles a let.
func (c *compiler) let(s *syntax.Let) {
	c.body.let = s
	switch e := s.Exp.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Unary, *syntax.Binary:
		c.bindInt(s.Pat[0], c.int(e))
	case *syntax.Var:
		c.rebind(s.Pat[0], c.operand(e))
	case *syntax.Index:
		c.index(s.Pat[0], e)
	case *syntax.Slice:
		c.slice(s.Pat[0], e)
	case *syntax.Transpose:
		x := c.array(e.X)
		if x.q < 2 {
			panic(unsupported{})
		}
		c.derive(s.Pat[0], c.newView(x.q), func(v *view) { v.transpose(x) })
	case *syntax.Permute:
		x := c.array(e.X)
		if len(e.Perm) != x.q {
			panic(unsupported{})
		}
		c.derive(s.Pat[0], c.newView(x.q), func(v *view) { v.permute(x, e.Perm) })
	case *syntax.Reverse:
		x := c.array(e.X)
		c.derive(s.Pat[0], c.newView(x.q), func(v *view) { v.reverse(x) })
	case *syntax.Claim:
		c.claim(s.Pat[0], e)
	case *syntax.Reshape:
		if c.u.heap != nil {
			c.reshapeMem(s.Pat[0], e)
		} else {
			c.fresh(s.Pat, e)
		}
	case *syntax.If:
		c.cond(s.Pat, e)
	case *syntax.Call:
		c.call(s.Pat, e)
	case *syntax.Reduce:
		c.reduce(s.Pat, e)
	case *syntax.Scan:
		c.scan(s.Pat, e)
	case *syntax.Loop:
		c.loop(s.Pat, e)
	case *syntax.Alloc:
		c.alloc(s.Pat[0], e)
	case *syntax.With:
		c.with(s.Pat[0], e)
	default:
		if c.u.heap != nil {
			c.freshMem(s.Pat, e)
			return
		}
		c.fresh(s.Pat, e)
	}
}

// check compiles check a = b.
func (c *compiler) check(s *syntax.Check) {
	x := emit(c.int(s.X))
	y := emit(c.int(s.Y))
	c.emit(func() {
		if x() != y() {
			bail()
		}
	})
}

// index compiles let (t : int) = x[y, …].
func (c *compiler) index(t *syntax.Binding, e *syntax.Index) {
	n := &node{kind: isIndex, v: c.array(e.X), at: c.ints(e.At), reads: true}
	if len(n.at) != n.v.q {
		panic(unsupported{})
	}
	if c.holes {
		n = defined(n, num.Hole(t.Type.Elem == syntax.F64))
	}
	c.bindInt(t, n)
}

// derive compiles a derived array. In heap mode it is compared as a whole.
func (c *compiler) derive(x *syntax.Binding, v *view, f func(v *view)) {
	heap := c.u.heap != nil
	c.emit(func() {
		f(v)
		if heap {
			v.wholeNow()
		}
	})
	c.bindArr(x, v)
	if c.u.heap != nil {
		c.note(x, v)
	}
}

// ixCode is an index of a slice, as code.
type ixCode struct {
	fix               bool
	off, size, stride intFn
	flat              [][2]intFn // (size : stride) pairs, or nil
}

// slice compiles let z = x[ix, …].
func (c *compiler) slice(z *syntax.Binding, e *syntax.Slice) {
	x := c.array(e.X)
	if len(e.At) != x.q {
		panic(unsupported{})
	}
	ixs, rank := c.ixs(e.At)
	c.derive(z, c.newView(rank), func(v *view) { v.slice(x, ixs) })
}

// ixs returns the indices of a slice and its rank.
func (c *compiler) ixs(at []syntax.Ix) (ixs []ixCode, rank int) {
	ixs = make([]ixCode, len(at))
	for k, ix := range at {
		ixs[k].off = emit(c.int(ix.Off))
		if ix.Kind == syntax.IxFix {
			ixs[k].fix = true
			continue
		}
		if ix.Kind == syntax.IxFlat {
			for _, d := range ix.Dims {
				ixs[k].flat = append(ixs[k].flat, [2]intFn{emit(c.int(d.Size)), emit(c.int(d.Stride))})
			}
			rank += len(ix.Dims)
			continue
		}
		rank++
		ixs[k].size, ixs[k].stride = emit(c.int(ix.Size)), emit(constant(1))
		if ix.Stride != nil {
			ixs[k].stride = emit(c.int(ix.Stride))
		}
	}
	return ixs, rank
}

// slice is x[ix, …]. Fixed dimensions vanish. A range must have its first and its last
// element in bounds, unless it is empty.
func (v *view) slice(x *view, ixs []ixCode) {
	v.shows(x)
	base, k := x.base, 0
	for j := range ixs {
		ix, d := &ixs[j], x.d[j]
		off := ix.off()
		if ix.fix {
			if uint64(off-1) >= uint64(d.n) {
				bail()
			}
			base += int(off) * d.s
			continue
		}
		if ix.flat != nil {
			base += v.flat(k, off, d, ix.flat)
			k += len(ix.flat)
			continue
		}
		n, s := ix.size(), ix.stride()
		switch {
		case n < 0 || s == 0:
			bail()
		case n == 0:
			v.d[k] = dim{0, d.s}
			base += d.s
		default:
			if uint64(off-1) >= uint64(d.n) || n > int64(d.n) {
				bail()
			}
			if n == 1 {
				s = 1
			}
			if uint64(add(off, mul(n-1, s))-1) >= uint64(d.n) {
				bail()
			}
			v.d[k] = dim{int(n), d.s * int(s)}
			base += (int(off) - int(s)) * d.s
		}
		k++
	}
	v.base = base
}

// flat replaces dimension d by off + {(n : s) …}, as the dimensions from k on, and returns
// what that adds to the base. The smallest and the largest element must be in bounds,
// unless there are none.
func (v *view) flat(k int, off int64, d dim, pairs [][2]intFn) (base int) {
	lo, hi, first, empty := off, off, off, false
	for j, f := range pairs {
		n, s := f[0](), f[1]()
		if n < 0 || n > mostWords {
			bail()
		}
		if n == 0 {
			empty = true
		}
		if n <= 1 {
			s = 1
		}
		reach := mul(max(n, 1)-1, s)
		lo, hi, first = add(lo, min(0, reach)), add(hi, max(0, reach)), add(first, -s)
		v.d[k+j] = dim{int(n), int(s)}
	}
	if !empty && (lo < 0 || hi >= int64(d.n)) {
		bail()
	}
	for j := range pairs {
		if empty {
			v.d[k+j].s = 0
		}
		v.d[k+j].s *= d.s
	}
	if empty {
		return d.s
	}
	return int(first+1) * d.s
}

// cond compiles an if. An if that returns an int and writes nothing becomes an expression.
func (c *compiler) cond(pat []*syntax.Binding, e *syntax.If) {
	test := noted(c.branches.At(e.Span), emitCond(c.int(e.Cond)))
	if len(e.Then.Res) != len(pat) || len(e.Else.Res) != len(pat) {
		panic(unsupported{})
	}
	wrote, notes := c.wrote, c.notes
	var res [2][]operand
	var stms [2][]stmFn
	var ints [2]intFn
	for k, b := range []*syntax.Body{e.Then, e.Else} {
		c.branch = true
		stms[k] = c.compileBody(b, func() {
			for _, x := range b.Res {
				res[k] = append(res[k], c.operand(x))
			}
			if len(pat) == 1 && res[k][0].n != nil {
				ints[k] = emit(res[k][0].n)
			}
		})
	}
	if ints[0] != nil && ints[1] != nil && wrote == c.wrote {
		n := &node{kind: isCode, reads: true, fn: choose(test, stms, ints)}
		if len(stms[0]) == 0 && len(stms[1]) == 0 && !pat[0].Type.IsArray() && pat[0].Type.Elem == syntax.Int {
			n.cond = chooseCond(test, res[0][0].n, res[1][0].n)
		}
		if notes == c.notes {
			c.bindInt(pat[0], n)
		} else {
			c.store(pat[0].ID, n) // arrays are bound in the order of the text
		}
		return
	}
	var outs []operand
	for j := range pat {
		outs = append(outs, c.join(res[0][j], res[1][j], &stms))
	}
	if wrote != c.wrote {
		c.flush()
	}
	yes, no := sequence(stms[0]), sequence(stms[1])
	c.emit(func() {
		if test() {
			yes()
		} else {
			no()
		}
	})
	for j, x := range pat {
		c.rebind(x, outs[j])
	}
}

// noted is a condition that notes which way it goes, unless ways is nil.
func noted(ways *branch.Ways, test func() bool) func() bool {
	if ways == nil {
		return test
	}
	return func() bool {
		holds := test()
		ways.Take(holds)
		return holds
	}
}

// notedNode is a comparison that notes which way it goes, unless ways is nil.
func notedNode(ways *branch.Ways, n *node) *node {
	if ways == nil {
		return n
	}
	holds := noted(ways, emitCond(n))
	return &node{kind: isCode, reads: n.reads, fn: func() int64 { return truth(holds()) }, cond: holds}
}

// join returns the result of an if whose branches return x and y: a place that each branch
// sets at its end.
func (c *compiler) join(x, y operand, stms *[2][]stmFn) operand {
	switch {
	case x.v != nil && y.v != nil && x.v.q == y.v.q:
		v := c.newView(x.v.q)
		stms[0] = append(stms[0], func() { *v = *x.v })
		stms[1] = append(stms[1], func() { *v = *y.v })
		return operand{v: v}
	case x.m != nil && y.m != nil:
		m := &mem{roots: c.either(x.m, y.m)}
		stms[0] = append(stms[0], func() { m.blk = x.m.blk })
		stms[1] = append(stms[1], func() { m.blk = y.m.blk })
		return operand{m: m}
	case x.n != nil && y.n != nil:
		r, f, g := new(int64), emit(x.n), emit(y.n)
		stms[0] = append(stms[0], func() { *r = f() })
		stms[1] = append(stms[1], func() { *r = g() })
		return operand{n: register(r)}
	}
	panic(unsupported{})
}

// choose is an if that returns an int.
func choose(test func() bool, stms [2][]stmFn, ints [2]intFn) intFn {
	then, other := ints[0], ints[1]
	if len(stms[0]) == 0 && len(stms[1]) == 0 {
		return func() int64 {
			if test() {
				return then()
			}
			return other()
		}
	}
	yes, no := sequence(stms[0]), sequence(stms[1])
	return func() int64 {
		if test() {
			yes()
			return then()
		}
		no()
		return other()
	}
}

// chooseCond is an if that returns an int, as a condition.
func chooseCond(test func() bool, x, y *node) func() bool {
	switch other := emitCond(y); {
	case x.kind == isConst && x.k != 0:
		return func() bool { return test() || other() }
	case y.kind == isConst && y.k == 0:
		then := emitCond(x)
		return func() bool { return test() && then() }
	default:
		then := emitCond(x)
		return func() bool {
			if test() {
				return then()
			}
			return other()
		}
	}
}

// sequence returns statements as one statement.
func sequence(stms []stmFn) stmFn {
	switch len(stms) {
	case 0:
		return func() {}
	case 1:
		return stms[0]
	case 2:
		a, b := stms[0], stms[1]
		return func() { a(); b() }
	}
	return func() {
		for _, s := range stms {
			s()
		}
	}
}
