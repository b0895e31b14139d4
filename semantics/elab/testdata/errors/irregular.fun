let (x : [3][?]int) = [[1, 2], [], [3, 4, 5]]
transpose x ### "the rows of `x : \[3\]\[\?\]int` differ in size, and this wants rows of one size(.|\n)*`flatten x` are the elements of all rows"
shape(x) ### "`x` of type \[3\]\[\?\]int has no shape(.|\n)*`length\(x\)` is how many rows it has"
shape(x)[2] ### "has no shape"
reshape((3, 2), x) ### "wants rows of one size"
permute((2, 1), x) ### "wants rows of one size"
x[1, 1, 1] ### "`x` of type \[3\]\[\?\]int has 2 dimensions, but 3 indices are given"
x[:, 1] ### "the rows of `x` differ in size, so an index of them stands after one row: index 1 is a range(.|\n)*takes a part of each row"
x[1:2, 2] ### "index 1 is a range"
!x ### "an operand of `!` is a number"
iota x ### "the length of an iota is an int"
scratch([3][?]int) ### "nothing says which sizes the rows have(.|\n)*`empty\(\[0\]\[\?\]int\)` has none"
x with [1:2] = x ### "size 1 of what `with` puts into `x`: found `3`, wanted `2`"
x with [1:2, 1] = [7, 8] ### "`with` changes a part of one row of `x`, and this is a range of rows(.|\n)*write the number of a row first: `x with \[i, …\] = v`; a loop changes a part of several rows"
x with [1:2:2] = [[7], []] ### "changes one of them, or some that stand one after the other(.|\n)*write `x with \[from : count\] = v`, or change one row in each round of a loop"
x with [1] = 7 ### "this `with` changes a part of type \[\?\]int, but `7` is of type int(.|\n)*`\[7\]` is a row with this element alone"
x with [1] = [7.0] ### "this `with` changes a part of type \[\?\]int, but `\[7.0\]` is of type \[1\]f64(.|\n)*write `7.0|int"
x + x[1] ### "the operands of `\+` are of one shape(.|\n)*`map \(\\row -> row \+ x\[1\]\) x` does it for each row"
---
let (x : [3][?]int) = [[1, 2], [], [3, 4, 5]]
let (y : [3][2]int) = x ### "size 2 of `y`: found `\?`, wanted `2`, and `\?` differs from row to row"
---
let (x : [3][?]int) = [[1, 2], [], [3, 4, 5]]
let (y : [2][?]int) = x ### "size 1 of `y`: found `3`, wanted `2`"
---
let (y : [2][?]f64) = [[1.0], [2]] ### "this row is of type \[1\]int, but wanted is one of type \[\?\]f64(.|\n)*write `f64\(\[2\]\)`"
---
let (y : [2][?]int) = [1, 2] ### "this row is of type int, but wanted is one of type \[\?\]int"
---
let (y : [3][?]int) = [[1], [2, 3]] ### "size 1 of `y`: found `2`, wanted `3`"
---
let (y : [2][2][?]int) = [[[1]], [[1], [2]]] ### "the rows of this literal have one size there: found `1`, wanted `2`"
---
-- without the annotation rows have one size
let y = [[1], [2, 3]] ### "the rows of an array literal have one size"
---
def f [n] (x : [n]int) : int = 1
let (x : [1][?]int) = [[1]]
f(x) ### "argument 1 of `f` is of type \[n\]int, but `x` is of type \[1\]\[\?\]int"
---
def f [n] (x : [n][m]int) : int = 1 ### "the variable `m` is not known here"
---
def f [n][m] (x : [n][m]int) : int = 1
let (x : [2][?]int) = [[1], [2, 3]]
f(x) ### "size 2 of argument 1(.|\n)*found `\?`"
---
def f [n] (x : [n][?]int) : [n]int = map (\r -> length(r)) x
f(iota 3) ### "argument 1 of `f` is of type \[n\]\[\?\]int, but `iota 3` is of type \[3\]int"
---
let (x : [2][?]int) = [[1], [2, 3]]
concat(x, [1, 2]) ### "the operands of concat have rows of one type"
---
let (x : [2][2][?]int) = [[[1], []], [[2], [3]]]
let (y : [1][3][?]int) = [[[1], [], []]]
x ++ y ### "the operands of concat have rows of one shape: found `3`, wanted `2`"
---
let (m : mem) = alloc 3
let (x : [2][?]int) = [[1], [2, 3]] ### "rows of different sizes are arrays of Fun, and this program says where arrays lie"
---
let (x : [2][?]int) = [[1], [2, 3]]
loop (x = x) for i <= 2 do 3 ### "the loop carries `x` of type \[2\]\[\?\]int, but its body gives it type int"
---
let (x : [2][?]int) = [[1], [2, 3]]
if 1 then x else iota 3 ### "the branches have different types: \[2\]\[\?\]int and \[3\]int"
---
-- an update keeps the sizes that do not differ from row to row
let (a : [2][2][?]f64) = [[[1.0], [2.0, 3.0]], [[], [4.0]]]
a with [1] = [[1.0]] ### "size 1 of what `with` puts into `a`: found `1`, wanted `2`"
---
let (a : [2][?][2]int) = [[], []]
a with [1] = [[1], [2]] ### "size 2 of what `with` puts into `a`: found `1`, wanted `2`"
---
-- the type of one operand reaches literals in the other ones
let (y : [2][?]int) = [[1], [2, 3]]
if 1 then y else [[1.0], []] ### "this row is of type \[1\]f64, but wanted is one of type \[\?\]int"
y ++ [[1], [2.0, 3.0]] ### "this row is of type \[2\]f64, but wanted is one of type \[\?\]int"
y == [[1], 2] ### "this row is of type int, but wanted is one of type \[\?\]int"
---
-- a size of the rows of an argument: a row shows it, or another argument
def g [n][k] (b : [n][?][k]int) : int = k
g([[], []]) ### "no row of `\[\[\], \[\]\]` shows the size `k`, and `b : \[n\]\[\?\]\[k\]int` wants one(.|\n)*with a number for `k`: `let \(rows : \[2\]\[\?\]\[3\]int\) = \[\[\], \[\]\]`"
g([]) ### "no row of `\[\]` shows the size `k`(.|\n)*`let \(rows : \[0\]\[\?\]\[3\]int\) = \[\]`"
g(map (\i -> []) [1, 2]) ### "nothing shows the size `k` of the rows of this `\[\]`(.|\n)*bind the array with its type first, with a number for `k`"
g([[], [[3, 4]], [[1]]]) ### "the rows of this literal have one size there: found `1`, wanted `2`"
---
empty([2][?]int) ### "found a type whose rows may have elements, wanted an array type with a size of 0(.|\n)*write `empty\(\[0\]\[\?\]int\)` for no rows, and `let \(x : \[2\]\[\?\]int\) = \[\[\], \[\]\]` for two empty ones"
---
-- a fold of rows with a number
let (x : [2][?]int) = [[1], [2, 3]]
reduce (+) 0 x ### "`\+` is applied to the number `0` and to a row of `x : \[2\]\[\?\]int`, and the rows differ in size(.|\n)*`map \(\\row -> reduce \(\+\) 0 row\) x` folds each of them, and `reduce \(\+\) 0 \(flatten x\)` all their elements"
scan max 0 x ### "`max` is applied to the number `0` and to a row of `x"
reduce (\a r -> a + r) 0 x ### "the function of a reduce gives(.|\n)*the function is `\\a r -> …`(.|\n)*an element of `x : \[2\]\[\?\]int` is a row, and the rows differ in size(.|\n)*folds each of them"
sum(x) ### "`map sum x` does it for each row, and `sum\(flatten x\)` for all elements"
