package testkit

import (
	"fmt"
	"strings"
)

// sharing has functions whose results may lie in blocks of arguments, or in one block.
var sharing = []string{
	"def either [n] (x : [n]int) (y : [n]int) (k : int) : [n]int = if k > 0 then x else y",
	"def route [n] (x : [n]int) (y : [n]int) : ([n]int, [n]int) = (reverse y, iota n)",
	"def pair (n : int) : ([n]int, [n]int) = let x = iota n in (x, reverse x)",
	"def loud [n] (x : [n]int) : ([n]int, int) = (x with [:] = replicate(n, 7), reduce (+) 0 x)",
}

// shared returns an array of n ints after calls and a change of one of their results. The
// results may share blocks with each other and with arguments.
func (g *gen) shared(n, depth int) string {
	mark := len(g.vars)
	defer func() { g.vars = g.vars[:mark] }()
	var text strings.Builder
	bind := func(e string) string {
		x := g.new("r")
		fmt.Fprintf(&text, "let %s = %s ", x, e)
		g.vars = append(g.vars, g.made(x, []int{n}))
		return x
	}
	x, y := bind(g.array([]int{n}, depth-1)), bind(g.array([]int{n}, depth-1))
	calls := []string{fmt.Sprintf("(%s, reverse %s)", x, y)}
	if g.has("either") {
		calls = append(calls, fmt.Sprintf("(either(%s, %s, %s), either(%s, %s, %s))", x, y, g.scalar(0), y, x, g.scalar(0)))
	}
	if g.has("route") {
		calls = append(calls, fmt.Sprintf("route(%s, %s)", x, y))
	}
	if g.has("pair") {
		calls = append(calls, fmt.Sprintf("pair(%s)", g.size(n)))
	}
	a, b := g.new("r"), g.new("r")
	fmt.Fprintf(&text, "let (%s, %s) = %s ", a, b, g.pick("call", calls...))
	g.vars = append(g.vars, g.made(a, []int{n}), g.made(b, []int{n}))
	for range g.int(1, 2, "changes") {
		bind(fmt.Sprintf("%s %s", g.pick("changed", x, y, a, b), g.update([]int{n}, depth)))
	}
	if g.has("loud") {
		s := g.new("s")
		fmt.Fprintf(&text, "let (_, %s) = loud(%s) ", s, g.pick("summed", x, y, a, b))
		g.vars = append(g.vars, variable{name: s, lo: 1, hi: 0})
	}
	return fmt.Sprintf("(%sin %s)", text.String(), g.array([]int{n}, depth-1))
}

// buffered returns an array of the given sizes that a loop carries together with another
// one. Each round may change them, exchange them, make them the same, or fill others in
// their place.
func (g *gen) buffered(dims []int, depth int) string {
	a, b, c, d, i, k := g.new("ux"), g.new("ux"), g.new("ux"), g.new("ux"), g.new("ix"), g.int(0, 3, "rounds")
	t, first, second := g.typeOf(dims), g.array(dims, depth-1), g.array(dims, depth-1)
	mark := len(g.vars)
	defer func() { g.vars = g.vars[:mark] }()
	g.vars = append(g.vars, g.made(a, dims), g.made(b, dims), variable{name: i, lo: 1, hi: k, varies: true})
	old := g.pick("old", a, b) + " " + g.update(dims, depth)
	g.vars = append(g.vars, g.made(c, dims))
	fill := g.filled(dims, depth)
	g.vars = append(g.vars, g.made(d, dims))
	next := func() string {
		return g.pick("next", a, b, c, d, d, "reverse "+d, a+" "+g.update(dims, depth), d+" "+g.update(dims, depth), g.array(dims, 0))
	}
	one, two := next(), next()
	if g.bool("one") {
		one, two = d, g.pick("part", d, "reverse "+d)
	}
	g.vars = append(g.vars[:mark], g.made(a, dims), g.made(b, dims))
	return fmt.Sprintf("(let (%s, %s) = loop (%s : %s = %s, %s : %s = %s) for %s <= %d do let %s = %s let %s = %s in (%s, %s) in %s)",
		a, b, a, t, first, b, t, second, i, k, c, old, d, fill, one, two, g.pick("result", a, b, a+" "+g.update(dims, depth)))
}

// filled returns an array of the given sizes that a loop changes step by step.
func (g *gen) filled(dims []int, depth int) string {
	w, j, m := g.new("w"), g.new("j"), g.int(0, 3, "steps")
	first := g.array(dims, g.int(0, 1, "known"))
	mark := len(g.vars)
	defer func() { g.vars = g.vars[:mark] }()
	g.vars = append(g.vars, g.made(w, dims), variable{name: j, lo: 1, hi: m, varies: true})
	return fmt.Sprintf("loop (%s : %s = %s) for %s <= %d do %s %s", w, g.typeOf(dims), first, j, m, w, g.update(dims, depth))
}
