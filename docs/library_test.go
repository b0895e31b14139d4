package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

const (
	beginLibrary = "<!-- begin library: go test ./docs -update writes this -->\n"
	endLibrary   = "<!-- end library -->\n"
)

// TestLibrary holds the tables of language.md against the library.
func TestLibrary(t *testing.T) {
	raw, err := os.ReadFile("language.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), beginLibrary)
	got, after, done := strings.Cut(rest, endLibrary)
	if !ok || !done {
		t.Fatal("language.md has no place for the library")
	}
	want := libraryTables()
	if got == want {
		return
	}
	if !*testkit.Update {
		t.Fatalf("language.md says of the library\n%s\nwanted\n%s", got, want)
	}
	if err := os.WriteFile("language.md", []byte(before+beginLibrary+want+endLibrary+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// libraryTables is a table for each file: how its functions are called, and the
// first sentences of their comments.
func libraryTables() string {
	var b strings.Builder
	for _, f := range std.Files() {
		var same []string // as on ints
		table := ""
		for _, d := range f.Prog.Defs() {
			if asOnInts(d) {
				same = append(same, "`"+d.Name+"`")
			} else {
				table += fmt.Sprintf("| `%s` | %s |\n", written(d), std.Summary(d))
			}
		}
		fmt.Fprintf(&b, "**%s.** %s\n\n", f.Name, f.Doc)
		if table != "" {
			fmt.Fprintf(&b, "| function | |\n|---|---|\n%s\n", table)
		}
		if same != nil {
			fmt.Fprintf(&b, "As on ints, for f64s: %s.\n\n", strings.Join(same, ", "))
		}
	}
	return b.String()
}

// asOnInts tells whether a function on reals does what one on ints does.
func asOnInts(d *syntax.Def) bool {
	name, ok := strings.CutSuffix(d.Name, "_f64")
	of := std.Def(name)
	return ok && of != nil && len(of.Params) == len(d.Params)
}

// written is a call of a function with the names of its parameters.
func written(d *syntax.Def) string {
	var names []string
	for _, p := range d.Params {
		names = append(names, p.Name)
	}
	return d.Name + "(" + strings.Join(names, ", ") + ")"
}
