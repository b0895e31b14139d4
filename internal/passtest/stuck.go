package passtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// stuckProgram writes a function over arrays made of each other that gets stuck for some of its arguments, and calls of
// it.
type stuckProgram struct {
	*rapid.T
	strings.Builder
	rows   []string // arrays of n ints
	tables []string // arrays of n × m ints
	ints   []string
	n      int
}

func (g *stuckProgram) pick(of ...string) string { return rapid.SampledFrom(of).Draw(g.T, "part") }

func (g *stuckProgram) name(base string) string {
	g.n++
	return fmt.Sprint(base, g.n)
}

// index returns an index into a dimension of the size; i is the index of a kernel of that size, or "".
func (g *stuckProgram) index(i, size string) string {
	if i != "" && rapid.IntRange(0, 3).Draw(g.T, "plain") > 0 {
		return i
	}
	list := []string{"1", "2", g.pick(g.ints...), size, fmt.Sprintf("max(1, min(%s, %s))", g.pick(g.ints...), size)}
	if i != "" {
		list = append(list, size+" + 1 - "+i, "max(1, "+i+" - 1)", i+" + 1")
	}
	return g.pick(list...)
}

// number writes an int; i and j are the indices around it, or "".
func (g *stuckProgram) number(i, j string, depth int) string {
	sub := func() string { return g.number(i, j, depth-1) }
	leaves := []string{"row", "row", "table", "int"}
	if depth > 0 {
		leaves = append(leaves, "div", "div", "add", "mul", "if", "call", "mod")
	}
	switch g.pick(leaves...) {
	case "row":
		if j != "" && g.pick("n", "m") == "m" {
			return fmt.Sprintf("b[%s]", g.index(j, "m"))
		}
		return fmt.Sprintf("%s[%s]", g.pick(g.rows...), g.index(i, "n"))
	case "table":
		return fmt.Sprintf("%s[%s, %s]", g.pick(g.tables...), g.index(i, "n"), g.index(j, "m"))
	case "div":
		return fmt.Sprintf("(%s / %s)", sub(), sub())
	case "mod":
		return fmt.Sprintf("(%s %% 3)", sub())
	case "add":
		return fmt.Sprintf("(%s + %s)", sub(), sub())
	case "mul":
		return fmt.Sprintf("(%s * 3)", sub())
	case "if":
		return fmt.Sprintf("(if %s > 1 then %s else %s)", sub(), sub(), sub())
	case "call":
		return fmt.Sprintf("%s(%s)", g.pick("twice", "inverse"), sub())
	}
	return g.pick(append([]string{"1", "2"}, g.ints...)...)
}

func (g *stuckProgram) step() {
	switch g.pick("row", "row", "row", "table", "table", "int", "two", "map", "sum", "update", "late", "short", "bound", "twice") {
	case "row":
		x := g.name("r")
		fmt.Fprintf(g, "  let %s = kernel i <= n do %s\n", x, g.number("i", "", 2))
		g.rows = append(g.rows, x)
	case "two":
		x, y := g.name("r"), g.name("r")
		fmt.Fprintf(g, "  let (%s, %s) = kernel i <= n do (%s, %s)\n", x, y, g.number("i", "", 1), g.number("i", "", 1))
		g.rows = append(g.rows, x, y)
	case "table":
		x := g.name("t")
		fmt.Fprintf(g, "  let %s = kernel i <= n, j <= m do %s\n", x, g.number("i", "j", 2))
		g.tables = append(g.tables, x)
	case "late":
		x, d := g.name("t"), g.name("d")
		fmt.Fprintf(g, "  let %s = kernel i <= n do (let %s = %s in kernel j <= m do %s + %s)\n", x, d, g.number("i", "", 1), d, g.number("i", "j", 1))
		g.tables = append(g.tables, x)
	case "int":
		x := g.name("k")
		fmt.Fprintf(g, "  let %s = %s\n", x, g.number("", "", 2))
		g.ints = append(g.ints, x)
	case "short":
		x := g.name("k")
		fmt.Fprintf(g, "  let %s = reduce (+) 0 (kernel i <= max(0, n - 1) do %s)\n", x, g.number("i", "", 1))
		g.ints = append(g.ints, x)
	case "bound":
		x := g.name("k")
		fmt.Fprintf(g, "  let %s = (let y = kernel i <= %s do (%s) + i in reduce (+) 0 y)\n", x, g.pick(g.ints...), g.number("", "", 1))
		g.ints = append(g.ints, x)
	case "twice": // inner variables have the name of later ones
		x := g.name("k")
		fmt.Fprintf(g, "  let y = kernel i <= n do (let u = a[i] * 2 in u + 1)\n  let u = k * 100\n  let %s = (if n > 0 then y[1] else 0) + (u + 1)\n", x)
		g.ints = append(g.ints, x)
	case "map":
		x := g.name("r")
		fmt.Fprintf(g, "  let %s = map (\\a b -> a + 10 / b) %s %s\n", x, g.pick(g.rows...), g.pick(g.rows...))
		g.rows = append(g.rows, x)
	case "sum":
		x := g.name("r")
		fmt.Fprintf(g, "  let %s = map (\\r -> reduce (+) 0 (map (\\a -> 7 / a) r)) %s\n", x, g.pick(g.tables...))
		g.rows = append(g.rows, x)
	case "update":
		x := g.name("r")
		fmt.Fprintf(g, "  let %s = (copy %s) with [%s] = %s\n", x, g.pick(g.rows...), g.index("", "n"), g.number("", "", 1))
		g.rows = append(g.rows, x)
	}
}

// Stuck writes a program that is stuck in about half of the cases, in ways that fusing arrays could hide.
func Stuck(t *rapid.T) string {
	g := &stuckProgram{T: t, rows: []string{"a"}, tables: []string{"c"}, ints: []string{"k"}}
	g.WriteString("def twice (a : int) : int = a + a\ndef inverse (a : int) : int = 10 / a\n")
	g.WriteString("def f [n][m] (a : [n]int) (b : [m]int) (c : [n][m]int) (k : int) : [n]int =\n")
	for range rapid.IntRange(2, 6).Draw(t, "steps") {
		g.step()
	}
	last := g.rows[len(g.rows)-1]
	g.WriteString("  in " + g.pick(last, fmt.Sprintf("kernel i <= n do %s", g.number("i", "", 2)), fmt.Sprintf("map (\\a -> a + 1) %s", last)) + "\n")
	const most = 3
	n, m := rapid.IntRange(0, most).Draw(t, "n"), rapid.IntRange(0, most).Draw(t, "m")
	elements := func() string {
		return fmt.Sprintf("%d * %s %% %d", rapid.IntRange(1, 3).Draw(t, "factor"), g.pick("i", "(i + 1)"), rapid.IntRange(2, 6).Draw(t, "modulus"))
	}
	fmt.Fprintf(g, "let a = kernel i <= %d do %s\nlet b = kernel i <= %d do %s\nlet c = kernel i <= %d, j <= %d do j + %s\nf(a, b, c, %d)\n",
		n, elements(), m, elements(), n, m, elements(), rapid.IntRange(-1, most+1).Draw(t, "k"))
	return g.String()
}
