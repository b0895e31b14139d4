package simplify

import (
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// array rebuilds a statement that binds arrays, blocks, or the results of a call. It is
// replaced by another variable, or stays.
func (f *forward) array(s *syntax.Let, e syntax.Expr) {
	pat := f.pattern(s.Pat)
	if x := f.already(pat[0], e); x != nil && f.replace(pat[0], x) {
		f.did(pat[0], "is `%s`: %s", x.Name, f.whyAlready(e))
		return
	}
	if f.share(s, pat, e) || f.isCommon(pat, e) {
		return
	}
	f.keep(s, e, pat)
	f.made[pat[0].ID] = e
}

// element returns the element read from an array whose definition tells its elements, or
// nil.
func (f *forward) element(e syntax.Expr) syntax.Expr {
	read, ok := e.(*syntax.Index)
	if !ok || len(read.At) != 1 {
		return nil
	}
	switch x := f.before(read.X).(type) {
	case *syntax.Iota:
		if !f.exact { // the index may be out of bounds
			return read.At[0]
		}
	case *syntax.Replicate:
		if !f.exact {
			return x.X
		}
	case *syntax.Literal:
		k, ok := f.env.Of(read.At[0]).Const()
		if n, small := k.Int64(); ok && small && 1 <= n && n <= int64(len(x.Elems)) {
			return x.Elems[n-1]
		}
	}
	return nil
}

// already returns the variable of the array that e makes again at the same place, or nil.
func (f *forward) already(y *syntax.Binding, e syntax.Expr) *syntax.Var {
	x := f.original(e)
	if x == nil || !f.sameShape(y.Type, f.gamma.Of(x)) {
		return nil
	}
	if _, copied := e.(*syntax.Copy); copied && !f.mem {
		return nil // it asks for a block of the array's own
	}
	if f.mem && !f.samePlace(y.Type.Mem, f.gamma.Mem(x)) {
		return nil
	}
	return x
}

// original returns the array whose elements e has, in the same order, or nil.
func (f *forward) original(e syntax.Expr) *syntax.Var {
	switch e := e.(type) {
	case *syntax.Copy:
		return asVar(e.X)
	case *syntax.Slice:
		if f.isWhole(e.At, f.gamma.Of(e.X)) {
			return asVar(e.X)
		}
	case *syntax.Reshape:
		if t := f.gamma.Of(e.X); t != nil && f.sameSizes(e.Dims, t.Dims) {
			return asVar(e.X)
		}
		if before, ok := f.before(e.X).(*syntax.Reshape); ok {
			return f.original(&syntax.Reshape{Dims: e.Dims, X: before.X})
		}
	case *syntax.Transpose:
		if before, ok := f.before(e.X).(*syntax.Transpose); ok {
			return asVar(before.X)
		}
	case *syntax.Reverse:
		if before, ok := f.before(e.X).(*syntax.Reverse); ok {
			return asVar(before.X)
		}
	case *syntax.Permute:
		if isIdentity(e.Perm) {
			return asVar(e.X)
		}
		if before, ok := f.before(e.X).(*syntax.Permute); ok {
			return f.original(&syntax.Permute{Perm: composed(before.Perm, e.Perm), X: before.X})
		}
	}
	return nil
}

// before returns the expression of an array, or nil.
func (f *forward) before(x syntax.Expr) syntax.Expr {
	if v := asVar(x); v != nil {
		return f.made[v.ID]
	}
	return nil
}

func asVar(e syntax.Expr) *syntax.Var {
	v, _ := e.(*syntax.Var)
	return v
}

// isWhole tells whether a slice keeps all of an array.
func (f *forward) isWhole(at []syntax.Ix, t *syntax.Type) bool {
	for k, ix := range at {
		if t == nil || ix.Kind != syntax.IxRange || !f.isInt(ix.Off, 1) || ix.Stride != nil && !f.isInt(ix.Stride, 1) || !f.same(ix.Size, t.Dims[k]) {
			return false
		}
	}
	return true
}

func isIdentity(perm []int) bool {
	for k, p := range perm {
		if p != k+1 {
			return false
		}
	}
	return true
}

// composed returns the permutation that permutes by first and then by second.
func composed(first, second []int) []int {
	perm := make([]int, len(second))
	for k, p := range second {
		perm[k] = first[p-1]
	}
	return perm
}

func (f *forward) same(x, y syntax.Expr) bool {
	return poly.Compare(f.env.Of(x), f.env.Of(y)) == poly.Equal
}

func (f *forward) sameSizes(xs, ys []syntax.Expr) bool {
	if len(xs) != len(ys) {
		return false
	}
	for k := range xs {
		if !f.same(xs[k], ys[k]) {
			return false
		}
	}
	return true
}

func (f *forward) sameShape(t, u *syntax.Type) bool {
	return t != nil && u != nil && t.Elem == u.Elem && f.sameSizes(t.Dims, u.Dims)
}

// samePlace tells whether two arrays lie at the same locations, as far as the type rules
// know. Whatever is written to one is written to the other.
func (f *forward) samePlace(a, b *syntax.MemAnn) bool {
	return a != nil && b != nil && a.Block.ID == b.Block.ID && lmad.Equal(f.env, a.L, b.L)
}

// whyAlready says why an array is its operand.
func (f *forward) whyAlready(e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Copy:
		return "it lies where it would be copied to"
	case *syntax.Slice:
		return "the slice is all of it"
	case *syntax.Reshape:
		return "it has that shape"
	}
	return "turned and turned back"
}

// isDerived tells whether an array shows elements of another one.
func isDerived(e syntax.Expr) bool { return syntax.Viewed(e) != nil }
