package regularity

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// aGenerate is A-GENERATE: Σ, v : (S, j) ⊢ e₂ : ns gives ⟨Σ; e₁⟩ ▷ ns. The index v is bound in ns.
func aGenerate(e1 fact, v *Index, e2 fact) Nested { return Sizes{extent(e1.is), v, e2.ns} }

// aCond is A-COND: ns₂ = ns₃ gives ns₂. An int that is the same in both branches is that. It tells whether the shapes are equal.
func (a *analysis) aCond(at diag.Span, e2, e3 fact) (f fact, same bool) {
	if e2.is != nil && e3.is != nil && a.equal(e2.is, e3.is) {
		f.is = e2.is
	}
	if !a.same(e2.ns, e3.ns) {
		a.refuses("A-COND", at, "the branches have the shapes "+a.index.nested(e2.ns)+" and "+a.index.nested(e3.ns))
		return fact{shape: a.applies("A-UNKNOWN")}, false
	}
	f.ns, f.shape = e2.ns, a.applies("A-COND")
	return f, true
}

// aWhile is A-WHILE: ns₂ = ns₃ gives ns₃. same tells whether that is so.
func (a *analysis) aWhile(at diag.Span, e3 fact, same bool) fact {
	if !same {
		a.refuses("A-WHILE", at, "a round may change the shape "+a.index.nested(e3.ns))
		return fact{shape: a.applies("A-UNKNOWN")}
	}
	return fact{ns: e3.ns, is: e3.is, shape: a.applies("A-WHILE")}
}

// aFold is A-FOLD: Folded (Outer ns) ▷ S, where e₃ has the shape ns. In core an element of e₃ may be an array, and the accumulator too: then its
// shape stands in the place of S, if no round changes it.
func (a *analysis) aFold(at diag.Span, e3, e2 fact, same bool) fact {
	if !same {
		a.refuses("A-FOLD", at, "a round may change the shape "+a.index.nested(e2.ns))
		return fact{shape: a.applies("A-UNKNOWN")}
	}
	return fact{ns: Sizes{Folded{Outer{e3.ns}}, nil, e2.ns}, shape: a.applies("A-FOLD")}
}

// aScan is A-SCAN, which is ours: Outer ns ▷ ns′, where e₃ has the shape ns and the accumulators have ns′.
func aScan(e3, acc fact, v *Index) Nested {
	if acc.ns == nil {
		return nil
	}
	return Sizes{Outer{e3.ns}, v, acc.ns}
}

// aIndex is A-INDEX: e : ns gives e ! e_ix : Inner ns ⟨Σ; e_ix⟩.
func aIndex(e Nested, ix syntax.Expr) Nested { return Inner{e, ix} }
