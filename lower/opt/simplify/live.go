package simplify

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// liveness finds the used parts of a program. It begins with the results of the program and of functions, and goes back
// to what those need. In a program without results it begins with what the program binds. A check is needed if the
// statement around it is. In FUNMEM a block is needed if an array in it is, and then so is whatever writes to it.
//
// The writes of an array that nothing uses hardly matter to other arrays: the values that
// these show come from statements that they need. But such a write may repair what another
// one destroyed. So writes are removed only from blocks that are not needed at all.
type liveness struct {
	*state
	places  []*place // in the order of the text
	sites   map[int]site
	writers []writer

	needed map[int]bool // variables
	alive  map[*place]bool
	blocks map[*alias.Origin]bool            // the blocks that are needed
	shown  map[*alias.Origin]*syntax.Binding // an array that makes them needed
	todo   []int                             // needed, and not looked at yet
}

// place is a statement, or the function or program around statements.
type place struct {
	let    *syntax.Let // nil: a function or the program
	up     *place
	checks []*syntax.Check // directly in its bodies
}

// site is where a variable is bound.
type site struct {
	*place
	role role
	k    int // which result, parameter, …
	x    *syntax.Binding
}

// role says what a variable is in the statement that binds it.
type role uint8

// The roles.
const (
	result      role = iota
	index            // of a kernel or loop, or the number of a round
	parameter        // of a loop
	accumulator      // of a fold
	element          // of a fold
)

// writer is a statement that writes to a block because of a binder. For a call the binder
// is not certain.
type writer struct {
	*place
	x     *syntax.Binding
	block int
}

// live finds out which parts of a program are needed.
func (s *state) live(p *syntax.Program) *liveness {
	l := &liveness{
		state: s, sites: map[int]site{}, needed: map[int]bool{}, alive: map[*place]bool{},
		blocks: map[*alias.Origin]bool{}, shown: map[*alias.Origin]*syntax.Binding{},
	}
	main := p.Main()
	roots := []*place{{}}
	l.collect(main, roots[0])
	l.need(main.Res...)
	if len(main.Res) == 0 {
		for _, x := range boundBy(main) {
			l.needVar(x.ID)
		}
	}
	for _, d := range p.Defs() {
		root := &place{}
		roots = append(roots, root)
		l.collect(d.Body, root)
		l.signature(d)
		l.need(d.Body.Res...)
	}
	if s.mem {
		l.blocks[alias.Elsewhere] = true
	}
	for _, r := range roots {
		l.keep(r)
	}
	if s.exact {
		sizes := sizesOf(p)
		for _, x := range l.places {
			if len(x.checks) > 0 || mayEnd(x.let.Exp, sizes) {
				l.keep(x)
			}
		}
	}
	for l.look(); l.keepWriter() || l.keepResult(); l.look() {
	}
	return l
}

// collect notes the statements of a body, and what they bind.
func (l *liveness) collect(b *syntax.Body, up *place) {
	for _, s := range b.Stms {
		switch s := s.(type) {
		case *syntax.Check:
			up.checks = append(up.checks, s)
		case *syntax.Let:
			l.statement(s, &place{let: s, up: up})
		}
	}
}

func (l *liveness) statement(s *syntax.Let, p *place) {
	l.places = append(l.places, p)
	l.sitesOf(p, result, s.Pat)
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		l.sitesOf(p, index, []*syntax.Binding{e.Index[0].X})
	case *syntax.Loop:
		l.sitesOf(p, parameter, e.Params)
		if e.For != nil {
			l.sitesOf(p, index, []*syntax.Binding{e.For.X})
		}
	case *syntax.Reduce, *syntax.Scan:
		round, accs, elems, _ := syntax.FoldOf(e).Params()
		l.sitesOf(p, accumulator, accs)
		l.sitesOf(p, element, elems)
		if round != nil {
			l.sitesOf(p, index, []*syntax.Binding{round})
		}
	}
	l.writersOf(p)
	for _, b := range rewrite.InnerBodies(s.Exp) {
		l.collect(b, p)
	}
}

func (l *liveness) sitesOf(p *place, r role, bs []*syntax.Binding) {
	for k, x := range bs {
		l.sites[x.ID] = site{p, r, k, x}
	}
}

// writersOf notes the blocks that a statement writes to.
func (l *liveness) writersOf(p *place) {
	ids := l.writtenBy(p.let)
	if _, ok := p.let.Exp.(*syntax.Call); ok {
		for _, id := range ids {
			l.writers = append(l.writers, writer{p, p.let.Pat[0], id})
		}
		return
	}
	bs := p.let.Pat
	if f := syntax.FoldOf(p.let.Exp); f != nil {
		_, accs, _, _ := f.Params()
		bs = append(slices.Clone(bs), accs...)
	}
	for _, x := range bs {
		for _, id := range blocksOf([]*syntax.Binding{x}) {
			if slices.Contains(ids, id) {
				l.writers = append(l.writers, writer{p, x, id})
			}
		}
	}
}

// signature marks as needed what the signature of a function mentions from outside, and the
// blocks that it is given.
func (l *liveness) signature(d *syntax.Def) {
	head := *d
	head.Body = &syntax.Body{}
	for _, v := range syntax.FreeVars(&head) {
		l.needVar(v.ID)
	}
	for _, x := range d.Params {
		l.needBlocks(x)
	}
}

// needBlocks marks as needed the blocks that an array may lie in, or that a block may be.
func (l *liveness) needBlocks(x *syntax.Binding) {
	if !l.mem || x.Type == nil || x.Type.IsNumber() {
		return
	}
	id := x.ID
	if x.Type.Mem != nil {
		id = x.Type.Mem.Block.ID
	}
	for o := range l.aliases.Of(id) {
		l.blocks[o] = true
		if l.shown[o] == nil && x.Type.IsArray() {
			l.shown[o] = x
		}
	}
}

// need marks the variables of expressions or types as needed.
func (l *liveness) need(es ...syntax.Expr) {
	for _, e := range es {
		l.needNode(e)
	}
}

func (l *liveness) needNode(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Var); ok {
			l.needVar(x.ID)
		}
		return true
	})
}

func (l *liveness) needVar(id int) {
	if !l.needed[id] {
		l.needed[id] = true
		l.todo = append(l.todo, id)
	}
}

// needType marks what the type of a binder mentions as needed.
func (l *liveness) needType(x *syntax.Binding) {
	if x.Type != nil {
		l.needNode(x.Type)
	}
}
