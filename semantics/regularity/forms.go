package regularity

import (
	"fmt"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// value is what is known of an expression with one value and without bodies.
func (a *analysis) value(e syntax.Expr) fact {
	switch e := e.(type) {
	case *syntax.Index:
		return a.indexed(e)
	case *syntax.Slice:
		return a.slice(e)
	case *syntax.Iota:
		n := a.atom(e.N)
		return a.filled(e, n, Triple{nil, false, a.level}, Number{})
	case *syntax.Replicate:
		n, x := a.atom(e.N), a.atom(e.X)
		return a.filled(e, n, x.d, x.ns)
	case *syntax.Copy:
		return a.copyOf(e)
	case *syntax.Scratch:
		return a.scratch(e)
	case *syntax.Literal:
		return a.literal(e)
	case *syntax.Concat:
		return a.concat(e)
	case *syntax.With:
		return a.with(e)
	case *syntax.Transpose:
		return a.permuted(e.X, []int{2, 1})
	case *syntax.Permute:
		return a.permuted(e.X, e.Perm)
	case *syntax.Reverse:
		return a.permuted(e.X, nil)
	case *syntax.Reshape:
		return a.view(a.atom(e.X), nil, e.Dims...)
	case *syntax.Flatten:
		return a.flat(e)
	}
	if !syntax.IsScalar(e) {
		panic(fmt.Sprintf("regularity: what is known of a %T", e))
	}
	return a.atom(e)
}

// indexed is R-INDEX of an element, which is a number: e : ⟨r ▷ n, i, k⟩ and e_ix : d give e ! e_ix : ⟨n, i, k⟩ ∧ d. The
// listing has no rule for it.
func (a *analysis) indexed(e *syntax.Index) fact {
	f := a.atom(e.X)
	for _, ix := range e.At {
		f.d = f.d.row().And(a.atom(ix).d)
	}
	return fact{d: f.d.scalar(), is: a.norm(e), rule: a.applies("R-INDEX")}
}

// slice is R-INDEX and A-INDEX of a row, once for each dimension that is fixed. A dimension of which a part is taken is regular if the size of
// that part is independent; it has the shape A-VIEW.
func (a *analysis) slice(e *syntax.Slice) fact {
	x := a.atom(e.X)
	n, d := x.d.N, x.d.scalar()
	var kept []R
	for _, ix := range e.At {
		r, part := a.part(ix)
		d, n = d.And(part), n[min(1, len(n)):]
		kept = append(kept, r...)
	}
	d.N = append(kept, n...)
	f := fact{d: d, rule: a.applies("R-INDEX"), shape: "A-INDEX"}
	f.ns = a.taken(x.ns, e.At, &f.shape)
	a.applies(f.shape)
	return f
}

// part is what an index of a slice says: the dimensions that it keeps, and what the numbers in it are together.
func (a *analysis) part(ix syntax.Ix) (kept []R, d Triple) {
	d = independent(nil)
	for _, e := range []syntax.Expr{ix.Off, ix.Size, ix.Stride} {
		if e != nil {
			d = d.And(a.atom(e).d)
		}
	}
	if ix.Kind == syntax.IxRange {
		kept = []R{R(a.triple(ix.Size).I)}
	}
	for _, p := range ix.Dims {
		d = d.And(a.triple(p.Stride)).And(a.triple(p.Size))
		kept = append(kept, R(a.triple(p.Size).I))
	}
	return kept, d
}

// taken is A-INDEX for each dimension that a slice fixes, and A-VIEW, which is ours, for a part: row i of it is row o + (i - 1) * s of the array.
func (a *analysis) taken(ns Nested, at []syntax.Ix, rule *string) Nested {
	switch {
	case len(at) == 0:
		return ns
	case at[0].Kind == syntax.IxFix:
		return a.taken(aIndex(ns, at[0].Off), at[1:], rule)
	}
	if !a.whole(ns, at[0]) {
		*rule = "A-VIEW"
	}
	if at[0].Kind != syntax.IxRange {
		return nil
	}
	i := a.fresh("i")
	rest := a.taken(aIndex(ns, rowIn(at[0], i.X.Use())), at[1:], rule)
	if rest == nil {
		return nil
	}
	return Sizes{extent(at[0].Size), i, rest}
}

// whole tells whether an index of a slice takes all of a dimension: 1 : n.
func (a *analysis) whole(ns Nested, ix syntax.Ix) bool {
	return ix.Kind == syntax.IxRange && ix.Stride == nil && a.equal(ix.Off, &syntax.IntLit{Val: num.Of(1)}) && a.equal(a.norm(ix.Size), a.outermost(ns))
}

// rowIn is o + (i - 1) * s.
func rowIn(ix syntax.Ix, i syntax.Expr) syntax.Expr {
	back := syntax.Expr(&syntax.Binary{Op: syntax.Sub, X: i, Y: &syntax.IntLit{Val: num.Of(1)}})
	if ix.Stride != nil {
		back = &syntax.Binary{Op: syntax.Mul, X: back, Y: ix.Stride}
	}
	return &syntax.Binary{Op: syntax.Add, X: ix.Off, Y: back}
}

// filled is iota, replicate or copy, which are generate by definition: n, and what its elements are.
func (a *analysis) filled(e syntax.Expr, n fact, d Triple, ns Nested) fact {
	f := fact{ns: Sizes{extent(n.is), nil, ns}, shape: a.applies("A-GENERATE")}
	f.d, f.rule = a.generate(e.GetSpan(), n.d, d, a.level)
	return f
}

// copyOf is copy x, which is generate (extent x) (λi → x ! i).
func (a *analysis) copyOf(e *syntax.Copy) fact {
	x := a.atom(e.X)
	n, _ := a.extent(e.Span, x.d)
	f := fact{ns: x.ns, shape: a.applies("A-GENERATE")}
	f.d, f.rule = a.generate(e.Span, n, x.d.row().And(Triple{nil, false, a.level}), a.level)
	return f
}

// scratch is generate for each size, of elements that nobody has written.
func (a *analysis) scratch(e *syntax.Scratch) fact {
	f := fact{d: independent(nil), ns: Number{}}
	for _, size := range slices.Backward(e.Dims) {
		f = a.filled(e, a.atom(size), f.d, f.ns)
	}
	return f
}

// literal is R-LIT and A-LIT: [ē], where each e has the same shape: d₁ ∧ … with R before it. In the listing a constant array is
// ⟨S, ⊤, ∞⟩, which says nothing of its dimensions. Rows of different shapes, which the paper does not have there, are irregular.
func (a *analysis) literal(e *syntax.Literal) fact {
	n := &syntax.IntLit{Span: e.Span, Val: num.Of(int64(len(e.Elems)))}
	f := a.together(a.atoms(e.Elems))
	f.d, f.rule = f.d.of(Reg), a.applies("R-LIT")
	if f.ns == nil {
		a.refuses("A-LIT", e.Span, "the rows are not known to have one shape")
		f.shape = a.applies("A-UNKNOWN")
		return f
	}
	f.ns, f.shape = Sizes{extent(n), nil, f.ns}, a.applies("A-LIT")
	return f
}

// together is what several arrays are that become rows of one, or whose rows do.
func (a *analysis) together(fs []fact) fact {
	f := fact{d: independent(nil)}
	for k, x := range fs {
		switch {
		case k == 0:
			f.ns = x.ns
		case f.ns != nil && !a.same(f.ns, x.ns):
			f.ns = nil
		}
		f.d = f.d.And(x.d)
	}
	if f.ns == nil {
		f.d = ir(f.d)
	}
	return f
}

// concat is R-CONCAT and A-CONCAT, which are ours: the rows of the operands together. There are as many as all have together.
func (a *analysis) concat(e *syntax.Concat) fact {
	xs := a.atoms(e.Xs)
	r, rows := Reg, []fact(nil)
	i := a.fresh("i")
	for _, x := range xs {
		r = r && R(ofExtent(x.d).I)
		rows = append(rows, fact{d: x.d.row(), ns: aIndex(x.ns, i.X.Use())})
	}
	f := a.together(rows)
	return fact{d: f.d.of(r), rule: a.applies("R-CONCAT"), shape: a.applies("A-CONCAT")}
}

// with is R-WITH and A-WITH, which are ours: x with [ix] = v has the shape of x, and depends on all three.
func (a *analysis) with(e *syntax.With) fact {
	x := a.atom(e.X)
	d := x.d.scalar().And(a.atom(e.V).d.scalar())
	for _, ix := range e.At {
		_, part := a.part(ix)
		d = d.And(part)
	}
	d.N = x.d.N
	return fact{d: d, ns: x.ns, rule: a.applies("R-WITH"), shape: a.applies("A-WITH")}
}

// view is R-VIEW and A-VIEW, which are ours: the elements of x in an array of other sizes. n are the dimensions that are known to be
// regular; what stands in the type is known in any case.
func (a *analysis) view(x fact, n []R, dims ...syntax.Expr) fact {
	d := x.d.scalar()
	for _, e := range dims {
		d = d.And(a.atom(e).d)
	}
	d.N = n
	return fact{d: d, rule: a.applies("R-VIEW"), shape: a.applies("A-VIEW")}
}

// permuted is a view with the dimensions in another order: the first ones as perm says, and then the others. Without perm they stay.
func (a *analysis) permuted(e syntax.Expr, perm []int) fact {
	x := a.atom(e)
	n := slices.Clone(x.d.N)
	for k, p := range perm {
		n[k] = x.d.N[p-1]
	}
	return a.view(x, n)
}

// flat is a view of all rows, one after the other: the number of its elements is independent if both sizes are.
func (a *analysis) flat(e *syntax.Flatten) fact {
	x := a.atom(e.X)
	n := append([]R{x.d.N[0] && x.d.N[1]}, x.d.N[2:]...)
	return a.view(x, n)
}
