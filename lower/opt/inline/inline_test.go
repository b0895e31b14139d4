package inline_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/opt/inline"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// header is the first line of a chunk: the passes, and what it shows.
var header = regexp.MustCompile(`^-- ([a-z:=0-9,]+): `)

// TestChecked runs the programs of TestForms with all checks.
func TestChecked(t *testing.T) {
	for _, c := range testkit.Chunks(t, "testdata/forms.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		passtest.Parse(t, "forms", text).Last(t, header.FindStringSubmatch(text)[1], 2)
	}
}

// TestForms shows what happens to calls, functions and constants, with the notes.
func TestForms(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/forms.fun") {
		text := strings.TrimLeft(c.Source.Text, "\n")
		p := passtest.Parse(t, "forms", text)
		last := p.Last(t, header.FindStringSubmatch(text)[1], 0)
		b.WriteString(text + "=>\n" + last.Text + "\n=>\n" + passtest.Explain(last) + "---\n")
	}
	testkit.Golden(t, "testdata/forms.golden", b.String())
}

// TestExamples puts functions into their calls in all examples: no function is left that is
// called, and each function, and the results, are unchanged.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if p.Form != pass.Fun {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			last := p.Last(t, "inline:defs=all", *passtest.Tests)
			if c := call(last.Program); c != "" {
				t.Errorf("`%s` is called still", c)
			}
			last = p.Last(t, "specialise,inline", 0)
			if n := len(last.Program.Main().Res); n > 0 && len(last.Program.Defs()) > 0 {
				t.Errorf("%d functions are left", len(last.Program.Defs()))
			}
		})
	}
}

// call returns a function that a program calls, or "".
func call(p *syntax.Program) (name string) {
	syntax.Walk(p, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok {
			name = c.Fn
		}
		return true
	})
	return name
}

// TestSession puts a function of an earlier line into its call.
func TestSession(t *testing.T) {
	s := elab.NewSession(nil)
	var lines []*syntax.Program
	for _, text := range []string{"def twice (x : int) : int = x + x\ndef four (x : int) : int = twice(twice(x))", "let y = four(3)\ny"} {
		p, err := syntax.Parse(diag.NewSource("line", text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Program(p)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, u.Core)
	}
	j := &rewrite.Job{Supply: s.Supply(), Options: map[string]string{"limit": "50", "defs": "needed"}, Def: func(name string) *syntax.Def {
		for _, d := range lines[0].Defs() {
			if d.Name == name {
				return d
			}
		}
		return nil
	}}
	out, err := inline.Program(j, lines[1])
	if err != nil {
		t.Fatal(err)
	}
	if c := call(out); c != "" {
		t.Errorf("`%s` is called still:\n%s", c, syntax.Print(out))
	}
}

// TestMost: functions that call one another twice do not each reach the limit of one body,
// and a note says so for the calls that stay.
func TestMost(t *testing.T) {
	text := "def g0 (x : int) : int = x + 1\n"
	for k := range 20 {
		text += fmt.Sprintf("def g%d (x : int) : int = if x > 100 then g%d(x) + g%d(x + 1) else x\n", k+1, k, k)
	}
	p := passtest.Parse(t, "most", text)
	last := p.Last(t, "inline:limit=50", 0)
	n := 0
	for _, d := range last.Program.Defs() {
		syntax.Walk(d.Body, func(x syntax.Node) bool {
			if _, ok := x.(syntax.Stm); ok {
				n++
			}
			return true
		})
	}
	if most := 20 * 8 * 21; n > most {
		t.Errorf("%d statements, and there may be %d", n, most)
	}
	p = passtest.Parse(t, "most", text+"g20(3)")
	if notes := passtest.Explain(p.Last(t, "inline:limit=500", 1)); !strings.Contains(notes, "and all bodies together may get only") {
		t.Errorf("no note says that the bodies are too large:\n%s", notes)
	}
}

// TestRandomPrograms does the same with random programs.
func TestRandomPrograms(t *testing.T) {
	passtest.Check(t, 100, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := rapid.SampledFrom([]string{"inline", "inline:defs=all", "specialise,inline", "inline:limit=50", "specialise"}).Draw(rt, "passes")
		if _, err := p.Run(list, 1); err != nil {
			rt.Fatalf("%s: %v\n%s", list, err, syntax.Print(p.Core))
		}
	})
}
