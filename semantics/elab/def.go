package elab

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// def elaborates a function in the scope of the globals so far.
func (u *unit) def(d *syntax.Def) {
	if i := slices.Index(u.busy, d.Name); i >= 0 {
		fail(u.errorf("T-DEF", d.NameAt, "the function `%s` calls itself: %s", d.Name, strings.Join(append(u.busy[i:], d.Name), " -> ")).
			Helpf("functions are not recursive"))
	}
	u.busy = append(u.busy, d.Name)
	defer func() { u.busy = u.busy[:len(u.busy)-1] }()
	global := u.cur
	for global.up != nil {
		global = global.up
	}
	in := &block{u: u, up: global, gamma: global.gamma.Scope(), scope: newScope(u.s.names)}
	core := &syntax.Def{Span: d.Span, Name: d.Name, NameAt: d.NameAt, Doc: d.Doc}
	ok := u.guard(func() { in.within(func() { in.define(d, core) }) })
	delete(u.defs, d.Name)
	if !ok {
		u.wrong[d.Name] = true
		panic(failure{nil})
	}
	global.gamma.Declare(core)
	u.out.Core.Decls = append(u.out.Core.Decls, core)
	u.out.Names = append(u.out.Names, Name{Name: d.Name, Def: core})
}

// define elaborates the parameters, the body and the results.
func (b *block) define(d, core *syntax.Def) {
	for _, n := range d.Sizes {
		core.Sizes = append(core.Sizes, b.param(n, &syntax.Type{Span: n.Span}))
	}
	core.Params = b.pattern(d.Params, b.atomSize)
	for i, p := range core.Params {
		if d.Params[i].Name != "_" {
			b.scope.set(d.Params[i].Name, p.Use())
		}
	}
	fail(b.gamma.FixedSizes(core))
	names := make([]string, len(d.Ret))
	for i, r := range d.Ret {
		names[i] = r.Name
	}
	body, vs := b.inner(d.Body, names)
	if d.Ret == nil {
		b.inferResults(core, d, body, vs)
		return
	}
	if len(vs) != len(d.Ret) {
		fail(b.u.errorf("T-DEF", d.Body.Span, "`%s` returns %s, but its type says %d", d.Name, count(len(vs), "value"), len(d.Ret)).Note(d.NameAt, "`%s` is defined here", d.Name))
	}
	ret := &block{u: b.u, up: b.up, gamma: b.gamma.Scope(), scope: newScope(b.scope)}
	core.Ret = ret.pattern(d.Ret, ret.anySize)
	if !b.u.out.Mem {
		body.within(func() { body.results(d, core, vs) })
	}
	core.Body = body.finish(d.Body.Span, vs)
}

func (b *block) param(p *syntax.Binding, t *syntax.Type) *syntax.Binding {
	q := b.u.bind(p.Name, t, p.Span)
	b.gamma.Bind(q)
	b.scope.set(p.Name, q.Use())
	return q
}

// pattern resolves a typed pattern: its ints and blocks first, because the
// types of its arrays may mention them.
func (b *block) pattern(pat []*syntax.Binding, size func(diag.Span, syntax.Expr) syntax.Expr) []*syntax.Binding {
	out := make([]*syntax.Binding, len(pat))
	for i, p := range pat {
		if p.Type == nil {
			fail(b.u.errorf("T-DEF", p.Span, "`%s` has no type", p.Name).Helpf("write `(%s : int)` or `(%s : [n]int)`", p.Name, p.Name))
		}
		if !p.Type.IsArray() {
			out[i] = b.param(p, &syntax.Type{Span: p.Type.Span, Elem: p.Type.Elem})
			out[i].Name = keepAnonymous(p, out[i])
		}
	}
	for i, p := range pat {
		if p.Type.IsArray() {
			out[i] = b.param(p, b.typ(p.Type, size))
			out[i].Name = keepAnonymous(p, out[i])
		}
	}
	return out
}

// keepAnonymous leaves a result without a name without one.
func keepAnonymous(p, q *syntax.Binding) string {
	if p.Name == "" {
		return ""
	}
	return q.Name
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
		got := vs[i].t
		if got.Elem != r.Type.Elem || got.Rank() != r.Type.Rank() {
			fail(b.u.errorf("T-DEF", vs[i].e.GetSpan(), "result %d of `%s` is declared as %s, and found %s", i+1, d.Name, b.gamma.Show(bare(r.Type)), b.gamma.Show(bare(got))).
				Note(d.Ret[i].Type.Span, "it is declared here"))
		}
		for k := range got.Dims {
			fail(b.gamma.SameSize("T-DEF", vs[i].e.GetSpan(), got.Dims[k], syntax.Subst(r.Type.Dims[k], s), "a size of the result of `"+d.Name+"`"))
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
			if !ok {
				p := b.u.bindSize(nil, 0)
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

// call elaborates f(e, …). The sizes that a function returns for its arrays
// are bound, but are no values of the call.
func (b *block) call(e *syntax.Call, names []string) []value {
	d := b.callee(e)
	core := &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt}
	for _, x := range e.Args {
		core.Args = append(core.Args, b.operand(x))
	}
	s, err := b.gamma.Arguments(d, core)
	fail(err)
	var pat, seen []*syntax.Binding
	for _, r := range d.Ret {
		if b.u.out.Mem && r.Type.IsArray() {
			b.wantsPattern("T-MEM-CALL", e.Span, "call")
		}
		p := b.u.bindSize(names, len(seen))
		if !d.IsSize(r) {
			p = b.u.bind(nameAt(names, len(seen)), nil, e.Span)
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
			if !isAtom(size) {
				pat[i].Type.Dims[k] = b.nameSize(e.Span, size)
			}
		}
	}
	b.emit(e.Span, pat, core)
	return uses(seen)
}

func isAtom(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Var, *syntax.IntLit:
		return true
	}
	return false
}

// callee finds the function, and elaborates it if it is one of this program
// that comes later.
func (b *block) callee(e *syntax.Call) *syntax.Def {
	if d := b.u.defs[e.Fn]; d != nil {
		saved := b.u.cur
		b.u.def(d)
		b.u.cur = saved
	}
	if b.u.wrong[e.Fn] {
		panic(failure{nil})
	}
	d := b.gamma.Def(e.Fn)
	if d == nil {
		if _, ok := b.scope.lookup(e.Fn); ok {
			fail(b.u.errorf("T-CALL", e.FnAt, "`%s` is a value, not a function", e.Fn).Helpf("an index stands in brackets: `%s[…]`", e.Fn))
		}
		fail(b.u.unknown("the function", e.Fn, e.FnAt, b.u.functions(b)))
	}
	return d
}

// isCorePattern tells whether a pattern is to be taken as written: every
// binder is typed, and a type mentions a binder of the pattern or memory.
func (b *block) isCorePattern(pat []*syntax.Binding) bool {
	own := map[string]bool{}
	for _, p := range pat {
		if p.Type == nil {
			return false
		}
		own[p.Name] = true
	}
	for _, p := range pat {
		if p.Type.Mem != nil {
			return true
		}
		for _, v := range syntax.FreeVars(p.Type) {
			if own[v.Name] {
				return true
			}
		}
	}
	return false
}

// coreLet elaborates a let whose pattern is taken as written. The rules are
// applied when the whole program is checked.
func (b *block) coreLet(s *syntax.Let) []Name {
	e := b.coreExpr(s.Exp, len(s.Pat))
	names := newScope(b.scope)
	in := &block{u: b.u, up: b.up, gamma: b.gamma, scope: names}
	pat := in.pattern(s.Pat, in.nameSize)
	if len(in.stms) > 0 {
		fail(b.u.errorf("T-STM", s.Span, "a type of this pattern holds more than scalar expressions"))
	}
	b.emit(s.Span, pat, e)
	var bound []Name
	for i, p := range s.Pat {
		if p.Name != "_" {
			b.scope.set(p.Name, pat[i].Use())
			bound = append(bound, Name{Name: p.Name, Binding: pat[i]})
		}
	}
	return bound
}

// coreExpr elaborates an expression whose pattern, of n binders, is written.
func (b *block) coreExpr(e syntax.Expr, n int) syntax.Expr {
	switch e := e.(type) {
	case *syntax.If:
		cond := b.intAtom(e.Cond, "T-IF", "a condition")
		return &syntax.If{Span: e.Span, Cond: cond, Then: b.coreBody(e.Then, n), Else: b.coreBody(e.Else, n)}
	case *syntax.Kernel:
		if len(e.Index) > 1 {
			fail(b.u.errorf("T-MEM-KERNEL", e.Span, "a FUNMEM kernel has one index, because each nested kernel needs a block for its rows").
				Helpf("write the inner kernel as a statement of the body"))
		}
		bound := b.intAtom(e.Index[0].N, "T-KERNEL", "the bound of a kernel")
		x := b.u.bind(e.Index[0].X.Name, nil, e.Index[0].X.Span)
		x.Type = &syntax.Type{}
		body := b.coreBody(e.Body, n, index{e.Index[0].X.Name, x})
		x.Type = nil
		return &syntax.Kernel{Span: e.Span, Index: []syntax.Bound{{X: x, N: bound}}, Body: body}
	case *syntax.Call:
		b.callee(e)
		core := &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt}
		for _, x := range e.Args {
			core.Args = append(core.Args, b.operand(x))
		}
		return core
	case *syntax.Tuple, *syntax.Block, *syntax.Var, *syntax.IntLit, *syntax.Unary, *syntax.Binary, *syntax.Length:
		return b.value(e, "t").e
	}
	return b.leaf(e)
}

// coreBody elaborates a body that has to have n values.
func (b *block) coreBody(body *syntax.Body, n int, over ...index) *syntax.Body {
	in, vs := b.inner(body, nil, over...)
	if len(vs) != n {
		fail(in.u.errorf("T-RESULT", body.Span, "this body has %s, but the pattern binds %d", count(len(vs), "value"), n))
	}
	return in.finish(body.Span, vs)
}
