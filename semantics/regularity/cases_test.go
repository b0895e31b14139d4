package regularity_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// TestCases shows what is known of the programs in testdata.
func TestCases(t *testing.T) {
	b := &strings.Builder{}
	for _, c := range testkit.Chunks(t, "testdata/cases.fun") {
		p, err := syntax.Parse(c.Source)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.TrimSpace(c.Source.Text), "\n")
		b.WriteString(title + "\n")
		for _, part := range (regularity.Outside{}).Program(regularity.Resolved(p)) {
			b.WriteString(part.Of + "\n" + regularity.Report(part.Lines))
		}
		b.WriteString("---\n")
	}
	testkit.Golden(t, "testdata/cases.golden", b.String())
}
