-- a map of a map is one map
def f [n] (x : [n]int) : [n]int = map (\a -> a + 1) (map (\a -> 2 * a) x)
-- after:
def f [n] (x : [n]int) : [n]int = map (\a -> 2 * a + 1) x
---
-- the same, with another constant
def f [n] (x : [n]int) : [n]int = map (\a -> a + 1) (map (\a -> 2 * a) x)
-- after:
def f [n] (x : [n]int) : [n]int = map (\a -> 2 * a + 2) x
---
-- f64s are not reassociated
def f (x : f64) (y : f64) (z : f64) : f64 = x + y + z
-- after:
def f (x : f64) (y : f64) (z : f64) : f64 = x + (y + z)
---
-- ints are
def f (x : int) (y : int) (z : int) : int = x + y + z
-- after:
def f (x : int) (y : int) (z : int) : int = y + (x + z)
---
-- copies and views go
def f [n][m] (x : [n][m]int) : [n][m]int = transpose (copy (transpose x))
-- after:
def f [n][m] (x : [n][m]int) : [n][m]int = x
---
-- a view is another one
def f [n] (x : [n][n]int) : [n][n]int = transpose x
-- after:
def f [n] (x : [n][n]int) : [n][n]int = x
---
-- the same elements in another shape
def f [n][m] (x : [n][m]int) : [n][m]int = reshape((n, m), flatten x)
-- after:
def f [n][m] (x : [n][m]int) : [n][m]int = copy x
---
-- an order of the dimensions
def f [n][m] (x : [n][m]int) : [n][m]int = kernel i <= n, j <= m do x[i, j] * i + j
-- after:
def f [n][m] (x : [n][m]int) : [n][m]int = transpose (kernel j <= m, i <= n do i * x[i, j] + j)
---
-- backwards twice
def f [n] (x : [n]int) : [n]int = reverse (reverse x)
-- after:
def f [n] (x : [n]int) : [n]int = x
---
-- parts one after the other
def f [n] (x : [n]int) : [n + n]int = x ++ x
-- after:
def f [n] (x : [n]int) : [n + n]int = kernel i <= n + n do if i <= n then x[i] else x[i - n]
---
-- parts one after the other, off by one
def f [n] (x : [n]int) : [n + n]int = x ++ x
-- after:
def f [n] (x : [n]int) : [n + n]int = kernel i <= n + n do if i < n then x[i] else x[max(i - n, 1)]
---
-- a reduce of a map
def f [n] (x : [n]int) : int = reduce (+) 0 (map (\a -> a * a) x)
-- after:
def f [n] (x : [n]int) : int = reduce (\s a -> s + a * a) 0 x
---
-- a reduce that begins with something else
def f [n] (x : [n]int) : int = reduce (+) 0 x
-- after:
def f [n] (x : [n]int) : int = reduce (+) 1 x
---
-- a reduce as a loop
def f [n] (x : [n]int) : int = reduce (\s a -> 2 * s + a) 0 x
-- after:
def f [n] (x : [n]int) : int = loop (s = 0) for i <= n do 2 * s + x[i]
---
-- a loop with a round less
def f [n] (x : [n]int) : int = loop (s = 0) for i <= n do 2 * s + x[i]
-- after:
def f [n] (x : [n]int) : int = loop (s = 0) for i <= n - 1 do 2 * s + x[i]
---
-- a loop that carries more
def f [n] (x : [n]int) : [n]int = loop (y = x) for i <= n do y with [i] = y[1] + i
-- after:
def f [n] (x : [n]int) : [n]int =
  let (y, _, _) = loop (y = x, k = 7, z = x) for i <= n do (y with [i] = z[1] + i + k - 7, k, y with [i] = z[1] + i)
  in y
---
-- a loop that carries something that changes
def f [n] (x : [n]int) : [n]int = loop (y = x) for i <= n do y with [i] = y[1] + i
-- after:
def f [n] (x : [n]int) : [n]int =
  let (y, _) = loop (y = x, k = 7) for i <= n do (y with [i] = y[1] + i + k - 7, k + 1)
  in y
---
-- results of a loop in another order
def f (n : int) : (int, int) = loop (a = 0, b = 1) for i <= n do (a + b, a)
-- after:
def f (n : int) : (int, int) = let (b, a) = loop (b = 1, a = 0) for i <= n do (a, b + a) in (a, b)
---
-- results of a loop exchanged
def f (n : int) : (int, int) = loop (a = 0, b = 1) for i <= n do (a + b, a)
-- after:
def f (n : int) : (int, int) = let (b, a) = loop (b = 1, a = 0) for i <= n do (a, b + a) in (b, a)
---
-- a while loop
def f (n : int) : int = loop (a = 1) while a < n do 2 * a
-- after:
def f (n : int) : int = let (a, _) = loop (a = 1, b = 1) while n > b do (a + a, b * 2) in a
---
-- a while loop that may go on longer
def f (n : int) : int = loop (a = 1) while a < n do 2 * a
-- after:
def f (n : int) : int = loop (a = 1) while a <= n do 2 * a
---
-- a while loop that nobody needs, and that may not end
def f (n : int) : int = n
-- after:
def f (n : int) : int = let a = loop (a = n) while a > 0 do a + 0 * n in n
---
-- what may be stuck, before
def f [n] (x : [n]int) (k : int) : int = let y = x[k] in k
-- after:
def f [n] (x : [n]int) (k : int) : int = k
---
-- what may be stuck, after
def f [n] (x : [n]int) (k : int) : int = k
-- after:
def f [n] (x : [n]int) (k : int) : int = let y = x[k] in k
---
-- what may be stuck only in a branch
def f [n] (x : [n]int) (k : int) : int = if k > 0 then x[k] else 0
-- after:
def f [n] (x : [n]int) (k : int) : int = let y = x[k] in if k > 0 then y else 0
---
-- what may be stuck in the same branch
def f [n] (x : [n]int) (k : int) : int = if k > 0 then x[k] else 0
-- after:
def f [n] (x : [n]int) (k : int) : int = if k <= 0 then 0 else x[k]
---
-- a divisor that may be 0
def f (a : int) (b : int) : int = a
-- after:
def f (a : int) (b : int) : int = let q = a / b in a
---
-- a check that says what is needed
def f [n] (x : [n]int) (k : int) : int =
  check k = 1
  in if n > 0 then k else 0
-- after:
def f [n] (x : [n]int) (k : int) : int = if n > 0 then x[k] - x[1] + 1 else 0
---
-- a check that may fail
def f (k : int) : int = k
-- after:
def f (k : int) : int =
  check k = 1
  in k
---
-- a size that may be negative
def f (k : int) : int = k
-- after:
def f (k : int) : int = let x = iota k in k
---
-- an update
def f [n] (x : [n]int) (k : int) : [n]int = x with [k] = 3
-- after:
def f [n] (x : [n]int) (k : int) : [n]int = let y = x with [k] = 3 in kernel i <= n do if i == k then 3 else x[i]
---
-- an update of another element
def f [n] (x : [n]int) (k : int) : [n]int = let y = x[k] in x with [1] = 3
-- after:
def f [n] (x : [n]int) (k : int) : [n]int = let y = x[1] in x with [k] = 3
---
-- an update of every second element
def f (x : [8]int) (v : [4]int) : [8]int = x with [1 : 4 : 2] = v
-- after:
def f (x : [8]int) (v : [4]int) : [8]int = kernel i <= 8 do if i % 2 == 1 then v[(i - 1) / 2 + 1] else x[i]
---
-- an update that is overwritten
def f [n] (x : [n]int) (k : int) : [n]int = (x with [k] = 3) with [k] = 4
-- after:
def f [n] (x : [n]int) (k : int) : [n]int = x with [k] = 4
---
-- conditions one in the other
def f (a : int) (b : int) : int = if a > 0 then (if b > 0 then 1 else 2) else 2
-- after:
def f (a : int) (b : int) : int = if b > 0 then (if a > 0 then 1 else 2) else 2
---
-- a comparison of f64s is not its opposite
def f (a : f64) (b : f64) : int = if a < b then 1 else 2
-- after:
def f (a : f64) (b : f64) : int = if a >= b then 2 else 1
---
-- a scan of a map
def f [n] (x : [n]int) : [n]int = scan (\a b -> a * 2 + b) 0 (map (\a -> a + 1) x)
-- after:
def f [n] (x : [n]int) : [n]int = scan (\a b -> b + 1 + 2 * a) 0 x
---
-- a scan from the other end
def f [n] (x : [n]int) : [n]int = scan (+) 0 x
-- after:
def f [n] (x : [n]int) : [n]int = scan (+) 0 (reverse x)
---
-- a function in its place
def g (a : int) : int = a * a
def f [n] (x : [n]int) : [n]int = map g x
-- after:
def f [n] (x : [n]int) : [n]int = kernel i <= n do x[i] ** 2
---
-- rows of matrices, each by a loop
def f [n][m] (x : [n][m]int) : [n]int = map (\r -> reduce (\s a -> s - a) 0 r) x
-- after:
def f [n][m] (x : [n][m]int) : [n]int = kernel i <= n do loop (s = 0) for j <= m do s - x[i, j]
---
-- columns instead of rows
def f [n] (x : [n][n]int) : [n]int = map (\r -> reduce (\s a -> s - a) 0 r) x
-- after:
def f [n] (x : [n][n]int) : [n]int = map (\r -> reduce (\s a -> s - a) 0 r) (transpose x)
---
-- an int that has to fit
def f (a : int) : int = a
-- after:
def f (a : int) : int = nw32(a)
---
-- elements that nobody has written
def f (n : int) : int = let x = iota n in n
-- after:
def f (n : int) : int = let x = iota n in let y = scratch([n]int) in if n > 0 then y[1] * 0 + n else n
---
-- another number of results
def f (a : int) : (int, int) = (a, a)
-- after:
def f (a : int) : int = a
---
-- an array of which nothing is known, as a whole
def f [n] (x : [n]f64) : [n]f64 = map (\a -> sqrt(a) + x[1]) x
-- after:
def f [n] (x : [n]f64) : [n]f64 = kernel i <= n do sqrt(x[i]) + x[1]
---
-- a product that does not commute in f64s, as far as is known
def f (a : f64) (b : f64) : f64 = a * b
-- after:
def f (a : f64) (b : f64) : f64 = b * a
---
-- a slice that may be out of bounds
def f [n] (x : [n]int) (k : int) : int = if k > 0 then k else 1
-- after:
def f [n] (x : [n]int) (k : int) : int = if k > 0 then let y = x[1 : k] in k else 1
---
-- results of another size
def f (n : int) (k : int) = let x = iota k in iota n
-- after:
def f (n : int) (k : int) = let x = iota n in iota k
---
-- a loop in which something may be stuck
def f [n] (x : [n]int) : int = loop (s = 0) for i <= n do 2 * s + i
-- after:
def f [n] (x : [n]int) : int = loop (s = 0) for i <= n do let y = x[i + 1] in 2 * s + i
---
-- a kernel in which something may be stuck
def f [n] (x : [n]int) : [n]int = x
-- after:
def f [n] (x : [n]int) : [n]int = let y = kernel i <= n do x[i + 1] in x
---
-- a fold of rows, and others of its results
def f [n][m] (x : [n][m]int) : [n]int = let r = map (\r -> reduce (\s a -> s - a) 0 r) x in kernel i <= n do r[n + 1 - i]
-- after:
def f [n][m] (x : [n][m]int) : [n]int = let r = map (\r -> reduce (\s a -> s - 2 * a) 0 r) x in kernel i <= n do r[n + 1 - i]
---
-- the same fold of rows
def f [n][m] (x : [n][m]int) : [n]int = let r = map (\r -> reduce (\s a -> s - a) 0 r) x in kernel i <= n do r[n + 1 - i]
-- after:
def f [n][m] (x : [n][m]int) : [n]int = reverse (map (\r -> reduce (\s a -> s - a) 0 r) x)
---
-- an index after the end
def f [n] (x : [n]int) (k : int) : int = k
-- after:
def f [n] (x : [n]int) (k : int) : int = if k > 0 then let y = x[k] in k else k
---
-- an update of a part
def f (x : [8]int) (v : [3]int) : [8]int = x with [2 : 3] = v
-- after:
def f (x : [8]int) (v : [3]int) : [8]int = kernel i <= 8 do if i > 1 && i < 5 then v[i - 1] else x[i]
---
-- one of two conditions holds, and not the second one
def f (n : int) (a : int) (b : int) : int = if a > 0 || b > 0 then n else 1
-- after:
def f (n : int) (a : int) (b : int) : int = if a > 0 || b > 0 then let q = n / b in n else 1
---
-- one of two conditions holds, and not the first one
def f (n : int) (a : int) (b : int) : int = if a > 0 || b > 0 then n else 1
-- after:
def f (n : int) (a : int) (b : int) : int = if a > 0 || b > 0 then let q = n / a in n else 1
---
-- two conditions do not both hold, and the first one may hold or not
def f (a : int) (b : int) : int = if a > 1 && b > 1 then 0 else (if a > 1 then 5 else 7)
-- after:
def f (a : int) (b : int) : int = if a > 1 && b > 1 then 0 else 5
---
-- one of two conditions holds, and the first one may hold or not
def f (a : int) (b : int) : int = if a > 1 || b > 1 then (if a > 1 then 5 else 7) else 0
-- after:
def f (a : int) (b : int) : int = if a > 1 || b > 1 then 5 else 0
---
-- two loops that are not alike, and two bounds
def f (n : int) (m : int) (a : [n][m]int) : [n][m]int = loop (x = a) for t <= n do (let y = x[1, 1] in kernel i <= n, j <= m do x[i, j] + y)
-- after:
def f (n : int) (m : int) (a : [n][m]int) : [n][m]int = loop (x = a) for t <= n do (let y = x[1, 1] in kernel i <= n, j <= m do x[i, j] - y)
---
-- a number that fits, since it has limits
def f (n : int) : int = 256 * max(min(n, 256), 1)
-- after:
def f (n : int) : int = nw64(256 * max(min(n, 256), 1))
---
-- a number without a greatest value
def f (n : int) : int = 256 * max(n, 1)
-- after:
def f (n : int) : int = nw64(256 * max(n, 1))
---
-- a number without a least value
def f (n : int) : int = 256 * min(n, 1)
-- after:
def f (n : int) : int = nw64(256 * min(n, 1))
---
-- a number that fits 17 bits, and has to fit 16
def f (n : int) : int = 256 * max(min(n, 256), 1)
-- after:
def f (n : int) : int = nw16(256 * max(min(n, 256), 1))
---
-- a value that is an if within an if is on one line
def f (a : int) (b : int) (c : int) (d : int) : int = if a < b then (if b < c then a * b * c else (if c < d then a else b)) else d
-- after:
def f (a : int) (b : int) (c : int) (d : int) : int = if a < b then (if b < c then a * b * c else (if c < d then b else a)) else d
---
-- a long value is cut
def f (first : int) (second : int) : int = if first * first * second < 7 then (first + second) * (first + second) * (first + second) * (first + second) * (first - second) else second
-- after:
def f (first : int) (second : int) : int = if first < second then (first - second) * (first - second) * (first + second) * (first + second) * (first - second) else first
