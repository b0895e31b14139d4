package emr_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: the checks of the manager catch wrong versions of the pass.
func TestPlantedMistakes(t *testing.T) {
	const filter, inference, behaved, run = "filter.go", "inference.go", "../../live/behaved.go", "emr.go"
	testkit.Planted(t, [][4]string{
		{"arrays that are used later", filter, "return taken[c] || r.needed(c, s)", "return taken[c]"},
		{"arrays that others have taken", filter, "return taken[c] || r.needed(c, s)", "return r.needed(c, s)"},
		{"branches forget what was taken after them", filter, "r.filter(e.Then, taken)", "r.filter(e.Then, map[*withLoop]bool{})"},
		{"the second branch forgets, too", filter, "r.filter(e.Else, other)", "r.filter(e.Else, map[*withLoop]bool{})"},
		{"what a branch takes is free before it", filter, "taken[w] = true\n\t\t\t}", "taken[w] = false\n\t\t\t}"},
		{"any access pattern", inference, "case !r.needed(c, let) && r.live.Behaved(let, w.x, c.x):", "case !r.needed(c, let):"},
		{"mentioned by another name", inference, "if r.live.Meet(v.ID, c.x.ID) {", "if v.ID == c.x.ID {"},
		{"any shape", inference, "if !equal(known.Of(d)", "if false && !equal(known.Of(d)"},
		{"any rank", inference, "|| w.x.Type.Rank() != c.x.Type.Rank()", ""},
		{"candidates of a kernel from outside of it", inference, "r.inferWithin(let.Exp, in, within[i])", "r.infer(in, within[i], C)"},
		{"arrays later in a block", inference, "|| b.Stms[first] != syntax.Stm(let)", ""},
		{"parts of blocks", inference, "alloc == nil || !equal(", "alloc == nil || false && !equal("},
		{"other arrays in the block of an RC", behaved, "id != c.ID && id", "false && id"},
		{"any index", behaved, "return ok && v.ID == b.ID", "return ok || v.ID != b.ID"},
		{"rows of any kernel", behaved, "return own == all", "return own > 0"},
		{"the alloc of the candidate is left out", run, "r.without[w.alloc] = true", "r.without[w.chosen.alloc] = true"},
		{"the names of blocks stay", run, "r.into[w.m.ID] = w.place().Use()", ""},
		{"the block of the last candidate only", run, "for w.chosen != nil {", "if w.chosen != nil {"},
	}, "-vet=off", "-run", "Valid|Random")
}
