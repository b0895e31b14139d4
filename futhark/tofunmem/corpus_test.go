package tofunmem

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// refused returns the mutants that Futhark's own checker does not accept, and neither do
// we.
func refused(t *testing.T) map[string]bool {
	mutants, err := corpus.Mutants()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, m := range mutants {
		if m.Checker != "accepted" {
			files["mutants/"+m.File] = true
		}
	}
	return files
}

// imported reads a dump, translates and elaborates it.
func imported(src *diag.Source) (*Unit, error) {
	p, err := futhark.Parse(src)
	if err != nil {
		return nil, err
	}
	u, err := Translate(p, nil)
	if err != nil {
		return nil, err
	}
	_, err = elab.NewSession(nil).Program(u.Program)
	return u, err
}

// TestCorpus: every dump becomes a program that our rules accept, except for those mutants.
func TestCorpus(t *testing.T) {
	files, refused, n := corpus.FS(), refused(t), 0
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_mem") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		n++
		_, err = imported(diag.NewSource(path, string(text)))
		if wrong := refused[path]; wrong != (err != nil) {
			t.Errorf("%s: %v", path, err)
		} else if wrong && !diag.Of(err)[0].Span.IsValid() {
			t.Errorf("%s: no place in %v", path, err)
		}
		return nil
	})
	if err != nil || n != 474 {
		t.Error(err, n)
	}
}

// BenchmarkImport reads, translates and elaborates the largest dump.
func BenchmarkImport(b *testing.B) {
	const largest = "matmul_f64.g00-alloc.fut_gpu_mem"
	text, err := fs.ReadFile(corpus.FS(), largest)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := imported(diag.NewSource(largest, string(text))); err != nil {
			b.Fatal(err)
		}
	}
}

// later are the changes of the format from 0.25.9 on: index functions without a base, CUDA's words for groups.
var later = []struct {
	form *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(?s)\{base:\s*\[.*?\];\s*LMAD:\s*(\{offset:.*?\]\})\}`), "$1"},
	{regexp.MustCompile(`\bgroups=`), "grid="},
	{regexp.MustCompile(`\bgroupsize=`), "blocksize="},
	{regexp.MustCompile(`(seg\w+)\((in)?group;`), "$1(${2}block;"},
	{regexp.MustCompile(`@local\b`), "@shared"},
	{regexp.MustCompile(`\bcalc_num_groups\(`), "calc_num_tblocks("},
}

// TestLater: a dump in the later format is the same program.
func TestLater(t *testing.T) {
	files, n := corpus.FS(), 0
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_mem") || strings.HasPrefix(path, "mutants/") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		var printed []string
		for k := range 2 {
			u, err := imported(diag.NewSource(path, string(text)))
			if err != nil {
				t.Errorf("%s, format %d: %v", path, k, err)
				return nil
			}
			printed = append(printed, syntax.Print(u.Program))
			for _, c := range later {
				text = c.form.ReplaceAll(text, []byte(c.to))
			}
		}
		if printed[0] != printed[1] {
			t.Errorf("%s is another program in the later format", path)
		}
		if strings.Contains(string(text), "LMAD") {
			t.Errorf("%s keeps its bases", path)
		}
		n++
		return nil
	})
	if err != nil || n != 360 {
		t.Error(err, n)
	}
}
