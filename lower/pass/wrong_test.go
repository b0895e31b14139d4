package pass_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/pass"
)

// TestWrongPrograms: a program that is itself stuck goes through all passes. An error that they find in its sizes is
// not a mistake of the passes.
func TestWrongPrograms(t *testing.T) {
	for _, text := range []string{
		// sizes that differ, as the passes find out
		"def f [n] (x : [n]int) (h : int) : [n]int = x with [1:h] = iota (h * h)\nf(iota 3, 2)",
		"def f [n] (x : [n]int) (k : int) : int = reduce (\\a x y -> a + x + y) 0 x (iota k)\nf(iota 7, 8)",
		"def s (e : int) : [e]int = kernel i <= e * e do i\nlet x = s(3)\nlet (y : [3]int) = x\nx with [:] = y",
		"let x = iota 3\nlet y = loop (w = [x, x]) for i <= 2 do w with [i, 2:2:-1] = iota (x[1] + (x[2] == 9))\ny",
		"def f [n] (x : [n]int) (k : int) = reshape((k, k), x)\nf(iota 5, 2)",
		"def f (n : int) (m : int) = [iota n, iota m]\nf(2, 3)",
	} {
		p := passtest.Parse(t, "wrong", text)
		for _, check := range []*pass.Validator{nil, passtest.Validator(2)} {
			for _, list := range []string{"cpu", "inline", "simplify", "fuse"} {
				if p.Form == pass.FunMem && list != "cpu" && list != "simplify" {
					continue
				}
				if _, err := p.Through(list, check); err != nil && isFailed(err) {
					t.Errorf("%s\n%s", report(p, list, err), text)
				}
			}
		}
	}
}
