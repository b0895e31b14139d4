package testkit

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// huge writes a function whose branches need blocks that are too large for any machine.
type huge struct {
	t      *rapid.T
	ints   []string // in scope
	arrays []string
	n      int
}

// Huge draws a program that does not get stuck, although branches that are not taken make
// arrays with more elements than there is room for. The branches are in loops, kernels and
// folds. Their conditions may or may not change within these.
func Huge(t *rapid.T) string {
	g := &huge{t: t, ints: []string{"k", "n", "z"}, arrays: []string{"x"}}
	var text strings.Builder
	text.WriteString("def f [n] (x : [n]int) (k : int) (z : int) : int = " + g.body(3) + "\n")
	fmt.Fprintf(&text, "f([3, -1, 2], %d, 0)\n", rapid.IntRange(0, 4).Draw(t, "k"))
	return text.String()
}

func (g *huge) name() string {
	g.n++
	return fmt.Sprintf("v%d", g.n)
}

func (g *huge) pick(what string, of ...string) string { return rapid.SampledFrom(of).Draw(g.t, what) }

func (g *huge) int() string { return g.pick("int", g.ints...) }

// within returns what f gives with one more int in scope.
func (g *huge) within(name string, f func() string) string {
	old := g.ints
	g.ints = append(append([]string(nil), old...), name)
	text := f()
	g.ints = old
	return text
}

// body returns an int.
func (g *huge) body(depth int) string {
	if depth == 0 {
		return g.branch(0)
	}
	v, i := g.name(), g.name()
	inner := func() string { return g.within(i, func() string { return g.body(depth - 1) }) }
	switch g.pick("body", "loop", "kernel", "reduce", "branch", "both") {
	case "loop":
		return fmt.Sprintf("(loop (%s = %s) for %s <= k do (%s) %% 9)", v, g.int(), i, g.within(v, inner))
	case "kernel":
		return fmt.Sprintf("(let %s = kernel %s <= n do %s in %s[1])", v, i, inner(), v)
	case "reduce":
		return fmt.Sprintf("(reduce (\\%s %s -> (%s) %% 9) %s x)", v, i, g.within(v, inner), g.int())
	case "branch":
		return g.branch(depth - 1)
	}
	return fmt.Sprintf("(let %s = %s in %s)", v, g.body(depth-1), g.within(v, func() string { return g.branch(depth - 1) }))
}

// branch returns an if. One of its branches is not taken and makes an array.
func (g *huge) branch(depth int) string {
	y := g.name()
	never := fmt.Sprintf("(let %s = replicate(%s, %s) in %s[1] + reduce (+) 0 %s)", y, g.size(), g.int(), y, y)
	always := g.int()
	if depth > 0 {
		always = g.body(depth - 1)
	}
	cond := g.pick("condition", "z", "k > 90", "n > 9", "k * n > 999", "x[1] > 90", "x[n] < 0 - 90", g.int()+" > 9999", "z != 0", "k > 90 && n > 0")
	if rapid.Bool().Draw(g.t, "else") {
		return fmt.Sprintf("(if %s then %s else %s)", cond, never, always)
	}
	return fmt.Sprintf("(if (%s) == 0 then %s else %s)", cond, always, never)
}

// size returns the size of the array.
func (g *huge) size() string {
	return g.pick("size", "10 ** 15", "n * 10 ** 14", "abs(k) + 10 ** 15", "n", "k", "(k + 1) * 10 ** 14", "abs("+g.int()+") + 10 ** 15")
}
