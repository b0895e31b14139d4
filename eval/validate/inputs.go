package validate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Bounds of the small inputs: sizes up to maxSmall, and all contents of up to maxCells elements, each one of
// contentBase values.
const (
	maxSmall    = 3
	maxCells    = 4
	contentBase = 2
)

// smallInts and smallReals are the numbers of small inputs, in the order in which they are tried.
var (
	smallInts  = []int64{1, 0, 2, -1, 3, 4}
	smallReals = []float64{1, 0, 0.5, -1.5}
)

// inputs is the sequence of inputs of a subject: first small ones, ordered by size, then others by turns.
type inputs struct {
	quick      bool // Options.Quick
	sub        *Subject
	seed       uint64
	tests      int
	budget     *engine.Budget
	small      [][]int // the coordinates of small inputs, which are made when they are needed
	layout     bool    // layouts can be chosen
	constants  *constants
	near       [4][3][]num.Num // by what a slot holds: the constants, their neighbours farther from 0, those nearer to 0, and twice the constants
	around     [3][]num.Num    // numbers around these, and multiples
	relations  []relation
	grows      []growth
	descending []int64 // constants larger than the small numbers, in descending order
	turns      []turn  // those that apply to this subject
	neighbours map[int64]bool
	input      int // the number of the one that is made
	more       []further
}

// further are inputs that were made otherwise, from the number from on.
type further struct {
	from int
	list []*Input
}

// turn is how to make an input that is neither small nor growing.
type turn uint8

const (
	atRandom  turn = iota
	paired         // constants and their neighbours in all slots, in all pairs
	single         // numbers around the constants, in all slots or in just one
	following      // numbers that follow from others
	swept          // each size in turn
)

// turns are taken in this order, over and over. Those with constants come most often, because there are many pairs. The
// default number of tests is enough to try each size up to 64.
var turns = []turn{paired, swept, following, paired, single, paired, following, atRandom, paired, swept, following, paired, single}

// newInputs makes the sequence for so many tests. At most most of its inputs are small.
func newInputs(sub *Subject, seed int64, tests, most int) *inputs {
	c := sub.constants()
	g := &inputs{sub: sub, budget: engine.NewBudget(context.Background(), 0), seed: uint64(seed), tests: tests, layout: sub.chooses(), constants: c, relations: c.related(), neighbours: c.neighbours()}
	g.enumerate(most)
	g.grows = g.grown((tests - len(g.small)) / grownOf)
	for k, more := range []int64{0, 1, -1} {
		g.near[k] = [3][]num.Num{c.besideSizes(more), c.beside(more), c.besideReals(more)}
	}
	for holds, list := range g.near[0] {
		for _, x := range list {
			if y := added(x, x); holds != int(aSize) || y.Cmp(num.Of(longestSize)) <= 0 {
				g.near[3][holds] = append(g.near[3][holds], y)
			}
		}
	}
	g.around = [3][]num.Num{c.aroundSizes(), c.aroundInts(), c.aroundReals()}
	for _, x := range c.ints {
		if k, ok := x.Int64(); ok && k > maxSmall {
			g.descending = append(g.descending, k)
		}
	}
	slices.Sort(g.descending)
	slices.Reverse(g.descending)
	g.turns = g.order()
	return g
}

// Small returns how many small inputs there are. With Options.Small at that number, all of them run.
func (sub *Subject) Small() int { return len(newInputs(sub, 0, 0, math.MaxInt).small) }

// order returns the turns of the subject. A turn that does not apply to it becomes a random one.
func (g *inputs) order() (list []turn) {
	none := map[turn]bool{
		single:    len(g.around[aSize])+len(g.around[anInt])+len(g.around[aReal]) == 0 || g.sub.Sizes+len(g.sub.Numbers) == 0,
		paired:    len(g.constants.ints)+len(g.constants.reals) == 0,
		following: len(g.variables()) == 0,
		swept:     g.sub.Sizes == 0,
	}
	for _, turn := range turns {
		if none[turn] {
			turn = atRandom
		}
		list = append(list, turn)
	}
	return list
}

// at returns input number t, from 0, made within a budget. The error is an engine.TooMuch or an engine.Interrupted.
func (g *inputs) at(b *engine.Budget, t int) (in *Input, err error) {
	defer stop.Caught(&err)
	of := *g
	of.budget, of.input = b, t
	in = of.made(t)
	in.quick = g.quick && t%byTheRules != 0
	return in, nil
}

// byTheRules is of how many small inputs one runs by the rules with Options.Quick.
const byTheRules = 8

// drawn is at without the inputs that were made otherwise.
func (g *inputs) drawn(b *engine.Budget, t int) (in *Input, err error) {
	of := *g
	of.more = nil
	return of.at(b, t)
}

// made returns input number t. It panics with a stop.Stopped if that does not fit its budget.
func (g *inputs) made(t int) *Input {
	for _, m := range slices.Backward(g.more) {
		if k := t - m.from; k >= 0 && k < len(m.list) {
			return m.list[k].clone(g.budget)
		}
	}
	if t < len(g.small) {
		return g.smallInput(g.small[t])
	}
	j := t - len(g.small)
	r := rand.New(rand.NewPCG(g.seed, uint64(t)))
	if n := len(g.grows); n > 0 {
		every := (g.tests - len(g.small)) / n
		if j%every == every-1 && j/every < n {
			return g.growing(r, g.grows[j/every])
		}
		j -= min(j/every, n)
	}
	switch more := t >= g.tests; { // earlier inputs were repeats, or not valid arguments
	case more && t%4 == 2 && !g.sub.alone:
		return g.scaled(r, maxSmall+t%sweep)
	case more && t%2 == 0:
		return g.random(r, maxSmall+t%sweep)
	}
	turn := g.turns[j%len(g.turns)]
	k := 0 // the number of earlier inputs with this turn
	for i, other := range g.turns {
		if other == turn {
			if k += j / len(g.turns); i < j%len(g.turns) {
				k++
			}
		}
	}
	switch turn {
	case paired:
		return g.paired(r, k)
	case single:
		return g.single(r, k)
	case following:
		return g.following(r, k)
	case swept:
		return g.likened(r, g.swept(r, k), k)
	}
	if k%scaledEvery == scaledEvery-1 {
		return g.scaled(r, 3+k%8)
	}
	return g.likened(r, g.random(r, 3+k%8), k)
}

// grownOf is how many inputs after the small ones there are for one with growing sizes.
const grownOf = 12

// enumerate makes the small inputs, ordered by the sum of their coordinates: sizes, numbers, contents and layouts.
func (g *inputs) enumerate(most int) {
	limits := []int{}
	for k := range g.sub.Sizes {
		limits = append(limits, unless(g.sub.givesSize(k), maxSmall+1))
	}
	for k, x := range g.sub.Numbers {
		if x.elem == syntax.F64 {
			limits = append(limits, unless(g.sub.givesNumber(k), len(smallReals)))
		} else {
			limits = append(limits, unless(g.sub.givesNumber(k), len(smallInts)))
		}
	}
	contents := 1
	for range maxCells {
		contents *= contentBase
	}
	limits = append(limits, 1+contents)
	if g.layout {
		limits = append(limits, int(layoutKinds))
	}
	for sum := 0; len(g.small) < most; sum++ {
		before := len(g.small)
		any := g.diagonal(limits, make([]int, 0, len(limits)), sum, most)
		if !any && len(g.small) == before {
			return
		}
	}
}

// unless returns n, the number of coordinates, or 1 if the value is given.
func unless(given bool, n int) int {
	if given {
		return 1
	}
	return n
}

// diagonal makes the inputs whose coordinates have the given sum. It tells whether such coordinates exist.
func (g *inputs) diagonal(limits, at []int, sum, most int) (any bool) {
	if len(at) == len(limits) {
		if sum == 0 && len(g.small) < most {
			if g.isSmall(at) {
				g.small = append(g.small, slices.Clone(at))
			}
		}
		return sum == 0
	}
	for k := 0; k < limits[len(at)] && k <= sum; k++ {
		any = g.diagonal(limits, append(at, k), sum-k, most) || any
	}
	return any
}

// sizesAt returns the sizes of the input with the given coordinates.
func (g *inputs) sizesAt(at []int) []int {
	sizes := slices.Clone(at[:g.sub.Sizes])
	g.sub.settleSizes(sizes)
	return sizes
}

// isSmall tells whether an input with the given coordinates exists, and no other coordinates give the same input.
func (g *inputs) isSmall(at []int) bool {
	content, n := at[g.sub.Sizes+len(g.sub.Numbers)], 0
	sizes := g.sizesAt(at)
	for k, x := range g.sub.Arrays {
		if !g.sub.givesArray(k) && n <= maxCells {
			k, _ := machine.Count(x.shape(sizes))
			n += min(k, maxCells+1)
		}
	}
	return content == 0 || n > 0 && n <= maxCells && content <= 1<<n
}

// smallInput returns the input with the given coordinates.
func (g *inputs) smallInput(at []int) *Input {
	s := g.sub
	in := &Input{Sizes: g.sizesAt(at)}
	at = at[s.Sizes:]
	for k, x := range s.Numbers {
		if x.elem == syntax.F64 {
			in.Numbers = append(in.Numbers, num.OfFloat(smallReals[at[k]]))
		} else {
			in.Numbers = append(in.Numbers, num.Of(smallInts[at[k]]))
		}
	}
	content, layout := at[len(s.Numbers)], RowMajor
	if g.layout {
		layout.kind = layoutKind(at[len(s.Numbers)+1])
	}
	g.shapes(in, func([]int) Layout { return layout })
	in.Larger = s.searched(in) > mostCells
	g.fill(in, func(k int) int64 {
		if content == 0 {
			return int64(k + 1) // all different
		}
		return int64((content - 1) >> k & 1)
	})
	g.settle(in)
	return in
}

// shapes gives the input its arrays, filled with zeros, each in the layout for its shape.
func (g *inputs) shapes(in *Input, layout func(shape []int) Layout) {
	for k, x := range g.sub.Arrays {
		if g.sub.givesArray(k) {
			in.Arrays = append(in.Arrays, g.sub.given.arrays[k])
		} else {
			in.Arrays = append(in.Arrays, zeros(g.budget, x.elem, x.shape(in.Sizes)))
		}
		in.Layouts = append(in.Layouts, layout(in.Arrays[k].Shape))
	}
}

// zeros returns an array of zeros. If it does not fit the budget, zeros ends the work by stop.Ask.
func zeros(b *engine.Budget, elem syntax.Elem, shape []int) (a *value.Array) {
	n, fits := machine.Count(shape)
	stop.Poll(func() error {
		if !fits || n > addressable { // whatever the limit is
			return &engine.TooMuch{Want: 8 * int64(min(n, math.MaxInt/8)), Limit: 8 * addressable}
		}
		return b.Make(int64(n), func() { a = value.NewArray(elem, shape) })
	}).Ask()
	return a
}

// addressable is more than any machine can address.
const addressable = 1 << 44

// asking returns a function to call for each element of an input. It ends the work when the budget does.
func (g *inputs) asking() func() { return stop.Poll(g.budget.Poll).Seldom() }

// settle is Subject.settle within the budget.
func (g *inputs) settle(in *Input) { g.sub.settle(in, g.asking()) }

// fill gives element k, counted over all arrays together, the value f(k), or half of it for an f64.
func (g *inputs) fill(in *Input, f func(k int) int64) {
	k, ask := 0, g.asking()
	for j, x := range g.sub.Arrays {
		if g.sub.givesArray(j) {
			continue
		}
		for i := range in.Arrays[j].Elems.Len() {
			ask()
			v := num.Of(f(k))
			if x.elem == syntax.F64 {
				v = num.OfFloat(float64(f(k)) / 2)
			}
			in.Arrays[j].Elems.Set(i, v)
			k++
		}
	}
}
