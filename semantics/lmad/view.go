package lmad

import (
	"fmt"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// OfView is where a view lies, in the same block, when its array lies at l: sliceᶠ(l, ix), the
// pairs of l in another order, and so on (Fig. 8, TransformStm). It is false for an expression
// that is not a view (syntax.Viewed). It is also false for a reshape if env does not show that
// l is row-major enough.
func OfView(env *poly.Env, e syntax.Expr, l *syntax.LMAD) (*syntax.LMAD, bool) {
	switch e := e.(type) {
	case *syntax.Slice:
		return Slice(l, e.At), true
	case *syntax.Transpose:
		return Transpose(l), true
	case *syntax.Permute:
		return Permute(l, e.Perm), true
	case *syntax.Reverse:
		return Reverse(l), true
	case *syntax.Reshape:
		return Reshape(env, l, e.Dims)
	}
	if syntax.Viewed(e) != nil {
		panic(fmt.Sprintf("lmad: where a view lies that is a %T", e))
	}
	return nil, false
}

// OfViewed is the reverse: where the array lies when a view of it lies at l and shows all of
// it. sizes are the sizes of the array. It is false for a slice, which may leave elements out,
// for a reshape as in OfView, and for an expression that is not a view.
func OfViewed(env *poly.Env, e syntax.Expr, l *syntax.LMAD, sizes []syntax.Expr) (*syntax.LMAD, bool) {
	switch e := e.(type) {
	case *syntax.Transpose:
		return Transpose(l), true
	case *syntax.Permute:
		return Permute(l, inverse(e.Perm)), true
	case *syntax.Reverse:
		return Reverse(l), true
	case *syntax.Reshape:
		return Reshape(env, l, sizes)
	}
	return nil, false
}

func inverse(perm []int) []int {
	inv := make([]int, len(perm))
	for k, p := range perm {
		inv[p-1] = k + 1
	}
	return inv
}
