package regularity

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/syntax"
)

// printer writes descriptors. Of the variables it knows the indices of kernels, with their levels.
type printer map[int]*Index

func (Number) String() string        { return printer{}.nested(Number{}) }
func (ns Sizes) String() string      { return printer{}.nested(ns) }
func (ns Tuple) String() string      { return printer{}.nested(ns) }
func (ns Projection) String() string { return printer{}.nested(ns) }
func (ns Inner) String() string      { return printer{}.nested(ns) }
func (ns Unknown) String() string    { return printer{}.nested(ns) }

// nested is a descriptor as text.
func (p printer) nested(ns Nested) string {
	switch ns := ns.(type) {
	case Sizes:
		if ns.V == nil {
			return p.shape(ns.S) + " ▷ " + p.nested(ns.NS)
		}
		return p.shape(ns.S) + " ▷ " + p.with(ns.V).nested(ns.NS)
	case Tuple:
		var parts []string
		for _, n := range ns {
			parts = append(parts, p.nested(n))
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case Projection:
		return "π_" + strconv.Itoa(ns.L) + "(" + p.nested(ns.NS) + ")"
	case Inner:
		return "Inner " + p.argument(ns.NS) + " " + p.environment([]syntax.Expr{ns.At})
	case Unknown:
		return "u_" + named(ns.L.Name)
	}
	return "S"
}

// argument is a descriptor after Inner, Outer or Folded.
func (p printer) argument(ns Nested) string {
	switch ns.(type) {
	case Sizes, Inner:
		return "(" + p.nested(ns) + ")"
	}
	return p.nested(ns)
}

func (p printer) shape(s Shape) string {
	switch s := s.(type) {
	case Extent:
		return p.environment(s.E)
	case Folded:
		if _, ok := s.S.(Extent); ok {
			return "Folded " + p.shape(s.S)
		}
		return "Folded (" + p.shape(s.S) + ")"
	}
	return "Outer " + p.argument(s.(Outer).NS)
}

// environment is ⟨Σ; e⟩. Of Σ it shows the indices of kernels that e mentions, with their levels.
func (p printer) environment(es []syntax.Expr) string {
	var texts []string
	sigma := "Σ"
	for _, e := range es {
		texts = append(texts, show(e))
		for _, v := range syntax.FreeVars(e) {
			if x := p[v.ID]; x != nil {
				sigma += ", " + named(x.X.Name) + " : (S, " + strconv.Itoa(x.Level) + ")"
			}
		}
	}
	if len(texts) != 1 {
		texts = []string{"(" + strings.Join(texts, ", ") + ")"}
	}
	return "⟨" + sigma + "; " + texts[0] + "⟩"
}

// with knows one more index.
func (p printer) with(x *Index) printer {
	q := printer{x.X.ID: x}
	for id, y := range p {
		q[id] = y
	}
	return q
}

// show is an expression as text. A size length(x[i]) is written as in the paper, extent (x ! i).
func show(e syntax.Expr) string {
	return syntax.Line(syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Length:
			return &syntax.Var{Name: extentText(e.X)}
		case *syntax.Var:
			return &syntax.Var{Name: named(e.Name), ID: e.ID}
		}
		return e
	}))
}

func extentText(x syntax.Expr) string {
	root, at := rowOf(x)
	text := root.Name
	for _, i := range at {
		index := show(i)
		if !syntax.IsAtom(i) {
			index = "(" + index + ")"
		}
		text += " ! " + index
	}
	if len(at) > 0 {
		text = "(" + text + ")"
	}
	return "extent " + text
}

// rowOf takes x[i, …], the row of an irregular array, apart.
func rowOf(x syntax.Expr) (root *syntax.Var, at []syntax.Expr) {
	s, ok := x.(*syntax.Slice)
	if !ok {
		return x.(*syntax.Var), nil
	}
	root, at = rowOf(s.X)
	at = slices.Clone(at)
	for _, ix := range s.At {
		at = append(at, ix.Off)
	}
	return root, at
}

// rowAt is x[i, …], or x itself if there are no indices.
func rowAt(root *syntax.Var, at []syntax.Expr) syntax.Expr {
	if len(at) == 0 {
		return root
	}
	s := &syntax.Slice{Span: root.Span, X: root}
	for _, i := range at {
		s.At = append(s.At, syntax.Ix{Span: root.Span, Kind: syntax.IxFix, Off: i})
	}
	return s
}
