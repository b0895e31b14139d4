package elab_test

import (
	"fmt"
	"slices"
	"strings"
)

// over is a kernel or a map that gives rows, or ints. Its body may use the index or the element, or may not know it.
func (g *rowgen) over(rank, depth int) made {
	body := func(vs ...local) made {
		if g.int(0, 2) == 0 {
			vs = nil
		}
		return g.in(func() made { return g.expr(rank-1, depth-1) }, vs...)
	}
	if g.int(0, 2) == 0 {
		i, n := g.fresh("i", 0), g.pos(depth)
		b := body(i)
		return made{fmt.Sprintf("(kernel %s <= %s do %s)", i.name, n.text, b.text), func() any {
			return g.list(num(n), func(k int) any {
				*i.v = k + 1
				return b.eval()
			})
		}}
	}
	from := g.int(1, 3)
	r, x := g.fresh("r", from-1), g.expr(from, depth-1)
	b := body(r)
	return made{fmt.Sprintf("(map (\\%s -> %s) (%s))", r.name, b.text, x.text), func() any {
		v := of(x)
		return g.list(len(v), func(k int) any {
			*r.v = v[k]
			return b.eval()
		})
	}}
}

// array is an array of any rank.
func (g *rowgen) array(rank, depth int) made {
	sub := func() made { return g.typed(rank, g.expr(rank, depth-1)) }
	switch g.int(0, 9) {
	case 0:
		x := g.expr(rank, depth-1)
		return made{"(reverse (" + x.text + "))", func() any {
			v := slices.Clone(of(x))
			slices.Reverse(v)
			return v
		}}
	case 1:
		k, x := g.leaf(0), g.expr(rank, depth-1)
		return made{fmt.Sprintf("rotate(%s, %s)", k.text, x.text), func() any {
			k, v := num(k), of(x)
			return g.list(len(v), func(i int) any { return v[mod(i+k, len(v))] })
		}}
	case 2:
		x, y := sub(), sub()
		return made{fmt.Sprintf("(%s ++ %s)", x.text, y.text), func() any {
			v := slices.Concat(of(x), of(y))
			return g.list(len(v), func(i int) any { return v[i] })
		}}
	case 3:
		n, x := g.pos(depth), g.expr(rank-1, depth-1)
		return made{fmt.Sprintf("replicate(%s, %s)", n.text, x.text), func() any {
			v := x.eval()
			return g.list(num(n), func(int) any { return v })
		}}
	case 4:
		i, v := g.leaf(0), g.expr(rank-1, depth-1)
		return g.some(rank, sub(), func(y local) made {
			return made{fmt.Sprintf("(%s with [(%s) %% length(%s) + 1] = %s)", y.name, i.text, y.name, v.text), func() any {
				out := slices.Clone((*y.v).([]any))
				out[mod(num(i), len(out))] = v.eval()
				return out
			}}
		}, local.use)
	case 5:
		x, k := sub(), g.leaf(0)
		last := g.int(0, 1) == 0
		return g.some(rank, x, func(y local) made {
			text := fmt.Sprintf("%s[1 : (%s) %% length(%s) + 1]", y.name, k.text, y.name)
			if last {
				text = fmt.Sprintf("(let k = (%s) %% length(%s) + 1 in %s[k : length(%s) - k + 1])", k.text, y.name, y.name, y.name)
			}
			return g.typed(rank, made{text, func() any {
				v := (*y.v).([]any)
				if k := mod(num(k), len(v)); !last {
					return v[:k+1]
				} else {
					return v[k:]
				}
			}})
		}, func(y local) made { return g.typed(rank, y.use()) })
	case 6:
		x, k, op := g.expr(rank, depth-1), g.int(1, 3), g.pick("+", "-")
		return made{fmt.Sprintf("((%s) %s %d)", x.text, op, k), func() any {
			if op == "-" {
				return g.plus(x.eval(), -k)
			}
			return g.plus(x.eval(), k)
		}}
	}
	return g.over(rank, depth)
}

// plus adds a number to all elements.
func (g *rowgen) plus(v any, k int) any {
	if n, ok := v.(int); ok {
		return n + k
	}
	list := v.([]any)
	return g.list(len(list), func(i int) any { return g.plus(list[i], k) })
}

// library is a function of the library, and what it gives.
type library struct {
	text string // with the argument
	eval func(g *rowgen, x []any) []any
}

var libraries = []library{
	{"sort(%s)", func(_ *rowgen, x []any) []any {
		return ascending(x)
	}},
	{"positions(%s)", func(_ *rowgen, x []any) (out []any) {
		for i, v := range x {
			if v != 0 {
				out = append(out, i+1)
			}
		}
		return out
	}},
	{"scan (+) 0 (%s)", func(g *rowgen, x []any) []any {
		sum := 0
		return g.list(len(x), func(i int) any {
			sum += x[i].(int)
			return sum
		})
	}},
	{"half(%s)", func(_ *rowgen, x []any) []any { return x[:len(x)/2] }},
	{"odd(%s)", func(_ *rowgen, x []any) []any {
		return slices.DeleteFunc(slices.Clone(x), func(v any) bool { return mod(v.(int), 2) == 0 })
	}},
	{"parted(%s)", func(_ *rowgen, x []any) []any {
		x = slices.Clone(x)
		slices.SortStableFunc(x, func(a, b any) int { return mod(b.(int), 2) - mod(a.(int), 2) })
		return x
	}},
}

// called are defs over rows that call the library.
const called = `def half [n] (r : [n]int) = r[1:n / 2]
def odd [n] (r : [n]int) = filter(map (\v -> v % 2) r, r)
def parted [n] (r : [n]int) = partition(map (\v -> v % 2) r, r)
def added [n] (x : [n]int) (y : [n]int) : [n]int = x + y
def f [n] (x : [n][?]int) : [n][?]int = x
def g [n] (x : [n][?][?]int) : [n][?][?]int = x
`

// row is an array of ints.
func (g *rowgen) row(depth int) made {
	switch g.int(0, 11) {
	case 10, 11:
		return g.both(depth)
	case 0:
		n := g.pos(depth)
		return made{"iota " + n.text, func() any { return g.list(num(n), func(i int) any { return i + 1 }) }}
	case 1, 2, 3:
		x, l := g.expr(1, depth-1), libraries[g.int(0, len(libraries)-1)]
		return made{fmt.Sprintf(l.text, x.text), func() any { return l.eval(g, of(x)) }}
	case 4, 5:
		return g.flat(1, depth)
	case 6:
		return g.at(1, depth)
	case 7:
		x := g.expr(2, depth-1)
		return made{fmt.Sprintf("(map %s (%s))", g.pick("length", "(\\r -> length(r))"), x.text), func() any {
			v := of(x)
			return g.list(len(v), func(i int) any { return len(v[i].([]any)) })
		}}
	}
	return g.array(1, depth)
}

// both is an operation on the elements of two arrays, as far as both go.
func (g *rowgen) both(depth int) made {
	x, y, k := g.fresh("a", 1), g.fresh("b", 1), g.fresh("k", 0)
	first := g.expr(1, depth-1)
	second := g.in(func() made { return g.expr(1, depth-1) }, x)
	form := g.pick("%s[1 : %s] + %s[1 : %s]", "map (+) (%s[1 : %s]) (%s[1 : %s])", "added(%s[1 : %s], %s[1 : %s])", "added(reverse (%s[1 : %s]), sort(%s[1 : %s]))")
	form = fmt.Sprintf(form, x.name, k.name, y.name, k.name)
	return made{fmt.Sprintf("(let %s = %s in let %s = %s in let %s = min(length(%s), length(%s)) in %s)", x.name, first.text, y.name, second.text, k.name, x.name, y.name, form), func() any {
		a := of(first)
		*x.v = a
		b := of(second)
		n := min(len(a), len(b))
		a, b = slices.Clone(a[:n]), slices.Clone(b[:n])
		if strings.Contains(form, "reverse") {
			slices.Reverse(a)
			b = ascending(b)
		}
		return g.list(n, func(i int) any { return a[i].(int) + b[i].(int) })
	}}
}

// ascending is an array of ints, sorted.
func ascending(x []any) []any {
	return slices.SortedFunc(slices.Values(x), func(a, b any) int { return a.(int) - b.(int) })
}

// inRow is an array of rows with another element, or another part, of one row.
func (g *rowgen) inRow(depth int) made {
	i, j, v, part := g.leaf(0), g.leaf(0), g.expr(0, depth-1), g.int(0, 2) == 0
	return g.some(2, g.typed(2, g.expr(2, depth-1)), func(y local) made {
		k := g.fresh("k", 0)
		at, to := fmt.Sprintf("(%s) %% length(%s[%s]) + 1", j.text, y.name, k.name), v.text
		if part {
			at, to = at+" : 1", "["+v.text+"]"
		}
		text := fmt.Sprintf("(let %s = (%s) %% length(%s) + 1 in if length(%s[%s]) > 0 then f(%s with [%s, %s] = %s) else f(%s))", k.name, i.text, y.name, y.name, k.name, y.name, k.name, at, to, y.name)
		return made{text, func() any {
			x := slices.Clone((*y.v).([]any))
			k := mod(num(i), len(x))
			if row := slices.Clone(x[k].([]any)); len(row) > 0 {
				row[mod(num(j), len(row))] = v.eval()
				x[k] = row
			}
			return x
		}}
	}, func(y local) made { return g.typed(2, y.use()) })
}

// flat is flatten of an array of rows.
func (g *rowgen) flat(rank, depth int) made {
	x := g.expr(rank+1, depth-1)
	return made{"(flatten (" + x.text + "))", func() any {
		var out []any
		for _, r := range of(x) {
			out = append(out, r.([]any)...)
		}
		return g.list(len(out), func(i int) any { return out[i] })
	}}
}

// rows is an array of rows, or of rows of rows.
func (g *rowgen) rows(rank, depth int) made {
	switch k := g.int(0, 8); {
	case k == 5:
		return g.grid(rank, depth)
	case k == 0 && rank < 3:
		return g.flat(rank, depth)
	case k == 1 && rank < 3:
		return g.at(rank, depth)
	case k == 4 && rank == 2:
		return g.inRow(depth)
	case k == 2:
		return g.typed(rank, g.expr(rank, depth-1))
	case k == 3:
		x, y := g.expr(rank-1, depth-1), g.expr(rank-1, depth-1)
		return g.typed(rank, made{fmt.Sprintf("[%s, %s]", x.text, y.text), func() any { return []any{x.eval(), y.eval()} }})
	}
	return g.array(rank, depth)
}
