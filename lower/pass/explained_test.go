package pass_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
)

// explained are the pipelines whose notes are compared with a golden file, by example.
var explained = map[string]string{
	"before/perthread.fun":   "gpu",
	"right/carried.fun":      "gpu",
	"blur.fun":               "gpu",
	"figures/fig7.fun":       "cpu",
	"figures/fig7agree.fun":  "cpu",
	"livermore/loop2.fun":    "cpu",
	"rodinia/hotspot.fun":    "gpu",
	"rodinia/lud.fun":        "cpu",
	"rodinia/nw.fun":         "cpu",
	"rodinia/pathfinder.fun": "cpu",
	"sac/rowadd.fun":         "cpu",
	"nas/ep.fun":             "gpu",
}

// TestExplained compares what the passes of a pipeline say about some examples with a
// golden file.
func TestExplained(t *testing.T) {
	var b strings.Builder
	for _, p := range passtest.Examples(t) {
		list := explained[p.Name]
		if list == "" {
			continue
		}
		stages, err := p.Through(list, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("---- " + p.Name + ", " + list + "\n")
		for _, s := range stages[1:] {
			if text := passtest.Explain(s); text != "" {
				b.WriteString("-- " + s.Name() + "\n" + text)
			}
		}
	}
	testkit.Golden(t, "testdata/explained.golden", b.String())
}
