package validate

import (
	"math"
	"math/rand/v2"

	"funmem/eval/engine"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// pattern is a regular content of a whole array: what counters, recurrences, searches and walks meet in practice, and
// random elements do not show.
type pattern uint8

const (
	steady    pattern = iota // one number everywhere
	falling                  // 0, −1, −2, …
	nextIndex                // 1 beside the diagonal, so that a graph is a path; a vector counts up
	letters                  // constants of the programs only, in random order
	below                    // 1 on and below the diagonal; a vector counts up from 0
	firstOnly                // one number first, and another one from there on
	zeroes                   // 0 everywhere
	above                    // 1 on and above the diagonal; a vector counts down to 1
	waves                    // 1, 2, …, and again from 1 on
	edge                     // one less than a constant everywhere, or one more
	halves                   // one number, and from the middle on another one
	multiples                // multiples of a constant
	balanced                 // half of them 1, and then −1
	patterns
)

// regularSizes are the sizes of regular inputs: more than a window, more than a byte counts, and more than an f16 counts.
var regularSizes = []int{40, 300, 3000, 13}

// leastForRegular is how many tests there have to be for regular inputs after them.
const leastForRegular = 400

// allRegular compares inputs with regular contents after those that were counted.
func (s *search) allRegular() {
	if !s.o.Branches || s.tests < leastForRegular || s.sub.alone || s.ctx.Err() != nil || s.first != math.MaxInt || s.so.ran == 0 || s.givenUp() || s.over() || s.spent(s.so.steps) ||
		len(s.sub.Arrays) == 0 || s.sub.Sizes == 0 || s.sub.closed() {
		return
	}
	r := rand.New(rand.NewPCG(uint64(s.o.Seed), 2))
	g := *s.inputs
	g.budget = engine.NewBudget(s.ctx, s.o.Memory)
	var list []*Input
	for t := range int(patterns) * len(regularSizes) {
		var err error
		func() {
			defer stop.Caught(&err)
			list = append(list, g.regular(r, t))
		}()
		if err != nil {
			break
		}
	}
	s.compareMore(list)
}

// regular returns input t among those with regular contents. Every second time all arrays have the same pattern.
func (g *inputs) regular(r *rand.Rand, t int) *Input {
	size := regularSizes[t%len(regularSizes)]
	row := t / len(regularSizes)
	in := g.aimed(r, limits{mostAimed, mostLongArray, t}, around, func(in *Input, s int, holds kind) (num.Num, bool) {
		if holds == aSize {
			return num.Of(int64(size)), true
		}
		return num.Num{}, false
	})
	for j, x := range g.sub.Arrays {
		if g.sub.givesArray(j) {
			continue
		}
		p := pattern((t + row + j*(t%2)*(1+row)) % int(patterns))
		g.pattern(r, p, in, j, x.elem)
	}
	g.settle(in)
	return in
}

// pattern fills array j of an input.
func (g *inputs) pattern(r *rand.Rand, p pattern, in *Input, j int, elem syntax.Elem) {
	a := in.Arrays[j]
	n, columns := a.Elems.Len(), 1
	if d := len(a.Shape); d > 1 {
		columns = max(1, a.Shape[d-1])
	}
	one, other := g.some(r, elem), g.some(r, elem)
	ask, period := g.asking(), 2+r.IntN(6)
	for i := range n {
		ask()
		row, column := i/columns, i%columns
		if columns == 1 {
			row, column = i, 0
		}
		set := func(k int) {
			v := num.Of(int64(k))
			if elem == syntax.F64 {
				v = asReal(v)
			}
			a.Elems.Set(i, v)
		}
		matrix := columns > 1
		switch p {
		case steady:
			a.Elems.Set(i, one)
		case falling:
			set(-i)
		case nextIndex:
			set(choose(matrix, oneIf(column == row+1), i+1))
		case letters:
			a.Elems.Set(i, *g.constants.of(r, elem))
		case below:
			set(choose(matrix, oneIf(column <= row), i))
		case firstOnly:
			a.Elems.Set(i, choose(i == 0, one, other))
		case zeroes:
			set(0)
		case above:
			set(choose(matrix, oneIf(column >= row), n-i))
		case waves:
			set(i%period + 1)
		case edge:
			step := num.Of(int64(1 - 2*(period%2)))
			if elem == syntax.F64 {
				step = asReal(step)
			}
			a.Elems.Set(i, added(one, step))
		case halves:
			a.Elems.Set(i, choose(i < n/2, one, other))
		case multiples:
			k, _ := g.constants.int(r).Int64()
			if k = min(max(k, 2), 1000); i > 0 {
				k *= int64(i)
			}
			set(int(k))
		case balanced:
			set(choose(i < n/2, 1, -1))
		}
	}
}

// some returns a constant of the programs, or a small number.
func (g *inputs) some(r *rand.Rand, elem syntax.Elem) num.Num {
	if r.IntN(2) == 0 {
		return *g.constants.of(r, elem)
	}
	k := num.Of(int64([]int{1, 0, -1, 2, 5}[r.IntN(5)]))
	if elem == syntax.F64 {
		return asReal(k)
	}
	return k
}

func choose[T any](first bool, x, y T) T {
	if first {
		return x
	}
	return y
}

func oneIf(b bool) int { return choose(b, 1, 0) }
