-- operands get names, sizes of nested kernels are known outside
let n = 3
let x = kernel i <= n + 1, j <= 2 do i * 10 + j
x[2, 1] + x[1, 1 + 1]
---
-- row sizes that are the same expression in and out
let n = 3
let x = kernel i <= n do iota (n * 2 - 1)
---
-- sizes that exist only afterwards are returned beside the array
let n = 3
let y = if n > 2 then iota n else iota (n + 1)
length(y)
y[1]
---
-- equal sizes in both branches need no result of their own
let n = 3
let y = if n > 2 && n < 5 then iota n else replicate(n, 0)
shape(y)
---
-- a size that cannot be compared is checked
let n = [3, 4][1]
let (x : [n]int) = iota 3
let z = [x, iota n]
---
-- functions: sizes of the results
def f [n] (x : [n]int) = x[1:n - 1]
def g [n][m] (x : [n][m]int) (k : int) : [m][n]int = transpose x
def two (a : int) (b : int) = (a + b, a - b)
let y = f([1, 2, 3])
let z = g([[1, 2], [3, 4]], 5)
let (s, d) = two(y[1], z[1, 2])
in (y, z, s, d)
---
-- shadowing, blocks, aliases
let x = 1
let y = let x = 2 let x = x + 1 in x * 10
let z = [x, y]
let w = z
let (a, b) = (w[1], w[:])
in (a, b)
---
-- index forms
let x = [[1, 2, 3], [4, 5, 6]]
x[2]
x[:, 2]
x[1:2:1, 3:3:-1]
x[1][2:2][1]
---
-- several results of a kernel, and of nested ones
let (a, b) = kernel i <= 2, j <= 3 do (i, [i, j])
---
-- logical operators
let a = 1
(a == 1 || a / 0 > 1) + !a
---
-- [] at sizes that are no atoms
def f (n : int) : [n + 1]int = []
def g (n : int) : [0][n + 1]int = []
---
-- num: a def for ints and one for f64s
def f [n] (x : [n]num) : (num, [n]num) =
  let (s, k) = loop (s = 0, k = 0) for i <= n do (s + 2 * x[i], k + 1)
  in (s - 1, scan max 0 x)
f([1.5, -2.5])
