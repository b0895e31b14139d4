package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// carrying is an array that a loop carries together with its block.
type carrying struct {
	*pushing
	e     *syntax.Loop
	block *syntax.Binding // the block that the loop carries
	inner *web            // of that block, in the loop
}

// fromLoop lets a loop carry an array at the place where the last one is copied to. Its
// first value is copied there before the loop. The result of each round is copied there at
// the end of the round, unless it already lies there, as after an update in place. No round
// may have to copy.
func (c *circuit) fromLoop(p *point, v *syntax.Var, at int, s *syntax.Let, e *syntax.Loop) *rewrite.Refusal {
	h, r := c.push(p, v, at, s)
	if r != nil {
		return r
	}
	l, r := c.carries(h, e)
	if r != nil {
		return r
	}
	before := c.save()
	first, next, r := l.replace()
	if r != nil {
		return r
	}
	inPlace := next == 0 || c.tryOurs(next, "what a round gives")
	if !inPlace {
		return c.restore(before, "a round cannot build it there")
	}
	if first != 0 && !c.tryOurs(first, "what the loop begins with") {
		if x := c.overlaps(first); next == 0 || x != "" {
			return c.restore(before, "its first value cannot be built there")
		}
	}
	return nil
}

// carries checks what has to hold for the loop. The array has one size in all rounds and is
// alone in its block. What a round was given is not carried on as well. Condition 3 holds
// for all accesses in the loop.
func (c *circuit) carries(h *pushing, e *syntax.Loop) (*carrying, *rewrite.Refusal) {
	l := &carrying{pushing: h, e: e}
	x := e.Params[h.k]
	for _, y := range e.Params {
		if y.ID == x.Type.Mem.Block.ID {
			l.block = y
		}
		if y != x && y.Type.IsArray() && y.Type.Mem.Block.ID == x.Type.Mem.Block.ID {
			return nil, rewrite.Refuse(nil, "the loop carries `%s` in its block as well", y.Written()).Because(y.Span, "here")
		}
		for _, n := range append(slices.Clip(x.Type.Dims), h.array().Type.Dims...) {
			if syntax.Uses(n, y.ID) > 0 {
				return nil, rewrite.Refuse(nil, "its size changes from round to round").Because(x.Span, "the loop carries it here")
			}
		}
	}
	if l.block == nil {
		return nil, rewrite.Refuse(nil, "the loop carries it in block `%s`", x.Type.Mem.Block.Name)
	}
	if r := l.keptBack(); r != nil {
		return nil, r
	}
	l.inner = c.webOf(l.block.Use(), x, e.While, e.Body)
	if y := l.brought(e.Body.Res[h.k], map[int]bool{}); y != nil {
		return nil, rewrite.Refuse(nil, "a round may give `%s`, which lies in block `%s` already", y.Name, h.p.to.Block.Name).Because(y.Span, "here")
	}
	if y := l.inner.settle(x.ID, h.there().L); y != nil {
		return nil, rewrite.Refuse(nil, "`%s` lies in the block that the loop carries as well", y.Written()).Because(y.Span, "here")
	}
	t := c.trace()
	check := &live{t: t, web: h.web, to: h.p.to.Block, own: l.inner.in}
	if !check.apart(h.let, races.All, c.region(t, h.p, h.p.to)) {
		return nil, check.refusal(h.p)
	}
	return l, nil
}

// keptBack refuses a round that carries on what it was given, under another name.
func (l *carrying) keptBack() *rewrite.Refusal {
	al := l.c.aliasesOf()
	for k, y := range l.e.Body.Res {
		v, ok := y.(*syntax.Var)
		if ok && k != l.k && l.e.Params[k].Type.IsArray() && al.Meet(v.ID, l.block.ID) {
			return rewrite.Refuse(nil, "the loop may carry what it was before as `%s`", l.e.Params[k].Written()).Because(v.Span, "here")
		}
	}
	return nil
}

// brought returns an array that a round gives as x, under any name. It is not one that the
// loop carries, but may lie in the block where it goes: what the loop carries would
// overwrite it.
func (l *carrying) brought(x syntax.Expr, seen map[int]bool) *syntax.Var {
	c, v := l.c, x.(*syntax.Var)
	if l.inner.in[v.ID] != nil || seen[v.ID] {
		return nil
	}
	seen[v.ID] = true
	var from []syntax.Expr
	if s := c.know().let(v.ID); s != nil && binds(l.e.Body, v.ID) {
		k := slices.IndexFunc(s.Pat, func(y *syntax.Binding) bool { return y.ID == v.ID })
		switch e := s.Exp.(type) {
		case *syntax.If:
			from = []syntax.Expr{e.Then.Res[k], e.Else.Res[k]}
		case *syntax.Loop:
			seen[e.Params[k].ID] = true
			from = []syntax.Expr{e.Init[k], e.Body.Res[k]}
		}
	}
	for _, x := range from {
		if y := l.brought(x, seen); y != nil {
			return y
		}
	}
	if from == nil && c.aliasesOf().Meet(v.ID, l.p.to.Block.ID) {
		return v
	}
	return nil
}

// replace makes the loop carry the array at its place. It returns the binders of the copies
// of the first value and of a round's value, or 0 if there is none.
func (l *carrying) replace() (first, next int, r *rewrite.Refusal) {
	c, e, k := l.c, l.e, l.k
	types := c.know().types
	m := &mover{c: c, web: l.inner, to: l.p.to.Block}
	out := *e
	out.Params, out.Init = m.bindings(e.Params), slices.Clone(e.Init)
	out.Body = m.body(e.Body)
	if e.While != nil {
		out.While = m.body(e.While)
	}
	if m.fail != nil {
		return 0, 0, m.fail
	}
	out.Body.Res = slices.Clone(out.Body.Res)
	if v := e.Body.Res[k].(*syntax.Var); !m.moved(v) || !c.know().same(m.mem(v), l.there()) {
		stm, y := l.copied(v, types)
		out.Body.Res[k] = y
		if stm != nil {
			out.Body.Stms, next = append(out.Body.Stms, stm), stm.Pat[0].ID
		}
	}
	stm, y := l.copied(e.Init[k], types)
	out.Init[k] = y
	var before []syntax.Stm
	if stm != nil {
		before, first = append(before, stm), stm.Pat[0].ID
	}
	o := orphans{}
	o.of(e.Params[k].Type)
	if r := l.put(before, &syntax.Let{Span: l.let.Span, Pat: l.let.Pat, Exp: &out, Doc: l.let.Doc}, o, l.block.ID); r != nil {
		return 0, 0, r
	}
	return first, next, nil
}
