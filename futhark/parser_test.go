package futhark_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// dumps returns all dumps of the corpus, including mutants, by name.
func dumps(t testing.TB) map[string]string {
	files := map[string]string{}
	err := fs.WalkDir(corpus.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_mem") {
			return err
		}
		text, err := fs.ReadFile(corpus.FS(), path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestCorpus reads every dump, and finds all names bound, except in the mutants with an
// unbound block.
func TestCorpus(t *testing.T) {
	files := dumps(t)
	if len(files) < 450 {
		t.Fatalf("%d dumps", len(files))
	}
	unbound := map[string]bool{}
	var mutants []struct{ File, Kind string }
	text, err := fs.ReadFile(corpus.FS(), "mutants/mutants.json")
	if err == nil {
		err = json.Unmarshal(text, &mutants)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		unbound["mutants/"+m.File] = m.Kind == "unknown-block"
	}
	for name, text := range files {
		prog, err := futhark.Parse(diag.NewSource(name, text))
		if err == nil {
			err = futhark.Resolve(prog)
		}
		if (err != nil) != unbound[name] {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestErrors reads texts that are not dumps or have unbound names, and compares the messages with a golden file. Chunks
// are separated by ---.
func TestErrors(t *testing.T) {
	var out strings.Builder
	texts, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(string(texts), "\n---\n") {
		prog, err := futhark.Parse(diag.NewSource("example.fut_seq_mem", text))
		if err == nil {
			err = futhark.Resolve(prog)
		}
		if err == nil {
			t.Errorf("no error in\n%s", text)
			continue
		}
		out.WriteString(err.Error() + "\n")
	}
	testkit.Golden(t, "testdata/errors.golden", out.String())
}

// TestCut cuts dumps off at each token: none is read, and each error has a place.
func TestCut(t *testing.T) {
	for _, name := range []string{"matmul_f64.final.fut_gpu_mem", "grad_gather.final.fut_seq_mem", "two_entries.final.fut_mc_mem", "match_arrays.s00-alloc.fut_seq_mem"} {
		text, err := fs.ReadFile(corpus.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		body := strings.TrimRight(string(text), " \n")
		for at := 1; at < len(body); at += 1 + at/200 {
			prog, err := futhark.Parse(diag.NewSource(name, body[:at]))
			if err == nil && len(prog.Funs) == 0 {
				continue // nothing but white space and types or constants
			}
			if d, ok := err.(*diag.Diagnostic); err == nil && !strings.HasPrefix(strings.TrimSpace(body[at:]), "entry") && !strings.HasPrefix(strings.TrimSpace(body[at:]), "#[") || err != nil && (!ok || !d.Span.IsValid()) {
				t.Fatalf("cut off at %d: %v\n%s", at, err, body[max(0, at-200):at])
			}
		}
	}
}

// FuzzParse reads anything without a panic.
func FuzzParse(f *testing.F) {
	for name, text := range dumps(f) {
		if len(text) < 4000 {
			f.Add(text)
		}
		_ = name
	}
	f.Fuzz(func(t *testing.T, text string) {
		prog, err := futhark.Parse(diag.NewSource("fuzz", text))
		if (prog == nil) == (err == nil) {
			t.Fatalf("%v, %v", prog, err)
		}
		if err != nil && err.Error() == "" {
			t.Fatal("an error without a text")
		}
	})
}

// BenchmarkParse reads the largest dump.
func BenchmarkParse(b *testing.B) {
	text, err := fs.ReadFile(corpus.FS(), "matmul_f64.g00-alloc.fut_gpu_mem")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := futhark.Parse(diag.NewSource("matmul", string(text))); err != nil {
			b.Fatal(err)
		}
	}
}
