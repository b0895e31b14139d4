package flatten

import "funmem/semantics/syntax"

// isCheap tells whether each kernel that needs what an expression gives computes it again: a scalar operation, the reading of
// an element, a view.
func isCheap(e syntax.Expr) bool {
	switch syntax.FormOf(e) {
	case syntax.FormScalar, syntax.FormElement, syntax.FormView:
		return true
	}
	return false
}

// total tells whether an expression has a value whatever its variables are.
func total(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Transpose, *syntax.Permute, *syntax.Reverse:
		return true
	}
	return syntax.Total(e)
}
