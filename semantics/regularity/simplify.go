package regularity

import (
	"funmem/semantics/syntax"
)

// simplification is a rule of §4.2. It is false where the rule does not fit.
type simplification struct {
	says string
	to   func(*analysis, Nested) (Nested, bool)
}

// simplifications are the rules of §4.2, and those that our forms of expressions need. They are applied from the inside out, each one as
// often as it fits.
func simplifications() []simplification {
	return []simplification{
		{"⟨Σ; extent e⟩ is Outer ns, where ns is the shape of e", (*analysis).ofExtent},
		{"Outer (s ▷ ns) is s", (*analysis).outerOfSizes},
		{"Folded ⟨Σ; (…, e)⟩ is ⟨Σ; (…)⟩, and ⟨Σ; ()⟩ ▷ ns is ns", (*analysis).folded},
		{"π_l (ns₁, …) is ns_l", (*analysis).projected},
		{"Inner (s ▷ ns) ⟨Σ; e⟩ is ns with e in the place of the index (ours)", (*analysis).innerOfSizes},
		{"u_l is the sizes in the type of l, if all of them are there (ours)", (*analysis).ofType},
		{"⟨Σ; e⟩ is ⟨Σ; e′⟩, where e′ is the normal form of e", (*analysis).normal},
		{"Outer ns ▷ S is ns, if ns is not nested", (*analysis).single},
		{"Outer ns ▷ Inner ns ⟨Σ; v⟩ is ns, if v is the index that this ▷ binds", (*analysis).eta},
	}
}

// maxSteps bounds the work for one descriptor. A descriptor that is not simplified to the end is compared all the same.
const maxSteps = 100

// Step is a descriptor after one of the rules has been applied to it.
type Step struct {
	Says string
	NS   Nested
}

// steps simplifies a descriptor rule by rule, until none fits.
func (a *analysis) steps(ns Nested) (list []Step) {
	for again := true; again && len(list) < maxSteps; {
		again = false
		for _, r := range simplifications() {
			to, changed := a.everywhere(ns, r.to)
			for changed && len(list) < maxSteps {
				ns, again = to, true
				list = append(list, Step{r.says, ns})
				to, changed = a.everywhere(ns, r.to)
			}
		}
	}
	return list
}

// simplify is a descriptor to which no rule applies any more.
func (a *analysis) simplify(ns Nested) Nested {
	if list := a.steps(ns); len(list) > 0 {
		return list[len(list)-1].NS
	}
	return ns
}

// everywhere applies a rule once wherever it fits, from the inside out.
func (a *analysis) everywhere(ns Nested, rule func(*analysis, Nested) (Nested, bool)) (Nested, bool) {
	var changed, c bool
	switch n := ns.(type) {
	case Sizes:
		n.S, changed = a.inShape(n.S, rule)
		n.NS, c = a.everywhere(n.NS, rule)
		ns, changed = n, changed || c
	case Tuple:
		t := make(Tuple, len(n))
		for k := range n {
			t[k], c = a.everywhere(n[k], rule)
			changed = changed || c
		}
		ns = t
	case Projection:
		n.NS, changed = a.everywhere(n.NS, rule)
		ns = n
	case Inner:
		n.NS, changed = a.everywhere(n.NS, rule)
		ns = n
	}
	to, c := rule(a, ns)
	if c {
		return to, true
	}
	return ns, changed
}

func (a *analysis) inShape(s Shape, rule func(*analysis, Nested) (Nested, bool)) (Shape, bool) {
	changed := false
	switch n := s.(type) {
	case Folded:
		n.S, changed = a.inShape(n.S, rule)
		s = n
	case Outer:
		n.NS, changed = a.everywhere(n.NS, rule)
		s = n
	}
	return s, changed
}

// ofExtent: when we encounter extent e, we apply shape analysis on e.
func (a *analysis) ofExtent(ns Nested) (Nested, bool) {
	n, ok := ns.(Sizes)
	if !ok {
		return ns, false
	}
	e, ok := n.S.(Extent)
	if !ok || len(e.E) != 1 {
		return ns, false
	}
	x, ok := e.E[0].(*syntax.Length)
	if !ok {
		return ns, false
	}
	return Sizes{Outer{a.shapeOf(x.X)}, n.V, n.NS}, true
}

// outerOfSizes: Outer (s ▷ ns) simplifies to s.
func (a *analysis) outerOfSizes(ns Nested) (Nested, bool) {
	n, ok := ns.(Sizes)
	if !ok {
		return ns, false
	}
	s, ok := outerOfSizes(n.S)
	return Sizes{s, n.V, n.NS}, ok
}

func outerOfSizes(s Shape) (Shape, bool) {
	switch s := s.(type) {
	case Folded:
		of, ok := outerOfSizes(s.S)
		return Folded{of}, ok
	case Outer:
		if of, ok := s.NS.(Sizes); ok {
			return of.S, true
		}
	}
	return s, false
}

// folded: Folded ⟨Σ; e⟩ has the dimensions of e but the innermost. A list without dimensions is left out.
func (a *analysis) folded(ns Nested) (Nested, bool) {
	n, ok := ns.(Sizes)
	if !ok {
		return ns, false
	}
	switch s := n.S.(type) {
	case Folded:
		if e, ok := s.S.(Extent); ok {
			return Sizes{Extent{e.E[:len(e.E)-1]}, n.V, n.NS}, true
		}
		if _, ok := s.S.(Outer); ok { // an array of core has one dimension
			return n.NS, true
		}
	case Extent:
		if len(s.E) == 0 {
			return n.NS, true
		}
	}
	return ns, false
}

func (a *analysis) projected(ns Nested) (Nested, bool) {
	if p, ok := ns.(Projection); ok {
		if t, ok := p.NS.(Tuple); ok {
			return t[p.L-1], true
		}
	}
	return ns, false
}

// innerOfSizes is β-reduction: s ▷ ns is a function of the index.
func (a *analysis) innerOfSizes(ns Nested) (Nested, bool) {
	in, ok := ns.(Inner)
	if !ok {
		return ns, false
	}
	of, ok := in.NS.(Sizes)
	switch {
	case !ok:
		return ns, false
	case of.V == nil:
		return of.NS, true
	}
	return subst(of.NS, map[int]syntax.Expr{of.V.X.ID: in.At}), true
}

// ofType is u as the sizes that stand in the type of its array, if all of them do.
func (a *analysis) ofType(ns Nested) (Nested, bool) {
	x, at, ok := neutral(ns)
	if !ok {
		return ns, false
	}
	return a.fromType(x.Type.Dims[len(at):])
}

// normal: expressions are partially evaluated, to a polynomial.
func (a *analysis) normal(ns Nested) (Nested, bool) {
	switch n := ns.(type) {
	case Inner:
		at := a.norm(n.At)
		return Inner{n.NS, at}, syntax.Line(at) != syntax.Line(n.At)
	case Sizes:
		if s, ok := n.S.(Extent); ok && len(s.E) == 1 {
			e := a.norm(s.E[0])
			return Sizes{extent(e), n.V, n.NS}, syntax.Line(e) != syntax.Line(s.E[0])
		}
	}
	return ns, false
}

// single: Outer ns ▷ S simplifies to ns, if ns is not nested.
func (a *analysis) single(ns Nested) (Nested, bool) {
	n, ok := ns.(Sizes)
	if !ok || n.NS != (Number{}) {
		return ns, false
	}
	s, ok := n.S.(Outer)
	if !ok || a.rank(s.NS) != 1 {
		return ns, false
	}
	return s.NS, true
}

// eta: Outer ns₁ ▷ Inner ns₂ ⟨Σ; v⟩ simplifies to ns₁, if ns₁ and ns₂ simplify to the same descriptor, and v is the index that this ▷
// binds. The paper compares the level of v with the depth of the shape instead.
func (a *analysis) eta(ns Nested) (Nested, bool) {
	n, ok := ns.(Sizes)
	if !ok || n.V == nil {
		return ns, false
	}
	in, ok := n.NS.(Inner)
	if !ok || !syntax.IsVar(in.At, n.V.X.ID) || mentions(in.NS, func(id int) bool { return id == n.V.X.ID }) {
		return ns, false
	}
	if !a.equal(a.outermost(n), a.outermost(in.NS)) {
		return ns, false
	}
	return in.NS, true
}
