package introduce

import (
	"funmem/lower/alias"
	"funmem/semantics/syntax"
)

// turns finds the accumulators of a fold whose next value may lie in the block of one of them, but elsewhere in it, as
// in reduce (\a x -> reverse a). Copying it would overwrite elements that are still to be read. Eq. (5) reads all of
// them first. Code that copies one element after the other does not.
func (l *lastUses) turns(accs []*syntax.Binding, b *syntax.Body) {
	lets := map[int]*syntax.Let{}
	syntax.Walk(b, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok {
			for _, x := range s.Pat {
				lets[x.ID] = s
			}
		}
		return true
	})
	for k, a := range accs {
		v, ok := b.Res[k].(*syntax.Var)
		if !ok || !a.Type.IsArray() || l.stays(v, map[int]bool{a.ID: true}, lets) {
			continue
		}
		for _, other := range accs {
			l.turned[a.ID] = l.turned[a.ID] || other.Type.IsArray() && l.Meet(v.ID, other.ID)
		}
	}
}

// stays tells whether an array lies where one of the given ones does, whatever was updated in it.
func (l *lastUses) stays(x syntax.Expr, where map[int]bool, lets map[int]*syntax.Let) bool {
	v, ok := x.(*syntax.Var)
	if !ok {
		return false
	}
	s := lets[v.ID]
	if where[v.ID] || s == nil {
		return where[v.ID]
	}
	k := 0
	for s.Pat[k].ID != v.ID {
		k++
	}
	switch e := s.Exp.(type) {
	case *syntax.With:
		return l.inPlace[alias.Change{E: e}] && l.stays(e.X, where, lets)
	case *syntax.If:
		return l.stays(e.Then.Res[k], where, lets) && l.stays(e.Else.Res[k], where, lets)
	case *syntax.Loop:
		if l.Copied.Loops[e.Params[k].ID] || !l.stays(e.Init[k], where, lets) {
			return false
		}
		where[e.Params[k].ID] = true
		return l.stays(e.Body.Res[k], where, lets)
	}
	return false
}
