package regularity

import (
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// candidate is a rule that may fit an expression: its triple, or why it does not fit.
type candidate struct {
	name string
	rule func() (d Triple, refused string)
}

// choose takes the first rule that fits. The last one always does.
func (a *analysis) choose(at diag.Span, cs ...candidate) (Triple, string) {
	for _, c := range cs[:len(cs)-1] {
		d, why := c.rule()
		if why == "" {
			return d, a.applies(c.name)
		}
		a.refuses(c.name, at, why)
	}
	last := cs[len(cs)-1]
	d, _ := last.rule()
	return d, a.applies(last.name)
}

// always is a rule without a premise that can fail.
func always(name string, d Triple) candidate {
	return candidate{name, func() (Triple, string) { return d, "" }}
}

// variable is R-VAR and A-VAR: v : d ∈ Γ and v : (ns, i) ∈ Σ.
func (a *analysis) variable(v *syntax.Var) fact {
	a.applies("R-VAR")
	a.applies("A-VAR")
	f := *a.of(v)
	f.rule, f.shape = "R-VAR", "A-VAR"
	switch {
	case f.x.Type.IsArray():
		f.ns = a.typed(f.x, f.ns)
	case f.x.Type.IsInt():
		f.is = a.norm(v)
	}
	return f
}

// constant is R-CONST: a number is ⟨S, ⊤, ∞⟩. Its shape is A-SCALAR.
func (a *analysis) constant(e syntax.Expr) fact {
	return fact{d: independent(nil), ns: a.number(), is: e, rule: a.applies("R-CONST")}
}

// prim is R-PRIM: p (e, …) is what its operands are together, d₁ ∧ …. The listing has no rule for it. Its shape is A-SCALAR.
func (a *analysis) prim(e syntax.Expr, operands ...syntax.Expr) fact {
	d := independent(nil)
	for _, x := range operands {
		d = d.And(a.atom(x).d)
	}
	return fact{d: d, ns: a.number(), is: a.norm(e), rule: a.applies("R-PRIM")}
}

// extent is the triple of extent e, and the rule for it.
func (a *analysis) extent(at diag.Span, e Triple) (Triple, string) {
	return a.choose(at, candidate{"R-EXTENT-REG", e.extentReg}, always("R-EXTENT-IRR", e.extentIrr()))
}

// extentReg is R-EXTENT-REG: e : ⟨R ▷ _, _, _⟩ gives extent e : ⟨S, ⊤, ∞⟩.
func (d Triple) extentReg() (Triple, string) {
	if len(d.N) > 0 && d.N[0] == Reg {
		return independent(nil), ""
	}
	return Triple{}, "the rows are not of one size"
}

// extentIrr is R-EXTENT-IRR: e : ⟨Ir ▷ _, i, k⟩ gives extent e : ⟨S, i, k⟩.
func (d Triple) extentIrr() Triple { return d.scalar() }

// ofExtent is the triple of extent e.
func ofExtent(e Triple) Triple {
	if d, why := e.extentReg(); why == "" {
		return d
	}
	return e.extentIrr()
}

// generate is the triple of generate e₁ (λv → e₂) at level j, where the index v is of that level, and the rule for it.
func (a *analysis) generate(at diag.Span, e1, e2 Triple, j int) (Triple, string) {
	return a.choose(at,
		candidate{"R-GENERATE-INDEP", func() (Triple, string) { return generateIndep(e1, e2, j) }},
		candidate{"R-GENERATE-REG", func() (Triple, string) { return generateReg(e1, e2) }},
		always("R-GENERATE-IRR", generateIrr(e1, e2)))
}

// generateIndep is R-GENERATE-INDEP: e₁ : ⟨_, ⊤, k₁⟩ and e₂ : ⟨n, _, k₂⟩ with k₂ ≥ j give ⟨R ▷ n, ⊤, ∞⟩. In the listing k is
// min(k₁, k₂); but what is of level j or more is the index v, which is not free any more.
func generateIndep(e1, e2 Triple, j int) (Triple, string) {
	switch {
	case !e1.I:
		return Triple{}, "the bound depends on an index around the kernel"
	case e2.K < j:
		return Triple{}, "the rows depend on an index around the kernel"
	}
	return independent(e2.N).of(Reg), ""
}

// generateReg is R-GENERATE-REG: e₁ : ⟨_, ⊤, k₁⟩ and e₂ : ⟨n, i, k₂⟩ give ⟨R ▷ n, i, min(k₁, k₂)⟩.
func generateReg(e1, e2 Triple) (Triple, string) {
	if !e1.I {
		return Triple{}, "the bound depends on an index around the kernel"
	}
	return Triple{e2.N, e2.I, min(e1.K, e2.K)}.of(Reg), ""
}

// generateIrr is R-GENERATE-IRR: e₁ : ⟨_, ⊥, k₁⟩ and e₂ : ⟨n, _, k₂⟩ give ⟨Ir ▷ n, ⊥, min(k₁, k₂)⟩.
func generateIrr(e1, e2 Triple) Triple { return Triple{e2.N, false, min(e1.K, e2.K)}.of(Ir) }

// cond is the triple of cond e₁ e₂ e₃, and the rule for it. same tells whether the branches have one shape, ns₂ = ns₃.
func (a *analysis) cond(at diag.Span, e1, e2, e3 Triple, same bool) (Triple, string) {
	return a.choose(at,
		candidate{"R-COND-SHAPE", func() (Triple, string) { return condShape(e1, e2, e3, same) }},
		candidate{"R-COND-INDEP", func() (Triple, string) { return condIndep(e1, e2, e3) }},
		always("R-COND-IRR", condIrr(e1, e2, e3)))
}

// condShape is R-COND-SHAPE, which is ours: e₁ : d₁, e₂ : (d₂, ns₂) and e₃ : (d₃, ns₃) with ns₂ = ns₃ give d₁ ∧ d₂ ∧ d₃.
func condShape(e1, e2, e3 Triple, same bool) (Triple, string) {
	if !same {
		return Triple{}, "the branches are not known to have one shape"
	}
	return e1.And(e2).And(e3), ""
}

// condIndep is R-COND-INDEP, which is ours: e₁ : ⟨S, ⊤, k₁⟩ gives ⟨S, ⊤, k₁⟩ ∧ d₂ ∧ d₃.
func condIndep(e1, e2, e3 Triple) (Triple, string) {
	if !e1.I {
		return Triple{}, "the condition depends on an index around it"
	}
	return e1.And(e2).And(e3), ""
}

// condIrr is R-COND-IRR, which is ours: d₁ ∧ ir(d₂ ∧ d₃).
func condIrr(e1, e2, e3 Triple) Triple { return e1.And(ir(e2.And(e3))) }

// while is the triple of a part of while (λv. e₁) (λv. e₂) e₃, and the rule for it. state is d₂ ∧ d₃ of that part, so often that it does
// not change any more; first is d₃, and same tells whether no round changes the shape, ns₂ = ns₃.
func (a *analysis) while(at diag.Span, e1, state, first Triple, same bool) (Triple, string) {
	return a.choose(at,
		candidate{"R-WHILE-SHAPE", func() (Triple, string) { return whileShape(e1, state, first, same) }},
		candidate{"R-WHILE-INDEP", func() (Triple, string) { return whileIndep(e1, state) }},
		always("R-WHILE-IRR", whileIrr(e1, state)))
}

// whileShape is R-WHILE-SHAPE: ns₂ = ns₃ gives d₁ ∧ d₂ ∧ d₃. The sizes are those that the loop starts with, so n is that of d₃.
func whileShape(e1, state, first Triple, same bool) (Triple, string) {
	if !same {
		return Triple{}, "a round may change the shape"
	}
	return e1.And(Triple{first.N, state.I, state.K}), ""
}

// whileIndep is R-WHILE-INDEP: e₁ : ⟨S, ⊤, k⟩ gives ⟨S, ⊤, k⟩ ∧ d₂ ∧ d₃.
func whileIndep(e1, state Triple) (Triple, string) {
	if !e1.I {
		return Triple{}, "the number of rounds depends on an index around the loop"
	}
	return e1.And(state), ""
}

// whileIrr is R-WHILE-IRR: d₁ ∧ ir(d₂ ∧ d₃).
func whileIrr(e1, state Triple) Triple { return e1.And(ir(state)) }

// fold is R-FOLD: d = d₂ ∧ d₃, v₀ : d and v₁ : d give e₁ : d₁, and the fold is d₁ ∧ d₃. state is what e₁ and e₂ are together, so often
// that it does not change any more, and e3 is the triple of the arrays. A fold drops the dimension that it goes over.
func fold(e3, state, first Triple, same bool) Triple {
	d := state.And(e3.scalar()).And(ofExtent(e3))
	switch {
	case same:
		d.N = first.N
	case !ofExtent(e3).I:
		d.N = irN(d.N)
	}
	return d
}

// scan is R-SCAN, which is ours: as R-FOLD, with an accumulator for each element of the array.
func scan(e3, state, first Triple, same bool) Triple {
	return fold(e3, state, first, same).of(e3.N[0])
}
