package doublebuffer_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/diag"
)

// before are the passes that come before doublebuffer.
const before = "simplify,hoist"

// cases has one program for each condition of doublebuffer and for each thing that holds it
// back.
var cases = []struct{ name, text string }{
	{"parameter", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do map (\\a -> a + y[1]) y"},
	{"no round", "def f [n] (x : [n]int) : [n]int = loop (y = x) for i <= 0 do map (\\a -> a + y[1]) y"},
	{"rounds", "let x = iota 5\ndef f (k : int) : [5]int = loop (y = map (\\a -> a * 2) x) for i <= k do map (\\a -> a + y[1]) y\n(f(0), f(1), f(2), f(7))"},
	{"start", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do map (\\a -> a + y[1]) y"},
	{"start, larger", "def f [n] (x : [n]int) (k : int) : [n]int = let s = kernel i <= 2 * n do i in loop (y = s[1 : n]) for i <= k do map (\\a -> a + y[1] * x[i]) y"},
	{"start, smaller", `def f (x_mem : mem) (x : [6]int @ x_mem -> R(6)) (k : int) : (z_mem : mem, [3]int @ z_mem -> R(3)) =
  let (s_mem : mem) = alloc 3
  let (s : [3]int @ s_mem -> R(3)) = iota 3
  let (z_mem : mem) (z : [3]int @ z_mem -> R(3)) = loop (y_mem : mem = s_mem) (y : [3]int @ y_mem -> R(3) = s) for i <= k do
    let (v_mem : mem) = alloc 6
    let (w : [3]int @ v_mem -> 3 + {(3 : 1)}) = copy y
    let (v : [3]int @ v_mem -> R(3)) = kernel j <= 3 do
      let (p : int) = w[4 - j]
      let (q : int) = p + x[i]
      in (q)
    in (v_mem, v)
  in (z_mem, z)`},
	{"start, in use in the loop", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do map (\\a b -> a + b * y[1]) y s"},
	{"start, in use in the condition", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) while sum(s) + k > sum(y) do map (\\a -> a + 1 + abs(y[1])) y"},
	{"start, in use after the loop", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x let z = loop (y = s) for i <= k do map (\\a -> a + y[1]) y in map (\\a b -> a * b) z s"},
	{"start, in use as a view", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x let v = reverse s in loop (y = s) for i <= k do map (\\a b -> a + b * y[1]) y v"},
	{"start, of two parameters", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x let (y, z) = loop (y = s, z = s) for i <= k do (map (\\a -> a + z[1]) y, map (\\a -> a * y[1]) z) in map (\\a b -> a * b) z y"},
	{"start, in a branch", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in if k > 3 then s else loop (y = s) for i <= k do map (\\a -> a + y[1]) y"},
	{"start, global in a function", "let s = [3, 1, 2]\ndef g (k : int) : int = s[k % 3 + 1]\nlet z = loop (y = s) for i <= 3 do map (\\a -> a + g(i)) y\n(z, g(1))"},
	{"while", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) while sum(y) < k do map (\\a -> abs(a) * 2 + 1 + length(y)) y"},
	{"two arrays that take turns in branches", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = reverse x) for i <= k do if (y[1] + i) % 2 == 0 then (map (\\a -> a + z[n]) y, y) else (z, y) in y[1] + z[1]"},
	{"two branches, an array in one of them", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = reverse x) for i <= k do let v = (if (y[1] + i) % 2 == 0 then map (\\a -> a + z[n]) y else y) let w = map (\\a b -> a * 2 + b) v z in if (v[1] + i) % 3 == 0 then (v, w) else (w, z) in y[1] + z[1]"},
	{"size bound in the loop", "def f (k : int) : int = let y = loop (y = [1]) for i <= k do kernel j <= i do y[1] + j in y[1]"},
	{"size that is carried", "def f [n] (x : [n]int) (k : int) : int = let (y, m) = loop (y = x, m = n) for i <= k do (kernel j <= m + 1 do j + y[1], m + 1) in sum(y)"},
	{"size that may be stuck", "def f [n] (x : [n]int) (k : int) : int = let y = loop (y = iota (6 / abs(n + 1))) for i <= k do kernel j <= 12 / k do j + y[1] in sum(y)"},
	{"size that may be stuck, entered", "def f [n] (x : [n]int) (k : int) : int = let y = loop (y = iota (12 / k)) for i <= 3 do kernel j <= 12 / k do j + y[1] in sum(y)"},
	{"size that may be stuck in the loop", `def f (x_mem : mem) (x : [3]int @ x_mem -> R(3)) (k : int) : int =
  let (z_mem : mem) (z : [3]int @ z_mem -> R(3)) = loop (y_mem : mem = x_mem) (y : [3]int @ y_mem -> R(3) = x) for i <= k do
    let (v_mem : mem) = alloc (3 + (9 / k) * (9 / k))
    let (v : [3]int @ v_mem -> R(3)) = kernel j <= 3 do y[4 - j] + i
    in (v_mem, v)
  let (e : int) = z[2]
  in (e)`},
	{"size that may be stuck in a branch", `def f (x_mem : mem) (x : [3]int @ x_mem -> R(3)) (k : int) : int =
  let (z_mem : mem) (z : [3]int @ z_mem -> R(3)) = loop (y_mem : mem = x_mem) (y : [3]int @ y_mem -> R(3) = x) for i <= 3 do
    let (c : int) = y[i]
    let (d : int) = c > 0 && k != 0
    let (w_mem : mem) (w : [3]int @ w_mem -> R(3)) = if d then
        let (v_mem : mem) = alloc (3 + (9 / k) * (9 / k))
        let (v : [3]int @ v_mem -> R(3)) = kernel j <= 3 do y[4 - j] + i
        in (v_mem, v)
      else (y_mem, y)
    in (w_mem, w)
  let (e : int) = z[2]
  in (e)`},
	{"size that may be negative", `def f (k : int) : int =
  let (s_mem : mem) = alloc 3
  let (s : [3]int @ s_mem -> R(3)) = iota 3
  let (z_mem : mem) (z : [3]int @ z_mem -> R(3)) = loop (y_mem : mem = s_mem) (y : [3]int @ y_mem -> R(3) = s) for i <= k - 3 do
    let (v_mem : mem) = alloc (k - 1)
    let (v : [3]int @ v_mem -> R(3)) = kernel j <= 3 do
      let (p : int) = y[4 - j]
      let (q : int) = p + i
      in (q)
    in (v_mem, v)
  let (e : int) = z[2]
  in (e)`},
	{"blocks of two sizes", `def f (x_mem : mem) (x : [3]int @ x_mem -> R(3)) (k : int) (a : int) (b : int) : int =
  let (zero : int) = 0
  let (z_mem : mem) (z_off : int) (z : [3]int @ z_mem -> z_off + {(3 : 1)}) = loop (y_mem : mem = x_mem) (y_off : int = zero) (y : [3]int @ y_mem -> y_off + {(3 : 1)} = x) for i <= k do
    let (e : int) = y[1]
    let (c : int) = (e + i) % 2
    let (w_mem : mem) (w_off : int) (w : [3]int @ w_mem -> w_off + {(3 : 1)}) = if c then
        let (v_mem : mem) = alloc (3 + abs(a))
        let (o : int) = abs(a)
        let (v : [3]int @ v_mem -> o + {(3 : 1)}) = kernel j <= 3 do y[4 - j] + i
        in (v_mem, o, v)
      else
        let (v_mem : mem) = alloc (3 + abs(b))
        let (o : int) = abs(b)
        let (v : [3]int @ v_mem -> o + {(3 : 1)}) = kernel j <= 3 do y[j] + 2 * y[4 - j] + i
        in (v_mem, o, v)
    in (w_mem, w_off, w)
  let (e : int) = z[2]
  in (e)`},
	{"given twice, by a branch and by the round", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = reverse x) for i <= k do let v = (if (y[1] + i) % 2 == 0 then map (\\a b -> a + 2 * b) y z else y) in (v, y) in y[1] + z[1]"},
	{"given twice", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = x) for i <= k do let v = map (\\a -> a + z[n]) y in (v, v) in y[1] + z[n]"},
	{"given twice, as a view", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = x) for i <= k do let v = map (\\a -> a + z[1]) y in (v, reverse v) in y[1] + z[n]"},
	{"the round before", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = x) for i <= k do (map (\\a -> a + z[1]) y, y) in y[1] + z[1]"},
	{"two rounds before", "def f [n] (x : [n]int) (k : int) : int = let (y, z, w) = loop (y = x, z = reverse x, w = x) for i <= k do (map (\\a b c -> a + b * c) y z w, y, z) in y[1] + z[n] * w[n]"},
	{"the round before, kept", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = x) for i <= k do (map (\\a -> a + z[1]) y, if i == 2 then y else z) in y[1] + z[1]"},
	{"another size in a pool", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = x) for i <= k do (z, map (\\a -> a + y[1]) z) in y[1] + z[1]"},
	{"pool with a start of its own", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = map (\\a -> a * 2) x, z = x) for i <= k do (z, map (\\a -> a + y[1]) z) in y[1] + z[1]"},
	{"arrays that change places", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = map (\\a -> a * 2) x, z = x) for i <= k do (map (\\a -> a + y[n]) z, map (\\a -> a + z[n]) y) in y[1] + z[1]"},
	{"arrays that each change", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = map (\\a -> a * 2) x, z = map (\\a -> a + 5) x) for i <= k do (map (\\a -> a + z[n]) y, map (\\a -> a + y[n]) z) in y[1] + z[1]"},
	{"of different sizes", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = iota (n * 2)) for i <= k do (map (\\a -> a + z[n]) y, map (\\a -> a + y[n]) z) in y[1] + z[1]"},
	{"until it converges", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let z = map (\\a -> a / 2 + y[1]) y in if sum(z) < sum(y) then z else y"},
	{"until it converges, start", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do let z = map (\\a -> a / 2 + y[1]) y in if sum(z) < sum(y) then z else y"},
	{"in one branch", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do if y[1] < i then map (\\a -> a + y[n]) y else y"},
	{"in both branches", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do if y[1] < i then map (\\a -> a + y[n]) y else map (\\a -> a * y[1]) y"},
	{"in branches of branches", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do if y[1] < i then (if i > 2 then y else map (\\a -> a + y[n]) y) else if i > 3 then map (\\a -> a * y[1]) y else y"},
	{"in branches, back to the start", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do if y[1] < i then map (\\a -> a + y[n]) y else x"},
	{"in branches, back to a start of its own", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do if y[1] < i then map (\\a -> a + y[n]) y else s"},
	{"in branches, always another one", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x let r = reverse (copy x) in loop (y = s) for i <= k do if y[1] < i then map (\\a -> a + y[n]) y else r"},
	{"in branches, a size that may be negative", "def f [n] (x : [n]int) (k : int) : int = let (y, m) = loop (y = x, m = 0) for i <= n do if k > 0 then (kernel j <= n + k - 2 do j + y[1], m) else (y, m + 1) in sum(y)"},
	{"two arrays in branches", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = reverse x) for i <= k do if y[1] < z[1] then (map (\\a -> a + z[n]) y, z) else (y, map (\\a -> a + y[n]) z) in y[1] + z[1]"},
	{"two arrays that branches exchange", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = map (\\a -> a + 1) x, z = map (\\a -> a * 2) x) for i <= k do if y[1] < z[1] then (map (\\a -> a + z[n]) y, z) else (z, map (\\a -> a + z[n]) y) in y[1] + z[1]"},
	{"two arrays in two branches", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = reverse x) for i <= k do let v = (if y[1] < i then map (\\a -> a + z[n]) y else y) let w = (if v[1] < i then map (\\a -> a + y[n]) z else z) in (v, w) in y[1] + z[1]"},
	{"two arrays, twice in a branch", "def f [n] (x : [n]int) (k : int) : int = let (y, z) = loop (y = x, z = reverse x) for i <= k do if (y[1] + i) % 3 > 0 then (map (\\a -> a + z[n]) y, z) else (y, y) in y[1] + z[1]"},
	{"several arrays in a round", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let u = map (\\a -> a + y[1]) y let v = map (\\a -> a + u[n]) u in map (\\a b -> a * b) v u"},
	{"one of several arrays in a round", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let u = map (\\a -> a + y[1]) y let v = map (\\a -> a + u[n]) u in if u[1] > v[n] then u else v"},
	{"loop in a loop", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do loop (z = y) for j <= i do map (\\a -> a + z[1]) z"},
	{"loop in a loop, start", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do loop (z = y) for j <= i do map (\\a -> a + z[1]) z"},
	{"loop in a loop, from an array of the round", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let v = map (\\a -> a + y[n]) y in loop (z = v) for j <= i do map (\\a -> a + z[1]) z"},
	{"loop in a loop, perhaps without rounds", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do loop (z = y) for j <= (y[1] + i) % 3 do map (\\a -> a + z[1]) z"},
	{"loop in a loop, perhaps without rounds, start", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do loop (z = y) for j <= (y[1] + i) % 3 do map (\\a -> a + z[1]) z"},
	{"loop in a loop, perhaps without rounds, start in use", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do loop (z = y) for j <= (y[1] + i) % 3 do map (\\a b -> a + b * z[1]) z y"},
	{"loop in a loop, perhaps without rounds, start given on", "def f [n] (x : [n]int) (k : int) : int = let (y, p) = loop (y = x, p = x) for i <= k do let r = loop (z = y) for j <= (y[1] + i) % 3 do map (\\a -> a + z[1]) z in (r, y) in y[1] + p[n]"},
	{"loop in a loop, perhaps without rounds, from an array of the round", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do let v = map (\\a -> a + y[n]) y in loop (z = v) for j <= (y[1] + i) % 3 do map (\\a b -> a + z[1] * b) z y"},
	{"loop in a loop, perhaps without rounds, in a branch", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do if y[1] > 3 then loop (z = y) for j <= (y[1] + i) % 3 do map (\\a -> a + z[1]) z else y"},
	{"loop in a loop, perhaps without rounds, two arrays", "def f [n] (x : [n]int) (k : int) : int = let (p, q) = loop (y = x, z = reverse x) for i <= k do loop (v = z, w = y) for j <= (y[1] + i) % 3 do (w, map (\\a b -> a + b * w[1]) v w) in p[1] + q[n]"},
	{"while in a while", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) while sum(y) < k do loop (z = map (\\a -> a + 1) y) while sum(z) % 5 > 0 do map (\\a -> abs(a) + 1) z"},
	{"loop in a loop, start in use", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do loop (z = y) for j <= i do map (\\a b -> a + b * z[1]) z y"},
	{"loop in a loop, entered, start in use", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do loop (z = y) for j <= 3 do map (\\a b -> a + b * z[1]) z y"},
	{"loop in a loop, from outside", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do loop (z = x) for j <= (y[1] + i) % 3 do map (\\a -> a + z[1]) z"},
	{"loop in a loop, and given on", "def f [n] (x : [n]int) (k : int) : int = let (y, p) = loop (y = x, p = x) for i <= k do let r = loop (z = y) for j <= 2 do map (\\a -> a + z[1]) z in (r, y) in y[1] + p[n]"},
	{"loop in a loop, start in the pool of another array", "def f [n] (x : [n]int) (k : int) : int = let (p, q) = loop (y = map (\\a -> a + 1) x, z = x) for i <= k do let r = loop (v = y) for j <= 2 do map (\\a -> a + v[1]) v in (map (\\a -> a + z[1]) r, r) in p[1] + q[n]"},
	{"loop in a loop, two starts with one block, one given on", `let (x_mem : mem) = alloc 2
let (x : [2]int @ x_mem -> R(2)) = kernel i <= 2 do
  let (x_row : int) = i * 2
  in (x_row)
let (t_mem : mem) = alloc 2
let (t : [2]int @ t_mem -> R(2)) = copy x
let (o : [2]int @ t_mem -> 1 + {(2 : -1)}) = reverse t
let (v1_mem : mem) = alloc 2
let (v1 : [2]int @ v1_mem -> R(2)) = kernel i_1 <= 2 do
  let (a : int) = x[i_1]
  let (t_1 : int) = x[1]
  let (v1_row : int) = (a + t_1) % 97
  in (v1_row)
let (t_2 : int) = x[1]
let (t_3 : int) = t_2 % 4
let (o_off : int) = 1
let (x_off : int) = 0
let (x_off_1 : int) = 0
let (v2_mem : mem)
    (v2_off : int)
    (v2_s1 : int)
    (v2 : [2]int @ v2_mem -> v2_off + {(2 : v2_s1)})
    (v4_mem : mem)
    (v4_off : int)
    (v4_s1 : int)
    (v4 : [2]int @ v4_mem -> v4_off + {(2 : v4_s1)})
    (v6_mem : mem)
    (v6_off : int)
    (v6_s1 : int)
    (v6 : [2]int @ v6_mem -> v6_off + {(2 : v6_s1)}) = loop
    (v3_mem : mem = t_mem)
    (v3_off : int = o_off)
    (v3_s1 : int = -1)
    (v3 : [2]int @ v3_mem -> v3_off + {(2 : v3_s1)} = o)
    (v5_mem : mem = x_mem)
    (v5_off : int = x_off)
    (v5_s1 : int = 1)
    (v5 : [2]int @ v5_mem -> v5_off + {(2 : v5_s1)} = x)
    (v7_mem : mem = x_mem)
    (v7_off : int = x_off_1)
    (v7_s1 : int = 1)
    (v7 : [2]int @ v7_mem -> v7_off + {(2 : v7_s1)} = x)
    for r7 <= t_3 do
  let (v8 : [2]int @ v1_mem -> 1 + {(2 : -1)}) = reverse v1
  let (v3_off_1 : int) = v3_off
  let (v3_off_2 : int) = v3_off
  let (v9_mem : mem)
      (v9_off : int)
      (v9_s1 : int)
      (v9 : [2]int @ v9_mem -> v9_off + {(2 : v9_s1)})
      (v11_mem : mem)
      (v11_off : int)
      (v11_s1 : int)
      (v11 : [2]int @ v11_mem -> v11_off + {(2 : v11_s1)}) = loop
      (v10_mem : mem = v3_mem)
      (v10_off : int = v3_off_1)
      (v10_s1 : int = v3_s1)
      (v10 : [2]int @ v10_mem -> v10_off + {(2 : v10_s1)} = v3)
      (v12_mem : mem = v3_mem)
      (v12_off : int = v3_off_2)
      (v12_s1 : int = v3_s1)
      (v12 : [2]int @ v12_mem -> v12_off + {(2 : v12_s1)} = v3)
      for r12 <= 1 do
    let (v13 : [2]int @ v7_mem -> v7_off + v7_s1 + {(2 : -v7_s1)}) = reverse v7
    let (v14_mem : mem) = alloc 2
    let (v14 : [2]int @ v14_mem -> R(2)) = copy v8
    let (v14_off : int) = 0
    let (v10_off_1 : int) = v10_off
    in (v14_mem, v14_off, 1, v14, v10_mem, v10_off_1, v10_s1, v10)
  let (v11_off_1 : int) = v11_off
  let (v8_off : int) = 1
  let (v9_off_1 : int) = v9_off
  in (v11_mem, v11_off_1, v11_s1, v11, v1_mem, v8_off, -1, v8, v9_mem, v9_off_1, v9_s1, v9)
let (v15 : [2]int @ v1_mem -> 1 + {(2 : -1)}) = reverse v1
let (v2_out_mem : mem) = alloc 2
let (v2_out : [2]int @ v2_out_mem -> R(2)) = copy v2
let (v15_out_mem : mem) = alloc 2
let (v15_out : [2]int @ v15_out_mem -> R(2)) = copy v15
in (v2_out_mem, v2_out, v15_out_mem, v15_out)`},
	{"loop in a loop, in a branch", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do if y[1] > 3 then loop (z = y) for j <= i do map (\\a -> a + z[1]) z else map (\\a -> a - 1) y"},
	{"loop in a loop, two arrays", "def f [n] (x : [n]int) (k : int) : int = let (p, q) = loop (y = x, z = reverse x) for i <= k do loop (v = z, w = y) for j <= i do (w, map (\\a b -> a + b * w[1]) v w) in p[1] + q[n]"},
	{"loop in a loop in a loop", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x in loop (y = s) for i <= k do loop (z = y) for j <= i do loop (w = z) for l <= j do map (\\a -> a + w[1]) w"},
	{"loop in a loop, another size", "def f [n] (x : [n]int) (k : int) : int = let y = loop (y = x) for i <= k do loop (z = y) for j <= 2 do map (\\a -> a + z[1] + length(z)) (kernel l <= n do z[l]) in sum(y)"},
	{"loop in a loop, not buffered", "def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let (v, w) = loop (v = y, w = y) for j <= i do let u = map (\\a -> a + v[1]) w in (u, u) in map (\\a b -> a + b) v w"},
	{"loop in a kernel", "def f [n] (x : [n]int) (k : int) : [n]int = kernel r <= n do let y = loop (y = x) for i <= k do map (\\a -> a + y[r]) y in y[1]"},
	{"kernel with a loop in a loop", "def f [n][m] (x : [n][m]int) (k : int) : [n][m]int = loop (y = x) for i <= k do map (\\r -> loop (s = r) for j <= i do map (\\a -> a + s[1]) s) y"},
	{"loop in a fold", "def f [n] (x : [n]int) (k : int) : int = reduce (\\a b -> let y = (loop (y = [a, b]) for i <= k do map (\\e -> e + y[1]) y) in y[1]) 0 x"},
	{"loops in sequence", "def f [n] (x : [n]int) (k : int) : [n]int = let s = map (\\a -> a + 1) x let y = (loop (y = s) for i <= k do map (\\a -> a + y[1]) y) in loop (z = y) for i <= k do map (\\a -> a * z[1]) z"},
	{"function that returns its array", "def g [n] (x : [n]int) : [n]int = reverse x\ndef f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do let v = map (\\a -> a + y[1]) y in g(v)"},
	{"function that allocates", "def g [n] (x : [n]int) : [n]int = map (\\a -> a + x[1]) x\ndef f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for i <= k do g(y)"},
	{"function that uses a global", "let x = [3, 1, 2]\ndef g (k : int) : int = x[k % 3 + 1]\ndef f (k : int) : [3]int = loop (y = x) for i <= k do map (\\a -> a + g(y[1])) y\n(f(2), f(5))"},
	{"under another name", `def f (x_mem : mem) (x : [3]int @ x_mem -> R(3)) (k : int) : (z_mem : mem, [3]int @ z_mem -> R(3)) =
  let (z_mem : mem) (z : [3]int @ z_mem -> R(3)) = loop (y_mem : mem = x_mem) (y : [3]int @ y_mem -> R(3) = x) for i <= k do
    let (v_mem : mem) = alloc 3
    let (w_mem : mem) = v_mem
    let (v : [3]int @ w_mem -> R(3)) = kernel j <= 3 do y[4 - j] + i
    in (w_mem, v)
  in (z_mem, z)`},
}

// ready returns a case as doublebuffer gets it. Some are already written with memory.
func ready(t testing.TB, name, text string) *passtest.Program {
	t.Helper()
	p := passtest.Parse(t, name, text)
	if p.Form == pass.FunMem {
		return p
	}
	return after(t, p, "introduce,"+before)
}

// after returns a program after some passes, which give it memory.
func after(t testing.TB, p *passtest.Program, list string) *passtest.Program {
	t.Helper()
	return &passtest.Program{Name: p.Name, Form: pass.FunMem, Core: p.Last(t, list, 0).Program, Supply: p.Supply}
}

// TestCases shows what doublebuffer makes of each case, and what it says about it.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, c := range cases {
		p := ready(t, c.name, c.text)
		s := p.Last(t, "doublebuffer", 0)
		b.WriteString("---- " + c.name + "\n" + passtest.Changes(p, s) + "\n")
	}
	testkit.Golden(t, "testdata/cases.golden", b.String())
}

// run runs doublebuffer with all checks, on so many inputs of each function; slow inputs
// are left out.
func run(p *passtest.Program, tests int) (*pass.Stage, error) {
	steps, err := pass.Steps("doublebuffer", p.Form)
	if err != nil {
		return nil, err
	}
	v := &pass.Validator{Elaborate: pass.Elaborate, Style: diag.Plain, Options: validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: tests, Seed: 1, Each: 50_000, Steps: 10_000_000, Unproved: true, Proof: validity.NoProof}}
	m := &pass.Manager{Supply: p.Supply, Elaborate: pass.Elaborate, Validate: v.Validate}
	stages, err := passtest.Limited(func(ctx context.Context) ([]*pass.Stage, error) { return m.Run(ctx, p.Core, p.Form, steps) })
	if err != nil {
		return nil, err
	}
	return stages[len(stages)-1], nil
}

// TestValid: the cases stay valid and race-free.
func TestValid(t *testing.T) {
	for _, c := range cases {
		if _, err := run(ready(t, c.name, c.text), 6); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
