package prove

import "testing"

// TestModel: values that fit a system are found if small ones do, and none if nothing fits.
func TestModel(t *testing.T) {
	for _, c := range []struct {
		coefs    [3]int64 // a + b*x + c*y >= 0, in addition to x <= y and x >= 3
		negative bool
		found    bool
	}{
		{[3]int64{0, 1, 0}, false, true},
		{[3]int64{-5, 0, 1}, false, true},
		{[3]int64{0, 0, -1}, false, false},
		{[3]int64{-9, 1, 0}, false, false}, // beyond the values that are tried
		{[3]int64{4, -1, 0}, true, true},
	} {
		y := &Symbols{}
		a, b := y.New("x"), y.New("y")
		var s System
		s.AtMost(a, b)
		s.NonNeg(a.Sub(constant(3)))
		s.NonNeg(constant(c.coefs[0]).Add(a.Mul(constant(c.coefs[1]))).Add(b.Mul(constant(c.coefs[2]))))
		v := Model(y, s, func(int) bool { return c.negative })
		if (v != nil) != c.found {
			t.Errorf("%v: %v, wanted found: %v", c.coefs, v, c.found)
		}
		if v != nil && (v[1] > v[2] || v[1] < 3 || c.coefs[0]+c.coefs[1]*v[1]+c.coefs[2]*v[2] < 0) {
			t.Errorf("%v: %v does not fit", c.coefs, v)
		}
	}
}
