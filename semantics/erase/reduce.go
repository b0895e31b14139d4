package erase

import "funmem/semantics/syntax"

// foldSupport marks the number of the round, which LMADs of elements mention.
func (c *cleaner) foldSupport(f *syntax.Fold) {
	if round, _, _, _ := f.Params(); round != nil {
		c.mark(c.supports, round.ID)
	}
}

// liveFold keeps all of a reduce or scan except the number of the round, which may
// be there only for the LMADs of elements.
func (c *cleaner) liveFold(pat []*syntax.Binding, f *syntax.Fold) {
	_, accs, elems, _ := f.Params()
	for _, ps := range [][]*syntax.Binding{pat, accs, elems} {
		for _, p := range ps {
			c.mark(c.live, p.ID)
		}
		c.liveTypes(ps)
	}
	c.markVars(c.live, f.Ne...)
	c.markVars(c.live, f.Xs...)
	c.liveBody(f.Lambda().Body, nil)
}

// removeFold is a reduce or scan without the number of the round, if that is dead.
func (c *cleaner) removeFold(f *syntax.Fold) syntax.Expr {
	l := f.Lambda()
	out := *f
	out.Fn = &syntax.Lambda{Span: l.Span, Params: c.kept(l.Params), Body: c.removeBody(l.Body, nil), Mapped: l.Mapped}
	return out.Expr()
}
