package validate

import (
	"math"
	"math/rand/v2"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// broadEvery is how many random inputs there are for one of larger sizes.
const broadEvery = 8

// longEvery is how many random inputs there are for one with a long array, which has from longest/4 to 5/4·longest
// rows.
const (
	longEvery = 50
	longest   = 120
)

// mostCells is roughly how many elements the arrays of a random input have together, and mostLong of one with a long
// array.
const (
	mostCells = 200
	mostLong  = 600
)

// bounded makes sizes smaller until the weight of the arrays is at most most.
func (sub *Subject) bounded(sizes []int, most int) {
	for {
		n := 0
		for _, x := range sub.Arrays {
			n += sub.weight(&x, sizes)
		}
		if n <= most || !slices.ContainsFunc(sizes, func(n int) bool { return n > 0 }) {
			return
		}
		for k := range sizes {
			sizes[k] = sizes[k] * 3 / 4
		}
	}
}

// gradedEvery is how many random inputs there are for one with sizes of different magnitudes, and for one with empty
// arrays beside others.
const gradedEvery = 6

// random returns an input with sizes up to most. Some of these inputs have one longer size.
func (g *inputs) random(r *rand.Rand, most int) *Input {
	s := g.sub
	in, cells := &Input{}, mostCells
	if r.IntN(broadEvery) == 0 {
		most *= 4
	}
	for range s.Sizes {
		in.Sizes = append(in.Sizes, r.IntN(most+1))
	}
	switch n := len(in.Sizes); {
	case r.IntN(8) == 0:
		for k := range in.Sizes {
			in.Sizes[k] = in.Sizes[0]
		}
	case n > 1 && r.IntN(gradedEvery) == 0: // each size some times the one before, in any order
		size, times := 1+r.IntN(3), 2+r.IntN(2)
		for _, k := range r.Perm(n) {
			in.Sizes[k], size = size, min(times*size+r.IntN(3), longest)
		}
	case n > 1 && r.IntN(gradedEvery) == 0: // some arrays are empty, and others are not
		for k := range in.Sizes {
			if in.Sizes[k] = 0; r.IntN(2) == 0 {
				in.Sizes[k] = 1 + r.IntN(2*most)
			}
		}
	}
	if s.Sizes > 0 && r.IntN(longEvery) == 0 {
		in.Sizes[r.IntN(s.Sizes)] = longest/4 + r.IntN(longest)
		cells = mostLong
	}
	s.bounded(in.Sizes, cells)
	s.settleSizes(in.Sizes)
	g.rest(r, in, most)
	return in
}

// swept returns input t among those whose sizes go through the range just above the small inputs. Each size comes once
// before any comes again, and the sizes within an input differ.
func (g *inputs) swept(r *rand.Rand, t int) *Input {
	in := &Input{}
	for s := range g.sub.Sizes {
		in.Sizes = append(in.Sizes, maxSmall+1+t*(7*s+1)%sweep)
	}
	g.fit(r, in.Sizes, limits{mostSwept, 4 * mostSwept, t})
	g.rest(r, in, 10)
	return in
}

// sweep is how many sizes this range has, a prime. mostSwept is how many elements the arrays of such an input may have.
const (
	sweep     = 61
	mostSwept = 1 << 11
)

// rest gives a random input that has sizes its numbers and elements.
func (g *inputs) rest(r *rand.Rand, in *Input, most int) {
	g.places(r, in, false)
	beyond := g.beyond(r, in.Sizes)
	for _, x := range g.sub.Numbers {
		switch {
		case x.elem != syntax.F64 && beyond != nil:
			in.Numbers = append(in.Numbers, num.Of(beyond()))
		case x.elem != syntax.F64:
			in.Numbers = append(in.Numbers, g.number(r, in.Sizes, most))
		case r.IntN(3) == 0:
			in.Numbers = append(in.Numbers, g.constants.real(r))
		default:
			in.Numbers = append(in.Numbers, num.OfFloat(float64(r.IntN(33)-16)/parts[r.IntN(len(parts))]))
		}
	}
	wide := []int64{10, 100, int64(most) + 1, 2, 10, 100, int64(most) + 1, 1000}[r.IntN(8)]
	kind := wideContent
	if r.IntN(2) == 0 {
		kind = content(r.IntN(int(contents)))
	}
	g.elements(r, in, kind, wide)
	g.end(r, in)
	in.Larger = g.sub.searched(in) > mostCells || in.long()
}

// places gives an input that has sizes its arrays, without elements, in random layouts, or all in row-major order if
// plain is set.
func (g *inputs) places(r *rand.Rand, in *Input, plain bool) {
	if !g.layout || plain {
		g.shapes(in, func([]int) Layout { return RowMajor })
		return
	}
	alike, first := r.IntN(3) > 0, (*Layout)(nil)
	g.shapes(in, func(shape []int) Layout {
		l := g.layoutFor(r, shape, in.Sizes)
		if first == nil {
			first = &l
		} else if alike {
			l = first.fitting(shape)
		}
		return l
	})
	g.share(r, in)
}

// end gives an input odd reals, and then the given arguments.
func (g *inputs) end(r *rand.Rand, in *Input) {
	if r.IntN(oddEvery) == 0 {
		g.odd(r, in)
	}
	g.settle(in)
}

// long tells whether a number is so large that work depending on it may take long.
func (in *Input) long() bool {
	return slices.ContainsFunc(in.Numbers, func(x num.Num) bool {
		k, ok := x.Int64()
		return ok && !x.IsReal() && k > mostCells
	})
}

// oddEvery is how many random inputs there are for one with odd reals.
const oddEvery = 6

// odd puts reals into arrays and numbers for which the usual rules of arithmetic fail.
func (g *inputs) odd(r *rand.Rand, in *Input) {
	reals := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324, 1e308, 0.1}
	if g.constants.wide { // the ends of an f32
		reals = append(reals, math.MaxFloat32, math.SmallestNonzeroFloat32, 3e-38, 1e30)
	}
	for k, x := range g.sub.Numbers {
		if x.elem == syntax.F64 && r.IntN(2) == 0 {
			in.Numbers[k] = num.OfFloat(reals[r.IntN(len(reals))])
		}
	}
	ask := g.asking()
	for k, x := range g.sub.Arrays {
		if x.elem != syntax.F64 || g.sub.givesArray(k) {
			continue
		}
		for i := range in.Arrays[k].Elems.Len() {
			if ask(); r.IntN(3) == 0 {
				in.Arrays[k].Elems.Set(i, num.OfFloat(reals[r.IntN(len(reals))]))
			}
		}
	}
}

// beyondEvery is how many random inputs there are for one with ints of both signs beyond its sizes.
const beyondEvery = 4

// beyond returns a function that draws the ints of such an input, or nil. Most of them have the same sign. They go up
// to three times a size, or in some inputs up to 1000.
func (g *inputs) beyond(r *rand.Rand, sizes []int) func() int64 {
	if r.IntN(beyondEvery) > 0 {
		return nil
	}
	most := 8
	switch {
	case r.IntN(3) == 0:
		most = 1000
	case len(sizes) > 0:
		most = 3*sizes[r.IntN(len(sizes))] + 2
	}
	negative := r.IntN(3) > 0
	return func() int64 {
		k := r.Int64N(int64(most) + 1)
		if negative != (r.IntN(4) == 0) {
			return -k
		}
		return k
	}
}

// largeEvery is how many random numbers there are for one large number.
const largeEvery = 32

// number returns a random int. Half of these may be an index of a dimension, and some are large.
func (g *inputs) number(r *rand.Rand, sizes []int, most int) num.Num {
	k := int64(r.IntN(most+4) - 2)
	switch what := r.IntN(8); {
	case what < 2:
		return g.constants.int(r)
	case what < 5 && len(sizes) > 0:
		k = 1 + r.Int64N(int64(max(1, sizes[r.IntN(len(sizes))])))
	case r.IntN(largeEvery) == 0:
		k = r.Int64N(1001) - 500
	}
	return num.Of(k)
}
