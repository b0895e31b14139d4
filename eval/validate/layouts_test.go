package validate_test

import (
	"strings"
	"testing"

	"funmem/eval/validate"
)

// TestLayouts: a mistake that shows only for some offsets, strides or row distances is found, whether or not a constant
// names them.
func TestLayouts(t *testing.T) {
	one := func(size, cond string) string {
		return "def f [n] (xm : mem) (o : int) (s : int) (x : [n] @ xm -> o + {(n : s)}) : (zm : mem, [n] @ zm -> R(n)) =\n  let (zm : mem) = alloc " + size +
			"\n  let (z : [n] @ zm -> R(n)) = kernel i <= n do (if " + cond + " then x[i] + 1 else x[i])\n  in (zm, z)"
	}
	rows := func(cond string) string {
		return "def f [n] [m] (xm : mem) (o : int) (p : int) (s : int) (x : [n][m] @ xm -> o + {(n : p) (m : s)}) : (zm : mem, [n] @ zm -> R(n)) =\n  let (zm : mem) = alloc n" +
			"\n  let (z : [n] @ zm -> R(n)) = kernel i <= n do (if " + cond + " then m + 1 else m)\n  in (zm, z)"
	}
	const before, sizes = "def f [n] (x : [n]int) = kernel i <= n do x[i]", "def f [n] [m] (x : [n][m]int) = kernel i <= n do m"
	for _, c := range []struct{ before, after, input string }{
		{before, one("n", "o >= 16"), ""},
		{before, one("n", "o == 100"), "x = [0] (at offset 100)"},
		{before, one("n", "s == 3"), "x = [0] (with stride 3)"},
		{before, one("n", "s == 7"), "x = [0] (with stride 7)"},
		{before, one("n", "s == -7"), "x = [0] (with stride -7)"},
		{before, one("n", "o > 1000 && s == 1"), "x = [0] (at offset 1001)"},
		{before, one("n", "o == 100 && s == 7"), "x = [0] (at offset 100, with stride 7)"},
		{before, strings.Replace(strings.Replace(one("(n + 16)", "n < 0"), "[n] @ zm -> R(n)) = kernel", "[n] @ zm -> o * s * s + {(n : 1)}) = kernel", 1), "zm : mem, [n] @ zm -> R(n)", "zm : mem, q : int, [n] @ zm -> q + {(n : 1)}", 1), ""},
		{before, one("n", "s == n && n > 4"), ""},
		{before, one("n", "s == -n && n > 4"), ""},
		{before, one("n", "o == n + 1 && n > 4"), ""},
		{sizes, rows("p == m + 1 && n > 2 && m > 5"), ""},
		{sizes, rows("s == n && n > 2 && m > 5"), ""},
		{sizes, rows("p == 50"), ""},
		{sizes, rows("p == 1 && s == -n && n > 1"), ""},
		{sizes, rows("p == -1 && s == n && n > 1"), ""},
		{sizes, rows("p == -m && s == -1 && n > 1"), ""},
		{sizes, rows("p == 2 * m && s == 1 && n > 2"), ""},
		{sizes, rows("p == 50 && s == 1"), ""},
	} {
		after := c.after
		if strings.Contains(after, "q : int") {
			after = strings.Replace(after, "in (zm, z)", "in (zm, o * s * s, z)", 1)
		}
		o := *options
		o.Tests = 500 // the default
		r := validatedAs(t, c.before, after, &o)
		if r.Word != validate.Refuted {
			t.Errorf("%s\n%s; %s", after, r.Line(), r.LayoutsText())
		} else if got := r.Subject.Text(r.Failure.Input); c.input != "" && got != c.input {
			t.Errorf("%s\n%s, wanted %s", after, got, c.input)
		}
	}
}

// TestLayoutsTold: the report says which layouts, offsets and strides there were, and nothing about what cannot be
// chosen.
func TestLayoutsTold(t *testing.T) {
	form := func(l string) string {
		var numbers string
		for _, k := range []string{"o", "p", "s"} {
			if strings.Contains(l, k) {
				numbers += " (" + k + " : int)"
			}
		}
		return "def f [n] [m] (xm : mem)" + numbers + " (x : [n][m] @ xm -> " + l + ") : int =\n  in (n)"
	}
	for _, c := range []struct {
		l    string
		want []string
	}{
		{"o + {(n : p) (m : s)}", []string{"back to front, row-major, transposed, with gaps; offsets 0 to ", "; strides "}},
		{"o + {(n : m) (m : 1)}", []string{"row-major; offsets 0 to "}},
		{"100 + {(n : m) (m : 1)}", nil},
		{"R(n, m)", nil},
	} {
		r := validated(t, "def f [n] [m] (x : [n][m]int) : int = n", form(c.l))
		text := r.LayoutsText()
		if r.Word != validate.Valid || len(c.want) == 0 && text != "" {
			t.Errorf("%s: %s: %s", c.l, r.Line(), text)
		}
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %s, wanted %s", c.l, text, w)
			}
		}
	}
}
