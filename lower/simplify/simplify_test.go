package simplify_test

import (
	"flag"
	"strings"
	"testing"

	"funmem/lower/pass"
	"funmem/lower/passtest"
	"funmem/semantics/semtest"
)

var long = flag.Bool("long", false, "validate the large examples too, on more inputs")

// TestConditions simplifies a program for each condition of the pass, which holds or
// does not. The golden files have what becomes of it, and the notes.
func TestConditions(t *testing.T) {
	for _, file := range []string{"fun", "mem"} {
		var out strings.Builder
		for _, c := range semtest.Chunks(t, "testdata/"+file+".fun") {
			p := passtest.Parse(t, file, c.Source.Text)
			s := p.Last(t, "simplify", 60)
			out.WriteString(title(c.Source.Text) + "\n" + s.Text + "\n" + passtest.Explain(s) + "\n")
			again(t, s)
			if p.Form == pass.Fun {
				p.Last(t, "simplify,introduce,simplify", 20)
			}
		}
		semtest.Golden(t, "testdata/"+file+".golden", out.String())
	}
}

// title is the first line of a chunk.
func title(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	return line
}

// again fails when simplifying changes what has been simplified.
func again(t *testing.T, s *pass.Stage) {
	t.Helper()
	p := passtest.Parse(t, s.Name(), s.Text)
	if twice := p.Last(t, "simplify", 0); twice.Text != s.Text {
		t.Errorf("simplified once:\n%s\ntwice:\n%s", s.Text, twice.Text)
	}
}
