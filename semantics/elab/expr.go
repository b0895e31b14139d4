package elab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// values elaborates an expression. The labels, if any, are for its values.
func (b *block) values(e syntax.Expr, labels []label) []value {
	b.u.s.Poll.Ask()
	switch e := e.(type) {
	case *syntax.Tuple:
		var vs []value
		for i, x := range e.Elems {
			vs = append(vs, b.values(x, from(labels, i))...)
		}
		return vs
	case *syntax.Block:
		in := &block{u: b.u, up: b.up, gamma: b.gamma, scope: newScope(b.scope), stms: b.stms}
		defer func() { b.stms = in.stms }()
		var vs []value
		in.within(func() { vs = in.body(e.Body, labels) })
		return vs
	case *syntax.If:
		return b.ifExpr(e, labels)
	case *syntax.Kernel:
		return b.kernel(e, labels)
	case *syntax.Map:
		return b.mapped(e, labels)
	case *syntax.Reduce, *syntax.Scan:
		return b.fold(syntax.FoldOf(e), labels)
	case *syntax.Rotate:
		return b.rotate(e, labels)
	case *syntax.Call:
		return b.call(e, labels)
	case *syntax.Loop:
		return b.loop(e, labels)
	}
	return []value{b.one(e, labelAt(labels, 0))}
}

// value elaborates an expression that must have one value.
func (b *block) value(e syntax.Expr, l label) value {
	vs := b.values(e, []label{l})
	if len(vs) != 1 {
		fail(b.u.errorf("T-STM", e.GetSpan(), "this has %s where one is wanted", diag.Count(len(vs), "value")).Helpf("bind them with `let (a, b) = …`; an array of them is `[a, b]`, and one of two dimensions is made by `reshape((n, m), x)`"))
	}
	return vs[0]
}

// scalar elaborates an int operand to a scalar expression.
func (b *block) scalar(e syntax.Expr, rule, what string) syntax.Expr {
	return b.intOf(b.value(e, made("t")), e, rule, what)
}

// intOf is the scalar expression of e, which has the value v and must be an int.
func (b *block) intOf(v value, e syntax.Expr, rule, what string) syntax.Expr {
	if !v.t.IsInt() {
		b.notInt(rule, what, e, v)
	}
	return v.e
}

func (b *block) notInt(rule, what string, e syntax.Expr, v value) {
	d := b.u.errorf(rule, e.GetSpan(), "%s is an int, but `%s` is of type %s", what, syntax.Line(e), b.gamma.Show(v.t.Bare()))
	b.boundAt(d, v, e)
	if text, ok := whole(v.e); ok && rule != "T-IF" {
		fail(d.Helpf("write `%s`", text))
	}
	switch text := syntax.Line(e); {
	case rule == "T-IF" && v.t.Elem == syntax.Int && !b.u.out.Mem:
		if v.t.Rank() > 1 {
			text = "flatten " + argument(e)
		}
		d.Helpf("`some(%s)` tells whether an element is not 0, and `every(%s)` whether all are", text, text)
	case v.t.Elem != syntax.F64 || v.t.IsArray():
	case rule == "T-IF":
		d.Helpf("`%s` tells whether it is not 0", argument(e)+" != 0.0")
	default:
		d.Helpf("`int(%s)` is it as an int, without its fraction", syntax.Line(e))
	}
	fail(d)
}

// whole is how to write a real that is written without a fraction as an int.
func whole(e syntax.Expr) (text string, ok bool) {
	lit, ok := e.(*syntax.RealLit)
	if !ok || lit.Val != math.Trunc(lit.Val) || math.Abs(lit.Val) >= 1e15 {
		return "", false
	}
	return fmt.Sprintf("%.0f", lit.Val), true
}

// argument is how to write an expression as an argument by juxtaposition.
func argument(e syntax.Expr) string {
	text := syntax.Line(e)
	if strings.Contains(text, " ") && !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	}
	return text
}

// asMap is how to apply an operator to each element of its array operands, or "".
// The arrays have one dimension, or a matrix is compared with a number.
func asMap(op syntax.Op, xs []syntax.Expr, vs []value) string {
	fn := op.String()
	if !syntax.Ops[op].Call {
		fn = "(" + fn + ")"
	}
	arrays, rank := "", 0
	over := make([]syntax.Expr, len(xs))
	for k, v := range vs {
		over[k] = xs[k]
		if v.t.IsArray() {
			over[k] = &syntax.Var{Name: "elem"}
			arrays += " " + argument(xs[k])
			if v.t.Elem == syntax.Int && len(xs) == 1 && syntax.Ops[op].On == syntax.Reals {
				arrays = " (f64(" + syntax.Line(xs[k]) + "))"
			}
		}
		if n, ok := xs[k].(*syntax.IntLit); ok && vs[len(vs)-1-k].t.Elem == syntax.F64 {
			over[k] = &syntax.Var{Name: n.Val.String() + ".0"}
		}
		if v.t.Elem == syntax.Mem {
			return ""
		}
		rank = max(rank, v.t.Rank())
	}
	if rank > 1 {
		k := slices.IndexFunc(vs, func(v value) bool { return v.t.Rank() == 2 })
		if rank > 2 || len(vs) != 2 || !vs[1-k].t.IsNumber() {
			return ""
		}
		return `map (\row -> map (\elem -> ` + syntax.Line(&syntax.Binary{Op: op, X: over[0], Y: over[1]}) + ") row)" + arrays
	}
	switch {
	case len(xs) == 1 && !syntax.Ops[op].Call:
		return `map (\elem -> ` + op.String() + "elem)" + arrays
	case len(xs) == 1 || vs[0].t.IsArray() && vs[1].t.IsArray():
		return "map " + fn + arrays
	}
	return `map (\elem -> ` + syntax.Line(&syntax.Binary{Op: op, X: over[0], Y: over[1]}) + ")" + arrays
}

// boundAt adds a note on where the variable that e stands for got its type.
func (b *block) boundAt(d *diag.Diagnostic, v value, e syntax.Expr) *diag.Diagnostic {
	if p := b.bindingOf(v.e); p != nil && p.Span.IsValid() && p.Span != e.GetSpan() {
		d.Note(p.Span, "`%s : %s` is bound here", b.gamma.Show(p.Use()), b.gamma.Show(v.t.Bare()))
	}
	return d
}

// builtinName is the built-in function that an expression applies to an
// argument without parentheses, or "".
func builtinName(e syntax.Expr) string {
	name, arg, found := strings.Cut(e.GetSpan().Text(), " ")
	if found && !strings.HasPrefix(strings.TrimSpace(arg), "(") && slices.Contains(syntax.Builtins(), name) {
		return name
	}
	return ""
}

// intAtom elaborates an int operand to an atom.
func (b *block) intAtom(e syntax.Expr, rule, what string) syntax.Expr {
	return b.at(b.atom(value{b.scalar(e, rule, what), &syntax.Type{}}, made("t")), e.GetSpan())
}

// operand elaborates an operand to an atom of any type.
func (b *block) operand(e syntax.Expr) syntax.Expr {
	return b.at(b.atom(b.value(e, made("t")), made("t")), e.GetSpan())
}

// at is the atom with the given place of the source.
func (b *block) at(e syntax.Expr, at diag.Span) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Var:
		return &syntax.Var{Span: at, Name: e.Name, ID: e.ID}
	case *syntax.IntLit:
		return &syntax.IntLit{Span: at, Val: e.Val, Text: e.Text}
	case *syntax.RealLit:
		return &syntax.RealLit{Span: at, Val: e.Val, Text: e.Text}
	}
	return e
}

// one elaborates an expression with one value, by its form.
func (b *block) one(e syntax.Expr, l label) value {
	switch e := e.(type) {
	case *syntax.IntLit:
		return value{e, &syntax.Type{Span: e.Span}}
	case *syntax.RealLit:
		return value{e, &syntax.Type{Span: e.Span, Elem: syntax.F64}}
	case *syntax.Var:
		return b.variable(e)
	case *syntax.Unary:
		return b.arithmetic(e, e.Op, []syntax.Expr{e.X}, l)
	case *syntax.Binary:
		if e.Op == syntax.And || e.Op == syntax.Or {
			return b.shortCircuit(e, l)
		}
		if e.Op == syntax.Eq || e.Op == syntax.Ne {
			return b.equation(e, l)
		}
		return b.arithmetic(e, e.Op, []syntax.Expr{e.X, e.Y}, l)
	case *syntax.Literal:
		if len(e.Elems) == 0 && l.want != nil {
			return b.empty(e, l)
		}
	case *syntax.Index:
		if size, ok := b.sizeOfShape(e); ok {
			return value{size, &syntax.Type{Span: e.Span}}
		}
	case *syntax.Length:
		return value{b.sizes(e.X, "length", "T-SCALAR")[0], &syntax.Type{Span: e.Span}}
	}
	return b.let(e.GetSpan(), b.leaf(e), l)
}

// operands is the type of the operands xs, with the values vs. The operator of e
// must work on that type.
func (b *block) operands(e syntax.Expr, op syntax.Op, xs []syntax.Expr, vs []value) syntax.Elem {
	types := make([]*syntax.Type, len(vs))
	for k, v := range vs {
		types[k] = v.t
	}
	of, d := b.gamma.Operator(e.GetSpan(), op, xs, types)
	if d == nil {
		return of
	}
	made := xs[0].GetSpan() == e.GetSpan()
	if _, ok := xs[len(xs)-1].(*syntax.IntLit); ok && made && vs[0].t.IsArray() { // the right side of && or ||
		b.notInt("T-IF", "a condition", xs[0], vs[0])
	}
	for k, x := range xs {
		if d.Span == x.GetSpan() || d.Span == e.GetSpan() {
			b.boundAt(d, vs[k], x)
		}
		if name := builtinName(x); name != "" && !vs[k].t.IsNumber() {
			d.Helpf("the argument of `%s` ends before the operator; put all of it in parentheses: `%s (…)`", name, name)
		}
	}
	isArray := func(v value) bool { return v.t.IsArray() }
	if n, ok := xs[len(xs)-1].(*syntax.IntLit); ok && op == syntax.BitXor && isArray(vs[0]) && vs[0].t.Elem == syntax.Int {
		d.Helpf("`^` is the exclusive or of the bits; for a power, `map (\\elem -> elem ** %s) %s`", n.Val, argument(xs[0]))
	}
	if text := asMap(op, xs, vs); text != "" && d.Help == "" && !made && slices.ContainsFunc(vs, isArray) {
		d.Helpf("`%s` does it for each element", text)
	}
	fail(d)
	return of
}

// whatItTakes stands for the arguments of a function.
func (b *block) whatItTakes(name string) string {
	for _, d := range []*syntax.Def{b.u.defs[name], b.gamma.Def(name), std.Def(name)} {
		if d != nil {
			return strings.Repeat("…", min(1, len(d.Params)))
		}
	}
	return ""
}

// variable resolves a name.
func (b *block) variable(e *syntax.Var) value {
	if b.scope.isGlobal(e.Name) {
		b.u.lexical(e)
	}
	x, ok := b.scope.lookup(e.Name)
	if !ok {
		if slices.Contains(syntax.Builtins(), e.Name) {
			fail(b.u.errorf("T-VAR", e.Span, "`%s` is a built-in function, not a value", e.Name).
				Helpf("give it its argument: `%s(…)`; one with an operator in it needs the parentheses", e.Name))
		}
		if b.u.defs[e.Name] != nil || b.gamma.Def(e.Name) != nil || std.Def(e.Name) != nil {
			fail(b.u.errorf("T-VAR", e.Span, "`%s` is a function, not a value", e.Name).Helpf("call it: `%s(%s)`", e.Name, b.whatItTakes(e.Name)))
		}
		fail(b.unknown("the variable", e.Name, e.Span, b.scope.all()))
	}
	switch x := x.(type) {
	case *syntax.Var:
		bound := b.gamma.Lookup(x.ID)
		if bound == nil { // a Fun line that was not adopted
			fail(b.u.errorf("T-VAR", e.Span, "`%s` has no value on the heap", e.Name))
		}
		return value{b.at(x, e.Span), bound.Type}
	case *syntax.IntLit:
		return value{b.at(x, e.Span), &syntax.Type{}}
	case *syntax.RealLit:
		return value{b.at(x, e.Span), &syntax.Type{Elem: syntax.F64}}
	}
	panic(failure{nil})
}

// leaf elaborates the operands of an expression without a body and gives its
// core form.
func (b *block) leaf(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Index:
		return b.index(e)
	case *syntax.Slice:
		return b.slice(e, b.operand(e.X), e.At)
	case *syntax.Transpose:
		return &syntax.Transpose{Span: e.Span, X: b.operand(e.X)}
	case *syntax.Permute:
		return &syntax.Permute{Span: e.Span, Perm: e.Perm, X: b.operand(e.X)}
	case *syntax.Reverse:
		return &syntax.Reverse{Span: e.Span, X: b.operand(e.X)}
	case *syntax.Claim:
		return &syntax.Claim{Span: e.Span, X: b.operand(e.X)}
	case *syntax.Iota:
		return &syntax.Iota{Span: e.Span, N: b.intAtom(e.N, "T-IOTA", "the length of an iota")}
	case *syntax.Copy:
		return &syntax.Copy{Span: e.Span, X: b.operand(e.X), Keeps: e.Keeps}
	case *syntax.Replicate:
		return b.replicate(e)
	case *syntax.Scratch:
		s := &syntax.Scratch{Span: e.Span, Elem: e.Elem, Keeps: e.Keeps}
		for _, d := range e.Dims {
			s.Dims = append(s.Dims, b.intAtom(d, "T-SCRATCH", "a size of a scratch array"))
		}
		return s
	case *syntax.Literal:
		lit := &syntax.Literal{Span: e.Span}
		for _, x := range e.Elems {
			lit.Elems = append(lit.Elems, b.operand(x))
		}
		return lit
	case *syntax.Concat:
		return b.concat(e)
	case *syntax.Reshape:
		return b.reshape(e)
	case *syntax.Flatten:
		return b.flatten(e)
	case *syntax.With:
		return b.with(e)
	case *syntax.Shape:
		return &syntax.Literal{Span: e.Span, Elems: b.sizes(e.X, "shape", "T-LITERAL")}
	case *syntax.Alloc:
		return &syntax.Alloc{Span: e.Span, N: b.scalar(e.N, "T-MEM-ALLOC", "the size of a block")}
	}
	return b.value(e, made("t")).e
}

// replicate elaborates replicate(n, x). real says that f64s are wanted.
func (b *block) replicate(e *syntax.Replicate) syntax.Expr {
	n := b.intAtom(e.N, "T-REPLICATE", "the count of a replicate")
	x := b.atom(b.value(e.X, made("t")), made("t"))
	return &syntax.Replicate{Span: e.Span, N: n, X: b.at(x, e.X.GetSpan())}
}

// sizeOfShape is shape(x)[k] for a constant k: the size itself, which is then
// known before anything is evaluated.
func (b *block) sizeOfShape(e *syntax.Index) (syntax.Expr, bool) {
	shape, ok := e.X.(*syntax.Shape)
	if !ok || len(e.At) != 1 {
		return nil, false
	}
	lit, ok := e.At[0].(*syntax.IntLit)
	if !ok {
		return nil, false
	}
	dims := b.sizes(shape.X, "shape", "T-LITERAL")
	k, ok := lit.Val.Int64()
	if !ok || k < 1 || k > int64(len(dims)) {
		return nil, false
	}
	return dims[k-1], true
}

// sizes are the sizes of the array that a function takes. rule is the rule of what
// the function elaborates to.
func (b *block) sizes(x syntax.Expr, what, rule string) []syntax.Expr {
	v := b.value(x, made("t"))
	if !v.t.IsArray() {
		fail(b.u.errorf(rule, x.GetSpan(), "%s wants an array, but `%s` is of type %s", what, syntax.Line(x), b.gamma.Show(v.t)))
	}
	return v.t.Dims
}

// index elaborates x[e, …]. With fewer indices than dimensions it is a slice that
// keeps the other dimensions whole.
func (b *block) index(e *syntax.Index) syntax.Expr {
	x := b.value(e.X, made("t"))
	if y := e.At[0]; len(e.At) == 1 && x.t.IsArray() && b.isArrayOf(y) {
		help := fmt.Sprintf("map (\\k -> %s[k]) %s", syntax.Line(e.X), argument(y))
		if _, named := y.(*syntax.Var); named && x.t.Rank() == 1 {
			help = fmt.Sprintf("gather(%s, %s)", syntax.Line(y), syntax.Line(e.X))
		}
		b.severalIndices("T-INDEX", y, "elements at several indices are `"+help+"`")
	}
	if len(e.At) < x.t.Rank() {
		var at []syntax.Ix
		for _, y := range e.At {
			at = append(at, syntax.Ix{Span: y.GetSpan(), Kind: syntax.IxFix, Off: y})
		}
		for len(at) < x.t.Rank() {
			at = append(at, syntax.Ix{Span: e.Span, Kind: syntax.IxAll})
		}
		return b.slice(e, b.at(x.e, e.X.GetSpan()), at)
	}
	ix := &syntax.Index{Span: e.Span, X: b.at(x.e, e.X.GetSpan())}
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

// shortCircuit is && and || as if: the right side runs only when needed, and
// the value is 1 or 0.
func (b *block) shortCircuit(e *syntax.Binary, l label) value {
	bit := func(k int64) *syntax.Body {
		return &syntax.Body{Span: e.Span, Res: []syntax.Expr{&syntax.IntLit{Span: e.Span, Val: num.Of(k)}}}
	}
	y := e.Y
	if !isTruth(y) {
		y = &syntax.Binary{Span: e.Y.GetSpan(), Op: syntax.Ne, X: e.Y, Y: &syntax.IntLit{Span: e.Y.GetSpan()}}
	}
	right := &syntax.Body{Span: e.Y.GetSpan(), Res: []syntax.Expr{y}}
	branch := &syntax.If{Span: e.Span, Cond: e.X, Then: right, Else: bit(0)}
	if e.Op == syntax.Or {
		branch.Then, branch.Else = bit(1), right
	}
	x := b.value(e.X, made("t"))
	if x.t.IsArray() && x.t.Elem == syntax.Int {
		b.notOfArrays(e, x)
	}
	return b.choice(b.condition(x, e.X), branch, []label{l})[0]
}

// notOfArrays ends the elaboration of && or || whose left side is an array of ints.
func (b *block) notOfArrays(e *syntax.Binary, x value) {
	y := b.value(e.Y, made("t"))
	text := asMap(e.Op, []syntax.Expr{e.X, e.Y}, []value{x, y})
	if text == "" || y.t.Elem != syntax.Int {
		b.notInt("T-IF", "a condition", e.X, x)
	}
	d := b.u.errorf("T-IF", e.X.GetSpan(), "an operand of `%s` is an int, but `%s` is of type %s", e.Op, syntax.Line(e.X), b.gamma.Show(x.t.Bare()))
	fail(b.boundAt(d, x, e.X).Helpf("`%s` does it for each element", text))
}

// isTruth tells whether an expression can only be 1 or 0.
func isTruth(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Binary:
		return e.Op >= syntax.Eq && e.Op <= syntax.Or
	case *syntax.Unary:
		return e.Op == syntax.Not
	}
	return false
}

// typ resolves the names in a type. size decides what becomes of a size that is
// not an atom.
func (b *block) typ(t *syntax.Type, size func(at diag.Span, se syntax.Expr) syntax.Expr) *syntax.Type {
	n := &syntax.Type{Span: t.Span, Elem: t.Elem}
	for _, x := range t.Dims {
		se := b.scalar(x, "T-VAR", "a size")
		if !syntax.IsAtom(se) {
			se = size(x.GetSpan(), se)
		}
		n.Dims = append(n.Dims, se)
	}
	if t.Mem != nil {
		n.Mem = b.memAnn(t.Mem)
		fail(b.gamma.Pairs(n))
	}
	return n
}

// nameSize gives a size a name before the statement that needs it.
func (b *block) nameSize(at diag.Span, se syntax.Expr) syntax.Expr {
	p := b.gamma.Sizes().Of(se)
	if k, ok := p.Const(); ok {
		return &syntax.IntLit{Span: at, Val: k}
	}
	if q := b.gamma.Named(p); q != nil {
		return b.at(q.Use(), at)
	}
	return b.let(at, se, made("d")).e
}

// atomSize refuses a size that is not an atom in the type of a parameter.
func (b *block) atomSize(at diag.Span, se syntax.Expr) syntax.Expr {
	fail(b.u.errorf("T-DEF", at, "a size in a parameter is a variable or a constant, and found `%s`", syntax.Line(se)).
		Helpf("use a name, and `check` the equation in the body"))
	return nil
}

// anySize keeps a size as it is, in the type of a result.
func (b *block) anySize(_ diag.Span, se syntax.Expr) syntax.Expr { return se }

// memAnn resolves the names in @ m -> L.
func (b *block) memAnn(a *syntax.MemAnn) *syntax.MemAnn {
	block := b.variable(a.Block)
	m, ok := block.e.(*syntax.Var)
	if !ok || block.t.Elem != syntax.Mem {
		fail(b.boundAt(b.u.errorf("T-MEM-TYPE", a.Block.Span, "an array lies in a block, but `%s` is of type %s", a.Block.Name, b.gamma.Show(block.t.Bare())), block, a.Block))
	}
	l := &syntax.LMAD{Span: a.L.Span, RowMajor: a.L.RowMajor, Offset: b.part(a.L.Offset)}
	for _, d := range a.L.Dims {
		l.Dims = append(l.Dims, syntax.LMADDim{Size: b.part(d.Size), Stride: b.part(d.Stride)})
	}
	return &syntax.MemAnn{Span: a.Span, Block: m, L: l}
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
