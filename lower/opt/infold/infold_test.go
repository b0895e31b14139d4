package infold_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// cases are programs for each condition of the pass, and for each thing that holds it back.
func cases(t *testing.T) []*passtest.Program { return passtest.Chunks(t, "testdata/infold.fun") }

// TestCases shows what the pass makes of each case, what it says about it, and its report.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, p := range cases(t) {
		s := p.Last(t, "infold", 0)
		b.WriteString(p.Name + "\n" + passtest.Changes(p, s) + s.Report + "\n")
	}
	testkit.Golden(t, "testdata/infold.golden", b.String())
}

// TestValid: the cases stay valid and race-free, also after passes that come before this one in a pipeline.
func TestValid(t *testing.T) {
	for _, p := range cases(t) {
		for _, list := range []string{"infold:suballoc=no,free", "infold,free", "simplify,hoist,infold,shortcircuit", "simplify,hoist,shortcircuit,infold,merge"} {
			p.Last(t, list, 6)
		}
	}
}

// TestAllocs: each fold in place does without one alloc.
func TestAllocs(t *testing.T) {
	for _, p := range cases(t) {
		s := p.Last(t, "infold:suballoc=no", 0)
		done := 0
		for _, n := range s.Notes {
			if n.Done {
				done++
			}
		}
		before := pass.MetricsOf(p.Core, nil)
		if s.Metrics.Allocs != before.Allocs-done || s.Metrics.Copies > before.Copies-done {
			t.Errorf("%s: %d folds in place, and %s becomes %s", p.Name, done, before, s.Metrics)
		}
	}
}
