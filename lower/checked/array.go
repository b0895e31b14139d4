package checked

import (
	"fmt"
	"slices"

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
