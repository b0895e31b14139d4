package fast

import (
	"math"
	"slices"

	"funmem/semantics/syntax"
)

// carried is a variable that a loop carries: an int in a slot, an array, or a block.
type carried struct {
	u *unit

	r           *int64
	first, next intFn
	then        int64 // the int for the next round

	v, init, res *view
	dims         []intFn
	after        *view  // the array for the next round
	own          *site  // in value mode: the site for a copy of the first array, or nil
	note         func() // in heap mode: counts a binding of the array

	m, at, to *mem
	block     *memBlock // the block for the next round
}

// loop compiles a loop.
func (c *compiler) loop(pat []*syntax.Binding, e *syntax.Loop) {
	if len(pat) != len(e.Params) || len(pat) != len(e.Body.Res) {
		panic(unsupported{})
	}
	vars := c.eachRound(e, nil)
	for k, x := range vars {
		c.rebind(pat[k], operand{n: x.node(), v: x.v, m: x.m})
	}
}

// eachRound compiles the rounds of a loop. each, which may be nil, is called when the
// variables have the values of the next round.
func (c *compiler) eachRound(e *syntax.Loop, each func(i int64, vars []*carried)) []*carried {
	bound := fixed(math.MaxInt)
	if e.For != nil {
		bound = emit(c.int(e.For.N))
	}
	mine, copied := c.keptOf(e)
	var vars []*carried
	for k, x := range e.Params {
		vars = append(vars, c.carry(x, c.operand(e.Init[k])))
		if copied[x.ID] {
			vars[k].own = c.newSite()
		}
	}
	for k, x := range vars {
		if x.v != nil {
			x.dims = c.dims(e.Params[k].Type)
		}
	}
	wrote, blocks, kept := c.wrote, c.enterLoop(vars), c.enterRounds()
	kept.vars = vars
	begin := c.round(e)
	c.mine = mine
	body := c.compileBody(e.Body, func() {
		for k, x := range vars {
			x.give(c.operand(e.Body.Res[k]))
			if x.m != nil {
				c.carriedOn(x.m, x.to)
			}
		}
	})
	c.leaveLoop(blocks)
	c.around = kept.outer
	if wrote != c.wrote {
		c.flush()
	}
	u, next := c.u, scalarStep(vars)
	if next == nil {
		next = func() {
			step(vars)
			blocks.settle()
			kept.keep()
		}
	}
	c.emit(func() {
		n := bound()
		for _, x := range vars {
			x.start()
		}
		fit(vars)
		for i := int64(1); i <= n && begin(i); i++ {
			u.tick(1 + len(body))
			for _, s := range body {
				s()
			}
			next()
			if each != nil {
				each(i, vars)
			}
		}
	})
	return vars
}

// round compiles the start of round i. It tells whether there is such a round, given that
// the bound allows it.
func (c *compiler) round(e *syntax.Loop) func(i int64) bool {
	if e.For != nil {
		i := new(int64)
		c.names.ints[e.For.X.ID] = register(i)
		return func(k int64) bool {
			*i = k
			return true
		}
	}
	var test func() bool
	stms := c.compileBody(e.While, func() { test = emitCond(c.int(e.While.Res[0])) })
	return func(int64) bool {
		for _, s := range stms {
			s()
		}
		return test()
	}
}

// carry binds a variable of a loop with the first value o.
func (c *compiler) carry(x *syntax.Binding, o operand) *carried {
	switch {
	case o.n != nil:
		a := &carried{u: c.u, r: new(int64), first: emit(o.n)}
		c.names.ints[x.ID] = register(a.r)
		return a
	case o.v != nil && x.Type.Rank() == o.v.q:
		a := &carried{u: c.u, init: o.v, v: c.newView(o.v.q), after: c.newView(o.v.q)}
		if c.u.heap != nil {
			count := c.noter(x, a.v)
			a.note = func() { count(1) }
		}
		c.names.arrs[x.ID] = a.v
		return a
	case o.m != nil:
		a := &carried{u: c.u, at: o.m, m: c.carriedMem(o.m)}
		c.names.mems[x.ID] = a.m
		return a
	}
	panic(unsupported{})
}

// give makes o the value that the body gives the variable.
func (a *carried) give(o operand) {
	switch {
	case a.r != nil && o.n != nil:
		a.next = emit(o.n)
	case a.m != nil && o.m != nil:
		a.to = o.m
	case a.v != nil && o.v != nil && o.v.q == a.v.q:
		a.res = o.v
	default:
		panic(unsupported{})
	}
}

// node returns the value of an int.
func (a *carried) node() *node {
	if a.r == nil {
		return nil
	}
	return register(a.r)
}

// start gives the variable its first value.
func (a *carried) start() {
	switch {
	case a.r != nil:
		*a.r = a.first()
	case a.m != nil:
		a.m.blk = a.at.blk
	case a.own != nil:
		*a.v = *a.init
		a.own.place(a.v)
		a.init.copyTo(a.u, a.v.data)
	default:
		*a.v = *a.init
	}
}

// scalarStep returns step for variables that are all ints, and nil for others.
func scalarStep(vars []*carried) func() {
	if slices.ContainsFunc(vars, func(a *carried) bool { return a.r == nil }) {
		return nil
	}
	switch len(vars) {
	case 1:
		r, f := vars[0].r, vars[0].next
		return func() { *r = f() }
	case 2:
		p, f, q, g := vars[0].r, vars[0].next, vars[1].r, vars[1].next
		return func() { *p, *q = f(), g() }
	}
	return func() { step(vars) }
}

// step gives all variables the values of the next round.
func step(vars []*carried) {
	for _, a := range vars {
		switch {
		case a.r != nil:
			a.then = a.next()
		case a.m != nil:
			a.block = a.to.blk
		default:
			*a.after = *a.res
		}
	}
	for _, a := range vars {
		switch {
		case a.r != nil:
			*a.r = a.then
		case a.m != nil:
			a.m.blk = a.block
		default:
			*a.v = *a.after
		}
	}
	fit(vars)
}

// fit checks the arrays against the sizes of their types. In heap mode it compares them as
// a whole.
func fit(vars []*carried) {
	for _, a := range vars {
		if a.v == nil {
			continue
		}
		a.v.fits(a.dims)
		if a.note != nil {
			a.v.wholeNow()
			a.note()
		}
	}
}
