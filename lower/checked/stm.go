package checked

import (
	"fmt"

	"funmem/eval/fast"
	"funmem/lower/emit"
	"funmem/semantics/syntax"
)

// stms writes the statements of a body.
func (g *nest) stms(b *syntax.Body) {
	outer := g.body
	g.body = b
	for _, s := range b.Stms {
		g.in.Ask()
		if g.size++; g.size > mostStatements {
			refuse(s, "too large")
		}
		switch s := s.(type) {
		case *syntax.Let:
			g.let(s.Pat, s.Exp)
		case *syntax.Check:
			g.Line("if (%s != %s) FM_FAIL(fm_check);", g.Expr(s.X), g.Expr(s.Y))
		case *syntax.Free:
			m := g.block(s.Block)
			if m.outer || m.body != b { // a later round may still use it
				refuse(s, "another's block is freed")
			}
			m.freed = true
		default:
			refuse(s, "not compiled")
		}
	}
	g.body = outer
}

// mostStatements limits the text, since a call is written at each place.
const mostStatements = 2000

func (g *nest) let(pat []*syntax.Binding, e syntax.Expr) {
	x := (*syntax.Binding)(nil)
	if len(pat) > 0 {
		x = pat[0]
	}
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Unary, *syntax.Binary:
		g.value(x, e)
	case *syntax.Var:
		g.alias(x, e)
	case *syntax.Index:
		g.assign(x, g.read(g.array(e.X), g.exprs(e.At)), g.array(e.X).elem)
	case *syntax.Slice:
		g.derive(x, g.slice(g.array(e.X), e.At))
	case *syntax.Transpose:
		a := g.array(e.X).copy()
		if len(a.d) < 2 {
			refuse(e, "too few dimensions")
		}
		a.d[0], a.d[1] = a.d[1], a.d[0]
		g.derive(x, a)
	case *syntax.Permute:
		from := g.array(e.X)
		a := from.copy()
		for k, p := range e.Perm {
			a.d[k] = from.d[p-1]
		}
		g.derive(x, a)
	case *syntax.Reverse:
		g.derive(x, g.reverse(g.array(e.X)))
	case *syntax.If:
		g.cond(pat, e)
	case *syntax.Loop:
		g.loop(pat, e)
	case *syntax.Reduce:
		g.reduce(pat, e)
	case *syntax.Alloc:
		g.alloc(x, e)
	case *syntax.Call:
		g.call(pat, e)
	case *syntax.Kernel:
		g.kernel(pat, e)
	case *syntax.Copy, *syntax.Iota, *syntax.Replicate, *syntax.Literal:
		g.fresh(x, e)
	default:
		refuse(e, "not compiled")
	}
}

// value binds a scalar expression.
func (g *nest) value(x *syntax.Binding, e syntax.Expr) {
	elem := syntax.Int
	if g.Real(e) {
		elem = syntax.F64
	}
	g.assign(x, g.Expr(e), elem)
}

// assign binds a scalar.
func (g *nest) assign(x *syntax.Binding, text string, elem syntax.Elem) {
	if x.Type != nil && (x.Type.IsArray() || x.Type.Elem != elem) {
		refuse(x, "another type")
	}
	g.Line("const %s %s = %s;", ctype(elem), g.Declare(&syntax.Binding{Name: x.Name, ID: x.ID, Type: &syntax.Type{Elem: elem}}), text)
}

func ctype(t syntax.Elem) string {
	if t == syntax.F64 {
		return "f64"
	}
	return "i64"
}

// alias is let x = y.
func (g *nest) alias(x *syntax.Binding, y *syntax.Var) {
	switch {
	case g.arrs[y.ID] != nil:
		g.derive(x, g.array(y).copy())
	case g.blks[y.ID] != nil:
		g.blks[x.ID] = g.blks[y.ID]
	default:
		g.value(x, y)
	}
}

func (g *nest) exprs(es []syntax.Expr) (texts []string) {
	for _, e := range es {
		texts = append(texts, g.Expr(e))
	}
	return texts
}

// binds counts a binding of an array.
func (g *nest) binds(x *syntax.Binding) {
	k := len(g.code.Bindings)
	for j, y := range g.code.Bindings {
		if x == y {
			k = j
		}
	}
	if k == len(g.code.Bindings) {
		g.code.Bindings = append(g.code.Bindings, x)
	}
	if k >= fast.MostBindings {
		refuse(x, "too many bindings")
	}
	g.Line("if (!fm_n%d++) fm_order[fm_orders++] = %d;", k, k)
}

// counts counts an instance of a kernel with n iterations.
func (g *nest) counts(e syntax.Expr, n string) {
	k := len(g.code.Kernels)
	g.code.Kernels = append(g.code.Kernels, e)
	g.Line("fm_k%d++; fm_k%d_all += %s;", k, k, n)
}

// cond is an if that gives scalars.
func (g *nest) cond(pat []*syntax.Binding, e *syntax.If) {
	c := g.Expr(e.Cond)
	names := g.variables(pat)
	for k, b := range []*syntax.Body{e.Then, e.Else} {
		if k == 0 {
			g.Begin("if (%s) {", c)
		} else {
			g.Begin("} else {")
		}
		g.stms(b)
		if len(b.Res) != len(pat) {
			refuse(e, "another number of results")
		}
		for j, r := range b.Res {
			g.set(names[j], pat[j], r)
		}
		g.End("%s", []string{"", "}"}[k])
	}
}

// variables declares scalars that are assigned later.
func (g *nest) variables(pat []*syntax.Binding) (names []string) {
	for _, x := range pat {
		if x.Type == nil || x.Type.IsArray() || x.Type.Elem == syntax.Mem {
			refuse(x, "it is no number")
		}
		n := g.Declare(x)
		g.Line("%s %s = 0;", ctype(x.Type.Elem), n)
		names = append(names, n)
	}
	return names
}

// set assigns to a variable.
func (g *nest) set(name string, x *syntax.Binding, e syntax.Expr) {
	if g.Real(e) != (x.Type.Elem == syntax.F64) {
		refuse(e, "another type")
	}
	g.Line("%s = %s;", name, g.Expr(e))
}

// alloc is let x = alloc n.
func (g *nest) alloc(x *syntax.Binding, e *syntax.Alloc) {
	t := g.Temp()
	b := &block{name: t, depth: g.depth, body: g.body, tracked: g.single[x.ID] != g.body}
	track, levels := 0, 0
	if b.tracked {
		track, g.tracked = 1, true
		for l := g.depth; l < g.code.Levels; l++ {
			levels |= 1 << l
		}
	}
	fmt.Fprintf(&g.decls, "  fm_block %s_b = {0};\n", t)
	g.Line("const i64 %s_n = %s;", t, g.Expr(e.N))
	g.Line("if (%s_n < 0 || %s_n > INT64_C(%d)) FM_FAIL(fm_size);", t, t, int64(emit.MaxSize))
	g.Line("if (!fm_begin(fm_env, &%s_b, %s_n, %d, %d, &fm_now)) FM_FAIL(fm_memory);", t, t, track, levels)
	g.Line("i64 *const %s = %s_b.cells; (void)%s;", t, t, t)
	if b.tracked {
		g.Line("i64 *const %s_w = %s_b.wrote; const i64 %s_s = %s_b.start; (void)%s_w; (void)%s_s;", t, t, t, t, t, t)
		for l := g.depth; l < g.code.Levels; l++ {
			g.Line("fm_rec *const %s_r%d = %s_b.recs[%d]; (void)%s_r%d;", t, l, t, l, t, l)
		}
	}
	g.blks[x.ID] = b
	k := len(g.code.Allocs)
	g.code.Allocs = append(g.code.Allocs, x)
	g.Line("fm_a%d++;", k)
}

// kernel is a kernel within the nest.
func (g *nest) kernel(pat []*syntax.Binding, k *syntax.Kernel) {
	if len(k.Index) != 1 {
		refuse(k, "not compiled")
	}
	n := g.bound(k.Index[0].N)
	g.Line("if (%s < 0 || fm_bad >> 63) FM_FAIL(fm_size);", n)
	var outs []*array
	for _, x := range pat {
		outs = append(outs, g.target(x))
	}
	for j, a := range outs {
		g.Line("if (%s != %s) FM_FAIL(fm_check);", a.d[0].n, n)
		g.apart(a, 1)
		for _, b := range outs[:j] {
			g.alone(a, b)
		}
	}
	g.counts(k, n)
	l := g.level[g.depth]
	g.Begin("if (fm_full || fm_tracked) {")
	g.Line("if (%s_clock > UINT32_MAX - %s) FM_FAIL(fm_size);", l, n)
	g.Line("%s = %s_clock + 1; %s_clock += (uint32_t)%s;", l, l, l, n)
	g.End("}")
	g.iterations(k, "0", n, outs)
	for j, x := range pat {
		g.born(outs[j])
		g.bind(x, outs[j])
	}
}
