package futhark_test

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/futhark"
	"funmem/semantics/futhark/corpus"
)

// checked reads a dump and checks it.
func checked(name, text string) error {
	prog, err := futhark.Parse(diag.NewSource(name, text))
	if err == nil {
		err = futhark.Resolve(prog)
	}
	if err == nil {
		err = futhark.Check(prog)
	}
	return err
}

// TestVerdicts compares what we accept with what Futhark's own checker accepts: every dump, and of the mutants those that it does.
func TestVerdicts(t *testing.T) {
	var mutants []struct {
		File    string
		Checker string `json:"futhark_checker"`
	}
	text, err := fs.ReadFile(corpus.FS(), "mutants/mutants.json")
	if err == nil {
		err = json.Unmarshal(text, &mutants)
	}
	if err != nil {
		t.Fatal(err)
	}
	rejected := map[string]string{}
	for _, m := range mutants {
		if strings.HasPrefix(m.Checker, "rejected") {
			rejected["mutants/"+m.File] = m.Checker
		}
	}
	for name, text := range dumps(t) {
		err := checked(name, text)
		if (err != nil) != (rejected[name] != "") {
			t.Errorf("%s: Futhark: %q; we: %v", name, rejected[name], err)
		}
		if err != nil && !diag.Of(err)[0].Span.IsValid() {
			t.Errorf("%s: no place: %v", name, err)
		}
	}
	if len(rejected) != 13 {
		t.Errorf("%d mutants are rejected", len(rejected))
	}
}
