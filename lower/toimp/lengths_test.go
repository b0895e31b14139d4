package toimp_test

import (
	"strings"
	"testing"

	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// carrying is a loop of three rounds that fills a block b which it carries, and that the next round reads. In it are the size of the block that it begins
// with, what a round does before it ends, and the block that is filled in the round after the next.
const carrying = `let (n : int) = 4
let (m : mem) = alloc FIRST
let (k : mem) = alloc n
let (o : mem) = alloc 4
let (x : [4]int @ k -> R(4)) = iota 4
let (w : mem) (v : mem) (z_mem : mem) (s : int) (z : [4]int @ z_mem -> R(4)) = loop (b : mem = m) (a : mem = o) (y_mem : mem = k) (s : int = 4) (y : [4]int @ y_mem -> R(4) = x) for i <= 3 do
  let (v : [4]int @ b -> R(4)) = kernel j <= 4 do
    let (t : int) = y[5 - j]
    let (u : int) = t + i
    in (u)
ROUND
  in (a, NEXT, b, s, v)
in (z_mem, z)
`

// TestLengths: a write to a block that a loop carries is not checked if all blocks that it may be have one size, which is enough. If one is
// too small the program gets stuck there.
func TestLengths(t *testing.T) {
	for _, c := range []struct {
		name, first, round, next string
		checked, stuck           bool
	}{
		{"three that take turns", "4", "", "y_mem", false, false},
		{"equal sizes", "n", "", "y_mem", false, false},
		{"some are larger", "(n + 2)", "  let (e : mem) = alloc 6", "e", true, false},
		{"made in the round", "4", "  let (e : mem) = alloc n", "e", false, false},
		{"from before the loop", "4", "", "m", false, false},
		{"the other one is smaller", "4", "  let (e : mem) = alloc 3", "e", true, true},
		{"the first one is smaller", "3", "", "y_mem", true, true},
		{"a size of the round", "4", "  let (e : mem) = alloc i", "e", true, true},
		{"a size that the loop carries", "4", "  let (e : mem) = alloc s", "e", true, false},
		{"from an if", "4", "  let (e : mem) = if i then k else m", "e", true, false},
	} {
		text := strings.NewReplacer("FIRST", c.first, "ROUND\n", strings.TrimPrefix(c.round+"\n", "\n"), "NEXT", c.next).Replace(carrying)
		p, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		q, _, err := toimp.Program(u.Core, toimp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if checked := strings.Contains(ast.Print(q), "of block"); checked != c.checked {
			t.Errorf("%s: checked: %v\n%s", c.name, checked, ast.Print(q))
		}
		if what := compareWrong(t, text); what == "stuck" != c.stuck {
			t.Errorf("%s: %s", c.name, what)
		}
	}
}
