package shortcircuit

import (
	"slices"

	"funmem/semantics/syntax"
)

// readBefore moves a read that is in the way out of the kernel that writes the array. Every
// iteration reads the same element, and there is at least one iteration, so it can be read
// once before the kernel. readBefore tells whether it moved it. Then the copy has to be
// tried again.
func (c *circuit) readBefore(o obstacle) bool {
	if o.read == nil || o.stm == nil {
		return false
	}
	k := c.know()
	e, ok := o.stm.Exp.(*syntax.Kernel)
	if !ok || !slices.Contains(e.Body.Stms, syntax.Stm(o.read)) || !c.trace().Some(o.stm, e.Index[0].N) {
		return false
	}
	if _, ok := o.read.Exp.(*syntax.Index); !ok {
		return false
	}
	for _, v := range syntax.FreeVars(o.read) {
		if k.sites[v.ID].body == e.Body {
			return false
		}
	}
	at := k.sites[o.stm.Pat[0].ID]
	inner := &syntax.Body{Span: e.Body.Span, Res: e.Body.Res}
	for _, s := range e.Body.Stms {
		if s != syntax.Stm(o.read) {
			inner.Stms = append(inner.Stms, s)
		}
	}
	kernel := &syntax.Let{Span: o.stm.Span, Pat: o.stm.Pat, Exp: &syntax.Kernel{Span: e.Span, Index: e.Index, Body: inner}, Doc: o.stm.Doc}
	b := &syntax.Body{Span: at.body.Span, Stms: slices.Clone(at.body.Stms), Res: at.body.Res}
	b.Stms[at.k] = kernel
	b.Stms = slices.Insert(b.Stms, at.k, syntax.Stm(o.read))
	c.set(replaced(c.body(), at.body, b))
	return true
}
