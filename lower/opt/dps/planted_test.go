package dps_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlantedMistakes: the checks of the manager catch wrong versions of the pass, and of what it rests on.
func TestPlantedMistakes(t *testing.T) {
	const (
		destination, branches, state, place, rules, merging, scope = "destination.go", "branches.go", "state.go", "place.go", "rules.go", "merging.go", "scope.go"
		move, web, validate                                        = "../shortcircuit/move.go", "../shortcircuit/web.go", "../../../eval/validate/destination.go"
	)
	testkit.Planted(t, [][4]string{
		{"D-Abs: the result is not the copy", destination, "b.Stms, b.Res[to.k] = append(b.Stms, s), s.Pat[0].Use()", "b.Stms = append(b.Stms, s)"},
		{"D-App: sizes of another dimension", destination, "t.types.Of(e.Args[k]).Dims[dim]", "t.types.Of(e.Args[k]).Dims[dim-dim]"},
		{"D-App: ints of the function", destination, "by[x.ID] = e.Args[k]", "by[x.ID] = e.Args[k]; by[x.ID] = x.Use()"},
		{"D-App: blocks of one row", destination, "N: lmad.Count(sizes)}", "N: lmad.Count(sizes[1:])}"},
		{"D-App: blocks of two arrays", destination, "} else if x.Type.IsArray() && mentions(x.Type, pat, parts) {", "} else if false {"},
		{"D-App: places of any form", destination, "lmad.Equal(&poly.Env{}, syntax.Subst(m.L, by), at)", "true || lmad.Equal(&poly.Env{}, syntax.Subst(m.L, by), at)"},
		{"D-If: one branch forgets", branches, "out.Then, out.Else = t.branch(out.Then, k, z, at), t.branch(out.Else, k, z, at)", "out.Then = t.branch(out.Then, k, z, at)"},
		{"D-If: sizes that branches decide", branches, "sizes = append(sizes, n)", "sizes = append(sizes, z.Type.Dims[len(sizes)])"},
		{"D-Ifold: states change while they are read", state, "if slices.ContainsFunc(all, func(o *state) bool {", "if false && slices.ContainsFunc(all, func(o *state) bool {"},
		{"D-Ifold: states in blocks that change", state, "return slices.ContainsFunc(states, func(s *state) bool { return t.meet", "return false && slices.ContainsFunc(states, func(s *state) bool { return t.meet"},
		{"D-Ifold: states that grow", state, "case varies >= 0:", "case varies >= 0 && k < 0:"},
		{"D-Ifold: the first state is not copied", state, "	loop.Init[s.k] = c.Pat[0].Use()\n", ""},
		{"copies between places are left out", place, "rewrite.SameUnder(env, types.Mem(e.X), let.Pat[0].Type.Mem)", "env != nil && types.Mem(e.X) != nil"},
		{"Dead Allocation: blocks that are used once", rules, "uses[m.ID] == 0 &&", "uses[m.ID] <= 1 &&"},
		{"Empty Allocation: blocks of known sizes", rules, "ok && n.IsZero() && other", "ok && (n.IsZero() || !n.IsZero()) && other"},
		{"Allocation Merging: both parts are the first", merging, "l.Offset, l.RowMajor = m.after(l.Offset), false", "l.RowMajor = false"},
		{"Allocation Merging: parts are row-major", merging, "l.Offset, l.RowMajor = m.after(l.Offset), false", "l.Offset = m.after(l.Offset)"},
		{"Allocation Merging: the block has the size of one", merging, "N: lmad.Simplify(&syntax.Binary{Op: syntax.Add, X: m.t1, Y: e.N})", "N: lmad.Simplify(e.N)"},
		{"Allocation Merging: arrays between the two", merging, "|| !onlyInts(b.Stms[outer.from+1:inner.from])", ""},
		{"Allocation Merging: calls get the first part", merging, "before, c.Args[n] = append(before, s...), atom", "before, c.Args[n] = append(before, s...), atom; c.Args[n] = e.Args[n]"},
		{"Allocation Merging: blocks that are given on", merging, "ok && v.ID == m.r2.ID && m.why == nil", "ok && v.ID == m.r2.ID && m.why != nil"},
		{"scopes end early", scope, "&scope{let.Pat[0], k, max(last, k)}", "&scope{let.Pat[0], k, k}"},
		{"scopes overlap", scope, "outer.to, again = inner.to, true", "again = inner.to < 0"},
		{"the first block is given back first", scope, "range slices.Backward(scopesOf(l, b))", "range slices.All(scopesOf(l, b))"},
		{"calls change their arguments", move, "ok && !p.Unique && block.ID", "ok && p.Unique && block.ID"},
		{"places in terms of what comes later", web, "|| !w.named(a, l)", ""},
		{"validate: destinations may be written anywhere else", validate, "taken[off] = true", "taken[off] = n < 0"},
	}, "-vet=off", "-run", "Valid|Random|Examples")
}
