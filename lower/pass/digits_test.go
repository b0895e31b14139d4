package pass_test

import (
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/lower/pass"
)

// TestProvedDigits: with more digits than a double has nothing is proved of the values of programs with constants, whether a stage runs or not. Without constants, and
// with doubles, it is.
func TestProvedDigits(t *testing.T) {
	for _, c := range []struct {
		by     string
		digits int
		want   validity.Status
	}{{"0.1", 0, validity.Proved}, {"0.1", 30, validity.Tested}, {"x[1]", 30, validity.Proved}} {
		p := passtest.Parse(t, "digits", `def f [n] (x : [n]f64) = let y = map (\a -> a * `+c.by+`) x in map (\a -> a + a) y`)
		stages, err := p.Run("fuse", 0)
		if err != nil {
			t.Fatal(err)
		}
		v := &pass.Validator{Elaborate: pass.Elaborate, Options: validate.Options{Tests: 5, Seed: 1}}
		v.Options.Digits = c.digits
		alone, err := v.Prove(t.Context(), stages[0], stages[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Validate(t.Context(), stages[0], stages[1]); err != nil {
			t.Fatal(err)
		}
		for _, got := range []*pass.Checked{alone, stages[1].Checked} {
			if got.Status != c.want || strings.Contains(got.Open, "f64s have other digits than doubles") != (c.want == validity.Tested) {
				t.Errorf("%s with %d digits: %s", c.by, c.digits, got)
			}
		}
	}
}
