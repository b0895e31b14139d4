package elab_test

import (
	"fmt"
	"slices"
)

// pair is a let of two values that a kernel, a branch or a loop gives at once.
func (g *rowgen) pair(rank, depth int) made {
	a, b := g.fresh("a", g.int(0, 2)), g.fresh("b", g.int(0, 2))
	one := func(x local, vs ...local) made {
		return g.in(func() made { return g.any(x.rank, depth-1) }, vs...)
	}
	var text string
	var eval func()
	switch g.int(0, 2) {
	case 0:
		c, x, y, v, w := g.expr(0, depth-1), one(a), one(b), one(a), one(b)
		text = fmt.Sprintf("if %s > 1 then (%s, %s) else (%s, %s)", c.text, x.text, y.text, v.text, w.text)
		eval = func() {
			p, q := v, w
			if num(c) > 1 {
				p, q = x, y
			}
			*a.v, *b.v = p.eval(), q.eval()
		}
	case 1:
		s, u, i, n := g.fresh("s", a.rank), g.fresh("s", b.rank), g.fresh("t", 0), g.int(0, 2)
		x, y, v, w := one(a), one(b), one(a, s, u, i), one(b, s, u, i)
		text = fmt.Sprintf("loop (%s = %s, %s = %s) for %s <= %d do (%s, %s)", s.name, x.text, u.name, y.text, i.name, n, v.text, w.text)
		eval = func() {
			p, q := x.eval(), y.eval()
			for k := range n {
				*s.v, *u.v, *i.v = p, q, k+1
				p, q = v.eval(), w.eval()
			}
			*a.v, *b.v = p, q
		}
	default:
		i, n := g.fresh("i", 0), g.pos(depth)
		vs := []local{i}[:g.int(0, 1)]
		x, y := one(a, vs...), one(b, vs...)
		text = fmt.Sprintf("kernel %s <= %s do (%s, %s)", i.name, n.text, x.text, y.text)
		a.rank, b.rank = a.rank+1, b.rank+1
		eval = func() {
			var second []any
			*a.v = g.list(num(n), func(k int) any {
				*i.v = k + 1
				v := x.eval()
				second = append(second, y.eval())
				return v
			})
			*b.v = second
			if second == nil {
				*b.v = []any{}
			}
		}
	}
	body := g.in(func() made { return g.expr(rank, depth-1) }, a, b)
	return made{fmt.Sprintf("(let (%s, %s) = %s in %s)", a.name, b.name, text, body.text), func() any {
		eval()
		return body.eval()
	}}
}

// while is a loop over x and a counter i, which ends when the counter is n.
func (g *rowgen) while(x, i local, first, body, n made) made {
	y := g.fresh("e", x.rank)
	head := fmt.Sprintf("(let (%s, _) = loop (%s = %s, %s = 0) while %s < %s do (%s, %s + 1) in %s)", y.name, x.name, first.text, i.name, i.name, n.text, body.text, i.name, y.name)
	return made{head, func() any {
		v := first.eval()
		for k := 0; k < num(n); k++ {
			*x.v, *i.v = v, k
			v = body.eval()
		}
		return v
	}}
}

// fold is a fold of ints over an array of any rank.
func (g *rowgen) fold(depth int) made {
	rank := g.int(1, 3)
	x, acc, r := g.expr(rank, depth-1), g.fresh("acc", 0), g.fresh("r", rank-1)
	body := g.in(func() made { return g.expr(0, depth-1) }, r)
	return made{fmt.Sprintf("(reduce (\\%s %s -> %s + %s) 0 (%s))", acc.name, r.name, acc.name, body.text, x.text), func() any {
		sum := 0
		for _, v := range of(x) {
			*r.v = v
			sum += num(body)
		}
		return sum
	}}
}

// equal is whether two arrays of rows are equal.
func (g *rowgen) equal(rank, depth int) made {
	x, y := g.typed(rank, g.expr(rank, depth-1)), g.typed(rank, g.expr(rank, depth-1))
	if g.int(0, 2) == 0 {
		y = x
	}
	return made{fmt.Sprintf("(%s == %s)", x.text, y.text), func() any { return truth(same(x.eval(), y.eval())) }}
}

// same tells whether two values are.
func same(x, y any) bool {
	a, ok := x.([]any)
	if !ok {
		return x == y
	}
	return slices.EqualFunc(a, y.([]any), same)
}

// grid is a kernel over two indices.
func (g *rowgen) grid(rank, depth int) made {
	i, j := g.fresh("i", 0), g.fresh("j", 0)
	n, m := g.pos(depth), g.pos(depth)
	body := g.in(func() made { return g.expr(rank-2, depth-1) }, []local{i, j}[:g.int(0, 2)]...)
	return made{fmt.Sprintf("(kernel %s <= %s, %s <= %s do %s)", i.name, n.text, j.name, m.text, body.text), func() any {
		width := num(m)
		return g.list(num(n), func(a int) any {
			return g.list(width, func(b int) any {
				*i.v, *j.v = a+1, b+1
				return body.eval()
			})
		})
	}}
}
