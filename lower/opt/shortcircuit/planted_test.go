package shortcircuit_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes the pass forget or confuse one thing at a time. The checks of the
// manager find what it then does to one of the small programs.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, planted, "-run", "TestChecked")
}

var planted = [][4]string{
	{"condition 1 is forgotten", "conditions.go", "if k > p.at && slices.ContainsFunc", "if false && slices.ContainsFunc"},
	{"the last use is one statement too early", "conditions.go", "if k > p.at && slices.ContainsFunc", "if k > p.at+2 && slices.ContainsFunc"},
	{"what is used afterwards may change", "conditions.go", "if a.Writes() && (t.InBlockOf(a, own) || !t.Apart(a, r)) {", "if false {"},
	{"a neutral element may be folded over", "conditions.go", "append([]syntax.Expr{f.Fn}, f.Xs...)", "[]syntax.Expr{f.Fn}"},
	{"a neutral element may be used afterwards", "conditions.go", "if inside || last > p.at {", "if inside {"},
	{"condition 2: nothing is allocated earlier", "conditions.go", "	need[k] = true\n	return nil\n}\n\n// expressed", "	return nil\n}\n\n// expressed"},
	{"condition 3 is forgotten", "condition3.go", "if l.own[a.ID()] == nil && !l.t.Apart(a, r) {", "if false {"},
	{"condition 3 is looked at in one branch", "condition3.go", "&& l.alive(e.Else, len(e.Else.Stms), r)", ""},
	{"an iteration may read all rows", "condition3.go", "return l.t.ApartFromOthers(a, e, r)", "return true"},
	{"only iterations before it count", "../../../semantics/prove/races/trace.go", "{{i, j}, {j, i}}", "{{i, j}}"},
	{"a branch may copy within the place", "push.go", "} else if x := c.overlaps(id); x != \"\" {", "} else if x := c.overlaps(id); x == \"never\" {"},
	{"condition 4: anything may lie in the block", "web.go", "w.place[y.ID] != nil && lmad.Equal(w.c.know().env, x.Type.Mem.L, y.Type.Mem.L)", "w.place[y.ID] != nil"},
	{"condition 4: what a branch or a round gives may lie anywhere", "web.go", "k.same && !w.together(k)", "k.same && false"},
	{"condition 5: what is known later is known", "conditions.go", "if s == nil || need[k] {", "if s == nil || need[k] || !syntax.IsScalar(s.Exp) {"},
	{"places may overlap themselves", "alloc.go", "if !t.Distinct(r) || p.whole", "if p.whole"},
	{"a stride is forgotten", "point.go", "return lmad.Slice(m, e.At) }, \"the update", "e := *e; e.At = append([]syntax.Ix{}, e.At...); e.At[0].Stride = nil; return lmad.Slice(m, e.At) }, \"the update"},
	{"an operand lies a row too late", "point.go", "from, n := first, t.Dims[0]", "from, n := syntax.Expr(&syntax.Binary{Op: syntax.Add, X: first, Y: lmad.Const(1)}), t.Dims[0]"},
	{"condition 5: branches know what comes about with their results", "push.go", "[]*syntax.MemAnn{p.to, h.there()}", "[]*syntax.MemAnn{p.to}"},
	{"a size may change from round to round", "carried.go", "if syntax.Uses(n, y.ID) > 0 {", "if syntax.Uses(n, y.ID) > 9 {"},
	{"an input need not be read row by row", "reuse.go", "if r := c.ownRows(p); r != nil {", "if r := c.ownRows(p); false {"},
	{"an input may be used afterwards", "conditions.go", "if p.input && last > p.at {", "if false {"},
	{"a round may give what lies there", "carried.go", "from == nil && c.aliasesOf().Meet(v.ID, l.p.to.Block.ID)", "false"},
	{"a star is believed in every call", "owned.go", "good = good && c.givenUp(d, k, e)", "_ = k"},
}
