package validity_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// core elaborates FUNMEM text. A line without memory counts as FUNMEM as it stands.
func core(t testing.TB, s *elab.Session, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !u.Mem {
		if err := s.Adopt(u.Core); err != nil {
			t.Fatal(err)
		}
	}
	return u.Core
}

func check(t testing.TB, schedule, text string) *validity.Verdict {
	t.Helper()
	sch, err := engine.ParseSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	v, err := validity.Check(context.Background(), core(t, elab.NewSession(nil), text), engine.Options{Schedule: sch, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestGoingWrong shows the six ways to go wrong, each with the text of its verdict.
func TestGoingWrong(t *testing.T) {
	var all strings.Builder
	for _, c := range []struct{ name, text, want string }{
		{"fine", `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> R(2, 3)) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3]int @ rm -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
in (m, x)
`, "ok: typed; valid: in this run; consistent, race-free"},
		{"wrong offset", `
let (m : mem) = alloc 10
let (x : [5]int @ m -> R(5)) = kernel i <= 5 do in (i)
let (y : [5]int @ m -> 4 + {(5 : 1)}) = kernel i <= 5 do
  let (a : int) = x[i]
  in (a * 10)
let (zm : mem) = alloc 5
let (z : [5]int @ zm -> R(5)) = copy x
in (zm, z)
`, "x[5]"},
		{"wrong stride", `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> 0 + {(2 : 2) (3 : 1)}) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3]int @ rm -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
in (m, x)
`, "write/write"},
		{"block too small", `
let (m : mem) = alloc 9
let (x : [10]int @ m -> R(10)) = iota 10
in (m, x)
`, "offset 9 lies outside block `m` of size 9"},
		{"two arrays in one block", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (y : [4]int @ m -> R(4)) = kernel i <= 4 do in (i * i)
let (zm : mem) = alloc 4
let (z : [4]int @ zm -> R(4)) = kernel i <= 4 do
  let (a : int) = x[i]
  let (b : int) = y[i]
  in (a + b)
in (zm, z)
`, "in the value semantics, and the heap has"},
		{"reads its neighbour in place", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (y : [4]int @ m -> R(4)) = kernel i <= 4 do
  let (k : int) = max(i - 1, 1)
  let (a : int) = x[k]
  in (a + 1)
in (m, y)
`, "read/write"},
		{"two iterations write one cell", `
let (m : mem) = alloc 1
let (y : [4]int @ m -> 0 + {(4 : 0)}) = kernel i <= 4 do in (7)
let (a : int) = y[3]
in (a)
`, "write/write"},
	} {
		for _, schedule := range []string{"forward", "reverse", "random:3"} {
			v := check(t, schedule, c.text)
			text := v.Text(diag.Plain)
			if !strings.Contains(text, c.want) {
				t.Errorf("%s, %s: no %q in\n%s", c.name, schedule, c.want, text)
			}
			if v.OK != (c.name == "fine") {
				t.Errorf("%s, %s: ok is %v", c.name, schedule, v.OK)
			}
			if schedule == "forward" {
				js, err := json.MarshalIndent(v, "", "  ")
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&all, "%s\n%s\n%s%s\n---\n", c.name, c.text, text, js)
			}
		}
	}
	testkit.Golden(t, "testdata/verdicts.golden", all.String())
}
