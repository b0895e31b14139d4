package validate_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// TestTexts: what is said of two texts, and the errors that are about the request.
func TestTexts(t *testing.T) {
	const open = "def g (a : int) : int = a\n"
	const imp = "input k : int; return k : int"
	o := &validate.Options{Options: engine.Options{Memory: 256 << 20}, Tests: 20, Seed: 1}
	for _, c := range []struct {
		what          string
		before, after validate.Text
		word          validate.Word
		ok            bool
		status        validity.Status
		err           string // a part of the message
	}{
		{"a valid form", validate.Text{"a", double}, validate.Text{"b", inPlace}, validate.Valid, true, validity.Proved, ""},
		{"a race", validate.Text{"a", double}, validate.Text{"b", reversed}, validate.Refuted, false, validity.Refuted, ""},
		{"IMP", validate.Text{"a", open}, validate.Text{"b.imp", imp}, validate.Valid, true, validity.Tested, ""},
		{"other IMP", validate.Text{"a", open}, validate.Text{"b.imp", strings.Replace(imp, "return k", "return k + 1", 1)}, validate.Refuted, false, validity.Refuted, ""},
		{"a function is missing", validate.Text{"a", double + open}, validate.Text{"b", inPlace}, validate.Valid, false, validity.Tested, ""},
		{"type errors in AFTER", validate.Text{"a", double}, validate.Text{"b", strings.Replace(inPlace, "x[i]", "z[i]", 1)}, validate.Ill, false, validity.Refuted, ""},
		{"type errors in BEFORE", validate.Text{"a", "def f (x : int) : int = y"}, validate.Text{"b", inPlace}, "", false, "", "a:1:25: the variable `y` is not known here"},
		{"AFTER does not parse", validate.Text{"a", double}, validate.Text{"b", "def f ("}, "", false, "", "b:1:8: found the end of the text"},
		{"BEFORE is IMP", validate.Text{"a.imp", imp}, validate.Text{"b", inPlace}, "", false, "", "a.imp is an IMP program"},
		{"AFTER has no memory", validate.Text{"a", inPlace}, validate.Text{"b", double}, "", false, "", "b mentions no memory"},
		{"nothing in common", validate.Text{"a", double}, validate.Text{"b", open}, "", false, "", "no def"},
		{"an import", validate.Text{"a", "import \"x.fun\"\n" + double}, validate.Text{"b", inPlace}, "", false, "", "a:1:1: a text by itself imports no files"},
	} {
		got, err := validate.Texts(context.Background(), c.before, c.after, o)
		switch {
		case err != nil:
			if d := diag.Of(err)[0]; c.err == "" || !strings.Contains(strings.TrimPrefix(d.Span.String()+": ", ": ")+d.Msg, c.err) {
				t.Errorf("%s: %s: %s", c.what, d.Span, d.Msg)
			}
		case c.err != "":
			t.Errorf("%s: no error", c.what)
		case got.Word() != c.word || got.OK() != c.ok || got.Status() != c.status:
			t.Errorf("%s: %s, %v, %s", c.what, got.Word(), got.OK(), got.Status())
		}
	}
	if c := (&validate.Comparison{}); c.Word() != validate.Unknown || c.OK() || c.Status() != "" {
		t.Error("nothing is known of nothing")
	}
}

// TestTextsEnd: a context that has ended is an error, and so no verdict.
func TestTextsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, err := validate.Texts(ctx, validate.Text{Name: "a", Text: double}, validate.Text{Name: "b", Text: inPlace}, &validate.Options{Tests: 20, Seed: 1})
	if err == nil {
		t.Error(c.Word())
	}
}
