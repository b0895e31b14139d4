package fuse

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// join makes one kernel from two kernels of one body with the same bound if neither needs
// the other. It does the same with two reduces over the same number of elements.
func (f *fuser) join(b *syntax.Body, at place) *syntax.Body {
	env := at.env.Clone()
	for i := 0; i < len(b.Stms); i++ {
		l, ok := b.Stms[i].(*syntax.Let)
		define(env, b.Stms[i])
		for j := i + 1; ok && j < len(b.Stms); j++ {
			m, isLet := b.Stms[j].(*syntax.Let)
			if !isLet || !f.alike(l, m, env) {
				continue
			}
			if out := f.joined(b, i, j); out != nil {
				b, f.changed = out, true
				f.job.Did(named(m), "made by one %s with `%s`", kind(l.Exp), named(l).Written())
				i--
				break
			}
		}
	}
	return b
}

// kind returns what messages call an expression.
func kind(e syntax.Expr) string {
	if f := syntax.FoldOf(e); f != nil {
		return f.Name
	}
	return "kernel"
}

// alike tells whether two statements are kernels with the same bound, or reduces or scans
// over the same number of elements.
func (f *fuser) alike(l, m *syntax.Let, env *poly.Env) bool {
	n, isKernel := f.rounds(l.Exp)
	k, other := f.rounds(m.Exp)
	return n != nil && k != nil && isKernel == other && kind(l.Exp) == kind(m.Exp) && poly.Compare(env.Of(n), env.Of(k)) == poly.Equal
}

// rounds returns how many iterations a kernel, reduce or scan has, or nil.
func (f *fuser) rounds(e syntax.Expr) (n syntax.Expr, isKernel bool) {
	if k, ok := e.(*syntax.Kernel); ok {
		return k.Index[0].N, true
	}
	if fold := syntax.FoldOf(e); fold != nil {
		if t := f.types.Of(fold.Xs[0]); t != nil {
			return t.Dims[0], false
		}
	}
	return nil, false
}

// joined returns a body in which statement i also makes what statement j makes, in the
// place of i or of j. It returns nil if one needs the other, or is needed before.
func (f *fuser) joined(b *syntax.Body, i, j int) *syntax.Body {
	l, m := b.Stms[i].(*syntax.Let), b.Stms[j].(*syntax.Let)
	between := b.Stms[i+1 : j]
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	switch {
	case !uses(m, b.Stms[i:j]...):
		out.Stms = slices.Concat(b.Stms[:i], []syntax.Stm{both(l, m)}, between, b.Stms[j+1:])
	case !uses(m, l) && !slices.ContainsFunc(between, func(s syntax.Stm) bool { return uses(s, l) }) && f.unchanged(l, between):
		out.Stms = slices.Concat(b.Stms[:i], between, []syntax.Stm{both(l, m)}, b.Stms[j+1:])
	default:
		return nil
	}
	return out
}

// unchanged tells whether statements update nothing that l reads.
func (f *fuser) unchanged(l *syntax.Let, by []syntax.Stm) bool {
	v, _ := f.updated(l, by)
	return v == nil
}

// uses tells whether a statement uses what others bind.
func uses(s syntax.Stm, of ...syntax.Stm) bool {
	ids := map[int]bool{}
	for _, o := range of {
		if l, ok := o.(*syntax.Let); ok {
			for _, x := range l.Pat {
				ids[x.ID] = true
			}
		}
	}
	return slices.ContainsFunc(syntax.FreeVars(s), func(v *syntax.Var) bool { return ids[v.ID] })
}

// both returns one statement that makes what two make.
func both(l, m *syntax.Let) *syntax.Let {
	out := &syntax.Let{Span: l.Span, Pat: slices.Concat(l.Pat, m.Pat), Doc: l.Doc}
	if a, ok := l.Exp.(*syntax.Kernel); ok {
		b := m.Exp.(*syntax.Kernel)
		body := syntax.Subst(b.Body, map[int]syntax.Expr{b.Index[0].X.ID: a.Index[0].X.Use()})
		out.Exp = &syntax.Kernel{Span: a.Span, Index: a.Index, Body: chained(a.Body, body)}
		return out
	}
	a, b := syntax.FoldOf(l.Exp), syntax.FoldOf(m.Exp)
	_, accs, elems, _ := a.Params()
	_, accs2, elems2, _ := b.Params()
	by := map[int]syntax.Expr{} // an array that both go over appears once
	for k, x := range b.Xs {
		if i := slices.IndexFunc(a.Xs, func(y syntax.Expr) bool { return idOf(x) == idOf(y) }); i >= 0 {
			by[elems2[k].ID] = elems[i].Use()
			continue
		}
		a.Xs, elems = append(slices.Clip(a.Xs), x), append(slices.Clip(elems), elems2[k])
	}
	body := chained(a.Lambda().Body, syntax.Subst(b.Lambda().Body, by))
	a.Fn = &syntax.Lambda{Span: a.Lambda().Span, Params: slices.Concat(accs, accs2, elems), Body: body, Mapped: a.Lambda().Mapped || b.Lambda().Mapped}
	a.Ne = slices.Concat(a.Ne, b.Ne)
	out.Exp = a.Expr()
	return out
}

// chained returns one body followed by another one, with the results of both.
func chained(a, b *syntax.Body) *syntax.Body {
	return &syntax.Body{Span: a.Span, Stms: slices.Concat(a.Stms, b.Stms), Res: slices.Concat(a.Res, b.Res)}
}
