package testkit

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Section compares a part of a page with what a test generates for it, or writes it under
// -update. Differences from run to run, given by differs, are ignored. The part stands
// between the comments "<!-- name -update writes this -->" and "<!-- end -->"; the name
// ends with the command.
func Section(t *testing.T, page, name, got string, differs *regexp.Regexp) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	begin := "<!-- " + name + " -update writes this -->\n"
	head, rest, ok := strings.Cut(string(text), begin)
	want, tail, done := strings.Cut(rest, "<!-- end -->\n")
	if !ok || !done {
		t.Fatalf("%s has no place for %s", page, name)
	}
	same := func(s string) string {
		if differs == nil {
			return s
		}
		return differs.ReplaceAllString(s, "")
	}
	if same(got) == same(want) {
		return
	}
	if !*Update {
		t.Fatalf("%s says\n%s\nand it is\n%s", page, want, got)
	}
	if err := os.WriteFile(page, []byte(head+begin+got+"<!-- end -->\n"+tail), 0o666); err != nil {
		t.Fatal(err)
	}
}
