package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// inputs returns the arrays that a kernel reads for the last time and that have the sizes
// and the kind of its result. They may be built where the result goes, if each iteration
// reads only the row of them that it writes.
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
					src: v, dst: z, to: &syntax.MemAnn{Block: z.Type.Mem.Block, L: lmad.Resized(z.Type.Mem.L, x.Type.Dims)}, input: true,
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

// inputTests is how many linear programs a question about an input may take. The usual
// case, a kernel that reads each of its rows from the same row of an input, takes a few.
const inputTests = 4

// share builds an input of a kernel where the result goes.
func (c *circuit) share(p *point) *rewrite.Refusal {
	k := c.know()
	v := k.types.Mem(p.src).Block
	at := k.sites[v.ID]
	if k.let(v.ID) == nil || at.body != p.body {
		return rewrite.Refuse(nil, "its block is not made beside it")
	}
	if _, r := c.lastUse(p, c.shown(v, p.body, at.k)); r != nil {
		return r
	}
	if r := c.ownRows(p); r != nil {
		return r
	}
	return c.build(p)
}

// ownRows is condition 3 for the kernel that reads the input: no iteration reads a row of
// it that another one may have overwritten, and the rows are written last.
func (c *circuit) ownRows(p *point) *rewrite.Refusal {
	e := p.let.Exp.(*syntax.Kernel)
	if w := c.webIn(e.Body, p.to.Block); len(w.fresh) > 0 {
		return rewrite.Refuse(nil, "a row of `%s` is built where it goes already", p.dst.Written())
	}
	t := c.trace()
	if t == nil {
		return rewrite.Refuse(nil, "the function is too long to be analysed")
	}
	l := &live{t: t.Within(inputTests), web: &web{c: c, in: map[int]*syntax.Binding{p.dst.ID: p.dst}}}
	n := slices.IndexFunc(p.let.Pat, func(z *syntax.Binding) bool { return z.ID == p.dst.ID })
	if !l.kernel(p.let, e, n, t.Before(p.let, c.know().types.Mem(p.src))) {
		return l.blocked("an iteration of `%s` reads%s what another one writes (%s)", p.dst.Written(), lineOf(*l.bad), l.bad.Where())
	}
	return nil
}
