package validate

import (
	"math"
	"math/rand/v2"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// The small inputs: sizes up to maxSmall, all contents of up to maxCells elements
// over contentBase values.
const (
	maxSmall    = 3
	maxCells    = 4
	contentBase = 2
)

// smallInts and smallReals are the numbers of small inputs, the first ones first.
var (
	smallInts  = []int64{1, 0, 2, -1, 3, 4}
	smallReals = []float64{1, 0, 0.5, -1.5}
)

// inputs is the sequence of inputs of a subject: small ones in the order of their
// size, and then random ones.
type inputs struct {
	sub    *Subject
	seed   uint64
	small  []*Input
	layout bool // layouts can be chosen
}

// newInputs makes the sequence; at most most of its inputs are small ones.
func newInputs(sub *Subject, seed int64, most int) *inputs {
	g := &inputs{sub: sub, seed: uint64(seed), layout: sub.chooses()}
	g.enumerate(most)
	return g
}

// Small is how many small inputs there are. A validation of twice as many tests runs
// all of them.
func (sub *Subject) Small() int { return len(newInputs(sub, 0, math.MaxInt).small) }

// chooses tells whether the parameters of AFTER carry offset or strides.
func (sub *Subject) chooses() bool {
	for _, x := range sub.After.arrays {
		if x.Type.Mem == nil {
			continue
		}
		l := x.Type.Mem.L
		if _, ok := l.Offset.(*syntax.Var); ok {
			return true
		}
		for k, d := range l.Dims {
			if v, ok := d.Stride.(*syntax.Var); ok && !isSize(v, x.Type.Dims[k+1:]) {
				return true
			}
		}
	}
	return false
}

func isSize(v *syntax.Var, dims []syntax.Expr) bool {
	for _, d := range dims {
		if x, ok := d.(*syntax.Var); ok && x.ID == v.ID {
			return true
		}
	}
	return false
}

// at is input number t, from 0.
func (g *inputs) at(t, tests int) *Input {
	if t < len(g.small) {
		return g.small[t]
	}
	progress := min(1, float64(t-len(g.small))/float64(max(1, tests-len(g.small))))
	return g.random(rand.New(rand.NewPCG(g.seed, uint64(t))), 3+int(progress*7))
}

// enumerate makes the small inputs, by the sum of what counts their coordinates:
// sizes, numbers, contents and layouts.
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
		limits = append(limits, int(NumLayouts))
	}
	for sum := 0; len(g.small) < most; sum++ {
		before := len(g.small)
		any := g.diagonal(limits, make([]int, 0, len(limits)), sum, most)
		if !any && len(g.small) == before {
			return
		}
	}
}

// unless is how many coordinates there are of what is given, or else n.
func unless(given bool, n int) int {
	if given {
		return 1
	}
	return n
}

// diagonal makes the inputs whose coordinates have the given sum; it tells whether
// there are coordinates that have it.
func (g *inputs) diagonal(limits, at []int, sum, most int) (any bool) {
	if len(at) == len(limits) {
		if sum == 0 && len(g.small) < most {
			if in := g.smallInput(at); in != nil {
				g.small = append(g.small, in)
			}
		}
		return sum == 0
	}
	for k := 0; k < limits[len(at)] && k <= sum; k++ {
		any = g.diagonal(limits, append(at, k), sum-k, most) || any
	}
	return any
}

// smallInput is the input with the given coordinates, or nil where they give none of
// their own.
func (g *inputs) smallInput(at []int) *Input {
	s := g.sub
	in := &Input{Sizes: append([]int{}, at[:s.Sizes]...)}
	s.settleSizes(in.Sizes)
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
		layout = Layout(at[len(s.Numbers)+1])
	}
	g.shapes(in, layout)
	n := s.searched(in)
	if content > 0 && (n == 0 || n > maxCells || content > 1<<n) {
		return nil
	}
	g.fill(in, 2, func(k int) int64 {
		if content == 0 {
			return int64(k + 1) // all different
		}
		return int64((content - 1) >> k & 1)
	})
	s.settle(in)
	return in
}

// shapes gives the input its arrays, of zeros, in a layout.
func (g *inputs) shapes(in *Input, layout Layout) {
	for k, x := range g.sub.Arrays {
		if g.sub.givesArray(k) {
			in.Arrays = append(in.Arrays, g.sub.given.arrays[k])
		} else {
			in.Arrays = append(in.Arrays, value.NewArray(x.elem, x.shape(in.Sizes)))
		}
		in.Layouts = append(in.Layouts, layout)
	}
}

// parts are the parts of one that random reals are whole numbers of.
var parts = []float64{2, 4, 10, 3}

// fill gives element k of all arrays together the value f(k), and an f64 that part of it.
func (g *inputs) fill(in *Input, part float64, f func(k int) int64) {
	k := 0
	for j, x := range g.sub.Arrays {
		if g.sub.givesArray(j) {
			continue
		}
		for i := range in.Arrays[j].Elems.Len() {
			v := num.Of(f(k))
			if x.elem == syntax.F64 {
				v = num.OfFloat(float64(f(k)) / part)
			}
			in.Arrays[j].Elems.Set(i, v)
			k++
		}
	}
}

// wideEvery is how many random inputs there are for one of larger sizes.
const wideEvery = 8

// longEvery is how many random inputs there are for one with a long array, of longest/4
// to 5/4·longest rows.
const (
	longEvery = 50
	longest   = 120
)

// mostCells is about how many elements the arrays of a random input have together, and
// mostLong of one with a long array.
const (
	mostCells = 200
	mostLong  = 600
)

// bounded makes sizes smaller until the arrays have not too many elements.
func (sub *Subject) bounded(sizes []int, most int) {
	for {
		n := 0
		for _, x := range sub.Arrays {
			k, _ := value.Count(x.shape(sizes))
			n += k
		}
		if n <= most || len(sizes) == 0 {
			return
		}
		for k := range sizes {
			sizes[k] = sizes[k] * 3 / 4
		}
	}
}

// random is an input with sizes up to most, some of them with a longer one.
func (g *inputs) random(r *rand.Rand, most int) *Input {
	s := g.sub
	in, cells := &Input{}, mostCells
	if r.IntN(wideEvery) == 0 {
		most *= 4
	}
	for range s.Sizes {
		in.Sizes = append(in.Sizes, r.IntN(most+1))
	}
	if s.Sizes > 0 && r.IntN(longEvery) == 0 {
		in.Sizes[r.IntN(s.Sizes)] = longest/4 + r.IntN(longest)
		cells = mostLong
	}
	s.bounded(in.Sizes, cells)
	s.settleSizes(in.Sizes)
	layout := RowMajor
	if g.layout {
		layout = Layout(r.IntN(int(NumLayouts)))
	}
	g.shapes(in, layout)
	for k := range in.Layouts {
		if g.layout && r.IntN(3) == 0 {
			in.Layouts[k] = Layout(r.IntN(int(NumLayouts)))
		}
	}
	for _, x := range s.Numbers {
		if x.elem == syntax.F64 {
			in.Numbers = append(in.Numbers, num.OfFloat(float64(r.IntN(33)-16)/parts[r.IntN(len(parts))]))
		} else {
			in.Numbers = append(in.Numbers, num.Of(g.number(r, in.Sizes, most)))
		}
	}
	wide := []int64{10, 100, int64(most) + 1, 2, 10, 100, int64(most) + 1, 1000}[r.IntN(8)]
	positive := r.IntN(2) == 0
	g.fill(in, parts[r.IntN(len(parts))], func(int) int64 {
		v := r.Int64N(wide) + 1
		if !positive {
			v -= wide/2 + 1
		}
		return v
	})
	if r.IntN(oddEvery) == 0 {
		g.odd(r, in)
	}
	s.settle(in)
	return in
}

// oddEvery is how many random inputs there are for one with odd reals.
const oddEvery = 6

// odd puts reals that no arithmetic rule of thumb holds for into arrays and numbers.
func (g *inputs) odd(r *rand.Rand, in *Input) {
	reals := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324, 1e308, 0.1}
	for k, x := range g.sub.Numbers {
		if x.elem == syntax.F64 && r.IntN(2) == 0 {
			in.Numbers[k] = num.OfFloat(reals[r.IntN(len(reals))])
		}
	}
	for k, x := range g.sub.Arrays {
		if x.elem != syntax.F64 || g.sub.givesArray(k) {
			continue
		}
		for i := range in.Arrays[k].Elems.Len() {
			if r.IntN(3) == 0 {
				in.Arrays[k].Elems.Set(i, num.OfFloat(reals[r.IntN(len(reals))]))
			}
		}
	}
}

// largeEvery is how many random numbers there are for one that is large.
const largeEvery = 32

// number is a random int: half of them may be an index of a dimension, and some are large.
func (g *inputs) number(r *rand.Rand, sizes []int, most int) int64 {
	if len(sizes) > 0 && r.IntN(2) == 0 {
		return 1 + r.Int64N(int64(max(1, sizes[r.IntN(len(sizes))])))
	}
	if r.IntN(largeEvery) == 0 {
		return r.Int64N(1001) - 500
	}
	return int64(r.IntN(most+4) - 2)
}
