package validate_test

import (
	"context"
	"strings"
	"testing"

	"funmem/semantics/diag"
)

// TestMatters: a report says that other values of a number or an element show the mistake too only if constants of both
// programs and equality with other inputs do not matter. It then says that these values were tried, not that any value
// shows the mistake.
func TestMatters(t *testing.T) {
	const (
		number   = "def f (k : int) : int = "
		row      = "def f [n] (k : int) (x : [n]int) : int = "
		rowIn    = "def f [n] (k : int) (xm : mem) (x : [n] @ xm -> R(n)) : int = "
		one, two = row + "check n = 1 in ", row + "check n = 2 in "
		oneIn    = rowIn + "check n = 1 in "
		twoIn    = rowIn + "check n = 2 in "
	)
	for _, c := range []struct{ name, before, after, want string }{
		{"any", number + "k", number + "k + 1", "  k = 0   (other values that were tried show it too)\n"},
		{"constant of AFTER", number + "k", number + "if k == 40 then k else k + 1", "  k = 0\n"},
		{"constant of BEFORE", number + "if k == 40 then 41 else k", number + "k + 1", "  k = 0\n"},
		{"neighbour", number + "k", number + "if k > 40 then k else k + 1", "  k = 0\n"},
		{"negative", number + "k", number + "if k == -2 then k else k + 1", "  k = 0\n"},
		{"equal to an element", one + "x[1]", oneIn + "if x[1] == k then k else x[1] + 1", "  k = 1\n  x = [0]\n"},
		{"element", one + "x[1]", oneIn + "if x[1] == 40 then 40 else x[1] + 1", "  k = 0   (other values that were tried show it too)\n  x = [0]\n"},
		{"one element", two + "x[2]", twoIn + "if x[2] == 40 then 40 else x[2] + 1", "  x = [0, 0]   (what is at [1] did not matter in what was tried)\n"},
		{"equal elements", two + "x[2]", twoIn + "if x[2] == x[1] then x[2] else x[2] + 1", "  x = [0, 1]\n"},
		{"all elements", two + "x[2]", twoIn + "x[2] + 1", "  x = [0, 0]   (other elements that were tried show it too)\n"},
		{"f64", "def f (k : f64) : f64 = k", "def f (k : f64) : f64 = if k == 40.5 then k else k + 1.0", "  k = 0.0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := validated(t, c.before, c.after)
			if r.Failure == nil {
				t.Fatal(r.Line())
			}
			if text := r.Text(diag.Plain, nil, r.Irrelevant(context.Background(), options)); !strings.Contains(text, c.want) {
				t.Errorf("nothing like %q in\n%s", c.want, text)
			}
		})
	}
}
