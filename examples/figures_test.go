package examples_test

import (
	"fmt"
	"regexp"
	"testing"

	"funmem/eval/engine"
	"funmem/semantics/diag"
)

// TestFigures runs Fig. 2 and Fig. 7 for both branches and several sizes: the
// result is [1, …, x_size] or [1, …, y_size].
func TestFigures(t *testing.T) {
	bound := regexp.MustCompile(`let \((x_size|y_size|z_cond) : int\) = -?\d+`)
	for _, fig := range []string{"figures/fig2.fun", "figures/fig7.fun"} {
		text := source(t, fig).Text
		for _, c := range [][3]int{{3, 5, 1}, {3, 5, 0}, {3, 5, -2}, {0, 1, 1}, {1, 0, 0}} {
			given := map[string]int{"x_size": c[0], "y_size": c[1], "z_cond": c[2]}
			n := 0
			with := bound.ReplaceAllStringFunc(text, func(s string) string {
				n++
				name := bound.FindStringSubmatch(s)[1]
				return fmt.Sprintf("let (%s : int) = %d", name, given[name])
			})
			if n != 3 {
				t.Fatalf("%s binds %d of x_size, y_size, z_cond", fig, n)
			}
			p := load(t, diag.NewSource(fig, with), nil)
			if p.wrong != nil {
				t.Fatal(p.wrong)
			}
			size := c[0]
			if c[2] == 0 {
				size = c[1]
			}
			want := fmt.Sprintf("%s\n", iota(size))
			if fig == "figures/fig2.fun" {
				want = fmt.Sprintf("%d\n%s", size, want)
			}
			if got := runValue(t, p); got != want {
				t.Errorf("%s with %v: %s, want %s", fig, given, got, want)
			}
			if got := runHeap(t, p); got != want {
				t.Errorf("%s with %v on the heap: %s, want %s", fig, given, got, want)
			}
			if v := p.check(t, engine.Options{}); saidOf(p, v) != "ok" {
				t.Errorf("%s with %v: %s", fig, given, v.Summary())
			}
		}
	}
}

// iota is [1, …, n] as Fun prints it.
func iota(n int) string {
	text := "["
	for i := 1; i <= n; i++ {
		if i > 1 {
			text += ", "
		}
		text += fmt.Sprint(i)
	}
	return text + "]"
}
