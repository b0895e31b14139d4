package rewrite

import "funmem/semantics/syntax"

// IsSize tells whether an expression is known not to be negative: it is a constant, or one of some variables.
func IsSize(e syntax.Expr, sizes map[int]bool) bool {
	switch e := e.(type) {
	case *syntax.Var:
		return sizes[e.ID]
	case *syntax.IntLit:
		return e.Val.Sign() >= 0
	}
	return false
}
