package pass

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// TestDocs compares the table of docs/passes.md with the table here.
func TestDocs(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "passes.md")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "writes what follows -->\n"
	head, _, ok := strings.Cut(string(file), mark)
	if !ok {
		t.Fatalf("%s has no mark", path)
	}
	testkit.Golden(t, path, head+mark+tables())
}

// tables returns the passes, their order and the pipelines, as Markdown.
func tables() string {
	var b strings.Builder
	b.WriteString("\n| pass | takes | what it does | where it is from | what it needs |\n|---|---|---|---|---|\n")
	for _, p := range Passes() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", p.Name, p.From, p.Doc, p.Section, p.Needs)
	}
	b.WriteString("\n| option | values | |\n|---|---|---|\n")
	for _, p := range Passes() {
		for _, o := range p.Options {
			fmt.Fprintf(&b, "| `%s:%s` | %s | %s |\n", p.Name, o.Name, "`"+strings.Join(o.Values, "`, `")+"`", o.Doc)
		}
	}
	b.WriteString("\nOrders in which passes cannot stand:\n\n")
	for _, c := range constraints {
		fmt.Fprintf(&b, "- `%s` after `%s`: %s\n", c.first, c.then, c.why)
	}
	b.WriteString("\n| pipeline | what it is for | passes |\n|---|---|---|\n")
	for _, p := range Pipelines() {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", p.Name, p.Doc, p.Steps)
	}
	return b.String()
}
