package validate

import (
	"math"
	"math/rand/v2"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// longestSize is the largest constant that is used as a size.
const longestSize = 1 << 16

// beside returns the constants moved by more away from 0, or towards it, in order.
func (c *constants) beside(more int64) (list []num.Num) {
	for _, k := range c.ints {
		if k.Sign() < 0 {
			list = append(list, k.Sub(num.Of(more)))
		} else {
			list = append(list, k.Add(num.Of(more)))
		}
	}
	return list
}

// besideSizes returns those that can be sizes, with the sign dropped.
func (c *constants) besideSizes(more int64) (list []num.Num) {
	for _, x := range c.beside(more) {
		if k, ok := x.Abs().Int64(); ok && k <= longestSize {
			list = append(list, num.Of(k))
		}
	}
	return list
}

// besideReals returns the next doubles after the constants, away from 0 or towards it, and ints as beside has them.
func (c *constants) besideReals(more int64) (list []num.Num) {
	for _, f := range c.reals {
		switch {
		case more > 0:
			f = math.Nextafter(f, math.Copysign(math.Inf(1), f))
		case more < 0:
			f = math.Nextafter(f, math.Copysign(math.Inf(1), -f))
		}
		list = append(list, num.OfFloat(f))
	}
	for _, k := range c.beside(more) {
		list = append(list, asReal(k))
	}
	return list
}

// aroundReals returns the reals one above and one below the constants, and all of these with the other sign.
func (c *constants) aroundReals() (list []num.Num) {
	for _, f := range c.reals {
		list = append(list, num.OfFloat(f+1), num.OfFloat(f-1), num.OfFloat(-f))
	}
	return list
}

// aroundSizes returns the sizes at and around the constants, the closest ones first, and then some of their
// multiples.
func (c *constants) aroundSizes() []num.Num {
	return c.around(longestSize, []func(k num.Num) []num.Num{
		func(k num.Num) []num.Num { return times(k.Abs(), [2]int64{1, 1}, [2]int64{1, 0}) },
		func(k num.Num) []num.Num { return times(k.Abs(), [2]int64{1, -1}, [2]int64{2, 0}) },
		func(k num.Num) []num.Num { return times(k.Abs(), [2]int64{2, 1}, [2]int64{3, -1}, [2]int64{4, 0}) },
		func(k num.Num) []num.Num { square, _ := k.Mul(k); return times(square, [2]int64{1, 1}) },
	})
}

// aroundInts returns the ints at and around the constants, with either sign, and some of their multiples. If the
// programs have widths, it adds the ends of those.
func (c *constants) aroundInts() []num.Num {
	list := c.around(math.MaxInt64, []func(k num.Num) []num.Num{
		func(k num.Num) []num.Num { return times(k, [2]int64{1, 1}, [2]int64{1, 0}) },
		func(k num.Num) []num.Num { return times(k, [2]int64{1, -1}, [2]int64{-1, 0}, [2]int64{2, 0}) },
	})
	if c.wide {
		for _, bits := range widths {
			list = append(list, times(power(num.Of(bits)), [2]int64{1, 0}, [2]int64{1, 1}, [2]int64{-1, -1})...)
		}
	}
	return list
}

// around returns the numbers up to a maximum that some functions compute from the constants, without duplicates.
func (c *constants) around(most int64, of []func(num.Num) []num.Num) (list []num.Num) {
	for _, f := range of {
		for _, k := range c.ints {
			for _, x := range f(k) {
				if n, ok := x.Int64(); (!ok && most == math.MaxInt64 || ok && n <= most && (n >= 0 || most == math.MaxInt64)) && !slices.ContainsFunc(list, x.Equal) {
					list = append(list, x)
				}
			}
		}
	}
	return list
}

// times returns the numbers a·k + b.
func times(k num.Num, of ...[2]int64) (list []num.Num) {
	for _, ab := range of {
		x, _ := num.Of(ab[0]).Mul(k)
		list = append(list, x.Add(num.Of(ab[1])))
	}
	return list
}

// widths are the numbers of bits at which fixed-width ints and f64s end.
var widths = []int64{7, 8, 15, 16, 31, 32, 53, 63}

// power returns 2 to the power of bits.
func power(bits num.Num) num.Num {
	k, _ := num.Of(2).Pow(bits)
	return k
}

// wideEvery is how many ints there are for one at the end of a width, if the programs have widths.
const wideEvery = 4

// int returns a constant of the programs or a neighbour, with either sign, or a small number if there are no
// constants.
func (c *constants) int(r *rand.Rand) num.Num {
	if c.wide && r.IntN(wideEvery) == 0 {
		k := power(num.Of(widths[r.IntN(len(widths))])).Add(num.Of(r.Int64N(3) - 1))
		if r.IntN(3) == 0 {
			k = k.Neg()
		}
		return k
	}
	if len(c.ints) == 0 {
		return num.Of(int64(r.IntN(7) - 2))
	}
	k := c.ints[min(r.IntN(len(c.ints)), r.IntN(len(c.ints)))].Add(num.Of([]int64{-1, 0, 0, 1}[r.IntN(4)]))
	if r.IntN(6) == 0 {
		k = k.Neg()
	}
	return k
}

// real returns such an f64.
func (c *constants) real(r *rand.Rand) num.Num {
	if len(c.reals) == 0 || len(c.ints) > 0 && r.IntN(3) == 0 {
		return asReal(c.int(r))
	}
	f := c.reals[r.IntN(len(c.reals))]
	switch r.IntN(8) {
	case 0:
		f++
	case 1:
		f--
	case 2:
		f = math.Nextafter(f, math.Inf(1))
	case 3:
		f = math.Nextafter(f, math.Inf(-1))
	case 4:
		f = -f
	}
	return num.OfFloat(f)
}

// of returns such an int or f64.
func (c *constants) of(r *rand.Rand, t syntax.Elem) *num.Num {
	k := c.int(r)
	if t == syntax.F64 {
		k = c.real(r)
	}
	return &k
}

// asReal returns an int as an f64.
func asReal(k num.Num) num.Num { return num.OfReal(doubles.Reals.OfInt(k)) }
