package num

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestKinds: a Vec holds whatever was stored, integers and reals side by side,
// and knows its words as long as all are of one kind and fit.
func TestKinds(t *testing.T) {
	wide, _ := Parse("123456789012345678901234567890")
	decimal := OfReal(NewReals(30).Of(RealOf(0.1)))
	rapid.Check(t, func(t *rapid.T) {
		const n = 5
		v, want := NewVec(n), make([]Num, n)
		nums := []Num{Of(7), Of(-1), wide, OfFloat(1.5), OfFloat(math.Copysign(0, -1)), OfFloat(math.NaN()), decimal, {}, Zero(true)}
		if rapid.Bool().Draw(t, "one kind") {
			nums = nums[3:6]
		}
		stored := map[int]bool{}
		var ever []Num
		for range rapid.IntRange(0, 12).Draw(t, "stores") {
			i, x := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.SampledFrom(nums).Draw(t, "x")
			if rapid.Bool().Draw(t, "with") {
				v = v.With([]int{i}, func(int) Num { return x })
			} else {
				v.Set(i, x)
			}
			want[i], stored[i] = x, true
			ever = append(ever, x)
		}
		for _, real := range []bool{true, false} {
			unlike := func(x Num) bool { return x.IsReal() != real || x.Words() > 0 || x.w != nil && x.w.d != nil }
			words, ok := v.Clone().Words(real)
			if !ok && !slices.ContainsFunc(ever, unlike) {
				t.Fatalf("no words of kind %v, of %v", real, want)
			}
			if ok && slices.ContainsFunc(want, func(x Num) bool { return x.s != 0 && unlike(x) }) {
				t.Fatalf("words of kind %v, of %v", real, want)
			}
			for i, w := range words {
				if stored[i] && w != want[i].s {
					t.Fatalf("word %d is %d, of %v", i, w, want)
				}
			}
		}
		for i, x := range want {
			if got := v.At(i); stored[i] && !got.Equal(x) || !stored[i] && got.s != 0 {
				t.Fatalf("at %d: %v, want %v", i, got, x)
			}
		}
	})
}

// TestEqualKinds: an integer is not a real.
func TestEqualKinds(t *testing.T) {
	nan := OfFloat(math.NaN())
	if Of(0).Equal(Zero(true)) || !nan.Equal(nan) || Zero(true).Equal(OfFloat(math.Copysign(0, -1))) || OfFloat(1).Equal(Of(1)) {
		t.Error("kinds are mixed up")
	}
	if s := OfFloat(1).String() + nan.String() + Of(1).String(); s != "1.0nan1" {
		t.Error(s)
	}
}
