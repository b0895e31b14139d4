package testkit

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// updates writes a program about updates of arrays of four ints.
type updates struct {
	t    *rapid.T
	text strings.Builder
	n    int
}

// Updates draws a well-typed surface program that updates arrays of four ints, in straight
// lines, branches, loops, folds, kernels and functions, and often uses what an array was
// before. It never gets stuck, and all integers are small.
func Updates(t *rapid.T) string {
	g := &updates{t: t}
	for k := range 2 {
		fmt.Fprintf(&g.text, "def f%d (%sx : [4]int) (y : [4]int) : ([4]int, [4]int) =\n", k, g.pick("", "*"))
		vars := g.lines("  ", []string{"x", "y"}, g.int(1, 2), 0)
		fmt.Fprintf(&g.text, "  in (%s, %s)\n", g.one(vars), g.one(vars))
	}
	g.text.WriteString("let a = iota 4\nlet b = kernel i <= 4 do i * i - 3\n")
	g.text.WriteString("def main (k : int) =\n  let (p, q) = (copy a, copy b)\n")
	vars := g.lines("  ", []string{"p", "q"}, g.int(2, 5), 2)
	fmt.Fprintf(&g.text, "  in (%s, %s)\n", g.one(vars), g.one(append(vars, "a")))
	g.text.WriteString("let (c, d) = main(3)\nc\nd\na\n")
	return g.text.String()
}

func (g *updates) int(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.t, "n") }

func (g *updates) pick(of ...string) string { return of[g.int(0, len(of)-1)] }

func (g *updates) one(vars []string) string { return g.pick(vars...) }

func (g *updates) name() string {
	g.n++
	return fmt.Sprint("v", g.n)
}

// at returns an index into an array of four.
func (g *updates) at(vars []string) string {
	if g.int(0, 2) == 0 {
		return g.one(vars) + "[2] % 4 + 1"
	}
	return fmt.Sprint(g.int(1, 4))
}

// array returns an array of four made from some.
func (g *updates) array(vars []string) string {
	x, y := g.one(vars), g.one(vars)
	switch g.int(0, 7) {
	case 0:
		return "reverse " + x
	case 1:
		return "copy " + x
	case 2:
		return fmt.Sprintf("kernel i <= 4 do (%s[i] - %s[5 - i]) %% 100", x, y)
	case 3:
		o := g.int(1, 3)
		return fmt.Sprintf("%s with [%d : 2] = %s[%d : 2]", x, o, y, g.int(1, 3))
	case 4:
		return fmt.Sprintf("%s with [4 : 2 : -2] = %s[1 : 2]", x, y)
	}
	return fmt.Sprintf("%s with [%s] = (%s[%s] + %d) %% 100", x, g.at(vars), y, g.at(vars), g.int(1, 9))
}

// lines writes let statements, and returns the arrays in scope after them. deep is how far
// bodies may nest.
func (g *updates) lines(in string, vars []string, n, deep int) []string {
	vars = append([]string{}, vars...)
	for range n {
		z, w := g.name(), g.name()
		what := g.int(0, 9)
		if deep == 0 {
			what = 0
		}
		line := func(format string, args ...any) { fmt.Fprintf(&g.text, in+format+"\n", args...) }
		body := func(more ...string) (string, string) {
			all := g.lines(in+"  ", append(more, vars...), g.int(1, 2), deep-1)
			latest := all[len(more)+len(vars)-1:]
			return g.one(latest), g.one(append(latest, g.one(all)))
		}
		switch what {
		case 4:
			a, b := g.name(), g.name()
			line("let (%s, %s) = loop (%s = %s, %s = %s) for i <= %d do", z, w, a, g.one(vars), b, g.one(vars), g.int(0, 3))
			p, q := body(a, b)
			line("  in (%s, %s)", p, q)
			vars = append(vars, z, w)
		case 5:
			line("let %s = if %s[1] > %s[2]", z, g.one(vars), g.one(vars))
			line("  then")
			p, _ := body()
			line("  in %s", p)
			line("  else")
			q, _ := body()
			line("  in %s", q)
			vars = append(vars, z)
		case 6:
			line("let (%s, %s) = f%d(%s, %s)", z, w, g.int(0, 1), g.one(vars), g.one(vars))
			vars = append(vars, z, w)
		case 7:
			a := g.name()
			line("let %s = %s (\\%s e ->", w, g.pick("reduce", "scan"), a)
			scan := strings.HasSuffix(g.text.String(), fmt.Sprintf("scan (\\%s e ->\n", a))
			p, _ := body(a)
			line("  in %s with [e %% 4 + 1] = e) %s %s", p, g.one(vars), g.one(vars))
			if scan {
				line("let %s = %s[%d]", z, w, g.int(1, 4))
				w = z
			}
			vars = append(vars, w)
		case 8:
			line("let %s = kernel k <= 3 do", w)
			p, _ := body()
			line("  in %s with [k] = k", p)
			line("let %s = %s[%d]", z, w, g.int(1, 3))
			vars = append(vars, z)
		default:
			line("let %s = %s", z, g.array(vars))
			vars = append(vars, z)
		}
	}
	return vars
}
