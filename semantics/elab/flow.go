package elab

import (
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// body elaborates the statements and the results of a body in b.
func (b *block) body(body *syntax.Body, labels []label) []value {
	for _, s := range body.Stms {
		b.stm(s)
	}
	var vs []value
	for i, x := range body.Res {
		vs = append(vs, b.values(x, from(labels, i))...)
	}
	return vs
}

// index is the index of a kernel, with the name that the programmer gave it.
type index struct {
	name string
	x    *syntax.Binding
}

// enter brings the index into scope.
func (b *block) enter(i index) {
	b.gamma.Bind(i.x)
	if i.name != "_" {
		b.scope.set(i.name, i.x.Use())
	}
}

// inner elaborates a body in a scope of its own; its values are atoms.
func (b *block) inner(body *syntax.Body, labels []label, over ...index) (*block, []value) {
	in := b.child()
	for _, i := range over {
		in.enter(i)
	}
	var vs []value
	in.within(func() {
		vs = in.body(body, labels)
		for i := range vs {
			vs[i].e = in.atom(vs[i], labelAt(labels, i))
		}
	})
	return in, vs
}

// finish turns the block into a body of core.
func (b *block) finish(at diag.Span, vs []value, sizes ...syntax.Expr) *syntax.Body {
	body := &syntax.Body{Span: at, Stms: b.stms, Res: sizes}
	for _, v := range vs {
		body.Res = append(body.Res, v.e)
	}
	return body
}

// ifExpr elaborates if. Both branches have as many values of the same rank; a
// size that is one expression over the outer scope in both is used as it is,
// any other is returned beside the array (Fig. 2).
func (b *block) ifExpr(e *syntax.If, labels []label) []value {
	return b.choice(b.condition(b.value(e.Cond, made("t")), e.Cond), e, labels)
}

// condition is an elaborated condition as an atom. e is what it was.
func (b *block) condition(v value, e syntax.Expr) syntax.Expr {
	return b.at(b.atom(value{b.intOf(v, e, "T-IF", "a condition"), &syntax.Type{}}, made("t")), e.GetSpan())
}

// choice is an if whose condition is elaborated.
func (b *block) choice(cond syntax.Expr, e *syntax.If, labels []label) []value {
	tb, tv, eb, ev := b.branches(e, suffixed(labels, "_t"), suffixed(labels, "_f"))
	if len(tv) != len(ev) {
		fail(b.u.errorf("T-IF", e.Span, "the branches have different numbers of values: %d and %d", len(tv), len(ev)).
			Note(e.Then.Span, "the first branch").Note(e.Else.Span, "the second branch"))
	}
	var sizes, results []*syntax.Binding
	var thenSizes, elseSizes []syntax.Expr
	for i := range tv {
		t, f := tv[i].t, ev[i].t
		if t.Elem != f.Elem || t.Rank() != f.Rank() {
			d := b.u.errorf("T-IF", e.Span, "the branches have different types: %s and %s", b.gamma.Show(t.Bare()), b.gamma.Show(f.Bare())).
				Note(e.Then.Span, "the first branch").Note(e.Else.Span, "the second branch")
			fail(b.reals(d, tv[i], ev[i]))
		}
		if b.u.out.Mem && t.IsArray() {
			b.wantsPattern("T-MEM-IF", e.Span, "if")
		}
		tv[i], ev[i] = tb.irregularIn(tv[i], f), eb.irregularIn(ev[i], t)
		t, f = tv[i].t, ev[i].t
		typ := &syntax.Type{Span: e.Span, Elem: t.Elem}
		for k := range t.Dims {
			if isIrregularSize(t.Dims[k]) {
				typ.Dims = append(typ.Dims, t.Dims[k])
				continue
			}
			d, ok := b.common(tb.gamma, t.Dims[k], eb.gamma, f.Dims[k])
			if !ok {
				p := b.u.bindSize(labelAt(labels, i), e.Span, excerpt(e, labelAt(labels, i)))
				sizes = append(sizes, p)
				thenSizes, elseSizes = append(thenSizes, t.Dims[k]), append(elseSizes, f.Dims[k])
				d = p.Use()
			}
			typ.Dims = append(typ.Dims, d)
		}
		results = append(results, b.bind(labelAt(labels, i), typ, e.Span))
	}
	if len(results) == 0 {
		fail(b.u.errorf("T-IF", e.Span, "an if without a value has no use"))
	}
	core := &syntax.If{Span: e.Span, Cond: cond, Then: tb.finish(e.Then.Span, tv, thenSizes...), Else: eb.finish(e.Else.Span, ev, elseSizes...)}
	b.emit(e.Span, append(sizes, results...), core)
	return uses(results)
}

// reals adds help to an error about two values that must have one type: how to
// write the int as an f64.
func (b *block) reals(d *diag.Diagnostic, x, y value) *diag.Diagnostic {
	if y.t.Elem == syntax.Int {
		x, y = y, x
	}
	return b.gamma.Converts(d, x.e, x.t, y.t)
}

// branches elaborates both branches of an if. A branch whose type depends on its context comes last, because the other one says what
// it is.
func (b *block) branches(e *syntax.If, then, els []label) (tb *block, tv []value, eb *block, ev []value) {
	open := anyEnds(e.Else.Res, b.isOpen)
	if anyEnds(e.Then.Res, b.isOpen) && !open {
		eb, ev = b.inner(e.Else, els)
		tb, tv = b.inner(e.Then, b.rowsAs(then, eb, ev, e.Else.Span))
		return tb, tv, eb, ev
	}
	tb, tv = b.inner(e.Then, then)
	if open {
		els = b.rowsAs(els, tb, tv, e.Then.Span)
	}
	eb, ev = b.inner(e.Else, els)
	return tb, tv, eb, ev
}

func uses(pat []*syntax.Binding) []value {
	vs := make([]value, len(pat))
	for i, p := range pat {
		vs[i] = value{p.Use(), p.Type}
	}
	return vs
}

func (b *block) wantsPattern(rule string, at diag.Span, what string) {
	fail(b.u.errorf(rule, at, "the arrays that this %s returns have no memory annotation", what).
		Helpf("in FUNMEM write its pattern in full: `let (m : mem) (x : [n]int @ m -> R(n)) = …`"))
}

// common is a size of two branches as an atom of b's scope, if both branches
// have the same one.
func (b *block) common(tc *check.Context, t syntax.Expr, ec *check.Context, f syntax.Expr) (syntax.Expr, bool) {
	x, ok := b.outer(tc, t)
	if !ok {
		return nil, false
	}
	y, ok := b.outer(ec, f)
	if !ok || !b.gamma.Same(x, y) {
		return nil, false
	}
	if b.inScope(y) && !b.inScope(x) {
		x = y
	}
	return b.atom(value{x, &syntax.Type{}}, made("d")), true
}

// kernel elaborates a kernel. The bounds of further indices that do not
// depend on the earlier ones are evaluated before it.
func (b *block) kernel(e *syntax.Kernel, labels []label) []value {
	var index []*syntax.Binding
	for _, x := range e.Index {
		index = append(index, x.X)
	}
	b.u.distinct("T-KERNEL", index)
	earlier := map[string]bool{}
	bounds := append([]syntax.Bound(nil), e.Index...)
	for i, x := range bounds {
		free := true
		for _, v := range syntax.FreeVars(x.N) {
			free = free && !earlier[v.Name]
		}
		if !free {
			break
		}
		bounds[i].N = &named{b.intAtom(x.N, b.kernelRule(), "the bound of a kernel")}
		earlier[x.X.Name] = true
	}
	return b.nest(e, bounds, labels)
}

// named is an operand that is already elaborated.
type named struct{ syntax.Expr }

// nest elaborates the kernel over the first index. Its body is the kernel over
// the other indices.
func (b *block) nest(e *syntax.Kernel, bounds []syntax.Bound, labels []label) []value {
	var n syntax.Expr
	if done, ok := bounds[0].N.(*named); ok {
		n = done.Expr
	} else {
		n = b.intAtom(bounds[0].N, b.kernelRule(), "the bound of a kernel")
	}
	x := b.bind(indexAs(bounds[0].X), &syntax.Type{}, bounds[0].X.Span)
	i := index{bounds[0].X.Name, x}
	inner := rows(labels)
	var in *block
	var vs []value
	if len(bounds) == 1 {
		in, vs = b.inner(e.Body, inner, i)
	} else {
		in = b.child()
		in.enter(i)
		in.within(func() { vs = in.nest(e, bounds[1:], inner) })
	}
	return b.kernelOf(e, x, n, in, vs, labels)
}

// kernelOf is the kernel over x <= n with in as its elaborated body.
func (b *block) kernelOf(e *syntax.Kernel, x *syntax.Binding, n syntax.Expr, in *block, vs []value, labels []label) []value {
	if len(vs) == 0 {
		fail(b.u.errorf("T-KERNEL", e.Span, "the body of a kernel has no value"))
	}
	regular := b.regular(in, x, n, vs)
	var pat []*syntax.Binding
	for i, v := range vs {
		in.noBlock(v, e.Body)
		if b.u.out.Mem {
			b.wantsPattern("T-MEM-KERNEL", e.Span, "kernel")
		}
		t := &syntax.Type{Span: e.Span, Elem: v.t.Elem, Dims: []syntax.Expr{n}}
		for _, size := range v.t.Dims {
			t.Dims = append(t.Dims, b.rowSize(in, size, regular))
		}
		pat = append(pat, b.bind(labelAt(labels, i), t, e.Span))
	}
	x.Type = nil
	b.emit(e.Span, pat, &syntax.Kernel{Span: e.Span, Index: []syntax.Bound{{X: x, N: n}}, Body: in.finish(e.Body.Span, vs)})
	return uses(pat)
}

// rowSize is a size of a row, as it is known outside the kernel. It is irregular if it is known only inside, and not regular.
func (b *block) rowSize(in *block, size syntax.Expr, regular map[int]syntax.Expr) syntax.Expr {
	if out, ok := b.outer(in.gamma, size); ok {
		return b.atom(value{out, &syntax.Type{}}, made("d"))
	}
	if v, ok := size.(*syntax.Var); ok && regular[v.ID] != nil {
		return regular[v.ID]
	}
	return &syntax.Irregular{Span: size.GetSpan()}
}
