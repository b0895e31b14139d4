package shortcircuit

import (
	"slices"

	"funmem/semantics/syntax"
)

// readBefore moves a read that is in the way out of the kernel that writes the array:
// every iteration reads the same element, which can be read once before it, as there is
// an iteration. It tells whether it did that; the copy is then to be looked at again.
func (c *circuit) readBefore(r *refusal) bool {
	if r.read == nil || r.stm == nil {
		return false
	}
	k := c.know()
	e, ok := r.stm.Exp.(*syntax.Kernel)
	if !ok || !slices.Contains(e.Body.Stms, syntax.Stm(r.read)) || !c.trace().Some(r.stm, e.Index[0].N) {
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
	at := k.sites[r.stm.Pat[0].ID]
	inner := &syntax.Body{Span: e.Body.Span, Res: e.Body.Res}
	for _, s := range e.Body.Stms {
		if s != syntax.Stm(r.read) {
			inner.Stms = append(inner.Stms, s)
		}
	}
	kernel := &syntax.Let{Span: r.stm.Span, Pat: r.stm.Pat, Exp: &syntax.Kernel{Span: e.Span, Index: e.Index, Body: inner}, Doc: r.stm.Doc}
	b := &syntax.Body{Span: at.body.Span, Stms: slices.Clone(at.body.Stms), Res: at.body.Res}
	b.Stms[at.k] = kernel
	b.Stms = slices.Insert(b.Stms, at.k, syntax.Stm(r.read))
	c.set(replaced(c.body(), at.body, b))
	return true
}
