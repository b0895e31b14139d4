package toimp

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// copy is procedure Copy(p_x, x^idx, p_y): an IMP statement that copies y to p_x[x^idx].
// An int is written. An array is copied as eq. (5) has it: all of it is read before
// the first element is written.
func (st *state) copy(x *array, idx []syntax.Expr, y syntax.Expr, at diag.Span) []imp.Stm {
	if !st.isArrayExpr(y) {
		e, _ := st.atom(y)
		return st.write(x, idx, e, at)
	}
	return st.move(x.row(idx), st.array(y), at)
}

// move copies y to x, through a temporary block unless they are known to be apart or the
// same.
func (st *state) move(x, y *array, at diag.Span) []imp.Stm {
	if st.apart(x, y) || st.same(x, y) {
		return st.elements(x, y, st.injective(x.L), at)
	}
	t, out := st.buffered(y, at)
	return append(out, st.elements(x, t, st.injective(x.L), at)...)
}

// buffered copies y to a temporary block.
func (st *state) buffered(y *array, at diag.Span) (*array, []imp.Stm) {
	b := st.fresh("copy_mem", syntax.Mem)
	b.Span = at
	out := st.allocate(b, lmad.Count(y.dims()), at)
	t := &array{name: y.name, elem: y.elem, block: b.Use(), L: lmad.RowMajor(y.dims()), safe: true, keeps: y.keeps}
	return t, append(out, st.elements(t, y, true, at)...)
}

// elements is
//
//	kernel z₁ ≤ d₁ do … kernel z_n ≤ d_n do
//	  var t : int; t ← y_mem[L_y(z₁, …)]; x_mem[L_x(z₁, …)] ← t
//	done … done
//
// and, where the elements of x may share locations, the same with loops in order.
func (st *state) elements(x, y *array, kernels bool, at diag.Span) []imp.Stm {
	return st.nest(x, y, nil, kernels, at)
}

// nest is elements with the outer indices given.
func (st *state) nest(x, y *array, zs []syntax.Expr, kernels bool, at diag.Span) (out []imp.Stm) {
	k := len(zs)
	if k == len(x.L.Dims) {
		t := st.fresh("t", x.elem)
		read := st.read(t, y, zs, at)
		read.Undefined = x.keeps || y.keeps
		out = st.declared(t, read, at)
		return append(out, st.write(x, zs, t.Use(), at)...)
	}
	z, n := st.fresh([]string{"i", "j", "k", "l"}[min(k, 3)], syntax.Int), y.L.Dims[k].Size
	z.Span = at
	st.inner(func() {
		st.between(z.Use(), n)
		out = st.nest(x, y, append(slices.Clone(zs), z.Use()), kernels, at)
	})
	if kernels {
		return []imp.Stm{&imp.Kernel{Span: at, X: z, N: n, Body: out}}
	}
	return []imp.Stm{&imp.For{Span: at, X: z, N: n, Body: out}}
}

// same tells whether two arrays are known to lie at one place.
func (st *state) same(x, y *array) bool {
	return x.block.ID == y.block.ID && lmad.Equal(st.known.env, x.L, y.L)
}

// apart tells whether two arrays are known to lie in different blocks. A block that an
// alloc made for its variable differs from the blocks that other allocs made for theirs,
// and from any block that a variable held before.
func (st *state) apart(x, y *array) bool {
	a, b := x.block.ID, y.block.ID
	if a < b {
		a, b = b, a
	}
	return a != b && st.blocks[a].own
}

// injective tells whether the elements of an array are known to have locations of their
// own: its dimensions can be ordered so that each stride is greater than the reach of those
// before it.
func (st *state) injective(l *syntax.LMAD) (known bool) {
	st.inner(func() {
		for _, d := range l.Dims {
			st.known.facts.NonNeg(st.of(d.Size).Sub(one))
		}
		known = st.ordered(slices.Clone(l.Dims), poly.Poly{})
	})
	return known
}

// ordered tells whether it finds such an order of the dimensions; reach is how far the
// dimensions before them go. It tries the innermost dimension first.
func (st *state) ordered(dims []syntax.LMADDim, reach poly.Poly) bool {
	if len(dims) == 0 {
		return true
	}
	for k, d := range slices.Backward(dims) {
		size, stride := st.of(d.Size), st.of(d.Stride)
		rest := slices.Delete(slices.Clone(dims), k, k+1)
		for _, s := range []poly.Poly{stride, stride.Neg()} {
			if st.atLeast(s, reach.Add(one)) && st.ordered(rest, reach.Add(size.Sub(one).Mul(s))) {
				return true
			}
		}
		if n, ok := size.Const(); ok && n.Equal(lmad.Const(1).Val) && st.ordered(rest, reach) {
			return true
		}
	}
	return false
}

// moveAll copies several arrays at once: all are read before any is written.
func (st *state) moveAll(xs, ys []*array, at diag.Span) []imp.Stm {
	if len(xs) == 1 {
		return st.move(xs[0], ys[0], at)
	}
	var out, writes []imp.Stm
	for k, y := range ys {
		direct := true
		for j, x := range xs {
			direct = direct && (st.apart(x, y) || j == k && st.same(x, y))
		}
		if !direct {
			var more []imp.Stm
			y, more = st.buffered(y, at)
			out = append(out, more...)
		}
		writes = append(writes, st.elements(xs[k], y, st.injective(xs[k].L), at)...)
	}
	return append(out, writes...)
}
