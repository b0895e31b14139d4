package elab

import (
	"slices"

	"funmem/semantics/check"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// with elaborates x with [ix, …] = v; dimensions without an index are changed
// whole.
func (b *block) with(e *syntax.With, x value) syntax.Expr {
	at := append([]syntax.Ix(nil), e.At...)
	for len(at) < x.t.Rank() {
		at = append(at, syntax.Ix{Span: e.Span, Kind: syntax.IxAll})
	}
	part := b.slice(e, b.at(x.e, e.X.GetSpan()), at).(*syntax.Slice)
	return &syntax.With{Span: e.Span, X: part.X, At: part.At, V: b.operand(e.V)}
}

// The operands of an update of rows have names that no program can have, since its other indices are of the program.
const rowNumber, rowCount, oldRow, newPart = "#i", "#n", "#row", "#part"

// update is x with [i, …] = v of an irregular array: the array with another row, or with another part of one. x with [i : n] = v has
// other rows from i on.
func (b *block) update(e *syntax.With, x value, l label) value {
	b.rowsOfUpdate(e, x)
	first := e.At[0]
	m := maker{at: e.Span, x: e.X.GetSpan()}
	var i, n syntax.Expr = &syntax.IntLit{Span: first.Span, Val: num.Of(1)}, x.t.Dims[0]
	if first.Off != nil {
		i = b.intAtom(first.Off, "T-WITH", "an index")
	}
	if first.Size != nil {
		n = b.intAtom(first.Size, "T-WITH", "the number of rows")
	}
	part := made("t")
	part.want = partWanted(e, x.t)
	v := b.value(e.V, part)
	v.e = b.at(b.atom(v, made("t")), e.V.GetSpan())
	number, row := &syntax.Var{Span: first.Span, Name: rowNumber}, m.name(nameY)
	stays := m.op(syntax.Ne, m.name("i"), m.name(nameK))
	b.over(map[string]syntax.Expr{rowNumber: i, rowCount: n}, func(in *block) {
		if first.Kind != syntax.IxFix {
			rows := syntax.Ix{Span: first.Span, Kind: syntax.IxRange, Off: number, Size: &syntax.Var{Span: first.Span, Name: rowCount}}
			in.indexed(e.Span, x, []syntax.Ix{rows}, made("rows")) // they are there
			in.fitsPart(e, x, v, append([]syntax.Expr{n}, x.t.Dims[1:]...))
			from := m.op(syntax.Sub, m.name("i"), m.name(nameK))
			stays = m.op(syntax.Add, m.op(syntax.Lt, from, m.num(0)), m.op(syntax.Ge, from, m.length(nameY)))
			row = m.index(nameY, m.op(syntax.Add, from, m.num(1)))
			return
		}
		old := in.indexed(e.Span, x, fixes([]syntax.Expr{number}), made("row")) // it is there
		if len(e.At) == 1 {
			in.fitsPart(e, x, v, x.t.Dims[1:])
			return
		}
		in.scope.set(oldRow, in.at(old.e, m.x))
		in.scope.set(newPart, v.e)
		v = in.value(&syntax.With{Span: e.Span, X: &syntax.Var{Span: m.x, Name: oldRow}, At: e.At[1:], V: &syntax.Var{Span: e.V.GetSpan(), Name: newPart}}, made("row"))
	})
	// The row that stays comes first, because sizes are called what the first branch calls them.
	choice := &syntax.If{Span: e.Span, Cond: stays, Then: m.body(m.index(nameX, m.name("i"))), Else: m.body(row)}
	b.over(map[string]syntax.Expr{nameX: x.e, nameK: i, nameY: b.atom(v, made("row"))}, func(in *block) { v = in.kernel(m.eachRow(nameX, choice), []label{l})[0] })
	return v
}

// rowsOfUpdate is the premise that an update is of one row, or of rows one after the other.
func (b *block) rowsOfUpdate(e *syntax.With, x value) {
	first := e.At[0]
	switch {
	case first.Kind == syntax.IxFix:
	case len(e.At) > 1:
		fail(b.boundAt(b.u.errorf("T-WITH", first.Span, "`with` changes a part of one row of `%s`, and this is a range of rows", b.gamma.Show(x.e)), x, e.X).
			Helpf("write the number of a row first: `%s with [i, …] = v`; a loop changes a part of several rows", syntax.Line(e.X)))
	case first.Kind == syntax.IxFlat || first.Stride != nil:
		fail(b.boundAt(b.u.errorf("T-WITH", first.Span, "the rows of `%s` differ in size, and `with` changes one of them, or some that stand one after the other", b.gamma.Show(x.e)), x, e.X).
			Helpf("write `%s with [from : count] = v`, or change one row in each round of a loop", syntax.Line(e.X)))
	}
}

// partWanted is the type that a literal has as the new part of x, or nil.
func partWanted(e *syntax.With, x *syntax.Type) *syntax.Type {
	t := &syntax.Type{Span: e.X.GetSpan(), Elem: x.Elem, Dims: x.Dims}
	var kept []syntax.Expr
	for _, ix := range e.At {
		switch {
		case !t.IsArray() || ix.Kind == syntax.IxFlat:
			return nil
		case ix.Kind == syntax.IxFix:
			t = rowOf(t)
		default:
			kept = append(kept, &syntax.IntLit{Span: ix.Span}) // only an [] asks for it
			t = &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: t.Dims[1:]}
		}
	}
	t.Dims = slices.Concat(kept, t.Dims)
	return t
}

// fitsPart is the premise that v is of the type of the part of x that it replaces, which has the given sizes. A size that differs from
// row to row may be any.
func (b *block) fitsPart(e *syntax.With, x, v value, dims []syntax.Expr) {
	want := &syntax.Type{Span: e.Span, Elem: x.t.Elem, Dims: dims}
	at := e.V.GetSpan()
	if v.t.Elem != want.Elem || v.t.Rank() != want.Rank() {
		d := b.u.errorf("T-WITH", at, "this `with` changes a part of type %s, but `%s` is of type %s", b.gamma.Show(want), b.gamma.Show(v.e), b.gamma.Show(v.t.Bare()))
		if v.t.IsNumber() && v.t.Elem == want.Elem && want.Rank() == 1 {
			d.Helpf("`[%s]` is a row with this element alone", b.gamma.Show(v.e))
		}
		fail(b.gamma.Converts(b.boundAt(b.boundAt(d, x, e.X), v, e.V), v.e, v.t, want))
	}
	for k, d := range dims {
		if !isIrregularSize(d) {
			fail(b.gamma.SameSize("T-WITH", at, v.t.Dims[k], d, check.SizeOf(k, "what `with` puts into `"+b.gamma.Show(x.e)+"`", len(dims))))
		}
	}
}
