package elab

import (
	"slices"

	"funmem/semantics/syntax"
)

// mapped elaborates map f xs ys … to kernel i <= n do f(xs[i], ys[i], …), where n
// is the outer size of all the arrays.
func (b *block) mapped(e *syntax.Map, labels []label) []value {
	m := b.mapping(e, rows(labels))
	return b.kernelOf(m.kernel, m.i, m.n, m.in, m.vs, labels)
}

// mapping is a map with an elaborated body.
type mapping struct {
	kernel *syntax.Kernel // what it stands for in messages
	i      *syntax.Binding
	n      syntax.Expr
	in     *block
	vs     []value
}

// mapping elaborates the arrays and the function of a map.
func (b *block) mapping(e *syntax.Map, labels []label) *mapping {
	a := b.arrays("map", b.kernelRule(), e.Span, nil, e.Xs)
	f := b.function(a, e.Fn)
	m := &mapping{&syntax.Kernel{Span: e.Span, Body: f.Body}, b.bind(made("i"), &syntax.Type{}, e.Span), a.size(), b.child(), nil}
	m.in.gamma.Bind(m.i)
	m.in.within(func() {
		for k, p := range f.Params {
			m.in.bindElement(p, a.elems[k], m.i.Use())
		}
		m.vs = m.in.result(a, f, labels)
	})
	return m
}

// bindElement binds a parameter to element i of x.
func (b *block) bindElement(p *syntax.Binding, x value, i *syntax.Var) {
	mark := b.u.s.sup.Last()
	v := b.element(x.e.GetSpan(), x, i, writtenAs(p))
	q := b.bindingOf(v.e)
	q.Span = p.Span
	if p.Type != nil {
		b.annotated(p, v, nil, mark)
	}
	if p.Name != "_" {
		b.scope.set(p.Name, v.e)
	}
}

// coreMap is a map with a written pattern of n binders.
func (b *block) coreMap(e *syntax.Map, n int) syntax.Expr {
	m := b.mapping(e, nil)
	if i := slices.IndexFunc(m.vs, func(v value) bool { return v.t.Elem == syntax.Mem }); i >= 0 {
		m.in.noBlock(m.vs[i], m.kernel.Body)
	}
	m.i.Type = nil
	return &syntax.Kernel{Span: e.Span, Index: []syntax.Bound{{X: m.i, N: m.n}}, Body: m.in.bodyOf(m.kernel.Body, m.vs, n)}
}
