package toimp

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// one is the polynomial 1.
var one = (&poly.Env{}).Of(lmad.Const(1))

func (st *state) of(e syntax.Expr) poly.Poly { return st.known.env.Of(e) }

// nonNegative tells whether p ≥ 0 is known for all values of the variables.
func (st *state) nonNegative(p poly.Poly) bool {
	syms := prove.After(st.supply.Last())
	syms.Until, syms.Budget = st.Poll, st.proofs
	return st.known.facts.Proves(syms, p)
}

// assume records that an int is not negative.
func (st *state) assume(e syntax.Expr) {
	if p := st.of(e); !st.nonNegative(p) {
		st.known.facts.NonNeg(p)
	}
}

// atLeast tells whether x ≥ y is known.
func (st *state) atLeast(x, y poly.Poly) bool { return st.nonNegative(x.Sub(y)) }

// between records that 1 ≤ i ≤ n.
func (st *state) between(i, n syntax.Expr) {
	st.known.facts.NonNeg(st.of(i).Sub(one))
	st.known.facts.NonNeg(st.of(n).Sub(st.of(i)))
}

// within is check 1 <= i <= n, unless it is known; afterwards it is.
func (st *state) within(i, n syntax.Expr, why string, at diag.Span) []imp.Stm {
	known := st.atLeast(st.of(i), one) && st.atLeast(st.of(n), st.of(i))
	if known {
		return nil
	}
	st.between(i, n)
	return []imp.Stm{&imp.Check{Span: at, Terms: []syntax.Expr{lmad.Const(1), i, n}, Rels: []syntax.Op{syntax.Le, syntax.Le}, Why: why}}
}

// notNegative is check 0 <= n, unless it is known; afterwards it is. The text what names n.
func (st *state) notNegative(n syntax.Expr, what string, at diag.Span) []imp.Stm {
	if st.nonNegative(st.of(n)) {
		return nil
	}
	st.assume(n)
	return []imp.Stm{&imp.Check{Span: at, Terms: []syntax.Expr{lmad.Const(0), n}, Rels: []syntax.Op{syntax.Le}, Why: diag.Negative(what, "%2")}}
}

// equal is check x = y, unless it is known; afterwards it is.
func (st *state) equal(x, y syntax.Expr, why string, at diag.Span) []imp.Stm {
	if poly.Compare(st.of(x), st.of(y)) == poly.Equal {
		return nil
	}
	st.known.env.Equate(st.of(x), st.of(y))
	return []imp.Stm{&imp.Check{Span: at, Terms: []syntax.Expr{x, y}, Rels: []syntax.Op{syntax.Eq}, Why: why}}
}

// inBounds checks an index of each dimension.
func (st *state) inBounds(y *array, ys []syntax.Expr, at diag.Span) []imp.Stm {
	var out []imp.Stm
	for k, i := range ys {
		out = append(out, st.within(i, y.L.Dims[k].Size, "index %2 is out of bounds: "+y.size(k), at)...)
	}
	return out
}

// sliceInBounds checks the indices of a slice: a fixed dimension, and the first and last
// element of a range, which may lie anywhere when the range is empty.
func (st *state) sliceInBounds(y *array, ixs []syntax.Ix, at diag.Span) []imp.Stm {
	var out []imp.Stm
	for k, ix := range ixs {
		n := y.L.Dims[k].Size
		o, _ := st.atom(ix.Off)
		if ix.Kind == syntax.IxFix {
			out = append(out, st.within(o, n, "index %2 is out of bounds: "+y.size(k), at)...)
			continue
		}
		if ix.Kind == syntax.IxFlat {
			out = append(out, st.flatInBounds(o, st.pairs(ix.Dims), n, y.dimension(k), y.size(k), at)...)
			continue
		}
		size, _ := st.atom(ix.Size)
		out = append(out, st.notNegative(size, "the size of a slice in "+y.dimension(k), at)...)
		last := st.of(o).Add(st.of(size)).Sub(one).Expr()
		if ix.Stride != nil {
			s, _ := st.atom(ix.Stride)
			out = append(out, st.notZero(s, "slice of stride %1 in "+y.dimension(k), at)...)
			last = st.of(o).Add(st.of(size).Sub(one).Mul(st.of(s))).Expr()
		}
		out = append(out, st.rangeInBounds(o, last, size, n, y.size(k), at)...)
	}
	return out
}

// pairs returns pairs of size and stride in terms of IMP.
func (st *state) pairs(dims []syntax.LMADDim) []syntax.LMADDim {
	out := make([]syntax.LMADDim, len(dims))
	for k, d := range dims {
		out[k].Size, _ = st.atom(d.Size)
		out[k].Stride, _ = st.atom(d.Stride)
	}
	return out
}

// flatInBounds checks the least and the greatest element of o + {(n : s) …}, if it has
// any: they lie in 0, …, size − 1.
func (st *state) flatInBounds(o syntax.Expr, dims []syntax.LMADDim, size syntax.Expr, dim, why string, at diag.Span) []imp.Stm {
	var out []imp.Stm
	least, greatest := st.of(o).Add(one), st.of(o).Add(one)
	some := true
	var cond syntax.Expr
	for j, d := range dims {
		out = append(out, st.notNegative(d.Size, "the size of a slice in "+dim, at)...)
		reach, s := st.of(d.Size).Sub(one).Mul(st.of(d.Stride)), st.of(d.Stride)
		switch {
		case st.nonNegative(s):
			greatest = greatest.Add(reach)
		case st.nonNegative(s.Neg()):
			least = least.Add(reach)
		default:
			least = least.Add(st.of(&syntax.Binary{Op: syntax.Min, X: lmad.Const(0), Y: reach.Expr()}))
			greatest = greatest.Add(st.of(&syntax.Binary{Op: syntax.Max, X: lmad.Const(0), Y: reach.Expr()}))
		}
		if k := slices.IndexFunc(dims, func(e syntax.LMADDim) bool { return syntax.Equal(d.Size, e.Size) }); k == j && !st.atLeast(st.of(d.Size), one) {
			some = false
			c := syntax.Expr(&syntax.Binary{Op: syntax.Gt, X: d.Size, Y: lmad.Const(0)})
			if cond != nil {
				c = &syntax.Binary{Op: syntax.BitAnd, X: cond, Y: c}
			}
			cond = c
		}
	}
	var checks []imp.Stm
	check := func() {
		for _, d := range dims {
			st.known.facts.NonNeg(st.of(d.Size).Sub(one))
		}
		checks = append(st.within(least.Expr(), size, "slice starts out of bounds at index %2: "+why, at),
			st.within(greatest.Expr(), size, "slice ends out of bounds at index %2: "+why, at)...)
	}
	if some {
		check()
		return append(out, checks...)
	}
	st.inner(check)
	if len(checks) > 0 {
		out = append(out, &imp.If{Span: at, Cond: cond, Then: checks, Else: or(nil, at)})
	}
	return out
}

// once checks that no index of a dimension of that size is twice in o + {(n : s) …}, unless
// that is known: it counts them in a block.
func (st *state) once(o syntax.Expr, dims []syntax.LMADDim, size syntax.Expr, why string, at diag.Span) []imp.Stm {
	l := &syntax.LMAD{Offset: o, Dims: dims}
	if st.injective(l) {
		return nil
	}
	b := st.fresh("once_mem", syntax.Mem)
	b.Span = at
	out := st.allocate(b, size, at)
	i := st.fresh("i", syntax.Int)
	i.Span = at
	out = append(out, &imp.For{Span: at, X: i, N: size, Body: []imp.Stm{&imp.Write{Span: at, X: b.Use(), At: st.of(i.Use()).Sub(one).Expr(), E: lmad.Const(0)}}})
	return append(out, st.counted(b, l, nil, why, at)...)
}

// counted does what once does for the elements with the given outer indices.
func (st *state) counted(b *syntax.Binding, l *syntax.LMAD, zs []syntax.Expr, why string, at diag.Span) []imp.Stm {
	k := len(zs)
	if k == len(l.Dims) {
		t, off := st.fresh("t", syntax.Int), st.offset(l, zs)
		out := st.declared(t, &imp.Read{Span: at, X: t.Use(), Y: b.Use(), At: off}, at)
		return append(out,
			&imp.Check{Span: at, Terms: []syntax.Expr{t.Use(), lmad.Const(0)}, Rels: []syntax.Op{syntax.Eq}, Why: why},
			&imp.Write{Span: at, X: b.Use(), At: off, E: lmad.Const(1)})
	}
	z := st.fresh([]string{"i", "j", "k", "l"}[min(k, 3)], syntax.Int)
	z.Span = at
	var body []imp.Stm
	st.inner(func() {
		st.between(z.Use(), l.Dims[k].Size)
		body = st.counted(b, l, append(slices.Clone(zs), z.Use()), why, at)
	})
	return []imp.Stm{&imp.For{Span: at, X: z, N: l.Dims[k].Size, Body: body}}
}

// notZero is check s != 0, unless it is known.
func (st *state) notZero(s syntax.Expr, why string, at diag.Span) []imp.Stm {
	if k, ok := st.of(s).Const(); ok && !k.IsZero() {
		return nil
	}
	return []imp.Stm{&imp.Check{Span: at, Terms: []syntax.Expr{s, lmad.Const(0)}, Rels: []syntax.Op{syntax.Ne}, Why: why}}
}

// rangeInBounds checks the first and last index of a range, if it has any.
func (st *state) rangeInBounds(first, last, size, n syntax.Expr, why string, at diag.Span) []imp.Stm {
	var checks []imp.Stm
	some := st.atLeast(st.of(size), one)
	check := func() {
		if !some {
			st.known.facts.NonNeg(st.of(size).Sub(one))
		}
		checks = append(st.within(first, n, "slice starts out of bounds at index %2: "+why, at), st.within(last, n, "slice ends out of bounds at index %2: "+why, at)...)
	}
	if some {
		check()
		return checks
	}
	st.inner(check)
	if len(checks) == 0 {
		return nil
	}
	cond := &syntax.Binary{Op: syntax.Gt, X: size, Y: lmad.Const(0)}
	return []imp.Stm{&imp.If{Span: at, Cond: cond, Then: checks, Else: or(nil, at)}}
}

// places returns where fresh arrays of outer size n go, with checks of their other sizes.
// It is proved here that their elements lie in their blocks, or else each write checks it.
func (st *state) places(p []*syntax.Binding, n syntax.Expr, at diag.Span) (dst []*array, out []imp.Stm) {
	for _, z := range p {
		a := st.annotated(z)
		for k, d := range a.dims() {
			if k > 0 || n == nil {
				out = append(out, st.notNegative(d, "the size of "+a.dimension(k), at)...)
			}
		}
		out = append(out, st.evaluated(z.Type.Mem.L, at)...)
		a.safe = st.inBlock(a)
		dst = append(dst, a)
	}
	return dst, out
}

// evaluated computes the parts of an LMAD that may have no value, because a binding evaluates them even if the array
// has no elements.
func (st *state) evaluated(l *syntax.LMAD, at diag.Span) (out []imp.Stm) {
	parts := []syntax.Expr{l.Offset}
	for _, d := range l.Dims {
		parts = append(parts, d.Stride)
	}
	for _, e := range parts {
		if e = st.se(e); !syntax.Total(e) {
			x := st.fresh("part", syntax.Int)
			out = append(out, st.declared(x, &imp.Assign{Span: at, X: x.Use(), E: e}, at)...)
		}
	}
	return out
}

// inBlock tells whether 0 ≤ L(y₁, …) < n is known for all indices y of an array in a
// block of n locations.
func (st *state) inBlock(a *array) (proved bool) {
	size := st.blocks[a.block.ID].size
	if size == nil {
		return false
	}
	st.inner(func() {
		ys := make([]syntax.Expr, len(a.L.Dims))
		for k, d := range a.L.Dims {
			ys[k] = st.fresh("y", syntax.Int).Use()
			st.between(ys[k], d.Size)
		}
		off := st.of(lmad.Apply(a.L, ys...))
		proved = st.nonNegative(off) && st.atLeast(st.of(size).Sub(one), off)
	})
	return proved
}

// write is x_mem[L_x(ys)] ← e, after a check of the offset unless it is known to be in the
// block.
func (st *state) write(x *array, ys []syntax.Expr, e syntax.Expr, at diag.Span) []imp.Stm {
	off := st.offset(x.L, ys)
	w := &imp.Write{Span: at, X: x.block, At: off, E: e}
	if x.safe {
		return []imp.Stm{w}
	}
	terms := []syntax.Expr{lmad.Const(0), off, &syntax.Length{Span: at, X: x.block}}
	return []imp.Stm{&imp.Check{Span: at, Terms: terms, Rels: []syntax.Op{syntax.Le, syntax.Lt}, Why: "write of " + quoted(x.name) + " at offset %2 of block " + quoted(x.block.Name) + ", whose size is %3"}, w}
}
