-- Dead Allocation
let (m : mem) = alloc 4
let (k : mem) = alloc 5
let (x : [5] @ k -> R(5)) = iota 5
in (k, x)
---
-- Dead Allocation: in a branch and in an iteration
let (k : mem) = alloc 5
let (x : [5] @ k -> R(5)) = iota 5
let (s : int) = x[1]
let (r : int) = if s then let (m : mem) = alloc 4 in (1) else (2)
let (z_mem : mem) = alloc 2
let (z : [2] @ z_mem -> R(2)) = kernel i <= 2 do
  let (m : mem) = alloc 4
  in (r)
in (z_mem, z)
---
-- Dead Allocation: one block needs the size of another
def f (k : int) : int =
  let a = iota k
  in k + 1
f(3)
---
-- Empty Allocation
def f [n] (x : [n]int) : [n]int =
  let a = iota 0
  in map (\e -> e + sum(a)) x
f([1, 2])
---
-- Empty Allocation: there is no other block
let a = iota 0
sum(a)
---
-- Empty Allocation: a block before it, and one after it
let x = iota 4
let a = map (\e -> e + 1) (iota 0)
let b = map (\e -> e + 1) x
b[1] + sum(a)
---
-- Empty Allocation: in an iteration
let x = iota 4
kernel i <= 3 do
  let a = scratch([0]int)
  in x[i] + sum(a)
---
-- Empty Allocation: an empty block is a result
let x = iota 4
let a = map (\e -> e + 1) (iota 0)
in (a, x)
---
-- Empty Allocation: an empty f64 array beside ints
let x = iota 4
let a = map f64 (iota 0)
let b = map (\e -> e + 1) x
reduce (+) 0.5 a + f64(b[1])
---
-- Empty Allocation: a loop carries an empty array
def f (k : int) : int =
  let y = loop (y = iota 0) for i <= k % 5 do map (\e -> e + 1) y
  in sum(y)
f(3)
---
-- Empty Allocation: a branch gives an empty array
let x = iota 4
let y = if x[1] > 1 then iota 0 else map (\e -> e + 1) (iota 0)
sum(y)
---
-- Empty Allocation: a call makes an empty array
def f (k : int) : [0]int = map (\e -> e + k) (iota 0)
let x = iota 4
let a = f(2)
x[2] + sum(a)
---
-- Empty Allocation: a call makes an empty array of an argument
def f [n] (x : [n]int) : [0]int = map (\e -> e + x[1]) (iota 0)
let x = iota 4
let a = f(x)
x[2] + sum(a)
---
-- Allocation Hoisting: out of a loop
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = map (\e -> e + i) x
  let b = scan (+) 0 a
  in s + b[3]
---
-- Allocation Hoisting: out of two loops
let x = iota 4
loop (s = 0) for i <= 3 do
  loop (r = s) for j <= i do
    let a = map (\e -> e + i * j) x
    let b = scan (+) 0 a
    in r + b[3]
---
-- Allocation Hoisting: the size is another one in each round
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = map (\e -> e + i) (iota i)
  let b = scan (+) 0 a
  in s + b[i]
---
-- Allocation Hoisting: not out of a kernel
let x = iota 4
kernel i <= 3 do
  let a = map (\e -> e + i) x
  let b = scan (+) 0 a
  in b[3]
---
-- Allocation Hoisting: out of a loop in an iteration
let x = iota 4
kernel i <= 3 do
  loop (s = 0) for j <= 3 do
    let a = map (\e -> e + i * j) x
    let b = scan (+) 0 a
    in s + b[3]
---
-- Allocation Hoisting: out of a branch in a loop
let x = iota 4
loop (s = 0) for i <= 3 do
  if s > 2 then (let b = scan (+) 0 x in s + b[3]) else s + 1
---
-- Allocation Hoisting: out of a reduce
let m = kernel i <= 3, j <= 4 do i * j
reduce (\a b -> let t = map (+) a b in let u = scan (+) 0 t in map (+) t u) [0, 0, 0, 0] m
---
-- Allocation Hoisting: the destination of a call
def f [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
let x = iota 4
loop (s = 0) for i <= 3 do s + sum(f(x, i))
---
-- Allocation Merging
def f (k : int) : int =
  let (m : mem) = alloc k
  let (r : mem) = alloc 3
  let (x : [k] @ m -> R(k)) = iota k
  let (y : [3] @ r -> R(3)) = iota 3
  let (a : int) = x[1]
  let (b : int) = y[1]
  let (s : int) = a + b
  let (c : int) = y[2]
  let (d : int) = x[1]
  let (e : int) = c + d + s
  let (z : [3] @ r -> 2 + {(3 : -1)}) = reverse y
  in (e)
let (s : int) = f(3)
in (s)
---
-- Allocation Merging: ints and f64s have blocks of their own
let x = iota 4
loop (s = 0.0) for i <= 3 do
  let a = scan (+) 0 x
  let b = map (\e -> 0.5 * f64(e)) a
  in s + f64(a[2]) + b[3]
---
-- Allocation Merging: three blocks
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = scan (+) 0 a
  let c = map (+) a b
  in s + a[2] + b[3] + c[4]
---
-- Allocation Merging: the first is not used as long as the second
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = scan (+) 0 a
  in s + b[3]
---
-- Allocation Merging: a call gets the second, another one the first
def g [n] (x : [n]int) : int = x[1] + x[n]
def f [n] (x : [n]int) (k : int) : int =
  loop (s = 0) for i <= k % 5 do
    let a = scan (+) i x
    let b = scan (+) 0 a
    in s + g(b) + g(a)
f([1, 2], 3)
---
-- Allocation Merging: a call gets both, and makes nothing
def g [n] (x : [n]int) (y : [n]int) : int = x[1] + y[n]
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = scan (+) 0 a
  in s + g(a, b)
---
-- Allocation Merging: a call makes its result in the second
def g [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = g(x, i)
  in s + a[1] + b[2]
---
-- Allocation Merging: a call makes its result in the second, of the first
def g [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = g(a, i)
  in s + a[1] + b[2]
---
-- Allocation Merging: a call makes both
def g [n] (x : [n]int) (k : int) : ([n]int, [n]int) = (map (\e -> e + k) x, map (\e -> e * k) x)
let (a, b) = g([1, 2], 3)
a[1] + b[2]
---
-- Allocation Merging: a branch gives one of the two
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = scan (+) 0 x
  let c = if s > 4 then a else b
  in s + c[1] + a[2] + b[3]
---
-- Allocation Merging: loops carry both
def f [n] (x : [n]int) (k : int) : int =
  let y = loop (y = x) for i <= k % 5 do map (\e -> e + y[1]) y
  in y[1]
f([1, 2], 3)
---
-- Allocation Merging: a loop updates both
let x = iota 4
loop (s = 0) for i <= 3 do
  let a = scan (+) i x
  let b = scan (+) 0 x
  let (a, b) = loop (a = a, b = b) for j <= i do
    let a = a with [1] = a[1] + b[1]
    let b = b with [2] = a[2] + j
    in (a, b)
  in s + a[1] + b[2]
---
-- Allocation Merging: the accumulator of a reduce, and views
let x = iota 4
loop (s = 0) for i <= 3 do
  let m = kernel k <= 3 do scan (+) i x
  let r = reduce (\a b -> map (+) a b) [0, 0, 0, 0] m
  let t = transpose m
  in s + r[1] + m[2, 1] + t[1, 3]
---
-- Allocation Merging: an array is made between the two
let x = iota 4
let a = scan (+) 0 x
let b = scan (+) 0 a
a[1] + b[2] + x[3]
---
-- Allocation Merging: the size of the second is computed between the two
def f (k : int) : int =
  let (m : mem) = alloc k
  let (n : int) = 2 * k + 1
  let (r : mem) = alloc n
  let (x : [k] @ m -> R(k)) = iota k
  let (y : [n] @ r -> R(n)) = iota n
  let (a : int) = x[1]
  let (b : int) = y[1]
  let (s : int) = a + b
  in (s)
let (s : int) = f(3)
in (s)
---
-- Cardinality Simpl.
def f (k : int) : int =
  let (m : mem) = alloc (k * 2 + k * 1 - k)
  let (a : [2 * k] @ m -> R(2 * k)) = iota (2 * k)
  let (s : int) = a[1]
  in (s)
let (s : int) = f(2)
in (s)
