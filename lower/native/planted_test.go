package native_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestMistakesPlanted: the tests catch mistakes in the C and in what gets values to it.
func TestMistakesPlanted(t *testing.T) {
	const stm, loop, emit, ranges, prelude = "../emit/stm.go", "../emit/loop.go", "../emit/emit.go", "../emit/ranges.go", "../emit/arithmetic.h"
	testkit.Planted(t, [][4]string{
		{"an overflow is not noticed", emit, "\"fm_bad >> 63 | (fm_unsure != 0)\"", "\"fm_unsure != 0\""},
		{"a doubtful product is right", emit, "\"fm_bad >> 63 | (fm_unsure != 0)\"", "\"fm_bad >> 63\""},
		{"a doubtful product is not computed again", "call.go", "exact != nil {", "exact == nil {"},
		{"the exact text is not exact", emit, "#define FM_EXACT 1", "#define FM_EXACT 0"},
		{"one iteration less", loop, `first, last := "0", bound`, `first, last := "1", bound`},
		{"rows of a nest that are begun", "../emit/part.go", `fmt.Sprintf("(%s + %s - 1) / %s", f.to, f.width, f.width)`, `fmt.Sprintf("%s / %s", f.to, f.width)`},
		{"a let of a row that others have written", "../emit/part.go", "if writes[g.classes.find(s.Y.ID)] {", "if false && writes[g.classes.find(s.Y.ID)] {"},
		{"the last iteration of a row", "../emit/part.go", `"fm_min(%s - %s * %s, %s)"`, `"fm_min(%s - %s * %s, %s) - 1"`},
		{"iterations from 0", loop, "const i64 %s = %s + 1;", "const i64 %s = %s;"},
		{"a thread begins one later", "../../gpu/host/parallel.c", "pool.next = first;", "pool.next = first + 1;"},
		{"threads that fail", "../../gpu/host/parallel.c", "if (status) __atomic_store_n(&pool.failed, status, __ATOMIC_RELAXED);", ";"},
		{"a kernel of negative size", loop, "		g.fail(bound+\" < 0\", \"fm_size\")\n", ""},
		{"two variables of one name", emit, "g.taken[name] || g.taken[name+\"_n\"] ||", "g.taken[name] ||"},
		{"a check of a place that is right modulo 2^64", "../emit/places.go", "		for _, t := range s.Terms {\n			u.exact(t)\n		}", "		_ = s.Terms"},
		{"a number of a place", "../emit/places.go", "		u.place(s.At)\n		u.exact(s.E)", "		u.place(s.At)\n		u.place(s.E)"},
		{"what a branch leaves to be noticed", stm, "g.late = g.late || then", "_ = then"},
		{"the array of another iteration", "../emit/blocks.go", " || seen[id] && loop[id] != a.loop {", " {"},
		{"arguments are overwritten", "code.go", "		y.Unique = false\n", ""},
		{"a NaN with its bits", prelude, "x == x ? fm_bits(x) : INT64_C(9221120237041090560)", "fm_bits(x)"},
		{"what is stuck goes", "lower.go", "\"exact\": \"yes\", ", ""},
		{"a check that does nothing", stm, "g.fail(\"!(\"+", "g.fail(\"0 && !(\"+"},
		{"a number with its bits", emit, "x = \"fm_bits(\" + x + \")\"", "x = \"(i64)(\" + x + \")\""},
		{"sums within 64 bits", ranges, "	return s, (x^s)&(y^s) >= 0", "	return s, true"},
		{"a product of OpenCL that does not fit", "../emit/opencl.h", "return mul_hi(x, y) != (*r >> 63);", "return mul_hi(x, y) != 0;"},
		{"the remainder of a product of OpenCL", "../emit/opencl.h", "*bad |= (u64)1 << 63; return 0;", "return 0;"},
		{"a product of CUDA that does not fit", "../emit/cuda.h", "return __mul64hi(x, y) != (*r >> 63);", "return __mul64hi(x, y) != 0;"},
		{"sums of devices", "../emit/device.h", "#define FM_SUB(x, y) ((i64)((u64)(x) - (u64)(y)))", "#define FM_SUB(x, y) ((i64)((u64)(y) - (u64)(x)))"},
		{"quotients toward zero", prelude, "return q - ((r != 0) & ((r ^ y) < 0));", "return q;"},
		{"the minimum of zeros", prelude, "fm_real(fm_bits(x) | fm_bits(y))", "x"},
		{"large factors", prelude, "  *doubt |= (fm_size_of(x) | fm_size_of(y)) >> 31;\n", ""},
		{"strides of results", "words.go", "				at += s\n			}\n		case s == 1:", "				at++\n			}\n		case s == 1:"},
		{"sizes that are results", "code.go", "sizes[x.ID] = res[k].A.Shape[j]", "sizes[x.ID] = j"},
		{"another function of the same name", "code.go", "		if def(name) != d {\n			return false\n		}\n", "		_, _ = name, d\n"},
		{"a wrong value stays", "native.go", "	return w, err == nil", "	return v, true"},
		{"no first comparison", "history.go", "first && mode.First ||", "first && !mode.First ||"},
		{"no sample", "history.go", "mode.Every > 0 && c.runs%mode.Every == 0", "false"},
		{"wrong code goes on", "native.go", "	if n.banned[key] || n.dead != nil {", "	if n.dead != nil {"},
		{"a race that is none", "traced.go", "		if d.Kind == diag.Race {", "		if false {"},
		{"not yet hot", "heat.go", "h.declined >= mostDeclined", "h.declined+1 >= mostDeclined"},
		{"a number of the caller is small", "../emit/contents.go", "r.spans[x.ID] = x.Type.Elem, all", "r.spans[x.ID] = x.Type.Elem, span{1, 2}"},
		{"the numbers of the caller are small", "../emit/contents.go", "r.blocks[r.classes.find(x.Type.Mem.Block.ID)] = all", "r.blocks[r.classes.find(x.Type.Mem.Block.ID)] = span{1, 2}"},
		{"what is written later", "../emit/contents.go", "r.join(r.blocks, r.classes.find(s.X.ID), k)", "if _, ok := r.blocks[r.classes.find(s.X.ID)]; !ok {\n				r.join(r.blocks, r.classes.find(s.X.ID), k)\n			}"},
		{"a sum of few rounds", "../emit/contents.go", "n.hi = max(0, min(n.hi, MaxRounds))", "n.hi = min(n.hi, 3)"},
		{"sums from 0", "../emit/contents.go", "begin, ok1 := r.of(a.begin.E)", "begin, ok1 := r.of(a.begin.E)\n	begin = span{}"},
		{"a difference is a sum", "../emit/contents.go", "e = span{-e.hi, -e.lo}", "_ = e"},
		{"what may leave 64 bits stays", "../emit/contents.go", "	s, fits := r.spanOf(e)\n	if !fits {\n		return all, true", "	s, fits := r.spanOf(e)\n	if !fits {\n		return span{1, 1}, true"},
		{"code for another size", "fixed.go", `"%d=%d,", c.x.ID, c.n`, `"%d=%d,", c.x.ID, c.n/c.n`},
		{"code for each choice of sizes", "fixed.go", "n.variants[of] >= mostVariants", "false"},
		{"what is kept for other shapes", "kept.go", "		f.value(reflect.ValueOf(p.outside[x.ID]))\n", ""},
		{"what is kept for another number", "kept.go", "fmt.Fprintf(f.out, \"%d,\", v.Int())", "fmt.Fprintf(f.out, \"%d,\", v.Int()/100)"},
		{"a block that a variable means ends", "../emit/kept.go", "			if g.classes.find(v.id) == k.class {\n", "			if false && g.classes.find(v.id) == k.class {\n"},
		{"blocks that a loop carries stay", "../emit/kept.go", "		if a.loop != nil && homes[a.stm] == nil && !freed[a.stm] {", "		if false && !freed[a.stm] {"},
		{"no round of a loop ends", "../emit/loop.go", "	g.sweep(uses)\n	if g.exits", "	_ = uses\n	if g.exits"},
		{"no round of a while loop ends", "../emit/loop.go", "	g.sweep(uses)\n	g.loops--", "	_ = uses\n	g.loops--"},
		{"a variable of the round keeps a block", "../emit/stm.go", "	g.leaveScope(scope) // not", "	_ = scope // not"},
		{"temporary arrays as results", "../emit/kept.go", "	set := map[int]bool{}\n", "	set := map[int]bool{}\n	for _, a := range c.allocs {\n		set[c.find(a.stm.X.ID)] = true\n	}\n"},
		{"the variable of an iteration", "../emit/loop.go", "			g.scope = append(g.scope, variable{x.ID, own})\n", ""},
		{"results on the stack", "../emit/kept.go", "		return \"alloc\"\n", "		return \"push\"\n"},
		{"a block that is freed ends with the round too", "../emit/c.h", "if (all[k].block == block) {", "if (0) {"},
	}, "-run", "TestStorage|TestPrograms|TestShapes|TestVerify|TestHot|TestTraced|TestKept|TestFixed|TestNests|TestDialects|TestKeptBlocks", ".", "../emit")
}
