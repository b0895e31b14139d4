package passtest

import (
	"strings"

	"funmem/lower/pass"
	"funmem/semantics/syntax"

	"github.com/rogpeppe/go-internal/diff"
)

// Changes returns what stands in a golden file of a pass: the notes, and what the pass changed.
func Changes(before *Program, after *pass.Stage) string {
	return Explain(after) + changes(syntax.Print(before.Core), after.Text)
}

// changes are the lines that were taken out, marked by "-", and put in, marked by "+", each group with the line before
// it. "…" stands for other lines. The rest of the program is what the passes before made.
func changes(before, after string) string {
	text := string(diff.Diff("before", []byte(ended(before)), "after", []byte(ended(after))))
	if text == "" {
		return "(unchanged)\n"
	}
	var b strings.Builder
	_, text, _ = strings.Cut(text, "\n+++ after\n")
	last, skipped := "", false
	for line := range strings.Lines(text) {
		switch line[0] {
		case '-', '+':
			if last != "" {
				if skipped {
					b.WriteString("  …\n")
				}
				b.WriteString(" " + last)
			}
			b.WriteString(line[:1] + " " + line[1:])
			last, skipped = "", false
		case ' ':
			skipped = skipped || last != ""
			last = line
		case '@':
			last, skipped = "", !strings.HasPrefix(line, "@@ -1,")
		}
	}
	return b.String()
}

// ended is a text that ends in a newline.
func ended(text string) string { return strings.TrimRight(text, "\n") + "\n" }
