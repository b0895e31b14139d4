package fast_test

import "testing"

// TestFolds: accelerated reduces and scans, alone and inside kernels, give the results of
// the reference.
func TestFolds(t *testing.T) {
	for _, text := range []string{
		"reduce (+) 0 v",
		"let (x, y) = reduce (\\a b p q -> (b, a + p * q)) (1, v[2]) v (reverse v)\n(x, y)",
		"kernel i <= 5 do reduce max i a[i]",
		"kernel i <= 5 do reduce (\\s x y -> s + x * y) 0 a[i] a[1]",
		"map (\\r -> reduce (+) 0 r) (transpose a)",
		"map (\\r -> scan (+) 0 r) (transpose a)",
		"kernel i <= 5 do (let (x, y) = scan (\\p q r -> (q, p + r)) (i, 1) v in x[3] + y[4])",
		"kernel i <= 5 do reduce (\\s r -> s + r[i] + length(r)) 0 a",
		"kernel i <= 5 do reduce (\\s r -> map (-) r s) a[i] a",
		"kernel i <= 3 do reduce (\\s x -> reduce (\\t y -> t * 2 + x - y) s (iota i)) 1 v % 1000",
		"kernel i <= 3 do scan (\\s x -> if x > s then x else s - 1) i (iota i)[1:0]",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, no := same(t, p, ids, in...); yes == 0 || no > 0 {
			t.Errorf("%d kernels accelerated, %d not:\n%s", yes, no, text)
		}
	}
}

// TestFoldsMem: reduces are found clean. Their results, kernels and bindings equal those of
// the reference.
func TestFoldsMem(t *testing.T) {
	for text, clean := range map[string]bool{
		`
let (m : mem) = alloc 6
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (k : mem) = alloc 2
  let (r : [2] @ k -> R(2)) = kernel j <= 2 do in (i * j)
  in (r)
let (q : mem) = alloc 3
let (y : [3] @ q -> R(3)) = kernel i <= 3 do
  let (r : [2] @ m -> 2 * i - 2 + {(2 : 1)}) = x[i, 1:2]
  let (s : int) = reduce (\a v -> a + v) i r
  let (t : int) = reduce (\a w -> a + w[2]) s x
  in (t)
in (q, y)`: true,
		`
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = reduce (\(a : [3] @ k -> R(3)) v -> a) x x
in (k, y)`: true,
	} {
		p, _ := parse(t, text)
		for _, s := range []string{"forward", "reverse", "random:7"} {
			if both(t, p, options(t, s)) != clean {
				t.Errorf("%s: clean is not %v\n%s", s, clean, text)
			}
		}
	}
}
