package lmad

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Reshape gives an array at L the sizes d, …, with the elements in the same
// row-major order. Both shapes have the same number of elements. The dimensions of L
// fall into groups, each with as many elements as a group of the new dimensions. The
// dimensions of a group are merged. That needs L to be row-major over them: each
// stride is the next one times its size. Otherwise there is no such LMAD, or env
// does not know enough to find it. A nil env knows nothing.
//
// Dimensions of size 1 merge with anything, but only where that is needed: an LMAD
// is the same whether or not a size is known to be 1.
func Reshape(env *poly.Env, l *syntax.LMAD, sizes []syntax.Expr) (*syntax.LMAD, bool) {
	if env == nil {
		env = &none
	}
	if dims, ok := reshaped(env, l.Dims, sizes); ok {
		return simple(none.Of(l.Offset), dims), true
	}
	var old []syntax.LMADDim
	for _, d := range l.Dims {
		if k, ok := none.Of(d.Size).Const(); !ok || !k.Equal(num.Of(1)) {
			old = append(old, d)
		}
	}
	dims, ok := reshaped(env, old, sizes)
	if !ok {
		return nil, false
	}
	return simple(none.Of(l.Offset), dims), true
}

// reshaped is the dimensions that replace those of an LMAD.
func reshaped(env *poly.Env, old []syntax.LMADDim, sizes []syntax.Expr) (dims []syntax.LMADDim, ok bool) {
	for _, g := range groups(env, old, sizes) {
		stride, ok := merge(env, g.old)
		if !ok {
			return nil, false
		}
		dims = append(dims, spread(stride, g.sizes)...)
	}
	return dims, true
}

// group is some dimensions of L, and the sizes that replace them.
type group struct {
	old   []syntax.LMADDim
	sizes []syntax.Expr
}

// groups cuts the dimensions into groups that are known to have equally many
// elements, from both the outermost and the innermost end. What is left in the
// middle is a group because the arrays have equally many elements.
func groups(env *poly.Env, old []syntax.LMADDim, sizes []syntax.Expr) []group {
	var outer, inner []group
	for {
		i, k := cut(env, len(old), len(sizes), func(n int) syntax.Expr { return old[n].Size }, func(n int) syntax.Expr { return sizes[n] })
		if i == 0 {
			break
		}
		outer = append(outer, group{old[:i], sizes[:k]})
		old, sizes = old[i:], sizes[k:]
	}
	for {
		p, q := len(old), len(sizes)
		i, k := cut(env, p, q, func(n int) syntax.Expr { return old[p-1-n].Size }, func(n int) syntax.Expr { return sizes[q-1-n] })
		if i == 0 {
			break
		}
		inner = append([]group{{old[p-i:], sizes[q-k:]}}, inner...)
		old, sizes = old[:p-i], sizes[:q-k]
	}
	return append(append(outer, group{old, sizes}), inner...)
}

// cut finds the fewest of p and of q sizes, some of each but not all, with the same
// product. It gives 0, 0 when there are none.
func cut(env *poly.Env, p, q int, old, sizes func(n int) syntax.Expr) (i, k int) {
	one := poly.Int(num.Of(1))
	for i, m := 0, one; i < p-1; i++ {
		m = m.Mul(env.Of(old(i)))
		for k, n := 0, one; k < q-1; k++ {
			n = n.Mul(env.Of(sizes(k)))
			if poly.Compare(m, n) == poly.Equal {
				return i + 1, k + 1
			}
		}
	}
	return 0, 0
}

// merge is the stride of dimensions merged into one. It is the stride of the
// innermost, or 1 if there are none.
func merge(env *poly.Env, dims []syntax.LMADDim) (syntax.Expr, bool) {
	if len(dims) == 0 {
		return Const(1), true
	}
	for k, inner := range dims[1:] {
		if poly.Compare(env.Of(dims[k].Stride), env.Of(inner.Stride).Mul(env.Of(inner.Size))) != poly.Equal {
			return nil, false
		}
	}
	return dims[len(dims)-1].Stride, true
}

// spread is one dimension of the given stride split into several, row-major.
func spread(stride syntax.Expr, sizes []syntax.Expr) []syntax.LMADDim {
	dims := make([]syntax.LMADDim, len(sizes))
	s := none.Of(stride)
	for k := len(sizes) - 1; k >= 0; k-- {
		dims[k] = syntax.LMADDim{Size: sizes[k], Stride: s.Expr()}
		s = s.Mul(none.Of(sizes[k]))
	}
	return dims
}
