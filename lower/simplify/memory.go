package simplify

import (
	"slices"

	"funmem/lower/alias"
	"funmem/semantics/syntax"
)

// anyBlock stands for all blocks.
const anyBlock = -1

// carriesMemory tells whether a program is of FUNMEM.
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

// withMemory are the functions that are given or give memory.
func withMemory(p *syntax.Program) map[string]bool {
	with := map[string]bool{}
	for _, d := range p.Defs() {
		with[d.Name] = alias.CarriesMemory(slices.Concat(d.Params, d.Ret))
	}
	return with
}

// findImpure finds the functions that write to blocks from outside, or call one that
// does.
func (s *state) findImpure(p *syntax.Program) {
	s.impure = map[string]bool{}
	for _, d := range p.Defs() {
		s.impure[d.Name] = false
	}
	for again := true; again; {
		again = false
		for _, d := range p.Defs() {
			if !s.impure[d.Name] && s.writesOutside(d) {
				s.impure[d.Name], again = true, true
			}
		}
	}
}

// writesOutside tells whether a function may write to a block that it did not make.
func (s *state) writesOutside(d *syntax.Def) bool {
	found := false
	syntax.Walk(d.Body, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Let); ok {
			for _, id := range s.writtenBy(l) {
				found = found || id == anyBlock || !s.madeIn(id, d)
			}
		}
		return !found
	})
	return found
}

// madeIn tells whether a block is made in a function, wherever it may come from.
func (s *state) madeIn(id int, d *syntax.Def) bool {
	param := map[*alias.Origin]bool{}
	for _, x := range d.Params {
		for o := range s.aliases.Of(x.ID) {
			param[o] = true
		}
	}
	for o := range s.aliases.Of(id) {
		if param[o] || !o.IsIn(d) {
			return false
		}
	}
	return true
}

// writtenBy are the blocks, by the IDs of their variables, that a statement of FUNMEM
// writes to, bodies in it aside.
func (s *state) writtenBy(l *syntax.Let) []int {
	if !s.mem {
		return nil
	}
	switch e := l.Exp.(type) {
	case *syntax.If, *syntax.Loop, *syntax.Index, *syntax.Alloc:
		return nil
	case *syntax.Call:
		if s.isImpure(e.Fn) {
			return []int{anyBlock}
		}
		return nil
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

// isImpure tells whether a call may write to blocks that there were before it; one of a
// function of an earlier line may.
func (s *state) isImpure(fn string) bool {
	impure, known := s.impure[fn]
	return impure || !known
}

// blocksOf are the blocks in which arrays lie.
func blocksOf(bs []*syntax.Binding) []int {
	var ids []int
	for _, b := range bs {
		if b.Type != nil && b.Type.Mem != nil {
			ids = append(ids, b.Type.Mem.Block.ID)
		}
	}
	return ids
}

// writtenIn are the blocks that a statement and those in it write to.
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
// since another one read it. Views read nothing.
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
