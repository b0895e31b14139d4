package merge

import (
	"fmt"
	"maps"
	"slices"

	"funmem/lower/alias"
	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// merger is one run of the pass.
type merger struct {
	*rewrite.Job
	live  *live.Liveness
	types rewrite.Types
	into  map[int]syntax.Expr             // for each block, by ID, the one that it is in now
	alloc map[*syntax.Binding]*allocation // for the blocks that hold others, and for those others

	scratch map[int]*syntax.Binding // the arrays that start undefined, by ID
	results map[*alias.Origin]bool  // blocks that may hold results of the program or of a function
}

// allocation says what happens to an alloc: its new size, and the statement of its body
// that it goes before. If it is nil, the alloc is removed.
type allocation struct {
	n      syntax.Expr
	before syntax.Stm
}

// Run is the pass merge over a FUNMEM program.
func Run(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	m := &merger{
		Job: j, live: live.Find(p, j.Until), types: rewrite.TypesOf(p, j.Type),
		into: map[int]syntax.Expr{}, alloc: map[*syntax.Binding]*allocation{}, scratch: scratches(p),
	}
	m.results = m.resultsOf(p)
	for _, d := range p.Defs() {
		known := rewrite.KnownBefore(j, p)
		known.Bind(d.Params...)
		m.colour(d.Body, known)
	}
	m.colour(m.live.Main, rewrite.KnownBefore(j, p))
	def := func(d *syntax.Def) *syntax.Def {
		c := *d
		c.Body = m.body(d.Body)
		return &c
	}
	return syntax.Subst(rewrite.Assemble(p, def, m.body(m.live.Main)), m.into), nil
}

// resultsOf returns the blocks that may hold results of the program or of its functions. In a larger block a result
// would not lie as Def. 3.1 requires.
func (m *merger) resultsOf(p *syntax.Program) map[*alias.Origin]bool {
	all := map[*alias.Origin]bool{}
	take := func(b *syntax.Body) {
		for _, x := range b.Res {
			maps.Copy(all, m.live.OfExpr(x))
		}
	}
	take(m.live.Main)
	for _, d := range p.Defs() {
		take(d.Body)
	}
	return all
}

// colour finds the blocks of a body, and of its inner bodies, that share one.
func (m *merger) colour(b *syntax.Body, known *rewrite.Known) {
	var blocks []*group
	for k, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			if e, ok := let.Exp.(*syntax.Alloc); ok {
				blocks = append(blocks, m.block(let.Pat[0], e.N, k, b))
			}
			within := known.Within(let.Exp)
			for i, b := range rewrite.InnerBodies(let.Exp) {
				m.colour(b, within[i])
			}
		}
		known.Stm(s)
	}
	blocks = slices.DeleteFunc(blocks, func(g *group) bool { return !m.candidate(g) })
	slices.SortStableFunc(blocks, func(g, h *group) int { return g.first - h.first })
	p := &place{merger: m, b: b, known: known, bound: binders(b)}
	for _, g := range p.greedy(blocks) {
		m.settle(g, b)
	}
}

// candidate tells whether a block may share one; an unused block need not, and a block that
// the program frees ends where the program says.
func (m *merger) candidate(g *group) bool {
	switch block := g.blocks[0]; {
	case m.live.Freed()[m.live.Origin(block.m)]:
		m.Refused(block.m, "not merged: the program frees it")
		return false
	case g.last < 0:
		m.Refused(block.m, "not merged: nothing uses it")
		return false
	}
	return true
}

// settle notes what happens to the allocs of a group.
func (m *merger) settle(g *group, b *syntax.Body) {
	if len(g.blocks) == 1 {
		return
	}
	keeps := g.blocks[0].m
	m.alloc[keeps] = &allocation{g.n, b.Stms[g.at]}
	for _, x := range g.blocks[1:] {
		m.alloc[x.m] = &allocation{}
		m.into[x.m.ID] = keeps.Use()
	}
}

// body rebuilds a body with its allocs at their new places.
func (m *merger) body(b *syntax.Body) *syntax.Body {
	before := map[syntax.Stm][]syntax.Stm{}
	for _, s := range b.Stms {
		if a := m.allocationOf(s); a != nil && a.before != nil {
			let := s.(*syntax.Let)
			moved := &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: &syntax.Alloc{Span: let.Exp.GetSpan(), N: a.n}, Doc: let.Doc}
			before[a.before] = append(before[a.before], moved)
		}
	}
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		out.Stms = append(out.Stms, before[s]...)
		if m.allocationOf(s) != nil {
			continue
		}
		if let, ok := s.(*syntax.Let); ok {
			s = &syntax.Let{Span: let.Span, Pat: let.Pat, Exp: rewrite.Inner(let.Exp, m.body), Doc: let.Doc}
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// allocationOf returns what happens to a statement that is an alloc of a group, or nil.
func (m *merger) allocationOf(s syntax.Stm) *allocation {
	if let, ok := s.(*syntax.Let); ok {
		return m.alloc[let.Pat[0]]
	}
	return nil
}

// binders returns the statements of a body that bind a variable, by its ID.
func binders(b *syntax.Body) map[int]int {
	at := map[int]int{}
	for k, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, x := range let.Pat {
				at[x.ID] = k
			}
		}
	}
	return at
}

// Merged checks what the pass ensures: no two blocks of one size and kind that a body
// allocates are in use one after the other, except for those that the program frees.
func Merged(p *syntax.Program) error {
	m := &merger{live: live.Find(p), types: rewrite.TypesOf(p, nil), scratch: scratches(p)}
	var wrong error
	m.live.Bodies(func(b *syntax.Body) {
		var groups []*group
		for k, s := range b.Stms {
			let, ok := s.(*syntax.Let)
			if !ok {
				continue
			}
			e, ok := let.Exp.(*syntax.Alloc)
			if !ok || m.live.Freed()[m.live.Origin(let.Pat[0])] {
				continue
			}
			g := m.block(let.Pat[0], e.N, k, b)
			for _, h := range groups {
				if x, _ := meeting(h, g); x == nil && g.last >= 0 && h.last >= 0 && g.kind() == h.kind() && syntax.Equal(h.n, g.n) {
					wrong = fmt.Errorf("`%s` and `%s` can share a block", h.blocks[0].m.Written(), g.blocks[0].m.Written())
				}
			}
			groups = append(groups, g)
		}
	})
	return wrong
}
