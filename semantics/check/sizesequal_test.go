package check_test

import (
	"testing"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TestHelpForSizes: help says what can be written. The size of an array may have no name in the program.
func TestHelpForSizes(t *testing.T) {
	c := check.New(false, nil)
	size := func(id int, name, text string) syntax.Expr {
		b := &syntax.Binding{Name: name, ID: id, Text: text, Type: &syntax.Type{}}
		c.Bind(b)
		return b.Use()
	}
	n, m := size(1, "n", "n"), size(2, "m", "m")
	d := size(3, "d", "the size of `flatten x`")
	for _, test := range []struct {
		got, want syntax.Expr
		help      string
	}{
		{n, m, "write `check n = m` before it"},
		{n, d, "bind the arrays to names x and y, and write `check length(x) = length(y)` before it"},
		{d, size(4, "d_1", "the size of `flatten x`"), "give one of the two another name, to `check` that they are equal"},
	} {
		if err := c.SameSize("T-CALL", diag.Span{}, test.got, test.want, "the size"); err == nil || err.Help != test.help {
			t.Errorf("the help is %v, wanted %q", err, test.help)
		}
	}
}
