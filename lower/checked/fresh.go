package checked

import (
	"fmt"
	"strings"

	"funmem/lower/emit"
	"funmem/semantics/syntax"
)

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
