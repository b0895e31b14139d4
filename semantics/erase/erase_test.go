package erase_test

import (
	"strings"
	"testing"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

func core(t *testing.T, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test.fun", text))
	if err != nil {
		t.Fatal(err)
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return u.Core
}

// cases are FUNMEM programs, the programs they are erased to, and what is left
// after cleaning.
var cases = []struct{ name, mem, erased, clean string }{
	{"each rule", `
let (n : int) = 3
let (m : mem) = alloc (n * 2)
let (x : [n]int @ m -> 1 + {(n : 2)}) = iota n
in (m, x)
`, `
let (n : int) = 3
let (m : int) = 0
let (x : [n]int) = iota n
in (m, x)
`, `
let (n : int) = 3
let (x : [n]int) = iota n
in (x)
`},
	{"branches return blocks and offsets", `
let (n : int) = 3
let (zm : mem) (zo : int) (z : [n]int @ zm -> zo + {(n : 1)}) =
  if n
  then let (am : mem) = alloc n
       let (a : [n]int @ am -> R(n)) = iota n
       let (ao : int) = 0
       in (am, ao, a)
  else let (bm : mem) = alloc (n + 1)
       let (bo : int) = 1
       let (b : [n]int @ bm -> bo + {(n : 1)}) = iota n
       in (bm, bo, b)
in (zm, z)
`, `
let (n : int) = 3
let (zm : int) (zo : int) (z : [n]int) =
  if n
  then let (am : int) = 0
       let (a : [n]int) = iota n
       let (ao : int) = 0
       in (am, ao, a)
  else let (bm : int) = 0
       let (bo : int) = 1
       let (b : [n]int) = iota n
       in (bm, bo, b)
in (zm, z)
`, `
let (n : int) = 3
let (z : [n]int) =
  if n
  then let (a : [n]int) = iota n
       in (a)
  else let (b : [n]int) = iota n
       in (b)
in (z)
`},
	{"functions and blocks in kernels", `
def f (k : int) (o : int) (xm : mem) (x : [k]int @ xm -> o + {(k : 1)}) : (ym : mem, yo : int, [k]int @ ym -> yo + {(k : 1)}) =
  let (yo_1 : int) = o + 0
  in (xm, yo_1, x)

let (n : int) = 3
let (m : mem) = alloc n
let (x : [n][n]int @ m -> R(n, n)) = kernel i <= n do
  let (rm : mem) = alloc n
  let (r : [n]int @ rm -> R(n)) = iota n
  let (o : int) = 0
  let (sm : mem) (so : int) (s : [n]int @ sm -> so + {(n : 1)}) = f(n, o, rm, r)
  in (s)
in (m, x)
`, `
def f (k : int) (o : int) (xm : int) (x : [k]int) : (ym : int, yo : int, [k]int) =
  let (yo_1 : int) = o + 0
  in (xm, yo_1, x)

let (n : int) = 3
let (m : int) = 0
let (x : [n][n]int) = kernel i <= n do
  let (rm : int) = 0
  let (r : [n]int) = iota n
  let (o_1 : int) = 0
  let (sm : int) (so : int) (s : [n]int) = f(n, o_1, rm, r)
  in (s)
in (m, x)
`, `
def f (k : int) (x : [k]int) : [k]int = x

let (n : int) = 3
let (x_1 : [n][n]int) = kernel i <= n do
  let (r : [n]int) = iota n
  let (s : [n]int) = f(n, r)
  in (s)
in (x_1)
`},
	{"an int that memory and values share stays", `
let (n : int) = 3
let (o : int) = n - 1
let (p : int) = o * 2
let (unused : int) = 5
let (m : mem) = alloc (n + p)
let (x : [n]int @ m -> p + {(n : 1)}) = iota n
let (y : int) = x[o]
check o = 2
in (y)
`, `
let (n : int) = 3
let (o : int) = n - 1
let (p : int) = o * 2
let (unused : int) = 5
let (m : int) = 0
let (x : [n]int) = iota n
let (y : int) = x[o]
check o = 2
in (y)
`, `
let (n : int) = 3
let (o : int) = n - 1
let (unused : int) = 5
let (x : [n]int) = iota n
let (y : int) = x[o]
check o = 2
in (y)
`},
	{"free", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (k : int) = if 1 then let (n : mem) = alloc 1 free n in 1 else 2
free m
in (k)
`, `
let (m : int) = 0
let (x : [3]int) = iota 3
let (k : int) =
  if 1
  then let (n : int) = 0
       in (1)
  else 2
in (k)
`, `
let (x : [3]int) = iota 3
let (k : int) = if 1 then 1 else 2
in (k)
`},
	{"claims", `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> R(2, 3)) = scratch([2][3]int)
let (y : [2][3]int @ m -> 1 + {(2 : 0) (3 : 2)}) = claim x
in (m, y)
`, `
let (m : int) = 0
let (x : [2][3]int) = scratch([2][3]int)
let (y : [2][3]int) = permute((1, 2), x)
in (m, y)
`, `
let (x : [2][3]int) = scratch([2][3]int)
let (y : [2][3]int) = permute((1, 2), x)
in (y)
`},
}

func TestErase(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := core(t, c.mem)
			before := syntax.Print(p)
			same(t, "erased", erase.Program(p), c.erased)
			same(t, "cleaned", erase.Clean(p), c.clean)
			if syntax.Print(p) != before {
				t.Error("the program itself has changed")
			}
		})
	}
}

// same compares programs, ignoring the numbers that make names unique. It also
// asks for a well-typed Fun program that is its own erasure.
func same(t *testing.T, what string, got *syntax.Program, want string) {
	t.Helper()
	strip := strings.NewReplacer("_1", "")
	if g := syntax.Print(got); strip.Replace(strings.TrimSpace(g)) != strip.Replace(strings.TrimSpace(want)) {
		t.Errorf("%s:\n%s\nwant\n%s", what, g, want)
	}
	if err := check.New(false, nil).Program(got); err != nil {
		t.Errorf("%s: not well-typed: %v", what, err)
	}
	if syntax.Print(erase.Program(got)) != syntax.Print(got) || syntax.Print(erase.Clean(got)) != syntax.Print(got) {
		t.Errorf("%s: a Fun program is not its own erasure:\n%s", what, syntax.Print(erase.Clean(got)))
	}
}

// Each rule of Fig. 9 is counted once for each place where it applies.
func TestCoverage(t *testing.T) {
	cov := rule.NewCoverage()
	erase.Covered(core(t, cases[1].mem), cov)
	for name, want := range map[string]int{"U-MEM": 3, "U-ARRAY": 3, "U-ALLOC": 2} {
		if got, _ := cov.Counts(name); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
}
