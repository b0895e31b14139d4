package flatten

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// kernel lifts kernel j <= k do b: its body, in the context of all elements.
func (l *lifter) kernel(c *context, s *syntax.Let, e *syntax.Kernel) {
	l.bounded(c, s, e.Index[0].N)
	for _, z := range s.Pat {
		for _, d := range z.Type.Dims[1:] {
			l.bounded(c, s, d)
		}
	}
	if l.mayGoOn(e.Body) {
		l.settleAll(c)
	}
	y := l.layoutOf(c, s.Pat[0], []syntax.Expr{e.Index[0].N})
	in := l.elements(c, y)
	l.bind(in, e.Index[0].X, index{})
	l.body(in, e.Body.Stms, e.Body.Res)
	l.collect(c, in, s.Pat, e.Body.Res)
}

// mayGoOn tells whether a body may go on for ever. If so, what may be stuck before it has to be found out before it.
func (l *lifter) mayGoOn(b *syntax.Body) bool {
	return l.finds(b, map[string]bool{}, func(n syntax.Node) bool {
		e, ok := n.(*syntax.Loop)
		return ok && e.While != nil
	})
}

// bounded lets a kernel with a negative bound, or with rows of a negative size, be stuck: the sum of the bounds may hide it.
func (l *lifter) bounded(c *context, s *syntax.Let, n syntax.Expr) {
	if l.isSize(c, n) {
		return
	}
	ok := l.binding(s.Span, "ok", intType())
	l.define(c, &syntax.Let{Span: s.Span, Pat: []*syntax.Binding{ok}, Exp: &syntax.Binary{Span: s.Span, Op: syntax.Ge, X: n, Y: constant(0)}})
	check := l.step(&syntax.Check{Span: s.Span, X: ok.Use(), Y: constant(1), Says: &syntax.Assertion{Parts: []syntax.AssertionPart{
		{Text: "a size of the kernel is "}, {X: n}, {Text: ", and must not be negative"}}}})
	c.waiting = append(c.waiting, check)
}

// isSize tells whether an atom of a context is a size of an array, or the index of a kernel, and so not negative.
func (l *lifter) isSize(c *context, n syntax.Expr) bool {
	v := l.variable(n)
	if v == nil && l.isSure(l.settled(n)) {
		return true
	}
	if v != nil {
		switch p := v.place.(type) {
		case index, iteration:
			return true
		case repeated:
			if sum, ok := p.s.stm.(*syntax.Let).Exp.(*syntax.Binary); ok && sum.Op == syntax.Add && syntax.IsAtom(sum.X) && syntax.IsAtom(sum.Y) && l.isSize(c, sum.X) && l.isSize(c, sum.Y) {
				return true
			}
		}
	}
	for _, x := range l.vars {
		_, other := x.place.(alias) // perhaps of what is not made yet
		if x.place != nil && !other && x.in.around(c) && x.b.Type != nil && slices.ContainsFunc(x.b.Type.Dims, func(d syntax.Expr) bool { return l.same(d, n) }) {
			return true
		}
	}
	return false
}

// around tells whether a context is around another one, or the same.
func (c *context) around(in *context) bool {
	for ; in != nil; in = in.up {
		if in == c {
			return true
		}
	}
	return false
}

// collect puts the results of the body of a kernel into the context around it. in is the context of its elements.
func (l *lifter) collect(c, in *context, pat []*syntax.Binding, res []syntax.Expr) {
	var ws []wanted
	for k, z := range pat {
		t := &syntax.Type{Elem: z.Type.Elem, Dims: z.Type.Dims[1:]}
		ws = append(ws, wanted{z, res[k], t, l.lead(t.Dims)})
	}
	vs := l.values(in, true, ws)
	l.settle(in)
	for k, v := range vs {
		z := pat[k]
		lead := ws[k].lead + 1
		y := l.layoutOf(c, z, z.Type.Dims[:lead])
		l.vars[z.ID].place = segments{offsets: l.offsetsOf(y), data: v.data, lead: lead, layout: y}
	}
}

// nest is let z = kernel j <= d do …, over the first sizes of z, lead of them. f writes the body of the innermost kernel.
func (l *lifter) nest(z *syntax.Binding, lead int, f func(at []syntax.Expr) *syntax.Body) *syntax.Let {
	var at []syntax.Expr
	var xs []*syntax.Binding
	for range lead {
		x := l.binding(z.Span, "j", nil)
		xs, at = append(xs, x), append(at, x.Use())
	}
	body := f(at)
	var e *syntax.Kernel
	for k := lead - 1; k >= 0; k-- {
		e = &syntax.Kernel{Span: z.Span, Index: []syntax.Bound{{X: xs[k], N: z.Type.Dims[k]}}, Body: body}
		if k > 0 {
			row := l.like(z, &syntax.Type{Elem: z.Type.Elem, Dims: z.Type.Dims[k:]})
			body = &syntax.Body{Span: z.Span, Stms: []syntax.Stm{&syntax.Let{Span: z.Span, Pat: []*syntax.Binding{row}, Exp: e}}, Res: []syntax.Expr{row.Use()}}
		}
	}
	return &syntax.Let{Span: z.Span, Pat: []*syntax.Binding{z}, Exp: e}
}

// reading is a body that gives x[at, :, …].
func (l *lifter) reading(at diag.Span, x syntax.Expr, js []syntax.Expr) *syntax.Body {
	b := &syntax.Body{Span: at}
	b.Res = []syntax.Expr{l.read(b, at, x, js)}
	return b
}

// read adds x[at, :, …] to a body. The indices are within x, by what the body belongs to.
func (l *lifter) read(b *syntax.Body, at diag.Span, x syntax.Expr, js []syntax.Expr) syntax.Expr {
	if len(js) == 0 {
		return x
	}
	t := l.typeOf(x)
	var ix []syntax.Ix
	for _, j := range js {
		ix = append(ix, fixed(j))
	}
	rest := t.Dims[len(js):]
	if l.careful && len(rest) == 0 {
		last := len(ix) - 1
		ix[last] = syntax.Ix{Kind: syntax.IxRange, Off: ix[last].Off, Size: constant(1)}
		return add(l, b, at, "element", arrayType(t.Elem, constant(1)), part(at, x, ix))
	}
	e := add(l, b, at, "element", arrayType(t.Elem, rest...), part(at, x, append(ix, whole(rest)...)))
	l.inside[b.Stms[len(b.Stms)-1]] = true
	return e
}

// add adds let (x : t) = e to a body.
func add(l *lifter, b *syntax.Body, at diag.Span, base string, t *syntax.Type, e syntax.Expr) syntax.Expr {
	if syntax.IsAtom(e) {
		return e
	}
	x := l.binding(at, base, t)
	b.Stms = append(b.Stms, &syntax.Let{Span: at, Pat: []*syntax.Binding{x}, Exp: e})
	return x.Use()
}
