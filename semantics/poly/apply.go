package poly

import "funmem/semantics/syntax"

// Apply is op of one or two ints in normal form.
func Apply(op syntax.Op, args ...Poly) Poly {
	if len(args) == 1 {
		return apply1(op, args[0])
	}
	return apply(op, args[0], args[1])
}
