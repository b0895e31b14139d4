package check_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/check"
	"funmem/semantics/elab"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// TestRules runs the programs of testdata through elaboration and the type
// rules; every T-rule must apply somewhere and refuse somewhere.
func TestRules(t *testing.T) {
	cov := rule.NewCoverage()
	for _, file := range []string{"testdata/fun.fun", "testdata/mem.fun"} {
		for _, c := range testkit.Chunks(t, file) {
			p, err := syntax.Parse(c.Source)
			if err == nil {
				_, err = elab.NewSession(cov).Program(p)
			}
			c.Match(t, err)
		}
	}
	for _, c := range testkit.Chunks(t, "testdata/core.fun") {
		p, err := syntax.Parse(c.Source)
		if err == nil {
			err = check.Closed(resolved(p), strings.Contains(c.Source.Text, "@") || strings.Contains(c.Source.Text, "mem"), cov)
		}
		c.Match(t, err)
	}
	for _, r := range rule.All() {
		if !strings.HasPrefix(r.Name, "T-") || strings.HasPrefix(r.Name, "T-IMP-") {
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

// resolved gives IDs to the names of a core program. No two binders of the
// program may share a name.
func resolved(p *syntax.Program) *syntax.Program {
	ids := map[string]int{}
	id := func(name string) int {
		if ids[name] == 0 {
			ids[name] = len(ids) + 1
		}
		return ids[name]
	}
	return syntax.Rebuild(p, syntax.Mapper{
		Expr: func(e syntax.Expr) syntax.Expr {
			if x, ok := e.(*syntax.Var); ok {
				return &syntax.Var{Span: x.Span, Name: x.Name, ID: id(x.Name)}
			}
			return e
		},
		Binding: func(b *syntax.Binding) *syntax.Binding {
			c := *b
			c.ID, c.Text = id(b.Name), b.Name
			return &c
		},
	})
}

// total are the rules without a premise that can fail.
var total = map[string]bool{"T-CONST": true}
