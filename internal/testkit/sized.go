package testkit

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// sized writes a program about arrays of n, of h = n / 2, and of n by n ints.
type sized struct {
	t     *rapid.T
	scope map[shape][]string // by shape
	at    []string           // ints between 1 and n
	defs  []shape            // the shapes of the first results of the functions so far
	n     int
}

// shape is the shape of a variable of the program.
type shape string

// The shapes, as types.
const (
	number shape = "int"
	vector shape = "[n]int"
	half   shape = "[h]int"
	square shape = "[n][n]int"
)

// Sized draws a well-typed surface program whose sizes are parameters of its functions:
// kernels within kernels, loops that carry arrays, branches, folds, updates in place of
// parts, calls. A function gets stuck only if it reads from an array without elements.
func Sized(t *rapid.T) string {
	g := &sized{t: t}
	var text strings.Builder
	for k := range 2 {
		text.WriteString(g.def(fmt.Sprint("f", k), "", 2))
	}
	text.WriteString(g.def("main", " (a : [n][n]int)", 3))
	n := g.int(0, 5)
	fmt.Fprintf(&text, "let n = %d\nmain(iota n, kernel i <= n do 7 - 2 * i, %d, kernel i <= n, j <= n do i * j - 4)\n", n, g.int(-2, 5))
	return text.String()
}

// def returns a function with two results.
func (g *sized) def(name, more string, depth int) string {
	g.scope = map[shape][]string{number: {"k", "n"}, vector: {"x", "y"}}
	if more != "" {
		g.scope[square] = []string{"a"}
	}
	g.at = nil
	first := []shape{vector, square, number}[g.int(0, 2)]
	body := g.body(depth, first, vector)
	g.defs = append(g.defs, first)
	return fmt.Sprintf("def %s [n] (%sx : [n]int) (y : [n]int) (k : int)%s : (%s, [n]int) = let h = n / 2 %s\n", name, g.pick("", "*"), more, first, body)
}

func (g *sized) int(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.t, "n") }

func (g *sized) pick(of ...string) string { return of[g.int(0, len(of)-1)] }

func (g *sized) shape() shape {
	return []shape{vector, vector, vector, square, half, number}[g.int(0, 5)]
}

func (g *sized) name() string {
	g.n++
	return fmt.Sprint("v", g.n)
}

// within returns what f gives with more variables in scope.
func (g *sized) within(f func() string) string {
	scope, at := map[shape][]string{}, g.at
	for s, names := range g.scope {
		scope[s] = slices.Clip(names)
	}
	old := g.scope
	g.scope = scope
	text := f()
	g.scope, g.at = old, at
	return text
}

// bind brings a variable into scope.
func (g *sized) bind(s shape) string {
	x := g.name()
	g.scope[s] = append(g.scope[s], x)
	return x
}

// index brings an int between 1 and n into scope.
func (g *sized) index() string {
	i := g.name()
	g.at, g.scope[number] = append(slices.Clip(g.at), i), append(g.scope[number], i)
	return i
}

// body returns some statements, and results after them.
func (g *sized) body(depth int, res ...shape) string {
	return g.within(func() string {
		var text strings.Builder
		for range g.int(min(depth, 1), depth+1) {
			text.WriteString(g.stm(depth - 1))
		}
		var values []string
		for _, s := range res {
			values = append(values, g.exp(s, min(depth-1, 1)))
		}
		return text.String() + "in (" + strings.Join(values, ", ") + ")"
	})
}

// stm returns a let statement. Two results come from a loop, a branch, a kernel or a call.
func (g *sized) stm(depth int) string {
	s, z := g.shape(), g.shape()
	var e string
	switch what := g.int(0, 9); {
	case depth < 1 || what < 5:
		e = g.exp(s, depth)
		return fmt.Sprintf("let (%s : %s) = %s ", g.bind(s), s, e)
	case what < 8:
		e = g.loop(depth, s, z)
	case what == 8 && len(g.defs) > 0:
		s, e = g.call()
		z = vector
	default:
		e = fmt.Sprintf("if %s > %s then %s else %s", g.one(number), g.one(number), g.block(depth, s, z), g.block(depth, s, z))
	}
	return fmt.Sprintf("let (%s : %s, %s : %s) = %s ", g.bind(s), s, g.bind(z), z, e)
}

// block returns a body as an expression, which begins with a let.
func (g *sized) block(depth int, res ...shape) string {
	return "(let o = 1 " + g.body(depth-1, res...) + ")"
}

// one returns a variable or something small.
func (g *sized) one(s shape) string {
	names := g.scope[s]
	if len(names) == 0 || s == number && g.int(0, 2) == 0 {
		return g.small(s)
	}
	return names[g.int(max(0, len(names)-4), len(names)-1)]
}

// small returns an expression without inner expressions.
func (g *sized) small(s shape) string {
	switch s {
	case vector:
		return "iota n"
	case half:
		return fmt.Sprintf("%s[%s]", g.one(vector), g.pick(ranges...))
	case square:
		return fmt.Sprintf("replicate(n, %s)", g.one(vector))
	}
	if len(g.at) == 0 {
		return fmt.Sprint(g.int(-3, 9))
	}
	if m := g.scope[square]; len(m) > 0 && g.int(0, 1) == 0 {
		return fmt.Sprintf("%s[%s, %s]", g.one(square), g.place(), g.place())
	}
	return fmt.Sprintf("%s[%s]", g.one(vector), g.place())
}

// ranges are the ranges of h elements among n.
var ranges = []string{"1:h", "n - h + 1:h", "2:h", "1:h:2", "h:h:-1", "n:h:-1", "n:h:-2"}

// place returns an int between 1 and n.
func (g *sized) place() string {
	i := g.pick(g.at...)
	return g.pick(i, i, i, "n + 1 - "+i, fmt.Sprintf("abs(%s) %% n + 1", g.one(number)), fmt.Sprintf("min(%s + 1, n)", i))
}

// exp returns an expression.
func (g *sized) exp(s shape, depth int) string {
	if depth < 0 || g.int(0, 5) == 0 {
		return g.one(s)
	}
	switch s {
	case vector:
		return g.vector(depth)
	case half:
		return g.half(depth)
	case square:
		return g.square(depth)
	}
	return g.number(depth)
}

func (g *sized) number(depth int) string {
	switch g.int(0, 6) {
	case 0:
		return fmt.Sprintf("reduce (%s) 0 %s", g.pick("+", "\\s e -> max(s, e - 1)"), g.one(vector))
	case 1:
		return fmt.Sprintf("(let w = replicate(abs(%s) %% 4 + 1, %s) in w[1] + length(w))", g.one(number), g.one(number))
	case 2:
		return fmt.Sprintf("(if %s > %s then %s else %s)", g.one(number), g.one(number), g.exp(number, depth-1), g.block(depth, number))
	case 3:
		if depth > 0 {
			return fmt.Sprintf("(let (s, _) = %s in s)", g.loop(depth, number, vector))
		}
	case 4:
		return fmt.Sprintf("(%s %% 100)", g.exp(number, depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", g.one(number), g.pick("+", "-", "+", "*"), g.exp(number, depth-1))
}

func (g *sized) vector(depth int) string {
	x := g.one(vector)
	switch g.int(0, 13) {
	case 0:
		return g.pick("reverse ", "copy ", "scan (+) 0 ") + x
	case 1:
		return fmt.Sprintf("rotate(%s, %s)", g.one(number), x)
	case 2:
		return g.pick("map (\\e -> e + 1) ", "map (\\e d -> max(e, d)) "+g.one(vector)+" ") + x
	case 3, 4:
		return fmt.Sprintf("%s with [%s] = %s", x, g.pick(ranges...), g.operand(half, depth))
	case 5:
		if len(g.at) > 0 {
			return fmt.Sprintf("%s with [%s] = %s", x, g.place(), g.operand(number, depth))
		}
	case 6:
		if len(g.at) > 0 && len(g.scope[square]) > 0 {
			return fmt.Sprintf(g.pick("%s[%s]", "%s[:, %s]"), g.one(square), g.place())
		}
	case 7:
		return fmt.Sprintf("(%s)[1:h] ++ (%s)[h + 1:n - h]", g.exp(vector, depth-1), g.exp(vector, depth-1))
	case 8:
		return fmt.Sprintf("(let (q : [n]int) = if %s > %s then %s else %s in q)", g.one(number), g.one(number), g.exp(vector, depth-1), g.block(depth, vector))
	case 9:
		if depth > 0 {
			return fmt.Sprintf("(let (_, q) = %s in q)", g.loop(depth, g.shape(), vector))
		}
	case 10:
		return g.within(func() string {
			ne, xs := g.one(vector), g.one(vector)
			a, e := g.bind(vector), g.bind(number)
			return fmt.Sprintf("(reduce (\\%s %s -> %s) (%s) (%s))", a, e, g.exp(vector, depth-1), ne, xs)
		})
	}
	return g.kernel("n", depth, number)
}

func (g *sized) half(depth int) string {
	switch g.int(0, 3) {
	case 0:
		return g.small(half)
	case 1:
		return g.pick("reverse ", "copy ", "map (\\e -> e - 1) ") + "(" + g.one(half) + ")"
	}
	return g.kernel("h", depth, number)
}

func (g *sized) square(depth int) string {
	a := g.one(square)
	switch g.int(0, 9) {
	case 0:
		return g.pick("transpose ", "reverse ", "copy ") + "(" + a + ")"
	case 1:
		return fmt.Sprintf("(%s) with [:, :] = (transpose (%s))", a, g.one(square))
	case 2:
		if len(g.at) > 0 {
			return fmt.Sprintf("(%s) with [%s] = %s", a, fmt.Sprintf(g.pick("%s", "%s, :", ":, %s"), g.place()), g.operand(vector, depth))
		}
	case 3:
		return fmt.Sprintf("(%s) with [%s, :] = (transpose (%s))[%s, :]", a, g.pick(ranges...), g.one(square), g.pick(ranges...))
	case 4:
		return g.within(func() string {
			ne, xs := g.one(vector), g.one(vector)
			b, e := g.bind(vector), g.bind(number)
			return fmt.Sprintf("(scan (\\%s %s -> %s) (%s) (%s))", b, e, g.exp(vector, depth-1), ne, xs)
		})
	case 5:
		if depth > 0 {
			return fmt.Sprintf("(let (_, q) = %s in q)", g.loop(depth, g.shape(), square))
		}
	case 6:
		return g.within(func() string {
			i, j := g.index(), g.index()
			return fmt.Sprintf("(kernel %s <= n, %s <= n do %s)", i, j, g.exp(number, depth-1))
		})
	}
	return g.kernel("n", depth, vector)
}

// operand returns an expression in the form that an update writes.
func (g *sized) operand(s shape, depth int) string { return "(" + g.exp(s, min(depth-1, 1)) + ")" }

// kernel returns a kernel that gives as many values as its bound says.
func (g *sized) kernel(bound string, depth int, s shape) string {
	return g.within(func() string {
		i := g.index()
		if depth > 0 && g.int(0, 1) == 0 {
			return fmt.Sprintf("(kernel %s <= %s do %s)", i, bound, g.block(depth, s))
		}
		return fmt.Sprintf("(kernel %s <= %s do %s)", i, bound, g.exp(s, depth-1))
	})
}

// loop returns a loop that carries two values.
func (g *sized) loop(depth int, s, z shape) string {
	first, second := g.exp(s, 0), g.exp(z, 0)
	return g.within(func() string {
		x, y, bound := g.bind(s), g.bind(z), g.pick("n", "2", "3", "k % 4")
		r := ""
		if bound == "n" {
			r = g.index()
		} else {
			r = g.bind(number)
		}
		return fmt.Sprintf("loop (%s : %s = %s, %s : %s = %s) for %s <= %s do %s", x, s, first, y, z, second, r, bound, g.block(depth, s, z))
	})
}

// call returns a call of an existing function, and the shape of its first result.
func (g *sized) call() (shape, string) {
	f := g.int(0, len(g.defs)-1)
	return g.defs[f], fmt.Sprintf("f%d(%s, %s, %s)", f, g.one(vector), g.one(vector), g.one(number))
}
