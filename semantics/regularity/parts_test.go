package regularity_test

import (
	"fmt"
	"slices"
	"strings"
)

// part is a value that a branch or a loop gives: an int, an array with its size, or an array of a type from outside.
type part struct {
	kind string
	typ  []string
}

func (g *gen) parts() (ps []part) {
	for range g.int(1, 3, "parts") {
		switch k := g.pick("part", "int", "sized", "sized", "typed"); {
		case k == "typed":
			x, ok := g.some("typed", func(v variable) bool { return isRow(v) || isRows(v) })
			if !ok {
				x = variable{}
			}
			ps = append(ps, part{k, x.dims})
		default:
			ps = append(ps, part{kind: k})
		}
	}
	return ps
}

// give is expressions for parts.
func (g *gen) give(ps []part) (es []string) {
	for _, p := range ps {
		switch p.kind {
		case "int":
			es = append(es, g.atom())
		case "sized":
			x := g.anyRow()
			es = append(es, x.dims[0], x.name)
		default:
			es = append(es, g.of(p.typ).name)
		}
	}
	return es
}

func (g *gen) anyRow() variable {
	if x, ok := g.some("row", isRow); ok {
		return x
	}
	n := g.size()
	return g.let("a", []string{n}, "iota %s", n)
}

// of is a variable of a type.
func (g *gen) of(dims []string) variable {
	if x, ok := g.some("of", func(v variable) bool { return slices.Equal(v.dims, dims) }); ok && g.int(0, 2, "new") > 0 {
		return x
	}
	switch len(dims) {
	case 0:
		return g.number()
	case 1:
		return g.let("a", dims, "iota %s", dims[0])
	}
	i := variable{name: g.new("i")}
	var row variable
	body := g.inner(func() {
		g.vars = append(g.vars, i)
		n := dims[1]
		if n == "?" {
			n = g.size()
		}
		row = g.let("a", []string{n}, "replicate(%s, %s)", n, i.name)
	})
	v := variable{name: g.new("x"), dims: dims}
	g.line("let %s = kernel %s <= %s do", v.pattern(), i.name, dims[0])
	g.lines = append(g.lines, body...)
	g.line("  in (%s)", row.name)
	g.vars = append(g.vars, v)
	return v
}

// bind are new variables for parts.
func (g *gen) bind(ps []part) (vs []variable) {
	for _, p := range ps {
		switch p.kind {
		case "int":
			vs = append(vs, variable{name: g.new("v")})
		case "sized":
			n := variable{name: g.new("n"), size: true}
			vs = append(vs, n, variable{name: g.new("r"), dims: []string{n.name}})
		default:
			vs = append(vs, variable{name: g.new("x"), dims: p.typ})
		}
	}
	return vs
}

func patterns(vs []variable) string {
	var list []string
	for _, v := range vs {
		list = append(list, v.pattern())
	}
	return strings.Join(list, " ")
}

func (g *gen) branch() {
	ps := g.parts()
	var yes, no []string
	cond := g.condition()
	then := g.inner(func() { g.statements(g.int(0, 2, "in then")); yes = g.give(ps) })
	els := g.inner(func() { g.statements(g.int(0, 2, "in else")); no = g.give(ps) })
	vs := g.bind(ps)
	g.line("let %s =", patterns(vs))
	g.line("  if %s then", cond)
	g.lines = append(g.lines, then...)
	g.line("  in (%s) else", strings.Join(yes, ", "))
	g.lines = append(g.lines, els...)
	g.line("  in (%s)", strings.Join(no, ", "))
	g.vars = append(g.vars, vs...)
}

func (g *gen) loop() {
	ps := g.parts()
	first := g.give(ps)
	state := g.bind(ps)
	var heads []string
	for k, v := range state {
		heads = append(heads, fmt.Sprintf("(%s : %s = %s)", v.name, v.typ(), first[k]))
	}
	vs := g.bind(ps)
	var next []string
	if g.int(0, 1, "for") == 0 {
		i := variable{name: g.new("i")}
		bound := g.pick("bound", "1", "2", "3", g.size())
		body := g.inner(func() {
			g.vars = append(append(g.vars, state...), i)
			g.statements(g.int(0, 3, "in loop"))
			next = g.give(ps)
		})
		g.line("let %s = loop %s for %s <= %s do", patterns(vs), strings.Join(heads, " "), i.name, bound)
		g.lines = append(g.lines, body...)
		g.line("  in (%s)", strings.Join(next, ", "))
	} else {
		g.while(vs, state, heads, ps)
	}
	g.vars = append(g.vars, vs...)
}

// while is a while loop that also counts its rounds, so that it ends.
func (g *gen) while(vs, state []variable, heads []string, ps []part) {
	count := variable{name: g.new("c")}
	var cond string
	var next []string
	test := g.inner(func() {
		g.vars = append(append(g.vars, state...), count)
		cond = g.let("t", nil, "%s < %d", count.name, g.int(0, 3, "rounds")).name
		if g.int(0, 1, "more") == 0 {
			g.statements(g.int(0, 1, "in condition"))
			cond = g.let("t", nil, "%s * %s", cond, g.condition()).name
		}
	})
	body := g.inner(func() {
		g.vars = append(append(g.vars, state...), count)
		g.statements(g.int(0, 3, "in loop"))
		next = append(g.give(ps), g.let("c", nil, "%s + 1", count.name).name)
	})
	last := variable{name: g.new("c")}
	heads = append(heads, fmt.Sprintf("(%s : int = 0)", count.name))
	g.line("let %s = loop %s while", patterns(append(slices.Clone(vs), last)), strings.Join(heads, " "))
	g.lines = append(g.lines, test...)
	g.line("  in (%s) do", cond)
	g.lines = append(g.lines, body...)
	g.line("  in (%s)", strings.Join(next, ", "))
}

// kernel is a kernel of ints or of arrays.
func (g *gen) kernel() {
	n := g.size()
	if x, ok := g.some("rows", func(v variable) bool { return len(v.dims) > 1 }); ok && g.int(0, 1, "as many") == 0 {
		n = x.dims[0]
	}
	i := variable{name: g.new("i"), of: n}
	var res []string
	var out []variable
	body := g.inner(func() {
		mark := len(g.vars)
		g.vars = append(g.vars, i)
		g.statements(g.int(1, 4, "in kernel"))
		for range g.int(1, 2, "results") {
			v, ok := g.some("result", func(v variable) bool { return len(v.dims) < 3 })
			if w, is := g.some("row", isRow); is && g.int(0, 2, "a row") > 0 {
				v, ok = w, true
			}
			if k := slices.IndexFunc(g.vars[mark:], isRows); k >= 0 && g.int(0, 2, "rows") == 0 {
				v, ok = g.vars[mark+k], true
			}
			if !ok {
				v = g.number()
			}
			dims := []string{n}
			for _, d := range v.dims {
				if slices.ContainsFunc(g.vars[mark:], func(v variable) bool { return v.name == d }) || d == "?" || g.int(0, 3, "said to be irregular") == 0 {
					d = "?"
				}
				dims = append(dims, d)
			}
			res = append(res, v.name)
			out = append(out, variable{dims: dims})
		}
	})
	for k := range out {
		out[k].name = g.new("k")
	}
	g.line("let %s = kernel %s <= %s do", patterns(out), i.name, n)
	g.lines = append(g.lines, body...)
	g.line("  in (%s)", strings.Join(res, ", "))
	g.vars = append(g.vars, out...)
}
