package erase

import "funmem/semantics/syntax"

// Clean is ⇒unmem on a FUNMEM program, followed by the removal of the ints that
// only its memory needed: blocks, and ints that appear in LMADs or allocations
// (or that such ints are made from) and nowhere else. They go from bindings,
// from what branches and functions return, from parameters and from arguments.
//
// No command cleans. Tests use Clean as the reference for the way from Fun to
// FUNMEM. It must give the original program back, apart from copies of its
// results.
func Clean(p *syntax.Program) *syntax.Program {
	c := &cleaner{supports: map[int]bool{}, blocks: map[int]bool{}, live: map[int]bool{}, defs: map[string]*syntax.Def{}}
	for _, d := range p.Defs() {
		c.defs[d.Name] = d
	}
	c.repeat(func() { c.findSupport(p) })
	c.repeat(func() { c.findLive(p) })
	return Program(c.remove(p))
}

// cleaner holds what is known about each binder, by ID.
type cleaner struct {
	blocks   map[int]bool // of type mem
	supports map[int]bool // a block, or mentioned where memory is described
	live     map[int]bool // used by a part that stays
	defs     map[string]*syntax.Def
	changed  bool
}

// repeat runs a pass until it finds nothing new.
func (c *cleaner) repeat(pass func()) {
	for c.changed = true; c.changed; {
		c.changed = false
		pass()
	}
}

func (c *cleaner) mark(set map[int]bool, id int) {
	if id != 0 && !set[id] {
		set[id], c.changed = true, true
	}
}

func (c *cleaner) markVars(set map[int]bool, ns ...syntax.Expr) {
	for _, n := range ns {
		if n == nil {
			continue
		}
		for _, v := range syntax.FreeVars(n) {
			c.mark(set, v.ID)
		}
	}
}

// findSupport marks the binders that describe memory, and those that they are
// made from.
func (c *cleaner) findSupport(p *syntax.Program) {
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			if n.Type != nil && n.Type.Elem == syntax.Mem {
				c.mark(c.blocks, n.ID)
				c.mark(c.supports, n.ID)
			}
		case *syntax.LMAD:
			for _, v := range syntax.FreeVars(n) {
				c.mark(c.supports, v.ID)
			}
		case *syntax.Alloc:
			c.markVars(c.supports, n.N)
		case *syntax.Def:
			for i, r := range n.Ret {
				if c.supports[r.ID] {
					c.markVars(c.supports, n.Body.Res[i])
				}
			}
		case *syntax.Let:
			c.letSupport(n)
		}
		return true
	})
}

func (c *cleaner) letSupport(l *syntax.Let) {
	switch e := l.Exp.(type) {
	case *syntax.Unary, *syntax.Binary, *syntax.Var:
		if c.supports[l.Pat[0].ID] {
			c.markVars(c.supports, e)
		}
	case *syntax.If:
		for i, p := range l.Pat {
			if c.supports[p.ID] {
				c.markVars(c.supports, e.Then.Res[i], e.Else.Res[i])
			}
		}
	case *syntax.Loop:
		c.loopSupport(l.Pat, e)
	case *syntax.Reduce, *syntax.Scan:
		c.foldSupport(syntax.FoldOf(e))
	case *syntax.Call:
		d := c.defs[e.Fn]
		if d == nil {
			return
		}
		for i, p := range d.Params {
			if c.supports[p.ID] {
				c.markVars(c.supports, e.Args[i])
			}
		}
		for i, p := range l.Pat {
			if c.supports[p.ID] {
				c.mark(c.supports, d.Ret[i].ID)
			}
		}
	}
}

// dead tells whether a binder is removed.
func (c *cleaner) dead(p *syntax.Binding) bool {
	return p.Type != nil && !p.Type.IsArray() && c.supports[p.ID] && !c.live[p.ID]
}

// gone tells whether everything that a let binds is removed.
func (c *cleaner) gone(l *syntax.Let) bool {
	for _, p := range l.Pat {
		if !c.dead(p) {
			return false
		}
	}
	return true
}

// findLive marks what is used by the parts that stay.
func (c *cleaner) findLive(p *syntax.Program) {
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			c.liveTypes(d.Params)
			c.liveTypes(d.Ret)
			c.liveBody(d.Body, d.Ret)
		case syntax.Stm:
			c.liveStm(d)
		case *syntax.In:
			for _, x := range d.Res {
				if v, ok := x.(*syntax.Var); !ok || !c.blocks[v.ID] {
					c.markVars(c.live, x)
				}
			}
		}
	}
}

func (c *cleaner) liveTypes(ps []*syntax.Binding) {
	for _, p := range ps {
		if p.Type != nil {
			c.markVars(c.live, p.Type.Dims...)
		}
	}
}

// liveBody looks at a body with results bound by the pattern. A nil pattern
// keeps everything.
func (c *cleaner) liveBody(b *syntax.Body, pat []*syntax.Binding) {
	for _, s := range b.Stms {
		c.liveStm(s)
	}
	for i, x := range b.Res {
		if pat == nil || !c.dead(pat[i]) {
			c.markVars(c.live, x)
		}
	}
}

func (c *cleaner) liveStm(s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		c.markVars(c.live, append(s.Says.Values(), s.X, s.Y)...)
	case *syntax.Let:
		if !c.gone(s) {
			c.liveLet(s)
		}
	}
}

func (c *cleaner) liveLet(l *syntax.Let) {
	c.liveTypes(l.Pat)
	switch e := l.Exp.(type) {
	case *syntax.Alloc:
	case *syntax.If:
		c.markVars(c.live, e.Cond)
		c.liveBody(e.Then, l.Pat)
		c.liveBody(e.Else, l.Pat)
	case *syntax.Kernel:
		for _, ix := range e.Index {
			c.markVars(c.live, ix.N)
		}
		c.liveBody(e.Body, nil)
	case *syntax.Call:
		c.liveCall(l.Pat, e)
	case *syntax.Reduce, *syntax.Scan:
		c.liveFold(l.Pat, syntax.FoldOf(e))
	case *syntax.Loop:
		c.liveLoop(l.Pat, e)
	default:
		c.markVars(c.live, l.Exp)
	}
}

// liveCall keeps a call and its function in step: what one of them keeps, the
// other keeps too.
func (c *cleaner) liveCall(pat []*syntax.Binding, e *syntax.Call) {
	d := c.defs[e.Fn]
	for i, x := range e.Args {
		if d == nil || !c.dead(d.Params[i]) {
			c.markVars(c.live, x)
		}
	}
	if d == nil {
		return
	}
	for i, p := range pat {
		if !c.dead(p) {
			c.mark(c.live, d.Ret[i].ID)
		}
		if !c.dead(d.Ret[i]) {
			c.mark(c.live, p.ID)
		}
	}
}
