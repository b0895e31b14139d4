package fast_test

import "testing"

// TestFree: blocks that are freed after their last use are no reason to decline, and what
// the rules refuse is not called clean.
func TestFree(t *testing.T) {
	const made = "let (m : mem) = alloc 4\nlet (x : [4] @ m -> R(4)) = iota 4\nlet (k : mem) = alloc 4\nlet (y : [4] @ k -> R(4)) = copy x\n"
	for text, clean := range map[string]bool{
		made + "free m\nin (k, y)": true,
		made + "let (a : int) = x[2]\nlet (b : int) = a + y[3]\nfree m\nlet (c : int) = a + b\nin (c)":                                    true,
		made + "free k\nfree m\nlet (m2 : mem) = alloc 2\nlet (z : [2] @ m2 -> R(2)) = iota 2\nin (m2, z)":                                true,
		made + "let (e : [0] @ m -> R(0)) = x[1:0]\nfree m\nlet (z : mem) = alloc 0\nlet (f : [0] @ z -> R(0)) = copy e\nin (z, f, k, y)": true,
		`
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = kernel i <= 5 do
  let (c : int) = i > 2
  let (k : mem) = alloc (i + 1)
  let (r : [i + 1] @ k -> R(i + 1)) = iota (i + 1)
  let (a : int) = r[i]
  let (e : int) = if c
    then let (b : int) = r[2]
         free k
         in (b)
    else free k
         let (u : mem) = alloc 1
         let (v : [1] @ u -> R(1)) = replicate(1, a)
         let (w : int) = v[1]
         free u
         in (w)
  in (e)
in (m, x)`: true,
		`
def f (m : mem) (x : [3] @ m -> R(3)) (i : int) : int =
  let (k : mem) = alloc i
  let (y : [i] @ k -> R(i)) = replicate(i, 7)
  let (a : int) = y[i]
  free k
  let (b : int) = x[1]
  let (c : int) = a + b
  in (c)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (z : int) = loop (s : int = 0) for i <= 4 do
  let (k : mem) = alloc i
  let (y : [i] @ k -> R(i)) = iota i
  let (a : int) = f(m, x, i)
  let (b : int) = y[i]
  free k
  let (c : int) = s + a + b
  in (c)
free m
in (z)`: true,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (am : mem = m) (a : [3] @ am -> R(3) = x) for i <= 4 do
  let (t : mem) = alloc 3
  let (u : [3] @ t -> R(3)) = copy a
  let (bm : mem) = alloc 3
  let (b : [3] @ bm -> R(3)) = copy u
  free t
  in (bm, b)
in (zm, z)`: true,
		made + "free m\nlet (a : int) = x[1]\nin (a)":                                                        false,
		made + "free m\nlet (r : [4] @ m -> 3 + {(4 : -1)}) = reverse x\nlet (a : int) = r[1]\nin (a, k, y)": false,
		// an array in a freed block is not compared, and the rules say so
		made + "free m\nlet (r : [4] @ m -> 3 + {(4 : -1)}) = reverse x\nin (k, y)":                                                               false,
		made + "free m\nlet (r : [0] @ m -> R(0)) = x[1:0]\nin (k, y)":                                                                            true,
		made + "free m\nlet (rm : mem) (r : [4] @ rm -> R(4)) = if y[1] then in (m, x) else in (k, y)\nin (k, y)":                                 false,
		made + "free m\nlet (rm : mem) (r : [4] @ rm -> R(4)) = if y[1] - 1 then in (m, x) else in (k, y)\nin (k, y)":                             true,
		made + "let (s : int) = loop (s : int = 0) for i <= 2 do\n  let (r : [4] @ m -> 3 + {(4 : -1)}) = reverse x\n  in (s)\nfree m\nin (k, y)": true,
		made + "free k\nin (k, y)":         false,
		made + "free k\nfree k\nin (m, x)": false,
		made + "let (z : mem) = if 1 then m else k\nfree z\nlet (a : int) = x[1]\nin (a)": false,
		made + "free m\nlet (z : [4] @ m -> R(4)) = copy y\nin (1)":                       false,
		made + "free m\nlet (z : [4] @ m -> R(4)) = x with [1] = 3\nin (1)":               false,
		made + `let (q : mem) = alloc 2
let (z : [2] @ q -> R(2)) = kernel i <= 2 do
  free m
  in (i)
in (q, z)`: false,
		made + `let (z : int) = loop (s : int = 0) for i <= 2 do
  let (a : int) = y[i]
  free m
  let (c : int) = s + a
  in (c)
in (z)`: false,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (zm : mem) (z : [3] @ zm -> R(3)) = loop (am : mem = m) (a : [3] @ am -> R(3) = x) for i <= 4 do
  let (bm : mem) = alloc 3
  let (b : [3] @ bm -> R(3)) = copy a
  free bm
  in (bm, b)
in (zm, z)`: false,
	} {
		p, _ := parse(t, text)
		for _, s := range schedules {
			if got := both(t, p, options(t, s)); got != clean {
				t.Errorf("%s: clean is %v\n%s", s, got, text)
			}
		}
	}
}
