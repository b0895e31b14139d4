package view

import (
	"strings"
	"testing"
	"unicode/utf8"

	"funmem/lower/pass"
)

// TestPassHelp checks that the table and the help of each pass are complete, and that their lines fit the columns.
func TestPassHelp(t *testing.T) {
	words := func(text string) string { return strings.Join(strings.Fields(text), "") }
	for _, width := range []int{60, 80, 160} {
		table := PassTable(width)
		for _, p := range pass.Passes() {
			if !strings.Contains(words(table), words(p.Name+p.Doc+"("+p.Section+")")) {
				t.Errorf("%d columns: the table lacks %s", width, p.Name)
			}
		}
		for _, p := range pass.Pipelines() {
			if !strings.Contains(words(table), p.Steps) {
				t.Errorf("%d columns: the table lacks the passes of %s", width, p.Name)
			}
		}
		for _, l := range strings.Split(table, "\n") {
			if n := utf8.RuneCountInString(l); n > min(width, textWidth) || l != strings.TrimRight(l, " ") {
				t.Errorf("%d columns, and a line of %d: %q", width, n, l)
			}
		}
	}
	for _, name := range append(pass.Names(), "passes") {
		if text, err := HelpOn(t.Context(), &strings.Builder{}, name, ":help"); err != nil || text == "" {
			t.Errorf("no help about %s: %v", name, err)
		}
	}
	if text, err := HelpOn(t.Context(), &strings.Builder{}, "nosuch", ":help"); err != nil || text != "" {
		t.Errorf("help about what is no pass: %q, %v", text, err)
	}
}
