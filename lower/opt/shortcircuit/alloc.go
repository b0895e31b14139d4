package shortcircuit

import (
	"funmem/lower/rewrite"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// fromAlloc builds an array that lies in an allocated block where it is copied to.
// Everything in that block moves, and the block is no longer allocated.
func (c *circuit) fromAlloc(p *point, v *syntax.Var) *rewrite.Refusal {
	w, r := c.ownBlock(p, v)
	if r != nil {
		return r
	}
	shown := c.shown(v, nil, 0)
	last, r := c.lastUse(p, shown)
	if r != nil {
		return r
	}
	from := w.first(p.body)
	moved, r := c.reach(p.body, from, p.to)
	if r != nil {
		return r
	}
	m := &mover{c: c, web: w, to: p.to.Block}
	b := m.body(hoisted(p.body, from, moved))
	if m.fail != nil {
		return m.fail
	}
	if r := c.free(p, from, last, v, w); r != nil {
		return r
	}
	root := replaced(c.body(), p.body, p.tidied(b))
	if syntax.Uses(root, v.ID) > 0 {
		return rewrite.Refuse(nil, "its block `%s` is passed on", v.Name)
	}
	c.set(rewrite.Body(root, rewrite.Without(map[int]bool{v.ID: true})))
	return nil
}

// tidied returns a body without the copy if the pass put it there: its result is then the
// array itself.
func (p *point) tidied(b *syntax.Body) *syntax.Body {
	if !p.ours {
		return b
	}
	is := map[int]syntax.Expr{p.dst.ID: p.src}
	return syntax.Subst(rewrite.Body(b, rewrite.Without(is)), is)
}

// ownBlock is condition 4: the array is made by statements that write fresh arrays, in a
// block that is used only in the body where it is copied, and everything there moves with
// it.
func (c *circuit) ownBlock(p *point, v *syntax.Var) (*web, *rewrite.Refusal) {
	inside := syntax.Uses(p.body, v.ID)
	if inside < syntax.Uses(c.body(), v.ID) {
		return nil, rewrite.Refuse(nil, "its block `%s` is used outside of the body where it is copied", v.Name)
	}
	w := c.webIn(p.body, v)
	if x := w.settle(p.src.ID, p.to.L); x != nil {
		if l := w.partial(p.src.ID); l != nil {
			return nil, rewrite.Refuse(nil, "it is no fresh array, but a part of `%s`", l.Written()).Because(l.Span, "`%s` is made here", l.Written())
		}
		if x.ID == p.src.ID {
			return nil, rewrite.Refuse(nil, "it may be any of several arrays in its block `%s`: it lies at %s", v.Name, syntax.Line(x.Type.Mem.L)).Because(x.Span, "here")
		}
		return nil, rewrite.Refuse(nil, "`%s` lies in its block `%s` as well, at %s", x.Written(), v.Name, syntax.Line(x.Type.Mem.L)).Because(x.Span, "`%s` is made here", x.Written())
	}
	for _, x := range w.arrays {
		if !w.fresh[x.ID] && !w.linked(x.ID) {
			return nil, rewrite.Refuse(nil, "`%s` is made in its block by a call", x.Written()).Because(x.Span, "here")
		}
	}
	return w, nil
}

// partial returns the array that an array is a part of, if nothing says how that one would
// lie.
func (w *web) partial(id int) *syntax.Binding {
	for _, k := range w.links {
		if k.x == id && !k.copy && w.place[k.y] == nil {
			return w.in[k.y]
		}
	}
	return nil
}

// linked tells whether an array is derived from another one of the web.
func (w *web) linked(id int) bool {
	for _, k := range w.links {
		if k.x == id {
			return true
		}
	}
	return false
}

// free is condition 3. It also checks that the elements of the place have locations of
// their own.
func (c *circuit) free(p *point, from, last int, v *syntax.Var, w *web) *rewrite.Refusal {
	t := c.trace()
	if t == nil {
		return rewrite.Refuse(nil, "the function is too long to be analysed")
	}
	r := c.region(t, p, p.to)
	if !t.Distinct(r) || p.whole != nil && !t.Distinct(c.region(t, p, p.whole)) {
		return rewrite.Refuse(nil, "elements of the place where it goes, %s, may share a location", where(p.to))
	}
	if t.MayMeet(v, p.to.Block) {
		return rewrite.Refuse(nil, "its block `%s` may be that where it goes, `%s`", v.Name, p.to.Block.Name)
	}
	l := &live{t: t, web: w, to: p.to.Block}
	if !l.alive(p.body, p.at, r) || !l.reads(p, r) {
		return l.refusal(p)
	}
	return c.unchanged(p, last, v, r)
}

// region returns what lies at m when the array is copied.
func (c *circuit) region(t *races.Trace, p *point, m *syntax.MemAnn) races.Region {
	if p.isResult() {
		return t.After(p.body, m)
	}
	return t.Before(p.let, m)
}

// refusal says which access is in the way.
func (l *live) refusal(p *point) *rewrite.Refusal {
	does := "read"
	if l.bad.Writes() {
		does = "written"
	}
	return l.blocked("block `%s` is %s%s while `%s` is alive (%s)", l.to.Name, does, lineOf(*l.bad), p.src.Name, l.bad.Where()).
		Because(p.let.Span, "it is alive up to here, where it goes to %s", where(p.to))
}
