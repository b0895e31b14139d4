package flatten

import "funmem/semantics/syntax"

// unread binds x to an array whose elements nobody reads before they are written. They are zeros, because native code and devices do not
// have arrays that nobody has written. With Job.Unwritten there is nothing in them, so that a run is stuck if one is read.
func (l *lifter) unread(x *syntax.Binding, emit func(syntax.Stm)) *syntax.Binding {
	if l.Unwritten {
		emit(&syntax.Let{Span: x.Span, Pat: []*syntax.Binding{x}, Exp: &syntax.Scratch{Span: x.Span, Elem: x.Type.Elem, Dims: x.Type.Dims}})
		return x
	}
	var zero syntax.Expr = constant(0)
	if x.Type.Elem == syntax.F64 {
		zero = &syntax.RealLit{Text: "0.0"}
	}
	for k := len(x.Type.Dims) - 1; k >= 0; k-- {
		y := x
		if k > 0 {
			y = l.binding(x.Span, x.Name, &syntax.Type{Elem: x.Type.Elem, Dims: x.Type.Dims[k:]})
		}
		emit(&syntax.Let{Span: x.Span, Pat: []*syntax.Binding{y}, Exp: &syntax.Replicate{Span: x.Span, N: x.Type.Dims[k], X: zero}})
		zero = y.Use()
	}
	return x
}
