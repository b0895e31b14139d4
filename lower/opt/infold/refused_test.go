package infold_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// refused are the functions of the folds that the paper refuses, and one that a copy makes right.
var refused = []struct{ name, fold string }{
	{"concatenation", `reduce (\acc x -> concat(acc, x)) (replicate(0, 0)) a`},
	{"max", `reduce (\acc x -> if acc[1] < x[1] then x else acc) (replicate(c, 0)) a`},
	{"a constant function", `reduce (\acc x -> replicate(c, x[1])) (replicate(c, 0)) a`},
	{"a mirror image", `reduce (\acc x -> kernel i <= c do acc[c - i + 1] + x[i]) (replicate(c, 0)) a`},
}

// TestRefused: what becomes of them: a type error, or a copy that stays. The last one is done in place by hand as well, and
// validate refutes it.
func TestRefused(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| the function is | fold | what becomes of it |\n|---|---|---|\n")
	for _, r := range refused {
		text := "def f [n][c] (a : [n][c]int) : [c]int = " + r.fold + "\n"
		src, err := syntax.Parse(diag.NewSource("refused", text))
		if err != nil {
			t.Fatal(err)
		}
		what := ""
		if _, err := elab.NewSession(nil).Program(src); err != nil {
			d := diag.Of(err)[0]
			what = fmt.Sprintf("%s: %s [%s]", d.Kind, d.Msg, d.Rule)
		} else {
			p := passtest.Parse(t, r.name, text).Mem(t)
			s := p.Last(t, "infold", 6)
			if before := pass.MetricsOf(p.Core, nil); s.Metrics != before {
				t.Errorf("%s: %s becomes %s", r.name, before, s.Metrics)
			}
			what = s.Notes[0].Text + "; the copy stays"
		}
		fmt.Fprintf(b, "| %s | `%s` | %s |\n", r.name, r.fold, what)
	}
	testkit.Section(t, page, "go test ./lower/opt/infold -run Refused", b.String(), nil)
}
