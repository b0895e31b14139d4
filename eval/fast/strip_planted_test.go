package fast_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestStripsPlanted: the tests catch mistakes in strips.
func TestStripsPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"operands in the other order", "striparith.go", "if vec, one = vector.SubReals, vector.SubReal; x.n != nil {", "if vec, one = vector.SubReals, vector.SubReal; false {"},
		{"a comparison is not turned", "striparith.go", "x, y, op = y, x, turned[op]", "x, y = y, x"},
		{"the strip is not cut", "stripline.go", "		if n < s.n {\n			s.cutAt(n)\n			return\n		}\n", "		_ = n\n"},
		{"a line that leaves the array", "stripindex.go", "if uint64(first-1) < uint64(d.n) && uint64(first+by*int64(s.n-1)-1) < uint64(d.n) {", "if uint64(first-1) < uint64(d.n) {"},
		{"a register of a branch is used by the other", "stripif.go", "if test.n == nil {\n					w = p.spread(w)", "if false {\n					w = p.spread(w)"},
		{"both branches run with all iterations", "stripif.go", "		s.mask = then.w\n", ""},
		{"the other branch has the mask of the first", "stripif.go", "		s.mask = other.w\n", ""},
		{"carried numbers are swapped one by one", "striploop.go", "			v.then = p.own(w)\n", "			v.then = p.spread(w)\n			v.then.temp = true\n"},
		{"iterations that are done go on", "striploop.go", "vector.Put(v.to.w, s.mask, v.then.r.w)", "copy(v.to.w, v.then.r.w)"},
		{"one round less", "striploop.go", "vector.AtLeast(s.set(l.active), b, i)", "vector.MoreThan(s.set(l.active), b, i)"},
		{"a slab of one iteration", "striparray.go", "		v.d[k].s *= s.n\n", "		v.d[k].s *= 1\n"},
		{"the order of a sum", "stripfold.go", "*f.accs[j] = add(*f.accs[j], f.sum.of[j].w)", "*f.accs[j] = add(0, f.sum.of[j].w)"},
		{"a second call has the variables of the first", "stripif.go", "p.names, p.scope = inner, newScope()", "p.names = inner"},
		{"a read of a block that is written", "stripindex.go", "return v.blk.h != nil && v.blk.hot == 0 && v.void.at == 0 && v.tryWhole()", "return true"},
		{"writes are not recorded", "stripmem.go", "				b.mark(level, at, t, s.n, h.levels[level].stamp, 0)\n", "				_ = level\n"},
		{"writes before a failure are not recorded", "heapstm.go", "		l.record(t)\n", ""},
		{"iterations may write one location", "stripmem.go", "if !v.apart(0) || !v.inside(lo, hi) {", "if !v.inside(lo, hi) {"},
		{"a block of all iterations counts as one of each", "stripmem.go", "|| l.depth != p.depth {", "{"},
		{"two arrays in one block", "stripmem.go", "l == nil || l.used ||", "l == nil ||"},
		{"an array beyond its block", "stripmem.go", "	if int64(n) > l.size() {\n		return false\n	}\n", ""},
		{"a layout that is not in row-major order", "stripmem.go", "b.l.stride[k]() != step {", "b.l.stride[k]() == 0 {"},
		{"what failed is counted", "strip.go", "		s.stop, s.mask = false, nil\n		s.uncount()\n", "		s.stop, s.mask = false, nil\n"},
		{"an iteration between two threads is left out", "thread.go", "first := next.Add(size) - size + 1", "first := next.Add(size) - size + 2"},
		{"a thread writes elsewhere", "thread.go", "			*t.outs[j].dst = *o.dst\n", "			_, _ = t, o\n			_ = j\n"},
		{"a result of a later strip", "strip.go", "r.w = r.dst.data[s.lo-1:][:s.n]", "r.w = r.dst.data[:s.n]"},
		{"an element is carried that changes", "striploop.go", "case v.then.r.isLoan():", "case false:"},
		{"threads that want too much memory", "value.go", "f.u.wasStarved() &&", "false &&"},
		{"a term of another round", "foldthread.go", "f.s.run(first+int64(done)+1,", "f.s.run(first+int64(done/2)+1,"},
		{"terms of a strip over those before", "foldthread.go", "copy(x.of[j][done:], r.w)", "copy(x.of[j], r.w)"},
		{"instances are not counted", "stripmem.go", "		s.count(instances, a)\n", "		s.count(instances, 0*a)\n"},
	}, "-run", "TestNarrow|TestStrips$|TestStripsMem|TestThreads|TestStarved")
}
