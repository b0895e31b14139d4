package validate

import (
	"math"
	"math/rand/v2"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// scaledEvery is how many random inputs there are for one with numbers of all magnitudes.
const scaledEvery = 3

// scales are the maximum bits of the numbers of such an input, taken by turns. With fewer bits, a loop that counts up
// to a number ends.
var scales = []int{12, 24, 40, 62}

// scaled returns an input with sizes up to most, whose numbers and elements have all magnitudes: each number of bits is
// equally likely. It shows what a program does with the digits of a number, even if none of its constants is as large.
func (g *inputs) scaled(r *rand.Rand, most int) *Input {
	in := &Input{}
	for range g.sub.Sizes {
		in.Sizes = append(in.Sizes, r.IntN(most+1))
	}
	g.sub.bounded(in.Sizes, mostCells)
	g.sub.settleSizes(in.Sizes)
	g.places(r, in, r.IntN(2) == 0)
	bits := scales[r.IntN(len(scales))]
	signed := r.IntN(2) == 0
	draw := func(t syntax.Elem) num.Num {
		k := num.Of(magnitude(r, bits, signed))
		if t == syntax.F64 {
			f, _ := k.Int64()
			return num.OfFloat(math.Ldexp(float64(f), -r.IntN(bits)))
		}
		return k
	}
	for _, x := range g.sub.Numbers {
		in.Numbers = append(in.Numbers, draw(x.elem))
	}
	ask := g.asking()
	for k, x := range g.sub.Arrays {
		if g.sub.givesArray(k) {
			continue
		}
		for i := range in.Arrays[k].Elems.Len() {
			ask()
			in.Arrays[k].Elems.Set(i, draw(x.elem))
		}
	}
	g.settle(in)
	in.Larger = true
	return in
}

// magnitude returns a number of at most so many bits, where each number of bits is equally likely. One in four is a
// power of two, or one less.
func magnitude(r *rand.Rand, bits int, signed bool) int64 {
	n := r.IntN(bits + 1)
	k := int64(1)<<n - 1
	switch r.IntN(8) {
	case 0:
	case 1:
		k++
	default:
		k = r.Int64N(k + 1)
	}
	if signed && r.IntN(2) == 0 {
		k = -k
	}
	return k
}
