package tofunmem

import (
	"testing"

	"funmem/futhark"
	"funmem/semantics/num"
)

// TestFit: numbers become those of a type in its inner form.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		elem    futhark.Prim
		x, want num.Num
	}{
		{"bool", num.Of(3), num.Of(1)}, {"bool", num.Of(-2), num.Of(0)}, {"unit", num.Of(7), num.Of(0)},
		{"i8", num.Of(300), num.Of(44)}, {"u8", num.Of(200), num.Of(-56)}, {"i64", num.Of(-5), num.Of(-5)},
		{"f32", num.OfFloat(0.1), num.OfFloat(float64(float32(0.1)))}, {"f64", num.OfFloat(0.1), num.OfFloat(0.1)},
	} {
		if got := (&Param{Elem: c.elem}).Fit(c.x); !got.Equal(c.want) {
			t.Errorf("%s as %s is %s, wanted %s", c.x, c.elem, got, c.want)
		}
	}
}
