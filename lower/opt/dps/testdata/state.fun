-- two blocks take turns
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do map (\e -> e + y[1]) y
f([1, 2], 3)
---
-- a while loop: two blocks take turns
def f [n] (x : [n]int) : [n]int =
  loop (y = x) while y[1] < 9 do map (\e -> abs(e) + 1) y
f([1, 2])
---
-- each round changes one element in place
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do y with [1] = y[1] + i
f([1, 2], 3)
---
-- a round may give what it got
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do
    if y[1] % 2 == 0 then map (\e -> e + y[1]) y else y
f([1, 2], 3)
---
-- a round may give an array from outside
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do
    if y[1] % 2 == 0 then map (\e -> e + y[1]) y else x
f([1, 2], 3)
---
-- two states swap
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int) =
  loop (y = x, z = map (\e -> e + 1) x) for i <= k % 5 do (z, y)
let (a, b) = f([1, 2], 3)
map (+) a b
---
-- two states swap, and one of them is new
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int) =
  loop (y = x, z = x) for i <= k % 5 do (map (\e -> e + z[1]) y, y)
let (a, b) = f([1, 2], 3)
map (+) a b
---
-- two states swap in branches
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int) =
  loop (y = x, z = reverse x) for i <= k % 5 do
    if y[1] > i then (z, map (\e -> e + 1) y) else (y, z)
let (a, b) = f([1, 2], 3)
map (+) a b
---
-- one new array is both states
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int) =
  loop (y = x, z = x) for i <= k % 5 do
    let w = map (\a b -> a + b) y z
    in (w, w)
let (a, b) = f([1, 2], 3)
map (+) a b
---
-- a state is a slice of the other one
def f [n] (x : [n]int) (k : int) : ([n]int, [n]int) =
  loop (y = x, z = x) for i <= k % 5 do
    let w = map (\a b -> a + b) y z
    in (w, reverse w)
let (a, b) = f([1, 2], 3)
map (+) a b
---
-- the state is turned around each round
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do reverse (map (\e -> e + i) y)
f([1, 2], 3)
---
-- a state of another layout than the first one
def f [n] (x : [n][n]int) (k : int) : [n][n]int =
  loop (y = x) for i <= k % 5 do transpose y
f([[1, 2], [3, 4]], 3)
---
-- the state grows [S-Ifold]
def f [n] (x : [n]int) (k : int) = loop (y = x) for i <= k % 5 do y ++ y
f([1, 2], 3)
---
-- the size of the state is another state [S-Ifold]
def f (k : int) =
  let (m, y) = loop (m = 1, y = iota 1) for i <= k % 5 do (m + i, iota (m + i))
  in sum(y) + m
f(3)
---
-- a loop in a loop
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do
    loop (z = y) for j <= i do map (\e -> e + j) z
f([1, 2], 3)
---
-- a loop in a loop, whose result is copied
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do
    let w = loop (z = y) for j <= i do (if z[1] > j then map (\e -> e + j) z else y)
    in map (+) w y
f([1, 2], 3)
---
-- a loop in an iteration
let x = iota 4
kernel i <= 3 do
  loop (y = x) for j <= i do map (\e -> e + j) y
---
-- a loop in an iteration that may give what is there
let x = iota 4
kernel i <= 3 do
  loop (y = x) for j <= i do if y[1] > j then x else map (\e -> e + j) y
---
-- a loop in a branch
def f [n] (x : [n]int) (k : int) : [n]int =
  if k > 0 then loop (y = x) for j <= k % 5 do map (\e -> e + j) y else x
f([1, 2], 3)
---
-- the state is what a call makes
def g [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for j <= k % 5 do g(y, j)
f([1, 2], 3)
---
-- the state is what a call may give back
def g [n] (x : [n]int) (k : int) : [n]int = if k > 1 then map (\e -> e + k) x else x
def f [n] (x : [n]int) (k : int) : [n]int = loop (y = x) for j <= k % 5 do g(y, j)
f([1, 2], 3)
---
-- a round that keeps the state of the round before the last
def f [n] (x : [n]int) (k : int) : [n]int =
  let (a, b, c) = loop (a = x, b = x, c = x) for i <= k % 5 do
    let d = map (\p q -> p + q) a c
    in (b, c, d)
  in map (+) (map (+) a b) c
f([1, 2], 4)
---
-- no rounds at all
loop (y = [1, 2]) for i <= 0 do map (\e -> e + i) y
---
-- the state is empty
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do map (\e -> e + i) y
f(iota 0, 3)
---
-- a matrix as the state, a row of it from a call
def g [n] (x : [n]int) (k : int) : [n]int = map (\e -> e + k) x
def f [m][n] (x : [m][n]int) (k : int) : [m][n]int =
  loop (y = x) for j <= k % 5 do kernel i <= m do g(y[m + 1 - i], j)
f([[1, 2], [3, 4]], 3)
---
-- a state goes where another one was, and an array is two states
def f [n] (x : [n]int) (k : int) : [n]int =
  let (a, b, c) = loop (a = x, b = x, c = x) for i <= k % 5 do
    let w = scan (+) i a
    in (b, w, w)
  in map (+) (map (+) a b) c
f([1, 2], 4)
---
-- two states swap, and an array is two others
def f [n] (x : [n]int) (k : int) : [n]int =
  let (a, b, c, d) = loop (a = x, b = scan (+) 0 x, c = x, d = x) for i <= k % 5 do
    let w = scan (+) i a
    in (c, d, w, w)
  in map (+) (map (+) a b) (map (+) c d)
f([1, 2], 4)
---
-- states of two shapes, one of them twice
def f [m][n] (x : [m]int) (y : [n]int) (k : int) : int =
  let (a, b, c) = loop (a = x, b = y, c = y) for i <= k % 5 do
    let w = scan (+) a[1] c
    in (scan (+) b[1] a, w, w)
  in a[1] + b[1] + c[1]
f([1, 2], [3, 4, 5], 4)
---
-- a matrix and its row are states
def f [m][n] (x : [m][n]int) (k : int) : int =
  let (a, r) = loop (a = x, r = x[1]) for i <= k % 5 do
    let w = kernel j <= m do scan (+) i r
    in (w, w[m])
  in a[1, 1] + r[1]
f([[1, 2], [3, 4]], 4)
---
-- a prefix sum of a prefix sum: two blocks take turns
def f [n] (x : [n]int) (k : int) : [n]int =
  loop (y = x) for i <= k % 5 do map (\e -> e + y[n]) y
f([1, 2], 3)
