package dps

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/shape"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// destination says where a function makes a result.
type destination struct {
	k     int         // the number of the result
	parts []int       // the numbers of the results that are its block, its offset and its strides: they become parameters
	sizes []poly.Poly // by the shape function
}

// results finds the results of a function that get a destination: those that may lie in a block that the function makes.
func (t *translator) results(d *syntax.Def) (list []*destination) {
	given := map[*alias.Origin]bool{alias.Elsewhere: true}
	for _, x := range d.Params {
		for o := range t.aliases.Of(x.ID) {
			given[o] = true
		}
	}
	for k, z := range d.Ret {
		if !z.Type.IsArray() {
			continue
		}
		parts, ok := support(d.Ret, k)
		if parts == nil {
			continue // it lies where a parameter says
		}
		fresh := false
		for o := range t.aliases.OfExpr(d.Body.Res[parts[0]]) {
			fresh = fresh || !given[o] && o.IsIn(d)
		}
		if !fresh {
			continue // it is a part of an argument
		}
		if !ok {
			t.Refused(called(d, k), "no destination: it lies at %s, which is said in another way than by an offset and strides of its own", syntax.Line(z.Type.Mem.L))
			continue
		}
		sizes, refused := t.shapes[d.Name].Result(k)
		if refused != nil {
			t.refused(called(d, k), "no destination: ", refused[0])
			continue
		}
		list = append(list, &destination{k, parts, sizes})
	}
	return list
}

// called is what notes call a result of a function.
func called(d *syntax.Def, k int) *syntax.Binding {
	x := *d.Ret[k]
	x.Span, x.Name, x.Text = d.NameAt, d.Written(), ""
	return &x
}

// refused notes that something has no shape function.
func (t *translator) refused(x *syntax.Binding, what string, d *shape.Data) {
	size := d.Of
	if size == "" {
		size = "its size"
	}
	n := t.Refused(x, "%s%s is %s [%s]", what, size, d.Why, d.Rule)
	n.Because(d.At, "here")
	n.Reasons = append(n.Reasons, d.In...)
}

// support are the numbers of the binders that say where array k of a pattern lies: its block, and what of its offset and strides is bound
// there. It is not ok if the pattern binds no block for it, if another array or size needs one of them, or if the array could not be in row-major order.
func support(pat []*syntax.Binding, k int) (parts []int, ok bool) {
	m := pat[k].Type.Mem
	take := func(e syntax.Expr) bool {
		v, is := e.(*syntax.Var)
		j := slices.IndexFunc(pat, func(x *syntax.Binding) bool { return is && x.ID == v.ID })
		if j >= 0 && !slices.Contains(parts, j) {
			parts = append(parts, j)
		}
		return j >= 0
	}
	if !take(m.Block) {
		return nil, false
	}
	take(m.L.Offset)
	for _, dim := range m.L.Dims {
		take(dim.Stride)
	}
	for j, x := range pat {
		if j == k {
			for _, n := range x.Type.Dims {
				if mentions(n, pat, parts) {
					return parts, false
				}
			}
		} else if x.Type.IsArray() && mentions(x.Type, pat, parts) {
			return parts, false
		}
	}
	at := lmad.RowMajor(pat[k].Type.Dims)
	by := map[int]syntax.Expr{}
	for _, j := range parts[1:] {
		by[pat[j].ID] = part(m.L, at, pat[j].ID)
	}
	return parts, lmad.Equal(&poly.Env{}, syntax.Subst(m.L, by), at)
}

// mentions tells whether something mentions one of some binders of a pattern.
func mentions(n syntax.Node, pat []*syntax.Binding, which []int) bool {
	return slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool {
		return slices.ContainsFunc(which, func(j int) bool { return pat[j].ID == v.ID })
	})
}

// abs is D-Abs and D-VarVector: the places of results become parameters, and what the body gives is copied there.
func (t *translator) abs(d *syntax.Def, body *syntax.Body) *syntax.Def {
	out := *d
	out.Body = body
	if len(t.to[d.Name]) == 0 {
		return &out
	}
	var params []*syntax.Binding
	gone := map[int]bool{}
	b := &syntax.Body{Span: body.Span, Stms: slices.Clone(body.Stms), Res: slices.Clone(body.Res)}
	for _, to := range t.to[d.Name] {
		for _, j := range to.parts {
			x := *d.Ret[j]
			x.Unique = j == to.parts[0]
			params, gone[j] = append(params, &x), true
		}
		z := d.Ret[to.k]
		s := t.copied(z, b.Res[to.k], z.Type.Mem)
		b.Stms, b.Res[to.k] = append(b.Stms, s), s.Pat[0].Use()
		t.Did(called(d, to.k), "its destination is a parameter, block `%s`", params[len(params)-len(to.parts)].Name)
	}
	b.Res = without(b.Res, gone)
	out.Params, out.Ret, out.Body = append(params, d.Params...), without(d.Ret, gone), b
	return &out
}

// copied copies an array to a place. The copy has the name of z.
func (t *translator) copied(z *syntax.Binding, x syntax.Expr, at *syntax.MemAnn) *syntax.Let {
	v := x.(*syntax.Var)
	is := t.types.Of(v)
	t.made[v.ID] = true
	name := z
	if z.Name == "" {
		name = &syntax.Binding{Name: v.Name + "_out"}
	}
	y := t.Supply.Again(name)
	y.Span = v.Span
	l := lmad.Resized(at.L, is.Dims)
	if at.L.RowMajor {
		l = lmad.RowMajor(is.Dims) // it stays so, although nothing here shows that the sizes are equal
	}
	y.Type = &syntax.Type{Span: is.Span, Elem: is.Elem, Dims: is.Dims, Mem: &syntax.MemAnn{Block: at.Block, L: l}}
	return &syntax.Let{Span: v.Span, Pat: []*syntax.Binding{y}, Exp: &syntax.Copy{Span: v.Span, X: v}}
}

// without is a list without the elements of some numbers.
func without[T any](list []T, gone map[int]bool) (left []T) {
	for k, x := range list {
		if !gone[k] {
			left = append(left, x)
		}
	}
	return left
}

// app is D-App, with the alloc of D-Let: the caller allocates the destinations that a function needs.
func (t *translator) app(let *syntax.Let, e *syntax.Call) []syntax.Stm {
	f := t.shapes[e.Fn]
	if len(t.to[e.Fn]) == 0 {
		return []syntax.Stm{let}
	}
	by := t.arguments(f.Def, e)
	var stms []syntax.Stm
	var args []syntax.Expr
	gone := map[int]bool{}
	for _, to := range t.to[e.Fn] {
		s, parts := t.allocated(let, to.parts, let.Pat[to.k], exprs(to.sizes, by))
		stms, args = append(stms, s...), append(args, parts...)
		for _, j := range to.parts {
			gone[j] = true
		}
	}
	call := &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: append(args, e.Args...)}
	return append(stms, &syntax.Let{Span: let.Span, Pat: without(let.Pat, gone), Exp: call, Doc: let.Doc})
}

// arguments are what a call gives for the ints of a function, and for its sizes.
func (t *translator) arguments(d *syntax.Def, e *syntax.Call) map[int]syntax.Expr {
	by := map[int]syntax.Expr{}
	for k, x := range d.Params {
		if x.Type.IsInt() {
			by[x.ID] = e.Args[k]
		}
	}
	for _, n := range d.Sizes {
		if k, dim, ok := d.FixedBy(n); ok {
			by[n.ID] = t.types.Of(e.Args[k]).Dims[dim]
		}
	}
	return by
}

// allocated allocates a block for an array z of a pattern with the given sizes, in row-major order. It returns what stands for
// the binders that say where it lies: they are bound before the statement, or known.
func (t *translator) allocated(let *syntax.Let, parts []int, z *syntax.Binding, sizes []syntax.Expr) (stms []syntax.Stm, atoms []syntax.Expr) {
	at := lmad.RowMajor(sizes)
	for n, j := range parts {
		x := let.Pat[j]
		if n == 0 {
			stms = append(stms, &syntax.Let{Span: let.Span, Pat: []*syntax.Binding{x}, Exp: &syntax.Alloc{Span: let.Span, N: lmad.Count(sizes)}})
			atoms = append(atoms, x.Use())
			continue
		}
		e := lmad.Simplify(part(z.Type.Mem.L, at, x.ID))
		switch e.(type) {
		case *syntax.IntLit, *syntax.Var:
			t.is[x.ID] = e
			atoms = append(atoms, e)
		default:
			stms = append(stms, &syntax.Let{Span: let.Span, Pat: []*syntax.Binding{x}, Exp: e})
			atoms = append(atoms, x.Use())
		}
	}
	return stms, atoms
}

// part is the offset or stride of an LMAD that a variable stands for in another one.
func part(in, at *syntax.LMAD, id int) syntax.Expr {
	if v, ok := in.Offset.(*syntax.Var); ok && v.ID == id {
		return at.Offset
	}
	for k, dim := range in.Dims {
		if v, ok := dim.Stride.(*syntax.Var); ok && v.ID == id {
			return at.Dims[k].Stride
		}
	}
	panic("dps: no part of the LMAD")
}
