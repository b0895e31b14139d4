-- literals, rows and elements
let (x : [3][?]int) = [[1, 2], [], [3, 4, 5]]
let (y : [2][?][?]int) = [[[1, 2], [3]], [[4], [5, 6], [7]]]
let (z : [2][2][?]f64) = [[[1.0], []], [[2.0, 3.0], [4.0]]]
let (p : [2][?][2]int) = [[[1, 2], [3, 4]], []]
let (none : [0][?][3]f64) = []
(x[1], x[3, 2], x[2:2], y[2], y[2, 3], z[1], z[2, 1], z[2, 1, 2], p[1, 2])
---
-- kernels and folds over rows
def sums [n] (x : [n][?]int) : [n]int = map (\r -> reduce (+) 0 r) x
def count [n][m] (x : [n][m][?]f64) = reduce (\a rows -> a + reduce (\b r -> b + length(r)) 0 rows) 0 x
let s = sums([[1, 2], [], [3]])
let c = count([[[1.0], []], [[2.0], [3.0]]])
---
-- branches, loops and calls pass the parts
def twice [n] (c : int) (x : [n][?]int) = if c then x ++ x else x
def often [n] (k : int) (x : [n][?]int) = loop (y = x) for i <= k do twice(1, y)
let (x : [2][?]int) = [[1], [2, 3]]
length(often(2, x))
x == twice(0, x)
---
-- the indices and the value of an update see the names of the program
let (x : [3][?]int) = [[1, 2], [], [3, 4, 5]]
let y = 2
let k = 3
x with [k, y] = y
x with [y] = [k]
---
-- the rows of a kernel or a map are literals, where their sizes may differ
let (y : [2][?]int) = kernel i <= 2 do [7, 8]
def singles [n] (x : [n]int) : [n][?]int = map (\v -> [v]) x
def none [n] (x : [n]int) : [n][?]int = map (\v -> []) x
def same [n] (x : [n][?]int) : [n][?]int = x
same(kernel i <= 3 do [0, 0])
---
-- an update: literals are of the type of the part, and sizes that do not differ from row to row are checked
let (x : [3][?]int) = [[1], [2, 3], []]
let (a : [2][2][?]f64) = [[[1.0], [2.0, 3.0]], [[], [4.0]]]
def put [m] (a : [2][2][?]f64) (v : [m][?]f64) = a with [1] = v
x with [2] = []
x with [2 : 2] = [[4, 5, 6], []]
a with [1] = [[], [1.0]]
put(a, [[1.0], []])
---
-- the type of one operand reaches literals in the other one
let (y : [2][?]int) = [[1], [2, 3]]
let (z : [3][?]int) = [[1], []] ++ [[2, 3]]
if y == [[], [1]] then y else [[], [2, 3]]
if [[1], y[2]] != y then [] else y
[y[2], y[1]] ++ y ++ [[]]
y + [[1], [2, 3]]
---
-- a size of the rows of an argument: a row shows it, or another argument
def g [n][k] (b : [n][?][k]int) : int = k
def h [n][k] (b : [n][?][k]int) (c : [k]int) : [n][?][k]int = b
g([[], [[3, 4]]])
h([[], []], [1, 2])
---
-- a row that is a literal, where rows are wanted
def ones [n] (x : [n]int) : [n][?]int = map (\k -> [k]) x
ones([3, 12])
