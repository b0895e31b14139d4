package lmad

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// none knows nothing: with it, simplification uses only what holds for all variables.
var none poly.Env

// Const is the constant k.
func Const(k int) *syntax.IntLit { return &syntax.IntLit{Val: num.Of(int64(k))} }

// Rank is the number of dimensions.
func Rank(l *syntax.LMAD) int { return len(l.Dims) }

// Simplify is a scalar expression in normal form.
func Simplify(se syntax.Expr) syntax.Expr {
	if syntax.IsAtom(se) {
		return se
	}
	return none.Of(se).Expr()
}

// simple is an LMAD with its parts in normal form; it is R(d, …) if it can be.
func simple(offset poly.Poly, dims []syntax.LMADDim) *syntax.LMAD {
	l := &syntax.LMAD{Offset: offset.Expr(), Dims: make([]syntax.LMADDim, len(dims))}
	sizes := make([]syntax.Expr, len(dims))
	for k, d := range dims {
		sizes[k] = Simplify(d.Size)
		l.Dims[k] = syntax.LMADDim{Size: sizes[k], Stride: Simplify(d.Stride)}
	}
	if r := RowMajor(sizes); r.RowMajor && Equal(&none, l, r) {
		return r
	}
	return l
}

// RowMajor is R(d, …), with its strides in normal form. If a size is not an atom, it cannot
// be written so, and the LMAD has the same parts spelt out.
func RowMajor(sizes []syntax.Expr) *syntax.LMAD {
	l := syntax.RowMajor(sizes)
	for k, d := range l.Dims {
		if !syntax.IsAtom(d.Size) {
			l.RowMajor = false
		}
		l.Dims[k].Stride = Simplify(d.Stride)
	}
	l.RowMajor = l.RowMajor && len(sizes) > 0
	return l
}

// Apply is L(y₁, …), eq. (1): offset + Σ (yᵢ − 1)·sᵢ. It stands
// here as the definition; evaluation computes it on numbers.
func Apply(l *syntax.LMAD, ys ...syntax.Expr) syntax.Expr {
	offset := none.Of(l.Offset)
	for i, y := range ys {
		offset = offset.Add(step(y, l.Dims[i].Stride))
	}
	return offset.Expr()
}

// step is (y − 1)·s.
func step(y, s syntax.Expr) poly.Poly {
	return none.Of(y).Sub(poly.Int(num.Of(1))).Mul(none.Of(s))
}

// Slice is slice_f(L, [ix, …]), eq. (2) with strides and fixed dimensions: the offset moves
// by Σ (oᵢ − 1)·sᵢ, a range o : n : t keeps (n : t·sᵢ), and a fixed dimension vanishes. A
// flat index, o + {(n : t) …}, moves the offset by o·sᵢ and keeps (n : t·sᵢ) ….
func Slice(l *syntax.LMAD, at []syntax.Ix) *syntax.LMAD {
	offset := none.Of(l.Offset)
	var dims []syntax.LMADDim
	for i, ix := range at {
		d := l.Dims[i]
		if ix.Kind == syntax.IxAll {
			dims = append(dims, d)
			continue
		}
		if ix.Kind == syntax.IxFlat {
			offset = offset.Add(none.Of(ix.Off).Mul(none.Of(d.Stride)))
			for _, f := range ix.Dims {
				dims = append(dims, syntax.LMADDim{Size: f.Size, Stride: none.Of(f.Stride).Mul(none.Of(d.Stride)).Expr()})
			}
			continue
		}
		offset = offset.Add(step(ix.Off, d.Stride))
		if ix.Kind == syntax.IxFix {
			continue
		}
		if ix.Stride != nil {
			d.Stride = none.Of(ix.Stride).Mul(none.Of(d.Stride)).Expr()
		}
		dims = append(dims, syntax.LMADDim{Size: ix.Size, Stride: d.Stride})
	}
	return simple(offset, dims)
}

// Index is index_f(L, k), eq. (3): the outermost dimension fixed. Core writes
// that as a slice, so that elaboration and the rules need only Slice.
func Index(l *syntax.LMAD, k syntax.Expr) *syntax.LMAD {
	return simple(none.Of(l.Offset).Add(step(k, l.Dims[0].Stride)), l.Dims[1:])
}

// Transpose swaps the outer two pairs (TransformStm).
func Transpose(l *syntax.LMAD) *syntax.LMAD {
	perm := make([]int, len(l.Dims))
	for k := range perm {
		perm[k] = k + 1
	}
	perm[0], perm[1] = 2, 1
	return Permute(l, perm)
}

// Permute makes pair perm[k] of L pair k of the result; perm is 1-based.
func Permute(l *syntax.LMAD, perm []int) *syntax.LMAD {
	dims := make([]syntax.LMADDim, len(perm))
	for k, p := range perm {
		dims[k] = l.Dims[p-1]
	}
	return simple(none.Of(l.Offset), dims)
}

// Reverse starts from the last row and goes back: offset + (n − 1)·s₁, stride
// −s₁.
func Reverse(l *syntax.LMAD) *syntax.LMAD {
	d := l.Dims[0]
	dims := append([]syntax.LMADDim{{Size: d.Size, Stride: none.Of(d.Stride).Neg().Expr()}}, l.Dims[1:]...)
	return simple(none.Of(l.Offset).Add(step(d.Size, d.Stride)), dims)
}

// Expand is where an array goes when its location k becomes k·scale + at (MemoryExpand,
// §5): offset·scale + at + {(n : s·scale) …}.
func Expand(l *syntax.LMAD, scale, at syntax.Expr) *syntax.LMAD {
	by := none.Of(scale)
	dims := make([]syntax.LMADDim, len(l.Dims))
	for k, d := range l.Dims {
		dims[k] = syntax.LMADDim{Size: d.Size, Stride: none.Of(d.Stride).Mul(by).Expr()}
	}
	return simple(none.Of(l.Offset).Mul(by).Add(none.Of(at)), dims)
}

// Rows is slice_f(L, [first : n, …]): n rows from the given one, from 1.
func Rows(l *syntax.LMAD, first, n syntax.Expr) *syntax.LMAD {
	at := make([]syntax.Ix, len(l.Dims))
	for k := range at {
		at[k].Kind = syntax.IxAll
	}
	at[0] = syntax.Ix{Kind: syntax.IxRange, Off: first, Size: n}
	return Slice(l, at)
}

// Resized is where an array lies whose sizes are equal to those of l, but may be written differently. It has the strides
// of l: the sizes need not be known where those are.
func Resized(l *syntax.LMAD, sizes []syntax.Expr) *syntax.LMAD {
	dims := make([]syntax.LMADDim, len(sizes))
	for k, n := range sizes {
		dims[k] = syntax.LMADDim{Size: n, Stride: l.Dims[k].Stride}
	}
	return simple(none.Of(l.Offset), dims)
}

// Equal tells whether two LMADs are the same under what is known about the variables:
// offsets, sizes and strides have equal normal forms.
func Equal(env *poly.Env, a, b *syntax.LMAD) bool {
	if len(a.Dims) != len(b.Dims) || !same(env, a.Offset, b.Offset) {
		return false
	}
	for k := range a.Dims {
		if !same(env, a.Dims[k].Size, b.Dims[k].Size) || !same(env, a.Dims[k].Stride, b.Dims[k].Stride) {
			return false
		}
	}
	return true
}

// Alike tells whether arrays at two LMADs have each element at the same location. The LMADs
// must be the same, except for the strides of dimensions that are known to have one
// element.
func Alike(env *poly.Env, a, b *syntax.LMAD) bool {
	if len(a.Dims) != len(b.Dims) {
		return false
	}
	c := *a
	c.Dims = slices.Clone(a.Dims)
	for k, d := range c.Dims {
		if same(env, d.Size, Const(1)) {
			c.Dims[k].Stride = b.Dims[k].Stride
		}
	}
	return Equal(env, &c, b)
}

func same(env *poly.Env, x, y syntax.Expr) bool {
	return env.Compare(x, y) == poly.Equal
}

// Count is the number of elements of an array of these sizes: Π d.
func Count(sizes []syntax.Expr) syntax.Expr {
	n := poly.Int(num.Of(1))
	for _, d := range sizes {
		n = n.Mul(none.Of(d))
	}
	return n.Expr()
}
