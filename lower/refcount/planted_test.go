package refcount_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: wrong versions use a block that is gone, or give other counts.
func TestPlantedMistakes(t *testing.T) {
	const counter, plan = "counter.go", "plan.go"
	testkit.Planted(t, [][4]string{
		{"blocks of any size", counter, "b.size == to.size && ", ""},
		{"blocks with other references", counter, " && b.refs == own", ""},
		{"a candidate twice", counter, "b.heir == nil && ", ""},
		{"an RC whose elements lie elsewhere", counter, "ok && r.L.Same(L) && r.L.Count() == r.size", "ok || r.L.Same(L)"},
		{"an RC that stays", counter, "				c.gone(n, n.heir)\n", ""},
		{"an ERC that stays", counter, "			c.gone(from.block, n)\n			c.takes(n)\n			return true\n		}\n	}\n	if from := c.held[w.kept]", "			c.takes(n)\n			return true\n		}\n	}\n	if from := c.held[w.kept]"},
		{"ERCs are freed at their last use", plan, "also[a.Let] = append(also[a.Let], a.ERC.ID)", ""},
		{"nothing is kept for the next round", plan, "c.spares[b] = append(c.spares[b], w)", ""},
		{"references of results end too early", counter, "	c.former = append(c.former, former{x.ID, was})", "	c.drop(was.block)"},
		{"locals of a body stay", counter, "	for _, s := range b.Stms {", "	for _, s := range b.Stms[:0] {"},
		{"parameters stay", counter, "	for _, x := range params {", "	for _, x := range params[:0] {"},
		{"callers keep what they pass", counter, "c.release(c.sparedBy(s, b)...)", ""},
		{"last uses do not count", counter, "c.release(c.endsAt(s)...)", ""},
		{"all candidates before the paper", plan, `if mode == RC {`, `if mode == "" {`},
		{"parameters live as long as their calls", "../live/counted.go", "maps.Clone(free[d])", "func() map[int]bool { m := maps.Clone(free[d]); for _, x := range d.Params { m[x.ID] = true }; return m }()"},
		{"what a function uses from outside ends", "../live/counted.go", "maps.Clone(free[d])", "maps.Clone(free[nil])"},
		{"branches use nothing", "../live/counted.go", "return used || in.after[id]", "return used && false || in.after[id]"},
		{"loops use nothing", "../live/counted.go", "return used || in.after[id]", "return used"},
		{"candidates that are used later", "../opt/emr/counted.go", "return r.live.Used(c.x.ID, s) || r.live.Used(c.block(), s)", "return false"},
		{"what the round passes on is kept", "../opt/emr/counted.go", "!l.gives(c) && ", ""},
		{"one array is kept twice", "../opt/emr/counted.go", "!taken[c] && ", ""},
		{"the first parameter before the last", "../opt/emr/counted.go", "slices.Reverse(list)", ""},
		{"blocks from outside of a loop", "../opt/emr/counted.go", " || !r.own[x.Type.Mem.Block.ID]", ""},
	}, "-vet=off", "-run", "Random|Listing|Asked|Footprint|Rounds|Kept|While")
}
