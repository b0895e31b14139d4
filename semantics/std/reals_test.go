package std_test

import "math"

// realCases are the functions on reals that differ from those on ints.
var realCases = map[string]func(d *draw) call{
	"mean_f64": onVec(1, func(x vec) any { return mean(floats(x)) }),
	"variance_f64": onVec(1, func(x vec) any {
		y := floats(x)
		m := mean(y)
		for i, v := range y {
			y[i] = (v - m) * (v - m)
		}
		return mean(y)
	}),
	"norm2_f64": onVec(0, func(x vec) any {
		s := 0.0
		for _, v := range floats(x) {
			s += v * v
		}
		return math.Sqrt(s)
	}),
	"solve_f64": func(d *draw) call { // rows of a triangle with ones on its diagonal, in another order
		n := d.int(0, 4)
		x, by := d.vec(n), d.int(0, 9)
		a := build(func(ix []int) int {
			i, j := (ix[0]+by)%n, ix[1]
			switch {
			case i == j:
				return 8
			case i < j:
				return d.int(-4, 4)
			}
			return 0
		}, n, n)
		return of(x, a, times(a, column(x)).elems1())
	},
	"histogram_f64": func(d *draw) call {
		k, low, x := d.int(1, 4), d.int(-5, 0), d.vec(d.size())
		h := make(vec, k)
		for _, v := range x {
			if v >= low && v < low+8 {
				h[(v-low)*k/8]++
			}
		}
		return of(h, k, low, low+8, x)
	},
	"smooth_f64": func(d *draw) call {
		k, x := d.int(0, 3), d.vec(d.size())
		y := floats(x)
		for range k {
			z := make(reals, len(y))
			for i := range y {
				z[i] = (y[clamp(i-1, len(y))] + 2*y[i] + y[clamp(i+1, len(y))]) / 4
			}
			y = z
		}
		return of(y, k, x)
	},
}

func floats(x vec) reals {
	y := make(reals, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func mean(x reals) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}
