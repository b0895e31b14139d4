package tofunmem

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/futhark"
	"funmem/semantics/futhark/corpus"
	"funmem/semantics/syntax"
)

// TestCorpus: every dump becomes a program that our rules accept, but for mutants that Futhark does not accept.
func TestCorpus(t *testing.T) {
	files := corpus.FS()
	var mutants []struct {
		File    string
		Checker string `json:"futhark_checker"`
	}
	text, err := fs.ReadFile(files, "mutants/mutants.json")
	if err == nil {
		err = json.Unmarshal(text, &mutants)
	}
	if err != nil {
		t.Fatal(err)
	}
	rejected := map[string]bool{}
	for _, m := range mutants {
		rejected["mutants/"+m.File] = strings.HasPrefix(m.Checker, "rejected")
	}
	var slow time.Duration
	bad, good := 0, 0
	fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() || !strings.HasSuffix(path, "_mem") || !strings.Contains(path, os.Getenv("DUMP")) {
			return nil
		}
		text, _ := fs.ReadFile(files, path)
		start := time.Now()
		p, err := futhark.Parse(diag.NewSource(path, string(text)))
		if err != nil {
			t.Error(err)
			return nil
		}
		u, err := Translate(p, nil)
		if err == nil {
			if os.Getenv("SHOW") != "" {
				t.Log(syntax.Print(u.Program))
			}
			_, err = elab.NewSession(nil).Program(u.Program)
		}
		if took := time.Since(start); took > slow {
			slow = took
		}
		if err != nil {
			bad++
			if rejected[path] {
				return nil
			}
			msg := diag.Of(err)[0].Error()
			t.Errorf("%s: %s", path, msg)
		} else {
			good++
		}
		return nil
	})
	t.Logf("%d right, %d wrong, slowest %s", good, bad, slow)
}
