package simplify_test

import (
	"testing"

	"funmem/internal/testkit"
)

// Mistakes in the pass, and where; the likeliest to come back with a change are first.
var mistakes = [][4]string{
	{"writes to blocks that are needed", "live.go", "for l.look(); l.keepWriter() || l.keepResult(); l.look() {", "for l.look(); l.keepResult(); l.look() {"},
	{"elements that are overwritten", "memory.go", "if m != nil && slices.ContainsFunc(written,", "if m != nil && false && slices.ContainsFunc(written,"},
	{"results on which the branches do not agree", "branch.go", "if v := valueOf(x, then.Res[k], then.env); v.equal(valueOf(x, els.Res[k], els.env)) {", "if v := valueOf(x, then.Res[k], then.env); true {"},
	{"rounds that are not supposed again", "carried.go", "c.fixed[k], again = false, true", "c.fixed[k] = false"},
	{"a block that a loop carries", "share.go", "case u.given:", "case false:"},
	{"another place in the block", "array.go", "a.Block.ID == b.Block.ID && lmad.Equal(f.env, a.L, b.L)", "a.Block.ID == b.Block.ID && (lmad.Equal(f.env, a.L, b.L) || true)"},
	{"checks that may hold", "forward.go", "poly.Compare(x, y) == poly.Equal", "poly.Compare(x, y) != poly.Different"},
	{"expressions of a scope that has ended", "common.go", "for n := len(t.added); n > to; n-- {", "for n := len(t.added); n > to+len(t.added); n-- {"},
	{"the other branch", "branch.go", "f.truth[x.ID] = t\n", "f.truth[x.ID] = !t\n"},
	{"twins by what they start with", "carried.go", "if j := c.twin[k]; j != k && !c.under", "if j := c.twin[k]; j != k && false && !c.under"},
	{"one round is none", "loop.go", "return ok && n.Sign() <= 0", "return ok && n.Bits() <= 1"},
	{"a block that is written to again", "share.go", "case u.writes > 1:", "case u.writes > 2:"},
	{"what a program without results binds", "simplify.go", "len(main.Res) == 0 {", "len(main.Res) < 0 {"},
	{"a block without room for what goes there", "takeover.go", "case !t.fills(y, block) && !t.roomFor(block, t.gamma.Mem(x).Block) && !t.onlyHolds(y, block):", "case false:"},
	{"a block that a loop puts more in", "takeover.go", "mentions(n.Init)", ""},
	{"a block that leaves a function", "takeover.go", "mentions(n.Body.Res)\n\t\tcase *syntax.Call", "case *syntax.Call"},
	{"a block that leaves a branch", "takeover.go", "mentions(n.Then.Res)", ""},
	{"arrays that callers use again", "../../live/live.go", " && !l.kept(e.Args[k], n, before)", ""},
	{"a sign before anything", "scalar.go", "ok && x.Op == syntax.Neg {", "ok {"},
}

// Each mistake is caught by the types, or by validation, on the programs of the conditions,
// or by the variables of a program without results.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, mistakes, "-failfast", "-run", "TestValid|TestKept")
}
