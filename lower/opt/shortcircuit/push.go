package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// pushing is an array that a branch or a loop gives in a block that is bound with it. The
// copy moves to the end of each branch, or before the loop and to the end of each round.
// There it can be removed.
type pushing struct {
	c     *circuit
	p     *point
	at    int // the statement of p.body
	let   *syntax.Let
	block *syntax.Var // the block that is bound with it
	web   *web        // of that block, after the statement
	k     int         // which array of the pattern it is
	last  int         // the last statement that uses it
	moved []int       // statements that have to come before it
}

// push does what is the same for branches and loops: conditions 1, 2 and 5, and condition 3
// after the statement.
func (c *circuit) push(p *point, v *syntax.Var, at int, s *syntax.Let) (h *pushing, r *rewrite.Refusal) {
	h = &pushing{c: c, p: p, at: at, let: s, block: v, k: -1}
	h.web = c.webIn(p.body, v)
	for k, x := range s.Pat {
		if h.web.in[x.ID] != nil {
			if h.k >= 0 {
				return nil, rewrite.Refuse(nil, "`%s` lies in its block `%s` as well", x.Written(), v.Name)
			}
			h.k = k
		}
	}
	if h.k < 0 {
		return nil, rewrite.Refuse(nil, "its block `%s` is bound without an array", v.Name)
	}
	if x := h.web.settle(p.src.ID, p.to.L); x != nil {
		return nil, rewrite.Refuse(nil, "`%s` lies in its block `%s` as well, at %s", x.Written(), v.Name, syntax.Line(x.Type.Mem.L)).Because(x.Span, "`%s` is made here", x.Written())
	}
	shown := c.shown(v, p.body, at)
	c.others(shown, p.to.Block)
	if h.last, r = c.lastUse(p, shown); r != nil {
		return nil, r
	}
	for _, m := range []*syntax.MemAnn{p.to, h.there()} {
		moved, r := c.reach(p.body, at, m)
		if r != nil {
			return nil, r
		}
		h.moved = append(h.moved, moved...)
	}
	slices.Sort(h.moved)
	h.moved = slices.Compact(h.moved)
	return h, h.later()
}

// later is condition 3 after the statement.
func (h *pushing) later() *rewrite.Refusal {
	c, p := h.c, h.p
	t := c.trace()
	if t == nil {
		return rewrite.Refuse(nil, "the function is too long to be analysed")
	}
	r := c.region(t, p, p.to)
	if !t.Distinct(r) || p.whole != nil && !t.Distinct(c.region(t, p, p.whole)) {
		return rewrite.Refuse(nil, "elements of the place where it goes, %s, may share a location", where(p.to))
	}
	l := &live{t: t, web: h.web, to: p.to.Block, own: h.web.in}
	for _, s := range p.body.Stms[h.at+1 : p.at] {
		if s, ok := s.(*syntax.Let); ok && !l.apart(s, races.All, r) {
			return l.refusal(p)
		}
	}
	if !l.reads(p, r) {
		return l.refusal(p)
	}
	return c.unchanged(p, h.last, h.block, r)
}

// array returns the array of the pattern.
func (h *pushing) array() *syntax.Binding { return h.let.Pat[h.k] }

// there returns where the array of the pattern will lie.
func (h *pushing) there() *syntax.MemAnn {
	return &syntax.MemAnn{Block: h.p.to.Block, L: h.web.place[h.array().ID]}
}

// copied returns a copy of an operand to where the array will lie, unless it lies there.
func (h *pushing) copied(x syntax.Expr, types rewrite.Types) (*syntax.Let, syntax.Expr) {
	v := x.(*syntax.Var)
	t := types[v.ID]
	to := &syntax.MemAnn{Block: h.p.to.Block, L: lmad.Resized(h.there().L, t.Dims)}
	if h.c.know().same(t.Mem, to) {
		return nil, x
	}
	y := h.c.job.Supply.Binding(v.Name, t)
	y.Span = v.Span
	y = lies(y, to)
	return &syntax.Let{Span: v.Span, Pat: []*syntax.Binding{y}, Exp: &syntax.Copy{Span: v.Span, X: v}}, y.Use()
}

// fromIf builds an array that branches give in the branches. At least one of them must not
// need its copy.
func (c *circuit) fromIf(p *point, v *syntax.Var, at int, s *syntax.Let, e *syntax.If) *rewrite.Refusal {
	h, r := c.push(p, v, at, s)
	if r != nil {
		return r
	}
	before := c.save()
	var ours []int
	branch := func(b *syntax.Body) *syntax.Body {
		stm, y := h.copied(b.Res[h.k], c.know().types)
		out := &syntax.Body{Span: b.Span, Stms: slices.Clip(b.Stms), Res: slices.Clone(b.Res)}
		if stm != nil {
			out.Stms = append(out.Stms, stm)
			ours = append(ours, stm.Pat[0].ID)
		}
		out.Res[h.k] = y
		return out
	}
	cond := &syntax.If{Span: e.Span, Cond: e.Cond, Then: branch(e.Then), Else: branch(e.Else)}
	if r := h.put(nil, &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: cond, Doc: s.Doc}, orphans{}); r != nil {
		return r
	}
	done := 2 - len(ours)
	for _, id := range ours {
		if c.tryOurs(id, "what the branch gives") {
			done++
		} else if x := c.overlaps(id); x != "" {
			return c.restore(before, "`%s`, which a branch gives, may lie there otherwise", x)
		}
	}
	if done == 0 {
		return c.restore(before, "no branch can build it there")
	}
	return nil
}

// put replaces the statement that makes the array by others, and moves later ones. The
// block that was bound with the array must then be unused, and so must the other given
// blocks.
func (h *pushing) put(before []syntax.Stm, s *syntax.Let, o orphans, blocks ...int) *rewrite.Refusal {
	c, b := h.c, h.p.body
	m := &mover{c: c, web: h.web, to: h.p.to.Block}
	out := &syntax.Body{Span: b.Span, Stms: slices.Clone(b.Stms), Res: b.Res}
	out.Stms[h.at] = s
	out = hoisted(out, h.at, h.moved)
	k := h.at + len(h.moved)
	out.Stms = slices.Insert(out.Stms, k, before...)
	if out = m.body(out); m.fail != nil {
		return m.fail
	}
	o.of(h.array().Type)
	root := tidy(replaced(c.body(), b, h.p.tidied(out)), o)
	for _, id := range append(blocks, h.block.ID) {
		if syntax.Uses(root, id) > 0 || binds(root, id) {
			return rewrite.Refuse(nil, "its block is passed on")
		}
	}
	c.set(root)
	return nil
}

// binds tells whether a variable is bound below a node.
func binds(n syntax.Node, id int) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		x, ok := n.(*syntax.Binding)
		found = found || ok && x.ID == id
		return !found
	})
	return found
}

// tryOurs tries to remove a copy that the pass put in.
func (c *circuit) tryOurs(id int, what string) bool {
	done := false
	c.points(c.body(), nil, func(p *point) bool {
		if p.key.binder != id || p.key.kind != "copy" {
			return false
		}
		p.ours, c.decided[p.key] = true, true
		p.what = what
		done = c.try(p)
		return true
	})
	return done
}

// overlaps returns the source of a copy that the pass put in, if an element of it may lie
// where another one goes, and otherwise "".
func (c *circuit) overlaps(id int) string {
	s := c.know().let(id)
	if s == nil {
		return ""
	}
	l := &live{t: c.trace()}
	if l.t != nil && l.copy(s, l.t.Before(s, s.Pat[0].Type.Mem)) {
		return ""
	}
	return s.Exp.(*syntax.Copy).X.(*syntax.Var).Name
}

// saved is the state to go back to when a push was of no use.
type saved struct {
	body  *syntax.Body
	notes int
}

func (c *circuit) save() saved { return saved{c.body(), len(c.job.Notes)} }

// restore undoes everything since then, and refuses with what was refused meanwhile.
func (c *circuit) restore(s saved, format string, args ...any) *rewrite.Refusal {
	r := rewrite.Refuse(nil, format, args...)
	for _, n := range c.job.Notes[s.notes:] {
		if !n.Done {
			r.Because(n.At, "%s", n.Line())
			r.Reasons = append(r.Reasons, n.Reasons...)
		}
	}
	c.job.Notes = c.job.Notes[:s.notes]
	c.set(s.body)
	return r
}
