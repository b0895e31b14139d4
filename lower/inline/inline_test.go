package inline_test

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"funmem/lower/pass"
	"funmem/lower/passtest"
	"funmem/semantics/semtest"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

var tests = flag.Int("tests", 4, "inputs of each function of the examples")

// header is the first line of a chunk: the passes, and what it shows.
var header = regexp.MustCompile(`^-- ([a-z:=0-9,]+): `)

// TestChecked runs the programs of TestForms with all checks.
func TestChecked(t *testing.T) {
	for _, c := range semtest.Chunks(t, "testdata/forms.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		passtest.Parse(t, "forms", text).Last(t, header.FindStringSubmatch(text)[1], *tests)
	}
}

// TestForms shows what becomes of calls, functions and constants, with the notes.
func TestForms(t *testing.T) {
	var b strings.Builder
	for _, c := range semtest.Chunks(t, "testdata/forms.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		p := passtest.Parse(t, "forms", text)
		last := p.Last(t, header.FindStringSubmatch(text)[1], 0)
		b.WriteString(text + "=>\n" + last.Text + "\n=>\n" + passtest.Explain(last) + "---\n")
	}
	semtest.Golden(t, "testdata/forms.golden", b.String())
}

// slow are the examples whose functions take long on inputs that are not theirs.
var slow = map[string]bool{"nas/cg.fun": true, "nas/mg.fun": true, "sac/relax.fun": true}

// TestExamples puts functions into their calls in all examples: none is left that is
// called, and each one, and the results, are what they were.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Form != pass.Fun {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			n := *tests
			if slow[p.Name] {
				n = 0
			}
			last := p.Last(t, "inline:defs=all", n)
			if c := call(last.Program); c != "" {
				t.Errorf("`%s` is called still", c)
			}
			last = p.Last(t, "specialise,inline", 1)
			if n := len(last.Program.Main().Res); n > 0 && len(last.Program.Defs()) > 0 {
				t.Errorf("%d functions are left", len(last.Program.Defs()))
			}
		})
	}
}

// call is a function that a program calls, or "".
func call(p *syntax.Program) (name string) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok {
			name = c.Fn
		}
		return true
	})
	return name
}

// TestRandomPrograms does it to random programs.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := rapid.SampledFrom([]string{"inline", "inline:defs=all", "specialise,inline", "inline:limit=50", "specialise"}).Draw(rt, "passes")
		if _, err := p.Run(list, 3); err != nil {
			rt.Fatalf("%s: %v\n%s", list, err, syntax.Print(p.Core))
		}
	})
}
