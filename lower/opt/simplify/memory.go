package simplify

import (
	"slices"

	"funmem/lower/alias"
	"funmem/semantics/syntax"
)

// anyBlock stands for all blocks.
const anyBlock = -1

// carriesMemory tells whether a program is a FUNMEM program.
func carriesMemory(p *syntax.Program) bool {
	found := false
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			found = found || alias.CarriesMemory([]*syntax.Binding{b})
		}
		return !found
	})
	return found
}

// withMemory returns the functions that take or return memory.
func withMemory(p *syntax.Program) map[string]bool {
	with := map[string]bool{}
	for _, d := range p.Defs() {
		with[d.Name] = alias.CarriesMemory(slices.Concat(d.Params, d.Ret))
	}
	return with
}

// effect holds the blocks from outside that a function may write to.
type effect struct {
	any    bool
	params []bool // those that it is given, by parameter
}

// findEffects finds out what the functions of a program may write to, directly or in calls.
func (s *state) findEffects(p *syntax.Program) {
	s.effects = map[string]*effect{}
	for _, d := range p.Defs() {
		s.effects[d.Name] = &effect{params: make([]bool, len(d.Params))}
	}
	for again := true; again; {
		again = false
		for _, d := range p.Defs() {
			again = s.addEffects(d) || again
		}
	}
}

// addEffects adds what a function is known to write to, and tells whether that is new.
func (s *state) addEffects(d *syntax.Def) bool {
	e := s.effects[d.Name]
	news := false
	syntax.Walk(d.Body, func(n syntax.Node) bool {
		l, ok := n.(*syntax.Let)
		if !ok || e.any {
			return !e.any
		}
		for _, id := range s.writtenBy(l) {
			news = s.addEffect(e, d, id) || news
		}
		return true
	})
	return news
}

// addEffect adds a block, by its variable, to what a function writes to.
func (s *state) addEffect(e *effect, d *syntax.Def, id int) (news bool) {
	if id == anyBlock {
		e.any = true
		return true
	}
	given := map[*alias.Origin]bool{}
	for k, x := range d.Params {
		for o := range s.aliases.Of(x.ID) {
			given[o] = true
			if x.Type.Elem == syntax.Mem && !x.Type.IsArray() && s.aliases.Of(id)[o] && !e.params[k] {
				e.params[k], news = true, true
			}
		}
	}
	for o := range s.aliases.Of(id) {
		if !given[o] && !o.IsIn(d) {
			e.any, news = true, true
		}
	}
	return news
}

// writtenBy returns the blocks, by the IDs of their variables, that a statement of FUNMEM
// writes to, not counting its bodies.
func (s *state) writtenBy(l *syntax.Let) []int {
	if !s.mem {
		return nil
	}
	switch e := l.Exp.(type) {
	case *syntax.If, *syntax.Loop, *syntax.Index, *syntax.Alloc:
		return nil
	case *syntax.Call:
		return s.writtenInCall(e)
	case *syntax.Reduce, *syntax.Scan:
		_, accs, _, _ := syntax.FoldOf(e).Params()
		return append(blocksOf(l.Pat), blocksOf(accs)...)
	default:
		if isDerived(e) {
			return nil
		}
		return blocksOf(l.Pat)
	}
}

// writtenInCall returns the blocks of the arguments that a call may write to. A call of a
// function of an earlier line may write to any.
func (s *state) writtenInCall(e *syntax.Call) []int {
	f := s.effects[e.Fn]
	if f == nil || f.any {
		return []int{anyBlock}
	}
	var ids []int
	for k, x := range e.Args {
		if f.params[k] {
			ids = append(ids, asVar(x).ID)
		}
	}
	return ids
}

// blocksOf returns the blocks that arrays lie in.
func blocksOf(bs []*syntax.Binding) []int {
	var ids []int
	for _, b := range bs {
		if b.Type != nil && b.Type.Mem != nil {
			ids = append(ids, b.Type.Mem.Block.ID)
		}
	}
	return ids
}

// writtenIn returns the blocks that a statement and its inner statements write to.
func (s *state) writtenIn(l *syntax.Let) []int {
	if !s.mem {
		return nil
	}
	var ids []int
	syntax.Walk(l, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Let); ok {
			ids = append(ids, s.writtenBy(l)...)
		}
		return true
	})
	return ids
}

// overwritten tells whether what an expression of FUNMEM reads may have been written to
// since the expression of an entry read it. Views read nothing.
func (f *forward) overwritten(e syntax.Expr, since *entry) bool {
	if !f.mem || isDerived(e) {
		return false
	}
	written := f.writes[since.at:]
	for _, x := range syntax.FreeVars(e) {
		m := f.gamma.Mem(x)
		if m != nil && slices.ContainsFunc(written, func(id int) bool { return id == anyBlock || f.aliases.Meet(id, m.Block.ID) }) {
			return true
		}
	}
	return false
}
