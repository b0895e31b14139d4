package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// shown returns the variables that may show a block. Given a statement of a body, it
// returns only those bound by that statement and the ones after it.
func (c *circuit) shown(block *syntax.Var, b *syntax.Body, from int) map[int]bool {
	all, al := map[int]bool{}, c.aliasesOf()
	for o := range al.Of(block.ID) {
		for _, id := range al.Shown(o) {
			all[id] = true
		}
	}
	if b == nil {
		return all
	}
	here := map[int]bool{}
	for _, s := range b.Stms[from:] {
		syntax.Walk(s, func(n syntax.Node) bool {
			if x, ok := n.(*syntax.Binding); ok && all[x.ID] {
				here[x.ID] = true
			}
			return true
		})
	}
	return here
}

// others removes what lies in the block of the place anyway: condition 3 covers that.
func (c *circuit) others(shown map[int]bool, to *syntax.Var) {
	delete(shown, to.ID)
	for id := range shown {
		if b := c.know().bound[id]; b.Type.Mem != nil && b.Type.Mem.Block.ID == to.ID {
			delete(shown, id)
		}
	}
}

// lastUse is condition 1: after the copy nothing is used that may show the block of the
// copied array. It returns the last statement of the body that does use it; unchanged
// checks that it is only read.
func (c *circuit) lastUse(p *point, shown map[int]bool) (last int, r *rewrite.Refusal) {
	for id := range shown {
		if f := c.usedBy[id]; f != "" {
			return 0, rewrite.Refuse(nil, "the function `%s` uses it", f)
		}
	}
	for k, x := range slices.Backward(p.body.Res) { // an array follows its block
		if v, ok := x.(*syntax.Var); ok && shown[v.ID] && !(p.isResult() && k == p.key.k) {
			return 0, rewrite.Refuse(nil, "`%s` is given to what comes afterwards", v.Name).Because(v.Span, "here")
		}
	}
	last = p.at
	for k, s := range p.body.Stms {
		if k > p.at && slices.ContainsFunc(syntax.FreeVars(s), func(v *syntax.Var) bool { return shown[v.ID] }) {
			last = k
		}
	}
	if p.input && last > p.at {
		return 0, rewrite.Refuse(nil, "it is used%s", line(p.body.Stms[last])).Because(p.body.Stms[last].GetSpan(), "it is used here")
	}
	if f := syntax.FoldOf(p.let.Exp); f != nil && !p.isResult() {
		inside := slices.ContainsFunc(append([]syntax.Expr{f.Fn}, f.Xs...), func(e syntax.Expr) bool {
			return slices.ContainsFunc(syntax.FreeVars(e), func(v *syntax.Var) bool { return shown[v.ID] })
		})
		if inside || last > p.at {
			return 0, rewrite.Refuse(nil, "it is used%s, and the rounds accumulate where it goes", line(p.body.Stms[last])).Because(p.body.Stms[last].GetSpan(), "it is used here")
		}
	}
	return last, nil
}

// unchanged is the part of condition 1 for an array that is used after the copy, up to a
// last statement. Until then nothing may be written where it was copied to, nor to its own
// block.
func (c *circuit) unchanged(p *point, last int, own *syntax.Var, r races.Region) *rewrite.Refusal {
	t := c.trace()
	for k := p.at + 1; k <= last; k++ {
		s, ok := p.body.Stms[k].(*syntax.Let)
		if _, check := p.body.Stms[k].(*syntax.Check); !ok && !check {
			return rewrite.Refuse(nil, "it is used%s, after it is copied", line(p.body.Stms[last]))
		}
		if !ok {
			continue
		}
		for _, a := range t.Accesses(s, races.All) {
			if a.Writes() && (t.InBlockOf(a, own) || !t.Apart(a, r)) {
				return rewrite.Refuse(nil, "it is used%s, after it is copied, and `%s` is written%s before that", line(p.body.Stms[last]), a.Array(), lineOf(a)).
					Because(p.body.Stms[last].GetSpan(), "it is used here").Because(spanOf(a), "%s", access(a))
			}
		}
	}
	return nil
}

// reach checks conditions 2 and 5: at a statement of a body the block of m is allocated,
// and the offset and the strides of m can be computed. It returns the later statements that
// have to move before it for that: allocs, and definitions of ints.
func (c *circuit) reach(b *syntax.Body, from int, m *syntax.MemAnn) (moved []int, r *rewrite.Refusal) {
	need := map[int]bool{}
	if r := c.allocated(b, from, m.Block, need); r != nil {
		return nil, r
	}
	for _, e := range parts(m.L) {
		if r := c.expressed(b, from, *e, need); r != nil {
			return nil, r
		}
	}
	for k := range need {
		moved = append(moved, k)
	}
	slices.Sort(moved)
	return moved, nil
}

// binder returns the statement of the body, at or after the given one, that binds a
// variable.
func (c *circuit) binder(b *syntax.Body, from int, id int) (k int, s *syntax.Let) {
	if at, ok := c.know().sites[id]; ok && at.body == b && at.k >= from {
		return at.k, b.Stms[at.k].(*syntax.Let)
	}
	return 0, nil
}

// allocated is condition 2: the block is allocated before the statement, or can be.
func (c *circuit) allocated(b *syntax.Body, from int, m *syntax.Var, need map[int]bool) *rewrite.Refusal {
	k, s := c.binder(b, from, m.ID)
	if s == nil {
		return nil
	}
	alloc, ok := s.Exp.(*syntax.Alloc)
	if !ok || k == from {
		return rewrite.Refuse(nil, "block `%s` comes about%s, after it is made", m.Name, line(s)).Because(s.Span, "block `%s` comes about here", m.Name)
	}
	if r := c.expressed(b, from, alloc.N, need); r != nil {
		return rewrite.Refuse(nil, "block `%s` is allocated%s, after it is made, and its size is not known before: %s", m.Name, line(s), r.Text).Because(s.Span, "block `%s` is allocated here", m.Name)
	}
	need[k] = true
	return nil
}

// expressed is condition 5: the ints of an expression are bound before the statement, or
// are computed from such ints without a read.
func (c *circuit) expressed(b *syntax.Body, from int, e syntax.Expr, need map[int]bool) *rewrite.Refusal {
	for _, v := range syntax.FreeVars(e) {
		k, s := c.binder(b, from, v.ID)
		if s == nil || need[k] {
			continue
		}
		if !syntax.IsScalar(s.Exp) || k == from {
			return rewrite.Refuse(nil, "`%s`, which says where it goes, is known only%s, after it is made", v.Name, line(s)).Because(s.Span, "`%s` comes about here", v.Name)
		}
		if r := c.expressed(b, from, s.Exp, need); r != nil {
			return r
		}
		need[k] = true
	}
	return nil
}
