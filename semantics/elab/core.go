package elab

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// isCorePattern tells whether a pattern is taken as written: every binder is
// typed, and a type mentions a binder of the pattern or memory.
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

// coreLet elaborates a let with a pattern that is taken as written. The rules
// are applied when the whole program is checked.
func (b *block) coreLet(s *syntax.Let) []Name {
	e := b.coreExpr(s.Exp, len(s.Pat))
	names := newScope(b.scope)
	in := &block{u: b.u, up: b.up, gamma: b.gamma, scope: names}
	pat := in.pattern(s.Pat, in.nameSize)
	b.hoist(in.stms, pat)
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

// hoist puts the statements that name the sizes in a pattern before it. They
// must not need what the pattern binds.
func (b *block) hoist(stms []syntax.Stm, pat []*syntax.Binding) {
	for _, s := range stms {
		for _, v := range syntax.FreeVars(s) {
			if i := slices.IndexFunc(pat, func(p *syntax.Binding) bool { return p.ID == v.ID }); i >= 0 {
				fail(b.u.errorf("T-STM", s.GetSpan(), "a size that depends on `%s` is computed in the pattern that binds `%s`", pat[i].Written(), pat[i].Written()).
					Helpf("bind the size itself by the pattern, and return it"))
			}
		}
	}
	b.stms = append(b.stms, stms...)
}

// coreExpr elaborates an expression with a written pattern of n binders.
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
		bound := b.intAtom(e.Index[0].N, b.kernelRule(), "the bound of a kernel")
		x := b.bind(indexAs(e.Index[0].X), nil, e.Index[0].X.Span)
		x.Type = &syntax.Type{}
		body := b.coreRow(e.Body, n, index{e.Index[0].X.Name, x})
		x.Type = nil
		return &syntax.Kernel{Span: e.Span, Index: []syntax.Bound{{X: x, N: bound}}, Body: body}
	case *syntax.Map:
		return b.coreMap(e, n)
	case *syntax.Reduce, *syntax.Scan:
		return b.coreFold(syntax.FoldOf(e), n)
	case *syntax.Rotate:
		return b.coreRotate(e)
	case *syntax.Call:
		d, args := b.resolve(e)
		return &syntax.Call{Span: e.Span, Fn: d.Name, FnAt: e.FnAt, Args: args}
	case *syntax.Loop:
		return b.coreLoop(e, n)
	case *syntax.Tuple:
		fail(b.u.errorf("T-STM", e.Span, "a type in this pattern mentions a name of the pattern, and %s stand after it", diag.Count(len(e.Elems), "value")).
			Helpf("bind each of them by a `let` of its own"))
	case *syntax.Unary:
		return b.coreArithmetic(e, e.Op, []syntax.Expr{e.X})
	case *syntax.Binary:
		if elementwise(e.Op) {
			return b.coreArithmetic(e, e.Op, []syntax.Expr{e.X, e.Y})
		}
		return b.value(e, made("t")).e
	case *syntax.Block, *syntax.Var, *syntax.IntLit, *syntax.RealLit, *syntax.Length:
		return b.value(e, made("t")).e
	}
	return b.leaf(e)
}

// kernelRule is the rule for kernels in the language of the program.
func (b *block) kernelRule() string {
	if b.u.out.Mem {
		return "T-MEM-KERNEL"
	}
	return "T-KERNEL"
}

// coreRow elaborates the body of a kernel, which must have n values, none of
// them a block.
func (b *block) coreRow(body *syntax.Body, n int, i index) *syntax.Body {
	in, vs := b.inner(body, nil, i)
	for _, v := range vs {
		in.noBlock(v, body)
	}
	return in.bodyOf(body, vs, n)
}

// noBlock is the premise of the kernel rules that a row is not a block.
func (b *block) noBlock(v value, body *syntax.Body) {
	if v.t.Elem != syntax.Mem {
		return
	}
	at := v.e.GetSpan()
	if !at.IsValid() {
		at = body.Span
	}
	fail(b.u.errorf(b.kernelRule(), at, "a row of a kernel is a number or an array, but `%s` is a block", b.gamma.Show(v.e)).
		Helpf("a kernel body returns just its array: `in (row)`"))
}

// coreBody elaborates a body that must have n values.
func (b *block) coreBody(body *syntax.Body, n int) *syntax.Body {
	in, vs := b.inner(body, nil)
	return in.bodyOf(body, vs, n)
}

// bodyOf finishes a body that must have n values.
func (b *block) bodyOf(body *syntax.Body, vs []value, n int) *syntax.Body {
	if len(vs) != n {
		fail(b.u.errorf("T-RESULT", body.Results(), "this body has %s, but the pattern binds %d", diag.Count(len(vs), "value"), n))
	}
	return b.finish(body.Span, vs)
}
