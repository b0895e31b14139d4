package toimp

import (
	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// iota does what kernel i <= n do in (i) would.
func (st *state) iota(z *syntax.Binding, e *syntax.Iota, at diag.Span) []imp.Stm {
	return st.filled(z, e.N, at, func(dst *array, i syntax.Expr) []imp.Stm {
		return st.write(dst, []syntax.Expr{i}, i, at)
	})
}

// replicate does what kernel i <= n do in (x) would.
func (st *state) replicate(z *syntax.Binding, e *syntax.Replicate, at diag.Span) []imp.Stm {
	return st.filled(z, e.N, at, func(dst *array, i syntax.Expr) []imp.Stm {
		return st.copy(dst, []syntax.Expr{i}, e.X, at)
	})
}

// filled returns a kernel that fills an array row by row.
func (st *state) filled(z *syntax.Binding, bound syntax.Expr, at diag.Span, row func(dst *array, i syntax.Expr) []imp.Stm) []imp.Stm {
	n, _ := st.atom(bound)
	dst, out := st.places([]*syntax.Binding{z}, n, at)
	i := st.fresh("i", syntax.Int)
	i.Span = at
	k := &imp.Kernel{Span: at, X: i, N: n}
	st.inner(func() {
		st.between(i.Use(), n)
		k.Body = row(dst[0], i.Use())
	})
	st.assume(n)
	st.bind(z)
	return append(out, k)
}

// scratch writes nothing: skip, except for checks of its sizes.
func (st *state) scratch(z *syntax.Binding, e *syntax.Scratch, at diag.Span) []imp.Stm {
	dst, out := st.places([]*syntax.Binding{z}, nil, at)
	st.bind(z)
	st.arrays[z.ID].safe, st.arrays[z.ID].keeps = dst[0].safe, e.Keeps
	return out
}

// claim is skip, except for evaluating its type. As far as is known, y lies where the type
// says.
func (st *state) claim(y *syntax.Binding, at diag.Span) []imp.Stm {
	st.bind(y)
	a := st.arrays[y.ID]
	a.safe = st.inBlock(a)
	return st.evaluated(y.Type.Mem.L, at)
}

// copied is copy x, as kernel y₁ <= z₁ … do in (x[y₁, …]) would do it: element by element.
func (st *state) copied(z *syntax.Binding, e *syntax.Copy, at diag.Span) []imp.Stm {
	dst, out := st.places([]*syntax.Binding{z}, nil, at)
	dst[0].keeps = e.Keeps
	out = append(out, st.elements(dst[0], st.array(e.X), true, at)...)
	st.bind(z)
	st.arrays[z.ID].keeps = e.Keeps
	return out
}

// literal copies each element, in order.
func (st *state) literal(z *syntax.Binding, e *syntax.Literal, at diag.Span) []imp.Stm {
	dst, out := st.places([]*syntax.Binding{z}, nil, at)
	for k, x := range e.Elems {
		out = append(out, st.copy(dst[0], []syntax.Expr{lmad.Const(k + 1)}, x, at)...)
	}
	st.bind(z)
	return out
}

// concat copies each operand to its rows, in order; nothing is done for one that is
// known to lie there.
func (st *state) concat(z *syntax.Binding, e *syntax.Concat, at diag.Span) []imp.Stm {
	dst, out := st.places([]*syntax.Binding{z}, nil, at)
	first := syntax.Expr(lmad.Const(1))
	for _, x := range e.Xs {
		y := st.array(x)
		n := y.L.Dims[0].Size
		if part := dst[0].part(lmad.Rows(dst[0].L, first, n)); !st.same(part, y) {
			out = append(out, st.move(part, y, at)...)
		}
		first = st.of(first).Add(st.of(n)).Expr()
	}
	st.bind(z)
	return out
}

// unlessEmpty returns statements for the k-th index of a part. They are skipped where
// another index selects no elements.
func (st *state) unlessEmpty(ixs []syntax.Ix, k int, stms []imp.Stm, at diag.Span) []imp.Stm {
	var sizes []syntax.Expr
	for j, ix := range ixs {
		switch {
		case j == k || ix.Kind == syntax.IxFix:
		case ix.Kind == syntax.IxFlat:
			for _, d := range st.pairs(ix.Dims) {
				sizes = append(sizes, d.Size)
			}
		default:
			n, _ := st.atom(ix.Size)
			sizes = append(sizes, n)
		}
	}
	for _, n := range sizes {
		if len(stms) > 0 && !st.atLeast(st.of(n), one) {
			stms = []imp.Stm{&imp.If{Span: at, Cond: &syntax.Binary{Op: syntax.Gt, X: n, Y: lmad.Const(0)}, Then: stms, Else: or(nil, at)}}
		}
	}
	return stms
}

// with copies v to that part of x, in place.
func (st *state) with(z *syntax.Binding, e *syntax.With, at diag.Span) []imp.Stm {
	x := st.array(e.X)
	out := st.sliceInBounds(x, e.At, at)
	ixs := make([]syntax.Ix, len(e.At))
	for k, ix := range e.At {
		ixs[k] = ix
		ixs[k].Off, _ = st.atom(ix.Off)
		if ix.Kind == syntax.IxRange {
			ixs[k].Size, _ = st.atom(ix.Size)
		}
		if ix.Stride != nil {
			ixs[k].Stride, _ = st.atom(ix.Stride)
		}
		if ix.Kind == syntax.IxFlat {
			ixs[k].Dims = st.pairs(ix.Dims)
			out = append(out, st.unlessEmpty(e.At, k, st.once(ixs[k].Off, ixs[k].Dims, x.L.Dims[k].Size, "rows of the slice overlap in "+x.dimension(k), at), at)...)
		}
	}
	out = append(out, st.copy(x.part(lmad.Slice(x.L, ixs)), nil, e.V, at)...)
	st.bind(z)
	st.arrays[z.ID].safe = x.safe
	return out
}
