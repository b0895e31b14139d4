-- the same program twice
let x = kernel i <= 2 do i
let y = x[1] + 1
in (y)
-- after
let x = kernel i <= 2 do i
let y = x[1] + 1
in (y)
---
-- another order of statements
let a = 1
let b = 2
let c = a + b
in (c)
-- after
let b = 2
let a = 1
let c = a + b
in (c)
---
-- a number differs, and what comes from it
let k = 2
let x = kernel i <= 3 do i * k
in (x)
-- after
let k = 3
let x = kernel i <= 3 do i * k
in (x)
---
-- an element of a matrix differs, in a block that is used twice
let x = kernel i <= 2, j <= 2 do i + j
let y = kernel i <= 2, j <= 2 do x[j, i]
in (x, y)
-- after
let x = kernel i <= 2, j <= 2 do i + j
let y = kernel i <= 2, j <= 2 do x[i, j] * i
in (x, y)
---
-- the results have other shapes
let x = kernel i <= 2 do i
in (x)
-- after
let x = kernel i <= 3 do i
in (x)
---
-- other types
let x = 1
in (x)
-- after
let x = [1]
in (x)
---
-- other numbers of results
let x = 1
in (x)
-- after
let x = 1
in (x, x)
---
-- it gets stuck after
let x = [1, 2]
let k = 2
let y = x[k]
in (y)
-- after
let x = [1, 2]
let k = 3
let y = x[k]
in (y)
---
-- it gets stuck before
let x = [1, 2]
let k = 3
let y = x[k]
in (y)
-- after
let x = [1, 2]
let k = 2
let y = x[k]
in (y)
---
-- more steps than are kept
let x = 1
in (x)
-- after
let x = kernel i <= 100 do i
in (x)
---
-- rounds of a loop
let a = loop (a = 1) for k <= 2 do a * 2
in (a)
-- after
let a = loop (a = 1) for k <= 2 do a + 2
in (a)
---
-- the heap differs from the values after
let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let (y_mem : mem) = alloc 2
let (y : [2] @ y_mem -> R(2)) = kernel i <= 2 do 5
let z = x[1]
in (z)
-- after
let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let (y : [2] @ x_mem -> R(2)) = kernel i <= 2 do 5
let z = x[1]
in (z)
---
-- the semantics differ before
let (x_mem : mem) = alloc 2
let (x : [2] @ x_mem -> R(2)) = iota 2
let (y : [2] @ x_mem -> R(2)) = kernel i <= 2 do 5
let z = x[1]
in (z)
-- after
let z = 1
in (z)
---
-- two calls in another order
def f (x : int) = let y = x + 1 in y
let a = f(1)
let b = f(2)
in (a, b)
-- after
def f (x : int) = let y = x + 1 in y
let b = f(2)
let a = f(1)
in (a, b)
---
-- what nobody has named
let a = [3, 5]
let s = a[1] + a[2]
in (s)
-- after
let a = [3, 5]
let s = a[2] + a[1]
in (s)
---
-- values after the semantics have differed
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (o : mem) = alloc 2
let (y : [2] @ o -> R(2)) = kernel i <= 2 do x[i] * 10
let (p : mem) = alloc 2
let (z : [2] @ p -> R(2)) = kernel i <= 2 do x[i] + y[i]
in (p, z)
-- after
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (y : [2] @ m -> R(2)) = kernel i <= 2 do x[i] * 10
let (p : mem) = alloc 2
let (z : [2] @ p -> R(2)) = kernel i <= 2 do x[i] + y[i]
in (p, z)
---
-- another shape
let x = iota 2
let y = x[1]
in (y)
-- after
let x = iota 3
let y = x[1]
in (y)
