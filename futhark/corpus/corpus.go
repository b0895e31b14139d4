// Package corpus has real dumps of Futhark 0.25.8 for tests: programs, what they print for
// recorded inputs, each stage of the pipelines of the compiler, and mutants with the
// verdicts of Futhark's own checker and compiled code. README.md in the archive describes
// everything.
//
// The programs were written for this collection. The dumps are output of the Futhark
// compiler (DIKU, University of Copenhagen, ISC licence).
package corpus

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/json"
	"io/fs"
	"os"
	"sync"
	"testing"
)

//go:embed corpus.zip
var packed []byte

var opened = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
})

// FS returns the files.
func FS() fs.FS {
	r, err := opened()
	if err != nil {
		panic(err) // the archive is part of this package
	}
	return r
}

// Unpack writes the files into a folder of a test and returns its path.
func Unpack(t testing.TB) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, FS()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Mutant is a changed dump in the folder mutants, with the verdicts of Futhark's checker and compiled code.
type Mutant struct {
	File, Base, Kind string
	Checker          string `json:"futhark_checker"` // accepted, or rejected and why
	Output           string `json:"c_output"`
	Sanitizer        string `json:"address_sanitizer"`
}

// Mutants returns all mutants, in the order of the list.
func Mutants() (all []*Mutant, err error) {
	text, err := fs.ReadFile(FS(), "mutants/mutants.json")
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	return all, err
}
