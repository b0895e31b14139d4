package shortcircuit

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Run is array short-circuiting: arrays are built where they will be copied to.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	return newCircuit(j, p).run(), nil
}

// Of is Run for some arrays alone, by ID: no other copy is looked at, but for those that a move brings about.
func Of(j *rewrite.Job, p *syntax.Program, arrays func(id int) bool) *syntax.Program {
	c := newCircuit(j, p)
	c.only = arrays
	return c.run()
}

func (c *circuit) run() *syntax.Program {
	for c.at = range len(c.defs) + 1 {
		added := c.numberRounds()
		for c.step() {
		}
		c.dropRounds(added)
	}
	return c.program()
}

// step tries the copies that have not been tried, until it removes one. It tells whether it
// removed one.
func (c *circuit) step() bool {
	undecided := func(k key) bool { return !c.decided[k] }
	return c.points(c.body(), undecided, func(p *point) bool {
		if c.decided[p.key] || c.only != nil && (p.input || !c.only(p.src.ID)) {
			return false
		}
		c.decided[p.key] = true
		return c.try(p)
	})
}

// try builds an array where it is copied to, if the conditions hold, and says so.
func (c *circuit) try(p *point) bool {
	k := c.know()
	src := k.bound[p.src.ID]
	if k.same(k.types.Mem(p.src), p.to) {
		return false
	}
	if src == nil {
		src = &syntax.Binding{Span: p.src.Span, Name: p.src.Name}
	}
	build := c.build
	if p.input {
		build = c.share
	}
	moved, r := c.retried(p, build)
	if r != nil {
		if _, close := c.obstacles[r]; !p.input || close {
			c.job.Refuse(r.About(src), "not short-circuited into %s: ", p.what)
		}
		return false
	}
	n := c.job.Did(src, "built where it goes, in %s (%s)", where(p.to), p.what)
	n.Reasons = append(n.Reasons, moved...)
	return true
}

// build chooses the way by the statement that makes the block of the array.
func (c *circuit) build(p *point) *rewrite.Refusal {
	k := c.know()
	v := k.types.Mem(p.src).Block
	if v.ID == p.to.Block.ID {
		return rewrite.Refuse(nil, "it lies in block `%s` already, at another place", v.Name)
	}
	at, bound := k.sites[v.ID]
	if !bound {
		return rewrite.Refuse(nil, "its block `%s` comes from outside", v.Name)
	}
	s := k.let(v.ID)
	if s == nil {
		return rewrite.Refuse(nil, "its block `%s` is what a loop carries", v.Name)
	}
	if _, ok := s.Exp.(*syntax.Alloc); ok {
		return c.fromAlloc(p, v)
	}
	if at.body != p.body {
		return rewrite.Refuse(nil, "it is made outside of the body where it is copied")
	}
	switch e := s.Exp.(type) {
	case *syntax.If:
		return c.fromIf(p, v, at.k, s, e)
	case *syntax.Loop:
		return c.fromLoop(p, v, at.k, s, e)
	case *syntax.Call:
		return rewrite.Refuse(nil, "it is made by a call of `%s`", e.Fn).Because(s.Span, "here")
	}
	return rewrite.Refuse(nil, "its block `%s` is no block of its own", v.Name)
}
