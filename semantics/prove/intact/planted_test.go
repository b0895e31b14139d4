package intact_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes the proof miss something, one thing at a time. Then a program is proved that is not valid.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"uses ask no write", "intact.go", "	for _, w := range p.writes {\n", "	for _, w := range p.writes[:0] {\n"},
		{"writes before the binding only", "intact.go", "if w >= born && !p.hidden(w)", "if w < born && !p.hidden(w)"},
		{"earlier rounds do not matter", "intact.go", "			order = races.Earlier\n		case", "			continue\n		case"},
		{"other iterations do not matter", "intact.go", "		case kind != races.Iteration:\n", "		default:\n"},
		{"what iterations bind is their own", "intact.go", "		switch kind := p.tape.Events[c].Kind; {\n", "		switch kind := p.tape.Events[c].Kind; {\n		case c < born:\n			continue\n"},
		{"a write is no write", "intact.go", "		p.writes = append(p.writes, k)\n", ""},
		{"each copy of an array is in place", "places.go", "p.inPlace[k] = from > 0 && t.SamePlace(k, from-1)", "p.inPlace[k] = from > 0"},
		{"an update overwrites all", "intact.go", "return p.tape.Covers(u, k) })", "return k >= 0 })"},
		{"an update overwrites what an array of a call before was", "intact.go", "p.partOf(p.wrote[w], ", "p.partOf(p.spread[p.tape.Events[w].ID], "},
		{"what is copied is a part already", "places.go", "p.inPlace[k] && part > 0", "part > 0"},
		{"rows of results are not kept", "intact.go", "	case races.Kept:\n		p.kept(k)\n", ""},
		{"later rounds leave rows alone", "intact.go", "	order := races.Later\n", "	order := races.Earlier\n"},
		{"elements may share locations", "intact.go", "		if !p.tape.Distinct(k) {\n", "		if false {\n"},
		{"a copy moves all at once", "intact.go", "		if !p.tape.Moves(k) {\n", "		if false {\n"},
		{"all fits into its block", "intact.go", "		case p.tape.Holds(k) || p.given(e.ID):\n", "		case k >= 0:\n"},
		{"what lies in a block is given", "intact.go", "			if p.tape.SameLocations(j, k) {\n", "			if j >= 0 && k >= 0 {\n"},
		{"claims are true", "intact.go", "if from == 0 || !p.tape.SamePlace(k, from-1) {", "if false {"},
		{"wrong claims are not used", "intact.go", "		if o, ok := p.astray[e.ID]; ok {\n", "		if o, ok := p.astray[e.ID]; ok && k < 0 {\n"},
		{"a claim of a wrong claim is right", "intact.go", "			p.astray[e.ID] = o\n", "			_ = o\n"},
		{"what nothing was written to lies in its block", "intact.go", "			p.astray[e.ID] = Open{Use: e, Why: e.Name}\n", ""},
		{"a function may change what it is lent", "intact.go", "	case races.Lent:\n		p.used(k, 0)\n", ""},
		{"what a function calls changes nothing", "../races/tape.go", "			outer = append(outer, syntax.FreeVars(e, g.until)...)\n", "			_ = e\n"},
		{"an array of another body is a part", "places.go", " && body[part] == *top {", " {"},
		{"all dimensions are one", "../races/tape_ask.go", "poly.Compare(d.Stride, e.Size.Mul(e.Stride)) == poly.Equal })", "poly.Compare(d.Stride, e.Size.Mul(e.Stride)) != poly.Equal || e.Size.IsZero() })"},
		{"the branch before is not taken after the if", "intact.go", "			p.masked = p.masked[:len(p.masked)-1]\n", ""},
		{"copies of rounds have the same unknowns", "../races/tape_ask.go", "	l, i := a.l.Subst(by), t.Events[within].i\n", "	l, i := a.l, t.Events[within].i\n"},
		{"blocks are apart", "../races/tape_ask.go", "	if !t.w.turns.mayMeet(a.in, b.in, limit) {", "	if len(a.in) > 0 {"},
		{"blocks from before an iteration are its own", "../races/tape_ask.go", "[0] >= limit || t.w.turns.before(b.in, limit)[0] >= limit {", "[0] >= 0 {"},
		{"a bound without an int holds", "../races/tape_ask.go", "(b.p.IsZero() || !t.holdsLater(b, e))", "!b.p.IsZero() && !t.holdsLater(b, e)"},
		{"an accumulator is not told", "../races/loop.go", "				w.tape.accumulated(accs[k], places[k], false)\n", ""},
		{"an alloc proves its size", "../races/tape.go", "		t.Events[len(t.Events)-1].later = false // what comes later knows it from the alloc\n", ""},
		{"every loop has a round", "../races/loop.go", "if e.For != nil && w.greater(w.int(e.For.N).Sub(one)) {", "if e.For != nil && w != nil {"},
		{"all blocks of rounds are one", "../races/loop.go", " && !slices.Equal(r.given[k], blocks{r.others}) {", " {"},
		{"a block of two has the size of the last one", "../races/turns.go", "size = poly.Min(size, w.allocs[id-1])", "size = w.allocs[id-1]"},
		{"freed blocks can be used", "../races/walk.go", "		w.tape.obliged(\"the block of `\"+what+\"` may have been freed\", false, nil)\n", ""},
		{"results are not used", "../races/tape.go", "		w.tape.last.At = x.GetSpan()\n		w.tape.whole(x, w.atom(x))\n", "		w.tape.last.At = x.GetSpan()\n"},
		{"views are not used", "../races/stm.go", "	w.tape.whole(x, w.env[z.ID])\n	w.tape.born(z)\n}\n", "	w.tape.born(z)\n}\n"},
	}, "-run", "TestSmall|TestWrong|TestExamples", ".")
}
