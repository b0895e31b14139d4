package intact_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// TestPipelines has what is not proved valid for all inputs of what the pipelines make of the examples, with the reasons. With -more it takes those of right/ and
// before/ as well, which are small and many.
func TestPipelines(t *testing.T) {
	pipelines(t, "testdata/pipelines.golden", func(small bool) bool { return !small })
	if testkit.More() {
		pipelines(t, "testdata/pipelines-small.golden", func(small bool) bool { return small })
	}
}

func pipelines(t *testing.T, golden string, wanted func(small bool) bool) {
	t.Helper()
	var b strings.Builder
	for _, line := range pass.Pipelines() {
		n, proved := 0, 0
		for _, p := range passtest.Examples(t) {
			if !wanted(strings.HasPrefix(p.Name, "right/") || strings.HasPrefix(p.Name, "before/")) {
				continue
			}
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
		if 10*proved < 9*n {
			t.Errorf("%s: %d of %d programs are proved", line.Name, proved, n)
		}
	}
	testkit.Golden(t, golden, b.String())
}
