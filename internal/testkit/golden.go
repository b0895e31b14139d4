package testkit

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// Update is the flag of tests that rewrite what they compare with.
var Update = flag.Bool("update", false, "write the golden files anew")

// Golden compares got with a file, or writes it under -update.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it anew)\n%s", file, diff.Diff("want", want, "got", []byte(got)))
	}
}
