-- one after the other: the blocks of a and c, and of b and d
let a = iota 4
let b = map (\x -> x + 1) a
let c = map (\x -> x * 2) b
let d = map (\x y -> x + y) c c
d
---
-- both are needed
let a = iota 4
let b = map (\x -> x + 1) a
let c = map (\x -> x * 2) b
let d = map (\x y -> x + y) a c
d
---
-- an alias: r lies in the block of a
let a = iota 4
let r = reverse a
let b = map (\x -> x + 1) a
let c = map (\x -> x + 1) b
let d = map (\x y -> x * y) r c
d
---
-- a neighbour: b is made from a, at other places
def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n do x[i] + 1
  let b = kernel i <= n do a[n + 1 - i] * 2
  in kernel i <= n do b[n + 1 - i] + i
f([1, 2, 3])
---
-- sizes: one is known to be enough for the other
def f [n] (x : [n]int) : [n]int =
  let a = kernel i <= n + 1 do i * i
  let b = map (\y -> y * a[n + 1]) x
  in map (\y -> y + b[1]) x
f([1, 2, 3])
---
-- sizes: the larger one comes later
def f [n] (x : [n]int) : [2 * n]int =
  let a = map (\y -> y * y) x
  let b = map (\y -> y + 1) a
  in kernel i <= 2 * n do b[i % n + 1]
f([1, 2, 3])
---
-- sizes: which one is larger is not known
def f [n][m] (x : [n]int) (y : [m]int) : [m]int =
  let a = map (\e -> e * e) x
  let s = sum(a)
  let b = map (\e -> e + s) y
  in map (\e -> e + b[1]) y
f([1, 2, 3], [4, 5])
---
-- sizes: the later one is not known before the first use
def f [n] (x : [n]int) : int =
  let a = map (\e -> e * e) x
  let k = sum(a)
  let b = replicate(abs(k), 3)
  in sum(b)
f([1, 2, 3])
---
-- sizes: the later one is known before the first use, but not where the first one is allocated
def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) : int =
  let (a_mem : mem) = alloc 3
  let (k : int) = x[1]
  let (m : int) = k + n
  let (a : [3] @ a_mem -> R(3)) = iota 3
  let (s : int) = a[2]
  let (b_mem : mem) = alloc m
  let (b : [m] @ b_mem -> R(m)) = replicate(m, s)
  let (t : int) = b[1]
  in (t)
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (k : int) = f(m, x)
in (k)
---
-- ints and f64s
let a = iota 4
let b = map (\x -> f64(x) / 2.0) a
let c = map (\x -> x + 1.0) b
let d = map (\x -> int(x)) c
let e = map (\x -> x + 1) d
e
---
-- branches: blocks of a branch among themselves, a result, and one from outside
def f [n] (x : [n]int) (k : int) : [n]int =
  let a = map (\y -> y + k) x
  in if k > 0
  then let b = map (\y -> y * 2) a
       let c = map (\y -> y * 2) b
       in map (\y -> y + 1) c
  else let b = map (\y -> y * 2) a
       in map (\y -> y + a[1]) b
f([1, 2], 3)
---
-- one branch uses a block, and the other one another
def f [n] (x : [n]int) (k : int) : int =
  let a = map (\y -> y + k) x
  let b = map (\y -> y * k) x
  in if k > 0 then sum(a) else sum(b)
f([1, 2], 3)
---
-- what a branch gives
let a = iota 4
let b = if a[1] > 0 then a else copy a
let c = map (\e -> e + 1) b
let d = map (\e -> e + 1) c
map (+) d b
---
-- loops: what a loop gives may be what it was given
let a = iota 4
let b = map (\e -> e + 1) a
let x = loop (y = b) for i <= a[1] - 1 do map (\e -> e * 2) y
let c = map (\e -> e + 5) a
let d = map (\e -> e + 1) c
map (+) d x
---
-- loops: what is carried from round to round
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int) =
  loop (a = x, s = copy x) for i <= k do
    let t = kernel i <= n do s[i] + a[i]
    let b = kernel i <= n do a[i] * 2 + k
    in (b, t)
let (u, v) = f([1, 2], 3)
v
---
-- loops: blocks of the round, of which one is carried
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (a = x) for i <= k do
    let t = map (\y -> y + i) a
    let b = map (\y -> y + i) t
    in map (\y z -> y + z) b b
f([1, 2], 3)
---
-- loops: a block from outside that all rounds use
def f [n] (x : [n]int) (k : int) : int =
  let a = map (\y -> y * 2) x
  let s = loop (s = 0) for i <= k do s + a[1]
  let b = map (\y -> y * s) x
  in loop (s = 0) for i <= n do s + b[i]
f([1, 2], 3)
---
-- kernels: what an iteration has is its own, and what it uses of outside is in use for all of them
let a = iota 4
let b = map (\x -> x + 1) a
let m = kernel i <= 3 do
  let p = map (\x -> x + i) b
  let q = map (\x -> x * p[1]) p
  let s = map (\x -> x - 1) q
  in map (\x -> x - 1) s
let k = kernel i <= 4 do m[i % 3 + 1][1]
k
---
-- reduce and scan
let m = kernel i <= 3, j <= 4 do i * j
let r = reduce (\a row -> let t = map (\e -> e + 1) row let u = map (\e -> e + 1) t in map (+) a u) [0, 0, 0, 0] m
let s = scan (\a row -> let t = map (\e -> e + 1) row in map (+) a t) r m
s
---
-- what a function uses from outside is in use to the end
let g = [3, 1, 2]
def f (k : int) : int = g[k]
let h = [5, 5, 5]
let s = f(h[1] - 4)
let y = kernel i <= 3 do s + i
let z = map (\e -> e + 1) y
z
---
-- calls: what is given back, and what is made
def same [n] (x : [n]int) : [n]int = reverse x
def plus [n] (x : [n]int) : [n]int = map (\e -> e + 1) x
let a = iota 3
let b = same(a)
let c = map (\e -> e + b[1]) [1, 2, 3]
let d = plus(c)
let e = map (\e -> e + 1) d
map (+) e e
---
-- a star: the function may overwrite what it is given
def set [n] (*x : [n]int) (k : int) : [n]int = x with [k] = 0
let a = iota 3
let b = set(a, 2)
let c = map (\e -> e * 2) b
let d = map (\e -> e * 2) c
d
---
-- updates in place
let a = iota 5
let b = a with [2] = 9
let c = map (\e -> e + 1) b
let d = map (\e -> e + 1) c
let e = d with [1:2] = [7, 8]
e
---
-- a block that the program frees, and one that is never used
let (m : mem) = alloc 3
let (q : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (c : int) = x[2]
free m
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = replicate(3, c)
in (k, y)
---
-- two names of a block
let (a_mem : mem) = alloc 3
let (a : [3] @ a_mem -> R(3)) = iota 3
let (k : mem) = if 1 then a_mem else a_mem
let (b_mem : mem) = alloc 3
let (b : [3] @ b_mem -> R(3)) = iota 3
let (d_mem : mem) = alloc 3
let (c : [3] @ k -> R(3)) = copy b
let (d : [3] @ d_mem -> R(3)) = copy c
in (d_mem, d)
---
-- groups that can be one later
def f [n] (x_mem : mem) (x : [n] @ x_mem -> R(n)) (k : int) : int =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = copy x
  let (s : int) = a[1]
  let (b_mem : mem) = alloc k
  let (b : [k] @ b_mem -> R(k)) = replicate(k, s)
  let (t : int) = b[1]
  let (c_mem : mem) = alloc s
  let (c : [s] @ c_mem -> R(s)) = replicate(s, t)
  let (u : int) = c[1]
  in (u)
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = [3, 4]
let (k : int) = f(m, x, 5)
in (k)
---
-- what starts undefined lies with numbers of its own kind: a copy of it reads what is there
let (a_mem : mem) = alloc 2
let (a : [2] @ a_mem -> R(2)) = iota 2
let (b_mem : mem) = alloc 2
let (b : [2] @ b_mem -> R(2)) = copy a
let (s_mem : mem) = alloc 2
let (s : [2]f64 @ s_mem -> R(2)) = scratch([2]f64)
let (r_mem : mem) = alloc 4
let (r : [2][2]f64 @ r_mem -> R(2, 2)) = replicate(2, s)
let (t : [2][2]f64 @ r_mem -> R(2, 2)) = loop (t : [2][2]f64 @ r_mem -> R(2, 2) = r) for i <= 2 do
  let (u : [2][2]f64 @ r_mem -> R(2, 2)) = t with [i, 1] = 1.5
  in (u with [i, 2] = 2.5)
let (c : int) = b[1]
in (c, r_mem, t)
---
-- the block of a result keeps its size: what needs less goes into it, and it goes into none that is larger
let (a_mem : mem) = alloc 4
let (a : [4] @ a_mem -> R(4)) = iota 4
let (b_mem : mem) = alloc 2
let (b : [2] @ b_mem -> R(2)) = replicate(2, a[2])
let (c_mem : mem) = alloc 3
let (c : [3] @ c_mem -> R(3)) = replicate(3, b[1])
in (c_mem, c)
