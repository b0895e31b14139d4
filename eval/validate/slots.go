package validate

import (
	"math/rand/v2"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// chooser says which value a slot has. Inputs that are aimed at something fill slots: first the sizes, then the ints
// and f64s, then for each array the last element and all others. A slot that the chooser leaves free gets a small or a
// random value.
//
// Inputs aimed at the constants have a list of values for each slot, and an index into it, modulo a prime q. For the
// input number t = c + q·b + q²·a, the index of slot s is a·s² + b·s + c. So q inputs in a row give each slot every
// value. q² inputs give any two slots whose numbers differ modulo q all pairs of values, and q³ inputs give all
// triples. An index beyond the list leaves the slot free.
type chooser func(in *Input, s int, holds kind) (num.Num, bool)

// kind is what a slot holds.
type kind uint8

const (
	aSize kind = iota
	anInt
	aReal
)

// index returns the index for slot s in input t.
func index(s, t, q int) int {
	c, b, a := t%q, t/q%q, t/(q*q)%q
	return ((a*s+b)*s + c) % q
}

// primeFrom returns the smallest prime that is at least n.
func primeFrom(n int) int {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return primeFrom(n + 1)
		}
	}
	return n
}

// mostPaired is how many constants are tried in pairs, and leastLittle how many little numbers at least come beside
// them if there are several sizes and ints. leastPrime is the smallest prime for them.
const (
	mostPaired  = 8
	leastLittle = 3
	leastPrime  = 5
)

// mostPair is how many elements the arrays of an input may have in the first two rounds of pairs, and mostAimed in
// later rounds. mostLongArray is the limit for inputs in which only one size is not small.
const (
	mostPair      = 1 << 16
	mostAimed     = 1 << 13
	mostLongArray = 1 << 18
)

// round says which values the slots of q² inputs have, for slots whose number has the bit and for the others: 0 for the
// constants themselves, 1 for their neighbours one farther from 0, 2 for those one nearer to 0, and 3 for twice the
// constants.
type round struct{ bit, with, without int }

// rounds are the rounds of inputs with constants. A round that uses the constants themselves everywhere yields triples.
var rounds = []round{{0, 0, 0}, {0, 1, 1}, {0, 0, 1}, {0, 0, 3}, {0, 3, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 0, 0}, {0, 2, 0}, {0, 0, 2}, {0, 0, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {0, 1, 2}}

// of says which kind of value slot s has.
func (x round) of(s int) int {
	if s>>x.bit&1 == 1 {
		return x.with
	}
	return x.without
}

// paired returns input t among those with constants and their neighbours in all slots.
func (g *inputs) paired(r *rand.Rand, t int) *Input {
	most := min(mostPaired, max(len(g.constants.ints), len(g.near[0][aReal]))) + 1
	if len(g.variables()) > 1 {
		most += leastLittle - 1
	}
	q := primeFrom(max(leastPrime, most))
	number, of := t/(q*q), t%(q*q)
	round := rounds[number%len(rounds)]
	for _, before := range rounds[:number%len(rounds)] { // not the triples of earlier rounds of this kind
		if before == round {
			of += q * q
		}
	}
	to := limits{mostPair, mostLongArray, t}
	if number > 1 {
		to.all, to.alone = mostAimed, mostAimed
	}
	fill := densely
	if t%2 == 1 {
		fill = atEnds
	}
	return g.aimed(r, to, fill, func(in *Input, s int, holds kind) (num.Num, bool) {
		list := g.near[round.of(s)][holds]
		k := index(s, of, q)
		n := min(len(list), mostPaired)
		if k >= n {
			return g.little(in, s, holds, k-n+number*(q-n))
		}
		return list[k], true
	})
}

// little returns value k of those that are tried for a size or an int beside the constants: small numbers and, for an
// int, some that follow from a size. The other slots are free.
func (g *inputs) little(in *Input, s int, holds kind, k int) (num.Num, bool) {
	switch {
	case holds == aSize && g.sub.Sizes == 1: // not 0: nothing else would show
		return num.Of([]int64{2, 3, 1}[k%3]), true
	case holds == aSize:
		return num.Of([]int64{1, 2, 3, 0}[k%4]), true
	case holds == aReal || s >= g.sub.Sizes+len(g.sub.Numbers):
		return num.Num{}, false
	}
	small := []int64{2, 1, 0, -1, -2}
	if n := len(in.Sizes); n > 0 {
		size := int64(in.Sizes[k/10%n])
		small = append(small, size-1, size, -size, size/2, size+1)
	}
	return num.Of(small[k%len(small)]), true
}

// single returns input t among those with numbers around the constants, in all sizes and ints or, by turns, in just
// one.
func (g *inputs) single(r *rand.Rand, t int) *Input {
	q := primeFrom(max(len(g.around[aSize]), len(g.around[anInt]), len(g.around[aReal])))
	all := g.sub.Sizes + len(g.sub.Numbers)
	row := t / q
	return g.aimed(r, limits{mostAimed, mostLongArray, t}, around, func(in *Input, s int, holds kind) (num.Num, bool) {
		list := g.around[holds]
		k := index(s, t, q)
		if row%2 == 1 {
			k = t % q
		}
		if k >= len(list) || row%2 == 1 && s != row/2%all {
			return num.Num{}, false
		}
		return list[k], true
	})
}

// growth is a size that grows, in one slot, or in all for -1.
type growth struct{ n, slot int }

// mostGrown is how many elements the arrays of an input may have when all sizes grow.
const mostGrown = 1 << 17

// leastGrown and longestGrown are the first and the last of the growing sizes.
const (
	leastGrown   = 8
	longestGrown = 4096
)

// grown returns at most most sizes, each twice the one before: an equal share for all sizes together and for each size
// alone, always with the largest. In a def without sizes, its ints grow.
func (g *inputs) grown(most int) (list []growth) {
	d := g.sub.Sizes
	if d+len(g.sub.Numbers) == 0 {
		return nil
	}
	var sorts [][]growth
	for slot := -1; slot < d && (slot < 0 || d > 1); slot++ {
		var sort []growth
		for n := leastGrown; n <= longestGrown; n *= 2 {
			if slot >= 0 || d == 1 || g.cells(slices.Repeat([]int{n}, d)) <= mostGrown {
				sort = append(sort, growth{n, slot})
			}
		}
		sorts = append(sorts, sort)
	}
	each := (most + len(sorts) - 1) / len(sorts)
	for i := range each {
		for _, sort := range sorts {
			if k := min(each, len(sort)); i < k && len(list) < most {
				list = append(list, sort[len(sort)-1-i*len(sort)/k])
			}
		}
	}
	return list
}

// growing returns an input with such a size, or with one more or one less.
func (g *inputs) growing(r *rand.Rand, a growth) *Input {
	beside := -1
	if a.n > 255 { // more than a byte holds, in each of two sizes
		beside = 1
	}
	return g.aimed(r, limits{mostLongArray, mostLongArray, a.slot}, around, func(in *Input, s int, holds kind) (num.Num, bool) {
		if holds == aSize && (a.slot < 0 || a.slot == s) || holds == anInt && g.sub.Sizes == 0 {
			return num.Of(int64(a.n + r.IntN(3) + beside)), true
		}
		return num.Num{}, false
	})
}

// limits are the weight that the arrays may have in general, and if only one size is not small. turn picks that size.
type limits struct{ all, alone, turn int }

// fit makes sizes small, the largest first, until the arrays are within limits.
func (g *inputs) fit(r *rand.Rand, sizes []int, to limits) {
	g.sub.settleSizes(sizes)
	for len(sizes) > 0 && g.cells(sizes) > to.all {
		last := max(0, to.turn) % len(sizes)
		most := last
		for k, n := range sizes {
			if k != last && n > 4 && !g.sub.givesSize(k) && (most == last || n > sizes[most]) {
				most = k
			}
		}
		if most == last && (g.cells(sizes) <= to.alone || g.sub.givesSize(last) || sizes[last] <= 4) {
			return
		}
		sizes[most] = 1 + r.IntN(4)
	}
}

// cells returns the weight of the arrays, or of the results if that is more.
func (g *inputs) cells(sizes []int) int {
	count := func(arrays []array) (n int) {
		for _, x := range arrays {
			n += g.sub.weight(&x, sizes)
		}
		return n
	}
	return max(count(g.sub.Arrays), count(g.sub.gives))
}

// aimed returns an input with chosen slots and sizes that fit. Half of these inputs lie in row-major order.
func (g *inputs) aimed(r *rand.Rand, to limits, fill filling, choose chooser) *Input {
	in := &Input{Larger: true}
	for s := range g.sub.Sizes {
		n := []int{1, 2, 3, 4, 1, 2, 3, 0}[r.IntN(8)]
		if x, ok := choose(in, s, aSize); ok {
			k, _ := x.Int64()
			n = int(k)
		}
		in.Sizes = append(in.Sizes, n)
	}
	g.fit(r, in.Sizes, to)
	g.places(r, in, r.IntN(2) == 0)
	for k, x := range g.sub.Numbers {
		holds := anInt
		if x.elem == syntax.F64 {
			holds = aReal
		}
		y, ok := choose(in, g.sub.Sizes+k, holds)
		if !ok {
			y = g.free(r, in, holds)
		}
		in.Numbers = append(in.Numbers, y)
	}
	g.settle(in) // before elements are derived from the numbers
	g.fillWith(r, in, fill, choose)
	g.end(r, in)
	return in
}

// free returns a value for a free slot: a small number, an index, or a number that follows from another one.
func (g *inputs) free(r *rand.Rand, in *Input, holds kind) num.Num {
	k := num.Of(int64(r.IntN(8) - 3))
	switch what := r.IntN(4); {
	case holds == aReal:
		f, _ := k.Int64()
		return num.OfFloat(float64(f) / parts[r.IntN(len(parts))])
	case what == 2 && len(in.Sizes) > 0:
		return num.Of(1 + r.Int64N(int64(max(1, in.Sizes[r.IntN(len(in.Sizes))]))))
	case what == 3:
		if known := in.known(); len(known) > 0 {
			return g.relations[r.IntN(len(g.relations))].of(known[r.IntN(len(known))], known[r.IntN(len(known))])
		}
	}
	return k
}

// known returns the sizes and ints that an input has so far.
func (in *Input) known() (list []num.Num) {
	for _, n := range in.Sizes {
		list = append(list, num.Of(int64(n)))
	}
	for _, x := range in.Numbers {
		if !x.IsReal() {
			list = append(list, x)
		}
	}
	return list
}
