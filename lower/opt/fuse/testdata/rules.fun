-- fuse: index of a kernel; the binder that the programmer named stays
def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do x[i] * x[i]
  in kernel j <= n do
       let b = a[j]
       in b + 1
---
-- fuse: length of a kernel, whose elements nobody needs then
def f (n : int) : int =
  let a = kernel i <= n do i * i
  in if length(a) > 3 then a[2] else 0
---
-- fuse: an index that is no bound, out of bounds as well: it was stuck before
def f [n] (x : [n]int) (k : int) : int =
  let a = map (\v -> v * v * v) x
  in a[k] + a[k + 1]
---
-- fuse: one element that two places read is computed once
def f [n] (x : [n]int) : [n]int =
  let a = map (\v -> v * v * v) x
  in kernel i <= n do
       let k = n - i + 1
       in a[k] * a[n + 1 - i] + (if a[k] > 3 then a[i] else 0)
---
-- fuse: what a branch has computed is not known after it
def f [n] (x : [n]int) : [n]int =
  let (a, b) = kernel i <= n do
    let s = x[i] * x[i] - 1
    in (x[i] + 1, s * s)
  in kernel i <= n do
       let k = a[i]
       let t = if k > 3 then b[i] + 1 else 0
       in t - b[i]
---
-- fuse: what another function gets whole stays
def g [n] (x : [n]int) : int = x[1] + x[n]
def f [n] (x : [n]int) : int =
  let a = map (\v -> v + 1) x
  in g(a) + a[1]
---
-- inline,fuse: and goes when the function is put there
def g [n] (x : [n]int) : int = x[1] + x[n]
def f [n] (x : [n]int) : int =
  let a = map (\v -> v + 1) x
  in g(a) + a[1]
---
-- fuse: a result stays
def f [n] (x : [n]int) : ([n]int, int) =
  let a = map (\v -> v + 1) x
  in (a, a[1])
---
-- fuse: so does what is updated, what is put into another array, and what a loop begins with
def f [n] (x : [n]int) : int =
  let a = map (\v -> v + 1) x
  let b = a with [1] = 0
  let c = map (\v -> v + 2) x
  let d = [c, b]
  let e = map (\v -> v + 3) x
  let l = loop (y = e) for k <= 3 do map (\v -> v * k) y
  in a[2] + b[1] + c[1] + d[1, 1] + e[1] + l[1]
---
-- fuse: what a kernel gives as a row, and a branch as its value, stays
def f [n] (x : [n]int) (k : int) : ([2][n]int, [n]int, int) =
  let a = map (\v -> v + 1) x
  let rows = kernel i <= 2 do a
  let c = map (\v -> v * 2) x
  let d = if k > 0 then c else x
  in (rows, d, a[1] + c[1])
---
-- fuse: and goes with these, where only elements of them are read
def f [n] (x : [n]int) (k : int) : int =
  let a = map (\v -> v + 1) x
  let rows = kernel i <= 2 do a
  let c = map (\v -> v * 2) x
  let d = if k > 0 then c else x
  in a[1] + rows[2, 1] + c[1] + d[2]
---
-- fuse: an element that would be computed more often than before, and costs too much
def f [n] (x : [n]f64) : [n]f64 =
  let a = map (\v -> sqrt(exp(v) + sin(v))) x
  in kernel i <= n do a[i] + a[max(i - 1, 1)] + a[min(i + 1, n)]
---
-- fuse:limit=64: unless one may spend that
def f [n] (x : [n]f64) : [n]f64 =
  let a = map (\v -> sqrt(exp(v) + sin(v))) x
  in kernel i <= n do a[i] + a[max(i - 1, 1)] + a[min(i + 1, n)]
---
-- fuse:limit=0: nothing may be spent: not even a product
def f [n] (x : [n]int) : [n]int =
  let a = map (\v -> 3 * v + 1) x
  in kernel i <= n do a[i] + a[max(i - 1, 1)] + a[min(i + 1, n)]
---
-- fuse: a kernel around would compute each element again
def f [n][m] (x : [n]int) (y : [m]int) : [m][n]int =
  let a = map (\v -> 3 * v + 1) x
  in kernel i <= m, j <= n do a[j] * y[i]
---
-- fuse: but reading an element again costs as much as reading what it is
def f [n][m] (x : [n][m]int) : [m][m]int =
  let t = kernel i <= m, j <= n do x[j, i]
  in kernel i <= m, j <= m do reduce (\s p q -> s + p * q) 0 t[i] t[j]
---
-- fuse: a loop over the elements
def f [n] (x : [n]f64) (y : [n]f64) : f64 =
  let p = map (*) x y
  in loop (s = 0.0) for i <= n do s + p[i]
---
-- fuse: a loop around would compute each element again
def f [n] (x : [n]int) (m : int) : int =
  let a = map (\v -> 3 * v + 1) x
  in loop (s = 0) for k <= m do s + reduce (+) 0 a
---
-- fuse: but reading what it is made of is as good as reading it
def f [n] (x : [n]int) (m : int) : int =
  let a = reverse (copy x)
  in loop (s = 0) for k <= m do s + reduce (+) k a
---
-- fuse: a while loop, of which nobody knows how often it goes round
def f [n] (x : [n]int) : int =
  let a = map (\v -> 3 * v + 1) x
  in loop (k = 1) while k < n && a[k] < 100 do k + 1
---
-- fuse: a loop would compute one after the other what a kernel does at once
def f [n] (x : [n]f64) : f64 =
  let a = map (\v -> sqrt(exp(v) + sin(v)) * cos(v) + sqrt(v)) x
  in loop (s = 0.0) for i <= n do s / 2.0 + a[i]
---
-- fuse: unless there are kernels around
def f [n][m] (x : [n][m]f64) : [n]f64 =
  kernel k <= n do
    let a = map (\v -> sqrt(exp(v) + sin(v)) * cos(v) + sqrt(v)) x[k]
    in loop (s = 0.0) for i <= m do s / 2.0 + a[i]
---
-- fuse: through views
def f [n][m] (x : [n][m]int) : int =
  let a = kernel i <= n, j <= m do x[i, j] * 3 + 1
  let t = transpose a
  let r = reverse t[1:m:1, 1:n]
  let c = r[:, n]
  in c[1] + permute((2, 1), a)[m, 1]
---
-- fuse: three dimensions in another order
def f [n][m][p] (x : [n][m][p]int) : [m]int =
  let a = kernel i <= n, j <= m, k <= p do x[i, j, k] + i * k
  in kernel j <= m do permute((2, 3, 1), a)[j, p, n] - permute((3, 1, 2), a)[p, 1, j]
---
-- fuse: through a stride backwards, and a reshape
def f [n] (x : [n][6]int) : [n][2]int =
  let a = kernel i <= n, j <= 6 do x[i, j] + i
  let b = reshape((n, 2, 3), a)
  in kernel i <= n, j <= 2 do b[i, j, 3:2:-2][2] * flatten(a[:, 1:1])[i]
---
-- fuse: iota, replicate, copy, and a literal at constants
def f [n] (x : [n]int) (k : int) : [n]int =
  let a = iota n
  let b = replicate(n, k)
  let c = copy x
  let d = [k, 7, n]
  in kernel i <= n do a[i] + b[i] * c[n - i + 1] + d[2] * d[3]
---
-- fuse: a literal where the index is no constant
def f (k : int) : int =
  let d = [k, 7, k * k]
  in d[k]
---
-- fuse: concat, with an if for what cannot be told
def f [n][m] (x : [n]int) (y : [m]int) : [n]int =
  let a = map (\v -> 2 * v) x ++ y ++ [5]
  in kernel i <= n do a[i] + a[i + 1] * a[n + m]
---
-- fuse: concat, where the bound of the index tells
def f [n][m] (x : [n]int) (y : [m]int) : [n]int =
  let a = x ++ y
  in kernel i <= n do a[i] * a[n + 1]
---
-- fuse: updates of an array that is there for nothing else
def f [n] (x : [n]int) : [n]int =
  let a = map (\v -> 2 * v) x with [1] = 0 with [2:n - 1] = x[1:n - 1]
  in kernel i <= n do a[i] + a[1] - a[n]
---
-- fuse: updates of rows and columns, and one that has no condition
def f [n][m] (x : [n][m]int) : [n][m]int =
  let a = kernel i <= n, j <= m do i * x[i, j]
  let b = a with [1, :] = x[n, :] with [:, m] = x[:, 1]
  let c = iota m with [:] = x[n]
  in kernel i <= n, j <= m do b[i, j] + c[j]
---
-- fuse: an update with a stride, and one of an array that is there
def f [n] (x : [n]int) : int =
  let a = map (\v -> 2 * v) x with [1:1:2] = [0]
  let b = x with [1] = 3
  in a[1] + b[1]
---
-- fuse: an if of arrays, at some elements
def f [n] (x : [n]int) (c : int) : [n]int =
  let a = if c > 0 then map (\v -> v * v) x else reverse x
  in kernel i <= n do a[i] + i
---
-- fuse: kernels of kernels, what is done once for a row as well
def f [n][m] (x : [n][m]int) : [n]int =
  let a = kernel i <= n do
    let k = x[i, 1] + i
    in kernel j <= m do x[i, j] * k
  in kernel i <= n do a[i, 1] + a[i, m]
---
-- fuse: but not where that is much: a sum of each row would be made for each element
def f [n][m] (x : [n][m]int) : [n][m]int =
  let a = kernel i <= n do
    let k = reduce (+) 0 x[i]
    in kernel j <= m do x[i, j] * k
  in kernel i <= n, j <= m do a[i, j] + a[i, 1]
---
-- fuse: of several results each goes that nothing uses whole
def f [n] (x : [n]int) : ([n]int, [n]int) =
  let (a, b, c) = kernel i <= n do
    let s = x[i] * 3
    in (s + 1, s + 2, s * s)
  in (a, kernel i <= n do b[i] + c[i])
---
-- fuse: a body with a check keeps it where an element is computed
def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do
    let k = x[i]
    check k * 0 = 0
    in k + 1
  in kernel i <= n do 2 * a[i]
---
-- fuse: a reduce and a scan over what the elements read
def f [n] (x : [n]f64) (y : [n]f64) : (f64, [n]f64) =
  let p = map (*) x y
  let q = map (\v w -> v + w * 2.0) x y
  in (reduce (+) 0.0 p, scan (+) 0.0 q)
---
-- fuse: a reduce over neighbours, a column and every other element, by views
def f [n] (x : [n][8]int) (k : int) : int =
  let a = kernel i <= n - 1 do x[i + 1, 3] - x[i, 3] + x[n - i, 8]
  in reduce max 0 a
---
-- fuse: a fixed index that need not be in bounds where there are no rows
def f [n] (x : [n][n]int) (k : int) : int =
  let a = kernel i <= n do x[i, k] * 2
  in reduce max 0 a
---
-- fuse: a row that is read in a branch, of an array with as many rows
def f [n][m] (x : [n][m]int) (y : [n]int) : int =
  let a = kernel i <= n do if y[i] > 0 then x[i, 1] else y[i] * y[i]
  in reduce (+) 0 a
---
-- fuse: not of one with more: the view might not be there
def f [n][m] (x : [n]int) (y : [m]int) : int =
  let a = kernel i <= n do if x[i] > 0 then y[i] else x[i]
  in reduce (+) 0 a
---
-- fuse: a reduce does not give the index
def f [n] (x : [n]int) : int =
  let a = kernel i <= n do i * x[i]
  in reduce (+) 0 a
---
-- fuse: in a kernel it becomes a loop, in the same order
def f [n][m] (x : [n][m]f64) : [n]f64 =
  kernel k <= n do
    let a = kernel i <= m do f64(i * k) * x[k, i]
    in reduce (\s v -> s / 3.0 + v) 1.0 a
---
-- fuse: not where the accumulator is an array that each round makes anew
def f [n][m] (x : [n][m]int) : [n][2]int =
  kernel k <= n do
    let a = kernel i <= m do [i * k, x[k, i]]
    in reduce (\s v -> [s[2] + v[1], s[1] - v[2]]) [0, 0] a
---
-- fuse: the function of a reduce that reads the array as well
def f [n] (x : [n]int) : int =
  let a = map (\v -> v * 2) x
  in reduce (\s v -> s + v * a[1]) 0 a
---
-- fuse: a row that is an if of kernels is a kernel
def f [n][m] (x : [n][m]int) : [n][m]int =
  kernel i <= n do if i > 1 then map (+) x[i - 1] x[i] else replicate(m, 0)
---
-- fuse: and so is one of two dimensions, with an if in an if
def f [n][m] (x : [n][m]int) (c : int) : [n][m][2]int =
  kernel i <= n do
    if i > c
    then kernel j <= m, k <= 2 do x[i, j] * k
    else if i == c then replicate(m, reverse (iota 2)) else kernel j <= m do iota 2
---
-- fuse: not where a branch is an array that is there
def f [n][m] (x : [n][m]int) : [n][m]int =
  kernel i <= n do if i > 1 then map (+) x[i - 1] x[i] else x[i]
---
-- fuse: nor where a branch does much before its kernel
def f [n][m] (x : [n][m]int) : [n][m]int =
  kernel i <= n do
    if i > 1
    then let s = reduce (+) 0 x[i - 1]
         in map (\v -> v + s) x[i]
    else replicate(m, 0)
---
-- fuse: a reduce of rows is a kernel of reduces
def f [n][m] (x : [n][m]f64) : [m]f64 = reduce (\a r -> map (\p q -> p / 2.0 + q) a r) (replicate(m, 0.0)) x
---
-- fuse: not where a row is read at another index
def f [n][m] (x : [n][m]int) : [m]int =
  reduce (\a r -> kernel j <= m do a[j] + r[m - j + 1]) (replicate(m, 0)) x
---
-- fuse: nor where the function does much before
def f [n][m] (x : [n][m]int) (y : [n]int) : [m]int =
  reduce (\a r k -> let s = reduce (+) k y in kernel j <= m do a[j] + r[j] * s) (replicate(m, 0)) x y
---
-- fuse: what an element reads is updated before it is read
def f (n : int) (k : int) : [n]int =
  let x = scan (+) 0 (iota n)
  let a = map (\v -> v * 2) x
  let y = x with [1] = k
  in kernel i <= n do a[i] + y[i]
---
-- fuse: and here after it
def f (n : int) (k : int) : [n]int =
  let x = scan (+) 0 (iota n)
  let a = map (\v -> v * 2) x
  let b = kernel i <= n do a[i] + 1
  in x with [1] = b[n]
---
-- fuse: what functions use from outside stays, and what a program without results binds
let x = iota 5
let a = map (\v -> v * 2) x
def f (k : int) : int = a[k]
let b = map (\v -> v + 1) a
---
-- fuse: a number that functions use from outside stays bound, although its array goes
let a = iota 5
let q = a[2]
def f (k : int) : int = k + q
f(3)
---
-- fuse: also where two are one number, or it is computed
let x = iota 5
let a = map (\v -> v * 2) x
let p = a[2]
let q = a[2]
def f (n : int) (k : [n]int) : int = k[1] + p + q
f(q, iota q)
---
-- fuse: what functions use a view of stays
let x = iota 3
let y = reverse x
def f (k : int) : int = y[k]
x[1] + f(1)
---
-- fuse: or a view of a view
let x = map (\v -> v + 1) (iota 4)
let y = reverse x
let z = y[2 : 2]
def f (k : int) : int = z[k]
x[1] + y[1] + f(1)
---
-- fuse:horizontal=yes: kernels of one bound, which need each other in no way
def f [n] (x : [n]int) : ([n]int, int, [n]int) =
  let a = map (\v -> v * 2) x
  let s = x[1]
  let b = kernel i <= n do x[i] + s
  in (a, s, b)
---
-- fuse:horizontal=yes: and reduces
def f [n] (x : [n]int) (y : [n]int) : (int, int, int) =
  let a = reduce (+) 0 x
  let b = reduce max 0 y
  let c = reduce (\s v w -> s + v * w) 1 x y
  in (a, b, c)
---
-- fuse:horizontal=yes: not where one needs the other, or the bound is another
def f [n] (x : [n]int) : ([n]int, [n]int, [2]int) =
  let a = map (\v -> v * 2) x
  let b = kernel i <= n do a[n + 1 - i] + a[1] + a[i]
  let c = kernel i <= 2 do i * i
  in (a, b, c)
---
-- fuse: without the option they stay two
def f [n] (x : [n]int) : ([n]int, [n]int) = (map (\v -> v * 2) x, map (\v -> v + 2) x)
---
-- fuse:exact=yes: elements may get stuck, and all are read
def f [n] (x : [n]int) : [n]int = map (\a -> a + 1) (map (\a -> 10 / a) x)
def g [n] (x : [n]int) : int = reduce (+) 0 (map (\a -> 10 / a) x)
def h [n][m] (x : [n][m]int) : [n][m]int =
  let q = kernel i <= n, j <= m do 10 / x[i, j]
  in kernel i <= n, j <= m do q[i, j] * 2
---
-- fuse:exact=yes: elements may get stuck, and one is read, or those of a branch, or in another order
def f [n] (x : [n]int) : int =
  let q = map (\a -> 10 / a) x
  in if n > 0 then q[1] else 0
def g [n] (x : [n]int) : [n]int =
  let q = map (\a -> 10 / a) x
  in kernel i <= n do (if x[i] > 0 then q[i] else 0)
def h [n] (x : [n]int) : [n]int =
  let q = map (\a -> 10 / a) x
  in kernel i <= n do q[n + 1 - i]
---
-- fuse:exact=yes: no element can get stuck, and those that are read are there
def f [n] (x : [n]int) : [n]int =
  let q = map (\a -> a * a) x
  in kernel i <= n do (if i > 1 then q[i - 1] else 0)
---
-- fuse:exact=yes: an index that may be out of bounds
def f [n] (x : [n]int) (k : int) : int =
  let q = map (\a -> a * a) x
  in q[k]
---
-- fuse:exact=yes: a size that no array has may be negative, or too large
def f (n : int) (k : int) : [3]int =
  let q = kernel i <= n do i * i
  in kernel i <= 3 do (if i <= n then q[i] else 0)
def g (n : int) : [n]int =
  let q = kernel i <= n do i * i
  in kernel i <= n do q[i] + 1
---
-- fuse:exact=yes: what a row computes before its elements may get stuck, and there may be no elements
def f [n][m] (x : [n]int) (y : [m]int) : [n][m]int =
  let q = kernel i <= n do
    let d = 10 / x[i]
    in kernel j <= m do d + y[j]
  in kernel i <= n, j <= m do q[i, j] * 2
---
-- fuse:exact=yes: what nothing uses any more, and may get stuck, stays
def f (a : int) : int =
  let n = 10 / a
  let q = replicate(3, n)
  let r = q with [2] = 7
  in r[2]
def g [n] (x : [n]int) : [n]int =
  let (q, r) = kernel i <= n do (x[i] + 1, 10 / x[i])
  in kernel i <= n do q[i] * 2
---
-- fuse:exact=yes: rows that are folded
def f [n][m] (x : [n][m]int) : [n]int =
  let q = kernel i <= n, j <= m do 10 / x[i, j]
  in map (\r -> reduce (+) 0 r) q
---
-- fuse:exact=yes: functions that may get stuck, and that cannot
def inverse (a : int) : int = 10 / a
def square (a : int) : int = a * a
def f [n] (x : [n]int) : int =
  let q = map square x
  in if n > 2 then q[2] else 0
def g [n] (x : [n]int) : int =
  let q = map inverse x
  in if n > 2 then q[2] else 0
---
-- fuse:exact=yes: a reduce over a kernel whose bound may be negative
def f (k : int) (c : int) : [3]int =
  kernel j <= 3 do
    let y = kernel i <= k do i + c
    in reduce (+) 0 y
---
-- fuse:exact=yes: what may get stuck before a loop, and in the iteration before one
def f (y : [3]int) (n : int) : [3]int =
  let q = kernel i <= 3 do 10 / y[i]
  let s = loop (x = n) while x > 1 do x / 2
  in kernel i <= 3 do q[i] + s
def halves (n : int) : int = loop (x = n) while x > 1 do x / 2
def g (y : [3]int) (n : int) : [3]int =
  let q = kernel i <= 3 do 10 / y[i]
  in kernel i <= 3 do halves(n) + q[i]
---
-- fuse:exact=yes: numbers without a limit, and arrays that may be too large
def f (x : [3]int) : int =
  let q = kernel i <= 3 do loop (y = x[i]) for k <= 30 do y * y
  in q[2]
def g [n] (x : [n]int) : int =
  let q = kernel i <= n, j <= n do x[i] + x[j]
  in if n > 3 then q[1, 2] else 0
def h (x : [3]int) : int =
  let q = kernel i <= 500000000000 do i * 2
  in q[x[1] % 3 + 1]
---
-- fuse:exact=yes: the shape of an argument is there
def f [n][m] (x : [n][m]int) : int =
  let q = kernel i <= n, j <= m do x[i, j] + 1
  in if n > 1 then (if m > 1 then q[1, 2] else 0) else 0
---
-- fuse:exact=yes: a kernel that reads some of the elements
def f (x : [3]int) : [2]int =
  let q = kernel i <= 3 do 10 / x[i]
  in kernel i <= 2 do q[i]
