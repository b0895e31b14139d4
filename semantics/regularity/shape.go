package regularity

import (
	"funmem/semantics/syntax"
)

// Nested is ns of §4.2, the shape of a value: the sizes of its dimensions from the outside in.
type Nested interface {
	// String is the descriptor as the paper writes it.
	String() string
	nested()
}

// The forms of ns.
type (
	// Number is S, the shape of a number, which ends each list of sizes.
	Number struct{}

	// Sizes is s ▷ ns. The sizes in NS may mention the index V of the kernel that made the array. It is nil if there was none.
	Sizes struct {
		S  Shape
		V  *Index
		NS Nested
	}

	// Tuple is (ns, …, ns).
	Tuple []Nested

	// Projection is π_l(ns). L is counted from 1.
	Projection struct {
		L  int
		NS Nested
	}

	// Inner is Inner ns ⟨Σ; e⟩: element e of an array of that shape.
	Inner struct {
		NS Nested
		At syntax.Expr
	}

	// Unknown is u_l. The label is an array of which no more is known than its type.
	Unknown struct{ L *syntax.Binding }
)

// Shape is s of §4.2, the sizes of an array whose elements are what the rest of a Nested is about.
type Shape interface{ shape() }

// The forms of s.
type (
	// Extent is ⟨Σ; e⟩. Its variables mean what they mean where the array was made. In the paper e has one number for each dimension;
	// in core each array has one dimension, and rows as its elements. So E has one expression, or none if Folded took it away. It
	// may have subexpressions length(x[i]) of nested core, which are extent (x ! i), and elements x[i].
	Extent struct{ E []syntax.Expr }

	// Folded is Folded s: s without its innermost dimension.
	Folded struct{ S Shape }

	// Outer is Outer ns, the outermost shape of ns.
	Outer struct{ NS Nested }
)

// Index is the index of a kernel, with its level in Σ.
type Index struct {
	X     *syntax.Binding
	Level int
}

func (Number) nested()     {}
func (Sizes) nested()      {}
func (Tuple) nested()      {}
func (Projection) nested() {}
func (Inner) nested()      {}
func (Unknown) nested()    {}
func (Extent) shape()      {}
func (Folded) shape()      {}
func (Outer) shape()       {}

// extent is ⟨Σ; e⟩ of one size.
func extent(e syntax.Expr) Shape { return Extent{[]syntax.Expr{e}} }

// subst is a descriptor with expressions in the places of variables. Indices of kernels are bound in it, and no two variables have
// one ID, so that nothing is captured.
func subst(ns Nested, by map[int]syntax.Expr) Nested {
	switch ns := ns.(type) {
	case Sizes:
		return Sizes{substShape(ns.S, by), ns.V, subst(ns.NS, by)}
	case Tuple:
		var t Tuple
		for _, n := range ns {
			t = append(t, subst(n, by))
		}
		return t
	case Projection:
		return Projection{ns.L, subst(ns.NS, by)}
	case Inner:
		return Inner{subst(ns.NS, by), syntax.Subst(ns.At, by)}
	}
	return ns
}

func substShape(s Shape, by map[int]syntax.Expr) Shape {
	switch s := s.(type) {
	case Extent:
		var e []syntax.Expr
		for _, x := range s.E {
			e = append(e, syntax.Subst(x, by))
		}
		return Extent{e}
	case Folded:
		return Folded{substShape(s.S, by)}
	}
	return Outer{subst(s.(Outer).NS, by)}
}

// mentions tells whether some variable that is free in a descriptor has a property.
func mentions(ns Nested, has func(id int) bool) bool {
	switch ns := ns.(type) {
	case Sizes:
		return shapeMentions(ns.S, has) || mentions(ns.NS, func(id int) bool { return (ns.V == nil || id != ns.V.X.ID) && has(id) })
	case Tuple:
		for _, n := range ns {
			if mentions(n, has) {
				return true
			}
		}
	case Projection:
		return mentions(ns.NS, has)
	case Inner:
		return mentions(ns.NS, has) || exprMentions(ns.At, has)
	case Unknown:
		return has(ns.L.ID)
	}
	return false
}

func shapeMentions(s Shape, has func(id int) bool) bool {
	switch s := s.(type) {
	case Extent:
		for _, e := range s.E {
			if exprMentions(e, has) {
				return true
			}
		}
		return false
	case Folded:
		return shapeMentions(s.S, has)
	}
	return mentions(s.(Outer).NS, has)
}

func exprMentions(e syntax.Expr, has func(id int) bool) bool {
	for _, v := range syntax.FreeVars(e) {
		if has(v.ID) {
			return true
		}
	}
	return false
}
