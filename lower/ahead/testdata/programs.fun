-- two maps are one kernel, in a function and at the prompt
def f [n] (x : [n]int) : [n]int = map (\a -> a + 1) (map (\a -> 10 / a) x)
let x = iota 5
f(x)
map (\a -> a + 1) (map (\a -> 10 / a) x)
---
-- an element that is read twice, and a product, are computed once
def cross (x : [3]f64) (y : [3]f64) : [3]f64 =
  [x[2] * y[3] - x[3] * y[2], x[3] * y[1] - x[1] * y[3], x[1] * y[2] - x[2] * y[1]]
cross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
---
-- what may be computed in a branch is not known after it
def f (x : [3]int) (k : int) : int =
  let a = if k > 0 then x[k] * 2 else 0
  in a + x[k] * 2
f([1, 2, 3], 2)
---
-- stuck as before: an index that nobody reads, and a division
def f [n] (x : [n]int) (k : int) : int =
  let q = map (\a -> 10 / a) x
  in if k > 0 then q[k] else 0
f([1, 0, 2], 1)
---
-- variables of one name that are not the same
def f (a : [3]int) : int =
  let x = kernel i <= 3 do (let u = a[i] * 2 in u + 1)
  let u = a[2] * 100
  let w = u + 1
  in x[1] + w
f([1, 2, 3])
---
-- what would be stuck after a loop
def f (y : [3]int) : [3]int =
  let q = kernel i <= 3 do 10 / y[i]
  let s = loop (x = 1) while x == 1 do x + y[1]
  in kernel i <= 3 do q[i] + s
f([1, 2, 3])
