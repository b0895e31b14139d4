package testkit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Program draws a well-typed surface program: globals, functions, and a few results. It
// never gets stuck: every index is in bounds by construction. Sizes are small, so that both
// semantics are quick; some are 0, and some are known only at run time. Some integers do
// not fit 64 bits, and some names hide others. Some numbers and arrays are f64s.
func Program(t *rapid.T) string {
	g := &gen{t: t}
	g.scratch, g.flats = g.int(0, 2, "scratch") == 0, g.int(0, 2, "flats") == 0
	for _, d := range append(slices.Clone(defs), sharing...) {
		if g.bool("def") {
			g.line("%s", g.starred(d))
			g.defs = append(g.defs, d)
		}
	}
	for range g.int(1, 3, "sizes") {
		name := g.fresh("n")
		k := g.int(0, 4, "size")
		g.line("let %s = %s", name, g.pick("form", fmt.Sprint(k), fmt.Sprintf("%d - 1", k+1), fmt.Sprintf("[%d, %d][1]", k, k+1)))
		g.vars = append(g.vars, variable{name: name, lo: k, hi: k})
	}
	for range g.int(2, 6, "globals") {
		g.real = g.int(0, 3, "f64") == 0
		dims := g.dims()
		name := g.fresh("x")
		if g.int(0, 5, "pair") == 0 {
			n := g.int(0, 3, "bound")
			i, b := g.new("ix"), g.new("x")
			mark := len(g.vars)
			g.vars = append(g.vars, variable{name: i, lo: 1, hi: n, varies: true})
			e1, e2 := g.value(dims, 2), g.value(nil, 2)
			g.vars = g.vars[:mark]
			name = g.new("x")
			g.line("let (%s, %s) = kernel %s <= %s do (%s, %s)", name, b, i, g.size(n), e1, e2)
			g.vars = append(g.vars, g.made(b, []int{n}), g.made(name, append([]int{n}, dims...)))
			continue
		}
		g.line("let %s = %s", name, g.value(dims, 3))
		g.vars = append(g.vars, g.made(name, dims))
	}
	g.real = false
	for range g.int(0, 2, "loose") {
		g.loose()
	}
	visible := g.visible()
	for range g.int(1, 3, "results") {
		v := visible[g.int(0, len(visible)-1, "result")]
		g.line("%s", v.name)
	}
	return g.text.String()
}

// starred returns a function with a star at some of its array parameters.
func (g *gen) starred(d string) string {
	return arrayParam.ReplaceAllStringFunc(d, func(p string) string {
		if g.bool("star") {
			return "(*" + p[1:]
		}
		return p
	})
}

var arrayParam = regexp.MustCompile(`\(\w+ : \[`)

// loose adds an array whose size depends on a condition or a loop, and statements that use
// it.
func (g *gen) loose() {
	rank, same := g.int(1, 2, "rank"), g.int(1, 3, "columns")
	dims := func() []int { return []int{g.int(0, 3, "dim"), same}[:rank] }
	y := g.new("y")
	if g.bool("loop") {
		g.line("let %s = %s", y, g.growing(rank, same))
	} else {
		g.line("let %s = if %s then %s else %s", y, g.scalar(1), g.array(dims(), 2), g.array(dims(), 2))
	}
	i := g.new("ix")
	forms := []string{y, "reverse " + y, "copy " + y, "length(" + y + ")", "shape(" + y + ")",
		fmt.Sprintf("kernel %s <= length(%s) do %s[%s]", i, y, y, i),
		fmt.Sprintf("kernel %s <= length(%s) do %s", i, y, g.scalar(1))}
	if rank == 2 {
		forms = append(forms, "transpose "+y, fmt.Sprintf("%s[:, 1]", y))
		if g.has("swap") {
			forms = append(forms, "swap("+y+")")
		}
	}
	g.line("%s", g.pick("loose", forms...))
}

var defs = []string{
	"def rows [n][m] (x : [n][m]int) (k : int) : [n]int = kernel i <= n do x[i, m] + k",
	"def tail [n] (x : [n]int) = x[2:n - 1]",
	"def pick (c : int) (a : int) (b : int) : int = if c > 0 then a else b",
	"def swap [n][m] (x : [n][m]int) : [m][n]int = transpose x",
	"def scaled [n] (x : [n]f64) (k : f64) = map (\\a -> a * k) x",
	"def total [n] (x : [n]f64) : f64 = reduce (+) 0.0 x",
	"def grow [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= n do y with [i] = y[i] + k",
	"def mix [n] (x : [n]int) (y : [n]int) : [n]int = let z = x with [:] = reverse y in kernel i <= n do z[i] - 2 * y[i]",
	"def both [n] (x : [n]int) (y : [n]int) = (x with [:] = (y with [:] = reverse x), y)",
	"def turn [n][m] (x : [n][m]int) (k : int) = (reverse x) with [:, :] = replicate(n, replicate(m, k))",
}

// variable is a name in scope: an array of known sizes, or a number. An int lies between lo
// and hi if lo <= hi.
type variable struct {
	name   string
	dims   []int
	real   bool // its type is f64, or an array of them
	lo, hi int
	varies bool // an index of a kernel: not usable as a size, because rows have one size
}

type gen struct {
	t    *rapid.T
	text strings.Builder
	vars []variable
	defs []string
	n    int
	real bool // values and arrays to make are of f64s

	scratch bool // some arrays start as scratch
	flats   bool // some slices are flat
}

// as makes an expression of f64s or of ints.
func (g *gen) as(real bool, f func() string) string {
	was := g.real
	g.real = real
	defer func() { g.real = was }()
	return f()
}

// made returns a variable for a value or an array that was made.
func (g *gen) made(name string, dims []int) variable {
	return variable{name: name, dims: dims, real: g.real, lo: 1, hi: 0}
}

func (g *gen) line(format string, args ...any) { fmt.Fprintf(&g.text, format+"\n", args...) }

func (g *gen) int(lo, hi int, label string) int { return rapid.IntRange(lo, hi).Draw(g.t, label) }

func (g *gen) bool(label string) bool { return rapid.Bool().Draw(g.t, label) }

func (g *gen) pick(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(g.t, label)
}

// new returns an unused name.
func (g *gen) new(base string) string {
	g.n++
	return fmt.Sprintf("%s%d", base, g.n)
}

// fresh returns a name for a binder: mostly a new one.
func (g *gen) fresh(base string) string {
	if len(g.vars) > 0 && g.int(0, 7, "hide") == 0 {
		return g.vars[g.int(0, len(g.vars)-1, "hidden")].name
	}
	return g.new(base)
}

// visible returns the variables that no later one hides.
func (g *gen) visible() []variable {
	var list []variable
	seen := map[string]bool{}
	for _, v := range slices.Backward(g.vars) {
		if !seen[v.name] {
			list = append(list, v)
		}
		seen[v.name] = true
	}
	slices.Reverse(list)
	return list
}

func (g *gen) dims() []int {
	dims := make([]int, g.int(0, 3, "rank"))
	for k := range dims {
		dims[k] = g.dim()
	}
	return dims
}

// dim returns a size, sometimes 0.
func (g *gen) dim() int {
	if g.int(0, 9, "none") == 0 {
		return 0
	}
	return g.int(1, 3, "dim")
}

func (g *gen) has(def string) bool {
	for _, d := range g.defs {
		if strings.HasPrefix(d, "def "+def+" ") {
			return true
		}
	}
	return false
}

// size returns an expression for the size k.
func (g *gen) size(k int) string {
	forms := []string{fmt.Sprint(k)}
	for _, v := range g.visible() {
		if v.varies || v.real && len(v.dims) == 0 {
			continue
		}
		if len(v.dims) == 0 && v.lo == k && v.hi == k {
			forms = append(forms, v.name)
		}
		if len(v.dims) > 0 && v.dims[0] == k {
			forms = append(forms, "length("+v.name+")")
		}
		if len(v.dims) == 0 && v.lo == k-1 && v.hi == k-1 {
			forms = append(forms, "("+v.name+" + 1)")
		}
	}
	return g.pick("size", forms...)
}

// index returns an expression whose value lies in 1, …, n.
func (g *gen) index(n int) string {
	forms := []string{fmt.Sprint(g.int(1, n, "index"))}
	for _, v := range g.visible() {
		if len(v.dims) == 0 && v.lo >= 1 && v.lo <= v.hi && v.hi <= n {
			forms = append(forms, v.name, fmt.Sprintf("%d + 1 - %s", n, v.name))
		}
	}
	if len(forms) == 1 && g.bool("computed") {
		return fmt.Sprintf("%s %% %d + 1", g.scalar(0), n)
	}
	return g.pick("index", forms...)
}

// value returns an atom-like expression of the given sizes (nil: a number).
func (g *gen) value(dims []int, depth int) string {
	switch {
	case len(dims) > 0:
		return g.array(dims, depth)
	case g.real:
		return g.number(depth)
	}
	return g.scalar(depth)
}

// leaves returns the numbers that variables are or contain.
func (g *gen) leaves() []string {
	var leaves []string
	for _, v := range g.visible() {
		switch {
		case slices.Contains(v.dims, 0) && !g.real:
			leaves = append(leaves, fmt.Sprintf("shape(%s)[%d]", v.name, g.int(1, len(v.dims), "at")))
		case v.real != g.real || slices.Contains(v.dims, 0):
		case len(v.dims) == 0:
			leaves = append(leaves, v.name)
		default:
			at := make([]string, len(v.dims))
			for k, n := range v.dims {
				at[k] = fmt.Sprint(g.int(1, n, "at"))
			}
			leaves = append(leaves, fmt.Sprintf("%s[%s]", v.name, strings.Join(at, ", ")))
		}
	}
	return leaves
}

// scalar returns an int.
func (g *gen) scalar(depth int) string { return g.as(false, func() string { return g.integer(depth) }) }

func (g *gen) integer(depth int) string {
	leaves := []string{fmt.Sprint(g.int(-3, 9, "literal"))}
	if g.int(0, 30, "large") == 0 {
		leaves = append(leaves, g.pick("wide", "9223372036854775807", "4611686018427387904", "(-9223372036854775808)", "10 ** 20"))
	}
	leaves = append(leaves, g.leaves()...)
	if depth <= 0 {
		return g.pick("leaf", leaves...)
	}
	sub := func() string { return g.scalar(depth - 1) }
	switch g.int(0, 16, "scalar") {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("op", "+", "-", "*", "==", "!=", "<", "<=", ">", ">="), sub())
	case 3:
		return fmt.Sprintf("%s(%s, %s)", g.pick("fn", "min", "max"), sub(), sub())
	case 4:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("div", "/", "%", "//", "%%"), g.pick("divisor", "2", "3", "-3", "7"))
	case 5:
		return fmt.Sprintf("(if %s then %s else %s)", sub(), sub(), sub())
	case 6:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("logic", "&&", "||"), sub())
	case 7:
		name := g.fresh("s")
		e := sub()
		mark := len(g.vars)
		g.vars = append(g.vars, variable{name: name, lo: 1, hi: 0})
		body := sub()
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(let %s = %s in %s)", name, e, body)
	case 8:
		dims := []int{g.int(1, 3, "dim")}
		if g.bool("two") {
			dims = append(dims, g.int(1, 3, "dim"))
		}
		x := g.array(dims, depth-1)
		at := make([]string, len(dims))
		for k, n := range dims {
			at[k] = g.index(n)
		}
		name := g.new("a")
		return fmt.Sprintf("(let %s = %s in %s[%s])", name, x, name, strings.Join(at, ", "))
	case 13:
		return g.folded("reduce", g.int(0, 3, "elements"), nil, depth)
	case 14:
		return g.compared(depth)
	case 15:
		return g.ofReals(depth)
	case 12:
		return g.loop(depth)
	case 9:
		if g.has("pick") {
			return fmt.Sprintf("pick(%s, %s, %s)", sub(), sub(), sub())
		}
		return fmt.Sprintf("abs(%s)", sub())
	case 10:
		return g.bits(sub)
	case 16:
		return g.width(sub)
	}
	return g.pick("leaf", leaves...)
}

// width returns an int wrapped to some width, or one that has to fit it and does.
func (g *gen) width(sub func() string) string {
	n := g.pick("width", "8", "16", "32", "64")
	e := g.pick("wrapped", "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s << (%s & 63))")
	if g.bool("fits") {
		return fmt.Sprintf("nw%s(i%s("+e+"))", n, n, sub(), sub())
	}
	return fmt.Sprintf("%s%s("+e+")", g.pick("sign", "i", "u"), n, sub(), sub())
}
