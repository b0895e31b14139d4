package validate_test

import (
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/lower/introduce"
	"funmem/semantics/syntax"
)

// TestPartly: the line about a def that runs into a limit under the heap semantics alone says on how many inputs it was fine before, if it was on any. The word stays
// unknown.
func TestPartly(t *testing.T) {
	for _, c := range []struct {
		text, begins string
		word         validate.Word
	}{
		{"def f [n] (x : [n]int) : int = loop (s = 0) for i <= n do let y = copy x in s + y[1]", "unknown: f: it runs into a limit on input 51: one takes more than 10000 steps; valid on 48 other inputs", validate.Unknown},
		{"def f (k : int) : int = loop (s = k) while 1 do s + 1", "not run: f: its value semantics runs into a limit on all 4 inputs that were tried: one takes more than 1000 steps", validate.Unknown},
		{"def f [n] (x : [n]int) : int = n", "tested: f on 50 inputs", validate.Valid},
	} {
		p := program(t, "p", c.text)
		core, err := introduce.New().TransformProgram(p.Core, p.Supply)
		if err != nil {
			t.Fatal(err)
		}
		sub, err := validate.Alone(p, p.Core.Defs()[0], program(t, "in memory", syntax.Print(core)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := validate.Validate(t.Context(), sub, &validate.Options{Tests: 50, Seed: 1, Each: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if line := r.AloneLine(); !strings.HasPrefix(line, c.begins) || r.Word != c.word || r.Partly() != strings.HasPrefix(c.begins, "unknown") {
			t.Errorf("%s: %s, %t", r.Word, line, r.Partly())
		}
	}
}
