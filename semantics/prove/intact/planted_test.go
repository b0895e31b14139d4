package intact_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes the proof miss something, one thing at a time. Then a program is proved that is not valid.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"uses ask no write", "rules.go", "	for _, w := range p.writes {\n		if w >= born", "	for _, w := range p.writes[:0] {\n		if w >= born"},
		{"writes before the binding only", "rules.go", "if w >= born && !p.hidden(w)", "if w < born && !p.hidden(w)"},
		{"earlier rounds do not matter", "rules.go", "kind == races.Round && c >= born:", "kind == races.Round && c < 0:"},
		{"earlier rounds are later ones", "rules.go", "p.across(u, c, races.Earlier, ", "p.across(u, c, races.Later, "},
		{"other iterations do not matter", "rules.go", "case kind == races.Iteration && !p.others(", "case kind == races.Iteration && u < 0 && !p.others("},
		{"what iterations bind is their own", "rules.go", "case kind == races.Iteration && !p.others(", "case kind == races.Iteration && c >= born && !p.others("},
		{"iterations write where others do", "rules.go", "== races.Iteration && !p.others(\"V-WRITE\", u, c) {", "== races.Iteration && u < 0 {"},
		{"a write is no write", "intact.go", "			p.writes = append(p.writes, k)\n", ""},
		{"each copy of an array is in place", "places.go", "p.inPlace[k] = from > 0 && t.SamePlace(k, from-1)", "p.inPlace[k] = from > 0"},
		{"an update overwrites all", "rules.go", "return p.tape.Covers(u, k) })", "return k >= 0 })"},
		{"an update overwrites what an array of a call before was", "rules.go", "p.partOf(p.wrote[w], ", "p.partOf(p.spread[p.tape.Events[w].ID], "},
		{"what is copied is a part already", "places.go", "p.inPlace[k] && part > 0", "part > 0"},
		{"an array of another body is a part", "places.go", " && body[part] == *top {", " {"},
		{"rows of results are not kept", "intact.go", "		p.kept(k)\n", ""},
		{"what is left of an iteration leaves rows alone", "rules.go", "	for w := k; w < p.ends[c]; w++ {\n		if x", "	for w := k; w < 0; w++ {\n		if x"},
		{"later rounds leave rows alone", "rules.go", "	order := races.Later\n", "	order := races.Earlier\n"},
		{"elements may share locations", "rules.go", "p.require(\"V-SPREAD\", p.tape.Distinct(k),", "p.require(\"V-SPREAD\", true,"},
		{"a copy moves all at once", "rules.go", "p.require(\"V-COPY\", p.tape.Moves(k),", "p.require(\"V-COPY\", true,"},
		{"a row moves all at once", "../races/walk.go", "		w.tape.moved(z, to, w.env[v.ID])\n", "		_ = v\n"},
		{"accumulators move one after the other", "../races/loop.go", "		w.together(accs, b.Res)\n", ""},
		{"all fits into its block", "rules.go", "	case p.tape.Holds(k):\n", "	case k >= 0:\n"},
		{"what lies in a block is given", "rules.go", "			if p.tape.SameLocations(j, k) {\n", "			if j >= 0 && k >= 0 {\n"},
		{"claims are true", "rules.go", "if from > 0 && p.tape.SamePlace(k, from-1) {", "if from > 0 {"},
		{"wrong claims are not used", "rules.go", "		p.open = append(p.open, o)\n		delete", "		delete"},
		{"a claim of a wrong claim is right", "rules.go", "		p.lost(e.ID, o)\n", "		_ = o\n"},
		{"what nothing was written to lies in its block", "rules.go", "		p.lost(e.ID, Open{Rule: e.Rule, Use: e, Why: e.Name})\n", ""},
		{"a function may change what it is lent", "intact.go", "		p.lent(k)\n", ""},
		{"what a function calls changes nothing", "../races/tape.go", "			outer = append(outer, syntax.FreeVars(e, g.until)...)\n", "			_ = e\n"},
		{"all dimensions are one", "../races/tape_ask.go", "poly.Compare(d.Stride, e.Size.Mul(e.Stride)) == poly.Equal })", "poly.Compare(d.Stride, e.Size.Mul(e.Stride)) != poly.Equal || e.Size.IsZero() })"},
		{"the branch before is not taken after the if", "intact.go", "			p.masked = p.masked[:len(p.masked)-1]\n", ""},
		{"copies of rounds have the same unknowns", "../races/tape_ask.go", "	l, i := a.l.Subst(by), t.Events[within].i\n", "	l, i := a.l, t.Events[within].i\n"},
		{"blocks are apart", "../races/tape_ask.go", "	if !t.w.turns.mayMeet(a.in, b.in, limit) {", "	if len(a.in) > 0 {"},
		{"blocks from before an iteration are its own", "../races/tape_ask.go", "[0] >= limit || t.w.turns.before(b.in, limit)[0] >= limit {", "[0] >= 0 {"},
		{"a bound without an int holds", "../races/tape_ask.go", "|| !b.p.IsZero() && t.holdsLater(y, b, e)", "|| b.p.IsZero() || t.holdsLater(y, b, e)"},
		{"an accumulator is not told", "../races/loop.go", "				w.tape.accumulated(accs[k], places[k], false)\n", ""},
		{"an alloc proves its size", "../races/tape.go", "		t.Events[len(t.Events)-1].later = false // what comes later knows it from the alloc\n", ""},
		{"every loop has a round", "../races/loop.go", "if r.n != nil && r.w.greater(r.n.Sub(one)) {", "if r.n != nil {"},
		{"all blocks of rounds are one", "../races/loop.go", " && !slices.Equal(r.given[k], blocks{r.others}) {", " {"},
		{"a block of two has the size of the last one", "../races/turns.go", "size = poly.Min(size, w.allocs[id-1])", "size = w.allocs[id-1]"},
		{"a block from outside may be freed", "../races/races.go", "	w.own = len(w.allocs) + 1\n	w.body(b)\n", "	w.body(b)\n"},
		{"freed blocks can be used", "../races/walk.go", "		w.tape.obliged(\"V-FREE\", \"the block of `\"+what+\"` may have been freed\", false, nil)\n", ""},
		{"results are not used", "../races/tape.go", "		w.tape.last.At = x.GetSpan()\n		w.tape.whole(x, w.atom(x))\n", "		w.tape.last.At = x.GetSpan()\n"},
		{"views are not used", "../races/stm.go", "	w.tape.whole(x, w.env[z.ID])\n	w.tape.born(z)\n}\n", "	w.tape.born(z)\n}\n"},
		{"calls may overwrite what no star marks", "../races/stm.go", "	w.tape.lent(nil, f, events)\n", "	_ = events\n"},
		{"ranges of a branch are known after it", "../races/tape.go", "	t.given = t.given[:given:given] // the body around this one may not come here\n", ""},
		{"a divisor is not 0", "../races/valued.go", "			least = least.Sub(one)\n", "			least = one\n"},
		{"what a type says has a value", "../races/stm.go", "	w.tape.valued(s)\n", ""},
		{"what a branch evaluates has a value after it", "../races/walk.go", "w.facts, w.values = facts, w.values[:values]", "w.facts, _ = facts, values"},
		{"unwritten cells have any kind", "intact.go", "e.Unwritten {", "e.Unwritten && k < 0 {"},
		{"a copy in its place does not race", "rules.go", "(order == races.Other || !p.inPlace[w])", "!p.inPlace[w]"},
	}, "-run", "TestSmall|TestWrong|TestReview", ".")
}
