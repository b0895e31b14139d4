package regularity

import (
	"funmem/semantics/syntax"
)

// Resolved is a program of nested core as it was read, with the IDs of its variables and the types of the operands of its operators: what
// elaboration gives to a program of the surface. No two binders may have one name.
func Resolved(p *syntax.Program) *syntax.Program {
	r := resolver{map[string]int{}, map[string]*syntax.Type{}}
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && b.Type != nil {
			r.types[b.Name] = b.Type
		}
		return true
	})
	return syntax.Rebuild(p, syntax.Mapper{Expr: r.expr, Binding: func(b *syntax.Binding) *syntax.Binding {
		c := *b
		c.ID, c.Text = r.id(b.Name), b.Name
		return &c
	}})
}

// resolver has what is known of the names of a program.
type resolver struct {
	ids   map[string]int
	types map[string]*syntax.Type
}

func (r resolver) id(name string) int {
	if r.ids[name] == 0 {
		r.ids[name] = len(r.ids) + 1
	}
	return r.ids[name]
}

func (r resolver) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Var:
		return &syntax.Var{Span: e.Span, Name: e.Name, ID: r.id(e.Name)}
	case *syntax.Unary:
		return &syntax.Unary{Span: e.Span, Op: e.Op, X: e.X, Of: r.elem(e.X)}
	case *syntax.Binary:
		return &syntax.Binary{Span: e.Span, Op: e.Op, X: e.X, Y: e.Y, Of: r.elem(e.X)}
	case *syntax.Index:
		return r.row(e)
	}
	return e
}

// row is x[i, …]: a slice if it has fewer indices than x has dimensions.
func (r resolver) row(e *syntax.Index) syntax.Expr {
	if t := r.types[e.X.(*syntax.Var).Name]; t == nil || t.Rank() == len(e.At) {
		return e
	}
	s := &syntax.Slice{Span: e.Span, X: e.X}
	for _, i := range e.At {
		s.At = append(s.At, syntax.Ix{Span: i.GetSpan(), Kind: syntax.IxFix, Off: i})
	}
	return s
}

// elem is the type of a number.
func (r resolver) elem(e syntax.Expr) syntax.Elem {
	switch e := e.(type) {
	case *syntax.RealLit:
		return syntax.F64
	case *syntax.Var:
		if t := r.types[e.Name]; t != nil {
			return t.Elem
		}
	case *syntax.Unary:
		return e.Op.Gives(e.Of)
	case *syntax.Binary:
		return e.Op.Gives(e.Of)
	}
	return syntax.Int
}
