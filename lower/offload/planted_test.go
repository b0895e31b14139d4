package offload_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestMistakesPlanted makes one mistake at a time in what groups of threads do, and in which texts run. The fake of CUDA finds it.
func TestMistakesPlanted(t *testing.T) {
	const group, chain = "../emit/group.go", "../emit/chain.go"
	testkit.Planted(t, [][4]string{
		{"threads do not wait", group, "found = found || !g.group.own[block] && g.group.writes[g.classes.find(block)]", "found = found && g.group.own[block]"},
		{"words of all are the thread's own", group, "n == int64(k.Group) && o.alone(id)", "n == int64(k.Group)"},
		{"a thread that fails does so alone", group, "		g.line(\"if (fm_failed[fm_phase]) FM_FAIL(fm_failed[fm_phase]);\")\n", ""},
		{"iterations beyond the number of threads", group, "for (i64 %s = fm_thread; %s < fm_n; %s += %d) {", "for (i64 %s = fm_thread; %s < fm_n - 1; %s += %d) {"},
		{"a group hears itself", chain, "fm_back = fm_at - 1", "fm_back = fm_at"},
		{"a group adds what it looked at first to all", chain, "Binary{Op: l.e.Op, X: one[k].Use(), Y: so[k].Use()", "Binary{Op: l.e.Op, X: one[k].Use(), Y: one[k].Use()"},
		{"a group goes on beyond one that has told all", chain, "fm_seen[fm_k] == 2 ? 2 : 0", "fm_back < 0 ? 2 : 0"},
		{"a value that is not told", "chain.go", "if g.after[x.ID] {", "if !g.after[x.ID] {"},
		{"large ints are cut to 32 bits", "launch.go", "narrow && (!g.Small[k] || w >= 0 && w <= emit.MostNarrow)", "narrow"},
	}, "-run", "TestGroups|TestChained|TestNarrow", ".")
}
