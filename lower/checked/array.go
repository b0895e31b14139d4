package checked

import (
	"fmt"
	"slices"
	"strings"

	"funmem/lower/emit"
	"funmem/semantics/syntax"
)

// block is a memory block in the text: the name of its cells. The names of its times, its length, the time of its alloc
// and its records have the endings _w, _n, _s and _r0, _r1, ….
type block struct {
	name    string
	outer   bool         // it comes from outside
	slot    int          // its number among those that do, for the block of a variable
	depth   int          // kernels around the alloc
	tracked bool         // its locations have times and records; if not, it holds one array, and nothing changes that
	body    *syntax.Body // that has the alloc
	used    bool         // an array is written to it
	freed   bool
}

// array is an array in the text.
type array struct {
	b     *block
	first string // the location of the element (1, …, 1)
	d     []dim
	birth string // when it was bound; for a block that is not tracked ""
	hot   string // for a block from outside: whether its elements must be checked
	elem  syntax.Elem
}

// dim is the names of a size and a stride.
type dim struct{ n, s string }

func (a *array) copy() *array {
	c := *a
	c.d = slices.Clone(a.d)
	return &c
}

// checks is the condition under which the accesses of an array are checked; "" if they never are.
func (a *array) checks() string {
	switch {
	case a.b.outer && a.hot != "":
		return "fm_full && " + a.hot
	case a.b.outer:
		return "fm_full"
	case a.b.tracked:
		return "1"
	}
	return ""
}

// array is the array of an atom.
func (g *nest) array(e syntax.Expr) *array {
	v, ok := e.(*syntax.Var)
	if !ok || g.arrs[v.ID] == nil {
		refuse(e, "it is no array")
	}
	a := g.arrs[v.ID]
	if a.b.freed {
		refuse(e, "its block is freed")
	}
	return a
}

// block is the block of a variable.
func (g *nest) block(x *syntax.Var) *block {
	b := g.blks[x.ID]
	if b == nil || b.freed {
		refuse(x, "it is no block")
	}
	return b
}

// bind makes an array the value of a variable, once its sizes are those of its type.
func (g *nest) bind(x *syntax.Binding, a *array) {
	if x.Type == nil || x.Type.Rank() != len(a.d) || x.Type.Elem != a.elem {
		refuse(x, "another type")
	}
	for k, d := range x.Type.Dims {
		g.Line("if (%s != %s) FM_FAIL(fm_check);", a.d[k].n, g.Expr(d))
	}
	g.arrs[x.ID] = a
	g.binds(x)
}

// derive binds an array that has a name already, or a part of one. It is compared as a whole.
func (g *nest) derive(x *syntax.Binding, a *array) {
	g.whole(a)
	g.bind(x, a)
}

// each writes a loop over the locations of arrays of one shape, from dimension k on. with gets the locations.
func (g *nest) each(as []*array, from []string, k int, with func(at []string)) {
	if k == len(as[0].d) {
		with(from)
		return
	}
	i := g.Temp()
	g.Begin("for (i64 %s = 0; %s < %s; %s++) {", i, i, as[0].d[k].n, i)
	var at []string
	for j, a := range as {
		t := g.Temp()
		g.Line("const i64 %s = %s + %s * %s;", t, from[j], i, a.d[k].s)
		at = append(at, t)
	}
	g.each(as, at, k+1, with)
	g.End("}")
}

// whole checks that all elements have what the array had there when it was bound.
func (g *nest) whole(a *array) {
	c := a.checks()
	if c == "" {
		return
	}
	g.Begin("if (%s) {", c)
	g.each([]*array{a}, []string{a.first}, 0, func(at []string) {
		g.Line("if (!fm_fresh(%s_w[%s], %s, %s_s)) fm_bad |= FM_TOP;", a.b.name, at[0], a.birth, a.b.name)
	})
	g.End("}")
}

// load reads a location, which is one of an array.
func (g *nest) load(a *array, o string) string {
	if c := a.checks(); c != "" {
		g.Begin("if (%s) {", c)
		g.Line("if (!fm_fresh(%s_w[%s], %s, %s_s)) fm_bad |= FM_TOP;", a.b.name, o, a.birth, a.b.name)
		for l := a.b.depth; l < g.depth; l++ {
			g.Line("fm_saw(&%s_r%d[%s], %s, %s_now, &fm_bad);", a.b.name, l, o, g.level[l], g.level[l])
		}
		g.End("}")
	}
	return g.cell(a, o)
}

// cell is a location of the block of an array.
func (g *nest) cell(a *array, o string) string {
	if a.elem == syntax.F64 {
		return fmt.Sprintf("((f64 *)%s)[%s]", a.b.name, o)
	}
	return fmt.Sprintf("%s[%s]", a.b.name, o)
}

// store writes a number to a location, which is one of an array.
func (g *nest) store(a *array, o, x string) {
	if a.b.tracked && g.depth > a.b.depth {
		c := "1"
		if a.b.outer {
			c = "fm_full"
		}
		g.Begin("if (%s) {", c)
		for l := a.b.depth; l < g.depth; l++ {
			g.Line("fm_marks(&%s_r%d[%s], %s, %s_now, &fm_bad);", a.b.name, l, o, g.level[l], g.level[l])
		}
		g.End("}")
	}
	g.put(a, o, x)
}

// put writes a number without a record.
func (g *nest) put(a *array, o, x string) {
	if !a.b.tracked {
		g.Line("%s = %s;", g.cell(a, o), x)
		return
	}
	if a.elem == syntax.F64 {
		x = "fm_bits(" + x + ")"
	}
	g.Line("fm_put(&%s[%s], &%s_w[%s], %s, fm_now, %s_s);", a.b.name, o, a.b.name, o, x, a.b.name)
}

// within checks indices, and returns the location of the element.
func (g *nest) within(a *array, at []string) string {
	if len(at) != len(a.d) {
		panic(fmt.Sprintf("checked: %d indices of an array of rank %d", len(at), len(a.d)))
	}
	o := a.first
	for k, y := range at {
		t := g.Temp()
		g.Line("const i64 %s = %s - 1;", t, y)
		g.Line("if ((u64)%s >= (u64)%s) FM_FAIL(fm_check);", t, a.d[k].n)
		o += fmt.Sprintf(" + %s * %s", t, a.d[k].s)
	}
	t := g.Temp()
	g.Line("const i64 %s = %s;", t, o)
	return t
}

// read reads an element (E-MEM-INDEX).
func (g *nest) read(a *array, at []string) string { return g.load(a, g.within(a, at)) }

// slice is x[ix, …].
func (g *nest) slice(x *array, ixs []syntax.Ix) *array {
	if len(ixs) != len(x.d) {
		panic(fmt.Sprintf("checked: %d indices of an array of rank %d", len(ixs), len(x.d)))
	}
	v := x.copy()
	v.d = nil
	for j, ix := range ixs {
		d, off := x.d[j], g.Temp()
		if ix.Kind != syntax.IxFix && ix.Kind != syntax.IxRange {
			refuse(ix.Off, "not compiled")
		}
		g.Line("const i64 %s = %s - 1;", off, g.Expr(ix.Off))
		t := g.Temp()
		if ix.Kind == syntax.IxFix {
			g.Line("if ((u64)%s >= (u64)%s) FM_FAIL(fm_check);", off, d.n)
			g.Line("const i64 %s = %s + %s * %s;", t, v.first, off, d.s)
			v.first = t
			continue
		}
		g.Line("const i64 %s_n = %s;", t, g.Expr(ix.Size))
		if ix.Stride == nil {
			g.Line("const i64 %s_s = %s;", t, d.s)
			g.Line("if (%s_n < 0 || %s_n > 0 && ((u64)%s >= (u64)%s || %s_n > %s - %s)) FM_FAIL(fm_check);", t, t, off, d.n, t, d.n, off)
		} else {
			g.Line("const i64 %s_by = %s_n == 1 ? 1 : %s;", t, t, g.Expr(ix.Stride))
			g.Line("i64 %s_last = 0;", t)
			g.Line("if (%s_n < 0 || %s_by == 0) FM_FAIL(fm_check);", t, t)
			g.Line("if (%s_n > 0 && ((u64)%s >= (u64)%s || %s_n > %s || __builtin_mul_overflow(%s_n - 1, %s_by, &%s_last) || __builtin_add_overflow(%s_last, %s, &%s_last) || (u64)%s_last >= (u64)%s)) FM_FAIL(fm_check);",
				t, off, d.n, t, d.n, t, t, t, t, off, t, t, d.n)
			g.Line("const i64 %s_s = %s_n > 0 ? %s * %s_by : %s;", t, t, d.s, t, d.s)
		}
		g.Line("const i64 %s = %s + (%s_n > 0 ? %s * %s : 0);", t, v.first, t, off, d.s)
		v.first = t
		v.d = append(v.d, dim{t + "_n", t + "_s"})
	}
	return v
}

// reverse is reverse x.
func (g *nest) reverse(x *array) *array {
	v, t := x.copy(), g.Temp()
	d := x.d[0]
	g.Line("const i64 %s = %s > 1 ? %s + (%s - 1) * %s : %s, %s_s = %s > 1 ? -%s : %s;", t, d.n, x.first, d.n, d.s, x.first, t, d.n, d.s, d.s)
	v.first, v.d[0] = t, dim{d.n, t + "_s"}
	return v
}

// target is where a fresh array goes. All of it must be in the block.
func (g *nest) target(x *syntax.Binding) *array {
	if x.Type == nil || x.Type.Mem == nil || x.Type.Rank() == 0 || len(x.Type.Mem.L.Dims) != x.Type.Rank() || x.Type.Rank() > mostRank {
		refuse(x, "it has no place")
	}
	b, l := g.block(x.Type.Mem.Block), x.Type.Mem.L
	if b.outer {
		g.code.Apart = false
		g.code.Writes = append(g.code.Writes, b.slot)
	}
	if !b.tracked && b.used { // under another name
		refuse(x, "another array is written to its block")
	}
	b.used = true
	t := g.Temp()
	a := &array{b: b, first: t, elem: x.Type.Elem, birth: t + "_birth"}
	g.Line("const i64 %s = %s;", t, g.Expr(l.Offset))
	g.Line("if (%s > FM_FAR || %s < -FM_FAR) FM_FAIL(fm_size);", t, t)
	for k, d := range l.Dims {
		n, s := fmt.Sprintf("%s_n%d", t, k), fmt.Sprintf("%s_s%d", t, k)
		g.Line("const i64 %s = %s, %s = %s;", n, g.Expr(d.Size), s, g.Expr(d.Stride))
		g.Line("if (%s < 0 || %s > ((i64)1 << 36)) FM_FAIL(fm_size);", n, n)
		g.Line("fm_reach(%s, %s, &fm_bad);", n, s)
		a.d = append(a.d, dim{n, s})
	}
	g.Line("if (fm_bad >> 63) FM_FAIL(fm_overflow);")
	g.Begin("if (%s) {", a.full())
	g.Line("i64 lo, hi; fm_extent(%s, &lo, &hi);", a.shape(0, true))
	g.Line("if (lo < 0 || hi >= %s_n) FM_FAIL(fm_check);", b.name)
	g.End("}")
	if !b.tracked {
		g.apart(a, 0)
	}
	return a
}

// shape is the arguments that give functions of the prelude the dimensions of an array from k on.
func (a *array) shape(k int, first bool) string {
	var ns, ss []string
	for _, d := range a.d[k:] {
		ns, ss = append(ns, d.n), append(ss, d.s)
	}
	at := ""
	if first {
		at = a.first + ", "
	}
	return fmt.Sprintf("%d, %s(const i64[]){%s}, (const i64[]){%s}", len(ns), at, strings.Join(ns, ", "), strings.Join(ss, ", "))
}

// apart makes sure that the strides from dimension k on keep the elements apart.
func (g *nest) apart(a *array, k int) {
	if k < len(a.d) {
		g.Line("if (!fm_apart(%s)) FM_FAIL(fm_check);", a.shape(k, false))
	}
}

// alone makes sure that two arrays share no location.
func (g *nest) alone(a, b *array) {
	if c := same(a.b, b.b); c != "" {
		g.Line("if (%s && fm_meet(%s, %s)) FM_FAIL(fm_check);", c, a.shape(0, true), b.shape(0, true))
	}
}

// same is the condition under which two blocks are one, or "" if they are not.
func same(a, b *block) string {
	switch {
	case a == b:
		return "1"
	case a.outer && b.outer:
		return a.name + " == " + b.name
	}
	return ""
}

// born is the time at which an array was just written.
func (g *nest) born(a *array) {
	if a.b.tracked {
		g.Line("const i64 %s = fm_now++; (void)%s;", a.birth, a.birth)
	}
}

// row is where row i, from 0, of an array goes.
func (g *nest) row(a *array, i string) *array {
	r, t := a.copy(), g.Temp()
	g.Line("const i64 %s = %s + %s * %s;", t, a.first, i, a.d[0].s)
	r.first, r.d = t, r.d[1:]
	return r
}

// giveRow writes a result of an iteration to row i, from 0, of the result of the kernel.
func (g *nest) giveRow(to *array, i string, e syntax.Expr) {
	r := g.row(to, i)
	if v, ok := e.(*syntax.Var); ok && g.arrs[v.ID] != nil {
		g.copyTo(g.array(e), r)
		return
	}
	if len(r.d) != 0 || g.Real(e) != (to.elem == syntax.F64) {
		refuse(e, "another type")
	}
	x := g.Temp()
	g.Line("const %s %s = %s;", ctype(to.elem), x, g.Expr(e))
	g.store(r, r.first, x)
}

// copyTo is memcopy (eq. 5). The run ends if source and destination may meet, unless each element is at its own place.
func (g *nest) copyTo(from, to *array) {
	if len(from.d) != len(to.d) || from.elem != to.elem || len(to.d) == 0 {
		refuse(g.in.Kernel, "another type")
	}
	for k, d := range to.d {
		g.Line("if (%s != %s) FM_FAIL(fm_check);", from.d[k].n, d.n)
	}
	g.whole(from)
	if c := same(from.b, to.b); c != "" {
		equal := []string{from.first + " == " + to.first}
		for k, d := range to.d {
			equal = append(equal, fmt.Sprintf("(%s == 1 || %s == %s)", d.n, d.s, from.d[k].s))
		}
		if from.b.outer {
			c = "fm_full && " + c
		}
		g.Line("if (%s && !(%s) && fm_meet(%s, %s)) FM_FAIL(fm_check);", c, strings.Join(equal, " && "), from.shape(0, true), to.shape(0, true))
	}
	g.each([]*array{from, to}, []string{from.first, to.first}, 0, func(at []string) {
		x := g.Temp()
		g.Line("const %s %s = %s;", ctype(to.elem), x, g.load(from, at[0]))
		g.store(to, at[1], x)
	})
}

// fresh is a copy, iota, replicate or literal within the nest.
func (g *nest) fresh(x *syntax.Binding, e syntax.Expr) {
	a := g.target(x)
	g.apart(a, 0)
	switch e := e.(type) {
	case *syntax.Copy:
		n := g.Temp()
		var sizes []string
		for _, d := range a.d {
			sizes = append(sizes, d.n)
		}
		g.Line("const i64 %s = %s;", n, strings.Join(sizes, " * "))
		g.counts(e, n)
		g.copyTo(g.array(e.X), a)
	case *syntax.Iota:
		g.rows(e, a, e.N, func(i string) { g.store(a, g.row(a, i).first, "("+i+" + 1)") })
	case *syntax.Replicate:
		v, ok := e.X.(*syntax.Var)
		if isArray := ok && g.arrs[v.ID] != nil; isArray {
			src := g.array(e.X)
			g.alone(a, src)
			g.rows(e, a, e.N, func(i string) { g.copyTo(src, g.row(a, i)) })
			break
		}
		g.rows(e, a, e.N, func(i string) { g.giveRow(a, i, e.X) })
	case *syntax.Literal:
		g.Line("if (%s != %d) FM_FAIL(fm_check);", a.d[0].n, len(e.Elems))
		for k, y := range e.Elems {
			g.giveRow(a, fmt.Sprint(k), y)
		}
	}
	g.born(a)
	g.bind(x, a)
}

// rows writes the n rows of a fresh array.
func (g *nest) rows(e syntax.Expr, a *array, size syntax.Expr, row func(i string)) {
	n, i := g.bound(size), g.Temp()
	g.Line("if (%s != %s) FM_FAIL(fm_check);", a.d[0].n, n)
	g.counts(e, n)
	g.Begin("for (i64 %s = 0; %s < %s; %s++) {", i, i, n, i)
	g.Line("if (!(%s & %d)) { %s }", i, pollEvery-1, emit.Poll())
	row(i)
	g.End("}")
}

// mostRank is the largest rank that is compiled.
const mostRank = 6

// full is the condition that an array has elements.
func (a *array) full() string {
	var all []string
	for _, d := range a.d {
		all = append(all, d.n+" > 0")
	}
	return strings.Join(all, " && ")
}
