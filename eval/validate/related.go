package validate

import (
	"math/rand/v2"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// relation is how a size or an int follows from another one, v, and a third, w.
type relation struct {
	of func(v, w num.Num) num.Num
	// base makes v one for which there is such a number; nil: there always is.
	base func(v int64) int64
}

// simple is how many relations need no constant.
const simple = 10

// mostFactors is how many constants numbers follow by as summands and factors, and as sums and products.
const mostFactors = 2

// related are the relations: those that need no constant, and those with the first constants of the programs.
func (c *constants) related() []relation {
	list := []relation{
		{of: func(v, w num.Num) num.Num { return v }},
		{of: func(v, w num.Num) num.Num { return v.Add(num.Of(1)) }},
		{of: func(v, w num.Num) num.Num { return v.Sub(num.Of(1)) }},
		{of: func(v, w num.Num) num.Num { return v.Add(v) }},
		{of: func(v, w num.Num) num.Num { return product(v, v) }},
		{of: func(v, w num.Num) num.Num { return v.Add(w) }},
		{of: func(v, w num.Num) num.Num { return product(v, w) }},
		{of: func(v, w num.Num) num.Num { return v.Sub(w) }},
		{of: func(v, w num.Num) num.Num { return v.Add(v).Add(num.Of(1)) }},
		{of: func(v, w num.Num) num.Num { return v.Add(num.Of(2)) }},
	}
	terms := append(slices.Clone(c.other), c.compared...)
	for _, k := range terms[:min(len(terms), mostFactors)] {
		x := num.Of(k)
		list = append(list,
			relation{of: func(v, w num.Num) num.Num { return product(x, v) }},
			relation{of: func(v, w num.Num) num.Num { return v.Add(x) }})
	}
	for _, k := range c.compared[:min(len(c.compared), mostFactors)] {
		x := num.Of(k)
		list = append(list,
			relation{of: func(v, w num.Num) num.Num { return x.Sub(v) }, base: func(v int64) int64 { return v % (k + 1) }},
			relation{of: func(v, w num.Num) num.Num { q, _ := x.Div(v.Max(num.Of(1))); return q }, base: func(v int64) int64 {
				for v = max(1, min(v, k-1)); k%v != 0; v-- {
				}
				return v
			}})
	}
	return list
}

// product is v·w, or w where that is too long a number.
func product(v, w num.Num) num.Num {
	if x, err := v.Mul(w); err == nil && x.Bits() <= mostBits {
		return x
	}
	return w
}

// mostRelated is how many elements the arrays of such an input may have, and mostWork, by turns, these times the greatest
// number, which may be that of the rounds of a loop.
const (
	mostRelated = 1 << 14
	mostWork    = 1 << 15
)

// work is how many elements there are times the greatest of numbers that may count something.
func work(cells int, numbers []num.Num) int {
	most := 1
	for _, x := range numbers {
		if k, ok := x.Int64(); ok && k <= longestSize {
			most = max(most, int(k))
		}
	}
	return cells * most
}

// following is input t of those in which sizes and ints follow from one of them, the base: a number beyond a constant,
// or a random one. Each relation comes in turn between two of them, and others follow by other relations.
func (g *inputs) following(r *rand.Rand, t int) *Input {
	of, pairs := g.variables(), g.pairs()
	n := len(of)
	lead, turn := t%len(g.relations), t/len(g.relations)
	base, next := pairs[turn%len(pairs)][0], pairs[turn%len(pairs)][1]
	order := []int{base}
	for k := range n {
		if k != base && k != next {
			order = append(order, k)
		}
	}
	if next != base {
		order = append(order, next)
	}
	var values []num.Num
	for _, v := range g.bases(r, turn) {
		if g.relations[lead].base != nil {
			v = g.relations[lead].base(v)
		}
		values = g.chain(r, order, lead, turn, num.Of(v))
		sizes := make([]int, g.sub.Sizes)
		for k, s := range of {
			if x, ok := values[k].Int64(); s < len(sizes) {
				if sizes[s] = int(x); !ok || x > longestSize {
					sizes[s] = longestSize
				}
			}
		}
		g.sub.settleSizes(sizes)
		if g.cells(sizes) <= mostRelated && (turn%4 < 2 || work(g.cells(sizes), values) <= mostWork) {
			break
		}
	}
	chosen := map[int]num.Num{}
	for k, s := range of {
		chosen[s] = values[k]
	}
	places := 0
	fill := densely
	if t%2 == 1 {
		fill = atEnds
	}
	return g.aimed(r, limits{mostRelated, mostAimed, t}, fill, func(s int, holds kind) (num.Num, bool) {
		if x, ok := chosen[s]; ok {
			return x, true
		}
		if holds == aReal {
			return num.Num{}, false
		}
		places++
		v := values[(places/len(g.relations)+t)%n]
		return g.relations[(s+t)%len(g.relations)].of(v, values[(places+t)%n]), r.IntN(4) > 0
	})
}

// variables are the slots of sizes and ints that are not given.
func (g *inputs) variables() (list []int) {
	for s := range g.sub.Sizes {
		if !g.sub.givesSize(s) {
			list = append(list, s)
		}
	}
	for k, x := range g.sub.Numbers {
		if x.elem != syntax.F64 && !g.sub.givesNumber(k) {
			list = append(list, g.sub.Sizes+k)
		}
	}
	return list
}

// pairs are those of two variables, by their places: of two sizes first, then of two ints, of an int that follows from a size, and
// of a size that follows from an int.
func (g *inputs) pairs() (list [][2]int) {
	of := g.variables()
	if len(of) == 1 {
		return [][2]int{{0, 0}}
	}
	for _, sort := range [][2]bool{{true, true}, {false, false}, {true, false}, {false, true}} {
		for base := range of {
			for next := range of {
				if base != next && of[base] < g.sub.Sizes == sort[0] && of[next] < g.sub.Sizes == sort[1] {
					list = append(list, [2]int{base, next})
				}
			}
		}
	}
	return list
}

// bases are the numbers that others may follow from, those to be tried first in front: beyond the greatest constants by
// turns, or random ones, and then ever smaller ones.
func (g *inputs) bases(r *rand.Rand, turn int) (list []int64) {
	if turn%4 < 3 {
		for _, k := range g.descending {
			list = append(list, k+2+r.Int64N(3))
		}
	}
	for n := 3 + r.Int64N(45); n > 0; n /= 2 {
		list = append(list, n)
	}
	return append(list, 0)
}

// chain are the numbers of slots in an order: the base, those that follow from it by some relation, and last the one that
// follows from it, and perhaps from the one before, by the leading relation. Sizes are not negative, and those in between are not 0;
// they are small where the base is an int.
func (g *inputs) chain(r *rand.Rand, order []int, lead, turn int, base num.Num) []num.Num {
	of := g.variables()
	values := make([]num.Num, len(order))
	for i, k := range order {
		switch {
		case i == 0:
			values[k] = base
		case i == len(order)-1:
			values[k] = g.relations[lead].of(base, values[order[i-1]])
		case of[k] < g.sub.Sizes:
			if of[order[0]] < g.sub.Sizes {
				values[k] = g.relations[(lead+i*(5+turn))%simple].of(base, values[order[i-1]])
			}
			if values[k].Sign() <= 0 {
				values[k] = num.Of(1 + r.Int64N(8))
			}
		default:
			values[k] = g.relations[(lead+i*(5+turn))%len(g.relations)].of(base, values[order[i-1]])
		}
		if of[k] < g.sub.Sizes {
			values[k] = values[k].Max(num.Of(0))
		}
	}
	return values
}
