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
		{"what is learnt in a branch is known afterwards", "walk.go", "w.facts, w.values, w.taken = facts, w.values[:values], ", "_, w.values, w.taken = facts, w.values[:values], "},
		{"a loop keeps its ints", "carried.go", "case c.change == stays && !by.IsZero():", "case c.change == stays && !by.IsZero() && kept && k < 0:"},
		{"a round adds what the first one adds", "carried.go", "case c.change == steps && poly.Compare(by, c.step) != poly.Equal:", "case c.change == steps && k < 0:"},
		{"limits hold at first", "carried.go", "if r.w.follows(r.facts, l.at(first, one)) {", "if r.w != nil || r.w.follows(r.facts, l.at(first, one)) {"},
		{"a round keeps all limits", "carried.go", "!r.w.follows(r.w.facts, l.at(next[k].n, i.Add(one)))", "r.w == nil"},
		{"a loop ends before its last round", "carried.go", "return r.n.Add(one)", "return *r.n"},
		{"an if gives the int of its first branch", "stm.go", "no.n.Add(truth(cond.n).Mul(yes.n.Sub(no.n)))", "yes.n"},
		{"a condition is true or false, and not both", "value.go", "v.no.Either(prove.Comparison(op, args[0], y, false)...)", "v.no.Either(prove.Comparison(op, args[0], y, true)...)"},
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
		{"the condition is not asked once more", "loop.go", "if r.again != nil {", "if r.again != nil && w == nil {"},
		{"what a branch frees is there after it", "stm.go", "w.freed = append(w.freed, freedThen...)", "_ = freedThen"},
		{"a round frees what a turn stands for", "walk.go", "range w.turns.within(w.freed[since:])", "range w.turns.within(nil)"},
		{"a function finds what it is given", "stm.go", "b <= made }) && w.given != nil", "b < 0 }) && made >= 0 && w.given != nil"},
		{"what a round frees is there in the next one", "loop.go", "r.frees(first) == freed", "freed >= 0"},
		{"what a round of a fold frees is there in the next one", "walk.go", "done = w.frees(freed, block) == before", "done = before >= 0"},
		{"a walk that is too long was walked to its end", "walk.go", "k.InBounds && done", "k.InBounds"},
		{"what is outside lies in its block", "races.go", "(!g.main.inBlock(v) || ", "("},
		{"what is outside is not freed", "races.go", " || g.main.mayBeFreed(v.blocks))", ")"},
		{"a function gives on nothing from outside", "races.go", "g.loose[e] = true", "_ = e"},
		{"a function calls none that uses what is outside", "races.go", "astray[d] || slices.ContainsFunc(", "astray[d] || reached == nil && slices.ContainsFunc("},
		{"a block is freed twice", "walk.go", "	if again {\n", "	if again && in == nil {\n"},
		{"an index is in bounds", "stm.go", "w.inRange(i, x.l.Dims[k].Size)", "_ = k"},
		{"a copy is one iteration", "kernel.go", "proof, ok = prove.Apart(w.syms, w.facts, dst.l, x.l)", "ok = true"},
		{"a program of IMP: the length of any block is known", "imp.go", "return n, !n.IsZero()", "return n, true"},
		{"a program of IMP: a kernel gives its variables on to the next iteration", "imp.go", "w.bindAll(xs, first)\n\t\tw.env[s.X.ID]", "w.env[s.X.ID]"},
		{"a program of IMP: a loop carries nothing", "imp.go", "xs := w.assigned(body)", "xs := w.assigned(body)[:0]"},
		{"a program of IMP: a block has the name that it is written by", "imp.go", "w.env[s.X.ID] = w.variable(y.ID, y.Name)", "w.env[s.X.ID] = val{blocks: w.newBlock(one)}; _ = y"},
		{"a program of IMP: blocks from outside are different", "imp.go", "w.env[x.ID] = val{blocks: outside}", "w.env[x.ID] = val{blocks: w.newBlock(w.fresh(x.Name))}"},
		{"a program of IMP: a write is a read", "imp.go", "w.location(s.X, s.At, true)", "w.location(s.X, s.At, false)"},
		{"a program of IMP: the second branch begins where the first one ends", "imp.go", "w.bindAll(xs, first)\n\t\tw.seq(s.Else)", "_ = first\n\t\tw.seq(s.Else)"},
	}, "-run", "TestKernels|TestIMP")
}
