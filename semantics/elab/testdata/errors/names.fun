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
def add (x : int) : int = x + a ### "the variable `a` is bound between a use of `add` and its definition(.|\n)*`add` is used here(.|\n)*`a` is bound here(.|\n)*move the definition of `add` up"
b
---
let b = add(1)
def add (x : int) : int = x + a ### "the variable `a` is not known here(.|\n)*`a` is bound only here(.|\n)*move it up"
let a = 10
b
---
-- the scope of a def is that of its place
let x = iota 3
let y = f(1)
let x = [9, 9]
def f (i : int) : int = x[i] ### "the variable `x` is bound between a use of `f` and its definition"
---
let y = g(1)
def g (i : int) : int = f(i)
let x = 3
def f (i : int) : int = x ### "the variable `x` is bound between a use of `f` and its definition"
---
let x = 3
let x = f(1)
def f (i : int) : int = x + i ### "the variable `x` is bound between a use of `f` and its definition"
---
-- names of a def's own are no globals
let x = 3
let y = f(1)
let x = 4
def f (i : int) : int = let x = i in x
y
---
let x = x + 1 ### "the variable `x` is not known here(.|\n)*this `let` binds `x`, which is known only after it"
---
let (m : mem) = alloc m ### "the variable `m` is not known here(.|\n)*this `let` binds `m`"
---
kernel i <= 3 do let y = y + i in y ### "the variable `y` is not known here(.|\n)*this `let` binds `y`"
---
let x = iota ### "`iota` is a built-in function, not a value(.|\n)*`iota\(…\)`"
---
iota -3 ### "`iota` is a built-in function, not a value"
---
let (a, a) = (1, 2) ### "`a` is bound twice here.*T-STM(.|\n)*the first time"
---
def f (x : int) (x : int) : int = x ### "`x` is bound twice here.*T-DEF"
---
def f [n][n] (x : [n]int) : int = n ### "`n` is bound twice here.*T-DEF"
---
def f (x : int) : (a : int, a : int) = (x, x) ### "`a` is bound twice here.*T-DEF"
---
kernel i <= 2, i <= 3 do i ### "`i` is bound twice here.*T-KERNEL"
---
let (_, _) = (1, 2)
---
let (n : int) (x : [n]int) = (3, iota 3) ### "a type in this pattern mentions a name of the pattern, and 2 values stand after it(.|\n)*a `let` of its own"
---
def blur [n][m] (x : [n][m]int) = kernel i <= n - 2, j <= m - 2 do x[i, j]
let (r : [1][2]int) = blur([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
let (s : [2][2]int) = blur([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]) ### "size 1 of `s`: found `1`, wanted `2`"
---
let x = kernel i <= 3 do
  let (row : [2]int) = if i > 1 then iota 2 else iota 3
  in row
---
let (m : mem) = alloc 3
let (x : [3] @ m -> [1, 2][1] + {(3 : 1)}) = iota 3 ### "the fresh array `\[1, 2\]` has no block"
---
if 1 then () else () ### "found `\(\)`, wanted a value in the parentheses"
---
-- a def that is used early knows nothing of the declaration that uses it
let n = [3][1]
let z = [iota (n + 1), f(n)]
def f (k : int) : [n + 1]int = let (r : [n + 1]int) = iota (n + 1) in r
---
let n = [3][1]
let z = let (a : [n]int) = [1, 2, 3] let q = f(1) in [q, a]
def f (k : int) = let (x : [3]int) = iota n in x
---
-- the library's functions of the other type, and names of other languages
sum_f64([1]) ### "`sum` takes ints, too"
dot_f64([1.0], [2]) ### "argument 2 of `dot_f64` is of type \[_\]f64"
dot([1.0], [2]) ### "argument 2 of `dot` is of type \[_\]f64(.|\n)*help: write `f64\(\[2\]\)`"
pi ### "write `acos\(-1.0\)`"
pow(2.0, 3.0) ### "write `x \*\* y`"
7.0 // 2.0 ### "of f64s it is `trunc\(x / y\)`"
---
if True then 1 else 2 ### "the variable `True` is not known here(.|\n)*a condition is an int, such as that of a comparison, and true when it is not 0(.|\n)*help: write `true`, which is 1"
---
False ### "the variable `False` is not known here(.|\n)*help: write `false`, which is 0"
---
not(3 < 4) ### "the function `not` is not known here(.|\n)*help: write `!` before it"
---
len([1]) ### "the function `len` is not known here(.|\n)*help: write `length\(x\)`"
---
print(1) ### "the function `print` is not known here(.|\n)*help: an expression that stands alone is evaluated and printed"
---
if null then 1 else 2 ### "the variable `null` is not known here(.|\n)*help: there is no value that stands for nothing"
---
-- num
def f (n : int) : [n]num = replicate(n, 0) ### "`num` is int or f64, as each use of a def has it, and nothing says which here(.|\n)*help: a def over num has a parameter of type num"
---
let (x : num) = 1 ### "`num` is int or f64"
---
def f (x : num) = x % 2 ### "`%` works on ints, but `x` is of type f64(.|\n)*`f` is over num, and this is about f64s"
---
def f (x : num) (y : num) = x + y
f(1, 2.5)
f([1], 2.5) ### "argument 1 of `f` is of type f64, but `\[1\]` is of type \[1\]int"
---
def f (x : num) = x
def f_f64 (x : f64) = x ### "`f_f64` is defined twice(.|\n)*`f` over num has it for f64s"
---
def f [n] (x : [n]num) = let y = n in if x[1] > 0 then x[1] else y ### "the branches have different types(.|\n)*help: write `num\(y\)`"
---
def f [n] (x : [n]num) = let y = 1 in x[y] + y ### "the operands of `\+` are of one type(.|\n)*about f64s\n  help: write `num\(y\)`"
---
def f (x : num) (y : f64) = x + y ### "the operands of `\+` are of one type(.|\n)*about ints\n  help: write `num\(y\)`"
---
def f [n] (x : [n]num) (y : [n]int) = x + y ### "have elements of one type(.|\n)*help: write `num\(y\)`"
---
def f [n] (x : [n]num) (y : [n]f64) = x + y ### "have elements of one type(.|\n)*help: write `num\(y\)`"
---
def f [n] (x : [n]num) : [n]num = iota n ### "is declared as \[n\]f64, and found \[n\]int(.|\n)*help: write `num\(iota n\)`"
---
num(2) ### "the function `num` is not known here(.|\n)*help: `num\(x\)` makes a num of x in a def over num"
