package regularity_test

import (
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// nested are the programs of files in testdata, in nested core.
func nested(t *testing.T, files ...string) (list []*syntax.Program) {
	t.Helper()
	for _, file := range files {
		for _, c := range testkit.Chunks(t, "testdata/"+file+".fun") {
			p, err := syntax.Parse(c.Source)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, regularity.Resolved(p))
		}
	}
	return list
}

// TestCases shows what is known of the programs in testdata.
func TestCases(t *testing.T) {
	b := &strings.Builder{}
	for _, p := range nested(t, "cases") {
		title, _, _ := strings.Cut(strings.TrimSpace(p.Span.Text()), "\n")
		b.WriteString(title + "\n")
		for _, part := range (regularity.Outside{}).Program(p) {
			b.WriteString(part.Of + "\n" + regularity.Report(part.Lines))
		}
		b.WriteString("---\n")
	}
	testkit.Golden(t, "testdata/cases.golden", b.String())
}
