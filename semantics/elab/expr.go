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
func (b *block) operand(e syntax.Expr) syntax.Expr { return b.named(e).e }

// named is an operand as an atom, with its type.
func (b *block) named(e syntax.Expr) value {
	v := b.value(e, made("t"))
	v.e = b.at(b.atom(v, made("t")), e.GetSpan())
	return v
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
		if v, ok := b.emptyInput(e, l); ok {
			return v
		}
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
		if v, ok := b.rowsOf(e, l); ok {
			return v
		}
	case *syntax.Index:
		if size, ok := b.sizeOfShape(e); ok {
			return value{size, &syntax.Type{Span: e.Span}}
		}
		return b.index(e, l)
	case *syntax.Slice:
		x := b.named(e.X)
		if x.t.IsIrregular() {
			return b.indexed(e.Span, x, e.At, l)
		}
		return b.let(e.Span, b.slice(e, x.e, e.At), l)
	case *syntax.Length:
		return value{b.sizes(e.X, "length", "T-SCALAR")[0], &syntax.Type{Span: e.Span}}
	case *syntax.Irregular:
		fail(b.u.errorf("T-SCALAR", e.Span, "a size is a number here, and `?` is none"))
	case *syntax.Scratch:
		if t := (&syntax.Type{Span: e.Span, Elem: e.Elem, Dims: e.Dims}); t.IsIrregular() {
			return b.noRows(t, l)
		}
	case *syntax.Copy:
		return b.rowByRow(e, e.X, l)
	case *syntax.Reverse:
		return b.rowByRow(e, e.X, l)
	case *syntax.Replicate:
		return b.repeated(e, l)
	case *syntax.Concat:
		vs := b.alike(e.Xs, l.want)
		if slices.ContainsFunc(vs, func(v value) bool { return v.t.IsIrregular() }) {
			return b.concatRows(e, vs, l)
		}
		return b.let(e.Span, b.concat(e, vs), l)
	case *syntax.Flatten:
		x := b.named(e.X)
		if x.t.IsIrregular() {
			return b.flattenRows(e, x, l)
		}
		return b.let(e.Span, b.flatten(e, x), l)
	case *syntax.With:
		x := b.named(e.X)
		if x.t.IsIrregular() {
			return b.update(e, x, l)
		}
		return b.let(e.Span, b.with(e, x), l)
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
		if b.u.s.arrays[x.ID] != nil && b.u.out.Mem {
			fail(b.u.errorf("T-VAR", e.Span, "the rows of `%s` differ in size, so it is an array of Fun, and this program says where arrays lie", e.Name))
		}
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
		return b.indexOf(e, b.indexee(e))
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
		return b.concat(e, b.alike(e.Xs, nil))
	case *syntax.Reshape:
		return b.reshape(e)
	case *syntax.Flatten:
		return b.flatten(e, b.value(e.X, made("t")))
	case *syntax.With:
		return b.with(e, b.value(e.X, made("t")))
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
	if v.t.IsIrregular() && what == "shape" {
		fail(b.boundAt(b.u.errorf(rule, x.GetSpan(), "`%s` of type %s has no shape, because its rows differ in size", syntax.Line(x), b.gamma.Show(v.t)), v, x).
			Helpf("`length(%s)` is how many rows it has, and `map (\\row -> length(row)) %s` are their sizes", syntax.Line(x), argument(x)))
	}
	return v.t.Dims
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
