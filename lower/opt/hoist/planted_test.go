package hoist_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes one mistake in one of the passes at a time. The checks of the manager
// find it in one of the cases.
func TestPlanted(t *testing.T) {
	mistakes := [][4]string{
		{"a block that is carried leaves a loop", "leave.go", "l.in.carried(m); at != nil", "l.in.carried(m); at != nil && as == nil"},
		{"a division leaves a loop", "leave.go", "syntax.Total(s.Exp) || reached", "s != nil"},
		{"a division in a size leaves a loop", "leave.go", "case !reached && !syntax.Total(e.N):", "case e.N == nil:"},
		{"an alloc leaves a kernel", "leave.go", "case l.in.kernel && !l.in.once:", "case l.in.kernel && l.in.once:"},
		{"a size is negative where it is not reached", "leave.go", "len(taken) == 0 && l.known.AtLeast(e.N, 0)", "len(taken) == 0"},
		{"a block of a branch that is not taken", "leave.go", "l.known.Guarded(e.N, taken)", "l.known.Guarded(e.N, nil)"},
		{"a branch is taken where the other one is", "leave.go", "Holds: b == c.Then", "Holds: b != c.Then"},
		{"one branch of several is not taken", "leave.go", "append(slices.Clip(around), rewrite.Guard{Cond: c.Cond, Holds: b == c.Then})", "[]rewrite.Guard{{Cond: c.Cond, Holds: b == c.Then}}"},
		{"a block of a loop without rounds", "leave.go", "case l.in.entered != nil:", "case l.in.entered != nil && l.in.kernel:"},
		{"a number is 1 where it is not 0", "../../rewrite/guard.go", "case k.AtLeast(g.Cond, 0) &&", "case k != nil ||"},
		{"a size may be huge", "../../rewrite/guard.go", "few     = 1 << 16", "few     = 1 << 60"},
		{"a check leaves a loop", "leave.go", "if on == nil && reached {", "if on == nil {"},
		{"what is in a branch is reached", "leave.go", "always && l.in.enters", "l.in.enters"},
		{"an alloc leaves what its size depends on", "leave.go", "case on != nil:", "case on != nil && reached:"},
		{"what holds in a loop holds before it", "hoist.go", "sites[n], known)", "sites[n], inner[n])"},
		{"a loop is entered", "site.go", "in.enters = known.AtLeast(n, 1)", "in.enters = true"},
		{"an alloc before its size", "early.go", "return k + 1", "return k"},
		{"a block that is used after a branch goes into it", "lower.go", "in.last[m.ID] == k &&", "s != nil &&"},
		{"a block that functions use goes into a branch", "lower.go", "!in.kept(m.ID) &&", "s != nil &&"},
		{"a call uses nothing from outside", "lower.go", "maps.Copy(ids, alias.Captures(d, l.defs))", "maps.DeleteFunc(ids, func(int, bool) bool { return d == nil })"},
	}
	testkit.Planted(t, mistakes, "-vet=off", "-run", "TestValid|TestFits")
}
