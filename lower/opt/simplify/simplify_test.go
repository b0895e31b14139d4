package simplify_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// conditions returns the programs of a data file. For each condition of the pass, there are
// programs where it holds or does not.
func conditions(t *testing.T, file string) []*passtest.Program {
	t.Helper()
	var list []*passtest.Program
	for _, c := range testkit.Chunks(t, "testdata/"+file+".fun") {
		title, _, _ := strings.Cut(strings.TrimSpace(c.Source.Text), "\n")
		list = append(list, passtest.Parse(t, title, c.Source.Text))
	}
	return list
}

// TestConditions compares the result for each program, with the notes, with the golden
// files. A simplified program does not change any more.
func TestConditions(t *testing.T) {
	for _, file := range []string{"fun", "mem"} {
		var out strings.Builder
		for _, p := range conditions(t, file) {
			s := p.Last(t, "simplify", 0)
			out.WriteString(p.Name + "\n" + s.Text + "\n" + passtest.Explain(s) + "\n")
			again(t, p.Name, s)
		}
		testkit.Golden(t, "testdata/"+file+".golden", out.String())
	}
}

// again fails if simplifying changes a simplified program.
func again(t *testing.T, name string, s *pass.Stage) {
	t.Helper()
	if twice := passtest.Parse(t, name, s.Text).Last(t, "simplify", 0); twice.Text != s.Text {
		t.Errorf("%s: simplified once:\n%s\ntwice:\n%s", name, s.Text, twice.Text)
	}
}

// TestValid validates the result for each program, and for its form with memory.
func TestValid(t *testing.T) {
	for _, file := range []string{"fun", "mem"} {
		for _, p := range conditions(t, file) {
			p.Last(t, "simplify", testkit.Sample(16, 60))
			if p.Form == pass.Fun {
				p.Mem(t).Last(t, "simplify", testkit.Sample(8, 30))
			}
		}
	}
}
