package testkit

import (
	"fmt"
	"strings"
)

// written returns an array that starts as a scratch, or is made from scratches, and then
// has each element written.
func (g *gen) written(dims []int, depth int) string {
	x, n, rest := g.new("blank"), dims[0], dims[1:]
	if g.bool("rows") {
		i := g.new("ix")
		mark := len(g.vars)
		g.vars = append(g.vars, variable{name: i, lo: 1, hi: n, varies: true})
		row := g.value(rest, depth-1)
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(loop (%s : %s = %s) for %s <= %d do %s with [%s%s] = %s)", x, g.typeOf(dims), g.undefined(dims), i, n, x, i, whole(len(rest)), row)
	}
	e := fmt.Sprintf("(%s with [:%s] = %s)", x, whole(len(rest)), g.array(dims, depth-1))
	return fmt.Sprintf("(let %s = %s in %s)", x, g.undefined(dims), e)
}

// undefined returns an array whose elements must not be read.
func (g *gen) undefined(dims []int) string {
	s := fmt.Sprintf("scratch(%s)", g.typeOf(dims))
	n, rest := dims[0], dims[1:]
	forms := []string{s, s, "copy " + s, "(reverse " + s + ")"}
	if n > 1 {
		k := g.int(0, n, "part")
		forms = append(forms, fmt.Sprintf("concat(scratch(%s), scratch(%s))", g.typeOf(append([]int{k}, rest...)), g.typeOf(append([]int{n - k}, rest...))))
	}
	if len(rest) > 0 {
		forms = append(forms, fmt.Sprintf("replicate(%d, scratch(%s))", n, g.typeOf(rest)),
			fmt.Sprintf("(kernel %s <= %d do scratch(%s))", g.new("ix"), n, g.typeOf(rest)),
			fmt.Sprintf("transpose scratch(%s)", g.typeOf(append([]int{dims[1], n}, dims[2:]...))))
	}
	return g.pick("undefined", forms...)
}

// whole returns ", :" n times.
func whole(n int) string { return strings.Repeat(", :", n) }
