package testkit

import (
	"fmt"

	"pgregory.net/rapid"
)

// sizes writes a function whose iterations need blocks of different sizes.
type sizes struct {
	t    *rapid.T
	ints []string // in scope
	n    int
}

// Sizes draws a function with a kernel or a loop whose iterations need blocks of different
// sizes, in branches, loops, folds and kernels.
func Sizes(t *rapid.T) string {
	g := &sizes{t: t, ints: []string{"i", "k", "n", "x[i]", "2"}}
	text := "def f [n] (x : [n]int) (k : int) : "
	if rapid.Bool().Draw(t, "loop") {
		return text + "int = loop (w = k) for i <= n do (" + g.with([]string{"w"}, func() string { return g.body(3) }) + ") % 100"
	}
	return text + "[n]int = kernel i <= n do " + g.body(3)
}

// name returns a new variable.
func (g *sizes) name() string {
	g.n++
	return fmt.Sprintf("v%d", g.n)
}

func (g *sizes) pick(what string, of ...string) string { return rapid.SampledFrom(of).Draw(g.t, what) }

// int returns an int.
func (g *sizes) int() string {
	a, b := g.pick("int", g.ints...), g.pick("int", g.ints...)
	return g.pick("form", a, a+" + "+b, a+" - "+b, "x[1] + "+a, "abs("+a+") % 7", "x[abs("+a+") % n + 1]", "max("+a+", "+b+")")
}

// with returns what f gives with more ints in scope.
func (g *sizes) with(names []string, f func() string) string {
	old := g.ints
	g.ints = append(append([]string(nil), old...), names...)
	text := f()
	g.ints = old
	return text
}

// body returns an int that takes blocks to compute.
func (g *sizes) body(depth int) string {
	forms := []string{"array", "array", "array"}
	if depth > 0 {
		forms = append(forms, "if", "guarded", "loop", "reduce", "kernel", "let", "choice")
	}
	switch g.pick("body", forms...) {
	case "if":
		return fmt.Sprintf("(if %s > %s then %s else %s)", g.int(), g.int(), g.body(depth-1), g.body(depth-1))
	case "guarded":
		y := g.name()
		return fmt.Sprintf("(if k != 0 then let %s = replicate(abs((%s) / k) %% 9 + 1, %s) in %s[1] + %s else %s)", y, g.int(), g.int(), y, g.body(depth-1), g.int())
	case "loop":
		s, p, r := g.name(), g.name(), g.name()
		return fmt.Sprintf("(let (%s, %s) = loop (%s = %s, %s = %s) for %s <= abs(%s) %% 4 do (%s) in %s + %s)", s, p, s, g.int(), p, g.int(), r, g.int(),
			g.with([]string{s, p, r}, func() string { return "(" + g.body(depth-1) + ") % 100, " + g.int() + " - 1" }), s, p)
	case "reduce":
		a, b := g.name(), g.name()
		return fmt.Sprintf("(reduce (\\%s %s -> (%s) %% 100) (%s) x)", a, b, g.with([]string{a, b}, func() string { return g.body(depth - 1) }), g.int())
	case "kernel":
		z, j := g.name(), g.name()
		return fmt.Sprintf("(let %s = kernel %s <= 2 do %s in %s[1] - %s[2])", z, j, g.with([]string{j}, func() string { return g.body(depth - 1) }), z, z)
	case "let":
		v := g.name()
		return fmt.Sprintf("(let %s = %s in %s)", v, g.body(depth-1), g.with([]string{v}, func() string { return g.body(depth - 1) }))
	case "choice":
		z := g.name()
		return fmt.Sprintf("(let %s = if %s > %s then x else map (\\e -> e + %s) x in reverse(%s)[1] + %s)", z, g.int(), g.int(), g.int(), z, g.body(depth-1))
	}
	y := g.name()
	return fmt.Sprintf("(let %s = replicate(abs(%s) %% 9 + 1, %s) in %s[1] + length(%s))", y, g.int(), g.int(), y, y)
}
