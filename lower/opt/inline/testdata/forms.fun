-- inline: the result takes the name that the programmer gave it
def square [n] (x : [n]int) : [n]int = kernel i <= n do x[i] * x[i]
let a = iota 3
let b = square(a)
b
---
-- inline: a call in a kernel, of a function that calls another one
def plus (x : int) (y : int) : int =
  let s = x + y
  in s
def twice (x : int) : int = plus(x, x)
kernel i <= 4 do twice(i) + twice(i + 1)
---
-- inline: what the function gives back is its argument, a number, or the same twice
def same [n] (x : [n]int) (k : int) : ([n]int, int, int, [n]int) = (x, 7, k, x)
let (x, seven, k, y) = same(iota 2, 5)
(y[1], x[2], seven, k)
---
-- inline: a size that the function finds out
def few (k : int) = if k > 2 then iota 2 else iota (k + 2)
let x = few([1, 5][1])
x[3] + length(x)
---
-- inline: a star says nothing about values
def set [n] (*x : [n]int) (k : int) : [n]int = x with [k] = 0
let a = iota 3
let b = set(a, 2)
(a, b)
---
-- inline: sizes are those of the arguments, with the checks that the call needs
def dot [n] (x : [n]int) (y : [n]int) : int = reduce (\a p q -> a + p * q) 0 x y
let n = [3, 4][1]
dot(iota 3, iota n)
---
-- inline: a function of the library goes, and what it calls
matpow([[1, 1], [1, 0]], 3)
---
-- inline: without results each function is an entry point, but those of the library
def triple (x : int) : int = sum([x, x, x])
def six (x : int) : int = triple(x) + triple(x)
---
-- inline: a function that uses a global
let k = 10
def add (x : int) : int = x + k
let a = add(1)
def same (x : int) : int = x
let b = same(a)
def more (x : int) : int = add(x) + b
more(2)
---
-- inline:defs=all: what a global is called by afterwards, in functions
let k = 10
def same (x : int) : int = x
let b = same(k)
def more (x : int) : int = x + b
more(2)
---
-- inline: one value for two names, and sizes in another order
def both [n][m] (x : [n][m]int) : ([m]int, [m]int) =
  let y = kernel j <= m do x[n, j]
  in (y, y)
let (a, b) = both(kernel i <= 2, j <= 3 do i * j)
(a, b[3])
---
-- inline:defs=all: all functions stay
def id (x : int) : int = x
id(3)
---
-- inline:limit=50: a body that would grow beyond the limit keeps the call
def f1 (x : int) : int =
  let a = x + 1
  let b = a * a
  let c = b - x
  let d = c * c
  let e = d + a
  let f = e * b
  in f
def f2 (x : int) : int = f1(x) + f1(x + 1) + f1(x + 2)
def f3 (x : int) : int = f2(x) + f2(x + 1) + f2(x + 2)
f3(1)
---
-- inline: nothing to do
let x = iota 3
x
---
-- specialise: into types, bounds and functions
let n = 4
let m = 2 * n - 1
def first (x : [n]int) : int = x[1] + m
let x = kernel i <= n do i * m
(first(x), n)
---
-- specialise: an int that is read from an array is no constant
let n = [3, 4][1]
let m = n + 1
iota m
---
-- specialise: not an f64, nor an int in a function
let r = 2.0
def f (x : int) : f64 =
  let k = 3
  in r * f64(x + k)
f(1)
---
-- specialise,inline: the sizes of what is called are constants then
let n = 3
def row (k : int) : [n]int = kernel i <= n do i * k
row(2)
