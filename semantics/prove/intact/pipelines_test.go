package intact_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// TestPipelines has what is proved valid for all inputs of what the pipelines make of the examples, and the reasons of the rest.
func TestPipelines(t *testing.T) {
	var b strings.Builder
	for _, line := range pass.Pipelines() {
		n, proved := 0, 0
		for _, p := range passtest.Examples(t) {
			stages, err := p.Through(line.Name, nil)
			if err != nil {
				t.Errorf("%s %s: %v", line.Name, p.Name, err)
				continue
			}
			n++
			list := open(stages[len(stages)-1].Program)
			if len(list) == 0 {
				proved++
				continue
			}
			fmt.Fprintf(&b, "%s %s\n    %s\n", line.Name, p.Name, strings.Join(list, "\n    "))
		}
		fmt.Fprintf(&b, "%s: proved %d of %d\n", line.Name, proved, n)
	}
	testkit.Golden(t, "testdata/pipelines.golden", b.String())
}
