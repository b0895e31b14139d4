package regularity

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// number is let (x : int) = e, with statements before it for the elements and the sizes of rows in e.
func (s slicer) number(x *syntax.Binding, e syntax.Expr) []syntax.Stm {
	w := &writer{slicer: s, x: x}
	e = syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Index:
			return w.element(e)
		case *syntax.Length:
			return w.size(rowOf(e.X))
		}
		return e
	})
	w.let(e, x)
	return w.out
}

// writer writes the statements of a number.
type writer struct {
	slicer
	x   *syntax.Binding
	out []syntax.Stm
}

func (w *writer) let(e syntax.Expr, pat ...*syntax.Binding) {
	w.out = append(w.out, &syntax.Let{Span: w.x.Span, Pat: pat, Exp: e})
}

// binding is a new variable. An int has no sizes.
func (w *writer) binding(name string, elem syntax.Elem, dims ...syntax.Expr) *syntax.Binding {
	return &syntax.Binding{Span: w.x.Span, Name: name, ID: w.a.next(), Type: &syntax.Type{Span: w.x.Span, Elem: elem, Dims: dims}}
}

// atom is an int as an atom.
func (w *writer) atom(name string, e syntax.Expr) syntax.Expr {
	if syntax.IsAtom(e) {
		return e
	}
	b := w.binding(name, syntax.Int)
	w.let(e, b)
	return b.Use()
}

// element is x[i, …].
func (w *writer) element(e *syntax.Index) syntax.Expr {
	c := &syntax.Index{Span: e.Span, X: e.X}
	for _, i := range e.At {
		c.At = append(c.At, w.atom("i", i))
	}
	return w.atom("t", c)
}

// size is the size of a row of an irregular array, which is taken row by row.
func (w *writer) size(root *syntax.Var, at []syntax.Expr) (size syntax.Expr) {
	row := w.a.of(root).x
	at = w.anyRows(root, at)
	for len(at) > 0 {
		lead := row.Type.Regular()
		slice := &syntax.Slice{Span: w.x.Span, X: row.Use()}
		for _, i := range at[:lead] {
			slice.At = append(slice.At, syntax.Ix{Span: w.x.Span, Kind: syntax.IxFix, Off: w.atom("i", i)})
		}
		n := w.binding("size", syntax.Int)
		row = w.binding("row", row.Type.Elem, append([]syntax.Expr{n.Use()}, row.Type.Dims[lead+1:]...)...)
		w.let(slice, n, row)
		at, size = at[lead:], n.Use()
	}
	return size
}

// anyRows are the indices of a row of which only a size is wanted. If the size is the same for all rows (R-EXTENT-REG), row 1 takes the place of a
// row that depends on what is around it, in a dimension where there is a row 1 if there is a row at all.
func (w *writer) anyRows(root *syntax.Var, at []syntax.Expr) (rows []syntax.Expr) {
	x := w.a.of(root)
	for k, i := range at {
		if x.d.N[len(at)] == Reg && (x.d.N[k] == Reg || k < x.x.Type.Regular()) && !w.a.triple(i).I {
			i = &syntax.IntLit{Span: w.x.Span, Val: num.Of(1)}
		}
		rows = append(rows, i)
	}
	return rows
}
