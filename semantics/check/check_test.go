package check_test

import (
	"strings"
	"testing"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/rule"
	"funmem/semantics/semtest"
	"funmem/semantics/syntax"
)

// TestRules runs the programs of testdata through elaboration and the type
// rules; every T-rule must apply somewhere and refuse somewhere.
func TestRules(t *testing.T) {
	cov := rule.NewCoverage()
	for _, file := range []string{"testdata/fun.fun", "testdata/mem.fun"} {
		for _, c := range semtest.Chunks(t, file) {
			p, err := syntax.Parse(c.Source)
			if err == nil {
				_, err = elab.NewSession(cov).Program(p)
			}
			c.Match(t, err)
		}
	}
	// A core program that never went through elaboration has no binder IDs.
	p, err := syntax.Parse(diag.NewSource("core", "in (x)"))
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Closed(p, false, cov); err == nil || !strings.Contains(err.Error(), "`x` is not in scope [T-PROG]") {
		t.Errorf("a free variable: %v", err)
	}
	for _, r := range rule.All() {
		if !strings.HasPrefix(r.Name, "T-") {
			continue
		}
		applied, refused := cov.Counts(r.Name)
		if applied == 0 {
			t.Errorf("%s applies in no test", r.Name)
		}
		if refused == 0 && !total[r.Name] {
			t.Errorf("%s refuses in no test", r.Name)
		}
	}
}

// total are the rules without a premise that can fail.
var total = map[string]bool{"T-CONST": true}
