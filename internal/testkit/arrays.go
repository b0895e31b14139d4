package testkit

import (
	"fmt"
	"strings"
)

// array returns an expression for an array of the given sizes.
func (g *gen) array(dims []int, depth int) string {
	var same []string
	for _, v := range g.visible() {
		if v.real != g.real {
			continue
		}
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
	if n == 0 && g.bool("empty") {
		return fmt.Sprintf("empty(%s)", g.typeOf(dims))
	}
	if depth <= 0 {
		if len(dims) == 1 && !g.real && g.bool("iota") {
			return "iota " + g.size(n)
		}
		return fmt.Sprintf("replicate(%s, %s)", g.size(n), g.value(rest, 0))
	}
	most := 24
	if g.scratch {
		most = 28
	}
	switch g.int(0, most, "array") {
	case 25, 26, 27, 28:
		return g.written(dims, depth)
	case 22:
		return g.buffered(dims, depth)
	case 23, 24:
		if g.real || len(dims) > 1 {
			return g.buffered(dims, depth)
		}
		return g.shared(n, depth)
	case 20, 21:
		if g.real {
			return g.scaled(dims, depth)
		}
		return g.called(dims, depth)
	case 0, 1, 2:
		indices := []string{}
		mark := len(g.vars)
		inner := g.int(1, len(dims), "indices")
		for k := range inner {
			bound := g.size(dims[k])
			i := g.fresh("ix")
			if k > 0 {
				i = g.new("ix")
			}
			g.vars = append(g.vars, variable{name: i, lo: 1, hi: dims[k], varies: true})
			indices = append(indices, i+" <= "+bound)
		}
		body := g.value(dims[inner:], depth-1)
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(kernel %s do %s)", strings.Join(indices, ", "), body)
	case 18, 19:
		return g.changed(dims, depth)
	case 15:
		return g.joined(dims, depth)
	case 16:
		return g.reshaped(dims, depth)
	case 17:
		return g.rotated(dims, depth)
	case 12:
		return g.mapped(n, rest, depth)
	case 13:
		return g.folded("scan", n, rest, depth)
	case 14:
		return g.folded("reduce", g.int(0, 3, "elements"), dims, depth)
	case 11:
		return g.loopOver(dims, depth)
	case 10:
		i, a, b := g.new("ix"), g.new("a"), g.new("b")
		bound := g.size(n)
		mark := len(g.vars)
		g.vars = append(g.vars, variable{name: i, lo: 1, hi: n, varies: true})
		one, two := g.value(rest, depth-1), g.value(g.dims(), depth-1)
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(let (%s, %s) = kernel %s <= %s do (%s, %s) in %s)", a, b, i, bound, one, two, a)
	case 3:
		if n == 0 {
			return fmt.Sprintf("empty(%s)", g.typeOf(dims))
		}
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
		if len(dims) == 2 && !g.real && g.has("swap") && g.bool("call") {
			return fmt.Sprintf("swap(%s)", g.array(swapped, depth-1))
		}
		return fmt.Sprintf("(transpose (%s))", g.array(swapped, depth-1))
	case 6:
		// The type says that both branches have the same size, which a kernel's row needs.
		name := g.fresh("e")
		return fmt.Sprintf("(let (%s : %s) = if %s then %s else %s in %s)", name, g.typeOf(dims),
			g.scalar(depth-1), g.array(dims, depth-1), g.array(dims, depth-1), name)
	case 7:
		if len(dims) == 3 {
			return fmt.Sprintf("permute((3, 1, 2), %s)", g.array([]int{dims[1], dims[2], dims[0]}, depth-1))
		}
		if g.real {
			return g.scaled(dims, depth)
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
		g.vars = append(g.vars, g.made(name, dims))
		body := g.array(dims, depth-1)
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(let %s = %s in %s)", name, e, body)
	}
	name := g.new("c")
	bigger := make([]int, len(dims))
	for k, d := range dims {
		bigger[k] = d + g.int(0, 2, "more")
	}
	s, _ := g.sliceOf(variable{name: name, dims: bigger}, dims)
	return fmt.Sprintf("(let %s = %s in %s)", name, g.array(bigger, depth-1), s)
}

func (g *gen) typeOf(dims []int) string {
	text := ""
	for _, d := range dims {
		text += fmt.Sprintf("[%d]", d)
	}
	if g.real {
		return text + "f64"
	}
	return text + "int"
}

// sliceOf returns a slice of v with the given sizes, if v is big enough.
func (g *gen) sliceOf(v variable, dims []int) (string, bool) {
	if g.flats && len(v.dims) > 0 && len(dims) > 0 && g.int(0, 3, "flat") == 0 {
		if s, ok := g.flatOf(v, dims); ok {
			return s, true
		}
	}
	if len(v.dims) < len(dims) || len(dims) == 0 {
		return "", false
	}
	skip := len(v.dims) - len(dims)
	at := make([]string, 0, len(v.dims))
	for k, n := range v.dims {
		if k < skip {
			if n == 0 {
				return "", false
			}
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
		case d == 0:
			at = append(at, fmt.Sprintf("%d:0", g.int(0, 9, "offset")))
		case d > 1 && 2*d-1 <= n && g.bool("stride"):
			at = append(at, fmt.Sprintf("%d:%d:2", 1+g.int(0, n-2*d+1, "offset"), d))
		case g.bool("backward"):
			at = append(at, fmt.Sprintf("%d:%d:-1", d+g.int(0, n-d, "offset"), d))
		default:
			at = append(at, fmt.Sprintf("%d:%d", 1+g.int(0, n-d, "offset"), d))
		}
	}
	return fmt.Sprintf("%s[%s]", v.name, strings.Join(at, ", ")), true
}
