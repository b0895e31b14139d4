-- T-CONST, T-VAR, T-OP, T-SCALAR: scalar expressions
let a = 3
let (b : int) = a + 2 * a - min(a, 7)
a + b
---
let x = [1, 2]
let (y : int) = x + 1 ### "an operand of `\+` is an int, but `x` is of type \[2\]int.*T-OP"
---
let x = [1, 2]
let y = -x ### "an operand of `-` is an int.*T-OP"
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
kernel i <= 3 do iota i ### "the rows of this kernel have a size that is known only inside it: `i`.*T-KERNEL"
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
let (a, b) = 1 ### "the pattern binds 2 names, but the expression has 1 value.*T-STM"
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
-- T-DEF, T-CALL
def sum2 [n] (x : [n]int) (y : [n]int) : [n]int = kernel i <= n do x[i] + y[i]
sum2([1, 2], [3, 4])
---
def f [n] (x : int) : int = x ### "no argument of `f` fixes the size `n`.*T-DEF"
---
def f (x : int) : int = f(x) ### "the function `f` calls itself: f -> f.*T-DEF"
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
sum2([1, 2], [3]) ### "the size of `y`: found `1`, wanted `2`.*T-CALL"
---
iotta(3) ### "the function `iotta` is not known here.*T-VAR(.|\n)*did you mean `iota`"
---
-- T-CHECK
check 2 = 1 + 1
---
check [1] = 1 ### "a side of a check is an int.*T-CHECK"
