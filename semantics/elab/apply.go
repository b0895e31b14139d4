package elab

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// function is what a map, reduce or scan applies, written as a function without a
// name.
type function struct {
	*syntax.Lambda
	made bool                                    // the programmer did not write its parameters
	show func(*diag.Diagnostic) *diag.Diagnostic // notes the function's own type
}

// application is a map, reduce or scan that is being elaborated.
type application struct {
	name  string // "map", "reduce" or "scan"
	rule  string
	at    diag.Span
	ne    []value // neutral elements, for a reduce or scan
	elems []value
	xs    []syntax.Expr // as written
}

// arrays elaborates the arrays of a map, reduce or scan. They have one outer size.
func (b *block) arrays(name, rule string, at diag.Span, ne []value, xs []syntax.Expr) *application {
	a := &application{name: name, rule: rule, at: at, ne: ne, xs: xs}
	for i, x := range xs {
		v := b.value(x, made("t"))
		if !v.t.IsArray() {
			fail(b.boundAt(b.u.errorf(rule, x.GetSpan(), "%s wants an array, but `%s` is of type %s", name, syntax.Line(x), b.gamma.Show(v.t)), v, x))
		}
		v.e = b.at(v.e, x.GetSpan())
		a.elems = append(a.elems, v)
		if i > 0 {
			d := b.gamma.SameSize(rule, x.GetSpan(), v.t.Dims[0], a.elems[0].t.Dims[0], fmt.Sprintf("the arrays of a %s have one size", name))
			fail(a.meantIndex(d, i))
		}
	}
	return a
}

// meantIndex adds a hint to an error about array i; the error may be nil. The hint
// says that array i would be an index of the array before it without the space
// between them.
func (a *application) meantIndex(d *diag.Diagnostic, i int) *diag.Diagnostic {
	if lit, ok := a.xs[i].(*syntax.Literal); ok && len(lit.Elems) > 0 && len(lit.Elems) <= a.elems[i-1].t.Rank() && d != nil {
		d.Helpf("an index follows without a space: `%s`", syntax.Line(&syntax.Index{X: a.xs[i-1], At: lit.Elems}))
	}
	return d
}

// size is the outer size of the arrays.
func (a *application) size() syntax.Expr { return a.elems[0].t.Dims[0] }

// takes says what arguments the function gets.
func (a *application) takes() string {
	elems := diag.Count(len(a.xs), "element")
	if len(a.ne) == 0 {
		return elems
	}
	return diag.Count(len(a.ne), "accumulator") + " and " + elems
}

// function turns the function of a map, reduce or scan into one without a name. It
// takes the accumulators and an element of each array.
func (b *block) function(a *application, fn syntax.Expr) *function {
	want := len(a.ne) + len(a.xs)
	switch fn := fn.(type) {
	case *syntax.Lambda:
		f := &function{Lambda: fn, show: func(d *diag.Diagnostic) *diag.Diagnostic { return d.Note(fn.Span, "the function is `%s`", head(fn)) }}
		if n := len(fn.Params); n != want && !(n == want+1 && b.countsRounds(a, fn)) {
			fail(f.show(b.arity(a, fn.Span, "this function", n)))
		}
		b.u.distinct(a.rule, fn.Params)
		return f
	case *syntax.OpFn:
		return b.operator(a, fn, want)
	}
	return b.known(a, fn.(*syntax.Var), want)
}

// countsRounds tells whether the function of a FUNMEM fold takes the number of
// the round before the accumulators.
func (b *block) countsRounds(a *application, fn *syntax.Lambda) bool {
	k := fn.Params[0]
	return b.u.out.Mem && len(a.ne) > 0 && k.Type != nil && k.Type.IsInt()
}

// arity is the error that a function has n parameters.
func (b *block) arity(a *application, at diag.Span, what string, n int) *diag.Diagnostic {
	return b.u.errorf(a.rule, at, "%s takes %s, but `%s` applies it to %s", what, diag.Count(n, "argument"), a.name, a.takes())
}

// head is a function without its body.
func head(fn *syntax.Lambda) string {
	text := `\`
	for i, p := range fn.Params {
		if i > 0 {
			text += " "
		}
		text += syntax.Line(p)
	}
	return text + " -> …"
}

// operator is the function that an operator in parentheses stands for.
func (b *block) operator(a *application, op *syntax.OpFn, want int) *function {
	params, args := b.parameters(a, op.Span, want)
	n := 2
	if syntax.Ops[op.Op].Unary {
		n = 1
	}
	var types []string
	for _, t := range []syntax.Elem{syntax.Int, syntax.F64} {
		if op.Op.Takes(t) {
			types = append(types, strings.Repeat(elemName(t)+" ", n)+"-> "+elemName(op.Op.Gives(t)))
		}
	}
	text := op.Op.String()
	if !syntax.Ops[op.Op].Call {
		text = "(" + text + ")"
	}
	show := func(d *diag.Diagnostic) *diag.Diagnostic {
		return d.Note(op.Span, "the function is `%s : %s`", text, strings.Join(types, ", or "))
	}
	if n != want {
		fail(show(b.arity(a, op.Span, "`"+text+"`", n)))
	}
	var e syntax.Expr
	if n == 1 {
		e = &syntax.Unary{Span: op.Span, Op: op.Op, X: args[0]}
	} else {
		e = &syntax.Binary{Span: op.Span, Op: op.Op, X: args[0], Y: args[1]}
	}
	return makeFunction(op.Span, params, e, show)
}

func elemName(t syntax.Elem) string { return syntax.Line(&syntax.Type{Elem: t}) }

// known is the function with that name: a built-in one or a def.
func (b *block) known(a *application, fn *syntax.Var, want int) *function {
	params, args := b.parameters(a, fn.Span, want)
	if syntax.IsBuiltin(fn.Name) {
		e, n := syntax.Applied(fn.Name, fn.Span, args)
		if e == nil && n == 0 {
			fail(b.u.errorf(a.rule, fn.Span, "`%s` is no function of elements", fn.Name).Helpf(`write `+"`"+`(\x -> %s(…))`+"`", fn.Name))
		}
		if e == nil {
			fail(b.arity(a, fn.Span, "`"+fn.Name+"`", n))
		}
		return makeFunction(fn.Span, params, e, func(d *diag.Diagnostic) *diag.Diagnostic { return d })
	}
	call := &syntax.Call{Span: fn.Span, Fn: fn.Name, FnAt: fn.Span, Args: args}
	d := b.callee(call)
	show := func(err *diag.Diagnostic) *diag.Diagnostic { return err.Note(d.NameAt, "%s", d.Signature()) }
	if len(d.Params) != want {
		fail(show(b.arity(a, fn.Span, "`"+fn.Name+"`", len(d.Params))))
	}
	f := makeFunction(fn.Span, params, call, show)
	f.show = func(err *diag.Diagnostic) *diag.Diagnostic { return err } // an error of the call shows it
	return f
}

func makeFunction(at diag.Span, params []*syntax.Binding, e syntax.Expr, show func(*diag.Diagnostic) *diag.Diagnostic) *function {
	return &function{&syntax.Lambda{Span: at, Params: params, Body: &syntax.Body{Span: at, Res: []syntax.Expr{e}}}, true, show}
}

// parameters are n parameters of a function that elaboration makes, and their
// uses: a, b, … for accumulators, x, y, … for elements, or other names if an
// argument has one of these.
func (b *block) parameters(a *application, at diag.Span, n int) (params []*syntax.Binding, args []syntax.Expr) {
	name := func(base byte, i, of int) string {
		if of > 3 {
			return fmt.Sprintf("%c%d", base, i+1)
		}
		return string(base + byte(i))
	}
	accs := len(a.ne)
	used := map[string]bool{}
	for _, e := range a.xs {
		for _, x := range syntax.FreeNames(e) {
			used[x] = true
		}
	}
	for _, ne := range a.ne {
		for _, x := range syntax.FreeNames(ne.e) {
			used[x] = true
		}
	}
	clear := func(base byte, words string, i, of int) string {
		for k := range of {
			if used[name(base, k, of)] && of > 1 {
				return fmt.Sprint(words, i+1)
			} else if used[name(base, k, of)] {
				return words
			}
		}
		return name(base, i, of)
	}
	for i := range n {
		p := &syntax.Binding{Span: at}
		if i < accs {
			p.Name = clear('a', "acc", i, accs)
		} else {
			p.Name = clear('x', "elem", i-accs, n-accs)
		}
		params, args = append(params, p), append(args, &syntax.Var{Span: at, Name: p.Name})
	}
	return params, args
}

// explained runs the elaboration of the body of the function. If elaboration made
// the function, an error says what its operands are.
func (b *block) explained(a *application, f *function, run func()) {
	if !f.made {
		run()
		return
	}
	defer func() {
		e := recover()
		if err, ok := e.(failure); ok && err.d != nil {
			f.show(err.d)
			for i, p := range f.Params {
				b.operandNote(a, err.d, i, p)
				if k := i - len(a.ne); k >= 0 && err.d.Help == "write `f64("+p.Name+")`" {
					err.d.Help = ""
					err.d.Helpf("`f64(%s)` makes f64s of all elements", syntax.Line(a.xs[k]))
				}
			}
			b.neutralNote(a, err.d)
			if err.d.Help == "" && err.d.Rule == "T-OP" {
				b.foldsRows(err.d, a, f)
			}
		}
		if e != nil {
			panic(e)
		}
	}()
	run()
}

// operandNote notes what parameter i is, for a function that elaboration made.
func (b *block) operandNote(a *application, d *diag.Diagnostic, i int, p *syntax.Binding) {
	x, _ := b.scope.lookup(p.Name)
	q := b.bindingOf(x)
	if q == nil {
		return
	}
	t := b.gamma.Show(q.Type.Bare())
	if i < len(a.ne) {
		d.Note(a.ne[i].e.GetSpan(), "`%s : %s` is the accumulator", p.Name, t)
		return
	}
	array := a.xs[i-len(a.ne)]
	d.Note(array.GetSpan(), "`%s : %s` is an element of `%s`", p.Name, t, syntax.Line(array))
}

// neutralNote says how to write an int neutral element when the elements are f64s,
// and how to make the elements f64s in the opposite case.
func (b *block) neutralNote(a *application, d *diag.Diagnostic) {
	if len(a.ne) != 1 || len(a.elems) != 1 || d.Rule != "T-OP" {
		return
	}
	ne, array := a.ne[0].t, a.elems[0].t
	if array.Rank() != 1 || !ne.IsNumber() || ne.Elem == array.Elem {
		return
	}
	if d.Help = ""; ne.Elem == syntax.F64 {
		b.gamma.Converts(d, a.xs[0], array, &syntax.Type{Elem: syntax.F64, Dims: array.Dims})
	} else {
		b.gamma.Converts(d, a.ne[0].e, ne, &syntax.Type{Elem: array.Elem})
	}
}

// result elaborates the body of the function to atoms.
func (b *block) result(a *application, f *function, labels []label) (vs []value) {
	b.explained(a, f, func() {
		vs = b.body(f.Body, labels)
		for i := range vs {
			vs[i].e = b.atom(vs[i], labelAt(labels, i))
		}
	})
	return vs
}
