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
---
-- sizes of two dimensions, of which the result has the second
def f [m][n] (x : [m][n]int) (k : int) : [n]int = map (\e -> e + x[m, 1] + k) x[1]
let x = kernel i <= 2, j <= 5 do i * j
let y = kernel i <= 3 do f(x, i)
y[2]
---
-- two results in one block
def f [n] (b : mem) (x : [n] @ b -> R(n)) : (m : mem, [n] @ m -> R(n), [n] @ m -> n - 1 + {(n : -1)}) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = kernel i <= n do x[i] + 1
  let (z : [n] @ m -> n - 1 + {(n : -1)}) = reverse y
  in (m, y, z)
let (b : mem) = alloc 3
let (x : [3] @ b -> R(3)) = iota 3
let (m : mem) (y : [3] @ m -> R(3)) (z : [3] @ m -> 2 + {(3 : -1)}) = f(b, x)
let (s : int) = y[1]
let (t : int) = z[1]
let (r : int) = s + t
in (r)
---
-- a result that lies as it says, and not in another way
def f [n] (b : mem) (x : [n] @ b -> R(n)) : (m : mem, [n] @ m -> n - 1 + {(n : -1)}) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> n - 1 + {(n : -1)}) = kernel i <= n do x[i] + 1
  in (m, y)
let (b : mem) = alloc 3
let (x : [3] @ b -> R(3)) = iota 3
let (m : mem) (y : [3] @ m -> 2 + {(3 : -1)}) = f(b, x)
let (s : int) = y[1]
in (s)
---
-- a result that has to be row-major
def f [n] (b : mem) (x : [n] @ b -> R(n)) : (m : mem, [n] @ m -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = kernel i <= n do x[i] + 1
  in (m, y)
let (b : mem) = alloc 3
let (x : [3] @ b -> R(3)) = iota 3
let (m : mem) (y : [3] @ m -> R(3)) = f(b, x)
let (s : int) = y[1]
in (s)
---
-- an argument in whose place the result could be made, if calls could change what they get
def first [n] (x : [n]int) (y : [n]int) (k : int) : [n]int = scan (+) k y
def f [n] (x : [n]int) (y : [n]int) : [n]int =
  loop (z = y) for i <= 2 do if z[1] % 2 == 1 then first(z, y, i) else first(y, x, i)
f([1, 2], [3, 4])
---
-- a result in the second half of its block
def f [n] (b : mem) (x : [n] @ b -> R(n)) : (m : mem, [n] @ m -> n + {(n : 1)}) =
  let (m : mem) = alloc (2 * n)
  let (y : [n] @ m -> n + {(n : 1)}) = kernel i <= n do x[i] + 1
  in (m, y)
let (b : mem) = alloc 3
let (x : [3] @ b -> R(3)) = iota 3
let (m : mem) (y : [3] @ m -> 3 + {(3 : 1)}) = f(b, x)
let (s : int) = y[1]
in (s)
