package regularity_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/syntax"
)

// TestSlices shows what stands before the kernels of the programs in testdata, and runs these.
func TestSlices(t *testing.T) {
	b := &strings.Builder{}
	for _, p := range nested(t, "slices") {
		title, _, _ := strings.Cut(strings.TrimSpace(p.Span.Text()), "\n")
		b.WriteString(title + "\n")
		checked := map[string]int{}
		m := machineFor(p, outside(p), checked)
		m.slices = slicesOf(t, p, outside(p), checked)
		if ended, wrong := m.run(p.Main()); !ended || wrong != "" {
			t.Errorf("%s: %s", title, wrong)
		}
		syntax.EachKernel(p.Main(), func(let *syntax.Let) {
			e, ok := let.Exp.(*syntax.Kernel)
			if !ok || !strings.Contains(let.Pat[0].Type.String(), "?") {
				return
			}
			b.WriteString(let.Pat[0].Name + "\n")
			if s := m.slices[e]; s != nil {
				b.WriteString(syntax.Print(s.body) + "\n")
			}
		})
		b.WriteString("---\n")
	}
	testkit.Golden(t, "testdata/slices.golden", b.String())
}
