package num

import "math"

// Agreement is the number of significant decimal digits to which two reals agree:
// -log10 of their relative difference, up to about 60. It is infinite if they are
// the same. It is 0 if one is 0, NaN or infinite and the other is not.
func Agreement(x, exact Real) float64 {
	w := NewReals(60)
	x, exact = w.Of(x), w.Of(exact)
	switch {
	case x.IsNaN() || exact.IsNaN() || x.IsInf() || exact.IsInf():
		return infiniteIf(x.Equal(exact))
	case exact.Sign() == 0:
		return infiniteIf(x.Sign() == 0)
	}
	diff := w.Abs(w.Sub(x, exact))
	if diff.Sign() == 0 {
		return math.Inf(1)
	}
	return math.Max(0, -w.Apply(Log10, w.Div(diff, w.Abs(exact))).Float64())
}

// RightDigits is Agreement of a double with the right value. It is infinite if no
// double is nearer to that value.
func RightDigits(x, exact Real) float64 {
	if RealOf(exact.Float64()).Equal(x) {
		return math.Inf(1)
	}
	return Agreement(x, exact)
}

func infiniteIf(same bool) float64 {
	if same {
		return math.Inf(1)
	}
	return 0
}
