-- Listing 1 of the paper, without its loop
def fun (k : int) : (int, int, [5]int) =
  let a = kernel i <= 5 do i * k
  let b = kernel i <= 5 do i * 2
  let c = kernel iv <= 5 do a[iv] + b[iv]
  let s = c[1]
  let d = kernel iv <= 5 do a[(iv + 3) % 5 + 1]
  let u = d[1]
  let e = kernel iv <= 5 do a[iv % 5 + 1]
  in (s, u, e)
---
-- its loop: two blocks take turns
def stencil [n] (e : [n]int) (k : int) : [n]int =
  loop (e = e) for i <= k do kernel iv <= n do e[(iv + n - 2) % n + 1] + e[iv % n + 1]
stencil([1, 2, 3, 4, 5], 10)
---
-- a candidate that is used later
def f [n] (x : [n]int) : ([n]int, [n]int) =
  let b = kernel i <= n do x[i] * 2
  let c = kernel i <= n do b[i] + 1
  in (b, c)
---
-- a candidate that is used later by another name
def f [n] (x : [n]int) : ([n]int, int) =
  let b = kernel i <= n do x[i] * 2
  let r = reverse b
  let c = kernel i <= n do x[i] + 1
  in (c, r[1])
---
-- reads by another name
def f [n] (x : [n]int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  let r = reverse b
  in kernel i <= n do b[i] + r[i]
---
-- not well-behaved: a neighbour
def f [n] (x : [n]int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  in kernel i <= n do b[i % n + 1] + b[i]
---
-- not well-behaved: all elements
def f [n] (x : [n]int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  in kernel i <= n do sum(b)
---
-- matrices, element by element
def f [n][m] (x : [n][m]int) : [n][m]int =
  let b = kernel i <= n, j <= m do x[i, j] * 2
  in kernel i <= n, j <= m do b[i, j] + i
---
-- matrices: the indices in another order
def f [n] (x : [n][n]int) : [n][n]int =
  let b = kernel i <= n, j <= n do x[i, j] * 2
  in kernel i <= n, j <= n do b[j, i] + i
---
-- matrices: another row
def f [n] (x : [n][n]int) : [n][n]int =
  let b = kernel i <= n, j <= n do x[i, j] * 2
  in kernel i <= n do let r = b[i] in kernel j <= n do r[n - j + 1] + i
---
-- the same number of elements, but another shape
def f (x : [6]int) : [2][3]int =
  let b = kernel i <= 6 do x[i] * 2
  let s = b[3]
  in kernel i <= 2, j <= 3 do s + i + j
---
-- sizes that are equal
def f [n] (x : [n]int) : int =
  let b = kernel i <= 2 * n do i
  let s = b[1]
  let c = kernel i <= n + n do i + s
  in c[1]
---
-- ints and f64s
def f [n] (x : [n]int) : [n]f64 =
  let b = kernel i <= n do x[i] * 2
  let s = b[1]
  in kernel i <= n do f64(i + s)
---
-- a result of a kernel with two arrays
def f [n] (x : [n]int) : ([n]int, [n]int) =
  let b = kernel i <= n do x[i] * 2
  let (c, d) = kernel i <= n do (b[i] + 1, b[i] + 2)
  in (c, d)
---
-- two candidates for two arrays of a kernel
def f [n] (x : [n]int) : ([n]int, [n]int) =
  let a = kernel i <= n do x[i] * 2
  let b = kernel i <= n do x[i] * 3
  let s = a[1] + b[1]
  let (c, d) = kernel i <= n do (x[i] + s, x[i] - s)
  in (c, d)
---
-- branches take candidates from before the if
def f [n] (x : [n]int) (k : int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  let s = b[1]
  in if k > s then kernel i <= n do x[i] + 1 else kernel i <= n do x[i] + 2
---
-- a branch and what comes after it
def f [n] (x : [n]int) (k : int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  let s = b[1]
  let c = if k > s then kernel i <= n do x[i] + 1 else x
  let d = kernel i <= n do x[i] + s
  in kernel i <= n do c[i] + d[i]
---
-- a branch that is the candidate itself
def f [n] (x : [n]int) (k : int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  in if k > b[1] then b else kernel i <= n do x[i] + 2
---
-- in the body of a kernel
def f [n] (x : [n]int) : [n]int =
  kernel i <= n do
    let a = kernel j <= 3 do j * x[i]
    let s = a[1] + a[2]
    let b = kernel j <= 3 do j * s
    in b[3] + s
---
-- a candidate outside of a kernel
def f [n] (x : [n]int) : [n]int =
  let a = kernel j <= 3 do j * 2
  let s = a[1]
  in kernel i <= n do let b = kernel j <= 3 do j * s + i in b[2]
---
-- a candidate from before a loop
def f [n] (x : [n]int) (k : int) : int =
  let a = kernel j <= 3 do j * 2
  let s = a[1]
  in loop (t = s) for i <= k do let b = kernel j <= 3 do j * t + i in b[2]
---
-- in a round of a loop, and for the next one
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k do
    let a = kernel j <= n do y[j] + 1
    let b = kernel j <= n do a[n - j + 1] + a[j]
    in kernel j <= n do a[j] + b[j]
---
-- other arrays: iota, replicate, copy
def f [n] (x : [n]int) : [n]int =
  let a = iota n
  let s = a[1]
  let b = replicate(n, s)
  let t = b[1]
  let c = copy x
  in kernel i <= n do c[i] + t
---
-- a part of a larger block
def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do i
  let s = a[1]
  let b = kernel i <= n do i + s
  let c = b ++ b
  in c[1 : n]
---
-- read by another name only
def f [n] (x : [n]int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  let r = reverse b
  in kernel i <= n do r[i] + 1
---
-- a smaller array
def f [n] (x : [n]int) : int =
  let b = kernel i <= n do x[i] * 2
  let s = b[1]
  let c = kernel i <= n + 1 do s + i
  in c[n + 1]
---
-- a candidate with fewer dimensions
def f (x : [2]int) : [2][3]int =
  let b = kernel i <= 2 do x[i] * 2
  let s = b[1]
  in kernel i <= 2, j <= 3 do s + i + j
---
-- the second branch, and what comes after it
def f [n] (x : [n]int) (k : int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  let s = b[1]
  let c = if k > s then x else kernel i <= n do x[i] + 1
  let d = kernel i <= n do x[i] + s
  in kernel i <= n do c[n - i + 1] + d[n - i + 1]
---
-- the second branch, and what comes before it
def f [n] (x : [n]int) (k : int) : [n]int =
  let b = kernel i <= n do x[i] * 2
  let s = b[1]
  let d = kernel i <= n do x[i] + s
  let c = if k > s then x else kernel i <= n do x[i] + 1
  in kernel i <= n do c[n - i + 1] + d[n - i + 1]
---
-- the second array in a block
def f (k : int) : (m : mem, [3]int @ m -> R(3)) =
  let (a_mem : mem) = alloc 3
  let (a : [3]int @ a_mem -> R(3)) = iota 3
  let (b_mem : mem) = alloc 3
  let (b : [3]int @ b_mem -> R(3)) = iota 3
  let (s : int) = b[k]
  let (t : int) = a[s]
  let (c : [3]int @ b_mem -> R(3)) = kernel i <= 3 do
    let (e : int) = i * 2 + t
    in (e)
  in (b_mem, c)
---
-- the second array in a block, where a candidate is in use
def f (k : int) : (m : mem, [3]int @ m -> R(3)) =
  let (a_mem : mem) = alloc 3
  let (a : [3]int @ a_mem -> R(3)) = kernel i <= 3 do
    let (e : int) = i * k
    in (e)
  let (b_mem : mem) = alloc 3
  let (b : [3]int @ b_mem -> R(3)) = iota 3
  let (s : int) = b[2]
  let (t : int) = a[s]
  let (u : int) = t + 7
  let (c : [3]int @ b_mem -> R(3)) = kernel i <= 3 do
    let (e : int) = i * 2 + u
    in (e)
  in (b_mem, c)
---
-- an array in a part of its block
def f (k : int) : int =
  let (a_mem : mem) = alloc 3
  let (a : [3]int @ a_mem -> R(3)) = iota 3
  let (s : int) = a[k % 3 + 1]
  let (b_mem : mem) = alloc 6
  let (b : [3]int @ b_mem -> R(3)) = iota 3
  let (c : [3]int @ b_mem -> 3 + {(3 : 1)}) = kernel i <= 3 do
    let (e : int) = i * s
    in (e)
  let (t : int) = b[2]
  let (u : int) = c[t]
  in (u)
