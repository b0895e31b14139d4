package testkit

import (
	"fmt"
	"strings"
)

// changed returns an array of the given sizes with other elements in some places: an array
// without other uses, one with other uses, or one that a loop carries.
func (g *gen) changed(dims []int, depth int) string {
	name := g.new("w")
	e := g.array(dims, depth-1)
	mark := len(g.vars)
	defer func() { g.vars = g.vars[:mark] }()
	switch g.int(0, 3, "with") {
	case 0:
		return fmt.Sprintf("((%s) %s)", e, g.updates(dims, depth))
	case 1: // the new elements, and later code, may use the old array
		g.vars = append(g.vars, g.made(name, dims))
		z := g.new("w")
		u := g.updates(dims, depth)
		g.vars = append(g.vars, g.made(z, dims))
		return fmt.Sprintf("(let %s = %s let %s = %s %s in %s)", name, e, z, name, u, g.array(dims, depth-1))
	}
	i, k := g.new("ix"), g.int(0, 3, "rounds")
	g.vars = append(g.vars, g.made(name, dims), variable{name: i, lo: 1, hi: k, varies: true})
	u := name + " " + g.updates(dims, depth)
	if g.bool("other") {
		u = "(" + g.array(dims, depth-1) + ") " + g.updates(dims, depth)
	}
	return fmt.Sprintf("(loop (%s : %s = %s) for %s <= %d do %s)", name, g.typeOf(dims), e, i, k, u)
}

// updates returns one or two changes of an array of the given sizes.
func (g *gen) updates(dims []int, depth int) string {
	parts := make([]string, g.int(1, 2, "changes"))
	for k := range parts {
		parts[k] = g.update(dims, depth)
	}
	return strings.Join(parts, " ")
}

// update is one change: `with [ix, …] = v`.
func (g *gen) update(dims []int, depth int) string {
	var part []int
	at := make([]string, len(dims))
	for k, n := range dims {
		if n > 0 && g.bool("fix") {
			at[k] = g.index(n)
			continue
		}
		if g.flats && g.int(0, 3, "flat") == 0 {
			sizes := []int{g.int(0, 2, "dim"), g.int(1, 2, "dim")}[:g.int(1, 2, "pairs")]
			if f, ok := g.flat(n, sizes, true); ok {
				at[k], part = f, append(part, sizes...)
				continue
			}
		}
		size := g.int(0, n, "part")
		part = append(part, size)
		at[k] = g.span(n, size)
	}
	return fmt.Sprintf("with [%s] = %s", strings.Join(at, ", "), g.operand(part, min(depth-1, 1)))
}

// operand returns an operator expression for a value of the given sizes.
func (g *gen) operand(dims []int, depth int) string { return "(" + g.value(dims, depth) + ")" }

// span returns a range of the given size in a dimension of size n.
func (g *gen) span(n, size int) string {
	switch {
	case size == n && g.bool("whole"):
		return ":"
	case size > 0 && g.bool("backward"):
		return fmt.Sprintf("%d:%d:-1", size+g.int(0, n-size, "offset"), size)
	}
	return fmt.Sprintf("%d:%d", 1+g.int(0, n-size, "offset"), size)
}

// called returns a call of a function that changes its arguments. The result has the given
// sizes, and the argument may have other uses.
func (g *gen) called(dims []int, depth int) string {
	name := g.new("w")
	e := g.array(dims, depth-1)
	mark := len(g.vars)
	defer func() { g.vars = g.vars[:mark] }()
	g.vars = append(g.vars, variable{name: name, dims: dims})
	call := name
	switch rank := len(dims); {
	case rank == 1 && g.has("grow") && g.bool("grow"):
		call = fmt.Sprintf("grow(%s, %s)", name, g.scalar(0))
	case rank == 1 && g.has("mix") && g.bool("mix"):
		call = fmt.Sprintf("mix(%s, %s)", name, g.array(dims, depth-1))
	case rank == 1 && g.has("both"):
		a, b := g.new("w"), g.new("w")
		call = fmt.Sprintf("(let (%s, %s) = both(%s, %s) in %s with [:] = (reverse %s))", a, b, name, g.array(dims, depth-1), a, b)
	case rank == 2 && g.has("turn"):
		call = fmt.Sprintf("turn(%s, %s)", name, g.scalar(0))
	}
	if g.bool("last") {
		return fmt.Sprintf("(let %s = %s in %s)", name, e, call)
	}
	z := g.new("w")
	g.vars = append(g.vars, variable{name: z, dims: dims})
	return fmt.Sprintf("(let %s = %s let %s = %s in %s)", name, e, z, call, g.array(dims, depth-1))
}
