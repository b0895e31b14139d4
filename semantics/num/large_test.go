package num

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestDouble: the double nearest to an int of many words is the one that its decimal gives, also halfway between two
// doubles and beyond the greatest.
func TestDouble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.Int64Range(0, 1100).Draw(t, "shift")
		x, _ := Of(rapid.Int64().Draw(t, "x")).Shl(Of(shift))
		half, _ := Of(1).Shl(Of(shift))
		x = x.Add(half.Mul1(rapid.Int64Range(-2, 2).Draw(t, "halves"))).Add(Of(rapid.Int64Range(-1, 1).Draw(t, "more")))
		text := x.String()
		want, err := Doubles.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Doubles.OfInt(x); !got.Equal(want) {
			t.Fatalf("f64(%s) = %s, want %s", text, got, want)
		}
	})
	most, _ := Of(2).Pow(Of(1024))
	if got := Doubles.OfInt(most.Neg()).Float64(); !math.IsInf(got, -1) {
		t.Error(got)
	}
}

// Mul1 is x * k.
func (x Num) Mul1(k int64) Num { p, _ := x.Mul(Of(k)); return p }

// TestPairs: elements that are one large number are compared once, and all others separately.
func TestPairs(t *testing.T) {
	large := func(k int64) Num { x, _ := Of(7).Pow(Of(1000)); return x.Add(Of(k)) }
	x, y, z := large(0), large(0), large(1)
	var p Pairs
	for _, c := range []struct {
		x, y Num
		want bool
	}{{x, y, true}, {x, y, true}, {x, z, false}, {x, y, true}, {z, x, false}, {Of(1), Of(1), true}, {Of(1), x, false}, {OfFloat(1), OfFloat(1), true}, {x, OfFloat(1), false}} {
		if got := p.Equal(c.x, c.y); got != c.want || c.x.Equal(c.y) != c.want {
			t.Errorf("%v %v", got, c)
		}
	}
	// The words of y change under it, which only a second comparison would see.
	y.w.b.Add(y.w.b, y.w.b)
	if !p.Equal(x, y) {
		t.Error("one pair was compared twice")
	}
}
