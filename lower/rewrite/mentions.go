package rewrite

import (
	"slices"

	"funmem/semantics/syntax"
)

// Mentions tells whether a node uses a variable that is bound outside of it.
func Mentions(n syntax.Node, id int) bool {
	return slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool { return v.ID == id })
}
