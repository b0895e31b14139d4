package doublebuffer_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes one mistake in the pass at a time. The checks of the manager find it in
// one of the cases.
func TestPlanted(t *testing.T) {
	mistakes := [][4]string{
		{"one block for all rounds", "turns.go", "p.stays[k] = p.inUse(p.loop.Params[k], p.size)", "p.stays[k] = nil"},
		{"a start that is used in the loop", "site.go", "if v := inside[id]; v != nil {", "if v := inside[id]; v != nil && v.Name == \"\" {"},
		{"a start that is used after the loop", "site.go", "if t.live.Used(id, t.s) && !t.given(id) {", "if t.live.Used(id, t.s) && id < 0 {"},
		{"a start of two parameters", "site.go", "if !slices.Contains(params, k) && x.Type.Elem", "if len(params) == 0 && x.Type.Elem"},
		{"a start that is too small", "site.go", "!t.noLess(size, n)", "n == nil"},
		{"what a condition uses does not count", "site.go", "if t.loop.While != nil {\n\t\tadd", "if t.loop.For != nil {\n\t\tadd"},
		{"a size that the loop binds", "pool.go", "if x := p.bound(n); x != nil {", "if x := p.bound(n); x != nil && x.ID == 0 {"},
		{"a size that is stuck before the loop", "pool.go", "if !reached && !syntax.Total(n) {", "if reached && !syntax.Total(n) {"},
		{"a branch is always reached", "pool.go", "p.bindAll(e.Then, false)", "p.bindAll(e.Then, true)"},
		{"a size is negative where no round comes to it", "pool.go", "if !reached && !p.known.AtLeast(n, 0) {", "if reached && !p.known.AtLeast(n, 0) {"},
		{"the size of the first one", "pool.go", "Op: syntax.Max, X: p.size, Y: n", "Op: syntax.Max, X: p.size, Y: p.size"},
		{"a block that another parameter keeps", "pool.go", "|| p.wanted[y.ID] || !p.shows(p.loop.Body.Res[j])", "|| p.wanted[y.ID] || p.shows(p.loop.Body.Res[j])"},
		{"a block that is given twice", "turns.go", "if by[b] != nil {\n", "if by[b] != nil && b < 0 {\n"},
		{"spares are not taken", "turns.go", "n.used++", "n.used += 0"},
		{"what a round gave is a spare", "turns.go", "if !slices.Contains(given, b) {", "if slices.Contains(given, b) {"},
		{"branches agree", "inner.go", "case x.ID == y.ID:", "case x.ID != 0:"},
		{"a loop may have no round", "pool.go", "if !t.entered {", "if t.entered {"},
		{"a loop in the round uses nothing else", "pool.go", "if use == nil {", "if use == nil || t != nil {"},
		{"a loop in the round starts with its own block", "inner.go", "loop.Init[to] = n.name[b]", "_ = n.name[b]"},
		{"a block of two pools", "pool.go", "if p.pooled[k] {", "if p.pooled[k] && k < 0 {"},
		{"a loop with a round does not give its start", "pool.go", "if res := p.kept(t, first, r.params); res != nil {", "if res := p.kept(t, first, nil); res != nil {"},
		{"what a loop changes keeps its name", "inner.go", "\tfor b, x := range name {\n\t\tn.name[b] = x\n\t}\n", ""},
	}
	testkit.Planted(t, mistakes, "-vet=off", "-run", "TestValid")
}
