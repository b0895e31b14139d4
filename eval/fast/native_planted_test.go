package fast_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestNativePlanted: the tests catch mistakes in native code and its shadow words.
func TestNativePlanted(t *testing.T) {
	const prelude, array, stm, nest, lanes = "../../lower/checked/prelude.h", "../../lower/checked/array.go", "../../lower/checked/stm.go", "../../lower/checked/nest.go", "../../lower/checked/lanes.go"
	const fresh = "../../lower/checked/fresh.go"
	const run, words, code = "nativerun.go", "nativewords.go", "nativecode.go"
	testkit.Planted(t, [][4]string{
		{"a read of what another iteration writes", prelude, "  if (r->w >= base && r->w != stamp) *bad |= FM_TOP;\n  if (r->r", "  if (r->r"},
		{"reads are not recorded", prelude, "  if (r->r < base) r->r = stamp;\n", ""},
		{"a write of what another iteration reads", prelude, "|| (r->r >= base && r->r != stamp)", ""},
		{"a write of what another iteration writes", prelude, "(r->w >= base && r->w != stamp) || ", ""},
		{"writes are not recorded", prelude, "  r->w = stamp;\n", ""},
		{"an element that has changed", prelude, "return wrote <= birth & wrote > start;", "return wrote > start;"},
		{"a write of the same is a change", prelude, "*wrote = same ? *wrote : now;", "*wrote = now;"},
		{"a write is no change", prelude, "*wrote = same ? *wrote : now;", "*wrote = *wrote > start ? *wrote : now;"},
		{"elements may share locations", prelude, "if (many || next <= reach) return 0;", ";"},
		{"sizes at their end", prelude, "const i64 p = (n[k] - 1) * s[k];", "const i64 p = (n[k] - 2) * s[k];"},
		{"an array is not compared when it is named", array, "	g.whole(a)\n	g.bind(x, a)\n", "	g.bind(x, a)\n"},
		{"beyond the block", fresh, "	g.Line(\"if (lo < 0 || hi >= %s_n) FM_FAIL(fm_check);\", b.name)\n", ""},
		{"a block that does not count as written", fresh, "		g.code.Apart = false\n", ""},
		{"records of the outermost level alone", array, "		for l := a.b.depth; l < g.depth; l++ {\n			g.Line(\"fm_marks", "		for l := a.b.depth; l < min(1, g.depth); l++ {\n			g.Line(\"fm_marks"},
		{"an index beyond", array, "		g.Line(\"if ((u64)%s >= (u64)%s) FM_FAIL(fm_check);\", t, a.d[k].n)\n", ""},
		{"a slice one longer", array, "%s_n > %s - %s)) FM_FAIL", "%s_n > %s - %s + 1)) FM_FAIL"},
		{"an array in a freed block", stm, "			m.freed = true\n", ""},
		{"a check that holds", stm, "if (%s != %s) FM_FAIL(fm_check);\", g.Expr(s.X), g.Expr(s.Y)", "if (0 && %s != %s) FM_FAIL(fm_check);\", g.Expr(s.X), g.Expr(s.Y)"},
		{"another array in the block that a call returns", fresh, "	if !b.tracked && b.used { // under another name\n", "	if false {\n"},
		{"an array of another body in such a block", nest, "same[id] = home[id] == b", "same[id] = true"},
		{"an overflow is not noticed", nest, "  if (!fm_status && fm_bad >> 63) fm_status = fm_overflow;\\n", ""},
		{"the stamp of all iterations", nest, "%s_now = %s + (uint32_t)%s;", "%s_now = %s + 0 * (uint32_t)%s;"},
		{"an instance has the stamps of the last one", stm, "%s_clock += (uint32_t)%s;\", l, l, l, n)", "%s_clock += 0 * (uint32_t)%s;\", l, l, l, n)"},
		{"an index that jumps", lanes, "		g.Line(\"%s = %s && !%s;\", ok, ok, bent)\n", ""},
		{"the last index of a strip", lanes, "(u64)(%s - 1 + (%s - %s - 1)) < (u64)%s\", s.at, hi, lo, s.n", "(u64)(%s - 1 + 0 * (%s - %s - 1)) < (u64)%s\", s.at, hi, lo, s.n"},
		{"products that may not fit", lanes, "	g.Line(\"%s = !fm_unsure; (void)fm_exact;\", ok)\n", "	_ = ok\n"},
		{"arrays that change are not checked", run, "checked = v.blk.hot > 0 || !v.intact()", "checked = !v.intact()"},
		{"arrays that have changed are not checked", run, "checked = v.blk.hot > 0 || !v.intact()", "checked = v.blk.hot > 0"},
		{"a result that overlaps itself", run, "		full = full || !o.dst.apart(0)\n", ""},
		{"the time of a run", words, "h.now = max(h.now, words[WordNow])", "h.now = max(h.now, 0*words[WordNow])"},
		{"a run turns the clock back", words, "max(h.levels[l].clock, uint32(words[WordClock+l]))", "min(h.levels[l].clock, 0*uint32(words[WordClock+l]))"},
		{"a block that has not changed", words, "		b.last = w.heap.now\n		b.forget()\n", "		_ = b\n"},
		{"instances are not counted", code, "		s.Instances += instances\n", ""},
		{"a thread leaves out an iteration", run, "int64(from+(to-from)*k/threads)", "int64(from+(to-from)*k/threads+k)"},
		{"what was not run", run, "	if !done {\n		bail()\n	}\n	for", "	for"},
		{"the stride of a dimension", words, "		if last := v.d[v.q-1]; last.n > 1 && last.s != 1 && v.count() > 0 {\n			unit = 0\n		}\n", "		_ = v\n"},
		{"times of another run", "spare.go", "		h.now = max(h.now, s.until+1) // what is written there counts as written before\n", ""},
		{"the room for cells is that for times", "memblock.go", "min(cap(b.cells), cap(b.wrote))", "cap(b.cells)"},
	}, "-run", "TestNativePrograms|TestSpare|TestUnequalSpares", ".")
}
