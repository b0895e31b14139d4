package shortcircuit

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// readBefore moves a read that is in the way out of the kernel that writes the array:
// every iteration reads the same element, which can be read once before it, as there is
// an iteration. It tells whether it did that; the copy is then to be looked at again.
func (c *circuit) readBefore(r *refusal) bool {
	if r.read == nil || r.kernel == nil {
		return false
	}
	k := c.know()
	e, ok := r.kernel.Exp.(*syntax.Kernel)
	if !ok || !slices.Contains(e.Body.Stms, syntax.Stm(r.read)) || !c.trace().Some(r.kernel, e.Index[0].N) {
		return false
	}
	if _, ok := r.read.Exp.(*syntax.Index); !ok {
		return false
	}
	for _, v := range syntax.FreeVars(r.read) {
		if k.sites[v.ID].body == e.Body {
			return false
		}
	}
	at := k.sites[r.kernel.Pat[0].ID]
	inner := &syntax.Body{Span: e.Body.Span, Res: e.Body.Res}
	for _, s := range e.Body.Stms {
		if s != syntax.Stm(r.read) {
			inner.Stms = append(inner.Stms, s)
		}
	}
	kernel := &syntax.Let{Span: r.kernel.Span, Pat: r.kernel.Pat, Exp: &syntax.Kernel{Span: e.Span, Index: e.Index, Body: inner}, Doc: r.kernel.Doc}
	b := &syntax.Body{Span: at.body.Span, Stms: slices.Clone(at.body.Stms), Res: at.body.Res}
	b.Stms[at.k] = kernel
	b.Stms = slices.Insert(b.Stms, at.k, syntax.Stm(r.read))
	c.set(replaced(c.body(), at.body, b))
	return true
}

// again looks at the copy of a key once more.
func (c *circuit) again(p *point) (q *point) {
	c.points(c.body(), func(x *point) bool {
		if x.key == p.key {
			q = x
			q.ours, q.what = p.ours, p.what
		}
		return q != nil
	})
	return q
}

// retried builds an array with the reads that are in the way moved before the kernel
// that makes it, as long as there are some. It says which these were.
func (c *circuit) retried(p *point, build func(*point) *refusal) (moved []diag.Note, r *refusal) {
	before := c.save()
	first := build(p)
	for r = first; r != nil && c.readBefore(r); {
		moved = append(moved, diag.Note{Span: r.read.Span, Msg: "`" + syntax.Line(r.read.Exp) + "` is read once, before the kernel"})
		if p = c.again(p); p == nil {
			break
		}
		r = build(p)
	}
	if r != nil {
		c.set(before.body)
		return nil, first
	}
	return moved, nil
}
