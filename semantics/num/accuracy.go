package num

import "math"

// Agreement is to how many significant decimal digits two reals agree, -log10 of
// their relative difference, up to about 60. It is infinite for what is the same,
// and 0 where nothing agrees: where one of the two is 0, NaN or infinite, and the
// other is not.
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

// RightDigits is Agreement of a double with what it should be, and infinite where
// it is the double that is nearest to that.
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
