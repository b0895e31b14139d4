package elab_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// rowgen draws programs with irregular arrays. Each expression has its text, and gives its value by Go slices: an int, or a list of values.
// Types of rows do not matter to these, so that what elaboration does with sizes is compared with a program that knows none.
type rowgen struct {
	t       *rapid.T
	vars    []local
	helpers []helper
	n       int
	loose   bool // sizes may be such that elaboration refuses them
	work    int  // how many elements were made
}

// made is an expression.
type made struct {
	text string
	eval func() any
}

// local is a variable of an int (rank 0) or of an array. Its value stands there while its scope is evaluated.
type local struct {
	name string
	rank int
	v    *any
}

// helper is a function of an int and of an array.
type helper struct {
	name string
	of   int // the rank of the array
	rank int // of its result
	k, x *any
	body made
}

// int is drawn by fair bits: the ranges of rapid prefer small numbers, and programs would be small.
func (g *rowgen) int(lo, hi int) int {
	n := 0
	for range 6 {
		n *= 2
		if rapid.Bool().Draw(g.t, "bit") {
			n++
		}
	}
	return lo + n%(hi-lo+1)
}

func (g *rowgen) pick(of ...string) string { return of[g.int(0, len(of)-1)] }

// fresh is a new variable.
func (g *rowgen) fresh(base string, rank int) local {
	g.n++
	return local{fmt.Sprint(base, "_", g.n), rank, new(any)}
}

// in draws an expression in which variables are in scope.
func (g *rowgen) in(draw func() made, vs ...local) made {
	n := len(g.vars)
	g.vars = append(g.vars, vs...)
	defer func() { g.vars = g.vars[:n] }()
	return draw()
}

func (x local) use() made { return made{x.name, func() any { return *x.v }} }

// list is the elements of an array. Making it counts.
func (g *rowgen) list(n int, at func(i int) any) []any {
	out := make([]any, n)
	for i := range out {
		if g.work++; g.work > 20_000 {
			panic(tooMuch{})
		}
		out[i] = at(i)
	}
	return out
}

// tooMuch ends the evaluation of a program that makes too many elements.
type tooMuch struct{}

func of(e made) []any { return e.eval().([]any) }
func num(e made) int  { return e.eval().(int) }

// mod rounds to minus infinity.
func mod(a, b int) int { return ((a % b) + b) % b }

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// leaf is a variable of a rank, or something small.
func (g *rowgen) leaf(rank int) made {
	vs := slices.DeleteFunc(slices.Clone(g.vars), func(x local) bool { return x.rank != rank })
	if len(vs) > 0 && g.int(0, 5) > 0 {
		return vs[g.int(0, len(vs)-1)].use()
	}
	k := g.int(0, 4)
	lit := made{fmt.Sprint(k), func() any { return k }}
	switch {
	case rank == 0:
		return lit
	case rank == 1:
		return made{"iota " + lit.text, func() any { return g.list(k, func(i int) any { return i + 1 }) }}
	case g.int(0, 3) == 0:
		return made{"f([])", func() any { return []any{} }}.as(rank)
	}
	a, b := g.leaf(rank-1), g.leaf(rank-1)
	return made{"f([" + a.text + ", " + b.text + "])", func() any { return []any{a.eval(), b.eval()} }}.as(rank)
}

// as is a call of f as one of f or g, whichever takes an array of that rank.
func (e made) as(rank int) made {
	return made{"fg"[rank-2:rank-1] + strings.TrimPrefix(e.text, "f"), e.eval}
}

// typed is an expression of an array whose rows may differ in size.
func (g *rowgen) typed(rank int, e made) made {
	if rank < 2 || g.loose && g.int(0, 1) == 0 {
		return e
	}
	return made{"f(" + e.text + ")", e.eval}.as(rank)
}

// expr draws an expression of a rank.
func (g *rowgen) expr(rank, depth int) made {
	if depth <= 0 || g.int(0, 9) == 0 {
		return g.leaf(rank)
	}
	if g.int(0, 2) == 0 {
		return g.flow(rank, depth)
	}
	switch rank {
	case 0:
		return g.number(depth)
	case 1:
		return g.row(depth)
	}
	return g.rows(rank, depth)
}

// any is an expression where arrays with rows of one size and others may meet.
func (g *rowgen) any(rank, depth int) made {
	e := g.expr(rank, depth)
	if g.int(0, 1) == 0 {
		return e
	}
	return g.typed(rank, e)
}

// flow is an expression that may be of any rank.
func (g *rowgen) flow(rank, depth int) made {
	sub := func() made { return g.any(rank, depth-1) }
	switch g.int(0, 6) {
	case 6:
		return g.pair(rank, depth)
	case 0:
		a, b, x, y := g.expr(0, depth-1), g.leaf(0), sub(), sub()
		op := g.pick(">", "==")
		return made{fmt.Sprintf("(if %s %s %s then %s else %s)", a.text, op, b.text, x.text, y.text), func() any {
			a, b := num(a), num(b)
			if op == ">" && a > b || op == "==" && a == b {
				return x.eval()
			}
			return y.eval()
		}}
	case 1:
		x, i := g.fresh("s", rank), g.fresh("t", 0)
		first, n := sub(), g.int(0, 2)
		body := g.in(sub, x, i)
		if g.int(0, 2) == 0 {
			return g.while(x, i, first, body, g.pos(depth))
		}
		return made{fmt.Sprintf("(loop (%s = %s) for %s <= %d do %s)", x.name, first.text, i.name, n, body.text), func() any {
			v := first.eval()
			for k := range n {
				*x.v, *i.v = v, k+1
				v = body.eval()
			}
			return v
		}}
	case 2, 3:
		other := g.int(0, 2)
		x := g.fresh("y", other)
		first := g.any(other, depth-1)
		body := g.in(func() made { return g.expr(rank, depth-1) }, x)
		return made{fmt.Sprintf("(let %s = %s in %s)", x.name, first.text, body.text), func() any {
			*x.v = first.eval()
			return body.eval()
		}}
	case 4:
		for _, h := range g.helpers {
			if h.rank == rank && g.int(0, 2) > 0 {
				k, x := g.expr(0, depth-1), g.expr(h.of, depth-1)
				return made{fmt.Sprintf("%s(%s, %s)", h.name, k.text, x.text), func() any {
					a, b := k.eval(), x.eval()
					*h.k, *h.x = a, b
					return h.body.eval()
				}}
			}
		}
	}
	if rank == 0 {
		return g.number(depth)
	}
	return g.array(rank, depth)
}

// some is what an expression of a variable y gives, if the array y has elements, and else another one.
func (g *rowgen) some(rank int, x made, then func(y local) made, other func(y local) made) made {
	y := g.fresh("z", rank)
	a, b := then(y), other(y)
	return made{fmt.Sprintf("(let %s = %s in if length(%s) > 0 then %s else %s)", y.name, x.text, y.name, a.text, b.text), func() any {
		v := of(x)
		*y.v = v
		if len(v) > 0 {
			return a.eval()
		}
		return b.eval()
	}}
}

// at is the element of a number of an array, counted round and round; none if there is none.
func (g *rowgen) at(rank, depth int) made {
	i := g.expr(0, depth-1)
	none := made{"0", func() any { return 0 }}
	if rank == 1 {
		none = made{"[]", func() any { return []any{} }}
	} else if rank > 1 {
		none = made{"f([])", func() any { return []any{} }}.as(rank)
	}
	elem := func(y local) made {
		return g.typed(rank, made{fmt.Sprintf("%s[(%s) %% length(%s) + 1]", y.name, i.text, y.name), func() any {
			v := (*y.v).([]any)
			return v[mod(num(i), len(v))]
		}})
	}
	return g.some(rank+1, g.expr(rank+1, depth-1), elem, func(local) made { return none })
}

// number is an int.
func (g *rowgen) number(depth int) made {
	sub := func() made { return g.expr(0, depth-1) }
	switch g.int(0, 10) {
	case 9:
		return g.fold(depth)
	case 10:
		return g.equal(g.int(2, 3), depth)
	case 0:
		a, b := sub(), sub()
		return made{fmt.Sprintf("(%s + %s)", a.text, b.text), func() any { return num(a) + num(b) }}
	case 1:
		a, b := sub(), sub()
		return made{fmt.Sprintf("(%s - %s)", a.text, b.text), func() any { return num(a) - num(b) }}
	case 2:
		a, b := sub(), sub()
		return made{fmt.Sprintf("(%s * %s %% 10)", a.text, b.text), func() any { return mod(num(a)*num(b), 10) }}
	case 3, 4:
		x := g.expr(g.int(1, 3), depth-1)
		return made{"length(" + x.text + ")", func() any { return len(of(x)) }}
	case 5, 6:
		x, sum := g.expr(1, depth-1), g.pick("sum(%s)", "reduce (+) 0 (%s)")
		return made{fmt.Sprintf(sum, x.text), func() any {
			n := 0
			for _, v := range of(x) {
				n += v.(int)
			}
			return n
		}}
	}
	return g.at(0, depth)
}

// pos is a small size.
func (g *rowgen) pos(depth int) made {
	if g.int(0, 1) == 0 {
		return g.leaf(0).times()
	}
	return g.expr(0, depth-1).times()
}

// times is an int as a small size.
func (e made) times() made {
	return made{"((" + e.text + ") % 4)", func() any { return mod(num(e), 4) }}
}
