package fuse

import (
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// fold rewrites a reduce or scan over arrays that are partly removed. Instead of them it
// goes over what their elements read at the index of the round, and its function computes
// the elements:
//
//	reduce (\a x -> b) ne (kernel i <= n do e(y[i]))  ⟶  reduce (\a y' -> let x = e(y') in b) ne y
//
// If an element needs the index for something else, a reduce within a kernel becomes a
// loop, which runs in the order of a left fold.
func (r *rewriting) fold(l *syntax.Let, f *syntax.Fold) {
	if r.zipped(l, f) {
		return
	}
	if !r.looped(l, f) {
		r.fail("stays: its elements need their index, which the function of `" + named(l).Written() + "` does not get")
	}
}

// row returns x[k], an element of the outermost dimension: an atom, or an array made from
// the elements.
func (r *rewriting) row(x *syntax.Var, k syntax.Expr) syntax.Expr {
	t := r.types.Of(x)
	if l := r.root.lets[x.ID]; len(t.Dims) > 1 {
		if e, ok := l.Exp.(*syntax.Kernel); ok {
			return r.ofKernel(r.root, l, e, x.ID, []syntax.Expr{k})
		}
		return r.rows(x, []syntax.Expr{k}, t.Dims[1:])
	}
	return r.element(r.root, x, []syntax.Expr{k})
}

// rows returns x[at, …], an array of those sizes, as kernels of its elements.
func (r *rewriting) rows(x *syntax.Var, at, dims []syntax.Expr) syntax.Expr {
	if len(dims) == 0 {
		return r.element(r.root, x, at)
	}
	i := r.job.Supply.Binding("i", nil)
	b := r.body(func() []syntax.Expr {
		return []syntax.Expr{r.rows(x, append(at[:len(at):len(at)], i.Use()), dims[1:])}
	})
	z := r.job.Supply.Binding(syntax.Base(x.Name)+"_row", &syntax.Type{Span: r.at, Elem: r.types.Of(x).Elem, Dims: dims})
	i.Span, z.Span = r.at, r.at
	r.emit(&syntax.Let{Span: r.at, Pat: []*syntax.Binding{z}, Exp: &syntax.Kernel{Span: r.at, Index: []syntax.Bound{{X: i, N: dims[0]}}, Body: b}})
	return z.Use()
}

// zipped goes over what the elements read, and tells whether they need no index for
// anything else.
func (r *rewriting) zipped(l *syntax.Let, f *syntax.Fold) bool {
	saved := *r
	k := r.fresh(syntax.Int)
	_, accs, elems, _ := f.Params()
	z := &zip{r: r, k: k.ID, rows: r.types.Of(f.Xs[0]).Dims[0], outer: r.env.Clone(), inside: map[int]bool{k.ID: true}, keys: map[string]*syntax.Binding{}}
	inner := r.inner(f.Expr())
	body := syntax.FoldOf(inner).Lambda().Body
	for i, x := range f.Xs {
		if !r.ours(x) {
			z.there(x, elems[i])
		}
	}
	by := map[int]syntax.Expr{}
	computed := r.body(func() []syntax.Expr {
		for i, x := range f.Xs {
			if r.ours(x) {
				by[elems[i].ID] = r.row(x.(*syntax.Var), k.Use())
			}
		}
		r.out = z.over(r.out)
		return nil
	})
	body = syntax.Subst(body, by)
	body = r.needed(r.settled(&syntax.Body{Span: body.Span, Stms: append(computed.Stms, body.Stms...), Res: body.Res}))
	if len(z.xs) == 0 || rewrite.Mentions(body, k.ID) {
		*r = saved
		return false
	}
	for _, s := range z.views {
		r.emit(s)
	}
	lambda := &syntax.Lambda{Span: f.Lambda().Span, Params: append(accs[:len(accs):len(accs)], z.params...), Body: body, Mapped: f.Lambda().Mapped || computes(computed, by)}
	fold := &syntax.Fold{Span: f.Span, Name: f.Name, Fn: lambda, Ne: f.Ne, Xs: z.xs}
	r.emit(&syntax.Let{Span: l.Span, Pat: l.Pat, Exp: fold.Expr(), Doc: l.Doc})
	return true
}

// computes tells whether computing the elements takes more than reading them from arrays.
func computes(computed *syntax.Body, by map[int]syntax.Expr) bool {
	for _, s := range computed.Stms {
		if l, ok := s.(*syntax.Let); !ok || !syntax.IsScalar(l.Exp) {
			return true
		} else if _, name := l.Exp.(*syntax.Var); !name {
			return true
		}
	}
	for _, e := range by {
		if _, name := e.(*syntax.Var); !name {
			return true
		}
	}
	return false
}

// looped turns a reduce within a kernel into a loop. Its accumulators are numbers, or
// arrays that are updated in place.
func (r *rewriting) looped(l *syntax.Let, f *syntax.Fold) bool {
	_, accs, elems, _ := f.Params()
	for k, x := range accs {
		if x.Type.IsArray() && !updates(f.Lambda().Body, f.Lambda().Body.Res[k], x.ID) {
			return false
		}
	}
	if f.Name != "reduce" || !r.place.inKernel {
		return false
	}
	k := r.job.Supply.Binding("k", nil)
	k.Span = f.Span
	n := r.types.Of(f.Xs[0]).Dims[0]
	body := r.body(func() []syntax.Expr {
		by := map[int]syntax.Expr{}
		for i, x := range f.Xs {
			if r.ours(x) {
				by[elems[i].ID] = r.row(x.(*syntax.Var), k.Use())
			} else {
				r.rowOf(elems[i], x.(*syntax.Var), k)
			}
		}
		b := syntax.Subst(f.Lambda().Body, by)
		r.stms(b.Stms)
		return b.Res
	})
	loop := &syntax.Loop{Span: f.Span, Params: accs, Init: f.Ne, For: &syntax.Bound{X: k, N: n}, Body: body}
	r.emit(&syntax.Let{Span: l.Span, Pat: l.Pat, Exp: loop, Doc: l.Doc})
	return true
}

// updates tells whether a result of a body is an update of a variable.
func updates(b *syntax.Body, res syntax.Expr, of int) bool {
	for k := len(b.Stms) - 1; k >= 0 && idOf(res) != of; k-- {
		l, ok := b.Stms[k].(*syntax.Let)
		if !ok || l.Pat[0].ID != idOf(res) {
			continue
		}
		e, ok := l.Exp.(*syntax.With)
		if !ok {
			return false
		}
		res = e.X
	}
	return idOf(res) == of
}

// rowOf binds an element of an existing array.
func (r *rewriting) rowOf(p *syntax.Binding, x *syntax.Var, k *syntax.Binding) {
	at := []syntax.Ix{{Span: r.at, Kind: syntax.IxFix, Off: k.Use()}}
	for _, d := range r.types.Of(x).Dims[1:] {
		at = append(at, syntax.Ix{Span: r.at, Kind: syntax.IxRange, Off: lmad.Const(1), Size: d})
	}
	var e syntax.Expr = &syntax.Slice{Span: r.at, X: x, At: at}
	if len(at) == 1 {
		e = &syntax.Index{Span: r.at, X: x, At: []syntax.Expr{k.Use()}}
	}
	r.emit(&syntax.Let{Span: p.Span, Pat: []*syntax.Binding{p}, Exp: e})
}
