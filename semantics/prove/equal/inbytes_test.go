package equal_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
)

// TestInBytes: a number of AFTER that goes into the size of a block alone is assumed to fit. No other number is, none of BEFORE, and nothing is concluded from it.
func TestInBytes(t *testing.T) {
	const before = "def f (n : int) (m : int) : int = n\n"
	for _, c := range []struct{ name, before, after, open string }{
		{"a size in bytes", before, "def f (n : int) (m : int) : int =\n  let bytes = nw64(8 * m)\n  in n\n", ""},
		{"another number", before, "def f (n : int) (m : int) : int =\n  let other = nw64(8 * m)\n  in n\n", "that `8 * m` fits 64 bits"},
		{"the same number elsewhere", before, "def f (n : int) (m : int) : int =\n  let bytes = nw64(8 * m)\n  let other = nw64(8 * m)\n  in n\n", "that `8 * m` fits 64 bits"},
		{"a smaller number elsewhere", before, "def f (n : int) (m : int) : int =\n  let bytes = nw64(8 * abs(m))\n  let other = nw64(4 * abs(m))\n  in n\n", "that `4 * abs(m)` fits 64 bits"},
		{"a number after one that fits", before, "def f (n : int) (m : int) : int =\n  let bytes = nw64(8 * m)\n  let a = iota(nw64(8 * m))\n  in n\n", "that `8 * m` fits 64 bits"},
		{"a size that has no value", before, "def f (n : int) (m : int) : int =\n  let bytes = nw64(8 / m)\n  in n\n", "that `m` is not 0"},
		{"BEFORE has it where AFTER has another", "def f (n : int) (m : int) : int =\n  let bytes = nw64(8 * m)\n  in n\n", "def f (n : int) (m : int) : int =\n  let other = nw64(8 * m)\n  in n\n", ""},
		{"BEFORE has it in a loop where AFTER has another", "def f (n : int) (m : int) : int = loop (a = 0) for i <= n do\n  let bytes = nw64(8 * m)\n  let c = a * a + i\n  in c + 0 * bytes\n", "def f (n : int) (m : int) : int = loop (a = 0) for i <= n do\n  let other = nw64(8 * m)\n  let c = i + a * a\n  in c + 0 * other\n", ""},
		{"AFTER alone has it in a loop", "def f (n : int) (m : int) : int = loop (a = 0) for i <= n do a * a + i\n", "def f (n : int) (m : int) : int = loop (a = 0) for i <= n do\n  let other = nw64(8 * m)\n  let c = i + a * a\n  in c + 0 * other\n", "that `8 * m` fits 64 bits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, a := passtest.Parse(t, "before", c.before).Core, passtest.Parse(t, "after", c.after).Core
			inBytes := func(at diag.Span) bool { return strings.HasPrefix(at.Src.Text[at.Start:], "bytes") }
			for _, in := range []func(at diag.Span) bool{nil, inBytes} {
				what, _ := equal.Programs(prove.NewBudget(prove.MaxSteps), equal.Side{Program: b, Def: b.Defs()[0], InBytes: in}, equal.Side{Program: a, Def: a.Defs()[0], InBytes: in})
				var open []string
				for _, o := range what {
					open = append(open, o.Text())
				}
				want := c.open
				if in == nil && want == "" && c.before == before {
					want = "fits 64 bits"
				}
				if text := strings.Join(open, "; "); (want == "") != (text == "") || !strings.Contains(text, want) {
					t.Errorf("open is %q, wanted %q", text, want)
				}
			}
		})
	}
}
