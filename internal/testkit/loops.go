package testkit

import "fmt"

// loop returns a loop that carries an int, with a bound or a condition.
func (g *gen) loop(depth int) string {
	x, first, n := g.fresh("s"), g.scalar(depth-1), g.int(-1, 3, "rounds")
	if g.bool("while") {
		k := g.new("k")
		next, cond := g.under(depth, variable{name: x, lo: 1, hi: 0}, variable{name: k, lo: 1, hi: n, varies: true}), ""
		if g.bool("condition") {
			cond = " && " + g.under(depth, variable{name: x, lo: 1, hi: 0})
		}
		return fmt.Sprintf("(let (%s, _) = loop (%s = %s, %s = %d) while %s > 0%s do (%s, %s - 1) in %s)", x, x, first, k, n, k, cond, next, k, x)
	}
	i := g.new("ix")
	next := g.under(depth, variable{name: x, lo: 1, hi: 0}, variable{name: i, lo: 1, hi: n, varies: true})
	return fmt.Sprintf("(loop (%s = %s) for %s <= %d do %s)", x, first, i, n, next)
}

// under returns an int in a scope with more variables.
func (g *gen) under(depth int, vars ...variable) string {
	mark := len(g.vars)
	g.vars = append(g.vars, vars...)
	e := g.scalar(depth - 1)
	g.vars = g.vars[:mark]
	return e
}

// loopOver returns a loop that carries an array of the given sizes, and an int. A type says
// that the size stays the same, which a kernel's row needs.
func (g *gen) loopOver(dims []int, depth int) string {
	x, s, i, n := g.new("x"), g.new("s"), g.new("ix"), g.int(0, 3, "rounds")
	first, one := g.array(dims, depth-1), g.scalar(0)
	mark := len(g.vars)
	g.vars = append(g.vars, g.made(x, dims), variable{name: s, lo: 1, hi: 0}, variable{name: i, lo: 1, hi: n, varies: true})
	next, more := g.array(dims, depth-1), g.scalar(depth-1)
	g.vars = g.vars[:mark]
	return fmt.Sprintf("(let (%s, %s) = loop (%s : %s = %s, %s = %s) for %s <= %d do (%s, %s) in %s)", x, s, x, g.typeOf(dims), first, s, one, i, n, next, more, x)
}

// growing returns a loop that carries an array whose size changes: of rank 1, or of rank 2
// with a fixed number of columns.
func (g *gen) growing(rank, columns int) string {
	dims := func() []int { return []int{g.int(0, 3, "dim"), columns}[:rank] }
	x, i, j := g.new("x"), g.new("ix"), g.new("j")
	row := "(" + i + " * " + j + ")"
	if rank == 2 {
		row = fmt.Sprintf("replicate(%d, %s)", columns, row)
	}
	next := g.pick("next", "reverse "+x, "copy "+x, x, g.array(dims(), 1),
		fmt.Sprintf("kernel %s <= length(%s) + %s do %s", j, x, i, row),
		fmt.Sprintf("kernel %s <= min(length(%s), 2) do %s[%s]", j, x, x, j),
		fmt.Sprintf("if length(%s) > %s then %s else %s", x, i, x, g.array(dims(), 1)))
	return fmt.Sprintf("loop (%s = %s) for %s <= %d do %s", x, g.array(dims(), 2), i, g.int(0, 3, "rounds"), next)
}
