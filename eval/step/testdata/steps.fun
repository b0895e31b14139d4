-- a race, and the first difference
let (x_mem : mem) = alloc 4
let (x : [4] @ x_mem -> R(4)) = iota 4
let (y : [4] @ x_mem -> R(4)) = kernel i <= 4 do x[5 - i] + 1
in (x_mem, y)
---
-- a call, a loop, and a kernel in it
def f (n : int) = loop (a = 1, b = [n, n]) for k <= 2 do (a * k, kernel i <= 2 do b[i] + a)
f(5)
---
-- stuck
let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let k = x[1] + 2
let z = x[k]
in (z)
---
-- a block is freed, and those of iterations go
let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = kernel i <= 2 do
  let (r_mem : mem) = alloc 1
  let (r : [1] @ r_mem -> R(1)) = [i]
  in (r[1] + i)
let k = x[1] + x[2]
free x_mem
in (k)
---
-- races of inner iterations are told apart by the outer ones
let (x_mem : mem) = alloc 2
let (y : [2][2] @ x_mem -> 0 + {(2 : 0) (2 : 1)}) = kernel i <= 2 do
  let (r_mem : mem) = alloc 2
  let (r : [2] @ r_mem -> R(2)) = kernel j <= 2 do i * j
  in r
in (x_mem, y)
---
-- a name that is there twice
def f (a : [2]int) = a[1] + a[2]
let b = [4, 5]
let a = [1, 2]
let c = f(b)
in (a, c)
