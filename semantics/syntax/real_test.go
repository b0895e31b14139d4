package syntax

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"funmem/semantics/diag"
)

// TestReals reads and prints constants.
func TestReals(t *testing.T) {
	for _, c := range []struct {
		text string
		val  float64
	}{
		{"1.5", 1.5}, {"1.5e3", 1500}, {"2e-3", 0.002}, {"1_000.5", 1000.5}, {"-0.25", -0.25}, {"- 2.0", -2}, {"1E2", 100}, {"007.5", 7.5},
		{"inf", math.Inf(1)}, {"-inf", math.Inf(-1)}, {"nan", math.NaN()}, {"1e999", math.Inf(1)}, {"1e-999", 0}, {"0.1", 0.1},
	} {
		e, err := ParseExpr(diag.NewSource("real", c.text))
		k, ok := e.(*RealLit)
		if err != nil || !ok || math.Float64bits(k.Val) != math.Float64bits(c.val) {
			t.Errorf("%s is %v, %v", c.text, e, err)
		}
	}
	for val, want := range map[float64]string{
		1: "1.0", -1: "-1.0", 0.1: "0.1", 1e300: "1e+300", 123456789: "1.23456789e+08", math.Inf(1): "inf", math.Inf(-1): "-inf", math.NaN(): "nan", math.Copysign(0, -1): "-0.0",
	} {
		if got := Line(&RealLit{Val: val}); got != want {
			t.Errorf("%v prints as %s, wanted %s", val, got, want)
		}
	}
}

// TestRealsBack reads every double back as it was.
func TestRealsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := &RealLit{Val: rapid.Float64().Draw(t, "val")}
		e, err := ParseExpr(diag.NewSource("real", Line(k)))
		if err != nil || !Equal(k, e) {
			t.Fatalf("%s reads back as %v, %v", Line(k), e, err)
		}
	})
}
