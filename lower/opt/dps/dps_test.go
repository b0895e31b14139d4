package dps_test

import (
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// files are the programs for each rule of the pass, and for each thing that holds it back.
var files = []string{"destination", "branches", "state", "rules", "scope"}

func cases(t *testing.T, file string) []*passtest.Program {
	return passtest.Chunks(t, filepath.Join("testdata", file+".fun"))
}

// TestCases shows what dps makes of each case, and what it says about it.
func TestCases(t *testing.T) {
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			var b strings.Builder
			for _, p := range cases(t, file) {
				b.WriteString(p.Name + "\n" + passtest.Changes(p, p.Last(t, "dps", 0)) + "\n")
			}
			testkit.Golden(t, filepath.Join("testdata", file+".golden"), b.String())
		})
	}
}

// TestValid: the cases stay valid and race-free, and do not get stuck.
func TestValid(t *testing.T) {
	for _, file := range files {
		for _, p := range cases(t, file) {
			p.Last(t, "dps", 10)
		}
	}
}

// TestExamples: so do all examples, also without calls; -tests=N validates them here.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		s := p.Mem(t).Last(t, "dps", *passtest.Tests)
		if !p.Slow() {
			passtest.Measure(t, s.Program)
		}
		if p.Form == pass.Fun {
			p.Last(t, "inline,fuse,simplify,introduce,simplify,dps", *passtest.Tests)
		}
	}
}
