package doublebuffer

import (
	"maps"
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// naming says where the blocks of a pool are at some place in a round. They are numbered:
// first those of the parameters, then the spares.
type naming struct {
	name map[int]*syntax.Var // what a block is called
	of   map[int]int         // the blocks that variables stand for, by ID
	used int                 // how many spares are taken
}

func (n *naming) clone() *naming { return &naming{maps.Clone(n.name), maps.Clone(n.of), n.used} }

// turns rewrites the round: an alloc takes a spare, and at the end the blocks that the
// round does not give are the spares of the next one. A parameter whose first block stays
// as it is has a shadow. At first that is a block of the pool from before the loop, and
// after a round has given one, the parameter's own block.
func (p *pool) turns() *rewrite.Refusal {
	for _, k := range p.params {
		p.stays[k] = p.inUse(p.loop.Params[k], p.size)
		if p.stays[k] != nil {
			p.shadows[k] = p.Supply.Again(p.loop.Params[k])
		}
	}
	for {
		lacks, why := p.round()
		if why != nil || lacks < 0 {
			return why
		}
		p.shadows[lacks] = p.Supply.Again(p.loop.Params[lacks])
	}
}

// round rewrites the round. A parameter without a shadow lacks one if it does not get a
// block of the pool under its own name. lacks is that parameter, or -1.
func (p *pool) round() (lacks int, why *rewrite.Refusal) {
	p.spares, p.same = nil, map[int]syntax.Expr{}
	n := &naming{map[int]*syntax.Var{}, map[int]int{}, 0}
	var res []syntax.Expr
	for i, k := range p.params {
		m := p.loop.Params[k]
		n.of[m.ID], n.name[i] = i, m.Use()
		if p.shadows[k] != nil {
			n.name[i] = p.shadows[k].Use()
		}
		res = append(res, p.changed().Body.Res[k])
	}
	body, why := p.stms(n, p.changed().Body)
	if why != nil {
		return -1, why
	}
	given, why := p.given(n, res)
	if why != nil {
		return -1, why
	}
	for i, k := range p.params {
		if p.shadows[k] == nil && !p.is(res[i], n.name[given[i]]) {
			return k, nil
		}
	}
	body.Res = slices.Clone(body.Res)
	for b := range p.blocks() {
		if !slices.Contains(given, b) {
			body.Res = append(body.Res, n.name[b])
		}
	}
	for i, k := range p.params {
		if p.shadows[k] != nil {
			body.Res = append(body.Res, n.name[given[i]])
		}
	}
	p.body = rewrite.Replace(body, p.same)
	return -1, nil
}

// blocks returns how many blocks there are, as far as is known.
func (p *pool) blocks() int { return len(p.params) + len(p.spares) }

// is tells whether a variable, or the spare that it has become, is x.
func (p *pool) is(e syntax.Expr, x *syntax.Var) bool {
	if spare := p.same[e.(*syntax.Var).ID]; spare != nil {
		e = spare
	}
	return e.(*syntax.Var).ID == x.ID
}

// stms rewrites the statements of a round, or of a branch in it.
func (p *pool) stms(n *naming, b *syntax.Body) (out *syntax.Body, why *rewrite.Refusal) {
	out = &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok || !slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return p.wanted[x.ID] || p.needless[x.ID] }) {
			out.Stms = append(out.Stms, s)
			continue
		}
		switch e := l.Exp.(type) {
		case *syntax.Alloc:
			if p.wanted[l.Pat[0].ID] {
				p.take(n, l.Pat[0])
			}
			continue
		case *syntax.Var:
			if b, ok := n.of[e.ID]; ok {
				n.of[l.Pat[0].ID] = b
			}
		case *syntax.If:
			l, why = p.branches(n, l, e)
		case *syntax.Loop:
			l, why = p.within(n, l, e)
		}
		if why != nil {
			return nil, why
		}
		out.Stms = append(out.Stms, l)
	}
	return out, nil
}

// take gives an alloc the next spare, which has the name of the first one that takes it.
func (p *pool) take(n *naming, m *syntax.Binding) {
	if n.used == len(p.spares) {
		p.spares = append(p.spares, m)
		n.name[p.blocks()-1] = m.Use()
	}
	spare := p.spares[n.used]
	if spare != m {
		p.same[m.ID] = spare.Use()
	}
	n.of[m.ID] = len(p.params) + n.used
	n.used++
}

// given returns the blocks that results stand for. They have to be different. If a result
// is a block from before the loop, a block that is not given stands for it.
func (p *pool) given(n *naming, res []syntax.Expr) ([]int, *rewrite.Refusal) {
	given := make([]int, len(res))
	by := map[int]syntax.Expr{}
	for i, x := range res {
		m := x.(*syntax.Var)
		given[i] = -1
		if !p.wanted[m.ID] {
			continue
		}
		b, ok := n.of[m.ID]
		if !ok {
			return nil, p.twice(x)
		}
		if by[b] != nil {
			return nil, p.twice(x).Because(by[b].GetSpan(), "`%s` is given here", syntax.Line(by[b]))
		}
		given[i], by[b] = b, x
	}
	for i := range given {
		if given[i] < 0 {
			given[i] = p.idle(n, by)
			by[given[i]] = res[i]
		}
	}
	return given, nil
}

func (p *pool) twice(x syntax.Expr) *rewrite.Refusal {
	r := rewrite.Refuse(p.made[0].Pat[0], "a round of `%s` may give one block twice", p.name()).
		Because(x.GetSpan(), "`%s` is given here", syntax.Line(x))
	p.said = r
	return r
}

// idle returns a block that is not given: a taken one, or else that of a parameter. There
// are as many parameters as results.
func (p *pool) idle(n *naming, given map[int]syntax.Expr) int {
	for b := range p.blocks() {
		b = (b + len(p.params)) % p.blocks()
		if b < len(p.params)+n.used && given[b] == nil {
			return b
		}
	}
	panic("doublebuffer: no block is left")
}
