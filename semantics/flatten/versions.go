package flatten

import "funmem/semantics/syntax"

// These write the statements of a body that changes arrays in place, one after the other. Where the body has a version of an array,
// they have a version of the data in which it lies.

// version is the data of a version of an array.
func (r *row) version(x syntax.Expr) *flat {
	return r.flat[r.l.settled(x).(*syntax.Var).ID]
}

// stepsOf does the statements of a body.
func (r *row) stepsOf(stms []syntax.Stm) {
	for _, s := range stms {
		switch s := s.(type) {
		case *syntax.Check:
			r.stms = append(r.stms, r.check(s))
		case *syntax.Let:
			r.stepOf(s)
		}
	}
}

func (r *row) stepOf(s *syntax.Let) {
	if !r.chains.any(s.Pat) {
		r.define(s)
		return
	}
	switch e := s.Exp.(type) {
	case *syntax.With:
		r.flat[s.Pat[0].ID] = r.change(s, e)
	case *syntax.If:
		r.innerIf(s, e)
	case *syntax.Loop:
		before := make([]*flat, len(e.Params))
		for k, x := range e.Params {
			if r.chains.has(x) {
				before[k] = r.version(e.Init[k])
			}
		}
		for k, x := range r.innerLoop(s.Pat, e, before) {
			if before[k] != nil {
				r.flat[s.Pat[k].ID] = before[k].with(x)
			}
		}
	}
}

// with is the array in another version of the data.
func (f *flat) with(data syntax.Expr) *flat {
	c := *f
	c.data = data
	return &c
}

// change is x with [at, …] = v: the data with that part changed. It is found out that the part is within x.
func (r *row) change(s *syntax.Let, e *syntax.With) *flat {
	r.rest(syntax.FreeVars(s))
	f, v := r.version(e.X), r.l.variable(e.X)
	ix := r.ixs(e.At)
	switch {
	case f.row != nil:
		ix = append([]syntax.Ix{fixed(f.row)}, ix...)
	case areFixed(e.At[:f.lead]):
		ix = append([]syntax.Ix{fixed(r.place(s, f, v, e.At[:f.lead]))}, ix[f.lead:]...)
	default:
		b := &syntax.Body{}
		r.l.probe(b, s.Span, e.X, e.At, f.lead)
		for _, p := range b.Stms {
			r.l.foresee(r.c, p)
			r.define(p.(*syntax.Let))
		}
		ix = append([]syntax.Ix{r.span(f, v, ix[:f.lead])}, ix[f.lead:]...)
	}
	return f.with(r.let(s.Pat[0].Name, f.t, &syntax.With{Span: e.Span, X: f.data, At: ix, V: r.get(e.V)}))
}

// areFixed tells whether all indices fix their dimensions.
func areFixed(ix []syntax.Ix) bool {
	for _, i := range ix {
		if i.Kind != syntax.IxFix {
			return false
		}
	}
	return true
}

// span is the part of the data that some first indices of an array leave.
func (r *row) span(f *flat, v *variable, ix []syntax.Ix) syntax.Ix {
	if len(ix) == 1 && ix[0].Kind == syntax.IxRange {
		return syntax.Ix{Kind: syntax.IxRange, Off: r.int("from", plus(f.base, minus(ix[0].Off, constant(1)))), Size: ix[0].Size, Stride: ix[0].Stride}
	}
	flat := syntax.Ix{Kind: syntax.IxFlat}
	off := minus(f.base, constant(1))
	for k, i := range ix {
		step := r.int("step", product(r.all(v.b.Type.Dims[k+1:f.lead])))
		dim := func(size, stride syntax.Expr) {
			flat.Dims = append(flat.Dims, syntax.LMADDim{Size: size, Stride: r.int("stride", times(stride, step))})
		}
		switch i.Kind {
		case syntax.IxFix:
			off = plus(off, times(minus(i.Off, constant(1)), step))
		case syntax.IxRange:
			off = plus(off, times(minus(i.Off, constant(1)), step))
			if i.Stride == nil {
				i.Stride = constant(1)
			}
			dim(i.Size, i.Stride)
		case syntax.IxFlat:
			off = plus(off, times(i.Off, step))
			for _, d := range i.Dims {
				dim(d.Size, d.Stride)
			}
		}
	}
	flat.Off = r.int("from", off)
	return flat
}

// innerIf does an if. A branch finds itself what it alone needs. What the if gives may be versions of arrays.
func (r *row) innerIf(s *syntax.Let, e *syntax.If) {
	r.rest(syntax.FreeVars(s))
	cond := r.get(e.Cond)
	r.sizes(s.Pat)
	then, els := r.inner(), r.inner()
	then.stepsOf(e.Then.Stms)
	els.stepsOf(e.Else.Stms)
	out := &syntax.If{Span: e.Span, Cond: cond, Then: &syntax.Body{Span: e.Then.Span}, Else: &syntax.Body{Span: e.Else.Span}}
	var pat []*syntax.Binding
	for k, z := range s.Pat {
		if !r.chains.has(z) {
			pat = append(pat, r.like(z))
			out.Then.Res, out.Else.Res = append(out.Then.Res, then.get(e.Then.Res[k])), append(out.Else.Res, els.get(e.Else.Res[k]))
			r.known[z.ID] = pat[k].Use()
			continue
		}
		f := then.version(e.Then.Res[k])
		x := r.l.like(z, f.t)
		pat = append(pat, x)
		out.Then.Res, out.Else.Res = append(out.Then.Res, f.data), append(out.Else.Res, els.version(e.Else.Res[k]).data)
		r.flat[z.ID] = f.with(x.Use())
	}
	out.Then.Stms, out.Else.Stms = then.stms, els.stms
	r.stms = append(r.stms, &syntax.Let{Span: s.Span, Pat: pat, Exp: out})
}

// sizes gets the sizes in the types of a pattern which the pattern does not bind, so that bodies agree on them.
func (r *row) sizes(pat []*syntax.Binding) {
	own := map[int]bool{}
	for _, z := range pat {
		own[z.ID] = true
	}
	for _, z := range pat {
		for _, x := range free(z.Type.Dims) {
			if !own[x.ID] {
				r.get(x)
			}
		}
	}
}

// like is a binder like z, for this row. Sizes in its type may be binders before it.
func (r *row) like(z *syntax.Binding) *syntax.Binding {
	c := r.l.Supply.Again(z)
	t := &syntax.Type{Elem: z.Type.Elem}
	for _, d := range z.Type.Dims {
		t.Dims = append(t.Dims, r.get(d))
	}
	c.Type = t
	return c
}

// innerLoop does a loop that carries versions of arrays, those that are not nil. It returns what the loop gives: data, for versions.
func (r *row) innerLoop(pat []*syntax.Binding, e *syntax.Loop, versions []*flat) []syntax.Expr {
	r.rest(syntax.FreeVars(e))
	r.prepare(e)
	out := &syntax.Loop{Span: e.Span, RoundsOf: e.RoundsOf}
	in := r.inner()
	var zs []*syntax.Binding
	for k, x := range e.Params {
		if f := versions[k]; f != nil {
			p := r.l.like(x, f.t)
			in.flat[x.ID] = f.with(p.Use())
			out.Params, out.Init = append(out.Params, p), append(out.Init, f.data)
			zs = append(zs, r.l.like(pat[k], f.t))
			continue
		}
		p, z := in.like(x), r.like(pat[k])
		in.known[x.ID], r.known[pat[k].ID] = p.Use(), z.Use()
		out.Params, out.Init = append(out.Params, p), append(out.Init, r.get(e.Init[k]))
		zs = append(zs, z)
	}
	in.rounds(e, out)
	in.stepsOf(e.Body.Stms)
	out.Body = &syntax.Body{Span: e.Body.Span, Stms: in.stms}
	for k, x := range e.Body.Res {
		if versions[k] != nil {
			out.Body.Res = append(out.Body.Res, in.version(x).data)
		} else {
			out.Body.Res = append(out.Body.Res, in.get(x))
		}
	}
	out.Body.Stms = in.stms
	r.stms = append(r.stms, &syntax.Let{Span: e.Span, Pat: zs, Exp: out})
	return uses(zs)
}

// prepare gets, before a loop, what the loop needs of the variables around it: numbers, and arrays that it does not only read
// elements of.
func (r *row) prepare(e *syntax.Loop) {
	for _, x := range syntax.FreeVars(e) {
		if v := r.l.variable(x); v == nil || r.flat[v.b.ID] == nil {
			r.get(x)
		}
	}
}

// rounds gives a loop its index or its condition. The row is its body.
func (r *row) rounds(e, out *syntax.Loop) {
	if e.For != nil {
		i := r.l.Supply.Again(e.For.X)
		out.For = &syntax.Bound{X: i, N: r.get(e.For.N)}
		r.known[e.For.X.ID] = i.Use()
		return
	}
	cond := r.inner()
	cond.stepsOf(e.While.Stms)
	res := cond.get(e.While.Res[0])
	out.While = &syntax.Body{Span: e.While.Span, Stms: cond.stms, Res: []syntax.Expr{res}}
}
