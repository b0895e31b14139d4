package step_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find mistakes in what is taken down.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"a race is told before its access is done", "recorder.go", "	r.race = &s // a step after the access, which has not been done yet\n", "	r.settle()\n	r.append(s)\n"},
		{"the first access is any access there", "recorder.go", "&& slices.Equal(s.kernels[:len(race.First.Iterations)], race.First.Iterations)", ""},
		{"values are those before the access", "recorder.go", "	r.pending = b\n", "	r.pending = b\n	r.settle()\n"},
		{"blocks stay", "recorder.go", "		if !there[b] {", "		if !there[b] && false {"},
		{"the last round binds beyond the loop", "recorder.go", "return !slices.ContainsFunc(let.Pat, func(x *syntax.Binding) bool { return x.Name == b.Name })", "return len(let.Pat) < 0"},
		{"a turn does not bind", "recorder.go", "	r.binds, r.turning = nil, true\n", "	r.binds, r.turning = nil, false\n"},
		{"iterations are no deeper", "recorder.go", "	if n > 0 && !r.around[n-1].turned {", "	if n > 0 {"},
		{"a difference has no last write", "recorder.go", "		s.Other = r.writes[location{s.Block, d.Offset}]\n", ""},
		{"some iterations have no rules", "../../semantics/derive/recorder.go", "whole := r.All || r.Full", "whole := r.Full"},
		{"accesses that nobody is told", "../../heap/race.go", "		t.Watch.Access(b, off, true, site, slices.Clone(index))\n", ""},
	}, "-run", "TestSteps|TestExamples", ".")
}
