package repl

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/futhark/corpus"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// lowered returns what `lower` prints for a dump.
func lowered(t *testing.T, path, to string) string {
	t.Helper()
	o := &cli.Options{Settings: session.Defaults(), To: to}
	var out, errs bytes.Buffer
	if err := cli.Lower(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{path}); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return out.String()
}

// TestFutharkLower reads back what `lower --to mem` prints for a dump, where each statement is
// followed by its line in the dump. Without these line numbers it must print the same.
func TestFutharkLower(t *testing.T) {
	dir := corpus.Unpack(t)
	paths, _ := fs.Glob(os.DirFS(dir), "*.final.fut_*_mem")
	for _, dump := range paths {
		path := filepath.Join(dir, dump)
		text := lowered(t, path, "mem")
		if !strings.Contains(text, "-- line ") {
			t.Errorf("%s: no lines", dump)
		}
		o := &cli.Options{Settings: session.Defaults()}
		s := session.NewSession(o.Settings)
		p, err := syntax.Parse(diag.NewSource("printed.fun", text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", dump, err, text)
		}
		again, err := s.Program(t.Context(), p, "printed.fun")
		if err != nil {
			t.Fatalf("%s: %v\n%s", dump, err, text)
		}
		want := syntax.Print(p)
		if got := syntax.Print(again.Core); got != want {
			t.Errorf("%s: printed again it is\n%s\nwanted\n%s", dump, got, want)
		}
	}
}

// TestFutharkPasses runs our passes over dumps and checks that they print a program.
func TestFutharkPasses(t *testing.T) {
	dir := corpus.Unpack(t)
	for _, dump := range []string{"swap_two.final.fut_seq_mem", "branch_layout.final.fut_seq_mem", "jacobi_steps.final.fut_seq_mem", "rows_insertion.final.fut_gpu_mem"} {
		o := &cli.Options{Settings: session.Defaults(), To: "mem", Passes: "cpu", Quiet: true}
		var out, errs bytes.Buffer
		if err := cli.Lower(t.Context(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{filepath.Join(dir, dump)}); err != nil {
			t.Errorf("%s: %v", dump, err)
			continue
		}
		if _, err := syntax.Parse(diag.NewSource("passed.fun", out.String())); err != nil {
			t.Errorf("%s: %v", dump, err)
		}
	}
}
