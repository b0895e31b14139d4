package fuse

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// interchange turns a reduce whose function is a kernel over the elements of its
// accumulators into a kernel of reduces:
//
//	reduce (\a x -> kernel j <= m do e(a[j], x[j])) ne xs
//	  ⟶  kernel j <= m do reduce (\a' x' -> e(a', x')) ne[j] xs[:, j]
//
// Each element is the same left fold as before, and no row is made in each round.
func (f *fuser) interchange(b *syntax.Body, k int, at place) (*syntax.Body, bool) {
	l := b.Stms[k].(*syntax.Let)
	fold := syntax.FoldOf(l.Exp)
	if fold == nil || fold.Name != "reduce" {
		return nil, false
	}
	c := f.columns(fold, at.env)
	if c == nil {
		return nil, false
	}
	row := c.kernel(l)
	count := &cost{at.env, f.types}
	n, _ := f.rounds(l.Exp)
	if more(count.stms([]syntax.Stm{row}), count.stms([]syntax.Stm{l}), count.count([]syntax.Expr{n, c.inner.Index[0].N}), f.extra) {
		f.refuse(rewrite.Refuse(l.Pat[0], "stays a reduce of rows: what its function does before the kernel would be done for each element").Because(l.Span, "it is this one"))
		return nil, false
	}
	f.job.Did(l.Pat[0], "a kernel of reduces, and no reduce of rows: no row is made in each round")
	out := &syntax.Body{Span: b.Span, Stms: slices.Clone(b.Stms), Res: b.Res}
	out.Stms[k] = row
	return out, true
}

// columns is a reduce whose function ends in a kernel over the elements of the accumulators
// and rows.
type columns struct {
	f     *fuser
	fold  *syntax.Fold
	inner *syntax.Kernel
	first []syntax.Stm            // before the kernel
	parts map[int]*syntax.Binding // the element of each accumulator, or of each element that is an array
}

// columns takes a reduce apart, or returns nil if it cannot. Each accumulator, and each
// element that is an array, must be used only in the kernel and at its index, and have as
// many rows as the kernel has iterations.
func (f *fuser) columns(fold *syntax.Fold, env *poly.Env) *columns {
	body := fold.Lambda().Body
	if len(body.Stms) == 0 {
		return nil
	}
	last, ok := body.Stms[len(body.Stms)-1].(*syntax.Let)
	if !ok || len(last.Pat) != len(body.Res) {
		return nil
	}
	inner, ok := last.Exp.(*syntax.Kernel)
	if !ok {
		return nil
	}
	for k, x := range body.Res {
		if idOf(x) != last.Pat[k].ID {
			return nil
		}
	}
	c := &columns{f, fold, inner, body.Stms[:len(body.Stms)-1], map[int]*syntax.Binding{}}
	m := env.Of(inner.Index[0].N)
	for _, p := range fold.Lambda().Params {
		if !p.Type.IsArray() {
			continue
		}
		if poly.Compare(env.Of(p.Type.Dims[0]), m) != poly.Equal {
			return nil
		}
		part := f.job.Supply.Again(p)
		part.Type = &syntax.Type{Span: p.Span, Elem: p.Type.Elem, Dims: p.Type.Dims[1:]}
		f.types.Bind(part)
		c.parts[p.ID] = part
	}
	if len(c.parts) == 0 || !c.apart() {
		return nil
	}
	return c
}

// apart tells whether each use of the arrays among the parameters is at the index of the
// kernel.
func (c *columns) apart() bool {
	uses, taken := 0, 0
	syntax.Walk(c.fold.Lambda().Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			if c.parts[n.ID] != nil {
				uses++
			}
		case *syntax.Let:
			if c.taken(n) != nil {
				taken++
			}
		}
		return true
	})
	return uses == taken
}

// taken returns the array that a statement reads a part of, at the index of the kernel.
func (c *columns) taken(l *syntax.Let) *syntax.Binding {
	x, at := reading(l.Exp)
	if x == nil || at[0].Kind != syntax.IxFix || idOf(at[0].Off) != c.inner.Index[0].X.ID {
		return nil
	}
	return c.parts[x.ID]
}

// kernel returns the kernel of reduces.
func (c *columns) kernel(l *syntax.Let) *syntax.Let {
	body := &syntax.Body{Span: c.inner.Body.Span, Stms: slices.Concat(c.first, c.inner.Body.Stms), Res: c.inner.Body.Res}
	body = ofRows(body, c.taken)
	j := c.inner.Index[0]
	out := &syntax.Body{Span: l.Span}
	fold := &syntax.Fold{Span: c.fold.Span, Name: c.fold.Name, Xs: slices.Clone(c.fold.Xs)}
	_, accs, elems, _ := c.fold.Params()
	lambda := &syntax.Lambda{Span: c.fold.Lambda().Span, Body: body, Mapped: c.fold.Lambda().Mapped}
	for k, a := range accs {
		ne := c.f.job.Supply.Binding(syntax.Base(a.Name)+"_first", c.parts[a.ID].Type)
		ne.Span = a.Span
		out.Stms = append(out.Stms, c.f.part(ne, c.fold.Ne[k].(*syntax.Var), 0, j.X))
		fold.Ne = append(fold.Ne, ne.Use())
		lambda.Params = append(lambda.Params, c.parts[a.ID])
	}
	for k, x := range elems {
		p := c.parts[x.ID]
		if p == nil {
			lambda.Params = append(lambda.Params, x)
			continue
		}
		xs := c.fold.Xs[k].(*syntax.Var)
		t := c.f.types.Of(xs)
		column := c.f.job.Supply.Binding(syntax.Base(xs.Name)+"_part", &syntax.Type{Span: x.Span, Elem: t.Elem, Dims: slices.Delete(slices.Clone(t.Dims), 1, 2)})
		column.Span = x.Span
		out.Stms = append(out.Stms, c.f.part(column, xs, 1, j.X))
		fold.Xs[k] = column.Use()
		lambda.Params = append(lambda.Params, p)
	}
	fold.Fn = lambda
	var pat []*syntax.Binding
	for _, z := range l.Pat {
		r := c.f.job.Supply.Binding(syntax.Base(z.Name)+"_row", &syntax.Type{Span: z.Span, Elem: z.Type.Elem, Dims: z.Type.Dims[1:]})
		r.Span = z.Span
		pat, out.Res = append(pat, r), append(out.Res, r.Use())
	}
	c.f.types.Bind(pat...)
	out.Stms = append(out.Stms, &syntax.Let{Span: l.Span, Pat: pat, Exp: fold.Expr()})
	return &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: &syntax.Kernel{Span: c.inner.Span, Index: c.inner.Index, Body: out}, Doc: l.Doc}
}

// part binds x with dimension d fixed at j: a number, or a view.
func (f *fuser) part(p *syntax.Binding, x *syntax.Var, d int, j *syntax.Binding) *syntax.Let {
	f.types.Bind(p)
	var e syntax.Expr
	if dims := f.types.Of(x).Dims; len(dims) == 1 {
		e = &syntax.Index{Span: p.Span, X: x, At: []syntax.Expr{j.Use()}}
	} else {
		at := all(dims, p.Span)
		at[d] = syntax.Ix{Span: p.Span, Kind: syntax.IxFix, Off: j.Use()}
		e = &syntax.Slice{Span: p.Span, X: x, At: at}
	}
	return &syntax.Let{Span: p.Span, Pat: []*syntax.Binding{p}, Exp: e}
}
