package testkit

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mistake is a wrong version of a package: in one of its files, text replaces old, which
// occurs there once.
type mistake struct{ file, old, text string }

// all asks for all mistakes. Each one rebuilds the tests, which takes some seconds.
var all = flag.Bool("planted", false, "build the tests with each of the planted mistakes")

// share and draw choose some of them: .ci/run takes as many as fit, and different ones for each commit.
var (
	share = flag.Int("planted-share", 0, "build the tests with one of so many planted mistakes")
	draw  = flag.Uint64("planted-draw", 0, "which ones -planted-share takes")
)

// Planted rebuilds the tests of the package in the current folder with each of the mistakes. A mistake has a name, the
// file, the old text and the new one. Planted fails for a mistake if the tests pass with it. args choose the tests.
// Without -planted and -planted-share it tries none. It always checks that the others could be made, and logs how many
// it left out.
func Planted(t *testing.T, mistakes [][4]string, args ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the package for each mistake")
	}
	chosen := drawn(len(mistakes))
	for k, m := range mistakes {
		if !chosen(k) {
			overlay(t, mistake{m[1], m[2], m[3]}) // only check that it could be made
			continue
		}
		t.Run(m[0], func(t *testing.T) {
			t.Parallel()
			args := append([]string{"test", "-timeout", "0", "-overlay", overlay(t, mistake{m[1], m[2], m[3]})}, args...)
			run := exec.Command("go", args...)
			run.Env = append(os.Environ(), mistaken+"=1")
			out, err := run.CombinedOutput()
			switch {
			case err == nil:
				t.Error("not caught")
			case !bytes.Contains(out, []byte("--- FAIL")):
				t.Errorf("the tests did not run:\n%s", out)
			}
		})
	}
	out := 0
	for k := range mistakes {
		if !chosen(k) {
			out++
		}
	}
	t.Logf("planted mistakes: %d tried, %d left out", len(mistakes)-out, out)
}

// drawn returns which of n mistakes are tried.
func drawn(n int) func(k int) bool {
	switch first := int(*draw % uint64(max(n, 1))); {
	case *all:
		return func(int) bool { return true }
	case *share > 0:
		return func(k int) bool { return (k-first)%*share == 0 }
	}
	return func(int) bool { return false }
}

// overlay returns a file for go test that replaces a file by its wrong version.
func overlay(t *testing.T, m mistake) string {
	t.Helper()
	text, err := os.ReadFile(m.file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		t.Fatalf("%s has the text %d times:\n%s", m.file, n, m.old)
	}
	path, err := filepath.Abs(m.file)
	if err != nil {
		t.Fatal(err)
	}
	wrong, list := filepath.Join(t.TempDir(), filepath.Base(m.file)), filepath.Join(t.TempDir(), "overlay.json")
	raw, err := json.Marshal(map[string]map[string]string{"Replace": {path: wrong}})
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{wrong: strings.Replace(string(text), m.old, m.text, 1), list: string(raw)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// mistaken is set in the environment of tests in which a mistake is planted.
const mistaken = "FUNMEM_MISTAKEN"

// Mistaken tells whether a mistake is planted in what is tested, so that samples are not to be small.
func Mistaken() bool { return os.Getenv(mistaken) != "" }

// Fewest is Sample for tests that are to catch planted mistakes: where none is planted, fewest will do.
func Fewest(fewest, few, many int) int {
	if *more || Mistaken() {
		return Sample(few, many)
	}
	return fewest
}
