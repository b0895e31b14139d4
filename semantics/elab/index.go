package elab

import (
	"fmt"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// index elaborates x[e, …].
func (b *block) index(e *syntax.Index, l label) value {
	x := b.indexee(e)
	if x.t.IsIrregular() {
		return b.indexed(e.Span, x, fixes(e.At), l)
	}
	return b.let(e.Span, b.indexOf(e, x), l)
}

// indexee is x of x[e, …].
func (b *block) indexee(e *syntax.Index) value {
	x := b.value(e.X, made("t"))
	if y := e.At[0]; len(e.At) == 1 && x.t.IsArray() && b.isArrayOf(y) {
		help := fmt.Sprintf("map (\\k -> %s[k]) %s", syntax.Line(e.X), argument(y))
		if _, named := y.(*syntax.Var); named && x.t.Rank() == 1 {
			help = fmt.Sprintf("gather(%s, %s)", syntax.Line(y), syntax.Line(e.X))
		}
		b.severalIndices("T-INDEX", y, "elements at several indices are `"+help+"`")
	}
	x.e = b.at(x.e, e.X.GetSpan())
	return x
}

// indexOf is x[e, …] of core. With fewer indices than dimensions it is a slice that keeps the other dimensions whole.
func (b *block) indexOf(e *syntax.Index, x value) syntax.Expr {
	if len(e.At) < x.t.Rank() {
		return b.slice(e, x.e, wholes(e.Span, fixes(e.At), x.t.Rank()))
	}
	ix := &syntax.Index{Span: e.Span, X: x.e}
	for _, y := range e.At {
		b.selecting(e, y, func() { ix.At = append(ix.At, b.intAtom(y, "T-INDEX", "an index")) })
	}
	return ix
}

// isArrayOf tells whether an expression is a literal of an array or the name of one.
func (b *block) isArrayOf(e syntax.Expr) bool {
	if v, ok := e.(*syntax.Var); ok {
		return b.isArray(v)
	}
	_, ok := e.(*syntax.Literal)
	return ok
}

// severalIndices is the error about an array in the place of an index. help is how to use an array of indices.
func (b *block) severalIndices(rule string, y syntax.Expr, help string) {
	v := b.value(y, made("t"))
	d := b.boundAt(b.u.errorf(rule, y.GetSpan(), "an index is an int, but `%s` is of type %s", syntax.Line(y), b.gamma.Show(v.t.Bare())), v, y)
	if v.t.Elem == syntax.Int {
		d.Helpf("%s", help)
	}
	fail(d)
}

// selecting runs the elaboration of index y. If it is a comparison of an array, the error says how elements are chosen by flags.
func (b *block) selecting(e *syntax.Index, y syntax.Expr, run func()) {
	defer func() {
		err := recover()
		if f, ok := err.(failure); ok && f.d != nil && len(e.At) == 1 {
			text := strings.TrimSuffix(strings.TrimPrefix(f.d.Help, "`"), "` does it for each element")
			if text != f.d.Help && f.d.Rule == "T-OP" && f.d.Span.Start >= y.GetSpan().Start && isComparison(y) {
				f.d.Help = ""
				f.d.Helpf("the elements for which it holds are `filter(%s, %s)`", text, syntax.Line(e.X))
			}
		}
		if err != nil {
			panic(err)
		}
	}()
	run()
}

func (b *block) slice(e syntax.Expr, x syntax.Expr, at []syntax.Ix) syntax.Expr {
	s := &syntax.Slice{Span: e.GetSpan(), X: x}
	var dims []syntax.Expr
	if p := b.bindingOf(x); p != nil {
		dims = p.Type.Dims
	}
	for k, ix := range at {
		n := syntax.Ix{Span: ix.Span, Kind: ix.Kind}
		switch ix.Kind {
		case syntax.IxAll:
			n.Kind = syntax.IxRange
			n.Off = &syntax.IntLit{Span: ix.Span, Val: num.Of(1)}
			n.Size = n.Off
			if k < len(dims) {
				n.Size = b.at(dims[k], ix.Span)
			}
		default:
			if with, ok := e.(*syntax.With); ok && len(at) == 1 {
				b.oneIndex(with, ix)
			}
			what := "the offset of a slice"
			if ix.Kind == syntax.IxFix {
				what = "an index"
			}
			n.Off = b.intAtom(ix.Off, "T-SLICE", what)
			if ix.Size != nil {
				n.Size = b.intAtom(ix.Size, "T-SLICE", "the size of a slice")
			}
			b.ofRange(ix)
			if ix.Stride != nil {
				n.Stride = b.intAtom(ix.Stride, "T-SLICE", "the stride of a slice")
			}
			for _, f := range ix.Dims {
				n.Dims = append(n.Dims, syntax.LMADDim{
					Size:   b.intAtom(f.Size, "T-SLICE", "a size of a flat slice"),
					Stride: b.intAtom(f.Stride, "T-SLICE", "a stride of a flat slice"),
				})
			}
		}
		s.At = append(s.At, n)
	}
	return s
}

// oneIndex is the premise that an update has an index, and not an array of indices.
func (b *block) oneIndex(with *syntax.With, ix syntax.Ix) {
	if !b.isArrayOf(ix.Off) {
		return
	}
	at, value := syntax.Line(ix.Off), syntax.Line(with.V)
	if b.value(with.V, made("t")).t.IsNumber() {
		value = fmt.Sprintf("replicate(length(%s), %s)", at, value)
	}
	b.severalIndices("T-WITH", ix.Off, fmt.Sprintf("elements at several indices are changed by `scatter(%s, %s, %s)`", at, value, syntax.Line(with.X)))
}

// part resolves a scalar expression of an LMAD. It refuses an expression that
// needs statements of its own.
func (b *block) part(e syntax.Expr) syntax.Expr {
	before := len(b.stms)
	se := b.scalar(e, "T-MEM-LMAD", "a part of an LMAD")
	if len(b.stms) != before {
		fail(b.u.errorf("T-MEM-LMAD", e.GetSpan(), "a part of an LMAD is a scalar expression, and found `%s`", syntax.Line(e)).
			Helpf("bind it with `let` before the array"))
	}
	return se
}

// isComparison tells whether an expression compares two others.
func isComparison(e syntax.Expr) bool {
	c, ok := e.(*syntax.Binary)
	return ok && c.Op >= syntax.Eq && c.Op <= syntax.Ge
}
