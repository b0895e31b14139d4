package rewrite

import (
	"slices"

	"funmem/semantics/syntax"
)

// Viewed is the array of which an expression shows elements in another order, or some of
// them, where they lie; nil for one that is no view.
func Viewed(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Slice:
		return e.X
	case *syntax.Transpose:
		return e.X
	case *syntax.Permute:
		return e.X
	case *syntax.Reverse:
		return e.X
	case *syntax.Reshape:
		return e.X
	}
	return nil
}

// Mentions tells whether a node uses a variable that is bound outside of it.
func Mentions(n syntax.Node, id int) bool {
	return slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool { return v.ID == id })
}
