package validity_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// segment is an operator on the largest sum of a segment, of a prefix and of a suffix, and the total sum. It is
// associative, with the neutral element (0, 0, 0, 0), on these values of real lists of numbers, but not on any four
// numbers.
const segment = "\\m p s t n q u v -> (max(m, max(n, s + q)), max(p, t + q), max(u, s + v), t + v)"

// TestFoldedTuples: if other tuples break the laws of an operator, it is tried on the tuples that the run folds. If
// these do not break them, there is no warning, but the report says what it was tried on. If they do, that is found,
// also in a fold over a map.
func TestFoldedTuples(t *testing.T) {
	fold := func(op, ne, arrays string) string {
		return "let xs = [1, -2, 3, 4, -1, 5, -6, 1]\nlet ys = map (\\x -> max(x, 0)) xs\nlet zs = map (\\x -> x * x) xs\nlet (" +
			[]string{"", "a", "a, b", "a, b, c", "a, b, c, d"}[strings.Count(ne, ",")+1] + ") = reduce (" + op + ") " + ne + " " + arrays + "\na"
	}
	for _, c := range []struct{ text, warning, partly string }{
		{fold(segment, "(0, 0, 0, 0)", "ys ys ys xs"), "", "does not have (0, 0, 0, 0) as its neutral element: "},
		{fold(segment, "(0, 0, 0, 1)", "ys ys ys xs"), "does not have (0, 0, 0, 1) as its neutral element", ""},
		{fold(segment, "(0, 0, 0, 0)", "xs ys ys xs"), "does not have (0, 0, 0, 0) as its neutral element", ""},
		{fold(strings.Replace(segment, "t + v)", "t - v)", 1), "(0, 0, 0, 0)", "ys ys ys xs"), "is not associative", ""},
		{fold("\\p q x y -> (p + y, q - x)", "(0, 0)", "xs zs"), "is not associative", ""},
		{fold("\\p q | x -> (p + x * x, q + 2 * x)", "(0, 0)", "xs"), "", ""},
		{fold("\\p q | x -> (p - x * x, q + 2 * x)", "(0, 0)", "xs"), "is not associative", ""},
		{fold("\\p q | x -> (max(p, x * x), q + x)", "(0, 0)", "xs"), "", "does not have (0, 0) as its neutral element"},
		{fold("\\p q x y -> (p + y, q + x)", "(0, 0)", "(iota 1) (iota 1)"), "is not associative", ""}, // one tuple proves nothing
	} {
		p, err := syntax.Parse(diag.NewSource("test.fun", c.text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Fatal(err)
		}
		found, untested := validity.Operators(context.Background(), u.Core, value.New(engine.Options{}), nil, nil)
		var got, partly string
		for _, w := range found {
			got += w.Message
		}
		for _, x := range untested {
			partly += x.Why
			if !x.Partly {
				t.Errorf("%s: not tried: %s", c.text, x.Why)
			}
		}
		if (got == "") != (c.warning == "") || !strings.Contains(got, c.warning) {
			t.Errorf("%s\nwarns %q, want %q", c.text, got, c.warning)
		}
		if (partly == "") != (c.partly == "") || !strings.Contains(partly, c.partly) {
			t.Errorf("%s\ntried in part: %q, want %q", c.text, partly, c.partly)
		}
	}
}
