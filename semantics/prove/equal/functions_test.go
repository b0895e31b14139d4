package equal_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
)

// TestFunctions: a function that nobody calls must be in both programs, and one that is called need not be.
func TestFunctions(t *testing.T) {
	const f, g = "def f (x : int) : int = x + 1\n", "def g (x : int) : int = f(x)\n"
	for _, c := range []struct{ before, after, want string }{
		{f, f, ""},
		{f + g, "def g (x : int) : int = 1 + x\n", ""},
		{f + g, "def g (x : int) : int = 2 + x\n", "g: it is not shown that result"},
		{f + g, f, "g: AFTER has no function of that name"},
		{f, "def h (x : int) : int = x + 1\n", "f: AFTER has no function of that name"},
		{"iota 3\n", f, "no function is in both programs"},
	} {
		open := equal.Functions(prove.NewBudget(prove.MaxSteps), passtest.Parse(t, "before", c.before).Core, passtest.Parse(t, "after", c.after).Core, nil)
		if text := strings.Join(open, "; "); (text == "") != (c.want == "") || !strings.HasPrefix(text, c.want) {
			t.Errorf("%s→ %s%q, wanted %q", c.before, c.after, text, c.want)
		}
	}
}
