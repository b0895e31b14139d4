package validate_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests catch mistakes in what is sought and reported of conditions, in comparisons of Fun, and in what is ill-typed.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"the ways of the first input alone", "search.go", "c.ways.add(o.ways)", "if c.ran == 1 {\n\t\t\tc.ways.add(o.ways)\n\t\t}"},
		{"the sides are mixed up", "conditions.go", "notes[c.side].Went(c.at)", "notes[1-c.side].Went(c.at)"},
		{"what follows is not left out", "conditions.go", "explained[k][way] = explained[k][way] ||", "explained[k][way] = false &&"},
		{"the parts of a || b are not left out", "conditions.go", "explained[part][1-way] = explained[part][1-way] ||", "explained[part][1-way] = false &&"},
		{"conditions behind one that never holds are named", "conditions.go", "if c.within >= 0 && !w.took(c.within, c.when) {", "if false {"},
		{"comparisons do not count", "conditions.go", "if !branch.IsCondition(n) || w.dump(n.Span) {", "if true {"},
		{"products do not count", "../branch/notes.go", "syntax.Ops[e.Op].Truth || isBoth(e)", "syntax.Ops[e.Op].Truth"},
		{"what is checked counts", "conditions.go", "if w.asserted[n] {", "if false {"},
		{"what is checked and used does not count", "asserted.go", "if lets[l] && !lets[by] {", "if lets[l] && !lets[by] && false {"},
		{"no regular inputs", "search.go", "	s.allRegular()\n", ""},
		{"nothing is bred", "search.go", "	s.breed()\n", ""},
		{"sizes do not grow together", "slots.go", "const mostGrown = 1 << 17", "const mostGrown = 1 << 14"},
		{"what was found is not compared", "seek.go", "	s.compareMore(k.compare)\n", "	s.compareMore(nil)\n"},
		{"calls are not told apart", "spots.go", "path.Into(n.Span)", "path"},
		{"what is known of one call counts for all", "spots.go", "if of[x.number] == 1 {", "if true {"},
		{"no random inputs", "descend.go", "		in := k.anew(n)\n", "		return false\n		in := k.anew(n)\n"},
		{"one number at a time alone", "descend.go", "for i := 0; i < len(moves) && !fell; i++ {", "for i := 0; false && i < len(moves); i++ {"},
		{"steps that do not double", "descend.go", "from, by = start{in, d}, 2*by", "from, by = start{in, d}, by"},
		{"sizes stay", "moves.go", "sizes[size] = int(n)", "sizes[size] = in.Sizes[size]"},
		{"strides stay", "moves.go", "l.stride = l.reach(shape, 0) + k", "l.stride = l.reach(shape, 0)"},
		{"offsets stay", "moves.go", "l.offset += k", "l.offset += 0"},
		{"values of Fun are not compared", "infun.go", "if f.differ(r.sub); f.Kind == Different {", "if f.Kind == Different {"},
		{"AFTER of Fun is never stuck", "infun.go", "		f.Kind, f.Verdict.Stuck = Stuck,", "		f.gave = want\n		_, f.Verdict.Stuck = Stuck,"},
		{"names of Fun are not compared", "infun.go", "append(pick(v, s.results), s.bound(&m.Env)...)", "append(pick(v, s.results), want[len(s.results):]...)"},
		{"BEFORE of Fun runs twice", "infun.go", "m.Run(ctx, r.after)", "m.Run(ctx, r.beforeFun)"},
		{"a verdict on Fun claims that it is free of races", "../validity/verdictwords.go", "if v.InFun {", "if false {"},
		{"the steps go on after what is stuck", "infun.go", "				n.upTo(inner, sc.body, depth+1, E, at)\n				return\n", "				n.upTo(inner, sc.body, depth+1, E, at)\n"},
		{"an error of syntax makes a program ill-typed", "illtyped.go", "d.Kind != diag.Type || d", "d.Kind == diag.Usage || d"},
		{"what is not known here makes a program ill-typed", "illtyped.go", "d.Kind != diag.Type || d.Cause == diag.Unsupported", "d.Kind != diag.Type"},
		{"the parts of rows are compared", "outputs.go", "n := t.Irregulars(); n > 0", "n := t.Irregulars(); n < 0"},
		{"core never has the parts of rows", "outputs.go", "b.hasRows() == a.hasRows() || ", "true || "},
		{"what are no rows is read as rows", "outputs.go", "rows.Odd() < 0", "rows.Odd() < 9"},
		{"what are no rows is equal", "outputs.go", "!differs && !is", "!differs || is"},
		{"the parts of an argument are shown", "arguments.go", "case v == nil:", "case v == nil || true:"},
		{"what did not matter is told of the data", "arguments.go", "if free[p.Place()] {", "if free[len(list)] {"},
		{"where rows lie is not told", "arguments.go", "ok && !r.InFun()", "ok && r.InFun()"},
		{"the sizes are called offsets", "stepname.go", `[2]string{"sizes of ", "offsets of "}`, `[2]string{"offsets of ", "sizes of "}`},
		{"bound rows are not compared", "statements.go", "(bound[x.ID] || len(p.partsOf(x)) > 1)", "bound[x.ID]"},
		{"bound rows are compared by their parts", "statements.go", "output{t, len(s.lets), len(parts)}", "output{t, len(s.lets), 1}"},
		{"rows of one size may be an irregular parameter", "rows.go", "len(b) != len(a):", "len(b) == len(a):"},
		{"rows may be longer", "../value/difference.go", "case n != m:", "case n > m:"},
		{"elements of rows are not compared", "../value/difference.go", "!pairs.Equal(want, q.Number())", "false"},
	}, "-run", "TestEqualRows|TestRowsInCore|TestOddRows|TestRowsAgainst|TestRowsShown|TestRowsSteps|TestRowsBound|TestIllTyped|TestInFun|TestSeek|TestNever|TestNeverSides|TestRegular|TestProducts|TestBreed")
}

// TestPlantedProofs: the tests catch mistakes in what is called proved of a pair.
func TestPlantedProofs(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a pair is proved if AFTER is valid by itself", "proved.go", `(p.bare != nil || p.After.Holds()) && p.Values != ""`, `p.After.Holds() || p.bare != nil && p.Values != ""`},
		{"a pair is proved if the values are the same", "proved.go", `(p.bare != nil || p.After.Holds()) && p.Values != ""`, `p.Values != ""`},
		{"a pair is proved if AFTER has no memory", "proved.go", `(p.bare != nil || p.After.Holds()) && p.Values != ""`, `p.bare != nil || p.After.Holds() && p.Values != ""`},
		{"memory is none", "proved.go", "if s.program.IMP != nil || s.program.Mem {\n\t\treturn nil\n\t}\n\ttext :=", "if s.program.IMP != nil {\n\t\treturn nil\n\t}\n\ttext :="},
		{"the values of Fun are not asked about", "proved.go", "if p.bare != nil || p.After != nil && (", "if p.After != nil && ("},
		{"a stuck AFTER contradicts nothing", "proved.go", "case f.Kind == Stuck && p.Hold() && ", "case false && "},
		{"a proof without a run has other digits", "proved.go", "	r.prove(ctx, o, false, &established{})", "	r.prove(ctx, &Options{Proof: o.Proof}, false, &established{})"},
		{"values are assumed to have memory", "../validity/proof.go", `	if calls && !values {`, `	if calls {`},
		{"nothing confirms a proof of Fun", "confirm.go", "return r.Word == Valid && r.Proofs.Hold() && ", "return r.Word == Valid && r.Proofs.After.Holds() && r.Proofs.Hold() && "},
		{"a few inputs are always enough", "confirm.go", "return r.Word == Valid && r.Proofs.Hold() && ", "return r.Word == Valid && "},
		{"stars do not matter", "proved.go", "case p.bare == nil && r.starsMore():", "case false:"},
		{"a few inputs are enough without a proof", "confirm.go", "err != nil || r.allProved() {", "err != nil || r.Word == Valid {"},
		{"a BEFORE that is not proved valid is enough", "confirm.go", "(r.Proofs.Before == nil || r.Proofs.Before.Holds()) && ", ""},
		{"what was proved is lost", "proved.go", "			known.proofs = &kept\n", "			known.proofs = &Proofs{After: kept.After}\n"},
		{"all programs are the same", "proved.go", "if laid && syntax.Alike(", "if laid || syntax.Alike("},
		{"constants are doubles whatever the digits", "proved.go", "if o.Digits > 0 && (", "if o.Digits > 99 && ("},
		{"arguments lie alike", "proved.go", "laid = syntax.LaidAlike(", "laid = true || syntax.LaidAlike("},
		{"it does not matter how they lie", "../../semantics/syntax/alike.go", "same = xs[k].Type.Mem == nil || ", "same = true || xs[k].Type.Mem == nil || "},
		{"names that are compared may be others", "proved.go", "case r.statements:", "case r.statements && false:"},
		{"programs with inputs need no proof", "proved.go", "r.Tests > 0 && len(r.Arrays)+len(r.Numbers)+", "r.Tests > 0 && 0*(len(r.Arrays)+len(r.Numbers))+"},
		{"nothing contradicts a proof", "proved.go", "case f.Kind == Stuck, f.Kind == Invalid, f.Kind == Unlike, f.Kind == Overlapping:", "case f.Kind == Fine:"},
		{"what is open is not looked at", "proved.go", "case len(open) > 0:", "case len(open) > 9:"},
		{"numbers are paired in order", "proved.go", ", Args: append(slices.Clip(s.arrays), s.numbers...)", ", Args: s.def.Arguments()"},
		{"--no-prove proves", "proved.go", "if o.Proof == validity.NoProof || r.alone", "if r.alone"},
		{"what is called is not compared", "../../semantics/syntax/alike.go", "return ok && c.name(a.Fn, b.Fn) && ", "return ok && "},
		{"any variable is any other one", "../../semantics/syntax/alike.go", "return seen && other && j == y && k == x", "return j == y || k != -1"},
		{"the limit of memory contradicts a proof", "../validity/verdictwords.go", "s.Diag.Cause == diag.Limit || ", ""},
	}, "-run", "TestProved|TestContradicted")
}

// TestPlantedPartly: the tests catch mistakes in what is said of a def that ran on some inputs alone.
func TestPlantedPartly(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"what ran on nothing was fine", "lonedef.go", "return r.alone && r.Word == Unknown && r.Tests > 0 && !r.Empty", "return r.alone && r.Word == Unknown"},
		{"what is known ran partly", "lonedef.go", "return r.alone && r.Word == Unknown && r.Tests > 0 && !r.Empty", "return r.alone && r.Tests > 0 && !r.Empty"},
		{"nothing ran", "lonedef.go", "	case r.Partly():", "	case r.Partly() && !r.Partly():"},
	}, "-run", "TestPartly")
}

// TestPlantedParts: the tests catch mistakes in the search of parts.
func TestPlantedParts(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a part ends at its first failing input", "part.go", "len(p.Failing) == mostFailing && p.Failing[mostFailing-1].compare(", "len(p.Failing) > 0 && p.Failing[0].compare("},
		{"size does not matter", "part.go", "cmp.Or(cmp.Compare(f.Size, g.Size), ", "cmp.Or(0, "},
		{"what a part says is believed", "part.go", "g == nil || g.Says() != f.Kind || (out.fail == nil) != f.Before {", "g != nil && g.Kind > 99 {"},
		{"parts that are too small are enough", "part.go", "if p.Inputs != s.tests {", "if p.Inputs > s.tests {"},
		{"what is missing is fine", "part.go", `if missing != "" {`, `if missing == "-" {`},
		{"counts are those of the inputs that run again", "part.go", "res.Tests, res.Outside, res.Stopped, res.Unplaced = ", "_, _, _, _ = "},
	}, "-run", "TestParts")
}

// TestPlantedTexts: the tests catch mistakes in the comparison of two texts.
func TestPlantedTexts(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a function that AFTER lacks does not count", "comparison.go", "c.Word() == Valid && len(c.Missing)+len(c.Open) == 0", "c.Word() == Valid && len(c.Open) == 0"},
		{"nothing compared is valid", "comparison.go", "	if len(c.Results) == 0 {", "	if false {"},
		{"programs that cannot be compared are", "comparison.go", "	if err := Comparable(ctx, before, after); err != nil {", "	if err := Comparable(ctx, before, after); false {"},
		{"an import is dropped", "text.go", "d.(*syntax.Import); ok", "d.(*syntax.Import); ok && false"},
	}, "-run", "TestTexts")
}
