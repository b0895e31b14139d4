package fast

import "funmem/semantics/syntax"

// call compiles a call: the body of the function, with its own slots. In heap mode the
// arguments are whole before the call, and those without a star are whole after it.
func (c *compiler) call(pat []*syntax.Binding, e *syntax.Call) {
	f := c.def(e.Fn)
	if f == nil || len(f.Params) != len(e.Args) || len(f.Body.Res) != len(pat) {
		panic(unsupported{})
	}
	c.used[e.Fn] = f
	if c.result != nil {
		c.called(e.Fn)
	}
	caller, inner, wrote := c.names, newNames(), c.wrote
	mine := c.givenUp(f, e)
	var kept []*view
	for k, x := range f.Params {
		switch o := c.operand(e.Args[k]); {
		case o.v != nil:
			inner.arrs[x.ID] = o.v
			if !x.Unique {
				kept = append(kept, o.v)
			}
		case o.m != nil:
			inner.mems[x.ID] = o.m
		case o.n.total():
			inner.ints[x.ID] = o.n
		default:
			r, f := new(int64), emit(o.n)
			c.emit(func() { *r = f() })
			inner.ints[x.ID] = register(r)
		}
	}
	for _, n := range f.Sizes {
		inner.ints[n.ID] = register(c.sizeOf(n, f, inner))
	}
	c.names = inner
	for _, x := range f.Params {
		if v := inner.arrs[x.ID]; v != nil {
			if c.u.heap != nil {
				c.emit(v.wholeNow)
			}
			c.bindArr(x, v)
			if c.u.heap != nil {
				c.note(x, v)
			}
		}
	}
	var res []operand
	var sites map[*view]*site
	c.mine = mine
	stms := c.compileBody(f.Body, func() {
		for _, x := range f.Body.Res {
			res = append(res, c.operand(x))
		}
		sites = c.body.sites
	})
	c.names = caller
	if wrote != c.wrote {
		c.flush()
	}
	c.body.stms = append(c.body.stms, stms...)
	for v, s := range sites {
		c.body.sites[v] = s
	}
	if c.u.heap != nil && wrote != c.wrote {
		for _, v := range kept {
			c.emit(v.wholeNow)
		}
	}
	for k, x := range pat {
		c.rebind(x, res[k])
	}
}

// called notes when a call runs.
func (c *compiler) called(name string) {
	ran := c.result.Called[name]
	if ran == nil {
		ran = new(bool)
		c.result.Called[name] = ran
	}
	c.emit(func() { *ran = true })
}

// sizeOf returns the slot of a size parameter: the dimension of the first argument whose
// parameter type has it.
func (c *compiler) sizeOf(n *syntax.Binding, f *syntax.Def, args *names) *int64 {
	for _, x := range f.Params {
		for k, d := range x.Type.Dims {
			if y, ok := d.(*syntax.Var); ok && y.ID == n.ID {
				v, r := args.arrs[x.ID], new(int64)
				if v == nil || k >= v.q {
					panic(unsupported{})
				}
				c.emit(func() { *r = int64(v.d[k].n) })
				return r
			}
		}
	}
	panic(unsupported{})
}

// givenUp returns the parameters of f that belong to its body in the call e, because their
// arguments are not used any more.
func (c *compiler) givenUp(f *syntax.Def, e *syntax.Call) (mine []int) {
	if c.shares == nil {
		return nil
	}
	for k, x := range f.Params {
		delete(c.home, x.ID)
		if !c.shares.isUpdated(x.ID) || !c.isArray(e.Args[k]) {
			continue
		}
		within := []syntax.Node{f.Body}
		for j, y := range e.Args {
			if j != k {
				within = append(within, y)
			}
		}
		if c.lastUse(e.Args[k], within...) {
			mine = append(mine, x.ID)
		}
	}
	return mine
}
