package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// copyBefore moves the copy that an update changes before the statement that writes the
// update's new value, if that copy is in the way. This happens for x with [ix] = v when x
// is used afterwards. Nothing in between may write the source of the copy or use its
// destination.
func (c *circuit) copyBefore(p *point, o obstacle) bool {
	update, ok := p.let.Exp.(*syntax.With)
	if !ok || o.stm == nil {
		return false
	}
	x, ok := update.X.(*syntax.Var)
	e, isCopy := o.stm.Exp.(*syntax.Copy)
	if !ok || !isCopy || o.stm.Pat[0].ID != x.ID {
		return false
	}
	k := c.know()
	at := k.sites[x.ID]
	from := c.webIn(p.body, k.types.Mem(p.src).Block).first(p.body)
	if at.body != p.body || from < 0 || at.k < from {
		return false
	}
	src := e.X.(*syntax.Var)
	if _, later := c.binder(p.body, from, src.ID); later != nil {
		return false
	}
	moved, refused := c.reach(p.body, from, k.types.Mem(x))
	if refused != nil || !c.undisturbed(p.body.Stms[from:at.k], o.stm, k.types.Mem(src), k.types.Mem(x)) {
		return false
	}
	c.set(replaced(c.body(), p.body, hoisted(p.body, from, append(moved, at.k))))
	return true
}

// undisturbed tells whether a copy may as well be done before some statements.
func (c *circuit) undisturbed(stms []syntax.Stm, s *syntax.Let, from, to *syntax.MemAnn) bool {
	t := c.trace()
	src, dst := t.Before(s, from), t.Before(s, to)
	for _, s := range stms {
		l, ok := s.(*syntax.Let)
		if ok && slices.ContainsFunc(t.Accesses(l, races.All), func(a races.Access) bool {
			return !t.Apart(a, dst) || a.Writes() && !t.Apart(a, src)
		}) {
			return false
		}
	}
	return true
}

// retried builds an array. As long as it can, it moves obstacles before the statement that
// makes the array. It returns what was moved.
func (c *circuit) retried(p *point, build func(*point) *rewrite.Refusal) (moved []diag.Note, r *rewrite.Refusal) {
	before := c.save()
	first := build(p)
	for r = first; r != nil; {
		o := c.obstacles[r]
		switch {
		case c.readBefore(o):
			moved = append(moved, diag.Note{Span: o.read.Span, Msg: "`" + syntax.Line(o.read.Exp) + "` is read once, before the kernel"})
		case c.copyBefore(p, o):
			moved = append(moved, diag.Note{Span: o.stm.Span, Msg: "`" + o.stm.Pat[0].Name + "` is copied before that"})
		default:
			c.set(before.body)
			return nil, first
		}
		if p = c.again(p); p == nil {
			c.set(before.body)
			return nil, first
		}
		r = build(p)
	}
	return moved, nil
}

// again returns the copy of a key in the program as changed since.
func (c *circuit) again(p *point) (q *point) {
	c.points(c.body(), nil, func(x *point) bool {
		if x.key == p.key {
			q = x
			q.ours, q.what = p.ours, p.what
		}
		return q != nil
	})
	return q
}
