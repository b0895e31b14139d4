package elab

import (
	"slices"

	"funmem/semantics/check"
	"funmem/semantics/num"
	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// regular finds the sizes of the rows of a kernel over x <= n that are bound in its body and are the same in all iterations. They are
// computed before the kernel, if it has an iteration, and a check in the body says that they are right. It returns them by the sizes in
// the body.
//
//	let m = if n > 0 then … else 0
//	kernel x <= n do … check k = m in (row)
func (b *block) regular(in *block, x *syntax.Binding, n syntax.Expr, vs []value) map[int]syntax.Expr {
	var sizes []syntax.Expr
	for _, v := range vs {
		for _, d := range v.t.Dims {
			if size, ok := d.(*syntax.Var); ok && !b.knows(in, d) && !slices.ContainsFunc(sizes, func(s syntax.Expr) bool { return s.(*syntax.Var).ID == size.ID }) {
				sizes = append(sizes, d)
			}
		}
	}
	if len(sizes) == 0 || b.u.out.Mem {
		return nil
	}
	rows := b.outside().Rows(x, in.stms)
	sizes = slices.DeleteFunc(sizes, func(size syntax.Expr) bool { return !rows.Independent(size) })
	if len(sizes) == 0 {
		return nil
	}
	stms, res, ok := rows.Before(b.u.s.sup, sizes...)
	if !ok {
		return nil
	}
	return b.before(in, n, sizes, stms, res)
}

// knows tells whether a size of an inner scope can be written in the scope of b.
func (b *block) knows(in *block, size syntax.Expr) bool {
	_, ok := b.outer(in.gamma, size)
	return ok
}

// before computes sizes that the statements give before the kernel.
func (b *block) before(in *block, n syntax.Expr, sizes []syntax.Expr, stms []syntax.Stm, res []syntax.Expr) map[int]syntax.Expr {
	at := sizes[0].GetSpan()
	var zeros []syntax.Expr
	var pat []*syntax.Binding
	for _, size := range sizes {
		zeros = append(zeros, &syntax.IntLit{Span: at, Val: num.Of(0)})
		p := in.bindingOf(size)
		m := b.bind(made(syntax.Base(p.Name)), &syntax.Type{Span: p.Span}, p.Span)
		m.Text = p.Text
		pat = append(pat, m)
	}
	some := b.atom(value{&syntax.Binary{Span: at, Op: syntax.Gt, X: n, Y: zeros[0]}, &syntax.Type{}}, made("some"))
	b.emit(at, pat, &syntax.If{Span: at, Cond: some, Then: &syntax.Body{Span: at, Stms: stms, Res: res}, Else: &syntax.Body{Span: at, Res: zeros}})
	known := map[int]syntax.Expr{}
	for k, size := range sizes {
		known[size.(*syntax.Var).ID] = pat[k].Use()
		in.need(check.Need{X: size, Y: pat[k].Use(), Why: "the rows of this kernel have one size", At: size.GetSpan()})
	}
	return known
}

// outside is what package regularity needs to know of the scope of b.
func (b *block) outside() regularity.Outside {
	return regularity.Outside{Lookup: b.gamma.Lookup, Def: b.u.s.NestedDef, Known: b.gamma.Sizes(), Cov: b.u.s.cov, Poll: b.u.s.Poll}
}

// Outside is what package regularity needs to know of the session.
func (s *Session) Outside() regularity.Outside {
	return regularity.Outside{Lookup: s.fun.Lookup, Def: s.NestedDef, Known: s.fun.Sizes(), Poll: s.Poll}
}

// NestedDef is a function in nested core, or nil.
func (s *Session) NestedDef(name string) *syntax.Def {
	if d := s.nested[name]; d != nil {
		return d
	}
	return s.fun.Def(name)
}
