package nested

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// slice makes core of let (s : int) (row : [s]…) = x[i], and of let y = x[ix, …] where rows of x are chosen.
func (f *Flattener) slice(s *syntax.Let, e *syntax.Slice, a *Array) (out []syntax.Stm) {
	b := builder{f.sup, s.Span, &out}
	first := a.Levels[0]
	if len(s.Pat) == 1 {
		y := s.Pat[0]
		l := Level{b.part(y, "_sizes", first.Sizes, e.At), b.part(y, "_offsets", first.Offsets, e.At)}
		f.arrays[y.ID] = &Array{append([]Level{l}, a.Levels[1:]...), a.Data}
		return out
	}
	var at []syntax.Expr
	for _, ix := range e.At {
		at = append(at, ix.Off)
	}
	size, row := s.Pat[0], s.Pat[1]
	b.bind(size, &syntax.Index{Span: s.Span, X: named(first.Sizes, e.X), At: at})
	from := b.let(syntax.Base(row.Name)+"_offset", &syntax.Type{}, &syntax.Index{Span: s.Span, X: named(first.Offsets, e.X), At: at})
	rows := []syntax.Ix{{Span: s.Span, Kind: syntax.IxRange, Off: from.Use(), Size: size.Use()}}
	if len(a.Levels) == 1 {
		b.bind(row, &syntax.Slice{Span: e.Span, X: named(a.Data, e.X), At: whole(rows, a.Data.Type)})
		return out
	}
	next := a.Levels[1]
	l := Level{b.part(row, "_sizes", next.Sizes, whole(rows, next.Sizes.Type)), b.part(row, "_offsets", next.Offsets, whole(rows, next.Offsets.Type))}
	f.arrays[row.ID] = &Array{append([]Level{l}, a.Levels[2:]...), a.Data}
	return out
}

// named is a part of x that messages call x.
func named(part *syntax.Binding, x syntax.Expr) syntax.Expr {
	v := part.Use()
	v.Span = x.GetSpan()
	return v
}

// whole are indices with the other dimensions of an array as the whole.
func whole(ix []syntax.Ix, t *syntax.Type) []syntax.Ix {
	for _, d := range t.Dims[len(ix):] {
		ix = append(ix, syntax.Ix{Kind: syntax.IxRange, Off: one(), Size: d})
	}
	return ix
}

// builder adds statements.
type builder struct {
	sup *syntax.Supply
	at  diag.Span
	out *[]syntax.Stm
}

func (b builder) bind(x *syntax.Binding, e syntax.Expr) {
	*b.out = append(*b.out, &syntax.Let{Span: b.at, Pat: []*syntax.Binding{x}, Exp: e})
}

func (b builder) let(name string, t *syntax.Type, e syntax.Expr) *syntax.Binding {
	x := b.sup.Binding(name, t)
	x.Span = b.at
	b.bind(x, e)
	return x
}

// part is a slice of a part of an array, for the array y.
func (b builder) part(y *syntax.Binding, suffix string, x *syntax.Binding, at []syntax.Ix) *syntax.Binding {
	t := &syntax.Type{Elem: x.Type.Elem}
	for _, ix := range at {
		if ix.Kind == syntax.IxRange {
			t.Dims = append(t.Dims, ix.Size)
		}
	}
	return b.let(syntax.Base(y.Name)+suffix, t, &syntax.Slice{Span: b.at, X: x.Use(), At: at})
}
