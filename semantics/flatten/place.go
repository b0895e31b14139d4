package flatten

import "funmem/semantics/syntax"

// place says how an iteration finds the value of a variable.
type place interface {
	get(r *row, v *variable) syntax.Expr
}

// iteration is the place of the number of the iteration itself.
type iteration struct{}

func (iteration) get(r *row, v *variable) syntax.Expr { return r.iteration(v.in) }

// index is the place of the index of an inner kernel: the position within the row.
type index struct{}

func (index) get(r *row, v *variable) syntax.Expr {
	return v.in.layout.position(r, v.in, v.b.Name)
}

// alias is the place of another name.
type alias struct{ x syntax.Expr }

func (a alias) get(r *row, v *variable) syntax.Expr { return r.get(a.x) }

// repeated is the place of what a statement gives that is done again where it is needed.
type repeated struct{ s *step }

func (p repeated) get(r *row, v *variable) syntax.Expr {
	r.run(p.s)
	return r.known[v.b.ID]
}

// stored is the place of what an array has for each iteration.
type stored struct{ array *syntax.Binding }

func (p stored) get(r *row, v *variable) syntax.Expr {
	dims := r.all(r.l.typeOf(v.b.Use()).Dims)
	ix := append([]syntax.Ix{fixed(r.iteration(v.in))}, whole(dims)...)
	return r.named(v, dims, part(r.at, p.array.Use(), ix))
}

// named adds the value of a variable, under its name. dims are the sizes here.
func (r *row) named(v *variable, dims []syntax.Expr, e syntax.Expr) syntax.Expr {
	z := r.l.Supply.Again(v.b)
	z.Type = arrayType(r.l.typeOf(v.b.Use()).Elem, dims...)
	r.stms = append(r.stms, &syntax.Let{Span: r.at, Pat: []*syntax.Binding{z}, Exp: e})
	return z.Use()
}

// segments is the place of an array with a size that differs. Its first sizes, lead of them, are one in data; data has the
// others as they are, known outside.
type segments struct {
	offsets *syntax.Binding // [n]int, for the iterations of the context of the variable
	data    *syntax.Binding
	lead    int
	layout  *layout // the rows lie as it says; nil: somehow
}

func (p segments) get(r *row, v *variable) syntax.Expr { return p.flat(r, v).view(r, v) }

// flat is the array in the row.
func (p segments) flat(r *row, v *variable) *flat {
	return &flat{data: p.data.Use(), base: r.offset(v.in, p.offsets), lead: p.lead, t: p.data.Type}
}

// offset is the offset of the row's iteration of a context. It is read once.
func (r *row) offset(c *context, offsets *syntax.Binding) syntax.Expr {
	if o, ok := r.known[offsets.ID]; ok {
		return o
	}
	o := r.element("offset", offsets, r.iteration(c))
	r.known[offsets.ID] = o
	return o
}

// flat is an array within a row, as a part of flat data: its first element is at base, from 1. Its first sizes, lead of
// them, are one in data.
type flat struct {
	data, base syntax.Expr
	lead       int
	t          *syntax.Type // of the data
	row        syntax.Expr  // instead of base, for an array that is a row of data
}

// view adds the array itself.
func (f *flat) view(r *row, v *variable) syntax.Expr {
	dims := r.all(v.b.Type.Dims)
	if f.row != nil {
		return r.named(v, dims, part(r.at, f.data, append([]syntax.Ix{fixed(f.row)}, whole(dims)...)))
	}
	rest := dims[f.lead:]
	size := r.int("size", product(dims[:f.lead]))
	ix := append([]syntax.Ix{{Kind: syntax.IxRange, Off: f.base, Size: size}}, whole(rest)...)
	s := &syntax.Slice{Span: r.at, X: f.data, At: ix}
	if f.lead == 1 {
		return r.named(v, dims, s)
	}
	x := r.let(v.b.Name, arrayType(v.b.Type.Elem, append([]syntax.Expr{size}, rest...)...), s)
	return r.named(v, dims, &syntax.Reshape{Span: r.at, Dims: dims, X: x})
}
