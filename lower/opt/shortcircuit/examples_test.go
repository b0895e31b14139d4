package shortcircuit_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
)

// TestExamples: all examples stay valid and race-free under the pass.
func TestExamples(t *testing.T) {
	var b strings.Builder
	for _, p := range passtest.Examples(t) {
		stages, err := run(p, "shortcircuit", *passtest.Tests)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		before, after := stages[len(stages)-2], stages[len(stages)-1]
		done := doneIn(after.Notes)
		fmt.Fprintf(&b, "%s: %d built in place, %d not\n  %s\n  %s\n", p.Name, done, len(after.Notes)-done, before.Metrics, after.Metrics)
		if *passtest.Tests > 0 {
			twice(t, p, after)
		}
	}
	testkit.Golden(t, "testdata/examples.golden", b.String())
}

// twice checks that the pass finds nothing more to do when it runs again.
func twice(t *testing.T, p *passtest.Program, after *pass.Stage) {
	t.Helper()
	stages, err := run(&passtest.Program{Name: p.Name, Form: pass.FunMem, Core: after.Program, Supply: p.Supply}, "shortcircuit", 0)
	if err != nil {
		t.Errorf("%s: %v", p.Name, err)
	} else if last := stages[len(stages)-1]; doneIn(last.Notes) > 0 {
		t.Errorf("%s: there was more to do:\n%s", p.Name, passtest.Explain(last))
	}
}

// doneIn returns how many notes say that something was done.
func doneIn(notes []rewrite.Note) int {
	n := 0
	for _, note := range notes {
		if note.Done {
			n++
		}
	}
	return n
}

// TestRowadd: adding rows by a fold over rows takes as much memory as adding them element
// by element.
func TestRowadd(t *testing.T) {
	var want string
	for _, p := range chunks(t, "testdata/targets.fun")[:3] {
		stages, err := run(p, "shortcircuit", 0)
		if err != nil {
			t.Fatal(err)
		}
		u := passtest.Measure(t, stages[len(stages)-1].Program)
		got := fmt.Sprintf("%d allocs, %d in kernels, %d locations, %d copied", u.Allocs, u.InKernels, u.Locations, u.Copied)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s: %s, and V1 %s", p.Name, got, want)
		}
	}
}
