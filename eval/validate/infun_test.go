package validate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// TestInFun compares programs of Fun. A verdict says nothing about memory, and the steps end where AFTER is stuck.
func TestInFun(t *testing.T) {
	two := "def f [n] (x : [n]int) (k : int) = let y = map (\\a -> a + k) x in map (\\a -> a * 2) y"
	for _, c := range []struct {
		name, before, after string
		word                validate.Word
		kind                validate.Kind
		input, steps        string
	}{
		{"fused", two, "def f [n] (x : [n]int) (k : int) = map (\\a -> (a + k) * 2) x", validate.Valid, 0, "", ""},
		{"fused wrongly", two, "def f [n] (x : [n]int) (k : int) = map (\\a -> a * 2 + k) x", validate.Refuted, validate.Unequal, "k = 1, x = [0]", "  f_res = [2]"},
		{"another shape", two, "def f [n] (x : [n]int) (k : int) = concat(map (\\a -> (a + k) * 2) x, [])", validate.Valid, 0, "", ""},
		{"stuck in a loop", two, "def f [n] (x : [n]int) (k : int) = loop (y = map (\\a -> (a + k) * 2) x) for i <= n do let z = y[i + i - 1] in y with [i] = z + 0 * y[i]",
			validate.Refuted, validate.Stuck, "k = 0, x = [0, 0]", "z: stuck here\n  f_res"},
		{"stuck in a call", two, "def g [n] (y : [n]int) (k : int) = y[k]\ndef f [n] (x : [n]int) (k : int) = let a = g(x, 1) in map (\\a -> (a + k) * 2) x",
			validate.Refuted, validate.Stuck, "k = 0, x = []", "a: stuck here"},
		{"bound to another value", "let x = iota 3\nlet y = x[3]", "let x = iota 4\nlet y = x[3]", validate.Refuted, validate.Unequal, "", "`x`:\n"},
		{"a star", two, "def f [n] (*x : [n]int) (k : int) = map (\\a -> (a + k) * 2) x", validate.Valid, 0, "", ""},
	} {
		r := validated(t, c.before, c.after)
		if r.Word != c.word || !r.InFun() {
			t.Errorf("%s: %s", c.name, r.Line())
			continue
		}
		traces, irr := (*validate.Traces)(nil), (*validate.Irrelevant)(nil)
		if f := r.Failure; f != nil {
			if in := r.Subject.Text(f.Input); f.Kind != c.kind || in != c.input {
				t.Errorf("%s: %v on %s", c.name, f.Kind, in)
			}
			var err error
			if traces, err = r.Explain(t.Context(), options, nil); err != nil {
				t.Fatal(err)
			}
			traces.Hide(r)
			check, err := json.Marshal(f.Verdict)
			if text := string(check); err != nil || strings.Contains(text, "valid") || strings.Contains(text, "consistent") || strings.Contains(text, "raceFree") {
				t.Errorf("%s: the verdict says something of memory: %s", c.name, text)
			}
			irr = r.Irrelevant(t.Context(), options)
		}
		text := r.Text(diag.Plain, traces, irr)
		if !strings.Contains(text, "  note: both programs are in Fun: values are compared, under the value semantics, and there is no memory to check\n") ||
			!strings.Contains(text, c.steps) || strings.Contains(text, "heap") || strings.Contains(text, "race") || strings.Contains(text, "layouts") {
			t.Errorf("%s:\n%s", c.name, text)
		}
	}
}
