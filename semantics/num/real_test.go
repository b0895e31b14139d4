package num

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestConstants compares fifty digits with published ones.
func TestConstants(t *testing.T) {
	r := NewReals(50)
	real := func(text string) Real {
		x, err := r.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, c := range []struct {
		name string
		got  Real
		want string
	}{
		{"pi", r.Atan2(real("0"), real("-1")), "3.1415926535897932384626433832795028841971693993751"},
		{"sqrt 2", r.Apply(Sqrt, real("2")), "1.4142135623730950488016887242096980785696718753769"},
		{"e", r.Apply(Exp, real("1")), "2.7182818284590452353602874713526624977572470937000"},
		{"log 2", r.Apply(Log, real("2")), "0.69314718055994530941723212145817656807550013436026"},
		{"log10 2", r.Apply(Log10, real("2")), "0.30102999566398119521373889472449302676818988146211"},
		{"log2 10", r.Apply(Log2, real("10")), "3.3219280948873623478703194294893901758648313930246"},
		{"sin 1", r.Apply(Sin, real("1")), "0.84147098480789650665250232163029899962256306079837"},
		{"cos 1", r.Apply(Cos, real("1")), "0.54030230586813971740093660744297660373231042061792"},
		{"tan 1", r.Apply(Tan, real("1")), "1.5574077246549022305069748074583601730872507723815"},
		{"sin 1e22", r.Apply(Sin, real("1e22")), "-0.85220084976718880177270589375302936826176215041004"},
		{"asin 1/2", r.Apply(Asin, real("0.5")), "0.52359877559829887307710723054658381403286156656252"},
		{"acos -1", r.Apply(Acos, real("-1")), "3.1415926535897932384626433832795028841971693993751"},
		{"atan 1", r.Apply(Atan, real("1")), "0.78539816339744830961566084581987572104929234984378"},
		{"tanh 1", r.Apply(Tanh, real("1")), "0.76159415595576488811945828260479359041276859725794"},
		{"sinh 1", r.Apply(Sinh, real("1")), "1.1752011936438014568823818505956008151557179813341"},
		{"cosh 1", r.Apply(Cosh, real("1")), "1.5430806348152437784779056207570616826015291123659"},
		{"gamma 1/2", r.Apply(Gamma, real("0.5")), "1.7724538509055160272981674833411451827975494561224"},
		{"gamma -1/2", r.Apply(Gamma, real("-0.5")), "-3.5449077018110320545963349666822903655950989122448"},
		{"gamma 21", r.Apply(Gamma, real("21")), "2432902008176640000"},
		{"lgamma 1/2", r.Apply(Lgamma, real("0.5")), "0.57236494292470008707171367567652935582364740645766"},
		{"lgamma 1 + 1e-40", r.Apply(Lgamma, r.Add(real("1"), real("1e-40"))), "-5.7721566490153286060651209008240243104207708923658e-41"},
		{"erf 1", r.Apply(Erf, real("1")), "0.84270079294971486934122063508260925929606699796630"},
		{"erfc 5", r.Apply(Erfc, real("5")), "1.5374597944280348501883434853833788901180503147234e-12"},
		{"erfc 40", r.Apply(Erfc, real("40")), "1.8969610599662765092682782597134154349369075639292e-697"},
		{"-7 %% 0.003", r.Rem(real("-7"), real("0.003")), "-0.001"},
		{"2 ** 0.5", r.Pow(real("2"), real("0.5")), "1.4142135623730950488016887242096980785696718753769"},
		{"1 / 3", r.Div(real("1"), real("3")), "0." + strings.Repeat("3", 50)},
	} {
		if want := real(c.want); !c.got.Equal(want) {
			t.Errorf("%s is %s, want %s", c.name, c.got, want)
		}
	}
}

// TestDecimalsAgree: with 30 digits, each function has the same value as for doubles, except
// for the last digits of the doubles. Package math's own functions lose up to 1e-14 (Tan), and
// Lgamma loses more near its zeros. Below the least normal number there are fewer digits.
func TestDecimalsAgree(t *testing.T) {
	r := NewReals(30)
	rapid.Check(t, func(t *rapid.T) {
		f := Function(rapid.IntRange(int(Sqrt), int(Trunc)).Draw(t, "f"))
		x := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.Float64Range(-300, 300), rapid.Float64Range(-1e-8, 1e-8)).Draw(t, "x")
		got, want := r.Apply(f, RealOf(x)).Float64(), Doubles.Apply(f, RealOf(x)).Float64()
		if math.IsNaN(want) && math.IsNaN(got) || got == want {
			return
		}
		near := max(math.Abs(want), 0x1p-970)
		if f == Lgamma {
			near = max(near, 100)
		}
		if math.Abs(got-want) > 1e-14*near {
			t.Fatalf("function %d of %v is %v, and the double is %v", f, x, got, want)
		}
	})
}

// TestSpecial: infinities, NaN, zeros and arguments outside a domain give what they give for
// doubles, in both arithmetics.
func TestSpecial(t *testing.T) {
	r := NewReals(40)
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), -1, -2.5, 1, 2}
	same := func(what string, got Real, want float64) {
		t.Helper()
		g := got.Float64()
		if math.IsNaN(g) != math.IsNaN(want) || !math.IsNaN(want) && (math.Signbit(g) != math.Signbit(want) || math.Abs(g-want) > 2e-15*math.Abs(want)) && g != want {
			t.Errorf("%s is %v, want %v", what, g, want)
		}
	}
	for _, x := range special {
		for f := Sqrt; f <= Trunc; f++ {
			same("function "+string(rune('a'+f))+" of "+RealOf(x).String(), r.Apply(f, RealOf(x)), doubles[f](x))
		}
		for _, y := range special {
			at := RealOf(x).String() + ", " + RealOf(y).String()
			same("+ of "+at, r.Add(RealOf(x), RealOf(y)), x+y)
			same("- of "+at, r.Sub(RealOf(x), RealOf(y)), x-y)
			same("* of "+at, r.Mul(RealOf(x), RealOf(y)), x*y)
			same("/ of "+at, r.Div(RealOf(x), RealOf(y)), x/y)
			same("%% of "+at, r.Rem(RealOf(x), RealOf(y)), math.Mod(x, y))
			same("** of "+at, r.Pow(RealOf(x), RealOf(y)), math.Pow(x, y))
			same("min of "+at, r.Min(RealOf(x), RealOf(y)), Doubles.Min(RealOf(x), RealOf(y)).Float64())
			same("max of "+at, r.Max(RealOf(x), RealOf(y)), Doubles.Max(RealOf(x), RealOf(y)).Float64())
			same("atan2 of "+at, r.Atan2(RealOf(x), RealOf(y)), math.Atan2(x, y))
			c, ok := r.Of(RealOf(x)).Cmp(r.Of(RealOf(y)))
			if want, wantOK := RealOf(x).Cmp(RealOf(y)); c != want || ok != wantOK {
				t.Errorf("comparison of %s is %d, %v", at, c, ok)
			}
		}
	}
}

// TestRealText: printed reals read back.
func TestRealText(t *testing.T) {
	for f, want := range map[float64]string{0: "0.0", 1: "1.0", -2.5: "-2.5", 1e21: "1e21", 1e-7: "1e-07", 123456789: "123456789.0", 0.1: "0.1",
		math.Inf(1): "inf", math.Inf(-1): "-inf", 1e300: "1e300", 5e-324: "5e-324"} {
		if got := RealOf(f).String(); got != want {
			t.Errorf("%v prints as %s, want %s", f, got, want)
		}
	}
	for _, digits := range []int{0, 5, 40} {
		r := NewReals(digits)
		rapid.Check(t, func(t *rapid.T) {
			x := r.Of(RealOf(rapid.Float64().Draw(t, "x")))
			back, err := r.Parse(x.String())
			if err != nil || !back.Equal(x) {
				t.Fatalf("%s reads back as %s, %v", x, back, err)
			}
		})
	}
}

// TestConversions: between ints and reals.
func TestConversions(t *testing.T) {
	r := NewReals(40)
	for _, text := range []string{"0", "-7", "9007199254740993", "123456789012345678901234567890"} {
		k, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := r.ToInt(r.OfInt(k)); err != nil || !back.Equal(k) {
			t.Errorf("%s comes back as %s, %v", k, back, err)
		}
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := Doubles.OfInt(k).Float64(); got != want {
			t.Errorf("%s is the double %v, want %v", k, got, want)
		}
	}
	for x, want := range map[float64]string{2.9: "2", -2.9: "-2", 1e20: "100000000000000000000", 0.3: "0", 1 << 53: "9007199254740992"} {
		if got, err := Doubles.ToInt(RealOf(x)); err != nil || got.String() != want {
			t.Errorf("int(%v) is %s, %v, want %s", x, got, err, want)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := Doubles.ToInt(RealOf(x)); err != ErrNaN {
			t.Errorf("int(%v): %v", x, err)
		}
	}
}
