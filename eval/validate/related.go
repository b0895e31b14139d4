package validate

import (
	"math/rand/v2"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// relation says how a size or an int follows from another one, v, and a third, w.
type relation struct {
	of func(v, w num.Num) num.Num
	// base changes v to a number for which the relation gives a useful result; nil: any number does.
	base func(v int64) int64
}

// simple is how many relations need no constant.
const simple = 10

// mostFactors is how many constants are used as factors and summands, and how many as sums and products.
const mostFactors = 2

// related returns the relations: those that need no constant, and those with the first constants of the programs.
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
		{of: func(v, w num.Num) num.Num { return v.Neg() }},
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

// product returns v·w, or w if the product has too many bits.
func product(v, w num.Num) num.Num {
	if x, err := v.Mul(w); err == nil && x.Bits() <= mostBits {
		return x
	}
	return w
}

// mostRelated is how many elements the arrays of such an input may have. In some turns, mostWork limits this number
// times the largest number, which may be the number of rounds of a loop.
const (
	mostRelated = 1 << 14
	mostWork    = 1 << 15
)

// work returns the number of elements times the largest of the numbers that may count something.
func work(cells int, numbers []num.Num) int {
	most := 1
	for _, x := range numbers {
		if k, ok := x.Int64(); ok && k <= longestSize {
			most = max(most, int(k))
		}
	}
	return cells * most
}

// following returns input t among those in which sizes and ints follow from one of them, the base: a number beyond a
// constant, or a random one. Each relation takes its turn between two variables; the others follow by other relations.
func (g *inputs) following(r *rand.Rand, t int) *Input {
	of := g.variables()
	n := len(of)
	lead, turn := t%len(g.relations), t/len(g.relations)
	base, next := g.pair(of, turn)
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
	return g.aimed(r, limits{mostRelated, mostAimed, t}, fill, func(in *Input, s int, holds kind) (num.Num, bool) {
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

// variables returns the slots of sizes and ints that are not given.
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

// pair returns pair t of two variables, by their places: first two sizes, then two ints, then an int that follows from a
// size, then a size that follows from an int. A lone variable follows from itself.
func (g *inputs) pair(of []int, t int) (base, next int) {
	if len(of) == 1 {
		return 0, 0
	}
	type part struct{ from, n int }
	n := 0
	for n < len(of) && of[n] < g.sub.Sizes {
		n++
	}
	sizes, ints := part{0, n}, part{n, len(of) - n}
	k := t % (len(of) * (len(of) - 1))
	for _, p := range [][2]part{{sizes, sizes}, {ints, ints}, {sizes, ints}} {
		bases, nexts := p[0], p[1].n
		if p[0] == p[1] {
			nexts-- // a variable does not follow from itself
		}
		if k >= bases.n*nexts {
			k -= bases.n * nexts
			continue
		}
		base, next = k/nexts, k%nexts
		if p[0] == p[1] && next >= base {
			next++
		}
		return bases.from + base, p[1].from + next
	}
	return ints.from + k/sizes.n, k % sizes.n
}

// bases returns the numbers that others may follow from, in the order to try them. In most turns numbers just beyond
// the largest constants come first; then come a random number and ever smaller ones.
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

// chain returns the numbers of the slots, computed in an order: first the base, then those that follow from it by some
// relation. The last one follows by the leading relation from the base, and perhaps from the one before. Sizes are not
// negative, and those in between are not 0. They are small if the base is an int.
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
