package infold_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/heap"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// page is about the paper.
const page = "../../../docs/papers/infold.md"

// around returns what comes before the pass where it is alone, the pipeline cpu without it, and the pipeline. A program of
// FUNMEM is past the passes of Fun.
func around(form pass.Form) (before, without, cpu string) {
	before, cpu = "inline,introduce,", pass.Pipelines()[0].Steps
	if form == pass.FunMem {
		before = ""
		_, cpu, _ = strings.Cut(cpu, "introduce,")
	}
	return before, strings.Replace(cpu, "infold,", "", 1), cpu
}

// more tells whether a run takes more of anything.
func more(u, than heap.Usage) bool {
	return u.Allocs > than.Allocs || u.Locations > than.Locations || u.Copied > than.Copied || u.InKernels > than.InKernels
}

// TestExamples: all examples stay valid and race-free, and take no more blocks and locations, and no more copies, than
// without the pass: alone, and in the pipeline cpu. The page has those that take fewer.
func TestExamples(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| example | blocks | in kernels | locations requested | elements copied | folds |\n|---|---|---|---|---|---|\n")
	gains := 0
	for _, p := range passtest.Examples(t) {
		before, without, cpu := around(p.Form)
		stages, err := p.Run(before+"infold,free", *passtest.Tests)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if p.Slow() {
			continue
		}
		off := passtest.Measure(t, p.Last(t, before+"free", 0).Program)
		on := passtest.Measure(t, stages[len(stages)-1].Program)
		if more(on, off) {
			t.Errorf("%s: %+v becomes %+v", p.Name, off, on)
		}
		done, refused := 0, 0
		for _, n := range stages[len(stages)-2].Notes {
			if strings.HasPrefix(n.Text, "its function computes") {
				done++
			} else if strings.HasPrefix(n.Text, "not folded in place") {
				refused++
			}
		}
		if done > 0 && off.Allocs > 0 {
			fmt.Fprintf(b, "| `examples/%s` | %d → %d | %d → %d | %d → %d | %d → %d | %d of %d |\n", p.Name,
				off.Allocs, on.Allocs, off.InKernels, on.InKernels, off.Locations, on.Locations, off.Copied, on.Copied, done, done+refused)
		}
		off, on = passtest.Measure(t, p.Last(t, without, 0).Program), passtest.Measure(t, p.Last(t, cpu, 0).Program)
		if more(on, off) {
			t.Errorf("%s, cpu: %+v becomes %+v", p.Name, off, on)
		}
		if more(off, on) {
			gains++
		}
	}
	t.Logf("in the pipeline cpu %d examples gain", gains)
	testkit.Section(t, page, "go test ./lower/opt/infold -run Examples", b.String(), nil)
}
