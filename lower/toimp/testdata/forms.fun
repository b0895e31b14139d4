-- what each construct becomes; the golden file shows it
let n = 4
let a = iota n
let b = reverse a
let c = b[2:2]
let d = a[1:2:2]
c[1] + d[2]
---
-- bounds that are proved, and one that is not
let x = kernel i <= 2, j <= 3 do 10 * i + j
let k = x[1, 2]
let y = kernel i <= 3 do if i > 1 then x[1, i - 1] else x[2, min(i, 3)]
y[k - 11]
---
-- conditions and the idioms of stencils prove bounds: no check is left
let x = iota 5
let a = kernel i <= 5 do if i > 1 && i < 5 then x[i - 1] + x[i + 1] else 0
let b = kernel i <= 5 do if i <= 1 || !(i < 5) then 0 else x[i + 1]
let c = kernel i <= 5 do x[(i + 2) % 5 + 1] + x[max(1, min(i - 3, 5))] + x[(i + 1) / 2]
(a, b, c)
---
-- a result of a kernel that is an array, and a nested one in its place
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (r : [3] @ m -> 3 * i - 3 + {(3 : 1)}) = kernel j <= 3 do in (i)
  in (r)
in (m, x)
---
-- a copy that goes through a temporary block: the row lies where the next one goes
let (m : mem) = alloc 8
let (r : [4] @ m -> 4 + {(4 : 1)}) = iota 4
let (x : [2][4] @ m -> R(2, 4)) = [r, r]
in (m, x)
---
-- source and destination overlap: all is read before the first element is written
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (s : [4] @ m -> 0 + {(4 : 1)}) = x[1:4]
let (y : [5] @ m -> R(5)) = x with [2:4] = s
in (m, y)
---
-- a destination that overlaps itself is written in order
let (m : mem) = alloc 3
let (k : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [1][3] @ k -> 0 + {(1 : 3) (3 : 0)}) = [x]
let (z : [1][3] @ k -> R(1, 3)) = [x]
in (k, y)
---
-- parallel assignment: a and b change places
let (a, b) = loop (a = 1, b = 2) for i <= 3 do (b, a)
let (c, d, e) = loop (c = 1, d = 2, e = 3) while c < 50 do (d, e, c + e)
(a, b, c, d, e)
---
-- an array that a loop carries
let line = loop (line = [1]) for i <= 4 do
  kernel j <= i + 1 do
    (if j > 1 then line[j - 1] else 0) + (if j <= i then line[j] else 0)
line
---
-- reduce and scan, over numbers and rows
let m = [[1, 2], [3, 4]]
let s = reduce (\a row -> map (+) a row) [0, 0] m
let t = scan (+) 0 s
let (u, v) = reduce (\(a, b) x -> (b, a + x)) (0, 1) t
(s, t, u, v)
---
-- updates in place, and copies where the array is used again
let x = iota 4
let y = x with [2] = 9
let z = (copy y) with [2:3] = y[1:3]
y[2] + z[2]
---
-- concat: the operand that lies in its place is left alone
let (m : mem) = alloc 4
let (x : [2] @ m -> R(2)) = iota 2
let (k : mem) = alloc 2
let (y : [2] @ k -> R(2)) = replicate(2, 7)
let (z : [4] @ m -> R(4)) = concat(x, y)
in (m, z)
---
-- calls are inlined
def scaled [n] (x : [n]f64) (k : f64) : [n]f64 = map (\a -> a * k) x
def twice [n] (x : [n]f64) = scaled(scaled(x, 2.0), 0.5)
twice([1.5, 2.5])
---
-- checks and reshapes
let n = [2, 3][1]
let x = reshape((n, 2), iota 4)
check n = 2
transpose x
---
-- names that are words of IMP
let var = 1
let done = var + 1
let input = [done]
input
---
-- blocks that are freed
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = kernel i <= 3 do
  let (r : mem) = alloc 2
  let (u : [2] @ r -> R(2)) = replicate(2, i)
  let (a : int) = u[2]
  free r
  in (a)
let (c : int) = x[2]
free m
in (k, y, c)
---
-- claims and scratch arrays are no statements; what is written through them is checked where that is not known
let (m : mem) = alloc 4
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 4
let (s : [3] @ k -> 1 + {(3 : 1)}) = scratch([3]int)
let (t : [3] @ k -> 1 + {(3 : 1)}) = s with [:] = x
let (y : [3] @ k -> 1 + {(3 : 1)}) = claim x
let c = y[2]
let (z : [3] @ m -> c + {(3 : -1)}) = claim x
let (w : [3] @ m -> c + {(3 : -1)}) = z with [3] = 1
let d = w[3]
in (k, t, c, d)
---
-- a flat slice: what is not proved of its first and last element is checked
let x = iota 9
let a = x[0 + {(7 : 1) (3 : 1)}]
let n = [2][1]
let b = x[n + {(n : n)}]
(a[7, 3], b[1])
---
-- an update of a flat slice whose elements are not known to be apart counts them
let n = [2, 3][1]
let x = iota 9 with [0 + {(n : 2) (n : n + 2)}] = replicate(n, iota n)
x
---
-- a scratch array is nothing; that its elements lie in its block is checked where they are written
let n = 3
let (m : mem) = alloc 4
let (x : [n] @ m -> R(n)) = scratch([n]int)
let (y : [n] @ m -> R(n)) = loop (z : [n] @ m -> R(n) = x) for i <= n do z with [i] = i
in (m, y)
