-- constants and normal forms of ints
def f (n : int) (m : int) : int =
  let a = 2 + 3
  let b = n * a - n
  let c = (n + m) * (n - m)
  let d = min(m + 1, m + 3) + c
  in b + d
f(2, 3)
---
-- what is stuck stays: a division by zero, a negative shift
def f (n : int) : (int, int) =
  let zero = 0
  in (n / zero, n << (zero - 1))
---
-- f64s: no operation is computed or moved; a conversion of an int is a constant
def f (x : f64) (y : f64) : (f64, f64, f64, f64) =
  let a = 0.1 + 0.2
  let b = x * 1.0 + 0.0
  let c = -(-(x + y) - 0.0)
  let d = -(-(f64(3) * (x - x))) - -abs(y)
  in (a, b, c, d)
---
-- copies of variables, and constants, also in types
def f (n : int) : [3]int =
  let m = n
  let three = 3
  let k = three
  in kernel i <= k do i * m
---
-- a variable that the signature of a function mentions stays
let n = 3
let m = n
def f (x : [m]int) : [m]int = kernel i <= m do x[i] + n
f([1, 2, 3])
---
-- common subexpressions: of scalars, of elements, of kernels; from an outer scope, not from a branch
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int, int) =
  let a = k * 2 + 1
  let y = kernel i <= n do x[i] * (1 + 2 * k)
  let z = kernel j <= n do x[j] * a
  let s = if k > 0 then k * k else 1
  in (y, z, s + k * k)
---
-- comparisons and conversions of f64s are common subexpressions as well
def f (x : f64) (y : f64) : int =
  let a = int(x * y)
  let b = x < y
  let c = int(x * y)
  in a + b + c + (x < y) + (y < x)
---
-- fresh arrays that are as cheap to make again as to copy stay, and so do those that are changed
def f (n : int) (k : int) : ([n]int, [n]int, [n]int, [n]int) =
  let a = iota n
  let b = iota n
  let c = kernel i <= n do i * k
  let d = kernel i <= n do i * k
  in (a with [1] = 7, b, c with [1] = 8, d)
---
-- a copy says that the array shall have a block of its own
def f [n][m] (x : [n][m]int) : [m][n]int = copy (transpose x)
---
-- views that are all of an array, or that are undone
def f [n][m] (x : [n][m]int) : ([n][m]int, [n][m]int, [n][m]int, [n][m]int, [n][m]int) =
  let a = x[1:n, 1:m]
  let b = transpose (transpose x)
  let c = reverse (reverse x)
  let d = permute((2, 1), permute((2, 1), x))
  let e = reshape((n, m), reshape((n * m), x))
  in (a, b, c, d, e)
---
-- views that are not
def f [n][m][p] (x : [n][m][p]int) : ([n][m][p]int, [p][n][m]int, [n][m][p]int) =
  let a = x[1:n, 1:m, 1:p:-1 + 2]
  let d = permute((2, 3, 1), permute((2, 3, 1), x))
  let c = reverse (transpose (transpose (reverse x)))
  in (kernel i <= n do a[n + 1 - i], d, c)
---
-- elements that an array says it has
def f (n : int) (k : int) : (int, int, int, int) =
  let a = [k, k + 1, 7]
  let b = replicate(n, k)
  in (a[2], (iota n)[k], b[1], a[k])
---
-- checks that are proved go, others stay
def f [n] (x : [n]int) (k : int) : [n]int =
  let m = n + 1
  check m - 1 = n
  check k = n
  check k + 1 = m
  let (y : [k]int) = iota n
  in y
---
-- a check that never holds: what stands after it is typed by it
let n = [3, 4][1]
let m = [5, 6][2]
check 4 = n
let (x : [4]int) = iota n
in (x, m)
---
-- a branch that never runs is typed by its check
def f (c : int) (k : int) : int =
  let n = loop (n = 3) for i <= k do n
  in if c > 0 then (let (x : [7]int) = iota n in x[1]) else n
---
-- a condition that is known, or that a branch around knows
def f (c : int) (k : int) : (int, int) =
  let a = if 2 > 1 then k else 1 / 0
  let t = c > 0
  let b = if t then (if t then a else 1) else (if t then 2 else k + 3)
  in (a, b)
---
-- results that both branches agree on: a size, an array, an int that the branches compute
def f [n] (x : [n]int) (c : int) : (int, int) =
  let (k, s, y) = if c > 0
    then (let z = kernel i <= n do x[i] + 1
          in (n + 1, z[1], x))
    else (let z = kernel i <= n do x[i] + 2
          in (1 + n, z[1], x))
  in (k * y[1], s)
---
-- results that they do not agree on
def f [n] (x : [n]int) (c : int) : (int, int) =
  let (k, s, y) = if c > 0
    then (let z = kernel i <= n do x[i] + 1
          in (n + 1, 0.0, z))
    else (let z = kernel i <= n do x[i] + 1
          in (2 + n, -0.0, z))
  in (k * y[1], int(1.0 / s))
---
-- an if with nothing but such results
def f (c : int) (n : int) : int =
  let k = if c > 0 then 2 * n + 1 else n + n + 1
  in k * k
---
-- results that are alike
def f (c : int) (n : int) : (int, int) =
  let (a, b) = if c > 0 then (let m = n / 3 in (m, m)) else (n, n)
  in (a, b)
---
-- loops without rounds
def f [n] (x : [n]int) (k : int) : (int, int, int) =
  let (a, b) = loop (a = k, b = 1) for i <= 0 do (a + b, a)
  let c = loop (c = a) while 0 do c + 1
  let d = loop (d = b) for i <= k do d + 1
  let e = loop (e = b) for i <= 1 do e + k
  in (a + b, c, d + e)
---
-- what a loop carries and never changes
def f [n] (x : [n]int) (k : int) : (int, [n]int, int) =
  let (s, a, y, b) = loop (s = 0, a = k, y = x, b = k) for i <= n do (s + a * y[i], b, y, a)
  in (s, y, a + b)
---
-- what changes after some rounds
def f [n] (x : [n]int) (k : int) : (int, int) =
  let (a, b, c) = loop (a = k, b = k, c = k + 1) for i <= n do (b, c, c)
  in (a, b)
---
-- what a loop carries twice
def f [n] (x : [n]int) (k : int) : (int, int, int) =
  let (a, b, c) = loop (a = 1, b = 1, c = 1) for i <= n do (a + x[i], x[i] + b, 2 * c)
  in (a, b, c)
---
-- what a loop carries and nothing uses, but for its condition
def f [n] (x : [n]int) (k : int) : int =
  let (s, a, j) = loop (s = 0, a = 1, j = 1) while j <= n do (s + x[j], a * s, j + 1)
  in s
---
-- results and elements that nothing uses
def f [n] (x : [n]int) (y : [n]int) : ([n]int, int, [n]int) =
  let (a, b) = kernel i <= n do (x[i] + 1, x[i] * y[i])
  let (s, p) = reduce (\(s, p) u v -> (s + u, p * v)) (0, 1) x y
  let (q, r) = scan (\(q, r) u v -> (q + r, r + v)) (0, 1) x y
  let (t, u) = if s > 0 then (s, x) else (1, y)
  in (a, s, q)
---
-- a loop, a kernel and a fold that nothing uses
def f [n] (x : [n]int) : int =
  let s = loop (s = 0) while s < 10 do s + 1
  let y = kernel i <= n do x[i] / s
  let z = reduce (+) 0 y
  in x[1]
---
-- calls are common subexpressions, and go when nothing uses them
def g (k : int) : (int, int) = (k, k / 2)
def f (k : int) : int =
  let (a, b) = g(k)
  let (c, d) = g(k)
  let (e, h) = g(k + 1)
  in a + d
f(3)
---
-- functions keep what they use from outside
let n = [2, 3][1]
let m = [4, 5][2] + n
let x = iota m
def f (k : int) : int = x[k] + n
f(2)
---
-- loops in loops, and what becomes constant in them
def f (n : int) : int =
  loop (s = 0) for i <= n do
    let (t, k) = loop (t = s, k = 2) for j <= i do (t + k * 3, k)
    in t + k - 2
f(3)
---
-- what a program without results binds stays, with its names
let x = iota 3
let n = 1 + 2
let k = n
let y = map (\e -> e + 1) x
let z = if k == 3 then x else y
def f (k : int) : int = k + n
let u = f(3)
---
-- where it has results, what only functions use stays, and nothing else
let x = iota 3
let n = x[2] + 2
let y = map (\e -> e + 1) x
def f (k : int) : int = k + y[1]
f(3)
