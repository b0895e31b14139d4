package memory_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// stuck are programs in which some rule has no instance, with the rule.
var stuck = []struct{ rule, text string }{
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [3]f64 @ m -> R(3)) = kernel i <= 3 do f64(i) / 2.0
let (y : [3]int @ m -> R(3)) = iota 3
let (s : f64) = x[2]
in (s)
`},
	{"E-MEM-COPY", `
let (m : mem) = alloc 3
let (n : mem) = alloc 3
let (x : [3]f64 @ m -> R(3)) = kernel i <= 3 do f64(i) / 2.0
let (y : [1]int @ m -> R(1)) = iota 1
let (z : [3]f64 @ n -> R(3)) = copy x
in (n, z)
`},
	{"E-MEM-REDUCE", `
let (m : mem) = alloc 3
let (y : [3]int @ m -> R(3)) = iota 3
let (x : [1]f64 @ m -> 2 + {(1 : 1)}) = kernel i <= 1 do 0.5
let (s : int) = reduce (+) 0 y
in (s)
`},
	{"E-MEM-PROG", `
let (m : mem) = alloc 3
let (x : [3]f64 @ m -> R(3)) = kernel i <= 3 do f64(i) / 2.0
let (y : [3]int @ m -> R(3)) = iota 3
in (m, x)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (ym : mem) = alloc 3
let (y : [3]int @ ym -> R(3)) = kernel i <= 3 do
  let (k : int) = i + 1
  let (a : int) = x[k]
  in (a)
in (ym, y)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [0]int @ m -> R(0)) = iota 0
let (a : int) = x[0]
in (a)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 4
let (x : [2]int @ m -> R(2)) = iota 2
let (y : [2]int @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do in (i)
let (c : int) = 0
let (o : int) (z : [2]int @ m -> o + {(2 : 1)}) = if c then in (0, x) else in (2, y)
let (k : int) = 10 ** 30
let (a : int) = z[k]
in (a)
`},
	{"E-MEM-REDUCE", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (am : mem) = alloc 2
let (a : [3]int @ am -> R(3)) = reduce (\(b : [3]int @ am -> R(3)) (v : int) -> in (b)) x x
in (am, a)
`},
	{"E-MEM-SCAN", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (am : mem) = alloc 2
let (a : [3]int @ am -> R(3)) = scan (\(b : int) (v : int) -> in (v)) 0 x
in (am, a)
`},
	{"E-MEM-SLICE", `
let (m : mem) = alloc 6
let (x : [6]int @ m -> R(6)) = iota 6
let (n : int) = 4
let (y : [n]int @ m -> 2 + {(n : 1)}) = x[3 : n]
let (z : [n]int @ m -> 3 + {(n : 1)}) = x[4 : n]
in (m, z)
`},
	{"E-MEM-SLICE", `
let (m : mem) = alloc 6
let (x : [6]int @ m -> R(6)) = iota 6
let (n : int) = 0 - 1
let (y : [n]int @ m -> 2 + {(n : 1)}) = x[3 : n]
in (m, y)
`},
	{"E-MEM-SLICE", `
let (m : mem) = alloc 6
let (x : [6]int @ m -> R(6)) = iota 6
let (s : int) = 0
let (y : [2]int @ m -> 2 + {(2 : s)}) = x[3 : 2 : s]
in (m, y)
`},
	{"E-MEM-ALLOC", `
let (n : int) = 3
let (m : mem) = alloc (n - 5)
in (1)
`},
	{"E-MEM-ALLOC", `
let (m : mem) = alloc (10 ** 12)
in (1)
`},
	{"E-MEM-ALLOC", `
let (m : mem) = alloc (10 ** 30)
in (1)
`},
	{"E-MEM-ALLOC", `
let (z : int) = 0
let (m : mem) = alloc (3 / z)
in (1)
`},
	{"E-MEM-SCALAR", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = kernel i <= 3 do
  let (a : int) = 12 / (2 - i)
  in (a)
in (m, x)
`},
	{"E-MEM-SCALAR", `
let (k : int) = 0 - 2
let (a : int) = 2 ** k
in (a)
`},
	{"E-MEM-CHECK", `
def f (n : int) (k : int) : int =
  check n = k
  in (n)
let (a : int) = f(3, 4)
in (a)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
free m
let (k : int) = x[2]
in (k)
`},
	{"E-MEM-COPY", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ m -> 2 + {(3 : -1)}) = reverse x
free m
let (k : mem) = alloc 3
let (z : [3]int @ k -> R(3)) = copy y
in (k, z)
`},
	{"E-MEM-IOTA", `
let (m : mem) = alloc 3
free m
let (x : [3]int @ m -> R(3)) = iota 3
in (m, x)
`},
	{"E-MEM-WITH", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (z : [3]int @ m -> R(3)) = loop (y : [3]int @ m -> R(3) = x) for i <= 3 do
  let (t : [3]int @ m -> R(3)) = y with [i] = 7
  free m
  in (t)
in (m, z)
`},
	{"E-MEM-PROG", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
free m
in (m, x)
`},
	{"E-MEM-FREE", `
let (m : mem) = alloc 3
let (k : mem) = if 1 then m else m
free m
free k
in ()
`},
	{"E-MEM-FREE", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3]int @ k -> R(3)) = kernel i <= 3 do
  let (t : int) = x[i]
  free m
  in (t)
in (k, y)
`},
	{"E-MEM-FREE", `
def f (m : mem) (*x : [3]int @ m -> R(3)) : int =
  let (k : mem) = if 1 then m else m
  free k
  in (3)
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (n : int) = f(m, x)
in (n)
`},
	{"E-MEM-KERNEL", `
let (n : int) = 0 - 3
let (m : mem) = alloc 3
let (x : [n]int @ m -> R(n)) = kernel i <= n do in (i)
in (m, x)
`},
	{"E-MEM-KERNEL", `
let (m : mem) = alloc 10
let (x : [4][3]int @ m -> 2 + {(4 : 3) (3 : 1)}) = kernel i <= 4 do
  let (rm : mem) = alloc 3
  let (r : [3]int @ rm -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
in (m, x)
`},
	{"E-MEM-KERNEL", `
let (m : mem) = alloc 10
let (x : [3]int @ m -> 2 + {(3 : -2)}) = kernel i <= 3 do in (i)
in (m, x)
`},
	{"E-MEM-KERNEL", `
let (o : int) = 10 ** 20
let (m : mem) = alloc 10
let (x : [3]int @ m -> o + {(3 : 1)}) = kernel i <= 3 do in (i)
in (m, x)
`},
	{"E-MEM-LOOP", `
let (n : int) = 10 ** 20
let (a : int) = loop (x : int = 1) for i <= n do in (i)
in (a)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (a : int) (k : int) = loop (s : int = 0) (p : int = 1) while x[p] > 0 do (s + p, p + 1)
in (a)
`},
	{"E-MEM-IOTA", `
let (m : mem) = alloc 9
let (x : [10]int @ m -> R(10)) = iota 10
in (m, x)
`},
	{"E-MEM-COPY", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (ym : mem) = alloc 4
let (y : [4]int @ ym -> 1 + {(4 : 1)}) = copy x
in (ym, y)
`},
	{"E-MEM-WITH", `
let (m : mem) = alloc 5
let (x : [2][3]int @ m -> R(2, 3)) = scratch([2][3]int)
let (y : [2][3]int @ m -> R(2, 3)) = x with [2, 2] = 5
let (z : [2][3]int @ m -> R(2, 3)) = y with [2, 3] = 6
in (m, z)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ m -> 1 + {(3 : 1)}) = claim x
let (v : [2]int @ m -> 2 + {(2 : 1)}) = y[2:2]
let (a : int) = v[2]
in (a)
`},
	{"E-MEM-COPY", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = [5, 5, 5]
let (y : [3]int @ m -> 2 + {(3 : -2)}) = claim x
let (zm : mem) = alloc 3
let (z : [3]int @ zm -> R(3)) = copy y
in (zm, z)
`},
	{"E-MEM-WITH", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (y : [3]int @ m -> 1 + {(3 : 1)}) = claim x
let (z : [3]int @ m -> 1 + {(3 : 1)}) = y with [3] = 1
in (m, x)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3]int @ k -> R(3)) = claim x
free k
let (a : int) = y[2]
in (a)
`},
	{"E-MEM-PROG", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (k : mem) = alloc 2
let (y : [3]int @ k -> R(3)) = claim x
in (k, y)
`},
	{"E-MEM-CLAIM", `
let (m : mem) = alloc 3
let (x : [3]int @ m -> R(3)) = iota 3
let (b : int) = 2 ** 70
let (y : [3]int @ m -> b + {(3 : 1)}) = claim x
in (m, x)
`},
	{"E-MEM-SCRATCH", `
let (m : mem) = alloc 5
let (n : int) = 0 - 1
let (x : [n]int @ m -> R(n)) = scratch([n]int)
in (m, x)
`},
	{"E-MEM-INDEX", `
let (m : mem) = alloc 4
let (o : [4]int @ m -> R(4)) = iota 4
let (x : [4]int @ m -> R(4)) = scratch([4]int)
let (y : [4]int @ m -> R(4)) = x with [2] = 7
let (a : int) = y[2]
let (b : int) = y[3]
in (b)
`},
	{"E-MEM-REDUCE", `
let (m : mem) = alloc 2
let (x : [2]int @ m -> R(2)) = scratch([2]int)
let (s : int) = reduce (+) 0 x
in (s)
`},
	{"E-MEM-REPLICATE", `
let (m : mem) = alloc 4
let (x : [2]int @ m -> R(2)) = iota 2
let (ym : mem) = alloc 5
let (y : [3][2]int @ ym -> R(3, 2)) = replicate(3, x)
in (ym, y)
`},
	{"E-MEM-LITERAL", `
let (m : mem) = alloc 2
let (x : [3]int @ m -> R(3)) = [1, 2, 3]
in (m, x)
`},
	{"E-MEM-ALLOC", `
let (n : int) = 2 ** 41
let (m : mem) = alloc n
in (1)
`},
	{"E-MEM-IOTA", `
let (n : int) = 2 ** 41
let (m : mem) = alloc 1
let (x : [n]int @ m -> 0 + {(n : 0)}) = iota n
in (1)
`},
	{"E-MEM-CONCAT", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (ym : mem) = alloc 7
let (y : [8]int @ ym -> R(8)) = concat(x, x)
in (ym, y)
`},
	{"E-MEM-WITH", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (i : int) = x[4] + 1
let (y : [4]int @ m -> R(4)) = x with [i] = 0
in (m, y)
`},
	{"E-MEM-WITH", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (f : [2]int @ m -> 0 + {(2 : 1)}) = x[1:2]
let (y : [4]int @ m -> R(4)) = x with [4:2] = f
in (m, y)
`},
	{"E-MEM-RESHAPE", `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (n : int) = x[2] - 4
let (k : int) = n
check n * k = 4
let (y : [n][k]int @ m -> R(n, k)) = reshape((n, k), x)
in (m, y)
`},
}

// TestStuck compares the messages about stuck programs with the golden file, and checks
// that each names its rule.
func TestStuck(t *testing.T) {
	var b strings.Builder
	cov := rule.NewCoverage()
	for _, c := range stuck {
		p := core(t, elab.NewSession(nil), c.text)
		m := memory.New(memory.Options{Options: engine.Options{Memory: 1 << 30, Coverage: cov}, Validate: true})
		_, err := m.Run(context.Background(), p)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Kind != diag.Stuck || d.Rule != c.rule {
			t.Errorf("not stuck at %s: %v\n%s", c.rule, err, c.text)
			continue
		}
		if _, n := cov.Counts(c.rule); n == 0 {
			t.Errorf("%s did not refuse", c.rule)
		}
		b.WriteString(d.Error() + "---\n")
	}
	testkit.Golden(t, "testdata/stuck.golden", b.String())
}

// TestInterrupted stops a kernel of many iterations.
func TestInterrupted(t *testing.T) {
	p := core(t, elab.NewSession(nil), `
let (m : mem) = alloc 1
let (x : [100000000000]int @ m -> 0 + {(100000000000 : 0)}) = kernel i <= 100000000000 do in (i)
in (m, x)
`)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := memory.New(memory.Options{}).Run(ctx, p)
	var stop *engine.Interrupted
	if !errors.As(err, &stop) {
		t.Fatalf("not interrupted: %v", err)
	}
}

// TestInterruptedCopy stops a copy that is one step of evaluation: only the copy itself
// sees a context that is done from the start.
func TestInterruptedCopy(t *testing.T) {
	s := elab.NewSession(nil)
	size := []syntax.Expr{&syntax.IntLit{Val: num.Of(1 << 17)}}
	block := s.Bind("xm", &syntax.Type{Elem: syntax.Mem})
	x := s.Bind("x", &syntax.Type{Dims: size, Mem: &syntax.MemAnn{Block: block.Use(), L: syntax.RowMajor(size)}})
	s.BindMem(block)
	s.BindMem(x)
	p := core(t, s, `
let (m : mem) = alloc 131072
let (y : [1][131072]int @ m -> R(1, 131072)) = kernel i <= 1 do in (x)
in (m, y)
`)
	m := memory.New(memory.Options{})
	m.Input(block, x, value.NewArray(syntax.Int, []int{1 << 17}))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := m.Run(ctx, p)
	var stop *engine.Interrupted
	if !errors.As(err, &stop) {
		t.Fatalf("not interrupted: %v", err)
	}
	if _, err := m.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}
