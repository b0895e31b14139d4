package testkit

import "fmt"

// number returns an f64. Some are infinite, and some NaN.
func (g *gen) number(depth int) string {
	leaves := append([]string{g.pick("real", "0.0", "1.5", "-0.25", "0.1", "3.0", "1e308", "-1e-300", "2.5e-3", "inf", "nan")}, g.leaves()...)
	if depth <= 0 {
		return "(" + g.pick("leaf", leaves...) + ")"
	}
	sub := func() string { return g.number(depth - 1) }
	switch g.int(0, 11, "number") {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("op", "+", "-", "*", "/", "%%"), sub())
	case 3:
		return fmt.Sprintf("%s(%s, %s)", g.pick("fn", "min", "max", "atan2"), sub(), sub())
	case 4, 5:
		return fmt.Sprintf("%s(%s)", g.pick("fn", "sqrt", "abs", "sin", "cos", "exp", "log", "floor", "round", "trunc", "tanh", "f32", "f16", "erf", "gamma"), sub())
	case 6:
		return fmt.Sprintf("(if %s then %s else %s)", g.scalar(depth-1), sub(), sub())
	case 7:
		if g.int(0, 2, "bits") == 0 {
			return fmt.Sprintf("frombits(tobits(%s) + %s)", sub(), g.scalar(depth-1))
		}
		return fmt.Sprintf("f64(%s)", g.scalar(depth-1))
	case 8:
		return g.folded("reduce", g.int(0, 3, "elements"), nil, depth)
	case 9:
		x, i, n := g.new("s"), g.new("ix"), g.int(-1, 3, "rounds")
		first := sub()
		mark := len(g.vars)
		g.vars = append(g.vars, g.made(x, nil), variable{name: i, lo: 1, hi: n, varies: true})
		next := sub()
		g.vars = g.vars[:mark]
		return fmt.Sprintf("(loop (%s = %s) for %s <= %d do %s)", x, first, i, n, next)
	case 10:
		if g.has("total") {
			return fmt.Sprintf("total(%s)", g.array([]int{g.int(0, 3, "dim")}, depth-1))
		}
		return fmt.Sprintf("(-%s)", sub())
	}
	return fmt.Sprintf("(%s ** %s)", sub(), g.pick("power", "2.0", "0.5", "-1.0"))
}

// ofReals returns an int made from f64s.
func (g *gen) ofReals(depth int) string {
	x := g.as(true, func() string { return g.number(depth - 1) })
	y := g.as(true, func() string { return g.number(depth - 1) })
	a := g.new("a")
	return g.pick("of reals",
		fmt.Sprintf("(%s %s %s)", x, g.pick("comparison", "==", "!=", "<", "<=", ">", ">="), y),
		fmt.Sprintf("isnan(%s)", x),
		fmt.Sprintf("isinf(%s)", x),
		fmt.Sprintf("(let %s = %s in int(if abs(%s) < 1e9 then %s else %s))", a, x, a, a, "0.5"))
}

// scaled returns an array of f64s of the given sizes, made from another.
func (g *gen) scaled(dims []int, depth int) string {
	x := g.array(dims, depth-1)
	if len(dims) == 1 && g.has("scaled") {
		return fmt.Sprintf("scaled(%s, %s)", x, g.number(0))
	}
	if len(dims) == 1 {
		a := g.new("a")
		return fmt.Sprintf("(map (\\%s -> sqrt(%s)) (%s))", a, a, x)
	}
	return x
}
