package doublebuffer

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// branches rewrites an if that chooses from the blocks of the pool. The new if also says
// where the blocks are after it, as far as its branches do not agree.
func (p *pool) branches(n *naming, s *syntax.Let, e *syntax.If) (*syntax.Let, *rewrite.Refusal) {
	var at []int
	var pat []*syntax.Binding
	for i, x := range s.Pat {
		if p.wanted[x.ID] {
			at, pat = append(at, i), append(pat, x)
		}
	}
	sides := [2]*side{{old: e.Then, naming: n.clone()}, {old: e.Else, naming: n.clone()}}
	for _, b := range sides {
		var why *rewrite.Refusal
		if b.body, why = p.stms(b.naming, b.old); why != nil {
			return nil, why
		}
		for _, i := range at {
			b.res = append(b.res, b.old.Res[i])
		}
		if b.given, why = p.given(b.naming, b.res); why != nil {
			return nil, why
		}
		b.body.Res = slices.Clone(b.body.Res)
	}
	yes, no := sides[0], sides[1]
	pat = slices.Clone(s.Pat)
	to := p.matched(yes.given, no.given)
	for b := range p.blocks() {
		x, y := p.called(yes, b), p.called(no, to[b])
		k := slices.Index(yes.given, b)
		switch {
		case x.ID == y.ID:
			n.name[b] = x
		case k >= 0 && p.is(yes.res[k], x) && p.is(no.res[k], y):
			n.name[b] = s.Pat[at[k]].Use()
		default:
			z := p.Supply.Again(p.made[0].Pat[0])
			pat = append(pat, z)
			yes.body.Res, no.body.Res = append(yes.body.Res, x), append(no.body.Res, y)
			n.name[b] = z.Use()
		}
	}
	for id, b := range n.of {
		if yes.of[id] != b || no.of[id] != b || to[b] != b {
			delete(n.of, id)
		}
	}
	for k, i := range at {
		n.of[s.Pat[i].ID] = yes.given[k]
	}
	n.used = max(yes.used, no.used)
	return &syntax.Let{Span: s.Span, Pat: pat, Exp: &syntax.If{Span: e.Span, Cond: e.Cond, Then: yes.body, Else: no.body}, Doc: s.Doc}, nil
}

// side is a branch: where the blocks are at its end, and which of them it gives.
type side struct {
	*naming
	old, body *syntax.Body
	res       []syntax.Expr
	given     []int
}

// called returns the name of a block at the end of a branch, which may not have taken it.
func (p *pool) called(s *side, b int) *syntax.Var {
	if s.name[b] == nil {
		return p.spares[b-len(p.params)].Use()
	}
	return s.name[b]
}

// matched says which block of one branch corresponds to which block of the other. Blocks
// that they give correspond, and each other block corresponds to itself if possible.
func (p *pool) matched(yes, no []int) map[int]int {
	to, is := map[int]int{}, map[int]bool{}
	put := func(x, y int) { to[x], is[y] = y, true }
	for k := range yes {
		put(yes[k], no[k])
	}
	for b := range p.blocks() {
		if _, ok := to[b]; !ok && !is[b] {
			put(b, b)
		}
	}
	for b := range p.blocks() {
		if _, ok := to[b]; ok {
			continue
		}
		for c := range p.blocks() {
			if !is[c] {
				put(b, c)
				break
			}
		}
	}
	return to
}

// within rewrites an inner loop whose blocks go round. After the loop they are its results.
func (p *pool) within(n *naming, s *syntax.Let, e *syntax.Loop) (*syntax.Let, *rewrite.Refusal) {
	loop := *e
	loop.Init = slices.Clone(e.Init)
	stands, name := map[int]int{}, map[int]*syntax.Var{}
	move := func(from, to int) (b int, why *rewrite.Refusal) {
		b, ok := n.of[e.Init[from].(*syntax.Var).ID]
		if !ok || name[b] != nil {
			return 0, p.twice(e.Init[from])
		}
		name[b] = s.Pat[to].Use()
		return b, nil
	}
	for _, r := range p.rings {
		if r.id != s.Pat[0].ID {
			continue
		}
		for _, q := range r.params {
			from, to := q, q
			if o, ok := r.shadow[q]; ok {
				to = o
				if !p.threads[s.Pat[o].ID] {
					from = o
				}
			}
			b, why := move(from, to)
			if why != nil {
				return nil, why
			}
			if from != to {
				loop.Init[to] = n.name[b]
			}
			stands[s.Pat[q].ID] = b
		}
		for _, q := range r.spares {
			if _, why := move(q, q); why != nil {
				return nil, why
			}
		}
	}
	for id, b := range n.of {
		if name[b] != nil {
			delete(n.of, id)
		}
	}
	for id, b := range stands {
		n.of[id] = b
	}
	for b, x := range name {
		n.name[b] = x
	}
	return &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &loop, Doc: s.Doc}, nil
}
