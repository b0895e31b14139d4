package nested

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// literal makes core of let x = [row, …] with rows that may differ in size: they stand one after the other.
func (f *Flattener) literal(s *syntax.Let, e *syntax.Literal) (out []syntax.Stm) {
	b := builder{f.sup, s.Span, &out}
	x := s.Pat[0]
	name := syntax.Base(x.Name)
	var rows []*Array
	var sizes []syntax.Expr
	for _, r := range e.Elems {
		if a := f.of(r); a != nil {
			rows = append(rows, a)
		}
		sizes = append(sizes, f.typeOf(r).Dims[0])
	}
	a := &Array{}
	switch {
	case len(e.Elems) == 0:
		a = b.nothing(x)
	case !isIrregular(x.Type.Dims[1]):
		a = b.stacked(name, x.Type.Dims[0], rows)
	case rows == nil:
		a.Levels = []Level{b.inOrder(name, x.Type.Dims[0], sizes)}
		a.Data = b.joined(name+"_data", b.total(name, f.typesOf(e.Elems)), e.Elems, f.typesOf(e.Elems))
	default:
		levels, data := b.after(name, rows, 0)
		a.Levels, a.Data = append([]Level{b.inOrder(name, x.Type.Dims[0], sizes)}, levels...), data
	}
	f.arrays[x.ID] = a
	return out
}

// nothing is an array without rows.
func (b builder) nothing(x *syntax.Binding) *Array {
	list, a := binders(b.sup, x)
	zero := map[int]syntax.Expr{}
	for _, p := range list[:len(a.Levels)] {
		zero[p.ID] = &syntax.IntLit{Val: num.Of(0)}
	}
	for _, p := range list[len(a.Levels):] {
		p.Type = syntax.Subst(p.Type, zero)
		b.bind(p, &syntax.Literal{Span: b.at})
	}
	return a
}

// inOrder is the descriptor of rows of these sizes, one after the other.
func (b builder) inOrder(name string, n syntax.Expr, sizes []syntax.Expr) Level {
	t := &syntax.Type{Dims: []syntax.Expr{n}}
	return Level{b.let(name+"_sizes", t, &syntax.Literal{Span: b.at, Elems: sizes}), b.let(name+"_offsets", t, &syntax.Literal{Span: b.at, Elems: b.starts(name, sizes)})}
}

// stacked is an array of arrays, whose sizes before the first irregular one are equal.
func (b builder) stacked(name string, n syntax.Expr, rows []*Array) *Array {
	var sizes, offsets, totals []*syntax.Binding
	for _, r := range rows {
		sizes, offsets, totals = append(sizes, r.Levels[0].Sizes), append(offsets, r.Levels[0].Offsets), append(totals, r.under(0))
	}
	for i, start := range b.starts(name, outer(totals)) {
		offsets[i] = b.moved(name, offsets[i], start)
	}
	t := &syntax.Type{Dims: append([]syntax.Expr{n}, sizes[0].Type.Dims...)}
	first := Level{b.let(name+"_sizes", t, &syntax.Literal{Span: b.at, Elems: uses(sizes)}), b.let(name+"_offsets", t, &syntax.Literal{Span: b.at, Elems: uses(offsets)})}
	levels, data := b.after(name, rows, 1)
	return &Array{append([]Level{first}, levels...), data}
}

// concat makes core of let x = concat(y, …) of irregular arrays.
func (f *Flattener) concat(s *syntax.Let, e *syntax.Concat) (out []syntax.Stm) {
	b := builder{f.sup, s.Span, &out}
	var rows []*Array
	for _, y := range e.Xs {
		rows = append(rows, f.of(y))
	}
	levels, data := b.after(syntax.Base(s.Pat[0].Name), rows, 0)
	f.arrays[s.Pat[0].ID] = &Array{levels, data}
	return out
}

// after are the descriptors from a level on, and the data, of irregular arrays that stand one after the other.
func (b builder) after(name string, rows []*Array, from int) (levels []Level, data *syntax.Binding) {
	for k := from; k < len(rows[0].Levels); k++ {
		var sizes, offsets, totals []*syntax.Binding
		for _, r := range rows {
			sizes, offsets, totals = append(sizes, r.Levels[k].Sizes), append(offsets, r.Levels[k].Offsets), append(totals, r.under(k))
		}
		starts := b.starts(name, outer(totals))
		for i := range offsets {
			offsets[i] = b.moved(name, offsets[i], starts[i])
		}
		n := b.total(name, typesOf(sizes))
		levels = append(levels, Level{b.joined(name+"_sizes", n, uses(sizes), typesOf(sizes)), b.joined(name+"_offsets", n, uses(offsets), typesOf(offsets))})
	}
	var parts []*syntax.Binding
	for _, r := range rows {
		parts = append(parts, r.Data)
	}
	return levels, b.joined(name+"_data", b.total(name, typesOf(parts)), uses(parts), typesOf(parts))
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
	switch {
	case ok && too:
		return &syntax.IntLit{Val: m.Val.Add(n.Val)}
	case ok && m.Val.IsZero():
		return y
	}
	return b.let(name, &syntax.Type{}, &syntax.Binary{Span: b.at, Op: syntax.Add, X: x, Y: y}).Use()
}

// total is the sum of the outer sizes of arrays.
func (b builder) total(name string, types []*syntax.Type) (n syntax.Expr) {
	n = &syntax.IntLit{Val: num.Of(0)}
	for _, t := range types {
		n = b.sum(name+"_total", n, t.Dims[0])
	}
	return n
}

// joined are arrays one after the other, n in all.
func (b builder) joined(name string, n syntax.Expr, xs []syntax.Expr, types []*syntax.Type) *syntax.Binding {
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
	kernel := b.each(offsets, nil, func(in builder, x syntax.Expr) *syntax.Binding {
		sum := &syntax.Binary{Span: b.at, Op: syntax.Add, X: x, Y: start}
		return in.let("offset", &syntax.Type{}, &syntax.Binary{Span: b.at, Op: syntax.Sub, X: sum, Y: one()})
	})
	return b.let(name+"_offsets", offsets.Type, kernel)
}

// each is the kernel that gives f of each element of an array. at are the indices of the kernels around it.
func (b builder) each(x *syntax.Binding, at []syntax.Expr, f func(in builder, x syntax.Expr) *syntax.Binding) *syntax.Kernel {
	i := b.sup.Binding("i", nil)
	body := &syntax.Body{Span: b.at}
	in := builder{b.sup, b.at, &body.Stms}
	at = append(at[:len(at):len(at)], i.Use())
	n := len(at)
	var row *syntax.Binding
	if n < x.Type.Rank() {
		row = in.let("row", &syntax.Type{Elem: x.Type.Elem, Dims: x.Type.Dims[n:]}, in.each(x, at, f))
	} else {
		row = f(in, in.let("old", &syntax.Type{Elem: x.Type.Elem}, &syntax.Index{Span: b.at, X: x.Use(), At: at}).Use())
	}
	body.Res = []syntax.Expr{row.Use()}
	return &syntax.Kernel{Span: b.at, Index: []syntax.Bound{{X: i, N: x.Type.Dims[n-1]}}, Body: body}
}
