package validate

import (
	"math/rand/v2"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// content is the kind of elements that a random input has.
type content uint8

const (
	different   content = iota // 1, 2, …, all different
	ranked                     // 1, 2, … in each array, so that its elements are its indices
	permuted                   // the same numbers in another order
	indices                    // any indices of one of the sizes, with repetitions
	ascending                  // from 0 or 1 on, with steps of 0 to 2
	seeded                     // small numbers, mixed with constants of the programs and their neighbours
	constant1                  // one constant everywhere
	descending                 // down to 1 or 0, with steps of 1 or 2
	fromZero                   // 0, 1, … in each array
	flags                      // 0 or 1
	lone                       // zeros, but for one element
	wideContent                // random numbers of one width
	contents
)

// parts are the denominators of random reals.
var parts = []float64{2, 4, 10, 3}

// elements fills the arrays of an input with elements of one kind.
func (g *inputs) elements(r *rand.Rand, in *Input, kind content, wide int64) {
	part := parts[r.IntN(len(parts))]
	positive := r.IntN(2) == 0
	seen := 0
	all, allReal := g.constants.of(r, syntax.Int), g.constants.of(r, syntax.F64)
	upTo := int64(1)
	if n := len(in.Sizes); n > 0 {
		upTo = int64(max(1, in.Sizes[r.IntN(n)]))
	}
	ask := g.asking()
	for j, x := range g.sub.Arrays {
		if g.sub.givesArray(j) {
			continue
		}
		a := in.Arrays[j].Elems
		n := a.Len()
		step, from := 1, 0
		if n > 1 && kind == permuted {
			for step = 1 + r.IntN(n); gcd(step, n) != 1; step = 1 + r.IntN(n) {
			}
			from = r.IntN(n)
		}
		last, at := int64(r.IntN(2)), r.IntN(max(1, n))
		for i := range n {
			ask()
			var k int64
			var own *num.Num // a constant
			switch kind {
			case different:
				k = int64(seen + i + 1)
			case ranked, permuted:
				k = int64((from+i*step)%n + 1)
			case indices:
				k = 1 + r.Int64N(upTo)
			case ascending:
				k = last
				last += r.Int64N(3)
			case seeded:
				if r.IntN(2) == 0 {
					k = int64(r.IntN(5) - 1)
				} else {
					own = g.constants.of(r, x.elem)
				}
			case descending:
				k = last + int64(n-i)
				if positive {
					k += int64(n - i)
				}
			case fromZero:
				k = int64(i)
			case flags:
				k = r.Int64N(2)
			case lone:
				if i == at {
					k = 1 + r.Int64N(3)
				}
			case constant1:
				if own = all; x.elem == syntax.F64 {
					own = allReal
				}
			default:
				if k = r.Int64N(wide) + 1; !positive {
					k -= wide/2 + 1
				}
			}
			switch {
			case own != nil:
				a.Set(i, *own)
			case x.elem == syntax.F64:
				a.Set(i, num.OfFloat(float64(k)/part))
			default:
				a.Set(i, num.Of(k))
			}
		}
		seen += n
	}
}

// filling is how the arrays of an aimed input are filled.
type filling uint8

const (
	densely filling = iota // each element is a slot
	atEnds                 // the first, the last and the middle element are slots, and those at the indices given by the ints; the others have some content
	around                 // all have some content
)

// fillWith gives an input its elements. The last element of an array is its first slot; its other elements are the next
// slots.
func (g *inputs) fillWith(r *rand.Rand, in *Input, fill filling, choose chooser) {
	if fill != densely {
		g.elements(r, in, []content{seeded, seeded, seeded, different, ranked, permuted, indices, ascending, constant1, wideContent, flags, content(r.IntN(int(contents)))}[r.IntN(12)], 1000)
	}
	if fill == around {
		return
	}
	ask := g.asking()
	for j, x := range g.sub.Arrays {
		if g.sub.givesArray(j) {
			continue
		}
		holds := anInt
		if x.elem == syntax.F64 {
			holds = aReal
		}
		a := in.Arrays[j].Elems
		first := g.sub.Sizes + len(g.sub.Numbers) + 2*j
		set := func(i int, free bool) {
			s := first + 1 + i
			if i == a.Len()-1 {
				s = first
			}
			if y, ok := choose(in, s, holds); ok {
				a.Set(i, y)
			} else if free {
				a.Set(i, g.free(r, in, holds))
			}
		}
		if fill == densely {
			for i := range a.Len() {
				ask()
				set(i, true)
			}
			continue
		}
		places := []int{0, a.Len() / 2, a.Len() - 1}
		for _, y := range in.known()[len(in.Sizes):] {
			if k, ok := y.Int64(); ok {
				places = append(places, int(k)-1)
			}
		}
		for _, i := range places {
			if i >= 0 && i < a.Len() {
				set(i, false)
			}
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
