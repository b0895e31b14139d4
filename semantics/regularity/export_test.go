package regularity

import "funmem/semantics/syntax"

// Found is what an analysis has found, for tests that run the program.
type Found struct{ a *analysis }

// Known is what is known of a variable.
type Known struct {
	D    Triple
	NS   Nested
	Is   syntax.Expr // nil if it is not an int
	Rule string
}

// Find analyses a body.
func Find(o Outside, b *syntax.Body) Found {
	a := newAnalysis(o)
	a.body(b)
	return Found{a}
}

// Of is what is known of a variable; nil if it was not analysed.
func (f Found) Of(id int) *Known {
	x := f.a.facts[id]
	if x == nil {
		return nil
	}
	return &Known{x.d, x.ns, x.is, x.rule}
}

// Copy is the body that a call stands for; nil if there is none.
func (f Found) Copy(e *syntax.Call) *syntax.Body { return f.a.copies[e] }

// RowOf is rowOf.
var RowOf = rowOf

// Steps is the simplification of a descriptor, step by step.
func Steps(o Outside, ns Nested) []Step { return newAnalysis(o).steps(ns) }

// Same is the equality of descriptors.
func Same(o Outside, ns1, ns2 Nested) bool { return newAnalysis(o).same(ns1, ns2) }

// Claims tells whether an int is found to be independent, even if it cannot be computed without what depends on the index.
func (r *Rows) Claims(size syntax.Expr) bool {
	_, ok := r.without(size)
	return ok
}
