package repl

import (
	"slices"
	"strings"
	"testing"

	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TestConstructs checks that :help knows each word, function and operator of the language once, and
// that its examples give what they show.
func TestConstructs(t *testing.T) {
	names := constructNames()
	for _, name := range names {
		if n := len(slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s != name })); n != 1 {
			t.Errorf("%d rows are about %s", n, name)
		}
	}
	want := append(syntax.Builtins(), syntax.Reserved()...)
	for _, op := range syntax.Ops {
		want = append(want, op.Text)
	}
	for _, name := range append(want, "++") {
		if findConstruct(name) == nil {
			t.Errorf("no row is about %s", name)
		}
	}
	for _, r := range constructs {
		text := "-- " + strings.ReplaceAll(r.example, "\n", "\n-- ")
		prog, err := syntax.Parse(diag.NewSource(r.names, text))
		if err != nil {
			t.Fatal(err)
		}
		tests, err := doctests(prog)
		if err != nil || len(tests) == 0 && r.names != "import" {
			t.Errorf("%s: %d examples, %v", r.names, len(tests), err)
		}
		s := session.NewSession(session.Defaults())
		for _, d := range tests {
			if failed := d.run(t.Context(), s); failed != nil {
				t.Error(failed)
			}
		}
	}
}
