package elab

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// def elaborates a function. use, if any, is a use that needs it before its
// place.
func (u *unit) def(d *syntax.Def, use diag.Span) {
	if i := slices.IndexFunc(u.busy, func(p pending) bool { return p.def == d }); i >= 0 {
		fail(u.errorf("T-DEF", d.NameAt, "the function `%s` calls itself: %s", d.Name, strings.Join(append(u.calls(i), d.Name), " -> ")).
			Helpf("functions are not recursive; a loop repeats: `%s`", loopForm))
	}
	outside := u.s.sup.Within(u.mentioned(d))
	u.busy = append(u.busy, pending{d, use})
	defer func() {
		u.busy = u.busy[:len(u.busy)-1]
		u.s.sup.Leave(outside)
	}()
	global := u.cur
	for global.up != nil {
		global = global.up
	}
	gamma := global.gamma
	if use.IsValid() {
		gamma = u.before
	}
	in := &block{u: u, up: global, gamma: gamma.Scope(), scope: newScope(u.s.names)}
	core := &syntax.Def{Span: d.Span, Name: d.Name, NameAt: d.NameAt, Doc: d.Doc, InstanceOf: d.InstanceOf, Num: d.Num}
	ok := u.guard(func() { in.within(func() { in.define(d, core) }) })
	delete(u.defs, d.Name)
	if !ok {
		if n := len(u.errs); isReal(d) && n > 0 || d.InstanceOf != "" && n > 0 && strings.Contains(u.errs[n-1].Msg, elemName(syntax.F64)) {
			u.errs[n-1].Note(d.NameAt, "`%s` is over num, and this is about %ss", d.InstanceOf, elemName(d.Num))
		}
		u.wrong[d.Name] = true
		panic(failure{nil})
	}
	u.out.Nested.Decls = append(u.out.Nested.Decls, core)
	core = u.flatDef(core)
	global.gamma.Declare(core)
	u.out.Core.Decls = append(u.out.Core.Decls, core)
	if u.s.linked[d.Name] == nil && !isReal(d) {
		u.out.Names = append(u.out.Names, Name{Name: d.Name, Def: core})
	}
}

// mentioned are the names of what a function mentions, and of what the functions mention that it calls: their results may
// have these as sizes.
func (u *unit) mentioned(d *syntax.Def) []string {
	names := u.s.mentioned(d)
	seen := map[string]bool{}
	var calls func(d *syntax.Def)
	calls = func(d *syntax.Def) {
		for _, f := range syntax.Calls(d, u.s.Poll) {
			if seen[f] {
				continue
			}
			seen[f] = true
			if of := u.defs[f]; of != nil {
				names = append(names, u.s.mentioned(of)...)
				calls(of)
			} else if of := u.cur.gamma.Def(f); of != nil {
				for _, v := range syntax.FreeVars(of, u.s.Poll) {
					names = append(names, v.Name)
					if b := u.cur.gamma.Lookup(v.ID); b != nil {
						names = append(names, Name{Binding: b}.Needs(u.s.MemType(v.ID), u.s.Poll)...)
					}
				}
				calls(of)
			}
		}
	}
	calls(d)
	return names
}

// calls are the names of the functions being elaborated, from the i-th on.
func (u *unit) calls(i int) []string {
	var names []string
	for _, p := range u.busy[i:] {
		names = append(names, p.def.Name)
	}
	return names
}

// define elaborates the parameters, the body and the results.
func (b *block) define(d, core *syntax.Def) {
	b.u.distinct("T-DEF", slices.Concat(d.Sizes, d.Params))
	b.u.distinct("T-DEF", d.Ret)
	for _, n := range d.Sizes {
		core.Sizes = append(core.Sizes, b.param(n, &syntax.Type{Span: n.Span}))
	}
	core.Params = b.pattern(d.Params, b.atomSize)
	for i, p := range core.Params {
		p.Unique = d.Params[i].Unique
		if d.Params[i].Name != "_" {
			b.scope.set(d.Params[i].Name, p.Use())
		}
	}
	fail(b.gamma.FixedSizes(core))
	fail(b.gamma.UniqueArrays(core))
	if d.InstanceOf != "" {
		b.gamma.OverNum(d.Num)
	}
	code := d.Body
	if isReal(d) {
		code = b.literals(d)
	}
	labels := make([]label, max(1, len(d.Ret)))
	for i := range labels {
		labels[i] = made(d.Name + "_res")
	}
	for i, r := range d.Ret {
		if r.Name != "" && r.Name != "_" {
			labels[i].name = r.Name
		}
		if anyEmpty(d.Body.Res) || r.Type.IsIrregular() {
			labels[i].want = b.emptyResult(d, r)
		}
	}
	body, vs := b.inner(code, labels)
	if d.Ret == nil {
		b.inferResults(core, d, body, vs)
		return
	}
	if len(vs) != len(d.Ret) {
		fail(b.u.errorf("T-DEF", d.Body.Results(), "`%s` returns %s, but its type says %d", d.Written(), diag.Count(len(vs), "value"), len(d.Ret)).Note(d.NameAt, "`%s` is defined here", d.Name))
	}
	ret := &block{u: b.u, up: b.up, gamma: b.gamma.Scope(), scope: newScope(b.scope)}
	core.Ret = ret.pattern(d.Ret, ret.anySize)
	if len(ret.stms) > 0 {
		at := ret.stms[0].GetSpan()
		fail(b.u.errorf("T-DEF", at, "a size of a result is made of sizes and ints by operators, and found `%s`", at.Text()).Helpf("%s", untyped))
	}
	if !b.u.out.Mem {
		body.within(func() { body.results(d, core, vs) })
	}
	core.Body = body.finish(d.Body.Span, vs)
}

// untyped is how to write a result whose size is not known before.
const untyped = "leave the type of the result out: its size is found when the function runs"

// param binds a name of a typed pattern. A result may have none.
func (b *block) param(p *syntax.Binding, t *syntax.Type) *syntax.Binding {
	if p.Name == "" {
		q := &syntax.Binding{Span: p.Span, ID: b.u.s.sup.ID(), Type: t}
		b.gamma.Bind(q)
		return q
	}
	q := b.bind(writtenAs(p), t, p.Span)
	b.gamma.Bind(q)
	b.scope.set(p.Name, q.Use())
	return q
}

// pattern resolves a typed pattern: its ints and blocks first, because the
// types of its arrays may mention them.
func (b *block) pattern(pat []*syntax.Binding, size func(diag.Span, syntax.Expr) syntax.Expr) []*syntax.Binding {
	out := make([]*syntax.Binding, len(pat))
	for i, p := range pat {
		if !p.Type.IsArray() {
			out[i] = b.param(p, &syntax.Type{Span: p.Type.Span, Elem: p.Type.Elem})
		}
	}
	for i, p := range pat {
		if p.Type.IsArray() {
			out[i] = b.param(p, b.typ(p.Type, size))
		}
	}
	return out
}

// results compares the values of the body with the declared results; checks
// are inserted in the body.
func (b *block) results(d, core *syntax.Def, vs []value) {
	s := map[int]syntax.Expr{}
	for i, r := range core.Ret {
		if !r.Type.IsArray() {
			s[r.ID] = vs[i].e
		}
	}
	for i, r := range core.Ret {
		vs[i] = b.irregular(vs[i], r.Type, made(d.Name+"_res"))
		got := vs[i].t
		if got.Elem != r.Type.Elem || got.Rank() != r.Type.Rank() {
			err := b.u.errorf("T-DEF", vs[i].e.GetSpan(), "result %d of `%s` is declared as %s, and found %s", i+1, d.Written(), b.gamma.Show(r.Type.Bare()), b.gamma.Show(got.Bare())).
				Note(d.Ret[i].Type.Span, "it is declared here")
			if len(d.Body.Res) == len(vs) {
				b.gamma.Converts(err, d.Body.Res[i], got, r.Type)
			}
			fail(err)
		}
		for k := range got.Dims {
			fail(b.gamma.SameSize("T-DEF", vs[i].e.GetSpan(), got.Dims[k], syntax.Subst(r.Type.Dims[k], s), check.SizeOf(k, "the result of `"+d.Written()+"`", got.Rank())))
		}
	}
}

// inferResults gives the results the types of the values. A size that is not
// one of the parameters is returned before the arrays (Fig. 2).
func (b *block) inferResults(core, d *syntax.Def, body *block, vs []value) {
	var sizes []syntax.Expr
	var ret []*syntax.Binding
	for _, v := range vs {
		if v.t.Elem == syntax.Mem || v.t.Mem != nil {
			fail(b.u.errorf("T-DEF", d.NameAt, "the results of the FUNMEM function `%s` have no types", d.Name).
				Helpf("write them: `: (ym : mem, [n]int @ ym -> R(n))`"))
		}
		t := &syntax.Type{Span: d.NameAt, Elem: v.t.Elem}
		for _, size := range v.t.Dims {
			out, ok := b.outer(body.gamma, size)
			if isIrregularSize(size) {
				out, ok = size, true
			}
			if !ok {
				p := b.u.bindSize(made("t"), d.NameAt, d.Name+"(…)")
				core.Ret = append(core.Ret, p)
				sizes = append(sizes, size)
				out = p.Use()
			}
			t.Dims = append(t.Dims, out)
		}
		ret = append(ret, &syntax.Binding{Span: d.NameAt, ID: b.u.s.sup.ID(), Type: t})
	}
	core.Ret = append(core.Ret, ret...)
	core.Body = body.finish(d.Body.Span, vs, sizes...)
}

// call elaborates f(e, …). The sizes that a function returns for its arrays are
// bound, but are not values of the call.
func (b *block) call(e *syntax.Call, labels []label) []value {
	d, args := b.resolve(e)
	for i, p := range d.Params {
		if i < len(args) && p.Type.IsIrregular() {
			args[i] = b.irregular(b.typed(args[i]), p.Type, made("rows")).e
		}
	}
	core := &syntax.Call{Span: e.Span, Fn: d.Name, FnAt: e.FnAt, Args: args}
	s, err := b.gamma.Arguments(d, core)
	if name := b.overNum(d, core); err != nil && name != "" {
		help := err.Help
		if err.Helpf("`%s` takes ints, too", name); help != "" {
			err.Help += "; or " + help
		}
	}
	if err != nil && err.Help == "" {
		b.forMatrix(err, e, core)
	}
	if err != nil && err.Help == "" {
		b.inOrder(err, d, e, core)
	}
	fail(err)
	var pat, seen []*syntax.Binding
	for _, r := range d.Ret {
		if b.u.out.Mem && r.Type.IsArray() {
			b.wantsPattern("T-MEM-CALL", e.Span, "call")
		}
		p := b.u.bindSize(labelAt(labels, len(seen)), e.Span, excerpt(e, labelAt(labels, len(seen))))
		if !d.IsSize(r) {
			p = b.bind(labelAt(labels, len(seen)), nil, e.Span)
			seen = append(seen, p)
		}
		pat = append(pat, p)
		if !r.Type.IsArray() {
			s[r.ID] = p.Use()
		}
	}
	for i, r := range d.Ret {
		pat[i].Type = syntax.Subst(r.Type, s)
		for k, size := range pat[i].Type.Dims {
			if !syntax.IsAtom(size) && !isIrregularSize(size) {
				pat[i].Type.Dims[k] = b.nameSize(e.Span, size)
			}
		}
	}
	b.emit(e.Span, pat, core)
	return uses(seen)
}

// inOrder adds to the error about a call how to write it with its arguments in another order, if they fit in one other order: one that
// moves a single argument, if there is one.
func (b *block) inOrder(err *diag.Diagnostic, d *syntax.Def, e, core *syntax.Call) {
	const most = 4 // of arguments: there are 24 orders
	n := len(d.Params)
	if len(core.Args) != n || n > most || len(e.Args) != n {
		return
	}
	var fits, moves [][]int
	var try func(order []int)
	try = func(order []int) {
		if len(order) == n {
			other := &syntax.Call{Span: core.Span, Fn: core.Fn, FnAt: core.FnAt}
			for _, k := range order {
				other.Args = append(other.Args, core.Args[k])
			}
			if _, err := b.gamma.Scope().Arguments(d, other); err == nil {
				fits = append(fits, slices.Clone(order))
				if moved(order) {
					moves = append(moves, fits[len(fits)-1])
				}
			}
			return
		}
		for k := range n {
			if !slices.Contains(order, k) {
				try(append(order, k))
			}
		}
	}
	try(nil)
	if len(moves) > 0 {
		fits = moves
	}
	if len(fits) != 1 {
		return
	}
	var args []string
	for _, k := range fits[0] {
		args = append(args, syntax.Line(e.Args[k]))
	}
	err.Helpf("the arguments fit in another order: `%s(%s)`", e.Fn, strings.Join(args, ", "))
}

// moved tells whether an order of 0, 1, … has one of them in another place, and the others in theirs.
func moved(order []int) bool {
	for k := range order {
		if slices.IsSorted(slices.DeleteFunc(slices.Clone(order), func(i int) bool { return i == k })) {
			return true
		}
	}
	return false
}

// forMatrix adds to the error about a call of a function of the library how to write it for a matrix.
func (b *block) forMatrix(err *diag.Diagnostic, e *syntax.Call, core *syntax.Call) {
	if b.u.s.linked[core.Fn] == nil {
		return
	}
	if len(e.Args) == 2 && e.Fn == "zeros" {
		err.Helpf("%s", severalArguments(e.Fn, e.Args))
	}
	if len(e.Args) == 1 && (e.Fn == "last" || e.Fn == "first") {
		err.Helpf("the last element is `%s[length(%s)]`, the last two are `last(2, %s)`", syntax.Line(e.Args[0]), syntax.Line(e.Args[0]), syntax.Line(e.Args[0]))
	}
	if len(e.Args) == 0 {
		return
	}
	if lit, ok := e.Args[0].(*syntax.Literal); ok && len(e.Args) == 1 && len(lit.Elems) == 2 && e.Fn == "zeros" {
		err.Helpf("%s", severalArguments(e.Fn, lit.Elems))
	}
	if len(core.Args) == 2 && slices.ContainsFunc(products, func(p product) bool { return p.fn == e.Fn }) {
		x, y := b.typed(core.Args[0]).t.Rank(), b.typed(core.Args[1]).t.Rank()
		if i := slices.IndexFunc(products, func(p product) bool { return p.x == x && p.y == y && p.fn != e.Fn }); i >= 0 {
			form := products[i].fn + "(" + syntax.Line(e.Args[0]) + ", " + syntax.Line(e.Args[1]) + ")"
			if !e.Args[0].GetSpan().IsValid() || e.Args[0].GetSpan().Text() != syntax.Line(e.Args[0]) { // the arguments of a map
				form = products[i].fn
			}
			err.Helpf("the product of %s is `%s`", products[i].of, form)
		}
	}
	if err.Help != "" || len(core.Args) != 1 || b.typed(core.Args[0]).t.Rank() != 2 {
		return
	}
	if d := b.u.s.linked[core.Fn]; d.Params[0].Type.Rank() != 1 {
		return
	}
	if x := argument(e.Args[0]); b.typed(core.Args[0]).t.IsIrregular() {
		err.Helpf("`map %s %s` does it for each row, and `%s(flatten %s)` for all elements", e.Fn, x, e.Fn, x)
		return
	}
	var forms []string
	for _, name := range []string{"matrix_" + e.Fn, "row_" + e.Fn + "s"} {
		if std.Def(name) != nil {
			forms = append(forms, fmt.Sprintf("`%s(%s)`", name, syntax.Line(e.Args[0])))
		}
	}
	forms = append(forms, fmt.Sprintf("`map %s %s` for each row", e.Fn, argument(e.Args[0])))
	err.Helpf("for a matrix there is %s", strings.Join(forms, ", or "))
}

// product is a function of the library that multiplies arrays of x and y dimensions.
type product struct {
	x, y   int
	fn, of string
}

var products = []product{
	{1, 1, "dot", "vectors"}, {2, 2, "matmul", "matrices"}, {2, 1, "matvec", "a matrix and a vector"}, {1, 2, "vecmat", "a vector and a matrix"},
}

// overNum is the name of the library function over num, if d is its instance for f64s and the arguments are ints, or "".
func (b *block) overNum(d *syntax.Def, e *syntax.Call) string {
	linked := b.u.s.linked[d.Name]
	if linked == nil || !isReal(linked) || len(e.Args) != len(d.Params) {
		return ""
	}
	of := std.Def(linked.InstanceOf)
	for i, x := range e.Args {
		if of.Params[i].Type.Elem == syntax.Num && b.typed(x).t.Elem != syntax.Int {
			return ""
		}
	}
	return linked.InstanceOf
}

// args elaborates the arguments of a call of d. A literal that does not show the sizes of its rows comes last, because the others may
// say what they are.
func (b *block) args(d *syntax.Def, e *syntax.Call) []syntax.Expr {
	args := make([]syntax.Expr, len(e.Args))
	if len(e.Args) == 1 {
		b.oneArgument(e)
	}
	for i, x := range e.Args {
		l := made("t")
		if i < len(d.Params) && d.Params[i].Type.IsIrregular() {
			l.want = d.Params[i].Type
		}
		if !isEmpty(x) && (l.want == nil || b.shows(x, b.open(l.want))) {
			args[i] = b.at(b.atom(b.value(x, l), made("t")), x.GetSpan())
		}
	}
	s := b.gamma.Fixed(d, args)
	for i, x := range e.Args {
		if args[i] != nil {
			continue
		}
		l := made("t")
		if i < len(d.Params) {
			l.want = b.literalParam(d, d.Params[i], x, s)
		}
		args[i] = b.at(b.value(x, l).e, x.GetSpan())
	}
	return args
}

// oneArgument is the premise that the argument of a call is no tuple.
func (b *block) oneArgument(e *syntax.Call) {
	if t, ok := e.Args[0].(*syntax.Tuple); ok {
		fail(b.u.errorf("T-CALL", t.Span, "an argument is one value, and this has %s", diag.Count(len(t.Elems), "value")).
			Helpf("%s", severalArguments(e.Fn, t.Elems)))
	}
}

// severalArguments is how to call a function with several values.
func severalArguments(fn string, xs []syntax.Expr) string {
	if fn == "zeros" && len(xs) == 2 {
		return fmt.Sprintf("a matrix of them is `%s`", syntax.Matrix(xs, func(size syntax.Expr) syntax.Expr { return &syntax.Call{Fn: fn, Args: []syntax.Expr{size}} }))
	}
	return fmt.Sprintf("write `%s`", syntax.Line(&syntax.Call{Fn: fn, Args: xs}))
}

// callee finds the function. If it comes later in this program, callee
// elaborates it.
func (b *block) callee(e *syntax.Call) *syntax.Def {
	if d := b.u.defs[e.Fn]; d != nil {
		saved, use := b.u.cur, e.FnAt
		if b.u.s.linked[e.Fn] == d {
			use = diag.Span{}
		}
		b.u.def(d, use)
		b.u.cur = saved
	}
	if b.u.wrong[e.Fn] {
		panic(failure{nil})
	}
	if d := b.u.s.nested[e.Fn]; d != nil {
		return d
	}
	d := b.gamma.Def(e.Fn)
	if d == nil && b.u.links != nil && b.u.links.has(e.Fn) {
		if d = b.u.late(e.Fn); b.u.s.nested[e.Fn] != nil {
			d = b.u.s.nested[e.Fn]
		}
	}
	if d == nil {
		if _, ok := b.scope.lookup(e.Fn); ok {
			fail(b.u.errorf("T-CALL", e.FnAt, "`%s` is a value, not a function", e.Fn).Helpf("an index stands in brackets: `%s[…]`", e.Fn))
		}
		fail(b.unknown("the function", e.Fn, e.FnAt, b.u.functions(b)))
	}
	return d
}
