package flatten

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// literal makes core of let x = [row, …] with rows that may differ in size: they stand one after the other.
func (f *Flattener) literal(s *syntax.Let, e *syntax.Literal) (out []syntax.Stm) {
	b := builder{f.sup, s.Span, &out}
	x := s.Pat[0]
	name := syntax.Base(x.Name)
	a := &Array{}
	dims := x.Type.Dims
	rows := make([]*Array, len(e.Elems))
	sizes := make([]syntax.Expr, len(e.Elems))
	shape := []syntax.Expr{dims[0]}
	if !isIrregular(dims[1]) { // rows of as many rows
		panic(failed{refused(s.Span, "rows of rows that have one size each")})
	}
	for k, r := range e.Elems {
		rows[k] = f.of(r)
		sizes[k] = f.typeOf(r).Dims[0]
	}
	a.Levels = []Level{{
		b.let(name+"_sizes", &syntax.Type{Dims: shape}, &syntax.Literal{Span: e.Span, Elems: sizes}),
		b.let(name+"_offsets", &syntax.Type{Dims: shape}, &syntax.Literal{Span: e.Span, Elems: b.starts(name, sizes)}),
	}}
	if rows[0] == nil {
		a.Data = b.joined(name+"_data", e.Elems, f.typesOf(e.Elems))
		f.arrays[x.ID] = a
		return out
	}
	for k := range rows[0].Levels {
		var parts, totals, of []*syntax.Binding
		for _, r := range rows {
			parts, of, totals = append(parts, r.Levels[k].Sizes), append(of, r.Levels[k].Offsets), append(totals, r.under(k))
		}
		starts := b.starts(name, outer(totals))
		for i := range of {
			of[i] = b.moved(name, of[i], starts[i])
		}
		a.Levels = append(a.Levels, Level{b.joined(name+"_sizes", uses(parts), typesOf(parts)), b.joined(name+"_offsets", uses(of), typesOf(of))})
	}
	var data []*syntax.Binding
	for _, r := range rows {
		data = append(data, r.Data)
	}
	a.Data = b.joined(name+"_data", uses(data), typesOf(data))
	f.arrays[x.ID] = a
	return out
}

func isIrregular(d syntax.Expr) bool {
	_, ok := d.(*syntax.Irregular)
	return ok
}

func (f *Flattener) typesOf(xs []syntax.Expr) (list []*syntax.Type) {
	for _, x := range xs {
		list = append(list, f.typeOf(x))
	}
	return list
}

func typesOf(xs []*syntax.Binding) (list []*syntax.Type) {
	for _, x := range xs {
		list = append(list, x.Type)
	}
	return list
}

func uses(xs []*syntax.Binding) (list []syntax.Expr) {
	for _, x := range xs {
		list = append(list, x.Use())
	}
	return list
}

func outer(xs []*syntax.Binding) (list []syntax.Expr) {
	for _, x := range xs {
		list = append(list, x.Type.Dims[0])
	}
	return list
}

// starts are the positions at which arrays of these sizes start that stand one after the other.
func (b builder) starts(name string, sizes []syntax.Expr) []syntax.Expr {
	list := []syntax.Expr{one()}
	for _, n := range sizes[:len(sizes)-1] {
		list = append(list, b.sum(name+"_offset", list[len(list)-1], n))
	}
	return list
}

// sum is x + y, as a number if both are.
func (b builder) sum(name string, x, y syntax.Expr) syntax.Expr {
	m, ok := x.(*syntax.IntLit)
	n, too := y.(*syntax.IntLit)
	if ok && too {
		return &syntax.IntLit{Val: m.Val.Add(n.Val)}
	}
	return b.let(name, &syntax.Type{}, &syntax.Binary{Span: b.at, Op: syntax.Add, X: x, Y: y}).Use()
}

// joined are arrays one after the other.
func (b builder) joined(name string, xs []syntax.Expr, types []*syntax.Type) *syntax.Binding {
	var n syntax.Expr = &syntax.IntLit{Val: num.Of(0)}
	for _, t := range types {
		n = b.sum(name+"_total", n, t.Dims[0])
	}
	t := &syntax.Type{Elem: types[0].Elem, Dims: append([]syntax.Expr{n}, types[0].Dims[1:]...)}
	if len(xs) == 1 {
		return b.let(name, t, &syntax.Copy{Span: b.at, X: xs[0]})
	}
	return b.let(name, t, &syntax.Concat{Span: b.at, Xs: xs})
}

// moved are offsets into data that starts elsewhere.
func (b builder) moved(name string, offsets *syntax.Binding, start syntax.Expr) *syntax.Binding {
	if k, ok := start.(*syntax.IntLit); ok && k.Val.Equal(num.Of(1)) {
		return offsets
	}
	i := b.sup.Binding("i", nil)
	body := &syntax.Body{Span: b.at}
	in := builder{b.sup, b.at, &body.Stms}
	old := in.let("offset", &syntax.Type{}, &syntax.Index{Span: b.at, X: offsets.Use(), At: []syntax.Expr{i.Use()}})
	sum := &syntax.Binary{Span: b.at, Op: syntax.Add, X: old.Use(), Y: start}
	body.Res = []syntax.Expr{in.let("offset", &syntax.Type{}, &syntax.Binary{Span: b.at, Op: syntax.Sub, X: sum, Y: one()}).Use()}
	kernel := &syntax.Kernel{Span: b.at, Index: []syntax.Bound{{X: i, N: offsets.Type.Dims[0]}}, Body: body}
	return b.let(name+"_offsets", offsets.Type, kernel)
}
