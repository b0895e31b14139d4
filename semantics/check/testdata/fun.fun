-- T-CONST, T-VAR, T-OP, T-SCALAR: scalar expressions
let a = 3
let (b : int) = a + 2 * a - min(a, 7)
a + b
---
let x = [1, 2]
let (y : int) = x < 1 ### "an operand of `<` is a number, but `x` is of type \[2\]int.*T-OP"
---
let x = [1, 2]
let y = !x ### "an operand of `!` is a number.*T-OP"
---
-- operators of arrays
let x = [1, 2]
let m = [[1, 2], [3, 4]]
let (y : [2]int) = -x + x * 2 - 7 % x
let (z : [2][2]f64) = f64(m) / 2.0 + 0.5 * f64(m) - f64(m) / f64(m + 1)
let (w : [2][2]int) = int(z) - m
(y, z, w)
---
[1, 2] + [1, 2, 3] ### "the size of the operands of `\+`: found `3`, wanted `2` \[T-OP\]"
---
def f [n][k] (x : [n]int) (y : [k]int) = x + y -- the sizes are checked when it runs
f([1, 2], [3, 4])
---
[[1, 2], [3, 4]] - [1, 2] ### "the operands of `-` are of one shape, but(.|\n)*help: `map \(.row -> row - \[1, 2\]\) \[\[1, 2\], \[3, 4\]\]` does it for each row"
---
[1, 2] * [[[1]]] ### "the operands of `\*` are of one shape, but `\[1, 2\]` is of type \[2\]int and `\[\[\[1\]\]\]` of type \[1\]\[1\]\[1\]int \[T-OP\]"
---
[[1, 2]] * [[1], [2]] ### "size 1 of the operands of `\*`: found `2`, wanted `1`(.|\n)*help: `\*` multiplies element by element; the product of the matrices is `matmul\(\[\[1, 2\]\], \[\[1\], \[2\]\]\)`"
---
[1, 2] + 1.5 ### "the operands of `\+` have elements of one type, but `\[1, 2\]` is of type \[2\]int and `1.5` of type f64(.|\n)*help: write `f64\(\[1, 2\]\)`"
---
[1, 2] + 3.0 ### "help: write `3`, or `f64\(\[1, 2\]\)`"
---
2 * [1.5] ### "help: write `2.0`"
---
[1.5] % 2.0 ### "`%` works on ints, but `\[1.5\]` is of type \[1\]f64(.|\n)*help: of f64s it is `x - y \* floor\(x / y\)`"
---
int([1]) ### "`int` works on f64s, but `\[1\]` is of type \[1\]int(.|\n)*help: leave `int` out"
---
let a = 6
let (y : [(a & 3) << 1]int) = iota 4
(a | 1 ^ 3, a >> 1, y)
---
let x = [1, 2]
let y = 1 << x ### "an operand of `<<` is a number, but `x` is of type \[2\]int.*T-OP"
---
let x = [1, 2]
let (y : int) = x ### "`y` is declared as int, but its value is of type \[2\]int"
---
let y = a + 1 ### "the variable `a` is not known here.*T-VAR"
---
let photo = 1
let y = phtoo ### "the variable `phtoo` is not known here.*T-VAR(.|\n)*did you mean `photo`"
---
-- T-INDEX: y is an array; each index is an int; one for each dimension
let x = [[1, 2], [3, 4]]
x[1, 2]
---
let x = 5
x[1] ### "indexing wants an array, but `x` is of type int.*T-INDEX"
---
let x = [1, 2]
x[x] ### "an index is an int, but `x` is of type \[2\]int.*T-INDEX"
---
let x = [1, 2]
x[1, 2] ### "`x` of type \[2\]int has 1 dimension, but 2 indices are given.*T-INDEX"
---
-- T-SLICE
let x = [1, 2, 3]
x[1:2]
x[3:2:-1]
x[:]
---
let x = 5
x[1:2] ### "slicing wants an array, but `x` is of type int.*T-SLICE"
---
let x = [1, 2, 3]
x[x:2] ### "the offset of a slice is an int, but `x` is of type \[3\]int.*T-SLICE"
---
let x = [1, 2, 3]
x[1:x] ### "the size of a slice is an int.*T-SLICE"
---
let x = [1, 2, 3]
x[1:2:x] ### "the stride of a slice is an int.*T-SLICE"
---
let x = [[1, 2, 3]]
x[1:2] ### "`x` of type \[1\]\[3\]int has 2 dimensions, but 1 index is given.*T-SLICE"
---
-- T-TRANSPOSE
transpose [[1, 2], [3, 4]]
---
transpose [1, 2] ### "transpose wants two dimensions or more.*T-TRANSPOSE"
---
transpose 3 ### "transpose wants an array, but `3` is of type int.*T-TRANSPOSE"
---
-- T-IF: the condition is an int, both branches fit
let c = 1
if c then [1, 2] else [3, 4]
---
if [1] then 1 else 2 ### "a condition is an int, but `\[1\]` is of type \[1\]int.*T-IF"
---
if 1 then 1 else [2] ### "the branches have different types: int and \[1\]int.*T-IF"
---
if 1 then (1, 2) else 2 ### "the branches have different numbers of values: 2 and 1.*T-IF"
---
let (z_size : int) (z_arr : [z_size]) = if 1 then let (x : [3]) = iota 3 in (3, x) else let (y : [4]) = iota 4 in (5, y) ### "the size of `z_arr`: found `4`, wanted `5`.*T-RESULT"
---
let (z : [w]) = if 1 then iota 3 else iota 4 ### "the variable `w` is not known here"
---
-- T-KERNEL: the bound is an int, the body gives the element, whose sizes are known outside
kernel i <= 4 do i * i
---
kernel i <= 2, j <= 3 do i + j
---
kernel i <= 3 do (i, i + 1)
---
kernel i <= [3] do i ### "the bound of a kernel is an int.*T-KERNEL"
---
kernel i <= 3 do iota i
---
let (x : [3][3]) = kernel i <= 3 do i ### "`x` is declared as \[3\]\[3\]int, but its value is of type \[3\]int"
---
let m = 4
kernel i <= 3 do iota (m + 1)
---
-- T-RESULT: as many values as the pattern binds
let (a, b) = (1, 2)
a - b
---
let (a, b) = 1 ### "the pattern binds 2 names, but the expression has 1 value.*T-STM(.|\n)*help: write `let a = …`\n"
---
let (a, b) = [1, 2] ### "the pattern binds 2 names(.|\n)*help: write `let a = …`; its elements are `a\[1\]`, `a\[2\]`, …"
---
let s = loop (s = 0, k = 1) for i <= 3 do (s + k, k) ### "the pattern binds 1 name, but the expression has 2 values(.|\n)*help: write `let \(s, _\) = …`; `_` binds nothing"
---
let (x : int, y) = (1, 2, 3) ### "the pattern binds 2 names(.|\n)*help: write `let \(\(x : int\), y, _\) = …`"
---
let (x, y, z) = (1, 2) ### "the pattern binds 3 names(.|\n)*help: write `let \(x, y\) = …`"
---
-- T-STM: sizes of annotations
let n = 3
let (x : [n]int) = iota 3
---
let (x : [4]int) = iota 3 ### "the size of `x`: found `3`, wanted `4`"
---
let n = [3, 4][1]
let (x : [n]int) = iota 3
---
-- T-PERMUTE
permute((2, 3, 1), [[[1, 2]]])
---
permute((1, 1), [[1]]) ### "permute wants each dimension from 1 to 2 once, and found \(1, 1\).*T-PERMUTE"
---
permute((2, 1), 3) ### "permute wants an array.*T-PERMUTE"
---
-- T-REVERSE, T-IOTA, T-COPY, T-REPLICATE, T-LITERAL
reverse [1, 2]
iota 3
copy [1, 2]
replicate(2, [1, 2])
[[1, 2], [3, 4]]
---
reverse 3 ### "reverse wants an array.*T-REVERSE"
---
iota [3] ### "the length of an iota is an int.*T-IOTA"
---
copy 3 ### "copy wants an array.*T-COPY"
---
replicate([1], 2) ### "the count of a replicate is an int.*T-REPLICATE"
---
[[1, 2], [3]] ### "the rows of an array literal have one size.*T-LITERAL"
---
[1, [2]] ### "this element is of type \[1\]int, but the first one is of type int.*T-LITERAL"
---
-- T-SLICE of a flat slice: its offset, sizes and strides are ints; as many dimensions as pairs
let x = iota 9
let y = x[0 + {(7 : 1) (3 : 1)}]
y[7, 3]
let z = replicate(2, x)[:, 1 + {(2 : 3)}]
let w = x with [4 + {(2 : 1)}] = [1, 2]
z ++ y[1:1, 1:2]
---
iota(9)[[1] + {(7 : 1)}] ### "the offset of a slice is an int.*T-SLICE"
---
iota(9)[1 + {([7] : 1)}] ### "a size of a flat slice is an int.*T-SLICE"
---
iota(9)[1 + {(7 : 1.0)}] ### "a stride of a flat slice is an int.*T-SLICE"
---
iota(9) with [1 + {(2 : 1) (2 : 2)}] = [1, 2] ### "this `with` changes a part of type \[2\]\[2\]int, but .* is of type \[2\]int.*T-WITH"
---
-- T-SCRATCH: the sizes are ints; only an array has them
let x = scratch([2][3]f64)
let n = 2
scratch([n]int) with [1] = 3
transpose x
---
scratch([iota 2]int) ### "a size of a scratch array is an int.*T-SCRATCH"
---
let (x : [2]int) = scratch([2]f64) ### "`x` is declared as \[2\]int, but its value is of type \[2\]f64"
---
let (x : [3]int) = scratch([2]int) ### "the size of `x`: found `2`, wanted `3`"
---
scratch(int) ### "found a type of something else, wanted that of an array"
---
-- T-MEM-CLAIM: Fun has no memory in which an array could be claimed to lie
let x = iota 3
let (y : [3]int) = claim x ### "`claim x` says where an array lies, and this program says nothing of memory.*T-MEM-CLAIM"
---
claim (iota 3) ### "says nothing of memory.*T-MEM-CLAIM"
---
-- T-CONCAT: arrays; of one rank; with rows of one shape; the outer size is the sum
let n = [3, 4][1]
let x = kernel i <= n, j <= 2 do i * j
let (y : [2 * n + 1][2]int) = concat(x, [[1, 2]], x)
(y, iota 2 ++ iota n ++ empty([0]int))
---
let x = [[1, 2]]
(concat([], x, [], x), x ++ [], x == [], [] == [], [] ++ [1])
---
concat([1], 3) ### "concat wants an array, but `3` is of type int.*T-CONCAT"
---
2 ++ [3] ### "concat wants an array, but `2` is of type int.*T-CONCAT"
---
let x = [[1], [2]]
x ++ [3] ### "`\[3\]` is of type \[1\]int, but the first operand of this concat is of type \[2\]\[1\]int.*T-CONCAT"
---
[[1, 2]] ++ [[1]] ### "the operands of a concat have rows of one shape: found `1`, wanted `2`.*T-CONCAT"
---
let (y : [4]int) = iota 2 ++ [3] ### "the size of `y`: found `3`, wanted `4`"
---
let (x : [1]int) = [7]
let (y : [2]int) = concat(x, x)
let (z : [3]int) = concat(x, y)
in (z)
---
-- T-RESHAPE: an array; the sizes are ints; as many elements
let n = [6, 7][1]
let x = iota n
let (y : [2][3]int) = reshape((2, 3), x)
let (z : [n]int) = flatten (reshape((n, 1), y))
(flatten (transpose y), reshape(6, y), z)
---
reshape((1, 1), 3) ### "reshape wants an array, but `3` is of type int.*T-RESHAPE"
---
reshape((1, [2]), [1, 2]) ### "a size of a reshape is an int, but `\[2\]` is of type \[1\]int.*T-RESHAPE"
---
reshape((2, 2), [1, 2, 3]) ### "reshape keeps the number of elements of `\[1, 2, 3\]`: found `3`, wanted `4`.*T-RESHAPE"
---
flatten [1, 2] ### "flatten wants two dimensions or more, but `\[1, 2\]` is of type \[2\]int.*T-RESHAPE"
---
-- rotate is a kernel, == and != of arrays are loops
let x = [[1, 2], [3, 4]]
let y = rotate(x[1, 1], x)
(y == x, x != y, rotate(-1, iota 3) == [3, 1, 2], [1] == [1, 2])
---
rotate(1, 3) ### "rotate wants an array, but `3` is of type int.*T-INDEX"
---
rotate([1], [3]) ### "the count of a rotate is an int, but `\[1\]` is of type \[1\]int.*T-OP"
---
[1] == [[1]] ### "`==` compares arrays of one type, up to sizes, and found \[1\]int and \[1\]\[1\]int.*T-OP"
---
[1] != 1 ### "an operand of `!=` is a number, but `\[1\]` is of type \[1\]int.*T-OP"
---
-- T-DEF, T-CALL
def sum2 [n] (x : [n]int) (y : [n]int) : [n]int = kernel i <= n do x[i] + y[i]
sum2([1, 2], [3, 4])
---
def f (x : [m]int) = x ### "the variable `m` is not known here.*T-VAR(.|\n)*sizes that come with an argument are named before the parameters: `def f \[m\]`"
---
def f (x : int) = reduce (+) m (iota x) ### "the variable `m` is not known here.*T-VAR(.|\n)*\^\s*$"
---
def f [n] (x : int) : int = x ### "no argument of `f` fixes the size `n`.*T-DEF"
---
def f (x : int) : int = f(x) ### "the function `f` calls itself: f -> f.*T-DEF"
---
def first [n] (*x : [n]int) (k : int) : [n]int = x with [1] = k
first([1, 2], 3)
---
def f (*x : int) : int = x ### "the star marks an array that `f` may overwrite, but `x` is of type int.*T-DEF(.|\n)*leave the star out"
---
def f [n] (*x : [n]int) : int = x[1]
f(3) ### "argument 1 of `f` is of type \[n\]int, but `3` is of type int.*T-CALL(.|\n)*def f \[n\] \(\*x : \[n\]int\) : int"
---
def f (x : int) : [2]int = x ### "result 1 of `f` is declared as \[2\]int, and found int.*T-DEF"
---
def f (x : int) : int = x
f(1, 2) ### "`f` takes 1 argument, and found 2.*T-CALL"
---
def f (x : int) : int = x
f([1]) ### "argument 1 of `f` is of type int, but `\[1\]` is of type \[1\]int.*T-CALL"
---
def sum2 [n] (x : [n]int) (y : [n]int) : [n]int = kernel i <= n do x[i] + y[i]
sum2([1, 2], [3]) ### "the size of argument 2 of `sum2`: found `1`, wanted `2`.*T-CALL"
---
iotta(3) ### "the function `iotta` is not known here.*T-VAR(.|\n)*did you mean `iota`"
---
-- T-CHECK
check 2 = 1 + 1
---
check [1] = 1 ### "a side of a check is an int.*T-CHECK"
---
-- names: a function is no value, a value no function, and none is bound twice
let f = 1
f(2) ### "`f` is a value, not a function.*T-CALL"
---
def f (x : int) : int = x
f + 1 ### "`f` is a function, not a value.*T-VAR"
---
copy + 1 ### "`copy` is a built-in function, not a value.*T-VAR"
---
let (a, b, a) = (1, 2, 3) ### "`a` is bound twice here.*T-STM"
---
def f [n] (n : int) : int = n ### "`n` is bound twice here.*T-DEF"
---
kernel i <= 2, j <= 2, i <= 2 do i ### "`i` is bound twice here.*T-KERNEL"
---
let y = g(1)
let x = 2
def g (k : int) : int = k + x ### "the variable `x` is bound between a use of `g` and its definition.*T-VAR"
---
def f (x : int) : int = x
def f (x : int) : int = x ### "the function `f` is defined twice.*T-DEF"
---
-- T-SCALAR, T-LITERAL: length and shape want an array
(length([3, 4]), shape([[3, 4]]), shape([[3, 4]])[2])
---
length(3) ### "length wants an array, but `3` is of type int.*T-SCALAR"
---
shape(3) ### "shape wants an array, but `3` is of type int.*T-LITERAL"
---
shape(3)[1] ### "shape wants an array, but `3` is of type int.*T-LITERAL"
---
let x = [[1, 2]]
kernel i <= 3 do iota(shape(x)[2])
---
-- bodies without a value
if 1 then in () else in () ### "an if without a value has no use.*T-IF"
---
kernel i <= 3 do in () ### "the body of a kernel has no value.*T-KERNEL"
---
(1, 2) + 1 ### "this has 2 values where one is wanted.*T-STM"
---
let (z : [2]) = kernel i <= 2 do in (i, i) ### "the pattern binds 1 name, but the expression has 2 values.*T-STM"
---
let (n : int) (z : [n]) = if 1 then iota 2 else in (3, iota 3) ### "this body has 1 value, but the pattern binds 2.*T-RESULT"
---
-- [] has the type that its context wants
def f (n : int) : [0][3]int = []
def g [n] (x : [n][3]int) : int = n
def h [n][m] (x : [n][m]int) (y : [m]int) : int = n + m
def k (x : [0][n]int) (n : int) : int = n
(f(1), g([]), h([], [1]), k([], 4))
let (x : [0][3]int) = if 1 then [] else []
let (y : [2][0]int) = kernel i <= 2 do []
let (z : [0][3]int) (w : int) = ([], 1)
---
def f [n][m] (x : [n][m]int) (c : int) = if c then x else []
def g [n][m] (x : [n][m]int) (c : int) = if c then [] else x
let x = [[1, 2]]
let (y : [0][2]int) = if 0 then x else []
let (z : [0][2]int) = if 1 then [] else x
(f(x, 1), g(x, 1))
---
if 1 then [] else 2 ### "the branches have different types: \[0\]int and int.*T-IF"
---
if 1 then [] else iota 3
---
let (x : int) = [] ### "`\[\]` is an array, and wanted is int.*T-LITERAL"
---
let (x : [2]int) = [] ### "the size of `x`: found `0`, wanted `2`.*T-LITERAL"
---
def f (n : int) : [1]int = [] ### "found `0`, wanted `1`.*T-LITERAL"
---
def g [n][m] (x : [n][m]int) : int = n
g([]) ### "argument 1 of `g` is of type \[n\]\[m\]int, but `\[\]` is of type \[0\]int.*T-CALL"
---
-- sizes: where they come from
let n = 2
let (x : [n]int) = iota n
let n = n + 1
let (y : [n]int) = x ### "the size of `y`: found `n` \(that is 2\), wanted `n` \(that is 3\).*T-STM(.|\n)*`n` comes from here(.|\n)*`n` comes from here"
---
def f (n : int) = iota n
kernel i <= 3 do f([i][1])
---
def f (n : int) = iota ([2, 3][n])
kernel i <= 3 do f(i)
---
def f (x : [n]int) (n : int) : [n]int = x
let (k : int) = 2
f(iota k, k)
---
def f (x : [n]int) (n : int) : [n]int = x
f(iota 3, 2) ### "the size of argument 1 of `f`: found `3`, wanted `2`.*T-CALL"
---
def sum2 [n] (x : [n]int) (y : [n]int) : int = n
def dot [n] (x : [n]int) (y : [n]int) : int = n
dot([1, 2], [3]) ### "the size of argument 2 of `dot`: found `1`, wanted `2`.*T-CALL(.|\n)*the size of argument 1 is `2`, so `n` is(.|\n)*def dot \[n\] \(x : \[n\]int\) \(y : \[n\]int\) : int"
---
def f [n] (x : [n + 1]int) : int = x[1] ### "a size in a parameter is a variable or a constant, and found `n \+ 1`.*T-DEF"
---
def add (a : int) (b : int) : int =
  let c = a + b
  in (c, a - b) ### "`add` returns 2 values, but its type says 1.*T-DEF"
---
def f (x : int) : (int, int) = x ### "`f` returns 1 value, but its type says 2.*T-DEF"
---
-- sizes that no name stands for are shown as what they are
let m = [4][1]
let y = kernel i <= 2 do iota (m + 1)
let (z : [2][m]int) = y ### "size 2 of `z`: found `m \+ 1`, wanted `m`.*T-STM"
---
let m = [4][1]
let x = iota (m * m * m * m * m * m * m + m * m * m * m * m)
let (z : [3]int) = x
let w = [x, iota (m * m * m * m * m * m * m + m * m * m * m * m + 1)] ### "the rows of an array literal have one size: found `.* …`.*T-LITERAL"
---
-- T-CHECK: after a check that cannot hold nothing is reached, and all sizes are equal
let n = 0
check n = 2
let (y : [2]int) = iota (n + 5)
y with [1:3] = iota (n + 1)
---
let n = 0
let y = if n then (check n = 2 in iota (n + 5)) else iota 2
let (z : [7]int) = iota n ### "the size of `z`: found `n` \(that is 0\), wanted `7`.*T-STM"
---
let c = [1, 0][1]
let y = if c == 1 || c == 2 then iota 3 else iota 4
let (z : [7]int) = [y[1], 2] ### "the size of `z`: found `2`, wanted `7`.*T-STM"
---
-- T-LOOP: the bound and the condition are ints; first values and body have the types of what is carried
let (a, b) = loop (a = 0, b = 1) for i <= 10 do (b, a + b)
loop (x = 100, n = 0) while x > 1 do (x / 2, n + 1)
let n = 3
loop (x : [n]int = iota n) for i <= n do reverse x
loop ((k : int) = 2, x : [k]int = iota 2) for i <= n do (k + 1, iota (k + 1))
loop (x = iota 5) while length(x) > 2 do x[2:length(x) - 1]
loop (x = [1], y = [[1]]) for i <= n do (kernel j <= length(x) + 1 do i, [x])
let a = [3, 4]
loop (x : [a[1]]int = iota n) for i <= a[2] do reverse x
loop (x : [0][n]int = [], k = n) for i <= 2 do ([], k + 1)
loop (k = n, x : [k]int = iota n) for i <= 3 do (k + 1, iota (k + 1))
---
loop (a = 1) for i <= [2] do a ### "the bound of a loop is an int, but `\[2\]` is of type \[1\]int.*T-LOOP"
---
loop (a = 1) while [a] do a ### "the condition of a loop is an int, but this is of type \[1\]int.*T-LOOP"
---
loop (a = 1) while (a, 2) do a ### "the condition of a loop is one int, but this has 2 values.*T-LOOP"
---
loop (a = 1) for i <= 3 do (a, i) ### "the loop carries 1 value, but its body has 2.*T-LOOP"
---
loop (a = 1) for i <= 3 do [a] ### "the loop carries `a` of type int, but its body gives it type \[1\]int.*T-LOOP(.|\n)*`a` is carried here"
---
loop (a = 1.0, b = 1) for i <= 3 do (i * 2, b) ### "the loop carries `a` of type f64, but its body gives it type int.*T-LOOP(.|\n)*\| {38}\^{5}\n(.|\n)*help: write `f64\(i \* 2\)`"
---
loop (a = 1) for i <= 3 do f64(i) ### "the loop carries `a` of type int, but its body gives it type f64.*T-LOOP(.|\n)*help: write `1.0`"
---
loop (a = [0.5]) for i <= 3 do [i] ### "the loop carries `a` of type \[1\]f64(.|\n)*help: write `f64\(\[i\]\)`"
---
loop (a = []) for i <= 3 do [f64(i)] ### "the loop carries `a` of type \[0\]int(.|\n)*help: the first value says what it has no elements of: `a = empty\(\[0\]f64\)`"
---
let n = 2
loop (a = []) for i <= 3 do [iota n] ### "the loop carries `a` of type \[0\]int(.|\n)*`a = empty\(\[0\]\[n\]int\)`"
---
loop (n = 0, a : [n]f64 = []) for i <= 3 do (n + 1, a ++ [0.5]) ### "`a` is declared as \[n\]f64(.|\n)*`a = empty\(\[0\]f64\)`"
---
loop (a : [0]f64 = []) for i <= 3 do []
---
loop (a = []) for i <= 3 do a ++ [0.5] ### "the first operand of this concat is of type \[0\]int.*T-CONCAT(.|\n)*`a : \[0\]int` is bound here(.|\n)*help: an array without elements names(.|\n)*`empty\(\[0\]f64\)`"
---
loop (a = []) for i <= 3 do [0.5] ++ a ### "the first operand of this concat is of type \[1\]f64.*T-CONCAT(.|\n)*`empty\(\[0\]f64\)`"
---
loop (a : [3]int = 1) for i <= 3 do iota 3 ### "`a` is declared as \[3\]int, but its first value is of type int.*T-LOOP"
---
loop (a : [3]int = iota 2) for i <= 3 do iota 3 ### "the size of `a`: found `2`, wanted `3`.*T-LOOP"
---
loop (a : [3]int = iota 3) for i <= 3 do iota 4 ### "the size of `a`: found `4`, wanted `3`.*T-LOOP"
---
loop (a = 1) for i <= a do a ### "the variable `a` is not known here.*T-VAR"
---
loop (a = 1, b = a) for i <= 3 do (a, b) ### "the variable `a` is not known here.*T-VAR"
---
loop (a = 1) for a <= 3 do a ### "`a` is bound twice here.*T-LOOP"
---
loop (k = 3, x : [k + 1]int = iota 4) for i <= 3 do (k, x) ### "a size that depends on `k` is computed where the loop carries `k`.*T-LOOP"
---
loop (a = 1) for i <= 3 do i + c ### "the variable `c` is not known here.*T-VAR"
---
loop (a = (1, 2)) for i <= 3 do a ### "this has 2 values where one is wanted"
---
-- map, T-REDUCE, T-SCAN: functions of all kinds, rows, several results
def add (a : int) (b : int) : int = a + b
def plus [n] (x : [n]int) (y : [n]int) : [n]int = map (+) x y
let x = [[1, 2, 3], [4, 5, 6]]
let s = reduce add 0 (map (\r -> reduce max 0 r) x)
let (t, k) = reduce (\a b r -> (plus(a, r), b + 1)) ([0, 0, 0], 0) x
let u = scan (\(a : [3]int) r -> plus(a, r)) t x
let v = map (\r -> reverse r) u
let w = scan (\a x y -> a + x * y) 0 [1, 2] [3, 4]
let (z : [0]int) = reduce (\(a : [0]int) (k : int) -> a) [] [1, 2]
(map reverse u, map (!) w, map min w w)
---
map (\x y -> x) [1, 2] ### "this function takes 2 arguments, but `map` applies it to 1 element.*T-KERNEL(.|\n)*the function is `.x y -> …`"
---
map (+) [1, 2] ### "`\(\+\)` takes 2 arguments, but `map` applies it to 1 element.*T-KERNEL(.|\n)*the function is `\(\+\) : int int -> int, or f64 f64 -> f64`"
---
def f (a : int) (b : int) : int = a + b
map f [1, 2] ### "`f` takes 2 arguments, but `map` applies it to 1 element.*T-KERNEL(.|\n)*def f \(a : int\) \(b : int\) : int"
---
map reverse [1] [2] ### "`reverse` takes 1 argument, but `map` applies it to 2 elements.*T-KERNEL"
---
map permute [1] ### "`permute` is no function of elements.*T-KERNEL"
---
map f [1, 2] ### "the function `f` is not known here.*T-VAR"
---
map (+) [1, 2] [3] ### "the arrays of a map have one size: found `1`, wanted `2`.*T-KERNEL"
---
map (+) [1, 2] 3 ### "map wants an array, but `3` is of type int.*T-KERNEL"
---
map (\(x : [2]int) -> x) [1, 2] ### "`x` is declared as \[2\]int, but its value is of type int.*T-SCALAR"
---
map (!) [[1]] ### "an operand of `!` is a number, but `x` is of type \[1\]int.*T-OP(.|\n)*the function is `\(!\) : int -> int`(.|\n)*`x : \[1\]int` is an element of `\[\[1\]\]`"
---
reduce (+) 0 3 ### "reduce wants an array, but `3` is of type int.*T-REDUCE"
---
reduce (+) 0 [1] [2] ### "`\(\+\)` takes 2 arguments, but `reduce` applies it to 1 accumulator and 2 elements.*T-REDUCE"
---
reduce (\a x y -> a + x * y) 0 [1, 2] [1] ### "the arrays of a reduce have one size: found `1`, wanted `2`.*T-REDUCE"
---
reduce (\a x -> x) 0.5 [1] ### "the function of a reduce gives int, but its neutral element is of type f64(.|\n)*help: write `f64\(x\)`"
---
let r = [[1, 2], [3, 4]]
map (\a -> a) r [1] ### "the arrays of a map have one size(.|\n)*help: an index follows without a space: `r\[1\]`"
---
let r = [[1, 2], [3, 4]]
map (\a -> a) r[1]
---
reduce (&) [1, 2] [1] ### "an operand of `&` is a number, but `a` is of type \[2\]int.*T-OP(.|\n)*the function is `\(&\) : int int -> int`(.|\n)*`a : \[2\]int` is the accumulator"
---
reduce (\a x -> iota 2) 0 [1] ### "the function of a reduce gives \[2\]int, but its neutral element is of type int.*T-REDUCE"
---
reduce (\a x -> (a, x)) 0 [1] ### "this function gives 2 values, and reduce has 1 neutral element.*T-REDUCE"
---
reduce (\a x -> iota 3) [1, 2] [1] ### "the size of the accumulator of this reduce: found `3`, wanted `2`.*T-REDUCE(.|\n)*an accumulator has one size in all rounds"
---
reduce (\(a : [2]int) x -> a) 0 [1] ### "`a` is declared as \[2\]int, but the neutral element is of type int.*T-REDUCE"
---
reduce (\(a : int) (x : [2]int) -> a) 0 [1] ### "`x` is declared as \[2\]int, but an element of `\[1\]` is of type int.*T-REDUCE"
---
reduce (\a a -> a) 0 [1] ### "`a` is bound twice here.*T-REDUCE"
---
scan (+) 0 3 ### "scan wants an array, but `3` is of type int.*T-SCAN"
---
scan (\a -> a) 0 [1] ### "this function takes 1 argument, but `scan` applies it to 1 accumulator and 1 element.*T-SCAN"
---
scan (\a x -> [a]) 0 [1] ### "the function of a scan gives \[1\]int, but its neutral element is of type int.*T-SCAN"
---
let (x : [3]int) = scan (+) 0 [1, 2] ### "the size of `x`: found `2`, wanted `3`.*T-STM"
---
let n = [3][1]
let (y : [2]int) = reduce (\a x -> iota n) [1, 2] [1]
---
let n = [3][1]
let (y : [n]int) = reduce (\(a : [n]int) x -> iota n) [1, 2, 3] [1]
---
-- T-WITH
let n = 3
let x = kernel i <= n, j <= 4 do i * j
let a = x with [2] = iota 4 with [:, 1] = iota n with [1:2, 4:2:-1] = [[1, 2], [3, 4]] with [n, 1] = 7
let b = loop (y = iota n) for i <= n do y with [i] = y[i] + a[i, 1]
let c = b with [2:0] = []
kernel i <= 2 do b with [i] = i
---
3 with [1] = 2 ### "`with` wants an array, but `3` is of type int.*T-WITH"
---
iota 3 with [1, 1] = 2 ### "`iota 3` of type \[3\]int has 1 dimension, but 2 indices are given.*T-WITH"
---
iota 3 with [[1]] = 2 ### "an index is an int, but `\[1\]` is of type \[1\]int.*T-WITH"
---
iota 3 with [1] = [2] ### "this `with` changes a part of type int, but `\[2\]` is of type \[1\]int.*T-WITH"
---
iota 3 with [1:2] = 2 ### "this `with` changes a part of type \[2\]int, but `2` is of type int.*T-WITH"
---
iota 3 with [1:2] = [1, 2, 3] ### "the size of what `with` puts into `.*`: found `3`, wanted `2`.*T-WITH"
---
[[1, 2]] with [1] = [1] ### "the size of what `with` puts into `.*`: found `1`, wanted `2`.*T-WITH"
---
let x = 1.5
let (y, n, b) = (x + 2.0 * f64(int(x)), isnan(x), x < 0.0)
---
let x = 1.5
1 + x ### "the operands of `\+` are of one type, but `1` is of type int and `x` of type f64.*T-OP(.|\n)*help: write `1.0`"
---
let n = 2
let x = 1.5
n < x ### "the operands of `<` are of one type(.|\n)*write `f64\(n\)`; `int\(x\)` would make the other one an int"
---
1.5 % 2.0 ### "`%` works on ints, but `1.5` is of type f64.*T-OP"
---
sqrt(2) ### "`sqrt` works on f64s, but `2` is of type int.*T-OP(.|\n)*write `2.0`"
---
int(2) ### "`int` works on f64s, but `2` is of type int.*T-OP(.|\n)*leave `int` out"
---
[1.5][1.0] ### "an index is an int, but `1.0` is of type f64.*T-INDEX"
---
iota 2.0 ### "the length of an iota is an int, but `2.0` is of type f64.*T-IOTA"
---
if 1.0 then 1 else 2 ### "a condition is an int, but `1.0` is of type f64.*T-IF"
---
[1.5, 2] ### "this element is of type int, but the first one is of type f64.*T-LITERAL(.|\n)*write `2.0`"
---
[1, 2.5] ### "this element is of type f64, but the first one is of type int.*T-LITERAL(.|\n)*write `1.0` there"
---
check 1.5 = 1.5 ### "a side of a check is an int, but `1.5` is of type f64.*T-CHECK"
---
let x = replicate(2, 0.5)
let (y : [2]int) = x ### "`y` is declared as \[2\]int, but its value is of type \[2\]f64"
