package tofunmem

import (
	"fmt"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// arrayStm translates a statement that binds one array, or an element of one.
func (f *function) arrayStm(s *futhark.Stm) {
	switch e := s.Exp.(type) {
	case *futhark.IndexExp:
		f.indexed(s, e)
		return
	case *futhark.Update:
		f.update(s, e)
		return
	case *futhark.Rearrange:
		x, t := f.array(e.X)
		perm := make([]int, len(e.Perm))
		for k, p := range e.Perm {
			perm[k] = p + 1
		}
		l := lmad.Permute(t.Mem.L, perm)
		f.view(s, &syntax.Permute{Span: s.Span, Perm: perm, X: x}, moved(t, sizesOf(l), l))
		return
	case *futhark.Reshape:
		f.reshape(s, e)
		return
	case *futhark.Replicate:
		if s.Pat[0].Type.Kind == futhark.PrimType { // a number has no dimensions
			f.sub(s, &futhark.Sub{X: e.X})
			return
		}
	}
	f.freshArray(f.params(s.Pat)[0], s.Exp)
}

func sizesOf(l *syntax.LMAD) (dims []syntax.Expr) {
	for _, d := range l.Dims {
		dims = append(dims, d.Size)
	}
	return dims
}

// view binds a part of another array, which lies where is says. If the pattern says otherwise, a claim is added.
func (f *function) view(s *futhark.Stm, e syntax.Expr, is *syntax.Type) {
	p := f.params(s.Pat)[0]
	if p.Type.Mem == nil || f.same(is, p.Type) {
		f.emit([]*syntax.Binding{p}, e)
		return
	}
	x := f.let(p.Name, is, e)
	f.emit([]*syntax.Binding{p}, &syntax.Claim{Span: f.annotation(p.Type), X: x})
}

// ixs returns the indices of a slice.
func (f *function) ixs(at *futhark.Slicing) (ix []syntax.Ix, all bool) {
	all = true
	for _, d := range at.Dims {
		i := syntax.Ix{Span: d.Start.Span, Kind: syntax.IxFix, Off: f.plus1(f.atom(d.Start))}
		if d.N != nil {
			all = false
			i.Kind, i.Size, i.Stride = syntax.IxRange, f.atom(d.N), f.stride(d.Stride)
		}
		ix = append(ix, i)
	}
	return ix, all
}

// stride returns the stride of a slice: nil for 1.
func (f *function) stride(a *futhark.Atom) syntax.Expr {
	e := f.atom(a)
	if k, ok := e.(*syntax.IntLit); ok && k.Val.Equal(num.Of(1)) {
		return nil
	}
	return e
}

// indexed reads an element, or binds a view of a part.
func (f *function) indexed(s *futhark.Stm, e *futhark.IndexExp) {
	x, t := f.array(e.X)
	if e.At.Flat != nil {
		f.flat(s, x, t, e.At.Flat)
		return
	}
	ix, all := f.ixs(e.At)
	if !all {
		l := lmad.Slice(t.Mem.L, ix)
		f.view(s, &syntax.Slice{Span: s.Span, X: x, At: ix}, moved(t, sizesOf(l), l))
		return
	}
	at := e.X.Span.Join(e.At.Span)
	f.emit(f.params(s.Pat), &syntax.Index{Span: at, X: x, At: offsOf(ix)})
}

func offsOf(ix []syntax.Ix) (at []syntax.Expr) {
	for _, i := range ix {
		at = append(at, i.Off)
	}
	return at
}

// update writes an element or a part of an array in place. Before that, the array is
// claimed to lie where the pattern says, because Futhark writes there.
func (f *function) update(s *futhark.Stm, e *futhark.Update) {
	x, is := f.array(e.X)
	p := f.params(s.Pat)[0]
	v := f.atom(e.V)
	at := f.claimed(x, is, p.Type)
	var ix []syntax.Ix
	if e.At.Flat != nil {
		ix = f.flatIx(s, e.At.Flat)
	} else {
		ix, _ = f.ixs(e.At)
	}
	with := &syntax.With{Span: s.Span, X: at, At: ix, V: v}
	if !e.Safe {
		f.emit([]*syntax.Binding{p}, with)
		return
	}
	inside := f.inside(ix, is.Dims)
	f.emit([]*syntax.Binding{p}, &syntax.If{Span: s.Span, Cond: inside, Then: f.within(func() []syntax.Expr {
		return []syntax.Expr{f.let(p.Name, p.Type, with)}
	}), Else: &syntax.Body{Span: s.Span, Res: []syntax.Expr{at}}})
}

// inside returns whether indices, from 1, are within an array of the given sizes.
func (f *function) inside(ix []syntax.Ix, dims []syntax.Expr) *syntax.Var {
	var cond syntax.Expr
	and := func(e syntax.Expr) {
		if cond == nil {
			cond = e
		} else {
			cond = bin(syntax.BitAnd, cond, e)
		}
	}
	for k, i := range ix {
		last := i.Off
		if i.Kind == syntax.IxRange {
			stride := i.Stride
			if stride == nil {
				stride = one()
			}
			last = bin(syntax.Add, i.Off, bin(syntax.Mul, bin(syntax.Sub, i.Size, one()), stride))
		}
		for _, o := range []syntax.Expr{i.Off, last} {
			and(bin(syntax.Le, one(), o))
			and(bin(syntax.Le, o, dims[k]))
			if i.Kind == syntax.IxFix {
				break
			}
		}
	}
	return f.let("inside", &syntax.Type{}, cond)
}

// reshape binds a view if the layout allows it. Otherwise the elements are copied to a block of their own, and claimed
// to lie where the pattern says. Futhark takes care not to print that case.
func (f *function) reshape(s *futhark.Stm, e *futhark.Reshape) {
	x, t := f.array(e.X)
	var dims []syntax.Expr
	for _, d := range e.Dims {
		dims = append(dims, f.atom(d))
	}
	f.equal(lmad.Count(t.Dims), lmad.Count(dims), "reshape keeps the number of elements of `"+e.X.String()+"`")
	if l, ok := lmad.Reshape(f.env, t.Mem.L, dims); ok {
		f.view(s, &syntax.Reshape{Span: s.Span, Dims: dims, X: x}, moved(t, dims, l))
		return
	}
	rows := lmad.RowMajor(t.Dims)
	m := f.let("mem", &syntax.Type{Elem: syntax.Mem}, &syntax.Alloc{Span: s.Span, N: lmad.Count(t.Dims)})
	there := &syntax.Type{Span: s.Span, Elem: t.Elem, Dims: t.Dims, Mem: &syntax.MemAnn{Span: s.Span, Block: m, L: rows}}
	y := f.let(x.Name, there, &syntax.Copy{Span: s.Span, X: x})
	f.view(s, &syntax.Reshape{Span: s.Span, Dims: dims, X: y}, moved(there, dims, lmad.RowMajor(dims)))
}

// equal checks that two sizes are equal, unless that is known.
func (f *function) equal(is, wanted syntax.Expr, why string) {
	if x, y := f.env.Of(is), f.env.Of(wanted); !x.Sub(y).IsZero() {
		f.stms = append(f.stms, &syntax.Check{Span: f.at, X: is, Y: wanted, Why: why})
		f.env.Equate(x, y)
	}
}

// freshArray makes an array where its pattern says.
func (f *function) freshArray(p *syntax.Binding, e futhark.Exp) {
	pat := []*syntax.Binding{p}
	switch e := e.(type) {
	case *futhark.Copy:
		f.emit(pat, &syntax.Copy{Span: f.at, X: f.read(e.X)})
	case *futhark.Manifest:
		f.emit(pat, &syntax.Copy{Span: f.at, X: f.read(e.X)})
	case *futhark.Scratch:
		f.emit(pat, &syntax.Scratch{Span: f.at, Elem: elem(e.Elem), Dims: p.Type.Dims})
	case *futhark.Iota:
		f.iota(p, e)
	case *futhark.Replicate:
		f.replicate(p, e)
	case *futhark.Concat:
		f.concat(p, e)
	case *futhark.Literal:
		f.literal(p, e)
	default:
		panic(fmt.Sprintf("tofunmem: an array from a %T", e))
	}
}

// iota makes start, start + step, …; ours counts from 1.
func (f *function) iota(p *syntax.Binding, e *futhark.Iota) {
	start, step := f.atom(e.Start), f.atom(e.Step)
	isOne := func(x syntax.Expr) bool {
		k, ok := x.(*syntax.IntLit)
		return ok && k.Val.Equal(num.Of(1))
	}
	if isOne(start) && isOne(step) {
		f.emit([]*syntax.Binding{p}, &syntax.Iota{Span: f.at, N: f.atom(e.N)})
		return
	}
	f.nest(p, func(at []*syntax.Binding, _ *syntax.Type) (*syntax.Type, syntax.Expr) {
		i := lmad.Simplify(bin(syntax.Mul, bin(syntax.Sub, at[0].Use(), one()), step))
		return &syntax.Type{}, un(signed[bits(e.Elem)], lmad.Simplify(bin(syntax.Add, start, i)))
	})
}

// nest binds an array that nested kernels compute, one for each dimension. row returns the type and the expression of
// an element or a row.
func (f *function) nest(p *syntax.Binding, row func(at []*syntax.Binding, t *syntax.Type) (*syntax.Type, syntax.Expr)) {
	f.nested(p, len(p.Type.Dims), nil, row)
}

// nested does what nest does over the outer dimensions.
func (f *function) nested(p *syntax.Binding, dims int, at []*syntax.Binding, row func([]*syntax.Binding, *syntax.Type) (*syntax.Type, syntax.Expr)) {
	i := f.fresh("i", nil)
	at = append(at, i)
	n := p.Type.Dims[0]
	body := f.within(func() []syntax.Expr {
		rest := rowType(p.Type, i.Use())
		if dims == 1 {
			t, e := row(at, rest)
			return []syntax.Expr{f.let("x", t, e)}
		}
		q := f.fresh("row", rest)
		f.nested(q, dims-1, at, row)
		return []syntax.Expr{q.Use()}
	})
	f.emit([]*syntax.Binding{p}, &syntax.Kernel{Span: f.at, Index: []syntax.Bound{{X: i, N: n}}, Body: body})
}

// rowType returns the type of row i, from 1, of an array.
func rowType(t *syntax.Type, i syntax.Expr) *syntax.Type {
	if len(t.Dims) == 1 {
		return &syntax.Type{Span: t.Span, Elem: t.Elem}
	}
	return moved(t, t.Dims[1:], lmad.Index(t.Mem.L, i))
}

// replicate makes a value many times. Without a dimension, as in later dumps, it copies an array.
func (f *function) replicate(p *syntax.Binding, e *futhark.Replicate) {
	x := f.atom(e.X)
	switch len(e.Dims) {
	case 0:
		f.emit([]*syntax.Binding{p}, &syntax.Copy{Span: f.at, X: x})
		return
	case 1:
		f.emit([]*syntax.Binding{p}, &syntax.Replicate{Span: f.at, N: f.atom(e.Dims[0]), X: x})
		return
	}
	f.nested(p, len(e.Dims)-1, nil, func(_ []*syntax.Binding, t *syntax.Type) (*syntax.Type, syntax.Expr) {
		return t, &syntax.Replicate{Span: f.at, N: f.atom(e.Dims[len(e.Dims)-1]), X: x}
	})
}

// concat joins arrays. To join them along an inner dimension, it moves that dimension to the front and back again.
func (f *function) concat(p *syntax.Binding, e *futhark.Concat) {
	var xs []syntax.Expr
	var width syntax.Expr
	for _, n := range e.Xs {
		_, t := f.array(n)
		if d := t.Dims[e.Dim]; width == nil {
			width = d
		} else {
			width = bin(syntax.Add, width, d)
		}
	}
	f.equal(lmad.Simplify(width), p.Type.Dims[e.Dim], "the sizes of the operands of `concat` add up to that of the result")
	if e.Dim == 0 {
		for _, n := range e.Xs {
			xs = append(xs, f.read(n))
		}
		f.emit([]*syntax.Binding{p}, &syntax.Concat{Span: f.at, Xs: xs})
		return
	}
	perm := []int{e.Dim + 1}
	for k := 1; k <= len(p.Type.Dims); k++ {
		if k != e.Dim+1 {
			perm = append(perm, k)
		}
	}
	back := make([]int, len(perm))
	for k, d := range perm {
		back[d-1] = k + 1
	}
	first := func(x syntax.Expr, t *syntax.Type) (syntax.Expr, *syntax.Type) {
		l := lmad.Permute(t.Mem.L, perm)
		return &syntax.Permute{Span: f.at, Perm: perm, X: x}, moved(t, sizesOf(l), l)
	}
	for _, n := range e.Xs {
		x, t := f.array(n)
		view, is := first(x, t)
		xs = append(xs, f.let(x.Name, is, view))
	}
	_, t := first(p.Use(), p.Type)
	all := f.let(p.Name, t, &syntax.Concat{Span: f.at, Xs: xs})
	f.emit([]*syntax.Binding{p}, &syntax.Permute{Span: f.at, Perm: back, X: all})
}

// literal makes an array of elements or rows.
func (f *function) literal(p *syntax.Binding, e *futhark.Literal) {
	var xs []syntax.Expr
	for _, a := range e.Elems {
		xs = append(xs, f.atom(a))
	}
	if len(xs) == 0 {
		f.emit([]*syntax.Binding{p}, &syntax.Scratch{Span: f.at, Elem: p.Type.Elem, Dims: p.Type.Dims})
		return
	}
	f.emit([]*syntax.Binding{p}, &syntax.Literal{Span: f.at, Elems: xs})
}
