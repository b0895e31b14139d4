package num

import (
	"math"
	"testing"
)

func TestRightDigits(t *testing.T) {
	r := NewReals(50)
	parse := func(text string) Real {
		x, err := r.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		x     float64
		exact string
		want  float64
	}{
		{0.1, "0.1", inf}, // the nearest double
		{0.1, "0.10000000000000001", inf},
		{0.1, "0.1001", 3},
		{-3, "3", 0},
		{1e300, "1.000001e300", 6},
		{1e-300, "0", 0},
		{0, "1e-300", 0},
		{0, "0", inf},
		{math.NaN(), "nan", inf},
		{math.NaN(), "1", 0},
		{math.Inf(1), "inf", inf},
		{math.Inf(1), "1e400", inf}, // there is no double that is nearer
		{math.Inf(1), "1e300", 0},
	} {
		if got := RightDigits(RealOf(c.x), parse(c.exact)); got != c.want && !(math.Abs(got-c.want) < 0.01) {
			t.Errorf("%v for %s: %v digits, want %v", c.x, c.exact, got, c.want)
		}
	}
	if got := Agreement(parse("1"), parse("1.00000000000000000000000000000001")); math.Abs(got-32) > 0.01 {
		t.Errorf("%v digits of 32", got)
	}
}
