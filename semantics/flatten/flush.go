package flatten

import (
	"funmem/semantics/syntax"
)

// want is something that a kernel over a context is to give for each iteration.
type want struct {
	name string
	t    *syntax.Type             // its sizes are known outside
	x    syntax.Expr              // an atom; nil for something else
	get  func(r *row) syntax.Expr // an atom of the row, where x is nil
}

// atom is the want of an atom of the context with a type.
func atom(name string, x syntax.Expr, t *syntax.Type) want {
	return want{name: name, x: x, t: t}
}

// computed is the want of an int.
func computed(name string, get func(r *row) syntax.Expr) want {
	return want{name: name, t: intType(), get: get}
}

// settle does what waits in a context.
func (l *lifter) settle(c *context) {
	if len(c.waiting) > 0 {
		l.gather(c, nil, nil)
	}
}

// settleAll does what waits in a context and in those around, before a body outside begins, which may run never, or for ever. What
// waited in the contexts outside of the present body was done before that.
func (l *lifter) settleAll(c *context) {
	if c != nil && c.block == l.out {
		l.settleAll(c.up)
		l.settle(c)
	}
}

// flush returns arrays of what is wanted in a context. If some are not there, one kernel makes them, and does what waits in the context.
func (l *lifter) flush(c *context, wants ...want) []*syntax.Binding {
	got := make([]*syntax.Binding, len(wants))
	open := false
	for k, w := range wants {
		if got[k] = l.kept(c, w); got[k] == nil {
			open = true
		}
	}
	if open {
		l.gather(c, wants, got)
	}
	return got
}

// gather makes arrays of what is wanted, where got has none, in a kernel that does what waits.
func (l *lifter) gather(c *context, wants []want, got []*syntax.Binding) {
	r := l.row(c, l.at, l.fresh(c))
	steps := c.waiting
	c.waiting = nil
	for _, s := range steps {
		r.run(s)
	}
	k := &gathered{l: l, c: c, r: r, made: map[int]*syntax.Binding{}}
	k.keep(steps)
	for i, w := range wants {
		if got[i] == nil {
			got[i] = k.want(w)
		}
	}
	k.emit()
}

// fresh is the number of an iteration, for a kernel over its context.
func (l *lifter) fresh(c *context) syntax.Expr {
	x := l.binding(l.at, c.name, nil)
	return x.Use()
}

// kept is the array of what is wanted, if there is one.
func (l *lifter) kept(c *context, w want) *syntax.Binding {
	if w.x == nil {
		return nil
	}
	v := l.variable(w.x)
	if v == nil || v.in.numbered() != c.numbered() {
		return nil
	}
	if y := l.layoutOfSize(c, w.x); y != nil && y.sizes != nil {
		return y.sizes
	}
	p, ok := v.place.(stored)
	if !ok || !l.allSame(p.array.Type.Dims[1:], l.outer(w.t).Dims) {
		return nil
	}
	return p.array
}

// gathered is a kernel over a context that is being written.
type gathered struct {
	l    *lifter
	c    *context
	r    *row
	pat  []*syntax.Binding
	res  []syntax.Expr
	made map[int]*syntax.Binding // the arrays of the variables that are kept
}

// result adds a result to the kernel.
func (k *gathered) result(name string, t *syntax.Type, x syntax.Expr) *syntax.Binding {
	z := k.l.binding(k.l.at, name, over(k.c.n, t))
	k.pat, k.res = append(k.pat, z), append(k.res, x)
	return z
}

// keep keeps what statements give that is needed later, where they are costly.
func (k *gathered) keep(steps []*step) {
	needed := k.l.needed(k.c, k.c.todo)
	for _, s := range steps {
		if !s.costly {
			continue
		}
		for _, z := range s.stm.(*syntax.Let).Pat {
			if needed[z.ID] && !k.l.differs(z) {
				k.made[z.ID] = k.result(z.Name, k.l.outer(z.Type), k.r.fitted(k.r.known[z.ID], z.Type))
				if syntax.IsName(z.Text) { // and not what messages call a size
					k.made[z.ID].Text = z.Text
				}
			}
		}
	}
}

// want adds what is wanted.
func (k *gathered) want(w want) *syntax.Binding {
	t := k.l.outer(w.t)
	if w.x == nil {
		return k.result(w.name, t, w.get(k.r))
	}
	if v := k.l.variable(w.x); v != nil && k.made[v.b.ID] != nil && k.l.allSame(k.made[v.b.ID].Type.Dims[1:], t.Dims) {
		return k.made[v.b.ID]
	}
	if w.t.IsArray() {
		k.r.rest(append(free([]syntax.Expr{w.x}), free(w.t.Dims)...))
	}
	return k.result(w.name, t, k.r.fitted(k.r.get(w.x), w.t))
}

// emit emits the kernel. One that has only to find out whether something is stuck gives zeros.
func (k *gathered) emit() {
	if len(k.pat) == 0 {
		k.result("checked", intType(), constant(0))
	}
	x := k.r.iteration(k.c).(*syntax.Var)
	k.l.emit(&syntax.Let{Span: k.l.at, Pat: k.pat, Exp: &syntax.Kernel{Span: k.l.at,
		Index: []syntax.Bound{{X: &syntax.Binding{Span: k.l.at, Name: x.Name, ID: x.ID}, N: k.c.n}},
		Body:  &syntax.Body{Span: k.l.at, Stms: k.r.stms, Res: k.res}}})
	for id, a := range k.made {
		k.l.vars[id].place = stored{a}
	}
}

// needed are the variables that some statements and the results of the context need.
func (l *lifter) needed(c *context, stms []syntax.Stm) map[int]bool {
	set := map[int]bool{}
	l.need(set, syntax.FreeVars(&syntax.Body{Stms: stms, Res: c.res}))
	for changed := true; changed; {
		changed = false
		for _, s := range c.checks {
			own := syntax.FreeVars(s.stm)
			all := true
			for _, x := range own {
				all = all && set[x.ID]
			}
			related := map[int]bool{}
			if l.relate(related, own); !all && meet(related, set) {
				l.need(set, own)
				changed = true
			}
		}
	}
	return set
}

// need adds variables, and those that they are computed from again. Those that are kept are not computed again.
func (l *lifter) need(set map[int]bool, xs []*syntax.Var) {
	for _, x := range xs {
		if set[x.ID] {
			continue
		}
		set[x.ID] = true
		v := l.vars[x.ID]
		if v == nil {
			continue
		}
		l.need(set, free(l.typeOf(x).Dims))
		switch p := v.place.(type) {
		case alias:
			l.need(set, syntax.FreeVars(p.x))
		case repeated:
			if !p.s.costly || l.differs(v.b) {
				l.need(set, syntax.FreeVars(p.s.stm))
			}
		}
	}
}
