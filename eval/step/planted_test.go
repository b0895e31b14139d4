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
		{"an order parts where another one does", "orders.go", "		f.To[w.took] = len(o.Branches)\n", "		b.Forks[0].To[w.took] = len(o.Branches)\n"},
		{"a choice is told after its iteration has begun", "recorder.go", "c := Choice{At: len(r.story.Steps),", "c := Choice{At: len(r.story.Steps) + 1,"},
		{"the orders after the first one are forward", "orders.go", "			if k >= common {", "			if k >= common && common == 0 {"},
		{"steps in common are kept twice", "orders.go", "s.Steps, s.Choices = s.Steps[at:], nil", "s.Steps, s.Choices = s.Steps[max(at-1, 0):], nil"},
		{"more steps than wanted", "orders.go", "if kept+rest > most ||", "if kept > most ||"},
		{"steps meet that go back", "beside.go", "	for _, p := range rising(pairs) {", "	for _, p := range pairs {"},
		{"the last index runs slowest", "beside.go", "	for d, n := range slices.Backward(shape) {", "	for d, n := range shape {"},
		{"another iteration", "recorder.go", "			s.path += fmt.Sprint(\" \", f.turn, \"/\")\n", "			s.path += \"/\"\n"},
		{"results that were not compared are the same", "beside.go", "gets stuck, so there are no results to compare.\", false", "gets stuck, so there are no results to compare.\", true"},
		{"values that are not compared are the same", "beside.go", "			if x.Name != y.Name || x.made || y.made {", "			if x.Name != y.Name {"},
		{"the written cells of a block are its first ones", "recorder.go", "			k.Cells = append(k.Cells, make([]string, off-len(k.Cells)+1)...)\n			k.Cells[off] = b.Cell(off).String()\n", "			k.Cells = append(k.Cells, b.Cell(off).String())\n"},
		{"what the heap shows after a difference is not known", "recorder.go", "			b.shown = shown.A\n", "			_ = shown.A\n"},
		{"the last writer is the access", "recorder.go", "	r.last = r.writes[at]\n	if write {", "	if write {\n		r.last = len(r.story.Steps)"},
		{"results are compared by their length", "orders.go", "slices.EqualFunc(s.results, t.results, value.Val.Equal)", "slices.EqualFunc(s.results, t.results, func(value.Val, value.Val) bool { return true })"},
		{"an array goes by the name that was written", "recorder.go", "	s.Array = r.array(&s)\n", ""},
		{"the value of a diverging array is what the heap has", "../memory/lockstep.go", "		meant = v.V\n", "		meant = nil\n"},
	}, "-run", "TestSteps|TestSession|TestExamples|TestOrders|TestNeighbour|TestTogether", ".")
}
