package regularity

import (
	"slices"

	"funmem/semantics/syntax"
)

// let is R-LET and A-LET: what a statement binds is known in what follows. What no rule says the shape of is A-UNKNOWN.
func (a *analysis) let(s *syntax.Let) {
	a.applies("R-LET")
	a.applies("A-LET")
	fs := a.exp(s)
	if first := len(s.Pat) - len(fs); first > 0 {
		a.rowSizes(s, s.Pat[:first], fs[0])
		a.set(s.Pat[first], fs[0])
		return
	}
	if len(fs) > 1 {
		a.projections(s.Pat, fs)
	}
	for _, arrays := range []bool{false, true} { // a size may stand after an array that has it
		for l, x := range s.Pat {
			if x.Type.IsArray() == arrays {
				a.set(x, fs[l])
			}
		}
	}
}

// projections are R-PROJ and A-PROJ: e : (d₁, …) and e : (ns₁, …) give π_l(e) : d_l and π_l(ns₁, …), for each variable of a pattern.
func (a *analysis) projections(pat []*syntax.Binding, fs []fact) {
	a.applies("R-PROJ")
	a.applies("A-PROJ")
	var t Tuple
	for l, f := range fs {
		if f.ns == nil {
			f.ns = Unknown{pat[l]}
		}
		t = append(t, f.ns)
	}
	for l := range fs {
		fs[l].ns = Projection{l + 1, t}
	}
}

// rowSizes are the sizes that a pattern binds before the row that has them: extent row.
func (a *analysis) rowSizes(s *syntax.Let, sizes []*syntax.Binding, row fact) {
	dims := s.Pat[len(s.Pat)-1].Type.Dims
	for _, x := range sizes {
		f := fact{d: row.d.scalar()}
		if k := slices.IndexFunc(dims, func(d syntax.Expr) bool { return syntax.IsVar(d, x.ID) }); k >= 0 {
			f = a.extentOf(s, row, k)
		}
		a.set(x, f)
	}
}

// extentOf is the size of dimension k of a row.
func (a *analysis) extentOf(s *syntax.Let, row fact, k int) fact {
	d := row.d
	for range k {
		d = d.row()
	}
	f := fact{ns: Number{}}
	f.d, f.rule = a.extent(s.Span, d)
	if row.ns != nil {
		if size := a.sizes(row.ns)[k]; !exprMentions(size, func(id int) bool { return id < 0 }) {
			f.is = size
		}
	}
	return f
}

// set binds a variable.
func (a *analysis) set(x *syntax.Binding, f fact) {
	f.x, f.depth, f.sized = x, a.depth, false
	switch {
	case x.Type.IsArray():
		f.ns = a.typed(x, f.ns)
		f.d = a.regular(x.Type.Dims, f.d)
	case x.Type.IsInt():
		f.ns, f.d = a.number(), f.d.scalar()
		a.define(x, &f)
	default:
		f.ns, f.d, f.is = a.number(), f.d.scalar(), nil
	}
	if f.rule != "" && !x.Type.IsArray() {
		f.shape = "A-SCALAR"
	}
	a.facts[x.ID] = &f
}

// number is A-SCALAR: what has a scalar type has the shape S.
func (a *analysis) number() Nested {
	a.applies("A-SCALAR")
	return Number{}
}

// define is R-SIZE: an int is what it is known to be. If that is independent, so is the int, although the expression that gives it may not
// be, such as an if with equal branches. The int is then sized: it can be computed from what it is.
func (a *analysis) define(x *syntax.Binding, f *fact) {
	if f.is == nil || exprMentions(f.is, a.local) {
		f.is = nil
		return
	}
	a.known.Define(x.ID, a.known.Of(f.is))
	switch d := a.triple(f.is); {
	case d.better(f.d):
		f.d, f.sized, f.rule = d, true, a.applies("R-SIZE")
	case f.rule == "R-EXTENT-REG":
		f.sized = !exprMentions(f.is, func(id int) bool { return a.facts[id] != nil && !a.facts[id].d.I })
	}
}

// regular is a triple in which a dimension is also regular if its size, which stands in the type, is independent.
func (a *analysis) regular(dims []syntax.Expr, d Triple) Triple {
	n := make([]R, len(dims))
	for k, size := range dims {
		n[k] = R(k < len(d.N) && bool(d.N[k]) || !isIrregular(size) && a.triple(size).I)
	}
	return Triple{n, d.I, d.K}
}

// triple is the triple of an int.
func (a *analysis) triple(e syntax.Expr) Triple {
	switch e := e.(type) {
	case *syntax.Var:
		return a.of(e).d.scalar()
	case *syntax.Unary:
		return a.triple(e.X)
	case *syntax.Binary:
		return a.triple(e.X).And(a.triple(e.Y))
	case *syntax.Index:
		return a.element(e.X, e.At).scalar()
	case *syntax.Length:
		root, at := rowOf(e.X)
		return ofExtent(a.element(root, at))
	}
	return independent(nil)
}

// element is the triple of x[i, …].
func (a *analysis) element(x syntax.Expr, at []syntax.Expr) Triple {
	d := a.of(x.(*syntax.Var)).d
	for _, i := range at {
		d = d.row().And(a.triple(i))
	}
	return d
}
