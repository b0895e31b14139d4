package elab

import (
	"slices"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/nested"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// An irregular array has rows of different sizes. Elaboration gives it a type with an Irregular in it, which is nested
// core; package nested then makes core of that.

// row is s, which is x[ix, …] of an irregular array, with an index for each size before the first irregular one. If all of
// them are fixed it is a row, and its size is bound beside it: let (s : int) (row : [s]int) = x[i].
func (b *block) row(at diag.Span, s *syntax.Slice, x value, l label) value {
	lead := len(s.At)
	t := &syntax.Type{Span: at, Elem: x.t.Elem}
	for _, k := range s.At {
		if k.Kind == syntax.IxRange {
			t.Dims = append(t.Dims, k.Size)
		}
	}
	var pat []*syntax.Binding
	rest := x.t.Dims[lead:]
	if len(t.Dims) == 0 {
		size := b.u.bindSize(l, at, "`"+at.Text()+"`")
		pat, rest = append(pat, size), append([]syntax.Expr{size.Use()}, rest[1:]...)
	}
	t.Dims = append(t.Dims, rest...)
	p := b.bind(l, t, at)
	b.emit(at, append(pat, p), s)
	return value{p.Use(), t}
}

// wholes are as many indices as an array has sizes, with those that are not written as the whole.
func wholes(at diag.Span, ix []syntax.Ix, n int) []syntax.Ix {
	list := append([]syntax.Ix(nil), ix...)
	for len(list) < n {
		list = append(list, syntax.Ix{Span: at, Kind: syntax.IxAll})
	}
	return list
}

// indexed is x[ix, …] of an irregular array. What comes after the sizes before the first irregular one are indices of a row.
func (b *block) indexed(at diag.Span, x value, ix []syntax.Ix, l label) value {
	if len(ix) > x.t.Rank() {
		fail(b.boundAt(b.u.errorf("T-SLICE", at, "`%s` of type %s has %s, but %s given", b.gamma.Show(x.e), b.gamma.Show(x.t.Bare()),
			diag.Count(x.t.Rank(), "dimension"), diag.Plural(len(ix), "index is", "indices are")), x, x.e))
	}
	lead := x.t.Regular()
	if len(ix) <= lead {
		return b.row(at, b.slice(&syntax.Slice{Span: at}, x.e, wholes(at, ix, lead)).(*syntax.Slice), x, l)
	}
	for k, i := range ix[:lead] {
		if i.Kind != syntax.IxFix {
			fail(b.boundAt(b.u.errorf("T-SLICE", ix[lead].Span, "the rows of `%s` differ in size, so an index of them stands after one row: index %d is a range", b.gamma.Show(x.e), k+1), x, x.e).
				Helpf("`map (\\row -> …) %s` takes a part of each row", b.gamma.Show(x.e)))
		}
	}
	row := b.row(at, b.slice(&syntax.Slice{Span: at}, x.e, ix[:lead]).(*syntax.Slice), x, made("row"))
	rest := ix[lead:]
	if row.t.IsIrregular() {
		return b.indexed(at, row, rest, l)
	}
	fixed := len(rest) == row.t.Rank()
	var es []syntax.Expr
	for _, i := range rest {
		fixed = fixed && i.Kind == syntax.IxFix
		es = append(es, i.Off)
	}
	if fixed {
		return b.let(at, b.indexOf(&syntax.Index{Span: at, X: row.e, At: es}, row), l)
	}
	return b.let(at, b.slice(&syntax.Slice{Span: at}, row.e, wholes(at, rest, row.t.Rank())), l)
}

// fixes are indices that fix their dimensions.
func fixes(at []syntax.Expr) (ix []syntax.Ix) {
	for _, y := range at {
		ix = append(ix, syntax.Ix{Span: y.GetSpan(), Kind: syntax.IxFix, Off: y})
	}
	return ix
}

// irregular is a value as one of an irregular type: rows of one size become rows that may differ in size.
func (b *block) irregular(v value, want *syntax.Type, l label) value {
	if !want.IsIrregular() || v.t.Rank() != want.Rank() || v.t.Elem != want.Elem || covers(v.t, want) {
		return v
	}
	at := v.e.GetSpan()
	i := b.bind(made("i"), &syntax.Type{}, at)
	in := b.child()
	in.gamma.Bind(i)
	var row value
	in.within(func() {
		row = in.element(at, v, i.Use(), made("row"))
		row = in.irregular(row, rowOf(want), made("row"))
	})
	t := differAs(v.t, want)
	p := b.bind(l, t, at)
	i.Type = nil
	b.emit(at, []*syntax.Binding{p}, &syntax.Kernel{Span: at, Index: []syntax.Bound{{X: i, N: v.t.Dims[0]}}, Body: in.finish(at, []value{row})})
	return value{p.Use(), t}
}

// differAs is a type with sizes that differ from row to row where those of another type do.
func differAs(t, want *syntax.Type) *syntax.Type {
	d := &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: slices.Clone(t.Dims)}
	for k := 1; k < d.Rank(); k++ {
		if isIrregularSize(want.Dims[k]) {
			d.Dims[k] = want.Dims[k]
		}
	}
	return d
}

// covers tells whether a type is irregular wherever another is.
func covers(t, want *syntax.Type) bool {
	for k, d := range want.Dims {
		if isIrregularSize(d) && !isIrregularSize(t.Dims[k]) {
			return false
		}
	}
	return true
}

// rowOf is the type that a row of an array of type t is wanted at. A size of it that differs from row to row is 0, because only an []
// asks for it: a row that is not empty has the size that it has.
func rowOf(t *syntax.Type) *syntax.Type {
	row := &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: t.Dims[1:]}
	if len(row.Dims) > 0 && isIrregularSize(row.Dims[0]) {
		row.Dims = append([]syntax.Expr{&syntax.IntLit{Span: row.Dims[0].GetSpan()}}, row.Dims[1:]...)
	}
	return row
}

func isIrregularSize(d syntax.Expr) bool {
	_, ok := d.(*syntax.Irregular)
	return ok
}

// rowsOfOneSize is the premise that the rows of the operands of an expression have one size.
func (b *block) rowsOfOneSize(e syntax.Expr) {
	ask := b.u.s.Poll.Seldom()
	for _, x := range syntax.OperandsOf(e) {
		ask()
		if p := b.bindingOf(x); p != nil && p.Type.IsIrregular() {
			name := p.Written()
			fail(b.u.errorf(check.RuleOf(&syntax.Let{Exp: e}, b.u.out.Mem), x.GetSpan(), "the rows of `%s : %s` differ in size, and this wants rows of one size", name, b.gamma.Show(p.Type.Bare())).
				Helpf("`map (\\row -> …) %s` does something with each row; `flatten %s` are the elements of all rows", name, name))
		}
	}
}

// element is element i of an array: x[i] or x[i, :, …].
func (b *block) element(at diag.Span, x value, i syntax.Expr, l label) value {
	if x.t.Rank() == 1 {
		return b.let(at, &syntax.Index{Span: at, X: x.e, At: []syntax.Expr{i}}, l)
	}
	ix := fixes([]syntax.Expr{i})
	for _, d := range x.t.Dims[1:x.t.Regular()] {
		ix = append(ix, syntax.Ix{Span: at, Kind: syntax.IxRange, Off: &syntax.IntLit{Span: at, Val: num.Of(1)}, Size: d})
	}
	s := &syntax.Slice{Span: at, X: x.e, At: ix}
	if x.t.IsIrregular() {
		return b.row(at, s, x, l)
	}
	return b.let(at, s, l)
}

// rowsOf is a literal of rows that may differ in size: where its context wants such an array, and where a row is one itself.
func (b *block) rowsOf(e *syntax.Literal, l label) (value, bool) {
	wanted := l.want != nil && l.want.IsIrregular()
	if !wanted || len(e.Elems) == 0 {
		return value{}, false
	}
	t := &syntax.Type{Span: e.Span, Elem: l.want.Elem, Dims: append([]syntax.Expr{&syntax.IntLit{Span: e.Span, Val: num.Of(int64(len(e.Elems)))}}, l.want.Dims[1:]...)}
	lit := &syntax.Literal{Span: e.Span}
	inner := made("row")
	inner.want = rowOf(l.want)
	lit.Elems = make([]syntax.Expr, len(e.Elems))
	for n, i := range b.showingFirst(e.Elems, l.want) {
		x := e.Elems[i]
		v := b.value(x, inner)
		if v.t.Elem != t.Elem || v.t.Rank() != t.Rank()-1 {
			row := &syntax.Type{Elem: t.Elem, Dims: l.want.Dims[1:]}
			d := b.u.errorf("T-LITERAL", x.GetSpan(), "this row is of type %s, but wanted is one of type %s", b.gamma.Show(v.t.Bare()), b.gamma.Show(row)).
				Note(l.want.Span, "it is wanted here")
			fail(b.gamma.Converts(d, x, v.t, row))
		}
		if n == 0 {
			b.knownSizes(t, v.t)
			inner.want = rowOf(t)
		}
		for k, d := range v.t.Dims {
			if !isIrregularSize(t.Dims[k+1]) {
				fail(b.gamma.SameSize("T-LITERAL", x.GetSpan(), d, t.Dims[k+1], "the rows of this literal have one size there"))
			}
		}
		v = b.irregular(v, inner.want, made("row"))
		lit.Elems[i] = b.at(b.atom(v, made("row")), x.GetSpan())
	}
	p := b.bind(l, t, e.Span)
	b.emit(e.Span, []*syntax.Binding{p}, lit)
	return value{p.Use(), t}, true
}

// irregularIn is a value of a body as one that is irregular where a type is.
func (b *block) irregularIn(v value, want *syntax.Type) (out value) {
	b.within(func() { out = b.irregular(v, want, made("rows")) })
	return out
}

// flattened is core for statements of nested core, which may use irregular arrays.
func (u *unit) flattened(gamma *check.Context, stms []syntax.Stm) (core []syntax.Stm) {
	if u.out.Mem || len(u.s.arrays) == 0 && !nested.Needed(&syntax.Body{Stms: stms}, u.s.Poll) {
		return stms
	}
	u.flattening(func() { core = u.flat.Stms(stms) })
	for _, s := range core {
		switch s := s.(type) {
		case *syntax.Let:
			for _, p := range s.Pat {
				gamma.Bind(p)
			}
			if len(s.Pat) == 1 && syntax.IsScalar(s.Exp) {
				gamma.Define(s.Pat[0], s.Exp)
			}
		case *syntax.Check:
			gamma.Equate(s.X, s.Y)
		}
	}
	return core
}

// flatDef is core for a function of nested core.
func (u *unit) flatDef(d *syntax.Def) (core *syntax.Def) {
	delete(u.s.nested, d.Name)
	if u.out.Mem || len(u.s.arrays) == 0 && !nested.Needed(d, u.s.Poll) {
		return d
	}
	ok := u.guard(func() {
		u.flattening(func() {
			u.flat.Bind(d)
			core = u.flat.Def(d)
		})
	})
	if !ok {
		u.wrong[d.Name] = true
		panic(failure{nil})
	}
	u.s.nested[d.Name] = d
	return core
}

// flattening runs f. A message of package nested is one about the program.
func (u *unit) flattening(f func()) {
	defer func() {
		if err := recover(); err != nil {
			if d, ok := nested.Failed(err); ok {
				panic(failure{d})
			}
			panic(err)
		}
	}()
	f()
}

// parts are the results of the program in core: the parts of an irregular array in its place.
func (u *unit) parts() (res []syntax.Expr) {
	var results []Result
	for k, x := range u.res {
		r := u.out.Results[k]
		a := u.flat.Of(x)
		if a == nil {
			res, results = append(res, x), append(results, r)
			continue
		}
		parts, types := a.Parts(), a.Types()
		res = append(res, parts...)
		for k, t := range types {
			part := Result{Name: r.Name, Type: t, Span: r.Span, Part: k > 0}
			if k == 0 {
				part.Rows, part.Parts = r.Type, len(parts)
			}
			results = append(results, part)
		}
	}
	u.out.Results = results
	return res
}

// knownSizes replaces the sizes of a literal that are those of a function, which wants it, by those of its first row.
func (b *block) knownSizes(t, row *syntax.Type) {
	for k, d := range row.Dims {
		if !isIrregularSize(t.Dims[k+1]) && !b.inScope(t.Dims[k+1]) {
			t.Dims[k+1] = d
		}
	}
}

// noRows is the array without rows of an irregular type: empty([0][?]int).
func (b *block) noRows(t *syntax.Type, l label) value {
	if k, ok := t.Dims[0].(*syntax.IntLit); !ok || !k.Val.IsZero() {
		fail(b.u.errorf("T-SCRATCH", t.Span, "nothing says which sizes the rows have: only an array without rows can be written so").
			Helpf("`empty([0][?]int)` has none"))
	}
	l.want, l.written = b.typ(t, b.anySize), false
	return b.empty(&syntax.Literal{Span: t.Span}, l)
}
