package elab

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// What is done to irregular arrays row by row stands for kernels and loops over the rows.

// eachRow is kernel i <= length(x) do row.
func (m maker) eachRow(x string, row syntax.Expr) *syntax.Kernel {
	return &syntax.Kernel{Span: m.at, Index: []syntax.Bound{{X: m.binding("i"), N: m.length(x)}}, Body: m.body(row)}
}

// The rows of the operands of an operator have names that no program can have: messages tell them from arrays of the program.
const leftRow, rightRow = "#left", "#right"

// rowwise is an operator of the rows x[i] and y[i], or of a row and a number. Each row lies at the place of its operand, so that messages
// call its size a size of that.
func (m maker) rowwise(op syntax.Op, vs []value) syntax.Expr {
	rows := &syntax.Body{Span: m.at}
	var xs []syntax.Expr
	for k, v := range vs {
		array := m.name([]string{nameX, nameY}[k])
		if xs = append(xs, array); !v.t.IsArray() {
			continue
		}
		at := array.GetSpan()
		row := &syntax.Binding{Span: at, Name: []string{leftRow, rightRow}[k], Text: nobody}
		rows.Stms = append(rows.Stms, &syntax.Let{Span: at, Pat: []*syntax.Binding{row}, Exp: &syntax.Index{Span: at, X: array, At: []syntax.Expr{m.name("i")}}})
		xs[k] = &syntax.Var{Span: at, Name: row.Name}
	}
	if len(xs) == 1 {
		rows.Res = []syntax.Expr{&syntax.Unary{Span: m.at, Op: op, X: xs[0]}}
	} else {
		rows.Res = []syntax.Expr{m.op(op, xs[0], xs[1])}
	}
	return &syntax.Block{Span: m.at, Body: rows}
}

// areRows tells whether the operands of an operator are rows that rowwise takes.
func areRows(xs []syntax.Expr) bool {
	return slices.ContainsFunc(xs, func(x syntax.Expr) bool {
		v, ok := x.(*syntax.Var)
		return ok && (v.Name == leftRow || v.Name == rightRow)
	})
}

// alikeRows checks that size k, from 0, of two rows is the same. The message says what it is; the iteration says which rows they are.
func (b *block) alikeRows(op syntax.Op, at diag.Span, k int, left, right syntax.Expr) {
	size := " size "
	if k > 0 {
		size = " size " + strconv.Itoa(k+1) + " = "
	}
	b.stms = append(b.stms, &syntax.Check{Span: at, X: left, Y: right, Why: "the operands of `" + op.String() + "` have rows of the same sizes",
		Says: &syntax.Assertion{Parts: []syntax.AssertionPart{{Text: "a row on the left of `" + op.String() + "` has" + size}, {X: left}, {Text: ", and the one on the right" + size}, {X: right}}}})
	b.gamma.Equate(left, right)
}

// sameRows is whether x and y have the same number of rows, and equal ones:
//
//	if length(x) == length(y) then loop (r = 1) for i <= length(x) do if r then x[i] == y[i] else 0 else 0
func (m maker) sameRows() syntax.Expr {
	row := m.op(syntax.Eq, m.index(nameX, m.name("i")), m.index(nameY, m.name("i")))
	each := &syntax.If{Span: m.at, Cond: m.name("r"), Then: m.body(row), Else: m.body(m.num(0))}
	all := &syntax.Loop{Span: m.at, Params: []*syntax.Binding{m.binding("r")}, Init: []syntax.Expr{m.num(1)},
		For: &syntax.Bound{X: m.binding("i"), N: m.length(nameX)}, Body: m.body(each), RoundsOf: syntax.Comparing}
	sizes := m.op(syntax.Eq, m.length(nameX), m.length(nameY))
	return &syntax.If{Span: m.at, Cond: sizes, Then: m.body(all), Else: m.body(m.num(0))}
}

// rowByRow is copy x or reverse x: of an irregular array the kernel that it stands for.
func (b *block) rowByRow(e, x syntax.Expr, l label) (v value) {
	of := b.named(x)
	m := maker{at: e.GetSpan(), x: x.GetSpan()}
	row := m.index(nameX, m.name("i"))
	switch e := e.(type) {
	case *syntax.Copy:
		if !of.t.IsIrregular() {
			return b.let(m.at, &syntax.Copy{Span: m.at, X: of.e, Keeps: e.Keeps}, l)
		}
		row = &syntax.Copy{Span: m.at, X: row}
	case *syntax.Reverse:
		if !of.t.IsIrregular() {
			return b.let(m.at, &syntax.Reverse{Span: m.at, X: of.e}, l)
		}
		last := m.op(syntax.Add, m.length(nameX), m.num(1))
		row = m.index(nameX, m.op(syntax.Sub, last, m.name("i")))
	}
	b.over(map[string]syntax.Expr{nameX: of.e}, func(in *block) { v = in.kernel(m.eachRow(nameX, row), []label{l})[0] })
	return v
}

// repeated is replicate(n, x): of an irregular array the kernel that it stands for.
func (b *block) repeated(e *syntax.Replicate, l label) (v value) {
	r := b.replicate(e).(*syntax.Replicate)
	of := b.typed(r.X)
	if !of.t.IsIrregular() {
		return b.let(e.Span, r, l)
	}
	m := maker{at: e.Span, x: e.X.GetSpan()}
	kernel := m.eachRow(nameX, m.name(nameX))
	kernel.Index[0].N = m.name(nameK)
	b.over(map[string]syntax.Expr{nameX: r.X, nameK: r.N}, func(in *block) { v = in.kernel(kernel, []label{l})[0] })
	return v
}

// concatRows is concat(x, …) of arrays of which one is irregular.
func (b *block) concatRows(e *syntax.Concat, vs []value, l label) value {
	want := &syntax.Type{Span: e.Span, Elem: vs[0].t.Elem, Dims: slices.Clone(vs[0].t.Dims)}
	for k, v := range vs {
		if v.t.Elem != want.Elem || v.t.Rank() != want.Rank() {
			fail(b.boundAt(b.u.errorf("T-CONCAT", e.Xs[k].GetSpan(), "the operands of concat have rows of one type, but `%s` is of type %s and `%s` of type %s",
				syntax.Line(e.Xs[0]), b.gamma.Show(want.Bare()), syntax.Line(e.Xs[k]), b.gamma.Show(v.t.Bare())), v, e.Xs[k]))
		}
		for d := 1; d < want.Rank(); d++ {
			if isIrregularSize(v.t.Dims[d]) {
				want.Dims[d] = v.t.Dims[d]
			}
		}
	}
	c := &syntax.Concat{Span: e.Span}
	var sizes []syntax.Expr
	for k, v := range vs {
		v = b.irregular(v, want, made("rows"))
		for d := 1; d < want.Rank(); d++ {
			fail(b.gamma.SameSize("T-CONCAT", e.Xs[k].GetSpan(), v.t.Dims[d], want.Dims[d], "the operands of concat have rows of one shape"))
		}
		c.Xs, sizes = append(c.Xs, b.at(v.e, e.Xs[k].GetSpan())), append(sizes, v.t.Dims[0])
	}
	want.Dims[0] = b.nameSize(e.Span, sum(e.Span, sizes))
	p := b.bind(l, want, e.Span)
	b.emit(e.Span, []*syntax.Binding{p}, c)
	return value{p.Use(), want}
}

func sum(at diag.Span, xs []syntax.Expr) syntax.Expr {
	total := xs[0]
	for _, x := range xs[1:] {
		total = &syntax.Binary{Span: at, Op: syntax.Add, X: total, Y: x}
	}
	return total
}

// flattenRows is flatten x of an irregular array: the elements of all rows, one after the other.
func (b *block) flattenRows(e *syntax.Flatten, x value, l label) value {
	if x.t.Regular() > 1 {
		outer := b.nameSize(e.Span, lmad.Count(x.t.Dims[:2]))
		t := &syntax.Type{Span: e.Span, Elem: x.t.Elem, Dims: append([]syntax.Expr{outer}, x.t.Dims[2:]...)}
		p := b.bind(l, t, e.Span)
		b.emit(e.Span, []*syntax.Binding{p}, &syntax.Flatten{Span: e.Span, X: x.e})
		return value{p.Use(), t}
	}
	size := b.u.bindSize(l, e.Span, "`"+e.Span.Text()+"`")
	t := &syntax.Type{Span: e.Span, Elem: x.t.Elem, Dims: append([]syntax.Expr{size.Use()}, x.t.Dims[2:]...)}
	p := b.bind(l, t, e.Span)
	b.emit(e.Span, []*syntax.Binding{size, p}, &syntax.Flatten{Span: e.Span, X: x.e})
	return value{p.Use(), t}
}

// The operands of a fold of rows have names that no program can have.
func neutralName(k int) string { return "#ne" + strconv.Itoa(k) }
func arrayName(k int) string   { return "#x" + strconv.Itoa(k) }

// foldOperands are the operands of a fold of rows, by their names.
func foldOperands(ne []value, a *application) map[string]syntax.Expr {
	names := map[string]syntax.Expr{}
	for k, v := range ne {
		names[neutralName(k)] = v.e
	}
	for k, x := range a.elems {
		names[arrayName(k)] = x.e
	}
	return names
}

// byNumber is a fold of the rows of irregular arrays as one of their numbers, because the rows have no type in common:
//
//	reduce (\acc k -> let row = x[k] in …) ne (iota length(x))
func byNumber(f *syntax.Fold, fn *function, a *application) *syntax.Fold {
	name := func(name string, at diag.Span) syntax.Expr { return &syntax.Var{Span: at, Name: name} }
	k := &syntax.Binding{Span: fn.Span, Name: "#k", Text: nobody}
	n := len(f.Ne)
	out := &syntax.Fold{Span: f.Span, Name: f.Name}
	for i := range f.Ne {
		out.Ne = append(out.Ne, name(neutralName(i), f.Ne[i].GetSpan()))
	}
	body := &syntax.Body{Span: fn.Body.Span, Res: fn.Body.Res}
	for i, p := range fn.Params[n:] {
		x := name(arrayName(i), a.xs[i].GetSpan())
		body.Stms = append(body.Stms, &syntax.Let{Span: p.Span, Pat: []*syntax.Binding{p}, Exp: &syntax.Index{Span: p.Span, X: x, At: []syntax.Expr{name(k.Name, p.Span)}}})
	}
	body.Stms = append(body.Stms, fn.Body.Stms...)
	out.Fn = &syntax.Lambda{Span: fn.Span, Params: append(slices.Clone(fn.Params[:n]), k), Body: body, Mapped: fn.Mapped}
	out.Xs = []syntax.Expr{&syntax.Iota{Span: f.Span, N: &syntax.Length{Span: f.Span, X: name(arrayName(0), a.xs[0].GetSpan())}}}
	return out
}

// foldsNumbers is the premise that an operator is not applied to a number and to a row of array k, which is irregular.
func (b *block) foldsNumbers(a *application, op syntax.Expr, fn *function, k int) {
	switch op := op.(type) {
	case *syntax.OpFn:
	case *syntax.Var:
		if !syntax.IsBuiltin(op.Name) {
			return
		}
	default:
		return
	}
	if a.ne[0].t.IsArray() {
		return
	}
	d := b.u.errorf(a.rule, op.GetSpan(), "`%s` is applied to the number `%s` and to a row of `%s : %s`, and the rows differ in size",
		op.GetSpan().Text(), b.gamma.Show(a.ne[0].e), syntax.Line(a.xs[k]), b.gamma.Show(a.elems[k].t.Bare()))
	b.foldsRows(d, a, fn)
	fail(d)
}

// withRows adds to an error about a fold of rows, which elaborates as one of their numbers, what the function takes and what may be
// meant. It is deferred.
func (b *block) withRows(a *application, fn *function, k int) {
	err := recover()
	if f, ok := err.(failure); ok && f.d != nil && f.d.Rule == a.rule {
		f.d.Notes = slices.DeleteFunc(f.d.Notes, func(n diag.Note) bool { return strings.Contains(n.Msg, "#k") })
		fn.show(f.d)
		f.d.Note(a.xs[k].GetSpan(), "an element of `%s : %s` is a row, and the rows differ in size", syntax.Line(a.xs[k]), b.gamma.Show(a.elems[k].t.Bare()))
		if f.d.Help == "" {
			b.foldsRows(f.d, a, fn)
		}
	}
	if err != nil {
		panic(err)
	}
}
