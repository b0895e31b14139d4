package validate

import (
	"math/rand/v2"
	"slices"

	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Inputs that are aimed at something fill slots: the sizes, then the ints and f64s, and then of each array the last element
// and all others. A chooser says which value a slot has; what it leaves free is a small or a random one.
//
// Those that are aimed at the constants have a list of values for each slot, and an index into it, modulo a prime q: for the
// input of number t = c + q·b + q²·a the index of slot s is a·s² + b·s + c. So q inputs in a row have each value in each slot,
// q² of them all pairs of values in any two slots whose numbers differ modulo q, and q³ of them all triples. What an index
// beyond the list says is that the slot is free.
type chooser func(s int, holds kind) (num.Num, bool)

// kind is what a slot holds.
type kind uint8

const (
	aSize kind = iota
	anInt
	aReal
)

// index is that of slot s in input t.
func index(s, t, q int) int {
	c, b, a := t%q, t/q%q, t/(q*q)%q
	return ((a*s+b)*s + c) % q
}

// primeFrom is the least prime from n on.
func primeFrom(n int) int {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return primeFrom(n + 1)
		}
	}
	return n
}

// mostPaired is how many constants are tried in pairs, and leastPrime the least prime for them: with it some slots are free.
const (
	mostPaired = 10
	leastPrime = 5
)

// mostPair is how many elements the arrays of an input may have in the first two rounds of pairs, and mostAimed in others;
// mostLongArray is for those with but one size that is not small.
const (
	mostPair      = 1 << 16
	mostAimed     = 1 << 13
	mostLongArray = 1 << 17
)

// round is which constants q² inputs have, for slots whose number has a bit, and for others: the constants themselves, 0,
// or by one farther from 0, 1, or nearer to it, 2.
type round struct{ bit, with, without int }

// rounds are those of inputs with constants. Those that have the constants themselves are for triples.
var rounds = []round{{0, 0, 0}, {0, 1, 1}, {0, 0, 1}, {0, 1, 0}, {0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 0, 0}, {0, 2, 0}, {0, 0, 2}, {0, 0, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {0, 1, 2}}

// of is which constants slot s has.
func (x round) of(s int) int {
	if s>>x.bit&1 == 1 {
		return x.with
	}
	return x.without
}

// paired is input t of those with constants and their neighbours in all slots.
func (g *inputs) paired(r *rand.Rand, t int) *Input {
	q := primeFrom(max(leastPrime, min(mostPaired, max(len(g.constants.ints), len(g.near[0][aReal])))+1))
	number, of := t/(q*q), t%(q*q)
	round := rounds[number%len(rounds)]
	for _, before := range rounds[:number%len(rounds)] { // other triples than in the rounds before of this sort
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
	return g.aimed(r, to, fill, func(s int, holds kind) (num.Num, bool) {
		list := g.near[round.of(s)][holds]
		k := index(s, of, q)
		if k >= min(len(list), mostPaired) {
			return num.Num{}, false
		}
		return list[k], true
	})
}

// single is input t of those that have numbers around the constants in all sizes and ints, or by turns in one alone.
func (g *inputs) single(r *rand.Rand, t int) *Input {
	q := primeFrom(max(len(g.around[aSize]), len(g.around[anInt]), len(g.around[aReal])))
	all := g.sub.Sizes + len(g.sub.Numbers)
	row := t / q
	return g.aimed(r, limits{mostAimed, mostLongArray, t}, around, func(s int, holds kind) (num.Num, bool) {
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

// growth is a size that grows, in one slot or, for -1, in all.
type growth struct{ n, slot int }

// mostGrown is how many elements the arrays of an input may have where all sizes grow.
const mostGrown = 1 << 14

// leastGrown and longestGrown are the first and the last size that grows.
const (
	leastGrown   = 8
	longestGrown = 4096
)

// grown are at most so many sizes, of those that double from one on: of all sizes together and of each alone as many, the greatest
// among them. In a def without sizes its ints grow.
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

// growing is an input with such a size, or one more or less.
func (g *inputs) growing(r *rand.Rand, a growth) *Input {
	return g.aimed(r, limits{2 * mostGrown, mostLongArray, a.slot}, around, func(s int, holds kind) (num.Num, bool) {
		if holds == aSize && (a.slot < 0 || a.slot == s) || holds == anInt && g.sub.Sizes == 0 {
			return num.Of(int64(a.n + r.IntN(3) - 1)), true
		}
		return num.Num{}, false
	})
}

// limits are how many elements the arrays may have, and with but one size that is not small; it is by turns this one.
type limits struct{ all, alone, turn int }

// fit makes sizes small, the greatest first, until the arrays are within limits.
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

// cells is how many elements the arrays have, or the results where that is more; beyond mostLongArray it does not count on.
func (g *inputs) cells(sizes []int) int {
	count := func(arrays []array) (n int) {
		for _, x := range arrays {
			k, fits := machine.Count(x.shape(sizes))
			if !fits || k > mostLongArray {
				return mostLongArray + 1
			}
			n += k
		}
		return n
	}
	return max(count(g.sub.Arrays), count(g.sub.gives))
}

// aimed is an input whose slots are chosen, with sizes that fit. Half of them lie in row-major order.
func (g *inputs) aimed(r *rand.Rand, to limits, fill filling, choose chooser) *Input {
	in := &Input{Larger: true}
	for s := range g.sub.Sizes {
		n := []int{1, 2, 3, 4, 1, 2, 3, 0}[r.IntN(8)]
		if x, ok := choose(s, aSize); ok {
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
		y, ok := choose(g.sub.Sizes+k, holds)
		if !ok {
			y = g.free(r, in, holds)
		}
		in.Numbers = append(in.Numbers, y)
	}
	g.settle(in) // before elements follow from the numbers
	g.fillWith(r, in, fill, choose)
	g.end(r, in)
	return in
}

// free is a value of a slot that nothing is said of: a small one, an index, or a number that follows from another one.
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

// known are the sizes and ints that an input has so far.
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
