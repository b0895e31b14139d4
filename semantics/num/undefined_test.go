package num

import "testing"

// TestUndefined: an undefined element is not a number, equals only its like, and goes
// from Vec to Vec unchanged. Flat storage has holes for it.
func TestUndefined(t *testing.T) {
	for _, real := range []bool{false, true} {
		x := Undefined(real, "here")
		for _, y := range []Num{Of(0), Zero(true), Of(Hole(false)), OfFloat(1)} {
			if x.Equal(y) || y.Equal(x) || y.IsUndefined() {
				t.Errorf("%s is %s", x, y)
			}
		}
		if !x.IsUndefined() || !x.Equal(Undefined(real, nil)) || x.IsReal() != real || x.String() != "_" || x.Origin() != "here" {
			t.Errorf("%#v", x)
		}
		v := NewScratch(3, real, "here")
		one := Of(1)
		if real {
			one = OfFloat(1)
		}
		w := v.With([]int{1}, func(int) Num { return one })
		if _, ok := w.Words(real); ok || !w.At(0).IsUndefined() || w.At(1).IsUndefined() || !v.At(1).IsUndefined() || !w.HasUndefined() {
			t.Errorf("%v", w)
		}
		if words, holes, ok := w.Partial(real); !ok || !holes || words[0] != Hole(real) || words[1] != one.s {
			t.Errorf("%v %v %v", words, holes, ok)
		}
		if _, _, ok := w.Partial(!real); ok {
			t.Error("of the other kind")
		}
		w.Set(0, one)
		w.Set(2, one)
		if _, ok := w.Words(real); !ok || w.HasUndefined() {
			t.Errorf("%v", w)
		}
		w.Set(0, x)
		c := NewVec(1)
		c.Set(0, w.At(0))
		if !c.At(0).IsUndefined() || c.At(0).IsReal() != real {
			t.Errorf("%v", c)
		}
	}
}
