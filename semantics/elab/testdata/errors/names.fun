let f = 1
f(2) ### "`f` is a value, not a function(.|\n)*`f\[…\]`"
---
def f (x : int) : int = x
f + 1 ### "`f` is a function, not a value(.|\n)*call it"
---
def f (x : int) : int = x
def f (x : int) : int = x + 1 ### "the function `f` is defined twice(.|\n)*defined here first"
---
def f (x : int) : int = g(x) ### "the function `f` calls itself: f -> g -> f"
def g (x : int) : int = f(x)
let a = 1
def h (x : int) : int = f(x) + a
---
-- each wrong declaration is reported once, what uses it is not
let a = bb + 1 ### "the variable `bb` is not known"
let c = a + 1
let d = cc ### "the variable `cc` is not known here(.|\n)*did you mean `c`"
c
---
def two (x : int) = (x, x)
two(1) + 1 ### "this has 2 values where one is wanted"
---
let (a, b) = [1, 2] ### "the pattern binds 2 names, but the expression has 1 value"
---
def f [n] (x : [n + 1]int) : int = x[1] ### "a size in a parameter is a variable or a constant, and found `n \+ 1`"
---
def f (x : [n]int) : int = x[1] ### "the variable `n` is not known here"
---
-- a function may be used before it is defined, and sees the globals so far
let a = 10
let b = add(1)
def add (x : int) : int = x + a
b
---
let b = add(1)
let a = 10
def add (x : int) : int = x + a ### "the variable `a` is not known here(.|\n)*`a` is bound only here(.|\n)*move it up"
b
---
def f (x : int) : (int, int) = x ### "`f` returns 1 value, but its type says 2"
---
def blur [n][m] (x : [n][m]int) = kernel i <= n - 2, j <= m - 2 do x[i, j]
let (r : [1][2]int) = blur([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
let (s : [2][2]int) = blur([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]) ### "size 1 of|the size of `s`: found `1`, wanted `2`"
---
let x = kernel i <= 3 do
  if i > 1 then iota 2 else iota 3 ### "the rows of this kernel have a size that is known only inside it"
---
let x = kernel i <= 3 do
  let (row : [2]int) = if i > 1 then iota 2 else iota 3
  in row
---
let (m : mem) = alloc 3
let (x : [3] @ m -> [1, 2][1] + {(3 : 1)}) = iota 3 ### "the fresh array `\[1, 2\]` has no block"
---
let (m : mem) = alloc 3
let (k : [1] @ m -> R(1)) = iota 1
let (x : [3] @ m -> k[1] + {(3 : 1)}) = iota 3 ### "a part of an LMAD is a scalar expression"
---
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2, j <= 3 do i ### "a FUNMEM kernel has one index"
---
let (m : mem) = alloc 6
let (x : [2] @ m -> R(2)) = kernel i <= 2 do (i, i) ### "this body has 2 values, but the pattern binds 1"
---
def f (m : mem) (x : [2] @ m -> R(2)) = x ### "the results of the FUNMEM function `f` have no types"
---
if 1 then () else () ### "syntax|no value"
