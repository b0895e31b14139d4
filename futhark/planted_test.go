package futhark_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: mistakes of the checker show in what it accepts and refuses of the corpus and of check.txt.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"operands of any type", "check_exp.go", "if isPrim(c.typeOf(a), o.Args[k]) {", "if true {"},
		{"results of comparisons as their operands", "operators.go", `{"ii b", "slt`, `{"ii i", "slt`},
		{"counts of bits of the operand's width", "operators.go", `{"i c", "popc`, `{"i i", "popc`},
		{"extents that are not compared", "check_type.go", "if !sameSize(x.size(s), is.Shape[k]) {", "if s == nil && k < 0 {"},
		{"existential results by the wrong position", "check_type.go", "return &Size{Atom: x.ext[s.Ext]}", "return &Size{Atom: x.ext[max(0, s.Ext-1)]}"},
		{"memory spaces that are not told apart", "check_type.go", "return sameSpace(want.Space, is.Space, x)", "return true"},
		{"ranks of index functions", "check_type.go", "if n := len(m.L.Strides); n != len(t.Shape) {", "if n := 0; n > 0 {"},
		{"results of functions anywhere", "check.go", "t.Mem != nil && !rowMajor(t)", "t.Mem != nil && false"},
		{"strides by the dimensions in front", "check_type.go", "want.Args = append(want.Args, &Index{Atom: t.Shape[k].Atom})", "want.Args = append(want.Args, &Index{Atom: t.Shape[0].Atom})"},
		{"blocks of branches", "check.go", "is.Mem.Block.Tag != m.Block.Tag", "false"},
		{"names of parameters for what a round gives", "check_control.go", "c.body(e.Body, types, round,", "c.body(e.Body, types, nil,"},
		{"first values of loops", "check_control.go", "if !c.is(e.Init[k], p.Type, first) {", "if false {"},
		{"arguments of calls", "check_control.go", "if !c.is(e.Args[k].X, p.Type, x) {", "if false {"},
		{"a fold that keeps its dimension", "check_seg.go", "t = arrayOf(space[:len(space)-1], t)", "t = arrayOf(space, t)"},
		{"what replaces a part", "check_array.go", "part != nil && !c.is(e.V, part, nil)", "false"},
		{"permutations the other way round", "check_array.go", "to.Shape = append(to.Shape, t.Shape[k])", "to.Shape = append(to.Shape, t.Shape[len(t.Shape)-1-k])"},
		{"parameters that are not declared", "check_entry.go", "!(ok && isPrim(t, \"i64\"))", "ok && false"},
		{"certificates of any type", "check.go", `!isPrim(p.Type, "unit")`, "false"},
		{"numbers that go elsewhere too are sizes in bytes", "bytes.go", "	take(elsewhere, of)\n", "	_ = elsewhere\n"},
		{"numbers that go nowhere are sizes in bytes", "bytes.go", "	list := take(sizes, by)\n", "	take(sizes, map[int]*Stm{})\n	var list []*Stm\n	for _, s := range by {\n		list = append(list, s)\n	}\n"},
		{"what sizes in bytes are made of goes nowhere else", "bytes.go", "		delete(by, n.Tag)\n", "		delete(by, n.Tag)\n		if len(taken) > 0 {\n			continue\n		}\n"},
	}, "-run", "TestVerdicts|TestRules|TestInBytes")
}
