package flatten

import "funmem/semantics/syntax"

// scan lifts scan f ne xs over arrays with a size that differs: one scan over all elements. It begins again at the first element of
// each row, with the neutral element of that row.
//
// The first accumulator tells whether some row has begun. With it, the operator is associative where f is: of two parts, the
// second counts alone if a row begins in it.
func (l *lifter) scan(c *context, s *syntax.Let, e *syntax.Scan) {
	f := syntax.FoldOf(e)
	_, accs, elems, _ := f.Params()
	l.settle(c)
	y := l.layoutOf(c, s.Pat[0], s.Pat[0].Type.Dims[:1])
	in := l.elements(c, y)
	j := l.binding(s.Span, "j", nil)
	l.bind(in, j, index{})
	for k, x := range elems {
		l.define(in, &syntax.Let{Span: s.Span, Pat: []*syntax.Binding{x}, Exp: l.elementOf(s.Span, f.Xs[k], j.Use())})
	}
	for _, x := range accs {
		l.bind(in, x, nil)
	}
	lambda := l.restarting(in, f, accs, elems, j)
	began := l.binding(s.Span, "began", over(y.total, intType()))
	pat := []*syntax.Binding{began}
	for _, z := range s.Pat {
		pat = append(pat, l.like(z, over(y.total, l.outer(&syntax.Type{Elem: z.Type.Elem, Dims: z.Type.Dims[1:]}))))
	}
	ne := []syntax.Expr{constant(0)}
	for k, x := range f.Ne {
		ne = append(ne, l.anyOf(x, accs[k]))
	}
	l.emit(&syntax.Let{Span: s.Span, Pat: pat, Exp: &syntax.Scan{Span: e.Span, Fn: lambda, Ne: ne, Xs: []syntax.Expr{l.elementsOf(y).Use()}}})
	for k, z := range s.Pat {
		l.vars[z.ID].place = segments{offsets: l.offsetsOf(y), data: pat[k+1], lead: 1, layout: y}
	}
}

// restarting is the function of the flat scan. Its element is the number of an element of the flat data.
func (l *lifter) restarting(in *context, f *syntax.Fold, accs, elems []*syntax.Binding, j *syntax.Binding) *syntax.Lambda {
	at := f.Span
	began, q := l.binding(at, "began", intType()), l.binding(at, "q", intType())
	lambda := &syntax.Lambda{Span: at, Params: []*syntax.Binding{began}, Mapped: true}
	r := l.row(in, at, q.Use())
	first := r.int("first", &syntax.Binary{Span: at, Op: syntax.Eq, X: r.get(j.Use()), Y: constant(1)})
	for _, x := range elems {
		r.get(x.Use())
	}
	neutral := r.all(f.Ne)
	for k, a := range accs {
		t := l.outer(a.Type)
		acc := l.like(a, t)
		lambda.Params = append(lambda.Params, acc)
		r.known[a.ID] = r.let(a.Name, t, &syntax.If{Span: at, Cond: first, Then: &syntax.Body{Span: at, Res: neutral[k : k+1]}, Else: &syntax.Body{Span: at, Res: []syntax.Expr{acc.Use()}}})
	}
	lambda.Params = append(lambda.Params, q)
	next := r.int("began", &syntax.Binary{Span: at, Op: syntax.BitOr, X: began.Use(), Y: first})
	res := r.body(f.Lambda().Body)
	lambda.Body = &syntax.Body{Span: at, Stms: r.stms, Res: append([]syntax.Expr{next}, res...)}
	return lambda
}

// body adds the statements of a body of the kernel and returns its results.
func (r *row) body(b *syntax.Body) []syntax.Expr {
	xs := syntax.FreeVars(b)
	r.rest(xs)
	by := map[int]syntax.Expr{}
	for _, x := range xs {
		by[x.ID] = r.get(x)
	}
	b = syntax.Fresh(r.l.Supply, b, by, nil)
	r.stms = append(r.stms, b.Stms...)
	return b.Res
}

// anyOf is some value of the type of an accumulator, outside: the neutral element, if it is known there.
func (l *lifter) anyOf(ne syntax.Expr, acc *syntax.Binding) syntax.Expr {
	if l.outside(ne) {
		return l.settled(ne)
	}
	t := l.outer(acc.Type)
	if t.IsArray() {
		return l.unread(l.binding(acc.Span, acc.Name, t), l.emit).Use()
	}
	if t.Elem == syntax.F64 {
		return &syntax.RealLit{Text: "0.0"}
	}
	return constant(0)
}
