-- D-If: both branches make it
def f [n] (x : [n]int) (k : int) : [n]int =
  if k > 0 then map (\e -> e + k) x else map (\e -> e * k) x
f([1, 2], 3)
---
-- one branch makes it, the other one chooses what is there
let x = iota 4
let a = if x[1] > 1 then map (\e -> e + 1) x else x
sum(a)
---
-- both branches choose what is there: nothing is copied
let x = iota 4
let y = reverse (iota 4)
let a = if x[1] > 1 then x else y
sum(a)
---
-- branches with different shapes [S-If]
let x = iota 4
let a = if x[1] > 1 then x ++ x else map (\e -> e + 1) x
sum(a)
---
-- branches with one shape that is computed in them
def f [n] (x : [n]int) (k : int) =
  if x[1] > 0
  then let m = k + 1
       in map (\e -> e + x[1]) (iota m)
  else iota (1 + k)
f([1, 2], 3)
---
-- branches with a size that is data in them
let x = iota 4
let a = if x[1] > 1 then iota (x[2]) else iota (x[3])
sum(a)
---
-- in a kernel: the row is made where it goes
let x = iota 4
kernel i <= 3 do
  if x[i] > 1 then map (\e -> e + i) x else map (\e -> e * i) x
---
-- in a kernel: the branches choose
let x = iota 4
let y = reverse (copy x)
kernel i <= 3 do if x[i] > 1 then x else y
---
-- in a loop
let x = iota 4
loop (y = x) for i <= 3 do
  if y[i] > 2 then map (\e -> e + i) y else y
---
-- in a branch
let x = iota 4
let a =
  if x[1] > 1
  then if x[2] > 1 then map (\e -> e + 1) x else map (\e -> e + 2) x
  else map (\e -> e + 3) x
sum(a)
---
-- two arrays
let x = iota 4
let (a, b) = if x[1] > 1 then (map (\e -> e + 1) x, reverse x) else (x, iota 3 ++ [x[4]])
map (+) a b
---
-- one array twice
let x = iota 4
let (a, b) = if x[1] > 1 then (let c = map (\e -> e + 1) x in (c, c)) else (x, x)
map (+) a b
---
-- a number and an array
let x = iota 4
let (a, s) = if x[1] > 1 then (map (\e -> e + 1) x, 3) else (x, 4)
a[s]
---
-- a call in a branch
def f [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
let x = iota 4
let a = if x[1] > 1 then f(x, 2) else f(f(x, 3), 4)
sum(a)
---
-- a part of an array that a branch makes
let x = iota 4
let a = if x[1] > 1 then reverse (map (\e -> e + 1) x) else (map (\e -> e * 2) (x ++ x))[1:4]
sum(a)
---
-- the transposed array that a branch makes
let x = kernel i <= 2, j <= 3 do i * j
let a = if x[1, 1] > 1 then transpose (kernel i <= 2, j <= 3 do x[i, j] + 1) else kernel i <= 3, j <= 2 do i
a[1, 2]
---
-- a matrix and its row
let x = iota 4
let (m, r) =
  if x[1] > 1
  then (let m = kernel i <= 3 do map (\e -> e + i) x in (m, m[2]))
  else (kernel i <= 3 do x, x)
map (+) r m[3]
---
-- branches give a size, and the array goes somewhere in reverse
let x = iota 4
let e = if x[1] > 1 then replicate(x[2], 7) else replicate(x[3], 8)
let m = concat(reverse e, x)
sum(m)
---
-- a size that each branch computes, bound with the array
def f (k : int) : int =
  let (c : int) = k > 2
  let (d : int) (m : mem) (a : [d] @ m -> R(d)) =
    if c
    then let (e : int) = k + 1
         let (am : mem) = alloc e
         let (b : [e] @ am -> R(e)) = iota e
         in (e, am, b)
    else let (e : int) = 1 + k
         let (am : mem) = alloc e
         let (b : [e] @ am -> R(e)) = replicate(e, 7)
         in (e, am, b)
  let (s : int) = a[1]
  in (s)
let (s : int) = f(3)
in (s)
