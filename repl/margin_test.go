package repl

import (
	"bytes"
	"strings"
	"testing"

	"funmem/repl/paint"
	"funmem/repl/view"
)

// TestMargin: a line that does not fit into a terminal is broken between words, below the text of the line or of the table's last
// column; what fits, and what goes into a pipe, stays as it is.
func TestMargin(t *testing.T) {
	red, plain := paint.Code("\x1b[31m"), paint.Code("\x1b[0m")
	for _, c := range [][2]string{
		{"short\n", "short\n"},
		{"", ""},
		{"one two three four five six\n", "one two three four\n  five six\n"},
		{"  help: one two three four\n", "  help: one two\n    three four\n"},
		{"  :cmd  says what it is and more\n", "  :cmd  says what it\n        is and more\n"},
		{"wordswithoutanyblankinthem\n", "wordswithoutanyblankinthem\n"},
		{"see the `a b c d e f` there\n", "see the\n  `a b c d e f`\n  there\n"},
		{red + "one two" + plain + " three four\n", red + "one two" + plain + " three four\n"}, // colours take no columns
		{"one two three four five six", "one two three four five six"},                         // the line may go on
	} {
		var out bytes.Buffer
		m, _ := margins(&out, &out)
		m.width = func() int { return 20 }
		if n, err := m.Write([]byte(c[0])); n != len(c[0]) || err != nil {
			t.Error(n, err)
		}
		if out.String() != c[1] {
			t.Errorf("%q is %q, wanted %q", c[0], out.String(), c[1])
		}
		for _, l := range strings.Split(out.String(), "\n") {
			if strings.Contains(l, " ") && strings.HasSuffix(c[0], "\n") && view.Columns(l) > 20 {
				t.Errorf("%q is too long", l)
			}
		}
		var pipe bytes.Buffer
		m, _ = margins(&pipe, &pipe)
		m.Write([]byte(c[0]))
		if pipe.String() != c[0] {
			t.Errorf("%q is %q in a pipe", c[0], pipe.String())
		}
	}
	var out bytes.Buffer
	one, two := margins(&out, &out)
	for _, c := range []struct {
		m     *margin
		text  string
		blank bool
	}{{one, "x\n", false}, {two, "\n", true}, {one, "y\n\n", true}, {two, "z\n", false}, {one, "w", false}, {one, "\n", false}, {one, "\n", true}, {one, "", true}} {
		c.m.Write([]byte(c.text))
		if one.blank != c.blank || two.blank != c.blank {
			t.Errorf("after %q", c.text)
		}
	}
}
