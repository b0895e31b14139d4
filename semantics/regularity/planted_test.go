package regularity_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes in the rules, among them the rules as they are printed.
func TestPlanted(t *testing.T) {
	const triple, four, rounds, simplify, sigma, let, forms, slice, number, call, analysis = "triple.go", "listing4.go", "rounds.go", "simplify.go", "sigma.go", "let.go", "forms.go", "slice.go", "number.go", "call.go", "analysis.go"
	testkit.Planted(t, [][4]string{
		{"R ∧ Ir is R", triple, "m[0] && n[0]", "m[0] || n[0]"},
		{"⊤ ∧ ⊥ is ⊤", triple, "andN(d.N, e.N), d.I && e.I", "andN(d.N, e.N), d.I || e.I"},
		{"the highest level", triple, "min(d.K, e.K)}", "max(d.K, e.K)}"},
		{"ir changes nothing", triple, "return Triple{irN(d.N), d.I, d.K}", "return d"},
		{"R-EXTENT-REG for all", four, "d.N[0] == Reg {", "true {"},
		{"R-GENERATE-INDEP for rows that depend on the index around", four, "e2.K < j:", "e2.K < j-1:"},
		{"R-GENERATE-INDEP for any bound", four, "case !e1.I:", "case false:"},
		{"R-GENERATE-IRR is regular", four, "min(e1.K, e2.K)}.of(Ir)", "min(e1.K, e2.K)}.of(Reg)"},
		{"R-GENERATE-REG is independent", four, "Triple{e2.N, e2.I, min(e1.K, e2.K)}.of(Reg)", "independent(e2.N).of(Reg)"},
		{"R-COND-SHAPE for any shapes", four, "	if !same {\n		return Triple{}, \"the branches", "	if false {\n		return Triple{}, \"the branches"},
		{"R-COND-INDEP for any condition", four, "	if !e1.I {\n		return Triple{}, \"the condition", "	if false {\n		return Triple{}, \"the condition"},
		{"R-COND-IRR without ir", four, "e1.And(ir(e2.And(e3)))", "e1.And(e2.And(e3))"},
		{"R-COND-SHAPE without the condition", four, "		return Triple{}, \"the branches are not known to have one shape\"\n	}\n	return e1.And(e2).And(e3)", "		return Triple{}, \"the branches are not known to have one shape\"\n	}\n	return e2.And(e3)"},
		{"R-WHILE-INDEP for any condition", four, "	if !e1.I {\n		return Triple{}, \"the number", "	if false {\n		return Triple{}, \"the number"},
		{"R-WHILE-IRR without ir", four, "e1.And(ir(state))", "e1.And(state)"},
		{"R-WHILE-SHAPE without the condition", four, "e1.And(Triple{first.N, state.I, state.K})", "Triple{first.N, state.I, state.K}"},
		{"R-FOLD without the number of rounds", four, ".And(e3.scalar()).And(ofExtent(e3))", ".And(independent(nil))"},
		{"one round, as printed", rounds, "changed = a.settle(&st, first, next)", "changed = a.settle(&st, first, next) && false"},
		{"shapes as in the first round", rounds, "!a.unchanged(first[l], next[l])", "false"},
		{"d₃ alone", rounds, "andTuple(st.d, triples(next))", "andTuple(st.d, st.d)"},
		{"ints of one shape are equal", rounds, "	if first.is != nil {\n		return", "	if first.is != nil && false {\n		return"},
		{"Outer ns ▷ Inner ns ⟨v⟩ for any v", simplify, "!syntax.IsVar(in.At, n.V.X.ID) || ", ""},
		{"any s ▷ Inner ns ⟨v⟩", simplify, "if !a.equal(a.outermost(n), a.outermost(in.NS)) {", "if false {"},
		{"Inner (s ▷ ns) ⟨e⟩ is ns", simplify, "return subst(of.NS, map[int]syntax.Expr{of.V.X.ID: in.At}), true", "return of.NS, true"},
		{"only the outermost size", sigma, "	for k := range xs {\n		if !a.equal", "	for k := range min(1, len(xs)) {\n		if !a.equal"},
		{"descriptors that mention inner variables", sigma, "	if !ok {\n		if mentions(ns, local) {", "	if !ok {\n		if false {"},
		{"sizes that mention inner variables", sigma, "} else if shapeMentions(n.S, local) {", "} else if false {"},
		{"an index that counts as outside", sigma, "return id != n.V.X.ID && local(id) })", "return id != n.V.X.ID && local(id) && false })"},
		{"regular by a size that is not independent", let, "&& a.triple(size).I)", "|| a.triple(size).I)"},
		{"rows of literals are of one shape", forms, "	if f.ns == nil {\n		f.d = ir(f.d)", "	if false {\n		f.d = ir(f.d)"},
		{"element by any index", forms, "f.d = f.d.row().And(a.atom(ix).d)", "_, f.d = ix, f.d.row()"},
		{"row by any index", forms, "d, n = d.And(part), n[min(1, len(n)):]", "_, n = part, n[min(1, len(n)):]"},
		{"parts with any size", forms, "kept = []R{R(a.triple(ix.Size).I)}", "kept = []R{Reg}"},
		{"parts one row further on", forms, "Y: &syntax.IntLit{Val: num.Of(1)}}", "Y: &syntax.IntLit{Val: num.Of(0)}}"},
		{"concat of any number of rows", forms, "r = r && R(ofExtent(x.d).I)", "r = Reg"},
		{"with any value", forms, "d := x.d.scalar().And(a.atom(e.V).d.scalar())", "d := x.d.scalar()"},
		{"sizes that branches know", analysis, "	a.known = outside.Clone()\n", ""},
		{"arguments of another parameter", call, "by[x.ID] = e.Args[k]", "by[x.ID] = e.Args[0*k+len(e.Args)-1]"},
		{"a loop without the parts that it needs", slice, "		more := s.missing(e.Params, want, l)", "		more := s.missing(e.Params, want, l)[:0]"},
		{"a fold without the accumulators that it needs", slice, "		more := s.missing(accs, want, l)", "		more := s.missing(accs, want, l)[:0]"},
		{"nothing is computed from what it is known to be", slice, "&& !s.a.facts[x.ID].sized", ""},
		{"a check on which a type rests is left out", slice, "	needs(sizes, c)\n	return true\n", "	return false\n"},
		{"two checks that are left out do not matter", "rows.go", "if sl.torn() {", "if sl.torn() && false {"},
		{"the array that a call gives has no name", slice, "			s.as[x.ID] = in.Res[l]\n", "			_ = l\n"},
		{"calls stay", slice, "if b == nil || !dependent {", "if b == nil || !dependent || true {"},
		{"bodies without the statements that they need", slice, "	out.Stms = s.stms(b.Stms, needed(out))", "	out.Stms = s.stms(b.Stms, map[int]bool{})"},
		{"any row, although sizes differ", number, "x.d.N[len(at)] == Reg && ", ""},
		{"sizes of a statement are left out", slice, "	want = closed(want, let.Pat)\n", ""},
	}, "-vet=off", "-run", "Random|Rows|Cases|Rules|Slices|Errata", "-rapid.checks=2000", "-rapid.nofailfile")
}
