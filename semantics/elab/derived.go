package elab

import (
	"strconv"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// These constructs stand for others. They elaborate to an expression over the names below, which stand for operands
// that are already elaborated.
const (
	nameX = "x"
	nameY = "y"
	nameK = "k"
)

// over elaborates in a scope in which only the given names matter.
func (b *block) over(names map[string]syntax.Expr, f func(in *block)) {
	in := &block{u: b.u, up: b.up, gamma: b.gamma, scope: newScope(b.scope), stms: b.stms}
	for name, e := range names {
		in.scope.set(name, e)
	}
	defer func() { b.stms = in.stms }()
	in.within(func() { f(in) })
}

// maker builds the expressions that a construct stands for, at its place. The operands keep their own places, so that
// messages call them what the programmer does.
type maker struct{ at, x, y diag.Span }

func (m maker) name(name string) syntax.Expr {
	switch name {
	case nameX:
		return &syntax.Var{Span: m.x, Name: name}
	case nameY:
		return &syntax.Var{Span: m.y, Name: name}
	}
	return &syntax.Var{Span: m.at, Name: name}
}

func (m maker) num(k int64) syntax.Expr { return &syntax.IntLit{Span: m.at, Val: num.Of(k)} }

func (m maker) op(op syntax.Op, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{Span: m.at, Op: op, X: x, Y: y}
}

func (m maker) length(x string) syntax.Expr { return &syntax.Length{Span: m.at, X: m.name(x)} }

func (m maker) index(x string, at ...syntax.Expr) syntax.Expr {
	return &syntax.Index{Span: m.at, X: m.name(x), At: at}
}

func (m maker) body(e syntax.Expr) *syntax.Body {
	return &syntax.Body{Span: m.at, Res: []syntax.Expr{e}}
}

func (m maker) binding(x string) *syntax.Binding {
	return &syntax.Binding{Span: m.at, Name: x, Text: nobody}
}

// rotation is what rotate(k, x) stands for, and its operands:
//
//	kernel i <= length(x) do x[(i - 1 + k) % length(x) + 1]
func (b *block) rotation(e *syntax.Rotate) (*syntax.Kernel, map[string]syntax.Expr) {
	k := b.intAtom(e.K, "T-OP", "the count of a rotate")
	x := b.value(e.X, made("t"))
	if !x.t.IsArray() {
		fail(b.boundAt(b.u.errorf("T-INDEX", e.X.GetSpan(), "rotate wants an array, but `%s` is of type %s", syntax.Line(e.X), b.gamma.Show(x.t)), x, e.X))
	}
	m := maker{at: e.Span, x: e.X.GetSpan()}
	row := m.op(syntax.Sub, m.name("i"), m.num(1))
	row = m.op(syntax.Mod, m.op(syntax.Add, row, m.name(nameK)), m.length(nameX))
	kernel := &syntax.Kernel{Span: e.Span,
		Index: []syntax.Bound{{X: m.binding("i"), N: m.length(nameX)}},
		Body:  m.body(m.index(nameX, m.op(syntax.Add, row, m.num(1)))),
	}
	return kernel, map[string]syntax.Expr{nameK: k, nameX: x.e}
}

// rotate elaborates rotate(k, x).
func (b *block) rotate(e *syntax.Rotate, labels []label) (vs []value) {
	kernel, names := b.rotation(e)
	b.over(names, func(in *block) { vs = in.kernel(kernel, labels) })
	return vs
}

// coreRotate is a rotate with a written pattern.
func (b *block) coreRotate(e *syntax.Rotate) (core syntax.Expr) {
	kernel, names := b.rotation(e)
	b.over(names, func(in *block) { core = in.coreExpr(kernel, 1) })
	return core
}

// equation elaborates x == y and x != y, of two numbers or of two arrays.
func (b *block) equation(e *syntax.Binary, l label) value {
	vs := b.alike([]syntax.Expr{e.X, e.Y}, nil)
	x, y := vs[0], vs[1]
	if x.t.IsArray() && y.t.IsArray() {
		return b.sameArrays(e, x, y, l)
	}
	return b.applied(e, e.Op, []syntax.Expr{e.X, e.Y}, vs)
}

// sameArrays is x == y or x != y of arrays with the same number of dimensions. Sizes that are not known to be equal are
// compared first. Arrays of different sizes are different.
func (b *block) sameArrays(e *syntax.Binary, x, y value, l label) (v value) {
	if x.t.Rank() != y.t.Rank() || x.t.Elem != y.t.Elem {
		fail(b.u.errorf("T-OP", e.Span, "`%s` compares arrays of one type, up to sizes, and found %s and %s",
			e.Op, b.gamma.Show(x.t.Bare()), b.gamma.Show(y.t.Bare())))
	}
	m := maker{e.Span, e.X.GetSpan(), e.Y.GetSpan()}
	same := m.elements(x.t.Rank())
	dims := x.t.Dims
	if x.t.IsIrregular() || y.t.IsIrregular() {
		same, dims = m.sameRows(), nil
	}
	for k, d := range dims {
		if !b.gamma.Same(d, y.t.Dims[k]) {
			sizes := m.op(syntax.Eq, m.size(nameX, k), m.size(nameY, k))
			same = &syntax.If{Span: e.Span, Cond: sizes, Then: m.body(same), Else: m.body(m.num(0))}
		}
	}
	if e.Op == syntax.Ne {
		same = &syntax.Unary{Span: e.Span, Op: syntax.Not, X: same}
	}
	b.over(map[string]syntax.Expr{nameX: x.e, nameY: y.e}, func(in *block) { v = in.value(same, l) })
	return v
}

// size is size k, from 0, of an array.
func (m maker) size(x string, k int) syntax.Expr {
	return &syntax.Index{Span: m.at, X: &syntax.Shape{Span: m.at, X: m.name(x)}, At: []syntax.Expr{m.num(int64(k + 1))}}
}

// elements is whether x and y of rank n have equal elements:
//
//	loop (r = 1) for i1 <= length(x) do
//	  loop (r = r) for i2 <= shape(x)[2] do …
//	    if r then x[i1, …] == y[i1, …] else 0
func (m maker) elements(n int) syntax.Expr {
	at := make([]syntax.Expr, n)
	for k := range at {
		at[k] = m.name("i" + strconv.Itoa(k+1))
	}
	equal := m.op(syntax.Eq, m.index(nameX, at...), m.index(nameY, at...))
	var e syntax.Expr = &syntax.If{Span: m.at, Cond: m.name("r"), Then: m.body(equal), Else: m.body(m.num(0))}
	for k := n - 1; k >= 0; k-- {
		start := m.name("r")
		if k == 0 {
			start = m.num(1)
		}
		i := m.binding(at[k].(*syntax.Var).Name)
		e = &syntax.Loop{Span: m.at, Params: []*syntax.Binding{m.binding("r")}, Init: []syntax.Expr{start},
			For: &syntax.Bound{X: i, N: m.size(nameX, k)}, Body: m.body(e), RoundsOf: syntax.Comparing}
	}
	return e
}
