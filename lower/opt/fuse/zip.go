package fuse

import (
	"fmt"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// zip finds what a fold can go over, so that its function gets the elements that are read
// at its index.
type zip struct {
	r      *rewriting
	k      int          // the index
	rows   syntax.Expr  // how many there are
	outer  *poly.Env    // what is known outside the fold
	inside map[int]bool // the variables not known there
	views  []syntax.Stm
	xs     []syntax.Expr
	params []*syntax.Binding
	keys   map[string]*syntax.Binding // the parameter for what is read at certain indices
}

// over returns the statements without those that read at the index. The variables of those
// become parameters.
func (z *zip) over(stms []syntax.Stm) []syntax.Stm {
	syntax.Walk(&syntax.Body{Stms: stms}, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			z.inside[x.ID] = true
		}
		return true
	})
	var out []syntax.Stm
	for _, s := range stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			out = append(out, s)
			continue
		}
		if x := z.param(l); x != nil {
			z.r.by[l.Pat[0].ID] = x.Use()
			continue
		}
		e := rewrite.Inner(l.Exp, z.sometimes)
		out = append(out, &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: e, Doc: l.Doc})
	}
	return out
}

// sometimes rewrites a body that is evaluated in some rounds, or several times in one. If
// an array has as many rows as the fold has rounds, its row k is read from a parameter.
func (z *zip) sometimes(b *syntax.Body) *syntax.Body { return ofRows(b, z.row) }

// row returns the parameter for row k of the array that an expression reads there, or nil.
func (z *zip) row(l *syntax.Let) *syntax.Binding {
	x, at := reading(l.Exp)
	if x == nil || z.inside[x.ID] || at[0].Kind != syntax.IxFix || idOf(at[0].Off) != z.k {
		return nil
	}
	t := z.r.types.Of(x)
	if poly.Compare(z.outer.Of(z.rows), z.outer.Of(t.Dims[0])) != poly.Equal {
		return nil
	}
	return z.parameter(x, all(t.Dims, l.Span), l, t.Dims[1:])
}

// all returns the indices of a view of everything.
func all(dims []syntax.Expr, at diag.Span) []syntax.Ix {
	list := make([]syntax.Ix, len(dims))
	for d, n := range dims {
		list[d] = syntax.Ix{Span: at, Kind: syntax.IxRange, Off: lmad.Const(1), Size: n}
	}
	return list
}

// ofRows returns a body in which statements read a row, if there is one for them, instead
// of reading the array at the first index.
func ofRows(b *syntax.Body, row func(*syntax.Let) *syntax.Binding) *syntax.Body {
	by := map[int]syntax.Expr{}
	b = rewrite.Body(b, func(b *syntax.Body) *syntax.Body {
		out := &syntax.Body{Span: b.Span, Res: b.Res}
		for _, s := range b.Stms {
			l, ok := s.(*syntax.Let)
			if !ok {
				out.Stms = append(out.Stms, s)
				continue
			}
			p := row(l)
			if p == nil {
				out.Stms = append(out.Stms, s)
				continue
			}
			_, at := reading(l.Exp)
			if len(at) == 1 {
				by[l.Pat[0].ID] = p.Use()
				continue
			}
			var e syntax.Expr = &syntax.Slice{Span: l.Exp.GetSpan(), X: p.Use(), At: at[1:]}
			if ix, ok := l.Exp.(*syntax.Index); ok {
				e = &syntax.Index{Span: ix.Span, X: p.Use(), At: ix.At[1:]}
			}
			out.Stms = append(out.Stms, &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: e, Doc: l.Doc})
		}
		return out
	})
	return syntax.Subst(b, by)
}

// reading returns the array that an expression reads a part of, and where, or nil.
func reading(e syntax.Expr) (x *syntax.Var, at []syntax.Ix) {
	switch e := e.(type) {
	case *syntax.Index:
		for _, y := range e.At {
			at = append(at, syntax.Ix{Span: e.Span, Kind: syntax.IxFix, Off: y})
		}
		return e.X.(*syntax.Var), at
	case *syntax.Slice:
		return e.X.(*syntax.Var), e.At
	}
	return nil, nil
}

// param returns the parameter of the function for what a statement reads, or nil.
func (z *zip) param(l *syntax.Let) *syntax.Binding {
	x, at := reading(l.Exp)
	if x == nil || z.inside[x.ID] {
		return nil
	}
	view, ok := z.view(x, at)
	if !ok {
		return nil
	}
	var dims []syntax.Expr
	for d, ix := range at {
		if ix.Kind == syntax.IxRange {
			dims = append(dims, z.r.types.Of(x).Dims[d])
		}
	}
	return z.parameter(x, view, l, dims)
}

// parameter returns the parameter that is a row, of those sizes, of a view of x. All that
// read the same row share one. It has the name of the variable that the statement binds.
func (z *zip) parameter(x *syntax.Var, view []syntax.Ix, l *syntax.Let, dims []syntax.Expr) *syntax.Binding {
	key := z.key(x, view)
	if p := z.keys[key]; p != nil {
		return p
	}
	p := z.r.job.Supply.Again(l.Pat[0])
	p.Type = &syntax.Type{Span: l.Span, Elem: z.r.types.Of(x).Elem, Dims: dims}
	z.r.types.Bind(p)
	z.keys[key] = p
	z.params = append(z.params, p)
	z.xs = append(z.xs, z.array(x, view, p))
	return p
}

// key returns the same text for views of the same elements.
func (z *zip) key(x *syntax.Var, view []syntax.Ix) string {
	key := fmt.Sprint(x.ID)
	for _, ix := range view {
		for _, e := range []syntax.Expr{ix.Off, ix.Size, ix.Stride} {
			if key += ":"; e != nil {
				key += z.outer.Of(e).Key()
			}
		}
		key += ","
	}
	return key
}

// there adds an array that the fold already goes over. If it goes over an array twice, the
// array is added once.
func (z *zip) there(x syntax.Expr, p *syntax.Binding) {
	v := x.(*syntax.Var)
	key := z.key(v, all(z.r.types.Of(v).Dims, p.Span))
	if q := z.keys[key]; q != nil {
		z.r.by[p.ID] = q.Use()
		return
	}
	z.keys[key] = p
	z.xs, z.params = append(z.xs, x), append(z.params, p)
}

// view returns the indices of a view of x. Row k of the view is x[at]. One fixed index is a
// · k + b, for numbers a ≠ 0 and b that are known outside, and becomes the rows a + b, 2 ·
// a + b, …. The others do not mention k, and are in bounds even if there are no rows.
func (z *zip) view(x *syntax.Var, at []syntax.Ix) ([]syntax.Ix, bool) {
	dims := z.r.types.Of(x).Dims
	view := make([]syntax.Ix, len(at))
	found := false
	for d, ix := range at {
		if ix.Kind == syntax.IxFlat {
			return nil, false
		}
		view[d] = ix
		off := z.r.env.Of(ix.Off)
		if ix.Kind == syntax.IxRange {
			if !found || !z.full(ix, dims[d]) {
				return nil, false
			}
			continue
		}
		a, b, ok := linear(off, z.k)
		switch {
		case !ok || mentionsAny(b, z.inside):
			return nil, false
		case a == 0:
			if !z.inBounds(b, dims[d]) {
				return nil, false
			}
			view[d].Off = z.known(b)
		case found:
			return nil, false
		default:
			found = true
			view[d] = syntax.Ix{Span: ix.Span, Kind: syntax.IxRange, Off: z.known(b.Add(number(int(a)))), Size: z.rows}
			if a != 1 {
				view[d].Stride = lmad.Const(int(a))
			}
		}
	}
	return view, found
}

// full tells whether a range is a whole dimension.
func (z *zip) full(ix syntax.Ix, dim syntax.Expr) bool {
	one, ok := z.outer.Of(ix.Off).Const()
	return ok && one.Equal(num.Of(1)) && ix.Stride == nil && poly.Compare(z.outer.Of(ix.Size), z.outer.Of(dim)) == poly.Equal
}

// inBounds tells whether an index is in bounds whatever the program does.
func (z *zip) inBounds(p poly.Poly, dim syntax.Expr) bool {
	n := z.outer.Of(dim)
	if _, ok := p.Const(); ok {
		return p.Sub(number(1)).NoNegative() && n.Sub(p).NoNegative()
	}
	id, ok := p.Variable()
	return ok && z.r.isIndex(id) && n.Sub(z.r.place.bounds[id]).NoNegative()
}

// known returns an atom for a number that is known outside the fold.
func (z *zip) known(p poly.Poly) syntax.Expr {
	saved := z.r.out
	z.r.out = nil
	e := z.r.int(p.Expr())
	z.views = append(z.views, z.r.out...)
	z.r.out = saved
	return e
}

// array returns x itself, or its view with those indices. Its rows have the type of p.
func (z *zip) array(x *syntax.Var, view []syntax.Ix, p *syntax.Binding) syntax.Expr {
	t := z.r.types.Of(x)
	whole := true
	for d, ix := range view {
		whole = whole && ix.Kind == syntax.IxRange && z.full(ix, t.Dims[d])
	}
	if whole {
		return x
	}
	y := z.r.job.Supply.Binding(syntax.Base(x.Name)+"_part", &syntax.Type{Span: p.Span, Elem: t.Elem, Dims: append([]syntax.Expr{z.rows}, p.Type.Dims...)})
	y.Span = p.Span
	z.r.types.Bind(y)
	z.views = append(z.views, &syntax.Let{Span: p.Span, Pat: []*syntax.Binding{y}, Exp: &syntax.Slice{Span: p.Span, X: x, At: view}})
	return y.Use()
}

// linear reads p as a · k + b, where b does not mention k.
func linear(p poly.Poly, k int) (a int64, b poly.Poly, ok bool) {
	rest := p
	for _, t := range p.Terms() {
		if !t.Mono.Has(k) {
			continue
		}
		if a, ok = t.Coef.Int64(); !ok || t.Mono.Degree() != 1 {
			return 0, b, false
		}
		rest = rest.Sub(t.Poly())
	}
	return a, rest, !mentionsAny(rest, map[int]bool{k: true})
}

// mentionsAny tells whether a polynomial mentions one of some variables.
func mentionsAny(p poly.Poly, ids map[int]bool) bool {
	found := false
	p.EachVar(func(id int) { found = found || ids[id] })
	return found
}
