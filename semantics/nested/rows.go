package nested

import (
	"maps"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/flatten"
	"funmem/semantics/syntax"
)

// rows lifts a kernel that gives an irregular array.
func (f *Flattener) rows(s *syntax.Let, e *syntax.Kernel) []syntax.Stm {
	in := &syntax.Kernel{Span: e.Span, Index: e.Index, Body: &syntax.Body{Span: e.Body.Span, Stms: f.innerBody(&syntax.Body{Stms: e.Body.Stms}).Stms}}
	var rows []flatten.Row
	for k, x := range e.Body.Res {
		row := flatten.Row{Z: s.Pat[k], Parts: []syntax.Expr{x}}
		if a := f.of(x); a != nil {
			row.Parts = a.Parts()[len(a.Levels):]
		}
		rows = append(rows, row)
		in.Body.Res = append(in.Body.Res, row.Parts...)
	}
	job := &flatten.Job{Supply: f.sup, Type: func(id int) *syntax.Type { return f.typeOf(&syntax.Var{ID: id}) }, Def: f.inlined, Until: f.until,
		Matrix: !f.inner && !Needed(e.Body, f.until) && f.loops(e.Body)}
	stms, parts, err := job.Kernel(s.Span, in, rows)
	if err != nil {
		panic(failed{err.(*diag.Diagnostic)})
	}
	out := stms
	b := builder{f.sup, s.Span, &out}
	for k, z := range s.Pat {
		if z.Type.IsIrregular() {
			f.arrays[z.ID] = arrayOf(parts[k])
		} else if x := parts[k][0]; x.ID != z.ID {
			b.bind(z, &syntax.Slice{Span: s.Span, X: x.Use(), At: whole(nil, x.Type)})
		}
	}
	return out
}

// loops tells whether a body has a loop, or calls a function that has one.
func (f *Flattener) loops(b *syntax.Body) bool {
	has := func(n syntax.Node) (found bool) {
		syntax.WalkUntil(f.until, n, func(n syntax.Node) bool {
			_, is := n.(*syntax.Loop)
			found = found || is
			return !found
		})
		return found
	}
	return has(b) || slices.ContainsFunc(syntax.Reached(b, f.nested, f.until), func(d *syntax.Def) bool { return has(d) })
}

// inlined is a function in core, as it is lifted with the kernels that call it: the rows of its own kernels are made in one way alone.
func (f *Flattener) inlined(name string) *syntax.Def {
	d := f.nested(name)
	if d == f.core(name) {
		return d
	}
	in := New(f.sup, f.core, f.nested, f.lookup, maps.Clone(f.arrays), f.until)
	in.inner = true
	in.Bind(d)
	return in.Def(d)
}

// arrayOf is the irregular array of its descriptors and data.
func arrayOf(parts []*syntax.Binding) *Array {
	a := &Array{Data: parts[len(parts)-1]}
	for k := 0; k+1 < len(parts); k += 2 {
		a.Levels = append(a.Levels, Level{parts[k], parts[k+1]})
	}
	return a
}

// flatten makes core of let y = flatten x: the rows of a copy of x lie one after the other.
func (f *Flattener) flatten(s *syntax.Let, e *syntax.Flatten) []syntax.Stm {
	a := f.of(e.X)
	var out []syntax.Stm
	b := builder{f.sup, s.Span, &out}
	first := a.Levels[0]
	y := s.Pat[len(s.Pat)-1]
	if len(s.Pat) == 1 { // there are several sizes before the first irregular one
		reshaped := func(suffix string, x *syntax.Binding) *syntax.Binding {
			t := &syntax.Type{Dims: append(y.Type.Dims[:1:1], x.Type.Dims[2:]...)}
			return b.let(syntax.Base(y.Name)+suffix, t, &syntax.Reshape{Span: s.Span, Dims: t.Dims, X: x.Use()})
		}
		f.arrays[y.ID] = &Array{append([]Level{{reshaped("_sizes", first.Sizes), reshaped("_offsets", first.Offsets)}}, a.Levels[1:]...), a.Data}
		return out
	}
	return f.joinedRows(s, a)
}

// joinedRows are the rows of x, one after the other: those of elements, or the descriptors of the rows of rows.
func (f *Flattener) joinedRows(s *syntax.Let, a *Array) (out []syntax.Stm) {
	b := builder{f.sup, s.Span, &out}
	size, y := s.Pat[0], s.Pat[1]
	name := syntax.Base(y.Name)
	gathered := func(suffix string, x *syntax.Binding) *syntax.Binding {
		i := f.sup.Binding("i", nil)
		body := &syntax.Body{Span: s.Span}
		in := builder{f.sup, s.Span, &body.Stms}
		n := in.let("size", &syntax.Type{}, &syntax.Index{Span: s.Span, X: a.Levels[0].Sizes.Use(), At: []syntax.Expr{i.Use()}})
		o := in.let("offset", &syntax.Type{}, &syntax.Index{Span: s.Span, X: a.Levels[0].Offsets.Use(), At: []syntax.Expr{i.Use()}})
		t := &syntax.Type{Elem: x.Type.Elem, Dims: append([]syntax.Expr{n.Use()}, x.Type.Dims[1:]...)}
		view := in.let("row", t, &syntax.Slice{Span: s.Span, X: x.Use(), At: whole([]syntax.Ix{{Kind: syntax.IxRange, Off: o.Use(), Size: n.Use()}}, x.Type)})
		row := in.let("row", t, &syntax.Copy{Span: s.Span, X: view.Use()})
		body.Res = []syntax.Expr{row.Use()}
		f.Bind(body)
		z := f.sup.Binding(name+suffix, &syntax.Type{Span: s.Span, Elem: x.Type.Elem, Dims: append([]syntax.Expr{a.Levels[0].Sizes.Type.Dims[0], &syntax.Irregular{}}, x.Type.Dims[1:]...)})
		all := &syntax.Let{Span: s.Span, Pat: []*syntax.Binding{z}, Exp: &syntax.Kernel{Span: s.Span, Index: []syntax.Bound{{X: i, N: z.Type.Dims[0]}}, Body: body}}
		out = append(out, f.rows(all, all.Exp.(*syntax.Kernel))...)
		return f.arrays[z.ID].Data
	}
	all := []syntax.Ix{{Kind: syntax.IxRange, Off: one(), Size: size.Use()}}
	if len(a.Levels) == 1 {
		data := gathered("", a.Data)
		b.bind(size, data.Type.Dims[0])
		b.bind(y, &syntax.Slice{Span: s.Span, X: data.Use(), At: whole(all, data.Type)})
		return out
	}
	sizes, offsets := gathered("_sizes", a.Levels[1].Sizes), gathered("_offsets", a.Levels[1].Offsets)
	b.bind(size, sizes.Type.Dims[0])
	part := func(suffix string, x *syntax.Binding) *syntax.Binding { // both are of one size, which has one name
		return b.part(y, suffix, x, whole(all, x.Type))
	}
	f.arrays[y.ID] = &Array{append([]Level{{part("_sizes", sizes), part("_offsets", offsets)}}, a.Levels[2:]...), a.Data}
	return out
}
