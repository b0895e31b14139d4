package native

import (
	"math"
	"testing"

	"funmem/eval/value"
	"funmem/semantics/num"
)

// TestDiffer: values are the same bit for bit, but for NaNs; near allows a small difference of finite f64s.
func TestDiffer(t *testing.T) {
	f := func(x float64) value.Val { return value.Number(num.OfFloat(x)) }
	for _, c := range []struct {
		x, y        value.Val
		exact, near bool
	}{
		{f(1), f(1), true, true},
		{f(1), f(1 + 1e-9), false, true},
		{f(1e9), f(1e9 + 1), false, true},
		{f(1), f(1.01), false, false},
		{f(0), f(math.Copysign(0, -1)), false, true},
		{f(math.NaN()), f(math.Float64frombits(0x7ff8000000000123)), true, true},
		{f(math.NaN()), f(1), false, false},
		{f(math.Inf(1)), f(math.Inf(1)), true, true},
		{f(math.Inf(1)), f(1), false, false},
		{f(math.Inf(1)), f(math.Inf(-1)), false, false},
		{f(math.MaxFloat64), f(math.Inf(1)), false, false},
		{value.Number(num.Of(3)), value.Number(num.Of(3)), true, true},
		{value.Number(num.Of(3)), value.Number(num.Of(4)), false, false},
		{value.Number(num.Of(3)), f(3), false, false},
	} {
		for _, pair := range [][2]value.Val{{c.x, c.y}, {c.y, c.x}} {
			got, want := pair[:1], pair[1:]
			if e, n := differ(got, want, false) == "", differ(got, want, true) == ""; e != c.exact || n != c.near {
				t.Errorf("%s and %s: %t and near %t", value.Format(got[0], 0), value.Format(want[0], 0), e, n)
			}
			if d, ok := Apart(got[0], want[0]); ok && (d > Bound) == c.near || !ok && c.near {
				t.Errorf("%s and %s are %g apart, %t", value.Format(got[0], 0), value.Format(want[0], 0), d, ok)
			}
		}
	}
}
