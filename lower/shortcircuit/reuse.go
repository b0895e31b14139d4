package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// inputs are the arrays that a kernel reads for the last time and that have the sizes
// and the kind of its result: they may be built where the result goes, if each iteration
// reads of them only the row that it writes.
func (c *circuit) inputs(b *syntax.Body, at int, s *syntax.Let, e *syntax.Kernel) []*point {
	k := c.know()
	var list []*point
	for _, v := range syntax.FreeVars(e.Body) {
		x := k.bound[v.ID]
		if x == nil || x.Type == nil || x.Type.Mem == nil || k.sites[v.ID].body != b {
			continue
		}
		for n, z := range s.Pat {
			if z.Type.Mem != nil && c.alike(x.Type, z.Type) {
				list = append(list, &point{
					key: key{s.Pat[0].ID, "input " + x.Name, n}, what: "the place of `" + z.Written() + "`", body: b, at: at, let: s,
					src: v, dst: z, to: &syntax.MemAnn{Block: z.Type.Mem.Block, L: resized(z.Type.Mem.L, x.Type.Dims)}, input: true,
				})
			}
		}
	}
	return list
}

// alike tells whether two arrays have elements of one kind, and the same sizes.
func (c *circuit) alike(a, b *syntax.Type) bool {
	env := c.know().env
	return a.Elem == b.Elem && slices.EqualFunc(a.Dims, b.Dims, func(m, n syntax.Expr) bool {
		return poly.Compare(env.Of(m), env.Of(n)) == poly.Equal
	})
}

// share builds an input of a kernel where the result goes.
func (c *circuit) share(p *point) *refusal {
	before := c.save()
	if r := c.build(p); r != nil {
		return r
	}
	if r := c.ownRows(p); r != nil {
		c.job.Notes = c.job.Notes[:before.notes]
		c.set(before.body)
		return r
	}
	return nil
}

// ownRows is condition 3 for the kernel that reads the input, which lies by now where the
// result goes: no iteration reads what another one writes.
func (c *circuit) ownRows(p *point) *refusal {
	s := c.know().let(p.dst.ID)
	e := s.Exp.(*syntax.Kernel)
	t := c.trace()
	l := &live{t: t, to: p.to.Block, web: &web{c: c, in: map[int]*syntax.Binding{p.dst.ID: p.dst}, place: map[int]*syntax.LMAD{p.dst.ID: p.to.L}}}
	for _, inner := range rewrite.InnerBodies(e) {
		if w := c.webIn(inner, p.to.Block); len(w.fresh) > 0 {
			return refuse("a row of `%s` is built where it goes already", p.dst.Written())
		}
	}
	n := slices.IndexFunc(s.Pat, func(z *syntax.Binding) bool { return z.ID == p.dst.ID })
	if !l.kernel(s, e, n, t.Before(s, p.to)) {
		r := refuse("an iteration of `%s` reads%s what another one writes (%s)", p.dst.Written(), lineOf(*l.bad), offsets(*l.bad))
		r.close, r.read, r.stm = true, l.bad.By(), l.where
		return r.because(spanOf(*l.bad), "%s", access(*l.bad))
	}
	return nil
}
