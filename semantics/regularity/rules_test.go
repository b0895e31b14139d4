package regularity_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/regularity"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// analysed is the rules that apply in a program, what is known of it, and why rules do not apply.
func analysed(t *testing.T, text string) (*rule.Coverage, string, diag.List) {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("example", strings.Trim(text, "\n")))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	cov, refused, b := rule.NewCoverage(), diag.List{}, &strings.Builder{}
	o := regularity.Outside{Cov: cov, Refuse: func(d *diag.Diagnostic) { refused = append(refused, d) }}
	for _, part := range o.Program(regularity.Resolved(p)) {
		b.WriteString(part.Of + "\n" + regularity.Report(part.Lines))
	}
	return cov, strings.TrimPrefix(b.String(), "\n"), refused
}

// TestRules: each rule of the table applies in its example, and does not apply in the other one. What is shown there is in testdata.
func TestRules(t *testing.T) {
	b := &strings.Builder{}
	for _, r := range rule.All() {
		if !strings.HasPrefix(r.Name, "A-") && !strings.HasPrefix(r.Name, "R-") {
			continue
		}
		cov, text, refused := analysed(t, r.Example)
		if n, no := cov.Counts(r.Name); n == 0 || no > 0 {
			t.Errorf("%s applies %d times in its example, and %d times it does not", r.Name, n, no)
		}
		b.WriteString("== " + r.Name + ": " + r.Says + "\n" + text)
		if r.Refused == "" {
			continue
		}
		cov, text, refused = analysed(t, r.Refused)
		if n, no := cov.Counts(r.Name); no == 0 {
			t.Errorf("%s applies %d times in the other example, and %d times it does not", r.Name, n, no)
		}
		b.WriteString("-- not " + r.Name + "\n" + text)
		for _, d := range refused {
			if d.Rule == r.Name {
				b.WriteString(d.Error())
			}
		}
	}
	testkit.Golden(t, "testdata/rules.golden", b.String())
}
