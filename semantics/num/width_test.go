package num

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestWrap compares widths with math/big.
func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := gen().Draw(t, "x")
		bits := rapid.SampledFrom([]uint{8, 16, 32, 64}).Draw(t, "bits")
		all := new(big.Int).Lsh(big.NewInt(1), bits)
		want := new(big.Int).Mod(toBig(x), all)
		if got := x.Wrap(bits, false); got.String() != want.String() {
			t.Fatalf("u%d(%s) = %s, want %s", bits, x, got, want)
		}
		if want.Bit(int(bits)-1) == 1 {
			want.Sub(want, all)
		}
		got := x.Wrap(bits, true)
		if got.String() != want.String() {
			t.Fatalf("i%d(%s) = %s, want %s", bits, x, got, want)
		}
		if y, err := x.Fit(bits); (err == nil) != got.Equal(x) || err == nil && !y.Equal(x) {
			t.Fatalf("nw%d(%s) = %s, %v", bits, x, y, err)
		}
	})
}

// TestHalf goes over all halves and what lies between two neighbours: f16 gives the
// nearer one, and the even one in the middle.
func TestHalf(t *testing.T) {
	value := func(bits int) float64 {
		exp, frac := bits>>10, float64(bits&1023)
		if exp == 0 {
			return math.Ldexp(frac, -24)
		}
		return math.Ldexp(1024+frac, exp-25)
	}
	for bits := range 31 << 10 {
		x, next := value(bits), value(bits+1)
		even := x
		if bits&1 == 1 {
			even = next
		}
		if bits+1 == 31<<10 {
			next = math.Inf(1)
			even = next
			if got := half(65519.999); got != x {
				t.Fatalf("65519.999 gives %v", got)
			}
			if got := half(65520); got != next {
				t.Fatalf("65520 gives %v", got)
			}
			continue
		}
		mid := (x + next) / 2
		for _, c := range [][2]float64{{x, x}, {-x, -x}, {mid, even}, {math.Nextafter(mid, 0), x}, {math.Nextafter(mid, 1e9), next}, {-mid, -even}} {
			if got := half(c[0]); got != c[1] {
				t.Fatalf("f16(%v) = %v, want %v", c[0], got, c[1])
			}
		}
	}
	for _, x := range []float64{math.Inf(1), math.Inf(-1)} {
		if half(x) != x || Doubles.Float(32, RealOf(x)).Float64() != x {
			t.Errorf("%v is rounded", x)
		}
	}
	if !math.IsNaN(half(math.NaN())) || !math.Signbit(half(math.Copysign(0, -1))) {
		t.Error("NaN or -0 is lost")
	}
}

// TestBits: there and back, except for what a NaN carries.
func TestBits(t *testing.T) {
	for k, want := range map[int64]float64{0: 0, math.MinInt64: math.Copysign(0, -1), 1: 5e-324, 0x3ff << 52: 1, -1 << 52: math.Inf(-1)} {
		for _, x := range []Num{Of(k), Of(k).Add(Of(math.MaxInt64)).Add(Of(math.MaxInt64)).Add(Of(2))} {
			if got := Doubles.OfBits(x); !got.Equal(RealOf(want)) || !got.Bits().Equal(Of(k)) {
				t.Errorf("%s are the bits of %s, want %v, whose bits are %s", x, got, want, got.Bits())
			}
		}
	}
	third := NewReals(40).Div(RealOf(1), RealOf(3))
	if got := Doubles.OfBits(third.Bits()).Float64(); got != 1.0/3 {
		t.Errorf("a third of 40 digits has the bits of %v", got)
	}
	if x := Doubles.OfBits(Of(-1)); !x.IsNaN() || !x.Bits().Equal(Of(nan)) {
		t.Errorf("%s has the bits %s", x, x.Bits())
	}
}

// TestFloat rounds once, for doubles and for decimals.
func TestFloat(t *testing.T) {
	for _, digits := range []int{0, 40} {
		r := NewReals(digits)
		for text, want := range map[string]float64{"0.1": float64(float32(0.1)), "1e39": math.Inf(1), "-3": -3, "nan": math.NaN()} {
			x, err := r.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Float(32, x).Float64(); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%d digits: f32(%s) = %v, want %v", digits, text, got, want)
			}
		}
	}
}
