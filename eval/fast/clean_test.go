package fast_test

import (
	"testing"

	"funmem/eval/engine"
	"funmem/internal/testkit"
)

// TestClean: clean programs of every construct are found clean. Their results, kernels and
// bindings equal those of the reference, under each schedule.
func TestClean(t *testing.T) {
	for name, text := range map[string]string{
		"iota": "let (m : mem) = alloc 3\nlet (x : [3] @ m -> R(3)) = iota 3\nin (m, x)",
		"ints": "let (a : int) = 3 * 4\nlet (b : int) = a\ncheck a = b\nin (a, b, 7)",
		"reversed layout": `
let (m : mem) = alloc 3
let (x : [3] @ m -> 2 + {(3 : -1)}) = kernel i <= 3 do in (i)
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = copy x
in (k, y)`,
		"transposed layout": `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> 0 + {(2 : 1) (3 : 2)}) = kernel i <= 2 do
  let (r_mem : mem) = alloc 3
  let (r : [3] @ r_mem -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
let (y : [3][2] @ m -> R(3, 2)) = transpose x
in (m, y)`,
		"in place": `
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = kernel i <= 4 do
  let (a : int) = x[i]
  let (b : int) = a * a
  in (b)
in (m, y)`,
		"rows in place": `
let (m : mem) = alloc 12
let (x : [3][4] @ m -> R(3, 4)) = kernel i <= 3 do
  let (r : [4] @ m -> 4 * (i - 1) + {(4 : 1)}) = kernel j <= 4 do in (i * j)
  in (r)
let (y : [3][4] @ m -> R(3, 4)) = kernel i <= 3 do
  let (a : [4] @ m -> 4 * (i - 1) + {(4 : 1)}) = x[i, 1:4]
  let (s : int) = a[1]
  let (r_mem : mem) = alloc 4
  let (r : [4] @ r_mem -> R(4)) = kernel j <= 4 do
    let (b : int) = a[j]
    in (b + s)
  in (r)
in (m, y)`,
		"through a scratch array in place": `
let (m : mem) = alloc 12
let (x : [3][4] @ m -> R(3, 4)) = kernel i <= 3 do
  let (r : [4] @ m -> 4 * (i - 1) + {(4 : 1)}) = kernel j <= 4 do in (i * 10 + j)
  in (r)
let (y : [3][4] @ m -> R(3, 4)) = loop (y : [3][4] @ m -> R(3, 4) = x) for i <= 3 do
  let (s : [4] @ m -> 4 * (i - 1) + {(4 : 1)}) = scratch([4]int)
  let (t : [4] @ m -> 4 * (i - 1) + {(4 : 1)}) = loop (t : [4] @ m -> 4 * (i - 1) + {(4 : 1)} = s) for j <= 4 do
    let (a : int) = y[i, j]
    let (b : int) = if j > 1 then t[j - 1] else 0
    in (t with [j] = a + b * (i - 1))
  in (y with [i, :] = t)
in (m, y)`,
		"shared block": `
let (m : mem) = alloc 8
let (x : [4] @ m -> 0 + {(4 : 2)}) = iota 4
let (y : [4] @ m -> 1 + {(4 : 2)}) = copy x
let (z : [2][4] @ m -> 0 + {(2 : 1) (4 : 2)}) = kernel i <= 2 do
  let (r : [4] @ m -> i - 1 + {(4 : 2)}) = kernel j <= 4 do in (i * j)
  in (r)
let (s : int) = z[2, 3]
in (s)`,
		"halves": `
let (m : mem) = alloc 12
let (x : [2][3] @ m -> 0 + {(2 : 6) (3 : 1)}) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (r : [3] @ rm -> R(3)) = iota 3
  in (r)
let (y : [2][3] @ m -> 3 + {(2 : 6) (3 : 1)}) = copy x
let (z : [2][3] @ m -> 3 + {(2 : 6) (3 : 1)}) = copy y
let (s : int) = z[2, 3]
in (s)`,
		"dead part": `
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [2] @ m -> R(2)) = kernel i <= 2 do in (0 - i)
let (a : int) = x[3]
let (b : int) = y[2]
in (a + b)`,
		"same values": `
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = iota 4
let (a : int) = x[3]
in (a, m, y)`,
		"if": `
let (c : int) = 1
let (m : mem) (n : int) (x : [3] @ m -> n + {(3 : 1)}) =
  if c
  then let (a : mem) = alloc 3
       let (x1 : [3] @ a -> R(3)) = iota 3
       in (a, 0, x1)
  else let (b : mem) = alloc 4
       let (x2 : [3] @ b -> 1 + {(3 : 1)}) = iota 3
       in (b, 1, x2)
let (y : [3] @ m -> n + {(3 : 1)}) = kernel i <= 3 do
  let (a : int) = x[i]
  in (a + 1)
in (m, y)`,
		"if in kernel": `
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = kernel i <= 4 do
  let (c : int) = i % 2
  let (r : int) = if c
    then let (a : mem) = alloc i
         let (w : [i] @ a -> R(i)) = iota i
         let (v : int) = w[i]
         in (v * 10)
    else in (i)
  in (r)
in (m, x)`,
		"call": `
def f [n] (am : mem) (a : [n] @ am -> R(n)) : (rm : mem, [n] @ rm -> R(n)) =
  let (rm : mem) = alloc n
  let (r : [n] @ rm -> R(n)) = kernel i <= n do
    let (e : int) = a[n + 1 - i]
    in (e)
  in (rm, r)
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (k : mem) (y : [5] @ k -> R(5)) = f(m, x)
let (l : mem) (z : [5] @ l -> R(5)) = f(k, y)
in (k, y, l, z)`,
		"replicate and literal": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = [7, 8, 9]
let (k : mem) = alloc 6
let (y : [2][3] @ k -> R(2, 3)) = [x, x]
let (l : mem) = alloc 12
let (z : [2][2][3] @ l -> R(2, 2, 3)) = replicate(2, y)
let (q : mem) = alloc 3
let (r : [3] @ q -> R(3)) = replicate(3, 5)
in (k, y, l, z, q, r)`,
		"derived": `
let (m : mem) = alloc 24
let (x : [2][3][4] @ m -> R(2, 3, 4)) = kernel i <= 2 do
  let (am : mem) = alloc 12
  let (a : [3][4] @ am -> R(3, 4)) = kernel j <= 3 do
    let (bm : mem) = alloc 4
    let (b : [4] @ bm -> R(4)) = kernel k <= 4 do in (i * 100 + j * 10 + k)
    in (b)
  in (a)
let (p : [4][2][3] @ m -> 0 + {(4 : 1) (2 : 12) (3 : 4)}) = permute((3, 1, 2), x)
let (r : [4][2][3] @ m -> 3 + {(4 : -1) (2 : 12) (3 : 4)}) = reverse p
let (s : [2][2] @ m -> 3 + {(2 : -2) (2 : 4)}) = r[1:2:2, 1, 1:2]
let (k : mem) = alloc 4
let (c : [2][2] @ k -> R(2, 2)) = copy s
in (k, c)`,
		"several results": `
let (m : mem) = alloc 3
let (k : mem) = alloc 6
let (x : [3] @ m -> R(3)) (y : [3][2] @ k -> R(3, 2)) = kernel i <= 3 do
  let (rm : mem) = alloc 2
  let (r : [2] @ rm -> R(2)) = replicate(2, i)
  in (i, r)
in (m, x, k, y)`,
		"empty": `
let (m : mem) = alloc 0
let (x : [0] @ m -> R(0)) = iota 0
let (y : [0][5] @ m -> R(0, 5)) = kernel i <= 0 do
  let (rm : mem) = alloc 5
  let (r : [5] @ rm -> R(5)) = iota 5
  in (r)
in (m, x, m, y)`,
		"growing blocks": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = kernel i <= 6 do
  let (a : mem) = alloc i
  let (w : [i] @ a -> R(i)) = kernel j <= i do in (j * i)
  let (u : [i] @ a -> i - 1 + {(i : -1)}) = reverse w
  let (b : mem) = alloc (2 * i)
  let (v : [i] @ b -> 0 + {(i : 2)}) = copy u
  let (e : int) = v[1]
  in (e)
in (m, x)`,
		"outside and never touched": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [0] @ m -> 77 + {(0 : 1)}) = kernel i <= 0 do in (i)
in (m, x)`,
	} {
		p, _ := parse(t, text)
		for _, s := range schedules {
			if !both(t, p, options(t, s)) {
				t.Errorf("%s, %s: not clean", name, s)
			}
		}
	}
}

// TestNotClean: every way of not being clean is noticed.
func TestNotClean(t *testing.T) {
	const iota4 = "let (m : mem) = alloc 4\nlet (x : [4] @ m -> R(4)) = iota 4\n"
	const rows = "\n  let (rm : mem) = alloc 2\n  let (r : [2] @ rm -> R(2)) = iota 2\n  in (r)\n"
	for name, text := range map[string]string{
		"write/write":       "let (m : mem) = alloc 4\nlet (x : [4] @ m -> 0 + {(4 : 0)}) = kernel i <= 4 do in (3)\nin (1)",
		"write/write, iota": "let (m : mem) = alloc 4\nlet (x : [4] @ m -> 0 + {(4 : 0)}) = iota 4\nin (1)",
		"replicate":         "let (m : mem) = alloc 4\nlet (x : [4] @ m -> 0 + {(4 : 0)}) = replicate(4, 3)\nin (1)",
		"read/write":        iota4 + "let (y : [3] @ m -> R(3)) = kernel i <= 3 do\n  let (a : int) = x[i + 1]\n  in (a)\nin (1)",
		"read, not used":    iota4 + "let (y : [3] @ m -> R(3)) = kernel i <= 3 do\n  let (a : int) = x[i + 1]\n  in (i)\nin (1)",
		"copy":              iota4 + "let (y : [3] @ m -> 1 + {(3 : 1)}) = copy x[1:3]\nin (1)",
		"rows race":         "let (m : mem) = alloc 8\nlet (x : [3][2] @ m -> 0 + {(3 : 1) (2 : 1)}) = kernel i <= 3 do" + rows + "in (1)",
		"row overlaps":      "let (m : mem) = alloc 8\nlet (x : [3][2] @ m -> 0 + {(3 : 2) (2 : 0)}) = kernel i <= 3 do" + rows + "in (1)",
		"hoisted block": `
let (m : mem) = alloc 6
let (rm : mem) = alloc 2
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ rm -> R(2)) = kernel j <= 2 do in (i * j)
  in (r)
in (m, x)`,
		"hoisted one level": `
let (m : mem) = alloc 8
let (x : [2][2][2] @ m -> R(2, 2, 2)) = kernel i <= 2 do
  let (rm : mem) = alloc 2
  let (sm : mem) = alloc 4
  let (s : [2][2] @ sm -> R(2, 2)) = kernel j <= 2 do
    let (r : [2] @ rm -> R(2)) = iota 2
    in (r)
  in (s)
in (m, x)`,
		"branch races": `
let (m : mem) = alloc 6
let (w : mem) = alloc 2
let (x : [3] @ m -> R(3)) = kernel i <= 3 do
  let (c : int) = i > 1
  let (e : int) = if c
    then let (r : [2] @ w -> R(2)) = replicate(2, i)
         let (a : int) = r[1]
         in (a)
    else in (0)
  in (e)
in (1)`,
		"call races": `
def f (wm : mem) (i : int) : int =
  let (r : [1] @ wm -> R(1)) = replicate(1, i)
  let (a : int) = r[1]
  in (a)
let (m : mem) = alloc 3
let (w : mem) = alloc 1
let (x : [3] @ m -> R(3)) = kernel i <= 3 do
  let (e : int) = f(w, i)
  in (e)
in (m, x)`,
		"argument changes": `
def f (xm : mem) (x : [3] @ xm -> R(3)) : int =
  let (a : int) = x[2]
  in (a)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do
  let (k : int) = f(m, x)
  in (k)
in (1)`,
		"call changes an argument": `
def f (xm : mem) (x : [3] @ xm -> R(3)) : int =
  let (y : [2] @ xm -> 1 + {(2 : 1)}) = replicate(2, 7)
  let (a : int) = y[2]
  in (a)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : int) = f(m, x)
in (k)`,
		"argument changes in between": `
def f (xm : mem) (x : [3] @ xm -> R(3)) (i : int) : int =
  let (a : int) = x[i]
  in (a)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do
  let (k : int) = f(m, x, i)
  in (k)
in (1)`,
		"one location meets":        "let (m : mem) = alloc 5\nlet (x : [2] @ m -> R(2)) = iota 2\nlet (y : [2][2] @ m -> 1 + {(2 : 2) (2 : 1)}) = replicate(2, x)\nin (1)",
		"one location meets, below": "let (m : mem) = alloc 5\nlet (x : [2] @ m -> 3 + {(2 : 1)}) = iota 2\nlet (y : [2][2] @ m -> 0 + {(2 : 2) (2 : 1)}) = replicate(2, x)\nin (1)",
		"two results":               "let (m : mem) = alloc 3\nlet (x : [3] @ m -> R(3)) (y : [3] @ m -> R(3)) = kernel i <= 3 do in (i, i * 2)\nin (1)",
		"use after":                 iota4 + "let (y : [2] @ m -> R(2)) = replicate(2, 0)\nlet (a : int) = x[2]\nin (a)",
		"derived after": iota4 +
			"let (y : [2] @ m -> R(2)) = replicate(2, 0)\nlet (z : [3] @ m -> 1 + {(3 : 1)}) = x[2:3]\nlet (a : int) = z[3]\nin (a)",
		"result after":    iota4 + "let (y : [2] @ m -> R(2)) = replicate(2, 0)\nin (m, x)",
		"literal":         iota4 + "let (y : [4] @ m -> 0 + {(4 : 0)}) = [1, 2, 3, 4]\nin (1)",
		"block too small": "let (m : mem) = alloc 3\nlet (x : [4] @ m -> R(4)) = iota 4\nin (1)",
		"below the block": "let (m : mem) = alloc 4\nlet (x : [4] @ m -> 2 + {(4 : -1)}) = iota 4\nin (1)",
		"negative block":  "let (n : int) = 0 - 1\nlet (m : mem) = alloc n\nin (1)",
		"negative bound":  "let (n : int) = 0 - 1\nlet (m : mem) = alloc 4\nlet (x : [n] @ m -> R(n)) = iota n\nin (1)",
		"check":           "let (a : int) = 3\nlet (b : int) = 4\ncheck a = b\nin (a)",
		"index":           iota4 + "let (k : int) = 5\nlet (a : int) = x[k]\nin (a)",
		"division":        "let (z : int) = 0\nlet (a : int) = 1 / z\nin (2)",
		"beyond 64 bits":  "let (a : int) = 10 ** 19\nin (a)",
		"wide cell":       "let (a : int) = 10 ** 9\nlet (m : mem) = alloc 2\nlet (x : [2] @ m -> R(2)) = kernel i <= 2 do in (a ** (i + 1))\nin (m, x)",
		"far offset":      "let (k : int) = 2 ** 62\nlet (m : mem) = alloc 2\nlet (x : [2] @ m -> k + {(2 : 1)}) = iota 2\nin (1)",
		"far stride":      "let (k : int) = 2 ** 62\nlet (m : mem) = alloc 2\nlet (x : [3] @ m -> 0 + {(3 : k)}) = iota 3\nin (1)",
		"layout":          "let (m : mem) = alloc 4\nlet (x : [4] @ m -> 3 + {(4 : -1)}) = iota 4\nin (m, x)",
		"layout, size":    "let (m : mem) = alloc 5\nlet (x : [4] @ m -> R(4)) = iota 4\nin (m, x)",
	} {
		p, _ := parse(t, text)
		for _, s := range schedules {
			if both(t, p, options(t, s)) {
				t.Errorf("%s, %s: clean", name, s)
			}
		}
	}
}

// TestOverlaps: a copy that writes over what it reads for another place is not clean. A
// copy whose order does not matter is.
func TestOverlaps(t *testing.T) {
	for _, c := range testkit.Overlaps() {
		p, _ := parse(t, c.Text)
		if got := both(t, p, engine.Options{}); got != (c.Says == "") {
			t.Errorf("%s: clean is %t", c.Name, got)
		}
	}
}
