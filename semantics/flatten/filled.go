package flatten

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

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
		return l.nested(let, l.lead(let.Pat[0].Type.Dims), f), true
	}
	return nil, false
}

// nested are the statements that give the result of a let as a kernel nest over its sizes that differ.
func (l *lifter) nested(s *syntax.Let, lead int, f func(at []syntax.Expr) *syntax.Body) []syntax.Stm {
	z := s.Pat[0]
	_, fresh := s.Exp.(*syntax.Iota)
	if fresh || !l.careful || lead < len(z.Type.Dims) {
		return []syntax.Stm{l.nest(z, lead, f)}
	}
	x := l.boxed(z)
	return []syntax.Stm{l.nest(x, lead, f), &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &syntax.Reshape{Span: s.Span, Dims: z.Type.Dims, X: x.Use()}}}
}

// boxed is a binder for an array like z whose elements are arrays of one number. A kernel that copies elements copies such arrays where
// some may be undefined: no rule reads an undefined number, but arrays may have some.
func (l *lifter) boxed(z *syntax.Binding) *syntax.Binding {
	return l.like(z, arrayType(z.Type.Elem, append(z.Type.Dims[:len(z.Type.Dims):len(z.Type.Dims)], constant(1))...))
}

// isCareful tells whether some array of a kernel may have undefined elements: whether it, or a function that it calls, uses scratch.
func (l *lifter) isCareful(b *syntax.Body) bool {
	return l.finds(b, map[string]bool{}, func(n syntax.Node) bool {
		_, ok := n.(*syntax.Scratch)
		return ok
	})
}

// finds looks for a node in a body and in the functions that it calls, apart from those that were seen.
func (l *lifter) finds(b *syntax.Body, seen map[string]bool, is func(syntax.Node) bool) (found bool) {
	syntax.Walk(b, func(n syntax.Node) bool {
		found = found || is(n)
		return !found
	})
	for _, f := range syntax.Calls(b) {
		if d := l.function(f); d != nil && !seen[f] && !found {
			seen[f] = true
			found = l.finds(d.Body, seen, is)
		}
	}
	return found
}

// unboxed lets the reshape of an array of arrays of one number have the data of that array. It is false for another reshape.
func (l *lifter) unboxed(c *context, s *syntax.Let) bool {
	e, ok := s.Exp.(*syntax.Reshape)
	if !ok {
		return false
	}
	v, z := l.variable(e.X), s.Pat[0]
	if v == nil || v.in != c {
		return false
	}
	p, ok := v.place.(segments)
	if !ok || p.layout == nil || p.lead != len(e.Dims) || len(p.data.Type.Dims) != 2 || !isConstant(p.data.Type.Dims[1], 1) || !l.allSame(p.layout.dims, e.Dims) {
		return false
	}
	n := p.data.Type.Dims[0]
	p.data = l.let(s.Span, z.Name, arrayType(z.Type.Elem, n), &syntax.Reshape{Span: s.Span, Dims: []syntax.Expr{n}, X: p.data.Use()})
	l.vars[z.ID].place = p
	return true
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
		if !l.typeOf(e.X).IsArray() {
			return func([]syntax.Expr) *syntax.Body { return l.number(s.Span, e.X) }
		}
		return func(at []syntax.Expr) *syntax.Body { return l.reading(s.Span, e.X, at[1:]) }
	case *syntax.Copy:
		return func(at []syntax.Expr) *syntax.Body { return l.reading(s.Span, e.X, at) }
	case *syntax.Literal:
		if len(e.Elems) == 0 {
			return nil
		}
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
	rest := t.Dims[fixed:]
	if l.careful && len(rest) == 0 {
		rest = []syntax.Expr{constant(1)}
	}
	x := l.like(s.Pat[0], arrayType(t.Elem, rest...))
	b.Stms = append(b.Stms, &syntax.Let{Span: s.Span, Pat: []*syntax.Binding{x}, Exp: &syntax.If{Span: s.Span, Cond: cond, Then: then, Else: els}})
	b.Res = []syntax.Expr{x.Use()}
	return b
}

// unwritten lifts an array whose elements nobody has written, or one without elements.
func (l *lifter) unwritten(c *context, s *syntax.Let, dims []syntax.Expr) {
	z := s.Pat[0]
	lead := l.lead(z.Type.Dims)
	for _, d := range dims[:lead] {
		l.bounded(c, s, d)
	}
	y := l.layoutOf(c, z, dims[:lead])
	t := over(y.total, l.outer(&syntax.Type{Elem: z.Type.Elem, Dims: dims[lead:]}))
	data := l.let(s.Span, z.Name, t, &syntax.Scratch{Span: s.Exp.GetSpan(), Elem: z.Type.Elem, Dims: t.Dims})
	l.vars[z.ID].place = segments{offsets: l.offsetsOf(y), data: data, lead: lead, layout: y}
}

// number is a body that gives a number, as elements are given.
func (l *lifter) number(at diag.Span, x syntax.Expr) *syntax.Body {
	b := &syntax.Body{Span: at, Res: []syntax.Expr{x}}
	if l.careful {
		b.Res[0] = add(l, b, at, "element", arrayType(l.typeOf(x).Elem, constant(1)), &syntax.Literal{Span: at, Elems: []syntax.Expr{x}})
	}
	return b
}
