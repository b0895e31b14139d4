-- D-Abs, D-App: the result in a row of a kernel
def f [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
let y = iota 4
kernel i <= 3 do f(y, i)
---
-- D-App: the result of a call goes to the destination of the caller
def f [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
def g [n] (x : [n]int) : [n]int = f(f(x, 2), 3)
g(iota 4)
---
-- two results, each with a destination
def f [n] (x : [n]int) (k : int) : ([n]int, [k]int) = (map (\e -> e + k) x, iota k)
let (a, b) = f([3, 1, 2], 2)
a ++ b
---
-- a number next to an array
def f [n] (x : [n]int) : ([n]int, int) =
  let a = map (\e -> e + 1) x
  in (a, sum(a))
let (a, s) = f([3, 1, 2])
map (\e -> e * s) a
---
-- a result that is a part of an argument stays there
def f [n] (x : [n]int) : [n]int = reverse x
let a = f(iota 3)
a
---
-- a result that is sometimes an argument and sometimes fresh is copied
def f [n] (x : [n]int) (k : int) : [n]int = if k > 0 then x else map (\e -> e + 1) x
let a = iota 3
let b = f(a, 1)
map (+) a b
---
-- the second of two results is a part of an argument
def f [n] (x : [n]int) : ([n]int, [n]int) = (map (\e -> e + 1) x, reverse x)
let (a, b) = f(iota 3)
map (+) a b
---
-- one array is both results
def f [n] (x : [n]int) : ([n]int, [n]int) =
  let a = map (\e -> e + 1) x
  in (a, a)
let (a, b) = f(iota 3)
map (+) a b
---
-- a result is a slice of another one
def f [n] (x : [n]int) : ([n]int, [n]int) =
  let a = map (\e -> e + 1) x
  in (a, reverse a)
let (a, b) = f(iota 3)
map (+) a b
---
-- a constant size
def f (k : int) : [3]int = map (\e -> e + k) [1, 2, 3]
f(4)
---
-- a size that is a polynomial, of two dimensions
def f [n] (x : [n]int) (k : int) = kernel i <= n + 1, j <= 2 * k do i * j + x[1]
let m = f([3, 1], 2)
m[2]
---
-- a size that data decide: no destination
def f [n] (x : [n]int) = iota (x[1])
def g [n] (x : [n]int) : int = sum(f(x))
g([3, 1])
---
-- a size that is the result of a call
def size (k : int) : int = 2 * k
def f (k : int) = iota (size(k))
f(3)
---
-- a call in a loop
def f [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
loop (y = [1, 2, 3]) for i <= 4 do f(y, i)
---
-- a call of a call of a call
def f [n] (x : [n]int) : [n]int = map (\e -> e + 1) x
def g [n] (x : [n]int) : [n]int = f(x)
def h [n] (x : [n]int) : [n]int = g(x)
kernel i <= 2 do h([i, 2, 3])
---
-- a call of a def that uses an array from outside
let g = [3, 1, 2]
def f (k : int) : [3]int = map (\e -> e * k) g
kernel i <= 2 do f(i)
---
-- f64s
def f [n] (x : [n]f64) (a : f64) : [n]f64 = map (\e -> e * a) x
def g [n] (x : [n]f64) : [n]f64 = f(f(x, 2.0), 0.5)
g([1.5, 2.5])
---
-- vectorNorm (vectorAdd v w), §3.4
def add [n] (v : [n]f64) (w : [n]f64) : [n]f64 = map (+) v w
def norm [n] (v : [n]f64) : f64 = sqrt(reduce (+) 0.0 (map (\e -> e * e) v))
def f [n] (v : [n]f64) (w : [n]f64) : f64 = norm(add(v, w))
f([3.0, 1.0], [0.0, 3.0])
---
-- a matrix whose rows are made by a function with storage of its own
def f [n] (x : [n]int) (k : int) : [n]int =
  let a = map (\e -> e + k) x
  let b = map (\e -> e * a[1]) a
  in map (+) b (reverse a)
let y = iota 4
kernel i <= 3 do f(y, i)
---
-- a result that a slice update makes
def f [n] (x : [n]int) (k : int) : [n]int = x with [1] = k
let a = iota 3
let b = f(a, 7)
map (+) a b
---
-- a parameter with a star
def f [n] (*x : [n]int) (k : int) : [n]int = x with [1] = k
f(iota 3, 7)
---
-- a result of a function that is called with its own result
def f [n] (x : [n]int) (y : [n]int) : [n]int = map (+) x y
let a = f(iota 3, [1, 1, 1])
let b = f(a, a)
let c = f(b, a)
c
---
-- an array of a call in a reduce
def f [n] (x : [n]int) (y : [n]int) : [n]int = map (+) x y
let m = kernel i <= 3, j <= 2 do i * j
reduce (\a b -> f(a, b)) [0, 0] m
