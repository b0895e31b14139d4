package elab

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// A parameter wants its argument at a type with sizes of its function. They are open: the argument itself shows them, or another one.

// open is the last size of a wanted type that is open, counted from 0, or -1.
func (b *block) open(t *syntax.Type) int {
	for k := t.Rank() - 1; k >= 0; k-- {
		if v, ok := t.Dims[k].(*syntax.Var); ok && b.gamma.Lookup(v.ID) == nil {
			return k
		}
	}
	return -1
}

// shows tells whether an expression shows size k of its type, counted from 0. A literal does where it has rows at that depth.
func (b *block) shows(e syntax.Expr, k int) bool {
	lit, ok := e.(*syntax.Literal)
	return !ok && !b.isEmptyInput(e) || k <= 0 || ok && slices.ContainsFunc(lit.Elems, func(x syntax.Expr) bool { return b.shows(x, k-1) })
}

// isEmptyInput tells whether an expression is an input that was given as [], which may be an irregular array without rows.
func (b *block) isEmptyInput(e syntax.Expr) bool {
	p := b.variableOf(e)
	return p != nil && b.u.s.none[p.ID]
}

// emptyInput is an input without elements as an irregular array without rows, where its context wants one.
func (b *block) emptyInput(e *syntax.Var, l label) (value, bool) {
	if l.want == nil || !l.want.IsIrregular() || !b.isEmptyInput(e) {
		return value{}, false
	}
	ix := syntax.Ix{Span: e.Span, Kind: syntax.IxRange, Off: &syntax.IntLit{Span: e.Span, Val: num.Of(1)}, Size: &syntax.IntLit{Span: e.Span}}
	b.let(e.Span, &syntax.Slice{Span: e.Span, X: b.variable(e).e, At: []syntax.Ix{ix}}, made("none")) // so that core uses the input
	return b.empty(&syntax.Literal{Span: e.Span}, l), true
}

// showingFirst are the rows of a literal of a wanted type, by their numbers. Those that show its open sizes come first.
func (b *block) showingFirst(rows []syntax.Expr, want *syntax.Type) []int {
	k := b.open(want)
	var first, rest []int
	for i, x := range rows {
		if b.shows(x, k-1) {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(first, rest...)
}

// literalParam is the type that parameter p of d gives to a literal that does not show its sizes, under what the other arguments fix.
func (b *block) literalParam(d *syntax.Def, p *syntax.Binding, x syntax.Expr, s map[int]syntax.Expr) *syntax.Type {
	if isEmpty(x) && !p.Type.IsIrregular() {
		return emptyParam(d, p, s)
	}
	rows := 0
	if lit, ok := x.(*syntax.Literal); ok {
		rows = len(lit.Elems)
	}
	if n, ok := p.Type.Dims[0].(*syntax.Var); ok && s[n.ID] == nil && isParam(d, n.ID) {
		s[n.ID] = &syntax.IntLit{Span: x.GetSpan(), Val: num.Of(int64(rows))}
	}
	t := syntax.Subst(p.Type.Bare(), s)
	if k := b.open(t); !b.shows(x, k) {
		name := syntax.Line(t.Dims[k])
		bound := &syntax.Type{Elem: t.Elem, Dims: slices.Clone(t.Dims)}
		for j, size := range bound.Dims {
			if _, ok := size.(*syntax.Irregular); !ok {
				bound.Dims[j] = &syntax.IntLit{Val: num.Of(3)}
			}
		}
		bound.Dims[0] = &syntax.IntLit{Val: num.Of(int64(rows))}
		fail(b.u.errorf("T-CALL", x.GetSpan(), "no row of `%s` shows the size `%s`, and `%s : %s` wants one", syntax.Line(x), name, p.Written(), b.gamma.Show(p.Type.Bare())).
			Note(d.NameAt, "%s", d.Signature()).
			Helpf("bind it with its type first, with a number for `%s`: `let (rows : %s) = %s`", name, b.gamma.Show(bound), syntax.Line(x)))
	}
	return t
}

// emptyParam is the type that parameter p of d gives to an argument [], under
// what the other arguments fix. It is nil if they leave a size open.
func emptyParam(d *syntax.Def, p *syntax.Binding, s map[int]syntax.Expr) *syntax.Type {
	if !p.Type.IsArray() {
		return nil
	}
	t := syntax.Subst(p.Type.Bare(), s)
	t.Dims = slices.Clone(t.Dims)
	for k, size := range t.Dims {
		v, ok := size.(*syntax.Var)
		if !ok || !isParam(d, v.ID) {
			continue
		}
		if k > 0 {
			return nil
		}
		t.Dims[0] = &syntax.IntLit{Span: size.GetSpan(), Val: num.Of(0)}
	}
	return t
}

// isParam tells whether a variable is a parameter of d.
func isParam(d *syntax.Def, id int) bool {
	for _, ps := range [][]*syntax.Binding{d.Sizes, d.Params} {
		for _, p := range ps {
			if p.ID == id {
				return true
			}
		}
	}
	return false
}
