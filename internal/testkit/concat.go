package testkit

import (
	"fmt"
	"slices"
	"strings"
)

// joined returns an array of the given sizes made from two or three others.
func (g *gen) joined(dims []int, depth int) string {
	var parts []string
	left := dims[0]
	for range g.int(1, 2, "operands") {
		n := g.int(0, left, "rows")
		left -= n
		parts = append(parts, g.array(append([]int{n}, dims[1:]...), depth-1))
	}
	parts = append(parts, g.array(append([]int{left}, dims[1:]...), depth-1))
	if g.bool("infix") {
		return "((" + strings.Join(parts, ") ++ (") + "))"
	}
	return "concat(" + strings.Join(parts, ", ") + ")"
}

// reshaped returns an array of the given sizes made from one with other sizes.
func (g *gen) reshaped(dims []int, depth int) string {
	switch n := dims[0]; {
	case g.bool("flatten") && n > 0:
		rows := g.pick("rows", "1", fmt.Sprint(n))
		outer := []int{n, 1}
		if rows == "1" {
			outer = []int{1, n}
		}
		if n%2 == 0 && g.bool("two") {
			outer = []int{2, n / 2}
		}
		return fmt.Sprintf("flatten(%s)", g.array(append(outer, dims[1:]...), depth-1))
	case len(dims) == 1 && n%2 == 0:
		return fmt.Sprintf("reshape(%s, %s)", g.size(n), g.array([]int{n / 2, 2}, depth-1))
	}
	total, sizes := 1, make([]string, len(dims))
	for k, d := range dims {
		total *= d
		sizes[k] = g.size(d)
	}
	from := []int{total}
	if len(dims) > 1 && g.bool("turned") {
		from = slices.Clone(dims)
		slices.Reverse(from)
	}
	return fmt.Sprintf("reshape((%s), %s)", strings.Join(sizes, ", "), g.array(from, depth-1))
}

// rotated returns an array of the given sizes with its rows in other places.
func (g *gen) rotated(dims []int, depth int) string {
	return fmt.Sprintf("rotate(%s, %s)", g.scalar(0), g.array(dims, depth-1))
}

// compared returns whether two arrays, of equal or different sizes, are equal.
func (g *gen) compared(depth int) string {
	dims := []int{g.dim(), g.dim()}[:g.int(1, 2, "rank")]
	x := g.array(dims, depth-1)
	if g.bool("other") {
		dims = []int{g.dim(), g.dim()}[:len(dims)]
	}
	return fmt.Sprintf("((%s) %s (%s))", x, g.pick("op", "==", "!="), g.array(dims, depth-1))
}
