package regularity_test

import (
	"fmt"
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
	ours := func(v variable) bool { return v.of == x.dims[0] }
	if g.int(0, 3, "of another kernel") == 0 {
		ours = func(v variable) bool { return v.of != "" }
	}
	if v, ok := g.some("index", ours); ok && g.int(0, 2, "any index") > 0 {
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
			acc := rapid.SampledFrom(accs).Draw(g.t, "acc").name
			switch g.int(0, 2, "next") {
			case 0:
				res = append(res, acc)
			case 1:
				res = append(res, g.let("v", nil, "%s + 1", acc).name)
			default:
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
	if kind == "reduce" && g.int(0, 1, "as a size") == 0 {
		n := g.let("s", nil, "%s %% 4", out[0].name)
		g.vars[len(g.vars)-1].size = true
		g.let("a", []string{n.name}, "iota %s", n.name)
	}
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
