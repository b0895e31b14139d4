package simplify

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// share replaces fresh arrays of FUNMEM, and their blocks, by earlier ones made from the
// same expression. Two arrays may share a block if nothing else writes to either: one
// statement makes each, and it is given to nothing that could write to it.
func (f *forward) share(s *syntax.Let, pat []*syntax.Binding, e syntax.Expr) bool {
	if !f.mem || !isFresh(e) || !f.onlyMakes(s, pat) {
		return false
	}
	key := "fresh " + rewrite.Key(e)
	old := f.seen.has[key]
	if old == nil || !f.mayBeOne(pat, old, e) {
		f.seen.add(key, pat, len(f.writes))
		return false
	}
	for k, y := range pat {
		x := old.pat[k]
		f.did(y, "is `%s`, which has the same elements: nothing else is written to the blocks of the two", x.Written())
		f.replaceAll([]*syntax.Binding{y}, uses(old.pat[k:k+1]))
		f.by[y.Type.Mem.Block.ID] = x.Type.Mem.Block
	}
	return true
}

// isFresh tells whether an expression makes arrays from its operands alone.
func isFresh(e syntax.Expr) bool {
	f := syntax.FormOf(e)
	return f.Makes() && f != syntax.FormUnwritten
}

// onlyMakes tells whether a statement writes only to what it binds, and to nothing that
// existed before.
func (f *forward) onlyMakes(s *syntax.Let, pat []*syntax.Binding) bool {
	own := blocksOf(pat)
	return !slices.ContainsFunc(f.writtenIn(s), func(id int) bool { return !f.gone[id] && !slices.Contains(own, id) })
}

// mayBeOne tells whether fresh arrays may be earlier ones. If they have the same elements,
// it says why not.
func (f *forward) mayBeOne(pat []*syntax.Binding, old *entry, e syntax.Expr) bool {
	if f.overwritten(e, old) || !f.replaceable(pat) {
		return false
	}
	for k, y := range pat {
		x := old.pat[k]
		m, n := y.Type.Mem, x.Type.Mem
		if m.Block.ID == n.Block.ID || f.pinned[m.Block.ID] || !f.sameShape(y.Type, x.Type) || !f.samePlace(&syntax.MemAnn{Block: n.Block, L: m.L}, n) {
			return false
		}
		for _, b := range []*syntax.Var{m.Block, n.Block} {
			if why := f.shared[b.ID].why(); why != "" {
				f.refuse(y, "is not made `%s`, which has the same elements: block `%s` %s", x.Written(), b.Name, why)
				return false
			}
		}
	}
	return true
}

// blockUse is what a program does with a block.
type blockUse struct {
	alloc  bool // it is allocated
	given  bool // it is an operand: a result, an argument, or carried by a loop
	writes int  // the statements that write to it, by its name
}

// why says why another array must not lie in the block, or "" if it may.
func (u blockUse) why() string {
	switch {
	case !u.alloc:
		return "is not allocated here"
	case u.given:
		return "is returned, carried or passed on"
	case u.writes > 1:
		return "is written to again"
	}
	return ""
}

// blocksIn returns what a program does with its blocks.
func (s *state) blocksIn(p *syntax.Program) map[int]blockUse {
	blocks := map[int]blockUse{}
	change := func(id int, f func(u *blockUse)) {
		u := blocks[id]
		f(&u)
		blocks[id] = u
	}
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Type:
			return false
		case *syntax.Var:
			change(n.ID, func(u *blockUse) { u.given = true })
		case *syntax.Let:
			if _, ok := n.Exp.(*syntax.Alloc); ok {
				change(n.Pat[0].ID, func(u *blockUse) { u.alloc = true })
			}
			for _, id := range s.writtenBy(n) {
				change(id, func(u *blockUse) { u.writes++ })
			}
		}
		return true
	})
	return blocks
}
