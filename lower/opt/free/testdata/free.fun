-- after the last use, also of what is derived
let a = iota 4
let r = reverse a
let b = map (\x -> x + 1) r
let c = map (\x -> x * b[1]) r
c
---
-- never used
let (m : mem) = alloc 4
let (k : mem) = alloc 4
let (x : [4] @ k -> R(4)) = iota 4
in (k, x)
---
-- results, and two blocks that end at one statement
def f [n] (x : [n]int) (k : int) : ([n]int, int) =
  let a = map (\y -> y + k) x
  let b = map (\y -> y * k) x
  let c = map (\y z -> y + z) a b
  in (c, sum(a))
let (u, s) = f(iota 3, 2)
u
---
-- a result under another name
let a = iota 4
let b = if a[1] > 0 then a else copy a
reverse b
---
-- branches: blocks of their own, results, and one from outside
def f [n] (x : [n]int) (k : int) : [n]int =
  let a = map (\y -> y + k) x
  in if k > 0
  then let b = map (\y -> y * 2) a
       let c = map (\y -> y * 2) b
       in c
  else map (\y -> y + a[1]) x
f([1, 2], 3)
---
-- loops: blocks of the round, and those that are carried
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k do
    let a = map (\e -> e + i) y
    let b = map (\e -> e * a[1]) a
    in b
f([1, 2], 3)
---
-- a loop that carries what a round made to the round after the next
def f [n] (x : [n]int) (k : int) : [n]int =
  let (y, z) = loop (y = x, z = x) for i <= k do
    let w = map (\e f -> e + f) y z
    in (w, y)
  in map (+) y z
f([1, 2], 3)
---
-- the condition of a loop
def f [n] (x : [n]int) (k : int) : int =
  loop (s = k) while sum(map (\a -> a + s) x) > 9 do
    let y = map (\a -> a + s) x
    in s - 1 - abs(y[1])
f([1, 2], 3)
---
-- kernels: a row, and what it is made from
kernel i <= 3 do
  let a = map (\x -> x + i) (iota 4)
  let b = map (\x -> x * a[1]) a
  in b
---
-- reduce and scan
let m = kernel i <= 3, j <= 4 do i * j
let r = reduce (\a row -> let t = map (\e -> e + 1) row in map (+) a t) [0, 0, 0, 0] m
let s = scan (\a row -> let t = map (\e -> e + 1) row in map (+) a t) r m
s
---
-- what a function uses from outside, and what it does not
let g = [3, 1, 2]
let h = [5, 5, 5]
def f (k : int) : int = g[k]
let y = map (\x -> f(x) + h[x]) [1, 2, 3]
y
---
-- what a call makes, or gives back, stays
def f [n] (x : [n]int) : [n]int = map (\e -> e + 1) x
def same [n] (x : [n]int) : [n]int = reverse x
let a = iota 3
let b = same(a)
let c = f(b)
let d = f(c)
d
---
-- a line without results
let a = iota 3
let b = map (\e -> e + 1) a
---
-- a block that is freed already, and one that is freed under another name
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = copy x
let (c : int) = y[2]
let (q : mem) = if c then k else k
free m
free q
let (w : mem) = alloc 3
let (z : [3] @ w -> R(3)) = replicate(3, c)
in (w, z)
---
-- a block with the name of the statement
let (free : mem) = alloc 3
let (x : [3] @ free -> R(3)) = iota 3
let (c : int) = x[2]
in (c)
---
-- a number that is read last in a statement without arrays
let a = iota 4
let b = map (\e -> e + 1) a
let k = loop (s = 0) for i <= 4 do s + b[i]
k
---
-- what a loop gives is used after it
let a = iota 4
let b = map (\e -> e + 1) a
let x = loop (y = b) for i <= a[1] - 1 do map (\e -> e * 2) y
map (\e -> e + 1) x
