package regularity

import (
	"strconv"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// shapeOf is the shape of x[i, …], the row of an array, or of the array itself.
func (a *analysis) shapeOf(x syntax.Expr) Nested {
	root, at := rowOf(x)
	ns := a.of(root).ns
	for _, i := range at {
		ns = Inner{ns, i}
	}
	return ns
}

// neutral takes Inner (… u_l …) ⟨Σ; e⟩ … apart, of which no more is known.
func neutral(ns Nested) (x *syntax.Binding, at []syntax.Expr, ok bool) {
	switch ns := ns.(type) {
	case Unknown:
		return ns.L, nil, true
	case Inner:
		x, at, ok = neutral(ns.NS)
		return x, append(at[:len(at):len(at)], ns.At), ok
	}
	return nil, nil, false
}

// head is a descriptor whose outermost form is S, s ▷ ns, or Inner … u_l ….
func (a *analysis) head(ns Nested) Nested {
	switch n := ns.(type) {
	case Inner:
		ns = Inner{a.head(n.NS), n.At}
	case Projection:
		ns = Projection{n.L, a.head(n.NS)}
	}
	for _, rule := range []func(*analysis, Nested) (Nested, bool){(*analysis).innerOfSizes, (*analysis).projected, (*analysis).folded} {
		if to, ok := rule(a, ns); ok {
			return a.head(to)
		}
	}
	return ns
}

// rank is the number of dimensions of what a descriptor is about.
func (a *analysis) rank(ns Nested) int {
	switch n := a.head(ns).(type) {
	case Sizes:
		return 1 + a.rank(n.NS)
	case Unknown:
		return n.L.Type.Rank()
	case Inner:
		return a.rank(n.NS) - 1
	}
	return 0
}

// outermost is the outermost size of an array of that shape, as an expression.
func (a *analysis) outermost(ns Nested) syntax.Expr {
	ns = a.head(ns)
	if n, ok := ns.(Sizes); ok {
		if s, ok := n.S.(Outer); ok {
			return a.outermost(s.NS)
		}
		return a.norm(n.S.(Extent).E[0])
	}
	x, at, _ := neutral(ns)
	if size := x.Type.Dims[len(at)]; !isIrregular(size) {
		return a.norm(size)
	}
	for k := range at {
		at[k] = a.norm(at[k])
	}
	return &syntax.Length{Span: x.Span, X: rowAt(x.Use(), at)}
}

// norm is the normal form of an int: a polynomial over the variables in scope, elements of arrays, and sizes of rows of arrays of which
// no more is known.
func (a *analysis) norm(e syntax.Expr) syntax.Expr {
	return a.known.Of(syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Length:
			return a.outermost(a.shapeOf(e.X))
		case *syntax.Index:
			at := make([]syntax.Expr, len(e.At))
			for k, i := range e.At {
				at[k] = a.known.Of(i).Expr()
			}
			return &syntax.Index{Span: e.Span, X: e.X, At: at}
		}
		return e
	})).Expr()
}

// equal tells whether two ints are known to be equal.
func (a *analysis) equal(x, y syntax.Expr) bool { return a.known.Compare(x, y) == poly.Equal }

// sizes are the sizes of an array of that shape, from the outermost. A row is row ε_k, an unknown index, of the dimension before.
func (a *analysis) sizes(ns Nested) (es []syntax.Expr) {
	for k := range a.rank(ns) {
		es = append(es, a.outermost(ns))
		ns = Inner{ns, &syntax.Var{Name: "ε" + strconv.Itoa(k), ID: -1 - k}}
	}
	return es
}

// same is the equality of descriptors, ns₁ = ns₂. It is conservative: arrays of equal descriptors have the same shape.
func (a *analysis) same(ns1, ns2 Nested) bool {
	xs, ys := a.sizes(ns1), a.sizes(ns2)
	if len(xs) != len(ys) {
		return false
	}
	for k := range xs {
		if !a.equal(xs[k], ys[k]) {
			return false
		}
	}
	return true
}

// typed is the shape of a variable of which ns is what a rule says, or nil. The sizes in its type are known in any case.
func (a *analysis) typed(x *syntax.Binding, ns Nested) Nested {
	if t, ok := a.fromType(x.Type.Dims); ok {
		return t
	}
	return a.simplify(a.outside(x.Type.Dims, ns, Unknown{x}, a.local))
}

// fromType is the shape of an array all of whose sizes stand in its type.
func (a *analysis) fromType(dims []syntax.Expr) (Nested, bool) {
	ns := Nested(Number{})
	for k := len(dims) - 1; k >= 0; k-- {
		if isIrregular(dims[k]) {
			return nil, false
		}
		ns = Sizes{extent(a.norm(dims[k])), nil, ns}
	}
	return ns, true
}

// outside is a descriptor of an array, of which dims are the sizes in the type, without what is known only in an inner body: u is in the
// place of that.
func (a *analysis) outside(dims []syntax.Expr, ns, u Nested, local func(id int) bool) Nested {
	if ns == nil || len(dims) == 0 {
		return u
	}
	ns = a.head(ns)
	n, ok := ns.(Sizes)
	if !ok {
		if mentions(ns, local) {
			return u
		}
		return ns
	}
	if !isIrregular(dims[0]) {
		n.S = extent(dims[0])
	} else if shapeMentions(n.S, local) {
		n.S = Outer{u}
	}
	if n.V == nil {
		n.V = a.fresh("i")
	}
	n.NS = a.outside(dims[1:], n.NS, Inner{u, n.V.X.Use()}, func(id int) bool { return id != n.V.X.ID && local(id) })
	return n
}

// fresh is an index that no kernel has.
func (a *analysis) fresh(name string) *Index {
	id := a.next()
	return &Index{&syntax.Binding{Name: name + mark + strconv.Itoa(id), Text: name, ID: id}, a.level}
}

// next is an ID that no binder has.
func (a *analysis) next() int {
	a.last++
	return a.last
}
