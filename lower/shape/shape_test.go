package shape_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/shape"
)

// TestCases shows the shape functions of the programs in testdata, and what is refused.
func TestCases(t *testing.T) {
	b := &strings.Builder{}
	for _, c := range testkit.Chunks(t, "testdata/shape.fun") {
		b.WriteString(c.Source.Text + "=>\n")
		for _, f := range shape.Of(passtest.Parse(t, "shape", c.Source.Text).Core) {
			b.WriteString(shape.Report(f))
		}
		b.WriteString("---\n")
	}
	testkit.Golden(t, "testdata/shape.golden", b.String())
}
