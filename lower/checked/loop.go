package checked

import (
	"funmem/lower/emit"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// loop is a loop that carries scalars.
func (g *nest) loop(pat []*syntax.Binding, e *syntax.Loop) {
	bound, step := "", ""
	vars := g.enter(e.Params, e.Init)
	if e.For != nil {
		bound = g.bound(e.For.N)
		step = g.Temp()
		g.Begin("for (i64 %s = 1; %s <= %s; %s++) {", step, step, bound, step)
		g.Within(e.For.X.ID, 1, emit.MaxSize)
		g.Line("const i64 %s = %s;", g.Declare(e.For.X), step)
	} else {
		g.Begin("for (;;) {")
	}
	g.Line("%s", emit.Poll())
	if e.For == nil {
		g.stms(e.While)
		g.Line("if (!(%s)) break;", g.Expr(e.While.Res[0]))
	}
	g.stms(e.Body)
	g.next(vars, e.Params, e.Body.Res)
	g.End("}")
	g.leave(pat, e.Params)
}

// bound is a number of rounds.
func (g *nest) bound(n syntax.Expr) string {
	t := g.Temp()
	g.Line("const i64 %s = %s;", t, g.Expr(n))
	g.Line("if (%s > INT64_C(%d)) FM_FAIL(fm_size);", t, int64(emit.MaxSize))
	return t
}

// enter gives variables of a loop their first values.
func (g *nest) enter(params []*syntax.Binding, init []syntax.Expr) (names []string) {
	var first []string
	for k, x := range params {
		if x.Type == nil || x.Type.IsArray() || x.Type.Elem == syntax.Mem || g.Real(init[k]) != (x.Type.Elem == syntax.F64) {
			refuse(x, "a loop carries more than numbers")
		}
		first = append(first, g.Expr(init[k]))
	}
	names = g.variables(params)
	for k, n := range names {
		g.Line("%s = %s;", n, first[k])
	}
	return names
}

// next gives them those of the next round, all at once.
func (g *nest) next(names []string, params []*syntax.Binding, res []syntax.Expr) {
	if len(res) != len(names) {
		refuse(params[0], "another number of results")
	}
	var temps []string
	for k, e := range res {
		if g.Real(e) != (params[k].Type.Elem == syntax.F64) {
			refuse(e, "another type")
		}
		t := g.Temp()
		g.Line("const %s %s = %s;", ctype(params[k].Type.Elem), t, g.Expr(e))
		temps = append(temps, t)
	}
	for k, t := range temps {
		g.Line("%s = %s;", names[k], t)
	}
}

// leave binds the last values.
func (g *nest) leave(pat, params []*syntax.Binding) {
	if len(pat) != len(params) {
		refuse(params[0], "another number of results")
	}
	for k, x := range pat {
		g.value(x, params[k].Use())
	}
}

// reduce is a reduce whose accumulators are scalars.
func (g *nest) reduce(pat []*syntax.Binding, e *syntax.Reduce) {
	f := syntax.FoldOf(e)
	round, accs, elems, ok := f.Params()
	if !ok || len(elems) == 0 {
		refuse(e, "not compiled")
	}
	n := g.array(f.Xs[0]).d[0].n
	for _, x := range f.Xs[1:] {
		g.Line("if (%s != %s) FM_FAIL(fm_check);", g.array(x).d[0].n, n)
	}
	vars := g.enter(accs, f.Ne)
	i := g.Temp()
	g.Begin("for (i64 %s = 1; %s <= %s; %s++) {", i, i, n, i)
	g.Line("if (!(%s & %d)) { %s }", i, pollEvery-1, emit.Poll())
	if round == nil {
		round = &syntax.Binding{Name: "k", ID: -1 << 20}
	}
	g.Within(round.ID, 1, emit.MaxSize)
	g.Line("const i64 %s = %s;", g.Declare(round), i)
	for k, p := range elems {
		g.element(p, g.array(f.Xs[k]), round)
	}
	b := f.Lambda().Body
	g.stms(b)
	g.next(vars, accs, b.Res)
	g.End("}")
	g.leave(pat, accs)
}

// element is let p = x[k].
func (g *nest) element(p *syntax.Binding, x *array, k *syntax.Binding) {
	if !p.Type.IsArray() {
		g.assign(p, g.read(x, []string{g.Expr(k.Use())}), x.elem)
		return
	}
	at := []syntax.Ix{{Kind: syntax.IxFix, Off: k.Use()}}
	for _, d := range p.Type.Dims {
		at = append(at, syntax.Ix{Kind: syntax.IxRange, Off: &syntax.IntLit{Val: num.Of(1)}, Size: d})
	}
	g.derive(p, g.slice(x, at))
}
