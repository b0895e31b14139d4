package flatten

import "funmem/semantics/syntax"

// rewritten is what stands for a statement that gives an array with a size that differs, if it is another construct by
// definition.
func (l *lifter) rewritten(c *context, s syntax.Stm) ([]syntax.Stm, bool) {
	let, ok := s.(*syntax.Let)
	if !ok {
		return nil, false
	}
	if f := syntax.FormOf(let.Exp); isCheap(let.Exp) || f == syntax.FormKernel || f == syntax.FormIf || f == syntax.FormLoop {
		return nil, false
	}
	l.announce(c, let)
	if l.keepable(c, let) {
		return nil, false
	}
	switch e := let.Exp.(type) {
	case *syntax.Call:
		return l.inlined(c, let, e), true
	case *syntax.Reduce:
		return l.reduced(let, e), true
	case *syntax.Scan:
		return l.unrolled(let, e)
	case *syntax.With:
		return l.updated(let, e), true
	}
	if f := l.elementwise(let); f != nil {
		z := let.Pat[0]
		return []syntax.Stm{l.nest(z, l.lead(z.Type.Dims), f)}, true
	}
	return nil, false
}

// announce makes the variables of a let known, without places, so that their sizes are those of the context.
func (l *lifter) announce(c *context, s *syntax.Let) {
	for _, z := range s.Pat {
		if l.vars[z.ID] == nil {
			l.bind(c, z, nil)
		}
	}
}

// elementwise is the kernel that a fresh array is by definition: what its element, or its part, at some first indices is. It is
// nil for other expressions.
func (l *lifter) elementwise(s *syntax.Let) func(at []syntax.Expr) *syntax.Body {
	switch e := s.Exp.(type) {
	case *syntax.Iota:
		return func(at []syntax.Expr) *syntax.Body { return &syntax.Body{Span: s.Span, Res: at} }
	case *syntax.Replicate:
		return func(at []syntax.Expr) *syntax.Body { return l.reading(s.Span, e.X, at[1:]) }
	case *syntax.Copy:
		return func(at []syntax.Expr) *syntax.Body { return l.reading(s.Span, e.X, at) }
	case *syntax.Literal:
		return func(at []syntax.Expr) *syntax.Body { return l.listed(s, e.Elems, at) }
	case *syntax.Concat:
		return func(at []syntax.Expr) *syntax.Body { return l.joined(s, e.Xs, at) }
	}
	return nil
}

// listed is a part of a literal: of the first of the remaining elements if the first index is 1.
func (l *lifter) listed(s *syntax.Let, xs, at []syntax.Expr) *syntax.Body {
	if len(xs) == 1 {
		return l.reading(s.Span, xs[0], at[1:])
	}
	b := &syntax.Body{Span: s.Span}
	first := add(l, b, s.Span, "first", intType(), &syntax.Binary{Span: s.Span, Op: syntax.Eq, X: at[0], Y: constant(1)})
	rest := &syntax.Body{Span: s.Span}
	j := add(l, rest, s.Span, "j", intType(), minus(at[0], constant(1)))
	l.after(rest, l.listed(s, xs[1:], append([]syntax.Expr{j}, at[1:]...)))
	return l.either(b, s, first, l.reading(s.Span, xs[0], at[1:]), rest, len(at))
}

// joined is a part of a concat: of the first of the remaining operands if the first index is within it.
func (l *lifter) joined(s *syntax.Let, xs, at []syntax.Expr) *syntax.Body {
	if len(xs) == 1 {
		return l.reading(s.Span, xs[0], at)
	}
	size := l.typeOf(xs[0]).Dims[0]
	b := &syntax.Body{Span: s.Span}
	first := add(l, b, s.Span, "first", intType(), &syntax.Binary{Span: s.Span, Op: syntax.Le, X: at[0], Y: size})
	rest := &syntax.Body{Span: s.Span}
	j := add(l, rest, s.Span, "j", intType(), minus(at[0], size))
	l.after(rest, l.joined(s, xs[1:], append([]syntax.Expr{j}, at[1:]...)))
	return l.either(b, s, first, l.reading(s.Span, xs[0], at), rest, len(at))
}

// after adds a body to another one.
func (l *lifter) after(b, more *syntax.Body) {
	b.Stms, b.Res = append(b.Stms, more.Stms...), more.Res
}

// either is a body that ends with an if between parts of the result of s at some first indices.
func (l *lifter) either(b *syntax.Body, s *syntax.Let, cond syntax.Expr, then, els *syntax.Body, fixed int) *syntax.Body {
	t := s.Pat[0].Type
	x := l.binding(s.Span, s.Pat[0].Name, &syntax.Type{Elem: t.Elem, Dims: t.Dims[fixed:]})
	b.Stms = append(b.Stms, &syntax.Let{Span: s.Span, Pat: []*syntax.Binding{x}, Exp: &syntax.If{Span: s.Span, Cond: cond, Then: then, Else: els}})
	b.Res = []syntax.Expr{x.Use()}
	return b
}

// unwritten lifts an array that nobody has written.
func (l *lifter) unwritten(c *context, s *syntax.Let, e *syntax.Scratch) {
	z := s.Pat[0]
	lead := l.lead(z.Type.Dims)
	for _, d := range e.Dims[:lead] {
		l.notNegative(c, s, d)
	}
	y := l.layoutOf(c, z.Name, e.Dims[:lead])
	t := l.outer(&syntax.Type{Elem: e.Elem, Dims: e.Dims[lead:]})
	data := l.let(s.Span, z.Name, over(y.total, t), &syntax.Scratch{Span: e.Span, Elem: e.Elem, Dims: over(y.total, t).Dims, Keeps: e.Keeps})
	l.vars[z.ID].place = segments{offsets: l.offsetsOf(y, z.Name), data: data, lead: lead, layout: y}
}
