package elab

import (
	"fmt"
	"slices"
	"strconv"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// elementwise tells whether an operator works on the elements of arrays: arithmetic, and conversions.
func elementwise(op syntax.Op) bool {
	switch op {
	case syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.Mod, syntax.Neg, syntax.ToF64, syntax.ToInt:
		return true
	}
	return false
}

// ofElements is what an operator of arrays, or of arrays and numbers, stands for, and its operands; nil if it is none. For x + y of
// two arrays of rank 2 it is
//
//	kernel i1 <= n, i2 <= m do x[i1, i2] + y[i1, i2]
func (b *block) ofElements(e syntax.Expr, op syntax.Op, xs []syntax.Expr, vs []value) (*syntax.Kernel, map[string]syntax.Expr) {
	array := slices.IndexFunc(vs, func(v value) bool { return v.t.IsArray() })
	if array < 0 || !elementwise(op) || slices.ContainsFunc(vs, func(v value) bool { return v.t.Elem == syntax.Mem }) {
		return nil, nil
	}
	b.oneShape(op, xs, vs)
	m := maker{at: e.GetSpan(), x: xs[0].GetSpan()}
	names := map[string]syntax.Expr{nameX: b.atom(vs[0], made("t"))}
	if len(xs) > 1 {
		m.y, names[nameY] = xs[1].GetSpan(), b.atom(vs[1], made("t"))
	}
	if k := slices.IndexFunc(vs, func(v value) bool { return v.t.IsIrregular() }); k >= 0 {
		return m.eachRow([]string{nameX, nameY}[k], m.rowwise(op, vs)), names
	}
	var at []syntax.Expr
	kernel := &syntax.Kernel{Span: m.at}
	for k := range vs[array].t.Dims {
		i := "i"
		if vs[array].t.Rank() > 1 {
			i += strconv.Itoa(k + 1)
		}
		at = append(at, m.name(i))
		kernel.Index = append(kernel.Index, syntax.Bound{X: m.binding(i), N: m.size([]string{nameX, nameY}[array], k)})
	}
	element := func(k int, name string) syntax.Expr {
		if vs[k].t.IsArray() {
			return m.index(name, at...)
		}
		return m.name(name)
	}
	if len(xs) > 1 {
		kernel.Body = m.body(m.op(op, element(0, nameX), element(1, nameY)))
	} else {
		kernel.Body = m.body(&syntax.Unary{Span: m.at, Op: op, X: element(0, nameX)})
	}
	return kernel, names
}

// oneShape is the premise that the arrays among the operands of an operator have one shape, and that it works on their elements.
func (b *block) oneShape(op syntax.Op, xs []syntax.Expr, vs []value) {
	x, y := vs[0], vs[len(vs)-1]
	at := xs[len(xs)-1].GetSpan()
	if x.t.IsArray() && y.t.IsArray() && x.t.Rank() != y.t.Rank() {
		d := b.u.errorf("T-OP", at, "the operands of `%s` are of one shape, but `%s` is of type %s and `%s` of type %s",
			op, syntax.Line(xs[0]), b.gamma.Show(x.t.Bare()), syntax.Line(xs[1]), b.gamma.Show(y.t.Bare()))
		b.boundAt(b.boundAt(d, x, xs[0]), y, xs[1])
		if text := ofRows(op, xs, x.t, y.t); text != "" {
			d.Helpf("`%s` does it for each row", text)
		}
		fail(d)
	}
	fail(b.elements(op, xs, vs))
	if !x.t.IsArray() || !y.t.IsArray() {
		return
	}
	rows := areRows(xs)
	for k := range x.t.Dims {
		if isIrregularSize(x.t.Dims[k]) || isIrregularSize(y.t.Dims[k]) {
			break // the rows are compared
		}
		what := check.SizeOf(k, "the operands of `"+op.String()+"`", x.t.Rank())
		if rows && b.gamma.Sizes().Compare(y.t.Dims[k], x.t.Dims[k]) == poly.Unknown {
			b.u.cur.alikeRows(op, at, k, x.t.Dims[k], y.t.Dims[k])
			continue
		}
		fail(b.product(b.gamma.SameSize("T-OP", at, y.t.Dims[k], x.t.Dims[k], what), op, xs, x, y))
	}
	if !rows && op == syntax.Mul && x.t.Rank() == 2 && b.gamma.Same(x.t.Dims[1], y.t.Dims[0]) && len(b.u.busy) == 0 {
		b.u.meant("*", "`*` multiplies element by element; the product of matrices is `matmul(%s, %s)`", syntax.Line(xs[0]), syntax.Line(xs[1]))
	}
}

// elements is the premise that an operator works on the elements of its operands, which are numbers of one type.
func (b *block) elements(op syntax.Op, xs []syntax.Expr, vs []value) *diag.Diagnostic {
	for k, v := range vs {
		if d := b.gamma.Takes(op, xs[k], v.t); d != nil {
			return b.boundAt(d, v, xs[k])
		}
	}
	of := vs[0].t.Elem
	if y := vs[len(vs)-1].t; y.Elem != of {
		d := b.u.errorf("T-OP", xs[1].GetSpan(), "the operands of `%s` have elements of one type, but `%s` is of type %s and `%s` of type %s",
			op, syntax.Line(xs[0]), b.gamma.Show(vs[0].t.Bare()), syntax.Line(xs[1]), b.gamma.Show(y.Bare()))
		k := 0
		if y.Elem == syntax.Int {
			k = 1
		}
		if lit, ok := xs[k].(*syntax.IntLit); ok {
			return d.Helpf("write `%s.0`", syntax.Line(lit))
		}
		if text, ok := whole(vs[1-k].e); ok {
			return d.Helpf("write `%s`, or `f64(%s)`", text, syntax.Line(xs[k]))
		}
		switch {
		case b.gamma.IsNum(syntax.Int):
			return d.Helpf("write %s", b.gamma.ToNum(syntax.Line(xs[1-k])))
		case b.gamma.IsNum(syntax.F64):
			return d.Helpf("write %s", b.gamma.ToNum(syntax.Line(xs[k])))
		}
		return d.Helpf("write `f64(%s)`; `int(%s)` would make ints of the other ones, without their fractions", syntax.Line(xs[k]), syntax.Line(xs[1-k]))
	}
	return nil
}

// ofRows is how to apply an operator to each row of one operand and to the other one, or "".
func ofRows(op syntax.Op, xs []syntax.Expr, x, y *syntax.Type) string {
	row := &syntax.Var{Name: "row"}
	for k := 1; k <= min(x.Rank(), y.Rank()); k++ {
		m, ofX := x.Dims[x.Rank()-k].(*syntax.IntLit)
		n, ofY := y.Dims[y.Rank()-k].(*syntax.IntLit)
		if ofX && ofY && m.Val.Cmp(n.Val) != 0 {
			return "" // rows do not fit either
		}
	}
	switch {
	case x.Rank() == y.Rank()+1:
		return `map (\row -> ` + syntax.Line(&syntax.Binary{Op: op, X: row, Y: xs[1]}) + ") " + argument(xs[0])
	case y.Rank() == x.Rank()+1:
		return `map (\row -> ` + syntax.Line(&syntax.Binary{Op: op, X: xs[0], Y: row}) + ") " + argument(xs[1])
	}
	return ""
}

// product adds to an error about shapes that `*` is not the product of matrices, where that would fit. The error may be nil.
func (b *block) product(d *diag.Diagnostic, op syntax.Op, xs []syntax.Expr, x, y value) *diag.Diagnostic {
	if d != nil && op == syntax.Mul && x.t.Rank() == 2 && b.gamma.Same(x.t.Dims[1], y.t.Dims[0]) {
		d.Helpf("`*` multiplies element by element; the product of the matrices is `matmul(%s, %s)`", syntax.Line(xs[0]), syntax.Line(xs[1]))
	}
	return d
}

// arithmetic elaborates an operator on numbers, or on arrays.
func (b *block) arithmetic(e syntax.Expr, op syntax.Op, xs []syntax.Expr, l label) value {
	vs := b.alike(xs, nil)
	if v, ok := b.converted(op, vs[0]); ok {
		return v
	}
	kernel, names := b.ofElements(e, op, xs, vs)
	if kernel == nil {
		b.ofLiterals(op, xs)
		return b.applied(e, op, xs, vs)
	}
	var v value
	b.over(names, func(in *block) { v = in.kernel(kernel, []label{l})[0] })
	return v
}

// ofLiterals notes what an operator of two int literals may have been meant to be.
func (b *block) ofLiterals(op syntax.Op, xs []syntax.Expr) {
	m, ok := xs[0].(*syntax.IntLit)
	n, too := xs[len(xs)-1].(*syntax.IntLit)
	switch {
	case !ok || !too || len(xs) != 2 || len(b.u.busy) > 0:
	case op == syntax.BitXor:
		b.u.meant("^", "`^` is the exclusive or of the bits; a power is `%s ** %s`", m.Val, n.Val)
	case op == syntax.Div:
		if rest, err := m.Val.Mod(n.Val); err == nil && rest.Sign() != 0 {
			b.u.meant("/", "`/` of ints is an int, the greatest that is not above the quotient; `%s.0 / %s.0` is an f64", m.Val, n.Val)
		}
	}
}

// ofRange notes that a slice has an offset and a size, where its two numbers might also be the first and the last index.
func (b *block) ofRange(ix syntax.Ix) {
	from, ok := ix.Off.(*syntax.IntLit)
	size, too := ix.Size.(*syntax.IntLit)
	if !ok || !too || ix.Stride != nil || len(b.u.busy) > 0 {
		return
	}
	o, one := from.Val.Int64()
	n, two := size.Val.Int64()
	if one && two && o > 1 && n > o {
		b.u.meant(":", "`%d : %d` means %s from index %d on; for the elements %d to %d, write `%d : %d`", o, n, diag.Count(int(n), "element"), o, o, n, o, n-o+1)
	}
}

// meant notes what somebody may have meant by a word.
func (u *unit) meant(word, format string, args ...any) {
	if !slices.ContainsFunc(u.out.Meant, func(m Meant) bool { return m.Word == word }) {
		u.out.Meant = append(u.out.Meant, Meant{word, fmt.Sprintf(format, args...)})
	}
}

// converted is what an operator makes of a number in a def over num where that needs no operator: f64(x) of an f64, int(x) of an
// int, and a negative literal.
func (b *block) converted(op syntax.Op, v value) (value, bool) {
	if !b.gamma.IsNum(syntax.Int) && !b.gamma.IsNum(syntax.F64) {
		return v, false
	}
	switch lit, ok := v.e.(*syntax.IntLit); {
	case op == syntax.ToF64:
		return v, v.t.Elem == syntax.F64
	case op == syntax.ToInt:
		return v, v.t.Elem == syntax.Int
	case op == syntax.Neg && ok && isWritten(lit):
		return value{&syntax.IntLit{Span: lit.Span, Val: lit.Val.Neg()}, v.t}, true
	}
	return v, false
}

// coreArithmetic is an operator with a written pattern.
func (b *block) coreArithmetic(e syntax.Expr, op syntax.Op, xs []syntax.Expr) (core syntax.Expr) {
	vs := make([]value, len(xs))
	for k, x := range xs {
		vs[k] = b.value(x, made("t"))
	}
	kernel, names := b.ofElements(e, op, xs, vs)
	if kernel == nil {
		return b.applied(e, op, xs, vs).e
	}
	b.over(names, func(in *block) { core = in.coreExpr(kernel, 1) })
	return core
}

// applied is an operator on numbers.
func (b *block) applied(e syntax.Expr, op syntax.Op, xs []syntax.Expr, vs []value) value {
	of := b.operands(e, op, xs, vs)
	t := &syntax.Type{Span: e.GetSpan(), Elem: op.Gives(of)}
	if len(vs) == 1 {
		return value{&syntax.Unary{Span: e.GetSpan(), Op: op, X: vs[0].e, Of: of}, t}
	}
	return value{&syntax.Binary{Span: e.GetSpan(), Op: op, X: vs[0].e, Y: vs[1].e, Of: of}, t}
}
