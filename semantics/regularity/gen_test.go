package regularity_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// variable is one of a random program. It is an int if it has no sizes. A size is a name, a number, or ?.
type variable struct {
	name string
	dims []string
	size bool   // an int that is not negative, and small
	of   string // what it is an index of: a bound
}

func (v variable) typ() string {
	t := ""
	for _, d := range v.dims {
		t += "[" + d + "]"
	}
	return t + "int"
}

func (v variable) pattern() string { return "(" + v.name + " : " + v.typ() + ")" }

// gen makes random programs of nested core. They may be stuck.
type gen struct {
	t     *rapid.T
	lines []string
	vars  []variable
	defs  []function
	n     int
	depth int
}

// function is a def with an int, an array and rows as parameters, and an int or an array as its result.
type function struct {
	name  string
	array bool
}

func (g *gen) int(lo, hi int, label string) int { return rapid.IntRange(lo, hi).Draw(g.t, label) }

func (g *gen) pick(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(g.t, label)
}

func (g *gen) new(base string) string {
	g.n++
	return fmt.Sprintf("%s_%d", base, g.n)
}

func (g *gen) line(format string, args ...any) {
	g.lines = append(g.lines, strings.Repeat("  ", g.depth)+fmt.Sprintf(format, args...))
}

// some is a variable of a kind, or "".
func (g *gen) some(label string, is func(variable) bool) (variable, bool) {
	var list []variable
	for _, v := range g.vars {
		if is(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return variable{}, false
	}
	if g.int(0, 1, "recent") == 0 { // what was made last is what inner bodies are about
		list = list[max(0, len(list)-3):]
	}
	return rapid.SampledFrom(list).Draw(g.t, label), true
}

func isInt(v variable) bool  { return len(v.dims) == 0 }
func isSize(v variable) bool { return v.size }
func isRow(v variable) bool  { return len(v.dims) == 1 }
func isRows(v variable) bool { return len(v.dims) == 2 }

// atom is an int.
func (g *gen) atom() string {
	if v, ok := g.some("int", isInt); ok && g.int(0, 4, "literal") > 0 {
		return v.name
	}
	return fmt.Sprint(g.int(0, 4, "k"))
}

// let binds a variable.
func (g *gen) let(base string, dims []string, format string, args ...any) variable {
	v := variable{name: g.new(base), dims: dims}
	g.line("let %s = %s", v.pattern(), fmt.Sprintf(format, args...))
	g.vars = append(g.vars, v)
	return v
}

// number is a new int.
func (g *gen) number() variable {
	if v, ok := g.some("row", isRow); ok && g.int(0, 2, "element") == 0 {
		return g.let("e", nil, "%s[%s]", v.name, g.index(v.dims[0]))
	}
	return g.let("v", nil, "%s %s %s", g.atom(), g.pick("op", "+", "-", "*", "%", "<", "=="), g.atom())
}

// size is an int that may be a size.
func (g *gen) size() string {
	if v, ok := g.some("size", isSize); ok && g.int(0, 2, "new size") > 0 {
		return v.name
	}
	if g.int(0, 2, "literal size") == 0 {
		return fmt.Sprint(g.int(0, 3, "k"))
	}
	n := g.let("s", nil, "%s %% %d", g.atom(), g.int(2, 4, "most"))
	if g.int(0, 1, "more") == 0 {
		n = g.let("s", nil, "%s + 1", n.name)
	}
	g.vars[len(g.vars)-1].size = true
	return n.name
}

// index is an index into an array with so many rows.
func (g *gen) index(n string) string {
	if n == "0" {
		return "1"
	}
	q := g.let("q", nil, "%s %% %s", g.atom(), n)
	return g.let("q", nil, "%s + 1", q.name).name
}

// inner makes a body in a scope of its own, and returns its lines.
func (g *gen) inner(f func()) []string {
	lines, mark := g.lines, len(g.vars)
	g.lines = nil
	g.depth++
	f()
	g.depth--
	body := g.lines
	g.lines, g.vars = lines, g.vars[:mark]
	return body
}

// condition is a number that is a condition.
func (g *gen) condition() string {
	return g.let("t", nil, "%s %s %s", g.atom(), g.pick("op", "<", ">", "==", "!="), g.atom()).name
}

// statements makes some.
func (g *gen) statements(n int) {
	for range n {
		g.statement()
	}
}

func (g *gen) statement() {
	deep := g.depth > 4
	switch k := g.int(0, 19, "statement"); {
	case k < 3 || deep && k > 12:
		g.number()
	case k == 3:
		n := g.size()
		g.let("a", []string{n}, "iota %s", n)
	case k == 4:
		n := g.size()
		g.let("a", []string{n}, "replicate(%s, %s)", n, g.atom())
	case k == 5 && g.int(0, 3, "literal") == 0:
		g.literal()
	case k == 5:
		g.concat()
	case k == 6:
		g.view()
	case k <= 8:
		g.row()
	case k == 9 && g.int(0, 1, "check") == 0:
		g.line("check %s = %s", g.size(), g.atom())
	case k == 9:
		g.with()
	case k <= 11:
		g.call()
	case k == 12:
		g.fold()
	case k <= 14:
		g.branch()
	case k <= 16:
		g.loop()
	default:
		g.kernel()
	}
}

func (g *gen) concat() {
	x, ok := g.some("x", isRow)
	y, ok2 := g.some("y", isRow)
	if !ok || !ok2 {
		return
	}
	n := g.let("d", nil, "%s + %s", x.dims[0], y.dims[0])
	g.vars[len(g.vars)-1].size = true
	g.let("a", []string{n.name}, "concat(%s, %s)", x.name, y.name)
}

func (g *gen) view() {
	if x, ok := g.some("rows", isRows); ok && g.int(0, 2, "rows") == 0 {
		n := g.size()
		if x.dims[1] == "?" {
			g.let("w", []string{n, "?"}, "%s[%s : %s]", x.name, g.pick("from", "1", "2"), n)
		} else {
			g.let("w", []string{n, x.dims[1]}, "%s[1 : %s, 1 : %s]", x.name, n, x.dims[1])
		}
		return
	}
	x, ok := g.some("x", isRow)
	if !ok {
		return
	}
	if g.int(0, 1, "reverse") == 0 {
		g.let("a", x.dims, "reverse %s", x.name)
		return
	}
	n := g.size()
	g.let("a", []string{n}, "%s[1 : %s]", x.name, n)
}

// row is a row of an array of rows.
func (g *gen) row() {
	x, ok := g.some("rows", func(v variable) bool { return len(v.dims) > 1 })
	if !ok {
		return
	}
	i := ""
	if v, ok := g.some("index", func(v variable) bool { return v.of == x.dims[0] }); ok && g.int(0, 2, "any index") > 0 {
		i = v.name
	} else {
		i = g.index(x.dims[0])
	}
	if x.dims[1] != "?" {
		at := i
		for _, d := range x.dims[1:] {
			if d == "?" {
				break
			}
			at += ", 1 : " + d
		}
		g.let("r", x.dims[1:], "%s[%s]", x.name, at)
		return
	}
	n := variable{name: g.new("n"), size: true}
	r := variable{name: g.new("r"), dims: append([]string{n.name}, x.dims[2:]...)}
	g.line("let %s %s = %s[%s]", n.pattern(), r.pattern(), x.name, i)
	g.vars = append(g.vars, n, r)
}

// literal is an array of two rows.
func (g *gen) literal() {
	x, ok := g.some("x", isRow)
	y, ok2 := g.some("y", isRow)
	if ok && ok2 {
		g.let("x", []string{"2", "?"}, "[%s, %s]", x.name, y.name)
	}
}

func (g *gen) with() {
	x, ok := g.some("x", isRow)
	if ok {
		i := g.index(x.dims[0])
		g.let("a", x.dims, "%s with [%s] = %s", x.name, i, g.atom())
	}
}

func (g *gen) call() {
	x, ok := g.some("x", isRow)
	y, ok2 := g.some("y", func(v variable) bool { return isRows(v) && v.dims[1] == "?" })
	if !ok || !ok2 || len(g.defs) == 0 {
		return
	}
	f := rapid.SampledFrom(g.defs).Draw(g.t, "def")
	args := fmt.Sprintf("%s(%s, %s, %s)", f.name, g.atom(), x.name, y.name)
	if !f.array {
		g.let("c", nil, "%s", args)
		return
	}
	n := variable{name: g.new("n"), size: true}
	r := variable{name: g.new("r"), dims: []string{n.name}}
	g.line("let %s %s = %s", n.pattern(), r.pattern(), args)
	g.vars = append(g.vars, n, r)
}

func (g *gen) fold() {
	x, ok := g.some("x", isRow)
	if !ok {
		return
	}
	kind := g.pick("fold", "reduce", "scan")
	accs := []variable{{name: g.new("acc")}}
	if g.int(0, 1, "two") == 0 {
		accs = append(accs, variable{name: g.new("acc")})
	}
	elem := variable{name: g.new("el")}
	var ne, params, pat, res []string
	for _, a := range accs {
		ne, params = append(ne, g.atom()), append(params, a.pattern())
	}
	body := g.inner(func() {
		g.vars = append(append(g.vars, accs...), elem)
		g.statements(g.int(0, 2, "in fold"))
		for range accs {
			if g.int(0, 1, "an accumulator") == 0 {
				res = append(res, rapid.SampledFrom(accs).Draw(g.t, "acc").name)
			} else {
				res = append(res, g.atom())
			}
		}
	})
	var out []variable
	for range accs {
		v := variable{name: g.new("f")}
		if kind == "scan" {
			v.dims = x.dims
		}
		out, pat = append(out, v), append(pat, v.pattern())
	}
	g.line("let %s = %s (\\%s %s ->", strings.Join(pat, " "), kind, strings.Join(params, " "), elem.pattern())
	g.lines = append(g.lines, body...)
	g.line("  in (%s)) (%s) %s", strings.Join(res, ", "), strings.Join(ne, ", "), x.name)
	g.vars = append(g.vars, out...)
}

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

// def makes a function.
func (g *gen) def() {
	f := function{name: g.new("f"), array: g.int(0, 2, "number") > 0}
	p, m, q := variable{name: g.new("p")}, variable{name: g.new("m"), size: true}, variable{name: g.new("m"), size: true}
	x, xs := variable{name: g.new("a"), dims: []string{m.name}}, variable{name: g.new("x"), dims: []string{q.name, "?"}}
	var res, typ string
	body := g.inner(func() {
		g.vars = []variable{p, m, q, x, xs}
		g.statements(g.int(1, 4, "in def"))
		if !f.array {
			res, typ = g.atom(), "int"
			return
		}
		r := g.anyRow()
		res = r.dims[0] + ", " + r.name
	})
	if f.array {
		d := g.new("d")
		typ = fmt.Sprintf("(%s : int, [%s]int)", d, d)
	}
	g.line("def %s [%s][%s] %s : %s =", f.name, m.name, q.name, patterns([]variable{p, x, xs}), typ)
	g.lines = append(g.lines, body...)
	g.line("  in (%s)", res)
	g.defs = append(g.defs, f)
	g.vars = nil
}

// program draws a program.
func program(t *rapid.T) string {
	g := &gen{t: t}
	for range g.int(0, 2, "defs") {
		g.def()
	}
	n := g.let("n", nil, "%d", g.int(1, 3, "n"))
	g.vars[0].size = true
	g.let("a", []string{n.name}, "iota %s", n.name)
	g.of([]string{n.name, "?"})
	for range g.int(1, 4, "kernels") {
		g.statements(g.int(0, 2, "statements"))
		g.kernel()
	}
	g.lines = append(g.lines, "in ("+n.name+")")
	return strings.Join(g.lines, "\n") + "\n"
}
