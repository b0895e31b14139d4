package live_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: overwriting what a wrong version of the analysis calls dead changes
// what the program gives.
func TestPlantedMistakes(t *testing.T) {
	const file = "live.go"
	testkit.Planted(t, [][4]string{
		{"dead one statement early", file, "used && last > k\n", "used && last > k+1\n"},
		{"dead in inner bodies one statement early", file, "if last > k {", "if last > k+1 {"},
		{"results are no use", file, "in.use(l, len(b.Stms), l.results(b))", "in.use(l, len(b.Stms), nil)"},
		{"other iterations do not count", file, "l.body(e.Body, union(after, l.Mentions(s)))", "l.body(e.Body, after)"},
		{"other rounds of a fold do not count", file, "l.body(syntax.FoldOf(e).Lambda().Body, union(after, l.Mentions(s)))", "l.body(syntax.FoldOf(e).Lambda().Body, after)"},
		{"later rounds do not count", file, "after = union(after, without(round, e.Params))", ""},
		{"what a condition uses does not count", file, "round = free(e.While, e.Body)", "round = free(e.Body)"},
		{"the body does not count for the condition", file, "l.body(e.While, union(after, carried))", "l.body(e.While, after)"},
		{"captured globals die", file, "l.body(l.Main, captured)", "l.body(l.Main, nil)"},
		{"captured globals die in functions", file, "kept := maps.Clone(free[d])", "kept := map[int]bool{}"},
		{"parameters die", file, "kept[x.ID] = !l.handedOver(p, d, k, free[d])", "kept[x.ID] = k < 0"},
		{"arguments in one block", file, "!l.shared(e.Args[k], e.Args, others, captured) && ", ""},
		{"what is after a branch does not count", file, "l.body(e.Else, after)", "l.body(e.Else, nil)"},
	}, "-vet=off", "-run", "Poisoned(Chunks|Programs)|Captured", "-rapid.checks=5", "-rapid.seed=1")
}
