package validity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// TestOverwrite has calls that change what an argument shows, calls that change its block
// elsewhere, and calls that restore what was there.
func TestOverwrite(t *testing.T) {
	const head = `
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 3 + {(3 : 1)}) = iota 3
`
	var all strings.Builder
	for _, c := range []struct{ name, text, want string }{
		{"a kernel", `
def f (m : mem) (a : [3] @ m -> R(3)) : int =
  let (b : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do in (i * 10)
  in (b[1])` + head + "let (k : int) = f(m, x)\nin (k)", "`x[2]` was 2 before this call of `f`, and the heap has 10 afterwards"},
		{"marked", `
def f (m : mem) (*a : [3] @ m -> R(3)) : int =
  let (b : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do in (i * 10)
  in (b[1])` + head + "let (k : int) = f(m, x)\nin (k)", ""},
		{"marked and used", `
def f (m : mem) (*a : [3] @ m -> R(3)) : int =
  let (b : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do in (i * 10)
  in (b[1])` + head + "let (k : int) = f(m, x)\nlet (a : int) = x[3]\nin (k, a)", "`x[3]` is 3 in the value semantics, and the heap has 20 when it is used"},
		{"elsewhere in the block", `
def f (m : mem) (a : [3] @ m -> R(3)) : int =
  let (b : [3] @ m -> 3 + {(3 : 1)}) = replicate(3, 7)
  in (b[1] + a[1])` + head + "let (k : int) = f(m, x)\nin (k)", ""},
		{"the same again", `
def f (m : mem) (a : [3] @ m -> R(3)) : int =
  let (b : [3] @ m -> R(3)) = replicate(3, 7)
  let (c : [3] @ m -> R(3)) = iota 3
  in (c[1])` + head + "let (k : int) = f(m, x)\nin (k)", ""},
		{"two arguments", `
def f (m : mem) (*a : [3] @ m -> R(3)) (b : [2] @ m -> 2 + {(2 : 2)}) : int =
  let (c : [3] @ m -> R(3)) = a with [3] = 9
  in (c[1])` + head + "let (b : [2] @ m -> 2 + {(2 : 2)}) = [3, 4]\nlet (k : int) = f(m, x, b)\nin (k)", "`b[1]` was 3 before this call of `f`, and the heap has 9 afterwards"},
		{"a call in a call", `
def g (m : mem) (*a : [3] @ m -> R(3)) : int =
  let (c : [3] @ m -> R(3)) = a with [3] = 9
  in (c[3])
def f (m : mem) (a : [3] @ m -> R(3)) : int =
  let (k : int) = g(m, a)
  in (k)` + head + "let (k : int) = f(m, x)\nin (k)", "`x[3]` was 3 before this call of `f`"},
		{"in a kernel", `
def f (m : mem) (a : [3] @ m -> R(3)) (i : int) : int =
  let (c : [3] @ m -> R(3)) = a with [i] = 9
  in (i)` + head + `let (rm : mem) = alloc 3
let (r : [3] @ rm -> R(3)) = kernel i <= 3 do
  let (k : int) = f(m, x, i)
  in (k)
in (rm, r)`, "in iteration 1 of kernel `r`"},
		{"after a difference", `
def f (m : mem) (a : [3] @ m -> R(3)) : int =
  let (c : [3] @ m -> R(3)) = a with [3] = 9
  in (1)` + head + "let (z : [1] @ m -> R(1)) = [5]\nlet (a : int) = x[1]\nlet (k : int) = f(m, x)\nin (k)", "`x[3]` was 3 before this call of `f`"},
	} {
		v := check(t, "forward", c.text)
		text := v.Text(diag.Plain)
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, text)
		}
		if v.OK != (c.want == "") {
			t.Errorf("%s: ok is %v\n%s", c.name, v.OK, text)
		}
		if v.Overwrite == nil {
			continue
		}
		js, err := json.MarshalIndent(v.Overwrite, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s\n%s%s\n---\n", c.name, text, js)
	}
	testkit.Golden(t, "testdata/overwrites.golden", all.String())
}
