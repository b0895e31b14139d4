package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"

	"funmem/semantics/diag"
)

// seed gives a fuzz target every program of the test files.
func seed(f *testing.F) {
	for _, c := range chunks(f, "figures.fun", "surface.fun", "comments.fun", "errors.fun") {
		f.Add(c.text)
	}
}

// deep tells whether a text is refused only because parentheses that the
// printer adds nest too deep.
func deep(text string) bool {
	_, err := Parse(diag.NewSource("deep", text))
	return err != nil && strings.Contains(err.Error(), "deep, wanted")
}

// FuzzParse feeds any bytes: they give a program or errors of kind Syntax with
// a place, and the printed text of a program reads back as the program.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(diag.NewSource("fuzz", text))
		for _, d := range diag.Of(err) {
			if d.Kind != diag.Syntax || !d.Span.IsValid() || d.Span.Start > d.Span.End || d.Span.End > len(text) || d.Msg == "" {
				t.Fatalf("a bad diagnostic: %+v", d)
			}
			if utf8.ValidString(text) && !utf8.ValidString(d.Error()) {
				t.Fatalf("the message is not UTF-8: %q", d.Error())
			}
		}
		_ = FreeVars(p)
		if !deep(Print(p)) {
			roundTrip(t, p)
		}
		if err != nil {
			return
		}
		Walk(p, func(n Node) bool {
			if n == p {
				return true
			}
			if at := n.GetSpan(); at.IsValid() && (at.Start < 0 || at.Start >= at.End || at.End > len(text)) {
				t.Fatalf("a %s at %d to %d of\n%s", nameOf(n), at.Start, at.End, text)
			}
			return true
		})
	})
}

// FuzzFormat formats texts that parse. That keeps the program and every
// comment, and formatting again changes nothing.
func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(diag.NewSource("fuzz", text))
		if err == nil && !deep(Format(p)) {
			roundFormat(t, p)
		}
	})
}
