package tofunmem

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/futhark"
	"funmem/semantics/futhark/corpus"
)

// refused are the mutants that our rules do not accept: a block that nobody binds, another rank,
// a size of another dimension.
var refused = []string{
	"mutants/branch_layout.MUT08.fut_seq_mem", "mutants/cheapest_path.MUT09.fut_seq_mem", "mutants/concat_three.MUT09.fut_seq_mem", "mutants/lu_inplace.MUT09.fut_seq_mem",
	"mutants/prefix_inplace.MUT09.fut_seq_mem", "mutants/row_scans.MUT54.fut_gpu_mem", "mutants/swap_two.MUT08.fut_seq_mem", "mutants/window_view.MUT54.fut_gpu_mem",
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

// TestCorpus: every dump becomes a program that our rules accept, but for those mutants.
func TestCorpus(t *testing.T) {
	files, n := corpus.FS(), 0
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
		if wrong := slices.Contains(refused, path); wrong != (err != nil) {
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
