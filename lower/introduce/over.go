package introduce

import (
	"funmem/lower/alias"
	"funmem/semantics/syntax"
)

// overItself tells whether an update in place may write over elements that it still has to
// read, as in x with [2 : 3] = x[1 : 3]. Eq. (5) reads all of them first. Code that copies
// one element after the other does not.
func (l *lastUses) overItself(c alias.Change, x *syntax.Var) bool {
	e, ok := c.E.(*syntax.With)
	if !ok {
		return false
	}
	v, ok := e.V.(*syntax.Var)
	if !ok || !l.Meet(v.ID, x.ID) {
		return false
	}
	s := l.slices[v.ID]
	if s == nil {
		return true
	}
	of, ok := s.X.(*syntax.Var)
	return !ok || of.ID != x.ID || !sameRows(e.At, s.At)
}

// sameRows tells whether two slices of one array are the same except for the indices that
// fix a dimension. Then they lie in the same places or do not overlap, if no two elements
// of the array share a place.
func sameRows(a, b []syntax.Ix) bool {
	for k, i := range a {
		j := b[k]
		switch {
		case i.Kind != j.Kind || i.Kind == syntax.IxFlat:
			return false
		case i.Kind == syntax.IxRange && !(equal(i.Off, j.Off) && equal(i.Size, j.Size) && equal(i.Stride, j.Stride)):
			return false
		}
	}
	return true
}

// equal compares two parts of an index. Each may be nil.
func equal(a, b syntax.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return syntax.Equal(a, b)
}
