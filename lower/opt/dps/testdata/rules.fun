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
-- Allocation Hoisting: not out of a branch
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
-- Allocation Merging: blocks from before a kernel that uses both
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let b = scratch([n + 1]int)
  let a = a with [1] = x[1]
  let b = b with [2] = x[1]
  in a[1] + b[2]
f([1, 2])
---
-- Allocation Merging: ints and f64s
def f [n] (x : [n]int) : f64 =
  let a = scratch([n]int)
  let b = scratch([n]f64)
  let a = a with [1] = x[1]
  let b = b with [1] = 1.5
  in f64(a[1]) + b[1]
f([1, 2])
---
-- Allocation Merging: three blocks
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let b = scratch([n + 1]int)
  let c = scratch([2 * n]int)
  let a = a with [1] = x[1]
  let b = b with [2] = x[1]
  let c = c with [2] = x[1]
  in a[1] + b[2] + c[2]
f([1, 2])
---
-- Allocation Merging: a call gets one of the two
def g [n] (x : [n]int) : int = x[1] + x[n]
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let b = scratch([n + 1]int)
  let a = a with [1:n] = x
  let b = b with [1:n] = x
  let b = b with [n + 1] = 4
  let s = g(b)
  in a[1] + b[2] + s
f([1, 2])
---
-- Allocation Merging: a call makes its result in one of the two
def g [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let a = a with [1:n] = x
  let b = g(a, 2)
  in a[1] + b[n]
f([1, 2])
---
-- Allocation Merging: a call makes both
def g [n] (x : [n]int) (k : int) : ([n]int, [n]int) = (map (\e -> e + k) x, map (\e -> e * k) x)
def f [n] (x : [n]int) : int =
  let (a, b) = g(x, 3)
  in a[1] + b[n]
f([1, 2])
---
-- Allocation Merging: a branch gives one of the two
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let b = scratch([n]int)
  let a = a with [1:n] = x
  let b = b with [1:n] = reverse x
  let c = if x[1] > 0 then a else b
  in c[1] + a[1] + b[1]
f([1, 2])
---
-- Allocation Merging: a loop carries them
def f [n] (x : [n]int) (k : int) : int =
  let y = loop (y = x) for i <= k % 5 do map (\e -> e + y[1]) (map (\e -> e + i) y)
  in y[1]
f([1, 2], 3)
---
-- Allocation Merging: a loop that uses parts of both
def f [n] (x : [n]int) (k : int) : int =
  let a = scratch([n]int)
  let b = scratch([n]int)
  let a = a with [1:n] = x
  let b = b with [1:n] = reverse x
  let (a, b) = loop (a = a, b = b) for i <= k % 5 do
    let a = a with [1] = a[1] + b[1]
    let b = b with [n] = a[n]
    in (a, b)
  in a[1] + b[1]
f([1, 2], 3)
---
-- Allocation Merging: something other than ints is between the two
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let a = a with [1:n] = x
  let b = scratch([n]int)
  let b = b with [1:n] = a
  in a[1] + b[1]
f([1, 2])
---
-- Allocation Merging: the size of the second is computed between the two
def f [n] (x : [n]int) : int =
  let a = scratch([n]int)
  let k = 2 * n + 1
  let b = scratch([k]int)
  let a = a with [1:n] = x
  let b = b with [1:n] = x
  in a[1] + b[1]
f([1, 2])
---
-- Allocation Merging: a reduce with its accumulator in the second
let m = kernel i <= 3, j <= 2 do i * j
let r = reduce (\a b -> map (+) a b) [0, 0] m
r[1] + m[1, 1]
---
-- Cardinality Simpl.
def f (k : int) : int =
  let (m : mem) = alloc (k * 2 + k * 1 - k)
  let (a : [2 * k] @ m -> R(2 * k)) = iota (2 * k)
  let (s : int) = a[1]
  in (s)
let (s : int) = f(2)
in (s)
