package num

import (
	"fmt"
	"strings"
	"testing"
)

// TestDecimalRange: a result beyond the exponents of decimals is an infinity or a
// zero, as for doubles, and never NaN.
func TestDecimalRange(t *testing.T) {
	r := NewReals(30)
	real := func(text string) Real {
		x, err := r.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	inf, tiny, one := real("inf"), real("1e-39999"), real("1")
	for _, c := range []struct {
		name string
		got  Real
		want string
	}{
		{"1e39999 * 1e39999", r.Mul(real("1e39999"), real("1e39999")), "inf"},
		{"-1e39999 * 1e39999", r.Mul(real("-1e39999"), real("1e39999")), "-inf"},
		{"1e-39999 * 1e-39999", r.Mul(tiny, tiny), "0.0"},
		{"-1e-39999 * 1e-39999", r.Mul(r.Neg(tiny), tiny), "-0.0"},
		{"1e-39999 / 1e39999", r.Div(tiny, real("1e39999")), "0.0"},
		{"1 / inf + 1", r.Add(r.Div(one, inf), one), "1.0"},
		{"1e39999 + 1e-39999", r.Add(real("1e39999"), tiny), "1e39999"},
		{"-(0)", r.Neg(real("0")), "-0.0"},
		{"2 ** 1e15", r.Pow(real("2"), real("1e15")), "inf"},
		{"-2 ** (1e15 + 1)", r.Pow(real("-2"), real("1000000000000001")), "-inf"},
		{"2 ** -1e30000", r.Pow(real("2"), real("-1e30000")), "0.0"},
		{"-0.5 ** 3", r.Pow(real("-0.5"), real("3")), "-0.125"},
		{"-1 ** 1e20", r.Pow(real("-1"), real("1e20")), "1.0"},
		{"4 ** -1.5", r.Pow(real("4"), real("-1.5")), "0.125"},
		{"-4 ** 0.5", r.Pow(real("-4"), real("0.5")), "nan"},
		{"exp -1e6", r.Apply(Exp, real("-1e6")), "0.0"},
		{"exp -1e30", r.Apply(Exp, real("-1e30")), "0.0"},
		{"exp 1e6", r.Apply(Exp, real("1e6")), "inf"},
		{"exp 3e4", r.Apply(Exp, real("30000")), "6.83057237791488419327350504798e13028"},
		{"exp 1e-39999", r.Apply(Exp, tiny), "1.0"},
		{"cosh 1e-39999", r.Apply(Cosh, tiny), "1.0"},
		{"sin 1e-39999", r.Apply(Sin, tiny), "1e-39999"},
		{"asin 1e-39999", r.Apply(Asin, tiny), "1e-39999"},
		{"tanh 1e-39999", r.Apply(Tanh, tiny), "1e-39999"},
		{"acos 1e-39999", r.Apply(Acos, tiny), "1.57079632679489661923132169164"},
		{"atan 1e39999", r.Apply(Atan, real("1e39999")), "1.57079632679489661923132169164"},
		{"atan 1e-39999", r.Apply(Atan, tiny), "1e-39999"},
		{"atan2 1e-39999 1e39999", r.Atan2(tiny, real("1e39999")), "0.0"},
		{"log 1e39999", r.Apply(Log, real("1e39999")), "92101.1011346688333150356401959"},
	} {
		if c.got.String() != c.want {
			t.Errorf("%s is %s, want %s", c.name, c.got, c.want)
		}
	}
}

// TestManyDigits: the functions have as many digits as requested.
func TestManyDigits(t *testing.T) {
	for _, digits := range []int{1100, 2500} {
		r := NewReals(digits)
		three := r.Of(RealOf(3))
		for name, x := range map[string]Real{
			"exp (log 3)":             r.Apply(Exp, r.Apply(Log, three)),
			"log (exp 3)":             r.Apply(Log, r.Apply(Exp, three)),
			"3 ** log10 2 ** log2 10": r.Pow(r.Pow(three, r.Apply(Log10, r.Of(RealOf(2)))), r.Apply(Log2, r.Of(RealOf(10)))),
			"cosh² - sinh² + 2":       r.Add(r.Sub(r.Mul(r.Apply(Cosh, RealOf(2)), r.Apply(Cosh, RealOf(2))), r.Mul(r.Apply(Sinh, RealOf(2)), r.Apply(Sinh, RealOf(2)))), r.Of(RealOf(2))),
		} {
			t.Run(fmt.Sprint(name, digits), func(t *testing.T) {
				near := NewReals(digits - 5).Of(x).String()
				if near != "3.0" {
					t.Errorf("%s is %s…, want 3", name, strings.TrimRight(near, "0")[:20])
				}
			})
		}
	}
}

// TestHyperbolicEnds: sinh and cosh of doubles are finite until the result is
// greater than every double.
func TestHyperbolicEnds(t *testing.T) {
	for x, want := range map[float64]string{709: "4.1092037307", 710: "1.1169973830", 710.4: "1.66636428328", -710.4: "1.66636428328", 711: "inf", -711: "inf"} {
		sinh, cosh := Doubles.Apply(Sinh, RealOf(x)).String(), Doubles.Apply(Cosh, RealOf(x)).String()
		sign := ""
		if x < 0 {
			sign = "-"
		}
		if !strings.HasPrefix(sinh, sign+want) || !strings.HasPrefix(cosh, want) {
			t.Errorf("of %v sinh is %s and cosh %s, want %s…", x, sinh, cosh, want)
		}
	}
}
