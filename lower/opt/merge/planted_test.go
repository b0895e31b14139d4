package merge_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: the checks of the manager catch wrong versions of the pass, and of
// the analyses that it uses.
func TestPlantedMistakes(t *testing.T) {
	const here, live, alias = "group.go", "../../live/live.go", "../../alias/alias.go"
	testkit.Planted(t, [][4]string{
		{"neighbours do not interfere", here, "x.first <= y.last && y.first <= x.last", "x.first < y.last && y.first < x.last"},
		{"live blocks share one", here, "x.first <= y.last && y.first <= x.last", "false"},
		{"only the first of a group interferes", here, "for _, x := range h.blocks {\n\t\tfor", "for _, x := range h.blocks[:1] {\n\t\tfor"},
		{"sizes do not matter", here, "case p.atLeast(h.n, g.n):", "case true:"},
		{"results in larger blocks", here, "n != nil && !p.sameSize(fit.n, n)", "n != nil && false"},
		{"the minimum of the sizes", here, "{Op: syntax.Max,", "{Op: syntax.Min,"},
		{"sizes are known anywhere", here, "return here && k >= at", "return false && here && k >= at"},
		{"allocated after the first use", here, "[]int{h.at, h.first}", "[]int{h.at, h.first + 1}"},
		{"undefined elements among others", here, "if x.scratch != nil {", "if x.scratch != nil && x.first < 0 {"},
		{"the name of the block stays", "merge.go", "m.into[x.m.ID] = keeps.Use()", ""},
		{"blocks that are freed", "merge.go", "case m.live.Freed()[m.live.Origin(block.m)]:", "case false:"},
		{"liveness is off by one", live, "first, last = min(first, k), max(last, k)", "first, last = min(first, k), max(last, k-1)"},
		{"first uses are off by one", live, "first, last = min(first, k), max(last, k)", "first, last = min(first, k+1), max(last, k)"},
		{"results are no use", live, "in.use(l, len(b.Stms), l.results(b))", "in.use(l, len(b.Stms), nil)"},
		{"branches give blocks of their own", alias, "\t\ta.all(s.Pat, e.Then.Res)\n", ""},
		{"a loop carries nothing", alias, "\t\ta.same(pat[i], x.Use())", ""},
	}, "-vet=off", "-run", "Valid|Results")
}
