package shape_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/shape"
)

// page is about the paper.
const page = "../../docs/papers/dps.md"

// TestRefused: what has no shape function gives arrays of different shapes for arguments of one shape, or for ints that the paper's rule does
// not look at. The page has the calls that show it.
func TestRefused(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| def | refused | two calls | their sizes |\n|---|---|---|---|\n")
	for _, c := range []struct{ def, one, other string }{
		{`def f [n] (x : [n]int) = iota x[1]`, "f([1, 2])", "f([2, 1])"},
		{`def f (r : f64) = iota (int(r))`, "f(1.0)", "f(2.0)"},
		{`def f (r : f64) = iota (isnan(r))`, "f(1.0)", "f(0.0 / 0.0)"},
		{`def f [n] (x : [n]int) = filter(x, x)`, "f([0, 1])", "f([1, 1])"},
		{`def f [n] (x : [n]int) = iota (reduce (+) 0 x)`, "f([0, 1])", "f([1, 1])"},
		{`def f [n] (x : [n]int) = if x[1] > 0 then x else x ++ x`, "f([0, 1])", "f([1, 1])"},
		{`def f [n] (x : [n]int) = loop (x = x) while x[1] < 9 do map (\a -> a * 3) (x ++ x)`, "f([1])", "f([3])"},
	} {
		p := passtest.Parse(t, "refused", c.def+"\n"+"length("+c.one+")\nlength("+c.other+")\n")
		vs, err := value.New(engine.Options{}).Run(context.Background(), p.Core)
		if err != nil {
			t.Fatal(err)
		}
		one, other := value.Format(vs[0], 0), value.Format(vs[1], 0)
		var why []string
		for _, f := range shape.Of(p.Core) {
			if f.Def.Name == "f" {
				for _, d := range f.Refused {
					why = append(why, fmt.Sprintf("%s: %s", d.Rule, d.Why))
				}
			}
		}
		if one == other || why == nil {
			t.Errorf("%s: %s and %s, refused %v", c.def, one, other, why)
		}
		code := func(s string) string { return "`" + s + "`" }
		fmt.Fprintf(b, "| %s | %s | %s, %s | %s, %s |\n", code(c.def), strings.Join(why, "; "), code(c.one), code(c.other), one, other)
	}
	testkit.Section(t, page, "go test ./lower/shape -run Refused", b.String(), nil)
}
