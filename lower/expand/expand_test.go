package expand_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/diag"

	"pgregory.net/rapid"
)

// tests is on how many inputs each function is validated.

// layouts are both layouts, each alone and after hoist.
var layouts = []string{"expand", "expand:layout=interleaved", "hoist,expand", "hoist,expand:layout=interleaved"}

// cases are one program for each condition of expand, and for each thing that holds it
// back.
var cases = []struct{ name, text string }{
	{"kernel", "def f [n][m] (x : [n][m]int) : [n]int = kernel i <= n do let y = kernel j <= m do x[i, j] + i in y[1] + y[m]"},
	{"derived arrays", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = kernel j <= 6, k <= 2 do j * k + x[i] let z = transpose (reverse y) let w = z[2, 2:3] let v = reshape((3, 1), w[1:3]) in w[1] + w[3] * v[2, 1] + flatten(y)[5]"},
	{"an offset", `def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) : (r_mem : mem, [n][2]int @ r_mem -> R(n, 2)) =
  let (r_mem : mem) = alloc (n * 2)
  let (r : [n][2]int @ r_mem -> R(n, 2)) = kernel i <= n do
    let (m : mem) = alloc 5
    let (p : int) = x[i]
    let (a : [2]int @ m -> 1 + {(2 : 2)}) = [p, i]
    let (b : [2]int @ m -> 4 + {(2 : -2)}) = [i, p]
    let (c : [2]int @ m -> 2 + {(2 : 2)}) = reverse b
    let (k_mem : mem) = alloc 2
    let (q : [2]int @ k_mem -> R(2)) = kernel j <= 2 do
      let (s : int) = a[j]
      let (t : int) = b[j]
      let (u : int) = s * 10 + t
      in (u)
    in (q)
  in (r_mem, r)`},
	{"nested kernels", "def f [n][m] (x : [n]int) (y : [m]int) : [n][m]int = kernel i <= n, j <= m do let z = [x[i], y[j], i * j] let w = replicate(m, z[3]) in z[1] - z[2] + w[j]"},
	{"nested in a loop", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for r <= k do kernel i <= n do let z = map (\\a -> a + i) y in z[1] + z[n]"},
	{"constant", "def f (k : int) : [k]int = kernel i <= k do let y = [i, 2, 3] in y[1] + y[3]"},
	{"f64", "def f [n] (x : [n]f64) : [n]f64 = kernel i <= n do let y = map sqrt x let z = [x[i], 2.5] in y[i] + z[2]"},
	{"two results", "def f [n] (x : [n]int) : ([n]int, [n][n]int) = kernel i <= n do let y = map (\\a -> a * i) x in (y[1], reverse y)"},
	{"update", "def f [n] (x : [n]int) : [n][n]int = kernel i <= n do let y = copy x in y with [i] = 7 with [1:1] = [i]"},
	{"concat", "def f [n] (x : [n]int) : [n][4]int = kernel i <= n do [x[i], 1] ++ [i, x[1]]"},
	{"reduce", "def f [n][m] (x : [n][m]int) : [n][m]int = kernel i <= n do reduce (\\a r -> let y = map (+) a r in map (\\b -> b * y[1]) y) (replicate(m, i)) x"},
	{"reduce over rows", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = kernel j <= n, k <= 2 do x[j] * k + i in reduce (\\a r -> a + r[1] * r[2]) 0 y"},
	{"scan", "def f [n][m] (x : [n][m]int) : [n]int = kernel i <= n do let s = scan (\\a r -> map (+) a r) (replicate(m, i)) x in s[n, m]"},
	{"branches", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = if x[i] > 1 then map (\\a -> a + i) x else replicate(n, i) in y[i] + y[1]"},
	{"branches of two sizes", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = if x[i] > 1 then [i, x[i], 7] else [x[i], i] in y[1] * 100 + y[2]"},
	{"a branch with an array from outside", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = if x[i] > 1 then map (\\a -> a + i) x else x let z = reverse y in z[i] + y[1]"},
	{"a loop with an array from outside", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let (a, b) = loop (a = x, b = replicate(n, i)) for r <= k do (b, a) in a[i] * 10 + b[1]"},
	{"a branch in an array of branches", "def f [n][m] (x : [n][m]int) : [n]int = kernel i <= n do let y = if x[i, 1] > 1 then transpose (kernel j <= m, k <= 2 do x[i, j] * k) else (kernel k <= 2, j <= m do i) let s = reduce (\\a r -> a * 10 + r[1] + r[m]) 0 y in s + y[2, m]"},
	{"rows of a branch", "def f [n] (x : [n][2]int) : [n]int = kernel i <= n do let y = if x[i, 1] > 1 then (kernel j <= n, k <= 2 do x[i, k] * j) else x let z = if x[i, 2] > 1 then y[:, 1] else reverse y[:, 2] let w = y with [1, 1] = 9 in reduce (\\a r -> a * 3 + r[2]) 0 y + z[n] + w[1, 1]"},
	{"loop", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do loop (s = 0) for r <= k do let y = map (\\a -> a + s) x in y[1] + y[n]"},
	{"loop, carried", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let y = loop (y = x) for r <= k do map (\\a -> a + y[1]) y in y[i]"},
	{"loop, carried from a round to the next but one", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let (y, z) = loop (y = x, z = x) for r <= 3 do (z, map (\\a -> a + y[n] * r) z) in y[i] * z[1]"},
	{"loop, two buffers", `def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) (k : int) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n]int @ r_mem -> R(n)) = kernel i <= n do
    let (p_mem : mem) = alloc n
    let (q_mem : mem) = alloc n
    let (p : [n]int @ p_mem -> R(n)) = copy x
    let (u_mem : mem) (v_mem : mem) (u : [n]int @ u_mem -> R(n)) = loop
        (a_mem : mem = p_mem) (b_mem : mem = q_mem) (a : [n]int @ a_mem -> R(n) = p) for j <= k do
      let (b : [n]int @ b_mem -> R(n)) = kernel l <= n do
        let (c : int) = a[l]
        let (d : int) = a[1]
        let (e : int) = c + d * i
        in (e)
      in (b_mem, a_mem, b)
    let (e : int) = u[i]
    in (e)
  in (r_mem, r)`},
	{"loop, buffers of two sizes", `def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) (k : int) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n]int @ r_mem -> R(n)) = kernel i <= n do
    let (p_mem : mem) = alloc n
    let (q_mem : mem) = alloc (n + 2)
    let (p : [n]int @ p_mem -> R(n)) = copy x
    let (u_mem : mem) (v_mem : mem) (u : [n]int @ u_mem -> R(n)) = loop
        (a_mem : mem = p_mem) (b_mem : mem = q_mem) (a : [n]int @ a_mem -> R(n) = p) for j <= k do
      let (b : [n]int @ b_mem -> R(n)) = kernel l <= n do
        let (c : int) = a[l]
        let (d : int) = a[1]
        let (e : int) = c + d * i
        in (e)
      in (b_mem, a_mem, b)
    let (e : int) = u[i]
    in (e)
  in (r_mem, r)`},
	{"loop, made in what may be another block", `def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) (k : int) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (w_mem : mem) = alloc n
  let (r : [n]int @ r_mem -> R(n)) = kernel i <= n do
    let (p_mem : mem) = alloc n
    let (c : int) = i > 1
    let (u_mem : mem) = if c then let (e : int) = 1 in (p_mem) else let (o_mem : mem) = alloc n in (o_mem)
    let (u : [n]int @ u_mem -> R(n)) = copy x
    let (e : int) = u[i]
    in (e)
  in (r_mem, r)`},
	{"made in what may be a block from outside", `def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) (k : int) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (w_mem : mem) = alloc n
  let (r : [n]int @ r_mem -> R(n)) = kernel i <= n do
    let (p_mem : mem) = alloc n
    let (c : int) = i > 1
    let (u_mem : mem) = if c then let (e : int) = 1 in (p_mem) else let (e : int) = 2 in (w_mem)
    let (u : [n]int @ u_mem -> R(n)) = copy x
    let (e : int) = u[i]
    in (e)
  in (r_mem, r)`},
	{"reshaped in what may be another block", `def f (x_mem : mem) (x : [4]int @ x_mem -> R(4)) (k : int) : (r_mem : mem, [2]int @ r_mem -> R(2)) =
  let (r_mem : mem) = alloc 2
  let (r : [2]int @ r_mem -> R(2)) = kernel i <= 2 do
    let (p_mem : mem) = alloc 4
    let (p : [4]int @ p_mem -> R(4)) = kernel j <= 4 do in (i)
    let (c : int) = i > 1
    let (u_mem : mem) (u : [4]int @ u_mem -> R(4)) = if c then let (e : int) = 1 in (p_mem, p) else let (e : int) = 2 in (x_mem, x)
    let (v : [2][2]int @ u_mem -> R(2, 2)) = reshape((2, 2), u)
    let (e : int) = v[i, 2]
    in (e)
  in (r_mem, r)`},
	{"loops that carry a size, one in the other", "def f [n] (x : [n]int) (k : int) : [n]int = kernel z <= n do let (s, r) = loop (s = 0, r = x[z] & 3) for i <= (k & 1) + 1 do loop (t = s, b = r) for j <= (x[1] & 1) + 1 do let c = scan (+) 0 (iota (b + 1)) in (t + c[b + 1], b + (x[j] & 1)) in s + r"},
	{"a size that may be negative", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if k > 0 then let y = replicate(k, i) in y[1] else x[i]"},
	{"a branch that is known before the kernel", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if k > 99 then let y = replicate(k + 10 ** 15, i) in y[i] else x[i]"},
	{"a branch that is not taken where a number is not 0", "def f [n] (x : [n]int) (k : int) : [n]int = let z = n * n in kernel i <= n do if z then x[i] else let y = replicate(k + 10 ** 15, i) in y[i]"},
	{"a branch that some iterations take", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if x[i] > 99 then let y = replicate(k * k + 10 ** 15, i) in y[i] else let y = replicate(n + 9, i) in y[i]"},
	{"a branch that no iteration may take, with a part of a constant size", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if x[i] > 99 then let y = replicate(65000, i) in y[x[i]] else 0"},
	{"a branch that no iteration may take, with a part of the size of an array", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if x[i] > 99 then let y = map (\\a -> a * i) x in y[1] + y[n] else 0"},
	{"a branch with a part of a row", "def f [n][m] (x : [n][m]int) : [n]int = kernel i <= n do if x[i, 1] > 1 then let y = map (\\a -> a * i) x[i] in y[1] + y[m] else 0"},
	{"a branch with a part of some locations", "def f [n] (x : [n]int) : [n]int = kernel i <= n do if x[i] > 1 then let y = [i, x[i], 3] in y[x[i] & 1 + 1] else 0"},
	{"a branch that no iteration may take, in nested kernels", "def f [n] (x : [n]int) : [n][2]int = kernel i <= n, j <= 2 do if x[i] > 99 then let y = replicate(30000, i) in y[x[i]] else 0"},
	{"rounds that no iteration may do", "def f [n] (x : [n]int) : [n]int = kernel i <= n do loop (s = i) for j <= x[i] - 99 do let y = replicate(30000, s) in y[j]"},
	{"a branch that nobody knows who takes", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let z = map (\\a -> a * i) x in if k > 99 then (if z[1] > 1 then let y = replicate(k * k, i) in y[1] else 2) else z[n]"},
	{"a branch in a loop", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do loop (s = i) for j <= k do if x[i] * j > 999 then let y = replicate(k + 10 ** 15, s) in y[j] else if k > 99 then let y = replicate(k + 10 ** 14, s) in y[j] else s + 1"},
	{"a size that may be negative, in a loop", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do loop (s = i) for j <= x[i] - 5 do let y = replicate(k - 3, s) in y[1]"},
	{"a size that may be negative, in a while loop", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do loop (s = i) while s < x[i] - 99 do let y = replicate(k - 3, s) in s + length(y) + 1"},
	{"a size that becomes smaller from round to round", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do loop (s = i) for r <= 4 do let y = replicate(4 - r + i, s) in y[1] + length(y)"},
	{"loop, carried from an array of the iteration", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let z = map (\\a -> a * i) x let y = loop (y = z) for r <= k do map (\\a -> a + y[1]) y in y[n]"},
	{"a size of the index", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = kernel j <= i do x[j] + i in y[1] + y[i]"},
	{"a size of the index, in a branch", "def f [n] (x : [n]int) : [n]int = kernel i <= n do if x[i] > 1 then let y = kernel j <= i do x[j] + i in y[1] + y[i] else i"},
	{"a size from an array", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let y = replicate(abs(x[i]) + 1, i) in y[1] + length(y)"},
	{"a size that was summed", "def f [n][m] (x : [n][m]int) : [n]int = kernel i <= n do let s = reduce (\\a b -> a + abs(b)) 1 x[i] let y = replicate(s, i) in y[s]"},
	{"a size from a loop", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let (k, s) = loop (k = 1, s = 0) while k < x[i] do (k * 2, s + x[i]) let y = replicate(k, s) in y[k] + s"},
	{"a size that differs from round to round", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do loop (s = 1) for r <= 3 do let y = replicate(r + i, s) in y[r] + s % 3 + 1"},
	{"a size that is carried", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let (s, t) = loop (s = 1, t = 0) for r <= 3 do let y = replicate(s, i) in (s + abs(x[i]), t + y[s]) in t"},
	{"a size from an if", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let k = if x[i] > 0 && x[i] < 9 then x[i] else 3 let y = replicate(k, i) in y[k]"},
	{"a division", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do let y = replicate(12 / k, i) in length(y)"},
	{"a division, reached", "def f (k : int) : [3]int = kernel i <= 3 do let y = replicate(12 / k, i) in length(y)"},
	{"a division in a branch", "def f [n] (x : [n]int) (k : int) : [n]int = kernel i <= n do if k > 0 then let y = replicate(12 / k, i) in length(y) else x[i]"},
	{"a size of two indices", "def f [n][m] (x : [n][m]int) : [n][m]int = kernel i <= n, j <= m do let y = replicate(i + m - j, x[i, j]) in y[i] + j"},
	{"a size of two indices, from rows", "def f [n][m] (x : [n][m]int) : [n][m]int = kernel i <= n do let c = map (\\a -> a + i) x[i] in kernel j <= m do let r = x[i] let s = reduce (\\a b -> a + abs(b)) j r let y = replicate(s, c[j]) in y[s] + reduce (\\a q -> a + q[1]) 0 x"},
	{"a size from an array that the iteration makes", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let z = map (\\a -> abs(a) + i) x let y = replicate(z[1], i) in y[1]"},
	{"a size from an array that the kernel overwrites", `def f (k : int) : (r_mem : mem, [3]int @ r_mem -> R(3)) =
  let (m : mem) = alloc 3
  let (x : [3]int @ m -> R(3)) = replicate(3, 5)
  let (w : [3]int @ m -> R(3)) = replicate(3, 1)
  let (r_mem : mem) = alloc 3
  let (r : [3]int @ r_mem -> R(3)) = kernel i <= 3 do
    let (z : [1]int @ m -> i - 1 + {(1 : 1)}) = [5]
    let (t : int) = x[i]
    let (y_mem : mem) = alloc t
    let (y : [t]int @ y_mem -> R(t)) = replicate(t, i * k)
    let (e : int) = y[t]
    in (e)
  in (r_mem, r)`},
	{"a size from an array that the outer kernel overwrites", `def f (k : int) : (r_mem : mem, [3][2]int @ r_mem -> R(3, 2)) =
  let (m : mem) = alloc 6
  let (x : [3][2]int @ m -> R(3, 2)) = kernel i <= 3 do
    let (q_mem : mem) = alloc 2
    let (q : [2]int @ q_mem -> R(2)) = replicate(2, 5)
    in (q)
  let (w : [6]int @ m -> R(6)) = replicate(6, 1)
  let (r_mem : mem) = alloc 6
  let (r : [3][2]int @ r_mem -> R(3, 2)) = kernel i <= 3 do
    let (z : [2]int @ m -> i * 2 - 2 + {(2 : 1)}) = replicate(2, 5)
    let (v_mem : mem) = alloc 2
    let (v : [2]int @ v_mem -> R(2)) = kernel j <= 2 do
      let (s : [2]int @ m -> i * 2 - 2 + {(2 : 1)}) = x[i, 1:2]
      let (t : int) = s[j] + j
      let (y_mem : mem) = alloc t
      let (y : [t]int @ y_mem -> R(t)) = replicate(t, i * k)
      let (e : int) = y[t]
      in (e)
    in (v)
  in (r_mem, r)`},
	{"a size from an array that the kernel only reads", `def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) : (r_mem : mem, [n]int @ r_mem -> R(n)) =
  let (r_mem : mem) = alloc n
  let (r : [n]int @ r_mem -> R(n)) = kernel i <= n do
    let (a : [1]int @ x_mem -> n - i + {(1 : 1)}) = x[n + 1 - i:1]
    let (k : int) = a[1] * a[1] + 1
    let (y_mem : mem) = alloc k
    let (y : [k]int @ y_mem -> R(k)) = replicate(k, i)
    let (e : int) = y[k]
    in (e)
  in (r_mem, r)`},
	{"a size that a function gives", "def g (k : int) : int = abs(k) + 1\ndef f [n] (x : [n]int) : [n]int = kernel i <= n do let y = replicate(g(x[i]), i) in y[1]"},
	{"a size of the elements of a reduce", "def f [n] (x : [n]int) : [n]int = kernel i <= n do reduce (\\a b -> let y = replicate(abs(b) + 1, a) in y[1] + b) i x"},
	{"a size of an accumulator", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let (p, q) = reduce (\\a b e -> let y = replicate(a, b) in (a + abs(e), y[1] + e)) (1, i) x in p + q"},
	{"a size of an accumulator that is an array", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let p = reduce (\\a e -> let y = replicate(abs(a[1]) + 1, e) in [y[1], a[2]]) [1, i] x in p[1] + p[2]"},
	{"a size of a row of a reduce", "def f [n] (x : [n][2]int) : [n]int = kernel i <= n do reduce (\\a r -> let y = replicate(abs(r[2]) + 1, a) in y[1] + r[1]) i x"},
	{"a size of an element of a scan", "def f [n] (x : [n]int) : [n]int = kernel i <= n do let s = scan (\\a e -> let y = replicate(abs(e) + i, a) in y[1] + e) i x in s[n]"},
	{"a size in a condition", "def f [n] (x : [n]int) : [n]int = kernel i <= n do loop (s = i) while (let y = replicate(s, i) in length(y) > 1) do s - 1"},
	{"passed to a function, but not what the loop starts with", "def g [n] (x : [n]int) : int = x[1]\ndef f [n] (x : [n]int) : [n]int = kernel i <= n do let y = map (\\a -> a + i) x let (u, v) = loop (u = y, v = x) for j <= 2 do let w = map (\\a -> a + v[1] * u[1]) x in (v, v) in g(u)"},
	{"passed to a function", "def g [n] (x : [n]int) : int = x[1]\ndef f [n] (x : [n]int) : [n]int = kernel i <= n do let y = map (\\a -> a + i) x in g(y)"},
	{"allocated by a function", "def g [n] (x : [n]int) : int = let y = reverse (copy x) in y[1]\ndef h [n] (x : [n]int) : int = g(x)\ndef f [n] (x : [n]int) : [n]int = kernel i <= n do h(x)"},
	{"globals", "let x = [3, 1, 2]\ndef f (k : int) : [3]int = kernel i <= 3 do let y = map (\\a -> a + k) x in y[i]\nlet z = kernel i <= 3 do let y = map (\\a -> a * i) x in y[2]\n(z, f(2))"},
}

// TestCases shows what expand makes of each case, and what it says about it.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, c := range cases {
		m := passtest.Parse(t, c.name, c.text).Mem(t)
		blocked, interleaved := m.Last(t, "expand", 0), m.Last(t, "expand:layout=interleaved", 0)
		b.WriteString("---- " + c.name + "\n" + passtest.Changes(m, blocked) + "\n")
		if len(blocked.Notes) > 0 && blocked.Notes[0].Done {
			b.WriteString("-- interleaved\n" + changed(blocked.Text, interleaved.Text))
		}
	}
	testkit.Golden(t, "testdata/expand.golden", b.String())
}

// changed returns the lines of the second text that are not in the first.
func changed(a, b string) string {
	has := map[string]bool{}
	for _, line := range strings.Split(a, "\n") {
		has[line] = true
	}
	var out strings.Builder
	for _, line := range strings.Split(b, "\n") {
		if !has[line] {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// TestValid: the cases stay valid and race-free in both layouts.
func TestValid(t *testing.T) {
	for k, c := range cases {
		for _, list := range []string{layouts[k%2], layouts[3-k%2]} {
			passtest.Parse(t, c.name, c.text).Mem(t).Last(t, list, 6)
		}
	}
}

// TestFits: no block is too large because of a branch that is not taken.
func TestFits(t *testing.T) {
	for k, c := range cases {
		if strings.Contains(c.text, "10 ** 1") {
			if err := passtest.Parse(t, c.name, c.text).Mem(t).Fits(layouts[k%len(layouts)], 20); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// TestNoneTakes: branches and rounds that no iteration runs take no memory, or very little.
func TestNoneTakes(t *testing.T) {
	const n = 100
	for _, c := range cases {
		if !strings.Contains(c.name, "no iteration may") {
			continue
		}
		args := fmt.Sprintf("replicate(%d, 0)", n)
		if strings.Contains(c.text, "(k : int)") {
			args += ", 1"
		}
		m := passtest.Parse(t, c.name, c.text+"\nf("+args+")").Mem(t)
		for _, list := range layouts {
			if took := passtest.Measure(t, m.Last(t, list, 0).Program).Locations; took > 10*n {
				t.Errorf("%s: %s: %d locations", c.name, list, took)
			}
		}
	}
}

// TestExamples: all examples stay valid and race-free, and the notes say why a block stays
// in a kernel.
func TestExamples(t *testing.T) {
	var b strings.Builder
	for k, p := range passtest.Examples(t) {
		m := p.Mem(t)
		s := m.Last(t, layouts[k%len(layouts)], *passtest.Tests)
		text := ""
		for _, n := range s.Notes {
			if !n.Done {
				text += "  " + n.Line() + "\n"
			}
		}
		if before := pass.MetricsOf(m.Core, nil).InKernels; before > 0 || text != "" {
			fmt.Fprintf(&b, "%s: %s in kernels, %d after it\n%s", p.Name, diag.Count(before, "alloc"), s.Metrics.InKernels, text)
		}
	}
	testkit.Golden(t, "testdata/examples.golden", b.String())
}

// TestRandom: random programs stay valid and race-free, in any order with the other passes
// that move allocs.
func TestRandom(t *testing.T) {
	passtest.Check(t, 10, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := rapid.SampledFrom(append(layouts, "expand,hoist,expand", "lower-alloc,expand:layout=interleaved,lower-alloc", "expand,hoist,lower-alloc")).Draw(rt, "passes")
		if _, err := p.Run(list, 4); err != nil {
			rt.Fatalf("%s: %v", list, err)
		}
	})
}
