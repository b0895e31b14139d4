package hoist_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"

	"pgregory.net/rapid"
)

// cases has one program for each condition of hoist and for each thing that holds it back.
var cases = []struct{ name, text string }{
	{"loop", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do let y = map (\\a -> a + i) x in s + sum(y)"},
	{"loop in a loop", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do loop (t = s) for j <= i do let y = map (\\a -> a + t) x in sum(y)"},
	{"loop, carried", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do map (\\a -> a * y[1]) y"},
	{"loop, carried by a branch", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let z = map (\\a -> a + y[1]) y in if z[1] > 5 then z else x"},
	{"loop, carried by a call", "def g [n] (x : [n]int) : [n]int = reverse x\ndef f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let z = map (\\a -> a + y[1]) y in g(z)"},
	{"loop, carried one round late", "def f [n] (x : [n]int) (k : int) : int = let (y, z, s) = loop (y = x, z = x, s = 0) for i <= k do let w = map (\\a -> a + y[1]) y in (w, y, s + z[1]) in s + y[1]"},
	{"loop, another size", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do let y = replicate(i, s + n) in s + sum(y)"},
	{"loop, a size that is carried", "def f [n] (x : [n]int) (k : int) : int = loop (s = 1) for i <= k do let y = replicate(s, i) in sum(y)"},
	{"loop, a size from an array", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do let y = replicate(abs(x[i]), i) in s + sum(y)"},
	{"loop, a size that is not negative", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do let y = replicate(n + 1, i) in s + y[n]"},
	{"loop, a size that may be negative", "def f [n] (x : [n]int) (k : int) : int = let m = n - 3 in loop (s = 0) for i <= m do let y = replicate(m, i) in s + y[1]"},
	{"loop, entered", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= 3 do let y = replicate(k, i) in s + n / k + sum(y)"},
	{"while", "def f [n] (x : [n]int) (k : int) : int = loop (s = k) while sum(map (\\a -> a + s) x) > 9 do let y = reverse (copy x) in s - 1 - abs(y[1])"},
	{"division", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do let q = 12 / k let y = replicate(q, i) in s + sum(y)"},
	{"division, entered", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= 2 do let q = 12 / k let y = replicate(q, i) in s + sum(y)"},
	{"check", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do let (y : [3]int) = replicate(n, i) in s + y[1]"},
	{"check, entered", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= 2 do let (y : [3]int) = replicate(n, i) in s + y[k]"},
	{"reduce", "def f [n][m] (x : [n][m]int) : [m]int = reduce (\\a r -> let y = map (+) a r in map (\\b -> b * y[1]) y) (replicate(m, 1)) x"},
	{"scan", "def f [n] (x : [n]int) (k : int) : [n]int = scan (\\a b -> let y = [a, b, n] in y[1] + y[2] * y[3]) 0 x"},
	{"branch", "def f [n] (x : [n]int) (k : int) : int = if k > 1 then let y = map (\\a -> a * k) x in sum(y) else k"},
	{"branch, results", "def f [n] (x : [n]int) (k : int) : [n]int = if k > 1 then map (\\a -> a * k) x else if k > 0 then replicate(n, k) else x"},
	{"branch, a size that may be negative", "def f [n] (x : [n]int) (k : int) : int = if k > 0 then let y = replicate(k, n) in sum(y) else k"},
	{"branch, division", "def f [n] (x : [n]int) (k : int) : int = if k > 0 then let y = replicate(n / k, n) in sum(y) else k"},
	{"branch, check", "def f [n] (x : [n]int) (k : int) : int = if k > 0 then let (y : [3]int) = replicate(n, k) in sum(y) else k"},
	{"branch in a loop", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= k do if i > 2 then let y = map (\\a -> a + s) x in sum(y) else s + i"},
	{"branch in a loop, a size that may be negative", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if i < k then let y = replicate(k - 1, i) in y[i] + s else s + x[i]"},
	{"branch in a loop, carried", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do if y[1] > i then map (\\a -> a + y[1]) y else x"},
	{"branch in a loop, a size of a branch", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if x[i] > 1 then (if k > 2 then let m = k * 2 let z = replicate(m + n, i) let y = replicate(x[i], m) in y[2] + z[n] else 1) else s + 1"},
	{"branch in a loop, division and check", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= 3 do if k > 1 then let y = replicate(12 / k, i) let (z : [3]int) = replicate(n, i) in length(y) + z[i] else s + i"},
	{"branch in a fold", "def f [n] (x : [n]int) (k : int) : int = reduce (\\a b -> if b > 0 then let y = [a, b] in y[1] + y[2] else a) 0 x"},
	{"branch in a loop, known before it", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k > 99 then let y = replicate(k + 10 ** 15, s) in y[1] else s + x[i]"},
	{"branch in a loop, not taken where a number is not 0", "def f [n] (x : [n]int) (k : int) : int = let z = n * n in loop (s = 0) for i <= n do if z then s + x[i] else let y = replicate(k * k + 10 ** 15, s) in y[1]"},
	{"branches in a loop, known before it", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if n > 0 then (if k > 99 then let y = replicate(n - 10 ** 15, s) in y[1] else s + x[i]) else s"},
	{"branches in a loop, one of them not taken", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k > 99 then (if n > 1 then let y = replicate(k + 10 ** 15, s) in y[1] else s + x[i]) else s"},
	{"branch in a loop, taken where a number is not 0", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k then let y = replicate(65537, s) in y[1] else s + x[i]"},
	{"branch in a loop, large", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k > 99 then let y = replicate(10 ** 15, s) in y[1] else s + x[i]"},
	{"branches in a loop, one known before it", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k > 99 then s + 1 else (if x[i] > 99 then let y = replicate(n * 10 ** 15, s) in y[1] else s + x[i])"},
	{"branch in a loop, small", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k > 99 then let y = replicate(65536, s) in y[1] else (let y = replicate(n + 9, s) in s + y[i])"},
	{"branch in a loop, hardly small", "def f [n] (x : [n]int) (k : int) : int = loop (s = 0) for i <= n do if k > 99 then let y = replicate(65537, s) in y[1] else (let y = replicate(2 * n, s) in s + y[i])"},
	{"loop in a branch of a kernel", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if x[i] > 1 then loop (s = 0) for j <= k do let y = map (\\a -> a + s) x in y[1] + y[i] else i"},
	{"kernel", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let y = map (\\a -> a + i) x in sum(y)"},
	{"kernel, a scalar", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let t = k * 2 + 1 let y = replicate(n, t + i) in sum(y)"},
	{"kernel, once", "def f [n] (x : [n]int) (k : int) : [1]int = kernel i <= 1 do let y = map (\\a -> a + i) x in sum(y)"},
	{"kernel in a loop", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let z = map (\\a -> a + y[1]) y in map (\\a -> a * 2) z"},
	{"within a body", "def f [n] (x : [n]int) (k : int) : [n]int = let s = sum(x) let m = n * 2 let y = replicate(m, s) in kernel i <= n do y[i] + y[m]"},
	{"global", "let x = [3, 1, 2]\ndef f (k : int) : int = sum(map (\\a -> a + k) x)\nlet y = map (\\a -> f(a)) x\nlet z = loop (s = 0) for i <= 3 do let w = replicate(2, i) in s + w[1] + y[i]\n(y, z)"},
	{"division in a size", `def f (x : int) (k : int) : int =
  let (t : int) = loop (s : int = x) for i <= x do
    let (y_mem : mem) = alloc (2 + (9 / k) * (9 / k))
    let (y : [2]int @ y_mem -> R(2)) = [s, k]
    let (u : int) = y[1] + 9 / k
    let (v : int) = u + i
    in (v)
  in (t)`},
	{"a block that a function uses", `let (m : mem) = alloc 3
def f (k : int) : int =
  let (y : [3]int @ m -> R(3)) = replicate(3, k)
  let (e : int) = y[2]
  in (e)
let (o : mem) = alloc 2
def g (k : int) : int =
  let (y : [2]int @ o -> R(2)) = replicate(2, k)
  let (e : int) = y[2]
  in (e)
let (s : int) = 4
let (a : int) = f(s)
let (c : int) = a > 1
let (b : int) = if c then let (x : [3]int @ m -> R(3)) = iota 3
    let (p : int) = x[3]
    let (e : int) = g(p)
    in (e)
  else a
let (d : int) = f(b)
in (a, b, d)`},
	{"a block that one branch uses", `def f (k : int) : (int, int) =
  let (m : mem) = alloc 3
  let (o : mem) = alloc 2
  let (s : int) = k * k
  let (c : int) = s > 1
  let (b : int) = if c then let (x : [3]int @ m -> R(3)) = iota 3
      let (y : [2]int @ o -> R(2)) = iota 2
      let (e : int) = x[3]
      in (e)
    else s
  let (z : [2]int @ o -> R(2)) = [b, s]
  let (d : int) = z[1]
  in (b, d)`},
	{"blocks named by hand", `def f (x_mem : mem) (x : [3]int @ x_mem -> R(3)) (k : int) : (r_mem : mem, [3]int @ r_mem -> R(3)) =
  let (r_mem : mem) (r : [3]int @ r_mem -> R(3)) = loop (a_mem : mem = x_mem) (a : [3]int @ a_mem -> R(3) = x) for i <= k do
    let (b_mem : mem) = alloc 6
    let (c_mem : mem) = b_mem
    let (b : [3]int @ c_mem -> 3 + {(3 : 1)}) = copy a
    let (d : [3]int @ c_mem -> R(3)) = kernel j <= 3 do
      let (p : int) = b[j]
      let (q : int) = p + i
      in (q)
    in (c_mem, d)
  in (r_mem, r)`},
}

// TestCases shows what hoist makes of each case, and what it says about it.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, c := range cases {
		p := passtest.Parse(t, c.name, c.text).Mem(t)
		b.WriteString("---- " + c.name + "\n" + passtest.Changes(p, p.Last(t, "hoist", 0)) + "\n")
	}
	testkit.Golden(t, "testdata/hoist.golden", b.String())
}

// TestValid: the cases stay valid and race-free, and lower-alloc puts everything back. Without -more
// most inputs are small.
func TestValid(t *testing.T) {
	inputs := testkit.Fewest(10, 30, 30)
	v := passtest.Validator(inputs)
	v.Options.Small = testkit.Sample(inputs-3, 0)
	for k, c := range cases {
		if k%testkit.Fewest(3, 1, 1) != 0 {
			continue
		}
		v := v
		if strings.Contains(c.text, "if k then") { // a k below 0 comes after its constants
			v = passtest.Validator(100)
		}
		if _, err := passtest.Parse(t, c.name, c.text).Mem(t).Through("hoist,lower-alloc", v); err != nil {
			t.Fatalf("%s: %v%s", c.name, err, passtest.Programs(err))
		}
	}
}

// TestFits: no block is too large because of a branch that is not taken.
func TestFits(t *testing.T) {
	for _, c := range cases {
		if strings.Contains(c.text, "10 ** 1") {
			if err := passtest.Parse(t, c.name, c.text).Mem(t).Fits("hoist,lower-alloc", 20); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// TestExamples: all examples stay valid and race-free.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		p.Mem(t).Last(t, "hoist,lower-alloc", *passtest.Tests)
	}
}

// TestRandom: random programs stay valid and race-free.
func TestRandom(t *testing.T) {
	passtest.Check(t, 10, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := "hoist,lower-alloc"
		if _, err := p.Run(list, 4); err != nil {
			rt.Fatalf("%s: %v", list, err)
		}
	})
}

// TestRandomHuge: a program does not get stuck because of a block in a branch that is not
// taken.
func TestRandomHuge(t *testing.T) {
	passtest.Check(t, 15, func(rt *rapid.T) {
		text := testkit.Huge(rt)
		p := passtest.Parse(t, "huge", text).Mem(t)
		if err := p.Fits("hoist,lower-alloc", 4); err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
	})
}
