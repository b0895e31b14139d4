-- nesting: the last block is given back first
let x = iota 4
let a = map (\e -> e + 1) x
let b = map (\e -> e + a[1]) a
let c = map (\e -> e + b[1]) b
c[1] + 1
---
-- a block lives as long as a later one that is allocated in its scope
let x = iota 4
let a = map (\e -> e + 1) x
let s = a[1]
let b = map (\e -> e + s) (iota s)
let t = x[1]
b[1] + t
---
-- blocks that follow each other
let x = iota 4
let s = x[1]
let y = iota 5
let t = y[s]
let z = iota 6
z[t]
---
-- in branches, rounds and iterations
let x = iota 4
let r = kernel i <= 3 do
  let s = loop (s = 0) for j <= i do
    if s > 3
    then let a = map (\e -> e + i) (iota j) in s + a[j]
    else let b = scan (+) 0 (iota j) in s + b[1]
  in s
r
---
-- in a while condition
def f [n] (x : [n]int) (k : int) : int =
  loop (s = k) while sum(map (\a -> a + s) x) > 9 do
    let y = map (\a -> a + s) x
    in s - 1 - abs(y[1])
f([1, 2], 3)
---
-- blocks that the program gives back itself, and one that it does not
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = copy x
let (c : int) = y[2]
free k
free m
let (w : mem) = alloc 3
let (z : [3] @ w -> R(3)) = replicate(3, c)
let (d : int) = z[1]
in (d)
---
-- a block that is given on under another name
def f [n] (x : [n]int) (k : int) : [n]int =
  let a = map (\e -> e + k) x
  let b = map (\e -> e + k) a
  in if k > 3 then a else b
f([1, 2], 3)
---
-- a result of the program
let a = map (\e -> e + 1) (iota 4)
let b = map (\e -> e + a[1]) a
in (a, b)
---
-- a line without results
let a = iota 3
let b = map (\e -> e + 1) a
---
-- a def that uses an array from outside
let a = iota 3
def f (k : int) : int = a[k]
let b = map f a
f(2) + b[1]
