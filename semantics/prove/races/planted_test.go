package races_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes the walk miss something, one thing at a time. Then a kernel is
// proved that is not independent, or not in bounds.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"only accesses in the order of the text", "kernel.go", "{{a, b}, {b, a}}", "{{a, b}}"},
		{"a block from outside is private", "kernel.go", "w.turns.before(a.in, k.block)[0] < k.block", "a.in[len(a.in)-1] < k.block"},
		{"both iterations are one", "kernel.go", "second.l.Subst(by)", "second.l"},
		{"reads are no accesses", "kernel.go", "!a.write && !b.write", "!a.write || !b.write"},
		{"parameters lie in different blocks", "turns.go", "if x == y {", "if x == y && x > 0 {"},
		{"a condition holds for both branches", "stm.go", "w.facts.Add(cond.no)", "w.facts.Add(cond.yes)"},
		{"what is learnt in a branch is known afterwards", "walk.go", "walk()\n\tw.facts = facts", "walk()\n\t_ = facts"},
		{"a loop keeps its ints", "loop.go", "r.changes[k], same = true, false", "_ = same"},
		{"a loop keeps its blocks", "loop.go", "v.blocks.union(r.given[k])", "v.blocks.union(nil)"},
		{"a branch gives the block of the other one", "stm.go", "yes[k].blocks.union(no[k].blocks)", "yes[k].blocks"},
		{"what begins as one block is two", "turns.go", "isBlock(k) && !w.mayMeet(vs[j].blocks, vs[k].blocks)", "isBlock(k)"},
		{"a round keeps what is different", "turns.go", "return r.w.mayMeet(next[p.j].blocks, next[p.k].blocks)", "return false"},
		{"what is different in a round is different in others", "turns.go", "m.apart[pair{x, y}] && y < m.limit", "m.apart[pair{x, y}]"},
		{"what one branch gives is different", "stm.go", "return !other[p]", "return other == nil"},
		{"a with writes nothing", "stm.go", "w.touch(x.blocks, part, true, z.Written(), z.ID)", "_ = part"},
		{"what is claimed lies in its block", "walk.go", "v.room = slices.Clone(w.bounds[n:])", "v.room = nil"},
		{"what is derived lies in its block", "stm.go", "val{room: w.operand(x).room}", "val{}"},
		{"arguments lie in their blocks", "races.go", "k.InBounds && !g.loose[k.def]", "k.InBounds"},
		{"a block is there after free", "walk.go", "w.freed = append(w.freed, in...)", "_ = in"},
		{"what is freed by another name is there", "turns.go", "w.mayMeet(blocks{b}, w.freed[w.since[b]:])", "slices.Contains(w.freed[w.since[b]:], b)"},
		{"a round gives on what it freed", "loop.go", "r.freed[k], same = true, false", "_ = k"},
		{"a round gives on what it made and freed", "loop.go", "w.freed = append(w.freed, r.others)", "_ = w.freed"},
		{"a loop begins with blocks in use", "loop.go", "r.freed = append(r.freed, w.mayBeFreed(v.blocks))", "r.freed = append(r.freed, v.blocks == nil && w == nil)"},
		{"one of two blocks is in use if one of them is", "stm.go", "\t\tasks(no)\n", ""},
		{"the condition is not asked once more", "loop.go", "if e.For == nil { // the", "if e.For == nil && w == nil { // the"},
		{"what a branch frees is there after it", "stm.go", "w.freed = append(w.freed, then...)", "_ = then"},
		{"a round frees what a turn stands for", "walk.go", "range w.turns.within(w.freed[since:])", "range w.turns.within(nil)"},
		{"a function finds what it is given", "stm.go", "b <= made }) && w.given != nil", "b < 0 }) && made >= 0 && w.given != nil"},
		{"what a round frees is there in the next one", "loop.go", "r.frees(first) == freed", "freed >= 0"},
		{"what a round of a fold frees is there in the next one", "walk.go", "done = w.frees(freed, block) == before", "done = before >= 0"},
		{"a walk that is too long was walked to its end", "walk.go", "k.InBounds && done", "k.InBounds"},
		{"what is outside lies in its block", "races.go", "(!g.main.inBlock(v) || ", "("},
		{"what is outside is not freed", "races.go", " || g.main.mayBeFreed(v.blocks))", ")"},
		{"a function gives on nothing from outside", "races.go", "g.loose[e] = true", "_ = e"},
		{"a function calls none that uses what is outside", "races.go", "astray[d] || slices.ContainsFunc(", "astray[d] || reached == nil && slices.ContainsFunc("},
		{"a block is freed twice", "walk.go", "			if again {\n", "			if again && in == nil {\n"},
		{"an index is in bounds", "stm.go", "w.inRange(i, x.l.Dims[k].Size)", "_ = k"},
		{"a copy is one iteration", "kernel.go", "proof, ok = prove.Apart(w.syms, w.facts, dst.l, x.l)", "ok = true"},
	}, "-run", "TestKernels")
}
