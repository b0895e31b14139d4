package semtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Program draws a well-typed surface program: globals, functions, and a few
// results. It gets stuck nowhere: every index is in bounds by construction.
// Sizes are small, so that both semantics are quick.
func Program(t *rapid.T) string {
	g := &gen{t: t}
	for _, d := range defs {
		if g.bool("def") {
			g.line("%s", d)
			g.defs = append(g.defs, d)
		}
	}
	for range g.int(1, 3, "sizes") {
		name := g.fresh("n")
		k := g.int(1, 4, "size")
		g.line("let %s = %s", name, g.pick("form", fmt.Sprint(k), fmt.Sprintf("%d - 1", k+1), fmt.Sprintf("[%d, %d][1]", k, k+1)))
		g.vars = append(g.vars, variable{name: name, lo: k, hi: k})
	}
	for range g.int(2, 6, "globals") {
		dims := g.dims()
		name := g.fresh("x")
		if g.int(0, 5, "pair") == 0 {
			n := g.int(1, 3, "bound")
			i, b := g.fresh("i"), g.fresh("x")
			mark := len(g.vars)
			g.vars = append(g.vars, variable{name: i, lo: 1, hi: n, varies: true})
			e1, e2 := g.value(dims, 2), g.value(nil, 2)
			g.vars = g.vars[:mark]
			g.line("let (%s, %s) = kernel %s <= %s do (%s, %s)", name, b, i, g.size(n), e1, e2)
			g.vars = append(g.vars, variable{name: b, dims: []int{n}}, variable{name: name, dims: append([]int{n}, dims...)})
			continue
		}
		g.line("let %s = %s", name, g.value(dims, 3))
		g.vars = append(g.vars, variable{name: name, dims: dims, lo: 1, hi: 0})
	}
	for range g.int(1, 3, "results") {
		v := g.vars[g.int(0, len(g.vars)-1, "result")]
		g.line("%s", v.name)
	}
	return g.text.String()
}

var defs = []string{
	"def rows [n][m] (x : [n][m]int) (k : int) : [n]int = kernel i <= n do x[i, m] + k",
	"def tail [n] (x : [n]int) = x[2:n - 1]",
	"def pick (c : int) (a : int) (b : int) : int = if c > 0 then a else b",
	"def swap [n][m] (x : [n][m]int) : [m][n]int = transpose x",
}

// variable is a name in scope: an array of known sizes, or an int that lies
// between lo and hi when lo <= hi.
type variable struct {
	name   string
	dims   []int
	lo, hi int
	varies bool // an index of a kernel: no size, because rows have one size
}

type gen struct {
	t    *rapid.T
	text strings.Builder
	vars []variable
	defs []string
	n    int
}

func (g *gen) line(format string, args ...any) { fmt.Fprintf(&g.text, format+"\n", args...) }

func (g *gen) int(lo, hi int, label string) int { return rapid.IntRange(lo, hi).Draw(g.t, label) }

func (g *gen) bool(label string) bool { return rapid.Bool().Draw(g.t, label) }

func (g *gen) pick(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(g.t, label)
}

func (g *gen) fresh(base string) string {
	g.n++
	return fmt.Sprintf("%s%d", base, g.n)
}

func (g *gen) dims() []int {
	dims := make([]int, g.int(0, 3, "rank"))
	for k := range dims {
		dims[k] = g.int(1, 3, "dim")
	}
	return dims
}

func (g *gen) has(def string) bool {
	for _, d := range g.defs {
		if strings.HasPrefix(d, "def "+def+" ") {
			return true
		}
	}
	return false
}

// size is an expression for the size k.
func (g *gen) size(k int) string {
	forms := []string{fmt.Sprint(k)}
	for _, v := range g.vars {
		if v.varies {
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

// index is an expression whose value lies in 1, …, n.
func (g *gen) index(n int) string {
	forms := []string{fmt.Sprint(g.int(1, n, "index"))}
	for _, v := range g.vars {
		if len(v.dims) == 0 && v.lo >= 1 && v.lo <= v.hi && v.hi <= n {
			forms = append(forms, v.name, fmt.Sprintf("%d + 1 - %s", n, v.name))
		}
	}
	if len(forms) == 1 && g.bool("computed") {
		return fmt.Sprintf("%s %% %d + 1", g.value(nil, 0), n)
	}
	return g.pick("index", forms...)
}

// value is an atom-like expression of the given sizes (nil: an int).
func (g *gen) value(dims []int, depth int) string {
	if len(dims) == 0 {
		return g.scalar(depth)
	}
	return g.array(dims, depth)
}

func (g *gen) scalar(depth int) string {
	leaves := []string{fmt.Sprint(g.int(-3, 9, "literal"))}
	for _, v := range g.vars {
		if len(v.dims) == 0 {
			leaves = append(leaves, v.name)
		} else {
			at := make([]string, len(v.dims))
			for k, n := range v.dims {
				at[k] = fmt.Sprint(g.int(1, n, "at"))
			}
			leaves = append(leaves, fmt.Sprintf("%s[%s]", v.name, strings.Join(at, ", ")))
		}
	}
	if depth <= 0 {
		return g.pick("leaf", leaves...)
	}
	sub := func() string { return g.scalar(depth - 1) }
	switch g.int(0, 10, "scalar") {
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
		name := g.fresh("a")
		return fmt.Sprintf("(let %s = %s in %s[%s])", name, x, name, strings.Join(at, ", "))
	case 9:
		if g.has("pick") {
			return fmt.Sprintf("pick(%s, %s, %s)", sub(), sub(), sub())
		}
		return fmt.Sprintf("abs(%s)", sub())
	}
	return g.pick("leaf", leaves...)
}

func (g *gen) array(dims []int, depth int) string {
	var same []string
	for _, v := range g.vars {
		if fmt.Sprint(v.dims) == fmt.Sprint(dims) {
			same = append(same, v.name)
		}
		if s, ok := g.sliceOf(v, dims); ok {
			same = append(same, s)
		}
	}
	if len(same) > 0 && g.int(0, 2, "known") > 0 {
		return g.pick("same", same...)
	}
	n, rest := dims[0], dims[1:]
	if depth <= 0 {
		if len(dims) == 1 && g.bool("iota") {
			return "iota " + g.size(n)
		}
		return fmt.Sprintf("replicate(%s, %s)", g.size(n), g.value(rest, 0))
	}
	switch g.int(0, 9, "array") {
	case 0, 1, 2:
		i := g.fresh("i")
		bound := g.size(n)
		mark := len(g.vars)
		g.vars = append(g.vars, variable{name: i, lo: 1, hi: n, varies: true})
		body := g.value(rest, depth-1)
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(kernel %s <= %s do %s)", i, bound, body)
	case 3:
		rows := make([]string, n)
		for k := range rows {
			rows[k] = g.value(rest, depth-1)
		}
		return "[" + strings.Join(rows, ", ") + "]"
	case 4:
		return fmt.Sprintf("(reverse (%s))", g.array(dims, depth-1))
	case 5:
		if len(dims) < 2 {
			return fmt.Sprintf("(copy (%s))", g.array(dims, depth-1))
		}
		swapped := append([]int{dims[1], dims[0]}, dims[2:]...)
		if len(dims) == 2 && g.has("swap") && g.bool("call") {
			return fmt.Sprintf("swap(%s)", g.array(swapped, depth-1))
		}
		return fmt.Sprintf("(transpose (%s))", g.array(swapped, depth-1))
	case 6:
		// The type says that both branches have one size: a kernel's row needs it.
		name := g.fresh("f")
		return fmt.Sprintf("(let (%s : %s) = if %s then %s else %s in %s)", name, typeOf(dims),
			g.scalar(depth-1), g.array(dims, depth-1), g.array(dims, depth-1), name)
	case 7:
		if len(dims) == 3 {
			return fmt.Sprintf("permute((3, 1, 2), %s)", g.array([]int{dims[1], dims[2], dims[0]}, depth-1))
		}
		if len(dims) == 1 && g.has("tail") {
			return fmt.Sprintf("tail(%s)", g.array([]int{n + 1}, depth-1))
		}
		if len(dims) == 1 && g.has("rows") {
			return fmt.Sprintf("rows(%s, %s)", g.array([]int{n, g.int(1, 3, "columns")}, depth-1), g.scalar(depth-1))
		}
		return fmt.Sprintf("replicate(%s, %s)", g.size(n), g.value(rest, depth-1))
	case 8:
		name := g.fresh("b")
		e := g.array(dims, depth-1)
		mark := len(g.vars)
		g.vars = append(g.vars, variable{name: name, dims: dims})
		body := g.array(dims, depth-1)
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(let %s = %s in %s)", name, e, body)
	}
	name := g.fresh("c")
	bigger := make([]int, len(dims))
	for k, d := range dims {
		bigger[k] = d + g.int(0, 2, "more")
	}
	s, _ := g.sliceOf(variable{name: name, dims: bigger}, dims)
	return fmt.Sprintf("(let %s = %s in %s)", name, g.array(bigger, depth-1), s)
}

func typeOf(dims []int) string {
	text := ""
	for _, d := range dims {
		text += fmt.Sprintf("[%d]", d)
	}
	return text + "int"
}

// sliceOf is a slice of v with the given sizes, if v is big enough.
func (g *gen) sliceOf(v variable, dims []int) (string, bool) {
	if len(v.dims) < len(dims) || len(dims) == 0 {
		return "", false
	}
	skip := len(v.dims) - len(dims)
	at := make([]string, 0, len(v.dims))
	for k, n := range v.dims {
		if k < skip {
			at = append(at, g.index(n))
			continue
		}
		d := dims[k-skip]
		if d > n {
			return "", false
		}
		switch {
		case d == n && g.bool("whole"):
			at = append(at, ":")
		case g.bool("backward"):
			at = append(at, fmt.Sprintf("%d:%d:-1", d+g.int(0, n-d, "offset"), d))
		default:
			at = append(at, fmt.Sprintf("%d:%d", 1+g.int(0, n-d, "offset"), d))
		}
	}
	return fmt.Sprintf("%s[%s]", v.name, strings.Join(at, ", ")), true
}
