package num

import "testing"

// TestCopy: to copy values is to store one after the other, whatever the kinds are.
func TestCopy(t *testing.T) {
	large, _ := Of(2).Pow(Of(80))
	vec := func(values ...Num) *Vec {
		v := NewVec(len(values))
		for i, x := range values {
			v.Set(i, x)
		}
		return v
	}
	some := map[string]*Vec{
		"zeros": NewVec(4),
		"ints":  vec(Of(1), Of(-2), Of(3), Of(4)),
		"reals": vec(OfFloat(1.5), OfFloat(-2), OfFloat(0), OfFloat(4)),
		"wide":  vec(Of(1), large, Of(3), Of(4)),
		"mixed": vec(Of(1), OfFloat(2.5), Of(3), OfFloat(4)),
	}
	for a, to := range some {
		for b, w := range some {
			for n := range 4 {
				got, want := to.Clone(), to.Clone()
				got.Copy(1, w, 4-n, n)
				for k := range n {
					want.Set(1+k, w.At(4-n+k))
				}
				for i := range 4 {
					if x, y := got.At(i), want.At(i); x.String() != y.String() || x.IsReal() != y.IsReal() {
						t.Errorf("%d of %s into %s: element %d is %s, not %s", n, b, a, i, x, y)
					}
				}
				if got.IsReal() != want.IsReal() {
					t.Errorf("%d of %s into %s: it is another kind", n, b, a)
				}
			}
		}
	}
}
