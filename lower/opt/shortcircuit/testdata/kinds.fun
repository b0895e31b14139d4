-- rows of kernels, one in the other
kernel i <= 3, j <= 4 do 10 * i + j
---
-- operands of a concatenation, and of that again
(iota 2 ++ kernel i <= 3 do i * i) ++ iota 1
---
-- rows of a literal
[iota 3, kernel i <= 3 do 0 - i]
---
-- an update of a part, every second element
let x = kernel i <= 6 do 0
x with [1:3:2] = kernel i <= 3 do i
---
-- an update back to front
let x = kernel i <= 6 do 0
x with [6:3:-1] = kernel i <= 3 do i
---
-- an update of an array that is used afterwards, whose copy can be made before
let x = kernel i <= 6 do i * i
let y = x with [2:3] = kernel i <= 3 do x[i] + 1
(x, y)
---
-- a copy, and the result of the program
let x = iota 3
let y = copy x
y
---
-- the neutral element of a reduce, and what its rounds accumulate
reduce (\a x -> kernel i <= 3 do a[i] + x) (kernel i <= 3 do i) (iota 4)
---
-- rows of a scan; what its rounds accumulate is copied once more
scan (\a x -> kernel i <= 3 do a[4 - i] + x) (kernel i <= 3 do i) (iota 4)
---
-- what branches give
let n = [1, 2][2]
if n > 1 then kernel i <= 3 do i + n else iota 3
---
-- what a loop gives that updates in place
loop (x = iota 4) for i <= 3 do x with [i] = x[i + 1]
---
-- what a loop gives whose rounds read and write the same elements
loop (x = iota 4) for k <= 3 do kernel i <= 4 do x[i] * k
---
-- a loop in a loop
loop (x = iota 4) for k <= 3 do loop (y = x with [k] = 0) for l <= 2 do y with [l] = k
---
-- branches of a loop: one updates, one leaves things as they are
loop (x = iota 4) for k <= 4 do if x[k] > 2 then x with [k] = 0 else x
---
-- an input of a map that is read for the last time
let x = iota 4
let y = kernel i <= 4 do x[i] + 1
let z = kernel i <= 4 do y[i] * y[i]
z
---
-- an array that a call reads before it is copied
def sum [n] (x : [n]int) : int = reduce (+) 0 x
let x = kernel i <= 4 do i + 1
let s = sum(x)
(s, x)
---
-- an array that a loop reads before it is copied
let x = kernel i <= 4 do i + 1
let s = loop (s = 0) for i <= 4 do s + x[i]
(s, x)
---
-- a part of a parameter that a star marks
def shifted [n] (*x : [n]int) (k : int) : [n]int = x with [k + 1 : n - k] = kernel i <= n - k do x[k + i] + x[k]
shifted(iota 4, 1)
---
-- nothing is written to an array without elements
let n = [1, 0][2]
let x = kernel i <= 4 do i
x with [9:n] = kernel i <= n do i

---
-- ints that nothing needs go with the branch and the loop that give them
let n = 2
let e = if n > 1 then replicate(n, replicate(n, 4)) else replicate(n, replicate(n, 5))
let s = loop (r = 1) for i <= 3 do r * i
let t = if n > 2 then s + 1 else s
let dead = n + t
[kernel i <= 2, j <= 2 do i + j, e]
