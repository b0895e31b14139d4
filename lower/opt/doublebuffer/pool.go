package doublebuffer

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// pool holds the blocks that parameters of a loop take turns with: those that they start
// with, or a substitute for each, and those that a round allocates.
type pool struct {
	*site
	s      *syntax.Let    // the statement, as far as it has been changed
	params []int          // the parameters that are blocks
	made   []*syntax.Let  // what a round allocates for them
	wanted map[int]bool   // the variables that stand for blocks of the pool, by ID
	rings  []*ring        // of loops in the round
	bind   map[int]*place // the statements of the round, by what they bind
	// origins are the origins of its blocks, in this round and in later ones.
	origins map[*alias.Origin]bool
	size    syntax.Expr // of each block

	// threads are the shadows of inner loops, by ID, that start with the block they shadow.
	// needless are the blocks made for such shadows.
	threads, needless map[int]bool
	stays             map[int]*diag.Note      // why the block that a parameter starts with is not in the pool
	spares            []*syntax.Binding       // blocks that are free when a round begins
	shadows           map[int]*syntax.Binding // what replaces a parameter that starts with a block that stays as it is
	same              map[int]syntax.Expr     // the spares that other allocs become, by ID
	body              *syntax.Body            // the round with turns
	said              *rewrite.Refusal        // the refusal that also covers the other parameters
}

// place is a statement of a round, and whether all rounds reach it.
type place struct {
	s      *syntax.Let
	always bool
}

// ring describes the pool of a loop to the loops around it: which parameters belong to it,
// which ones shadow such a parameter, and which ones are free.
type ring struct {
	id      int // the ID of the first variable of the statement
	params  []int
	shadow  map[int]int
	spares  []int
	origins map[*alias.Origin]bool
}

// changed returns the loop as far as it has been changed.
func (p *pool) changed() *syntax.Loop { return p.s.Exp.(*syntax.Loop) }

// pool returns the blocks that parameter k of the loop takes turns with, or why it does
// not. If it needs none, no pool is made.
func (t *site) pool(s *syntax.Let, k int) (*pool, *rewrite.Refusal) {
	p := &pool{
		site: t, s: s, wanted: map[int]bool{}, bind: map[int]*place{}, origins: map[*alias.Origin]bool{},
		threads: map[int]bool{}, needless: map[int]bool{}, stays: map[int]*diag.Note{}, shadows: map[int]*syntax.Binding{},
	}
	p.bindAll(p.changed().Body, true)
	why := p.source(t.loop.Params[k].Use())
	for _, check := range []func() *rewrite.Refusal{p.others, p.inner, p.sized, p.turns} {
		if why == nil && len(p.made) > 0 {
			p.origin()
			why = check()
		}
	}
	return p, why
}

// bindAll notes the statements of a round.
func (p *pool) bindAll(b *syntax.Body, always bool) {
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			for _, x := range l.Pat {
				p.bind[x.ID] = &place{l, always}
			}
			if e, ok := l.Exp.(*syntax.If); ok {
				p.bindAll(e.Then, false)
				p.bindAll(e.Else, false)
			}
		}
	}
}

// source follows a block that a round gives to where it comes from: an alloc, a parameter,
// a loop whose blocks go round, or outside. Everything that branches choose from belongs to
// the pool.
func (p *pool) source(e syntax.Expr) *rewrite.Refusal {
	m := e.(*syntax.Var)
	if p.wanted[m.ID] {
		return nil
	}
	if k := slices.IndexFunc(p.loop.Params, func(x *syntax.Binding) bool { return x.ID == m.ID }); k >= 0 {
		if p.pooled[k] {
			return nil // another pool has it, and this one leaves it alone
		}
		p.wanted[m.ID] = true
		p.params = append(p.params, k)
		return p.source(p.changed().Body.Res[k])
	}
	b := p.bind[m.ID]
	if b == nil {
		return nil // it exists before the loop
	}
	p.wanted[m.ID] = true
	k := slices.IndexFunc(b.s.Pat, func(x *syntax.Binding) bool { return x.ID == m.ID })
	switch e := b.s.Exp.(type) {
	case *syntax.Alloc:
		p.made = append(p.made, b.s)
		return nil
	case *syntax.Var:
		return p.source(e)
	case *syntax.If:
		if why := p.source(e.Then.Res[k]); why != nil {
			return why
		}
		return p.source(e.Else.Res[k])
	case *syntax.Loop:
		return p.carried(b.s, e, k)
	}
	r := rewrite.Refuse(nil, "the block that a round of `%s` gives for it is not allocated in the round", p.name()).
		Because(b.s.Span, "`%s` comes from here", b.s.Pat[k].Written())
	if e, ok := b.s.Exp.(*syntax.Call); ok {
		r.Because(e.Span, "`%s` allocates it, or was given it%s", e.Fn, p.Try("inline"))
	}
	return r
}

// carried follows a block that an inner loop gives. All blocks that go round in that loop
// belong to the pool.
func (p *pool) carried(s *syntax.Let, e *syntax.Loop, k int) *rewrite.Refusal {
	for _, r := range p.doubler.rings[s.Pat[0].ID] {
		if !slices.Contains(r.params, k) {
			continue
		}
		p.rings = append(p.rings, r)
		turns := slices.Concat(r.params, r.spares)
		for _, q := range turns {
			p.wanted[s.Pat[q].ID] = true
		}
		for _, q := range turns {
			if why := p.source(e.Init[q]); why != nil {
				return why
			}
		}
		return nil
	}
	return rewrite.Refuse(nil, "the block that a round of `%s` gives for it comes from loop `%s`, which does not take turns with blocks itself", p.name(), rewrite.Called(s.Pat)).
		Because(s.Span, "`%s` comes from here", s.Pat[k].Written())
}

// inner checks that the blocks that inner loops start with have no other use: a loop
// without rounds returns such a block, and one with rounds writes to it.
func (p *pool) inner() *rewrite.Refusal {
	for _, r := range p.rings {
		s, t := p.bind[r.id].s, p.sites[r.id]
		init := s.Exp.(*syntax.Loop).Init
		for _, q := range r.params {
			o, ok := r.shadow[q]
			if !ok {
				continue
			}
			if first := init[q].(*syntax.Var); p.wanted[first.ID] {
				use := p.usedBeside(t, first, r.params)
				if use == nil {
					p.threads[s.Pat[o].ID], p.needless[init[o].(*syntax.Var).ID] = true, true
					continue
				}
				if !t.entered {
					return rewrite.Refuse(nil, "loop `%s` in it may have no round and then gives `%s`, which it starts with and which is used elsewhere too", t.name(), first.Name).
						Because(use.Span, "%s", use.Msg)
				}
				if res := p.kept(t, first, r.params); res != nil {
					return rewrite.Refuse(nil, "a round of loop `%s` in it may give `%s`, which it starts with and which is used elsewhere too", t.name(), first.Name).
						Because(res.GetSpan(), "`%s` is given here", syntax.Line(res)).
						Because(use.Span, "%s", use.Msg)
				}
			}
			if why := p.source(init[o]); why != nil {
				return why
			}
		}
	}
	return nil
}

// usedBeside returns where a block of the pool that an inner loop starts with is used other
// than by taking turns there, or nil. A later check makes sure that its parameters start
// with different blocks.
func (p *pool) usedBeside(t *site, first *syntax.Var, params []int) *diag.Note {
	for o := range p.live.Of(first.ID) {
		if !p.origins[o] {
			continue
		}
		if use := t.shown(o, params); use != nil {
			return use
		}
	}
	return nil
}

// kept returns a result for some parameters, in a round of an inner loop, that may be the
// block the loop starts with, or nil. If it is nil, a loop with at least one round does not
// return that block.
func (p *pool) kept(t *site, first *syntax.Var, params []int) syntax.Expr {
	for _, q := range params {
		for o := range p.live.OfExpr(t.loop.Body.Res[q]) {
			if p.live.Of(first.ID)[o] {
				return t.loop.Body.Res[q]
			}
		}
	}
	return nil
}

// origin finds the origins of the blocks of the pool.
func (p *pool) origin() {
	add := func(os map[*alias.Origin]bool) {
		for o := range os {
			p.origins[o] = true
			if o = p.live.Later(p.loop, o); o != nil {
				p.origins[o] = true
			}
		}
	}
	for _, s := range p.made {
		add(p.live.Of(s.Pat[0].ID))
	}
	for _, r := range p.rings {
		add(r.origins)
	}
}

// sized finds the size of the blocks. It has to be known before the loop.
func (p *pool) sized() *rewrite.Refusal {
	for _, s := range p.made {
		m, n := s.Pat[0], s.Exp.(*syntax.Alloc).N
		if x := p.bound(n); x != nil {
			return p.varies(m, n, x)
		}
		reached := p.entered && p.bind[m.ID].always
		if !reached && !syntax.Total(n) {
			r := rewrite.Refuse(m, "its size `%s` may be stuck, and loop `%s` may have no round that allocates it", syntax.Line(n), p.name()).
				Because(p.site.s.Span, "`%s` may have no round that does", p.name())
			p.said = r
			return r
		}
		p.atLeast(n, reached)
	}
	return nil
}

// varies refuses a block because its size n depends on x, which the loop binds.
func (p *pool) varies(m *syntax.Binding, n syntax.Expr, x *syntax.Binding) *rewrite.Refusal {
	r := rewrite.Refuse(m, "its size `%s` depends on `%s`, which loop `%s` binds", syntax.Line(n), x.Written(), p.name())
	if v, ok := n.(*syntax.Var); ok && v.ID == x.ID {
		r = rewrite.Refuse(m, "its size is `%s`, which loop `%s` binds", x.Written(), p.name())
	}
	p.said = r
	if at := p.bind[x.ID]; at != nil && syntax.IsScalar(at.s.Exp) {
		return r.Because(x.Span, "`%s` is `%s`", x.Written(), syntax.Line(at.s.Exp))
	}
	return r.Because(x.Span, "`%s` is bound here", x.Written())
}

// atLeast makes the blocks at least n locations large.
func (p *pool) atLeast(n syntax.Expr, reached bool) {
	if !reached && !p.known.AtLeast(n, 0) {
		n = lmad.Simplify(&syntax.Binary{Op: syntax.Max, X: n, Y: lmad.Const(0)})
	}
	switch {
	case p.size == nil, p.noLess(n, p.size):
		p.size = n
	case !p.noLess(p.size, n):
		p.size = lmad.Simplify(&syntax.Binary{Op: syntax.Max, X: p.size, Y: n})
	}
}

// others adds the other parameters that show blocks of the pool.
func (p *pool) others() *rewrite.Refusal {
	for j, y := range p.loop.Params {
		if y.Type.Elem != syntax.Mem || p.wanted[y.ID] || !p.shows(p.loop.Body.Res[j]) {
			continue
		}
		if why := p.source(y.Use()); why != nil || p.pooled[j] {
			return rewrite.Refuse(p.made[0].Pat[0], "a round of `%s` may give it, or what an earlier round gave, as `%s` as well", p.name(), y.Written()).
				Because(p.loop.Body.Res[j].GetSpan(), "`%s` is given here", syntax.Line(p.loop.Body.Res[j]))
		}
		p.origin()
		return p.others()
	}
	return nil
}

// shows tells whether a variable may show a block of the pool.
func (p *pool) shows(m syntax.Expr) bool {
	for o := range p.live.OfExpr(m) {
		if p.origins[o] {
			return true
		}
	}
	return false
}
