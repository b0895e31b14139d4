-- a block of its own
let x = iota 4
let y = kernel i <= 4 do x[i] + 1
in (x, y)
---
-- a block that is used again, and x is used later
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = kernel i <= 4 do 5
let (o : mem) = alloc 4
let (z : [4] @ o -> R(4)) = kernel i <= 4 do x[i] + y[i]
in (o, z)
---
-- a block that is used again after the last use
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let s = x[1] + x[4]
let (y : [4] @ m -> R(4)) = kernel i <= 4 do s
in (m, y)
---
-- in place: each iteration reads what it overwrites
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = kernel i <= 4 do x[i] + 1
in (m, y)
---
-- in place: an iteration reads what an earlier one has overwritten
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (y : [4] @ m -> 1 + {(4 : 1)}) = kernel i <= 4 do x[i] + 1
in (m, y)
---
-- in place: an iteration reads what a later one overwrites
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (y : [4] @ m -> R(4)) = kernel i <= 4 do x[i + 1] + 1
in (m, y)
---
-- rows built in their places
def f (n : int) (k : int) : (r : mem, [n][k] @ r -> R(n, k)) =
  let (m : mem) = alloc (n * k)
  let (x : [n][k] @ m -> R(n, k)) = kernel i <= n do
    let (r : [k] @ m -> k * (i - 1) + {(k : 1)}) = kernel j <= k do i + j
    in (r)
  in (m, x)
let (m : mem) (x : [3][2] @ m -> R(3, 2)) = f(3, 2)
in (m, x)
---
-- rows built in the place of the next row
let (m : mem) = alloc 9
let (x : [3][2] @ m -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ m -> 2 * i + {(2 : 1)}) = kernel j <= 2 do i + j
  in (r)
in (m, x)
---
-- one block for what all iterations make
let (m : mem) = alloc 2
let (x_mem : mem) = alloc 6
let (x : [3][2] @ x_mem -> R(3, 2)) = kernel i <= 3 do
  let (r : [2] @ m -> R(2)) = kernel j <= 2 do i + j
  in (r)
in (x_mem, x)
---
-- an update at the last use
let x = iota 4
let y = x with [2] = 7
in (y)
---
-- an update, and the old array is used
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = x with [2] = 7
let s = x[2]
in (m, y, s)
---
-- an update with what lies in its place
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (c : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do 7
let (y : [4] @ m -> R(4)) = x with [2:2] = c
in (m, y)
---
-- an update with what lies beside its place
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (c : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do 7
let (y : [4] @ m -> R(4)) = x with [2:2] = c
in (m, y)
---
-- double buffering
let (a : mem) = alloc 4
let (b : mem) = alloc 4
let (x : [4] @ a -> R(4)) = iota 4
let (r : mem) (o : mem) (y : [4] @ r -> R(4)) = loop (p : mem = a) (q : mem = b) (c : [4] @ p -> R(4) = x) for k <= 3 do
  let (n : [4] @ q -> R(4)) = kernel i <= 4 do c[5 - i] + 1
  in (q, p, n)
in (r, y)
---
-- double buffering with one block
let (a : mem) = alloc 4
let (x : [4] @ a -> R(4)) = iota 4
let (r : mem) (o : mem) (y : [4] @ r -> R(4)) = loop (p : mem = a) (q : mem = a) (c : [4] @ p -> R(4) = x) for k <= 3 do
  let (n : [4] @ q -> R(4)) = kernel i <= 4 do c[5 - i] + 1
  in (q, p, n)
in (r, y)
---
-- a loop overwrites what the next round reads
let (a : mem) = alloc 4
let (x : [4] @ a -> R(4)) = iota 4
let s = loop (s = 0) for k <= 3 do
  let t = x[k]
  let (n : [4] @ a -> R(4)) = kernel i <= 4 do t
  in (s + t)
in (s)
---
-- a branch writes what the other one reads
let (a : mem) = alloc 2
let (x : [2] @ a -> R(2)) = iota 2
let c = x[1] > 1
let s = if c then let (n : [2] @ a -> R(2)) = kernel i <= 2 do 7 in (n[1]) else x[2]
in (s)
---
-- a branch writes what is read after it
let (a : mem) = alloc 2
let (x : [2] @ a -> R(2)) = iota 2
let c = x[1] > 0
let s = if c then let (n : [2] @ a -> R(2)) = kernel i <= 2 do 7 in (n[1]) else x[2]
let t = x[2]
in (s, t)
---
-- an array whose elements share a location
let (a : mem) = alloc 1
let (x : [2] @ a -> 0 + {(2 : 0)}) = iota 2
in (a, x)
---
-- an array that does not fit into its block
def f (n : int) : (r : mem, [n + 1] @ r -> R(n + 1)) =
  let (a : mem) = alloc n
  let (x : [n + 1] @ a -> R(n + 1)) = iota (n + 1)
  in (a, x)
let s = 1
in (s)
---
-- a copy that overtakes itself
let (m : mem) = alloc 5
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> 1 + {(4 : 1)}) = copy x
in (m, y)
---
-- a round of a fold overwrites the accumulator before it reads it
let (m : mem) = alloc 2
let (z_mem : mem) = alloc 2
let (z : [2] @ z_mem -> R(2)) = iota 2
let (a : [2] @ m -> R(2)) = reduce (\(p : [2] @ m -> R(2)) (u : int) ->
  let (r : [2] @ m -> R(2)) = kernel i <= 2 do u
  let t = p[1]
  let (s_mem : mem) = alloc 2
  let (s : [2] @ s_mem -> R(2)) = kernel i <= 2 do r[i] + t
  in (s)) z z
in (m, a)
---
-- a claim
let (m : mem) = alloc 4
let (x : [2] @ m -> R(2)) = iota 2
let (y : [2] @ m -> 2 + {(2 : 1)}) = claim x
let s = y[1]
in (s)
---
-- a block that is freed
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
free m
let s = x[1]
in (s)
---
-- the result of a scan is overwritten by a later round
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (o : mem) = alloc 3
let (y : [3] @ o -> R(3)) = scan (\(a : int) (e : int) ->
  let (t : [1] @ o -> 0 + {(1 : 1)}) = [a]
  in (a + e)) 0 x
in (o, y)
---
-- an argument that is overwritten
def f (m : mem) (*x : [3] @ m -> R(3)) : (r : mem, [3] @ r -> R(3)) =
  let (y : [3] @ m -> R(3)) = kernel i <= 3 do x[i] * 2
  in (m, y)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (r : mem) (y : [3] @ r -> R(3)) = f(m, x)
in (r, y)
---
-- an argument that is overwritten, and is used
def f (m : mem) (*x : [3] @ m -> R(3)) : (r : mem, [3] @ r -> R(3)) =
  let (y : [3] @ m -> R(3)) = kernel i <= 3 do x[i] * 2
  in (m, y)
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (v : [1] @ m -> 0 + {(1 : 1)}) = x[1:1]
let (r : mem) (y : [3] @ r -> R(3)) = f(m, x)
let s = v[1]
in (r, y, s)
---
-- a view of what was overwritten
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> R(4)) = kernel i <= 4 do 5
let (v : [2] @ m -> 1 + {(2 : 1)}) = x[2:2]
let s = v[1]
in (s)
---
-- an argument's block is written beyond the argument
def f (m : mem) (x : [2] @ m -> R(2)) : (r : mem, [2] @ r -> 2 + {(2 : 1)}) =
  let s = x[1] + x[2]
  let (y : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do s
  in (m, y)
let s = 1
in (s)
---
-- a function overwrites an argument without a star
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (y : [n] @ m -> R(n)) = kernel i <= n do x[i] + 1
  in (m, y)
---
-- a function overwrites an argument with a star
def f [n] (m : mem) (*x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (y : [n] @ m -> R(n)) = kernel i <= n do x[i] + 1
  in (m, y)
---
-- a call overwrites an argument without a star, and nothing uses it afterwards
def f (m : mem) (x : [4] @ m -> R(4)) : int =
  let (y : [4] @ m -> R(4)) = x with [2] = 7
  in (y[1])
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (s : int) = f(m, x)
in (s)
---
-- a function that another one calls overwrites an array of the statements
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
def g (k : int) : int =
  let (y : [4] @ m -> R(4)) = x with [2] = k
  in (y[1])
def f (k : int) : int = g(k)
---
-- an update with rows that are built in its place
let (m : mem) = alloc 12
let (x : [3][4] @ m -> R(3, 4)) = kernel i <= 3 do
  let (x_row : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do i + j
  in (x_row)
let (c : [2][4] @ m -> 4 + {(2 : 4) (4 : 1)}) = kernel i <= 2 do
  let (r : [4] @ m -> 4 * i + {(4 : 1)}) = kernel j <= 4 do i * j
  in (r)
let (y : [3][4] @ m -> R(3, 4)) = x with [2:2, 1:4] = c
in (m, y)
---
-- an update with rows that are built in its place, beside rows that lie elsewhere in the array
let (m : mem) = alloc 16
let (x : [4][4] @ m -> R(4, 4)) = kernel i <= 4 do
  let (x_row : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do i + j
  in (x_row)
let (c : [2][4] @ m -> 8 + {(2 : 4) (4 : 1)}) = kernel i <= 2 do
  let (q : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do i * j
  let (r : [4] @ m -> 4 * i + 4 + {(4 : 1)}) = kernel j <= 4 do q[j] + 1
  in (r)
let (y : [4][4] @ m -> R(4, 4)) = x with [3:2, 1:4] = c
in (m, y)
---
-- an update with what a call has put in its place; an earlier call has put it elsewhere
def f (m : mem) (o : int) : (r : mem, [2] @ r -> o + {(2 : 1)}) =
  let (c : [2] @ m -> o + {(2 : 1)}) = kernel i <= 2 do 7
  in (m, c)
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (p : mem) (a : [2] @ p -> 0 + {(2 : 1)}) = f(m, 0)
let s = a[1]
let (q : mem) (b : [2] @ q -> 2 + {(2 : 1)}) = f(m, 2)
let (y : [4] @ m -> R(4)) = x with [3:2] = b
in (m, y, s)
---
-- a loop of some rounds has left the block where it began
let (a : mem) = alloc 3
let (b : mem) = alloc 3
let (x : [3] @ a -> R(3)) = iota 3
let (m : mem) (y : [3] @ m -> R(3)) = loop (m : mem = a) (z : [3] @ m -> R(3) = x) for i <= 2 do
  let (w : [3] @ b -> R(3)) = kernel j <= 3 do j + 1
  in (b, w)
free a
in (m, y)
---
-- a loop of any number of rounds may not have left the block where it began
def f (n : int) : (r : mem, [3] @ r -> R(3)) =
  let (a : mem) = alloc 3
  let (b : mem) = alloc 3
  let (x : [3] @ a -> R(3)) = iota 3
  let (m : mem) (y : [3] @ m -> R(3)) = loop (m : mem = a) (z : [3] @ m -> R(3) = x) for i <= n do
    let (w : [3] @ b -> R(3)) = kernel j <= 3 do j + 1
    in (b, w)
  free a
  in (m, y)
let (m : mem) (x : [3] @ m -> R(3)) = f(0)
in (m, x)
---
-- a loop hands on the block of the last round, and another one of an earlier round
let (a : mem) = alloc 3
let (x : [3] @ a -> R(3)) = iota 3
let (m : mem) (o : mem) (y : [3] @ m -> R(3)) = loop (m : mem = a) (o : mem = a) (z : [3] @ m -> R(3) = x) for i <= 2 do
  let (b : mem) = alloc 3
  let (c : mem) = alloc 3
  let (w : [3] @ b -> R(3)) = kernel j <= 3 do j + 1
  in (b, c, w)
let (u : [3] @ o -> R(3)) = copy y
in (m, y, o, u)
---
-- blocks of different sizes that change places
let (a : mem) = alloc 5
let (b : mem) = alloc 4
let (x : [3] @ a -> R(3)) = iota 3
let (m : mem) (o : mem) (y : [3] @ m -> R(3)) = loop (m : mem = a) (o : mem = b) (z : [3] @ m -> R(3) = x) for i <= 3 do
  let (w : [3] @ o -> R(3)) = kernel j <= 3 do z[j] + 1
  in (o, m, w)
in (m, y)
---
-- blocks of different sizes that change places: the first one is too small
let (b : mem) = alloc 2
let (a : mem) = alloc 5
let (x : [3] @ a -> R(3)) = iota 3
let (m : mem) (o : mem) (y : [3] @ m -> R(3)) = loop (m : mem = a) (o : mem = b) (z : [3] @ m -> R(3) = x) for i <= 3 do
  let (w : [3] @ o -> R(3)) = kernel j <= 3 do z[j] + 1
  in (o, m, w)
in (m, y)
---
-- an update with rows that are built elsewhere in the array, and copied
let (m : mem) = alloc 16
let (x : [4][4] @ m -> R(4, 4)) = kernel i <= 4 do
  let (x_row : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do i + j
  in (x_row)
let (c : [2][4] @ m -> 8 + {(2 : 4) (4 : 1)}) = kernel i <= 2 do
  let (q : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do i * j
  in (q)
let (y : [4][4] @ m -> R(4, 4)) = x with [3:2, 1:4] = c
in (m, y)
---
-- an argument that no star marks, and that is overwritten after its last use
def f (m : mem) (x : [3] @ m -> R(3)) : (r : mem, [3] @ r -> R(3)) =
  let (o : mem) = alloc 3
  let (c : [3] @ o -> R(3)) = copy x
  let (y : [3] @ m -> R(3)) = kernel i <= 3 do c[i] * 2
  in (o, c)
let s = 1
in (s)
---
-- an array from outside of a function that is overwritten in a function that it calls
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
def f (k : int) : int =
  let (y : [3] @ m -> R(3)) = x with [1] = k
  let s = y[1]
  in s
def g (k : int) : int =
  let s = f(k)
  in s
let s = g(3)
in (s)
---
-- a wrong claim that nothing uses
let (m : mem) = alloc 4
let (x : [4] @ m -> R(4)) = iota 4
let (y : [4] @ m -> 7 + {(4 : 1)}) = claim x
in (m, x)
---
-- a wrong claim of which an element is used
let (m : mem) = alloc 8
let (z : [8] @ m -> R(8)) = iota 8
let (x : [4] @ m -> 0 + {(4 : 1)}) = z[1:4]
let (y : [4] @ m -> 1 + {(4 : 1)}) = claim x
let s = y[2]
in (s)
---
-- a right claim of a wrong claim
let (m : mem) = alloc 8
let (z : [8] @ m -> R(8)) = iota 8
let (x : [4] @ m -> 0 + {(4 : 1)}) = z[1:4]
let (y : [4] @ m -> 1 + {(4 : 1)}) = claim x
let (v : [4] @ m -> 1 + {(4 : 1)}) = claim y
let s = v[2]
in (s)
---
-- an update of what does not lie in its block
let (m : mem) = alloc 2
let (x : [4] @ m -> R(4)) = scratch([4]int)
let (y : [4] @ m -> R(4)) = x with [2] = 5
let s = y[2]
in (s)
---
-- rows where no array from outside lies
def f [n] (m : mem) (*x : [n][n] @ m -> R(n, n)) : (r : mem, [n][n] @ r -> R(n, n)) =
  let (a : [n][n] @ m -> 1 + {(n : 1) (n : n)}) = kernel i <= n do
    let (p_mem : mem) = alloc n
    let (p : [n] @ p_mem -> R(n)) = kernel j <= n do x[j, i] + i
    in (p)
  let (r : mem) = alloc (n * n)
  let (z : [n][n] @ r -> R(n, n)) = copy a
  in (r, z)
let (m : mem) = alloc 4
let (x : [2][2] @ m -> R(2, 2)) = kernel i <= 2 do
  let (r : [2] @ m -> 2 * i - 2 + {(2 : 1)}) = kernel j <= 2 do i + j
  in (r)
let (r : mem) (y : [2][2] @ r -> R(2, 2)) = f(m, x)
in (r, y)
---
-- a transposition in place, with rows where they go
def f [n] (m : mem) (*x : [n][n] @ m -> R(n, n)) : (r : mem, [n][n] @ r -> R(n, n)) =
  let (a : [n][n] @ m -> 0 + {(n : 1) (n : n)}) = kernel i <= n do
    let (p : [n] @ m -> i - 1 + {(n : n)}) = kernel j <= n do x[j, i] + i
    in (p)
  let (r : mem) = alloc (n * n)
  let (z : [n][n] @ r -> R(n, n)) = copy a
  in (r, z)
let s = 1
in (s)
---
-- an update of other locations than those that were overwritten
let (m : mem) = alloc 16
let (x : [4][4] @ m -> R(4, 4)) = kernel i <= 4 do
  let (r : [4] @ m -> 4 * i - 4 + {(4 : 1)}) = kernel j <= 4 do i + j
  in (r)
let (c : [4] @ m -> 0 + {(4 : 4)}) = kernel i <= 4 do 7
let (o : mem) = alloc 4
let (v : [2][2] @ o -> R(2, 2)) = kernel i <= 2 do
  let (r : [2] @ o -> 2 * i - 2 + {(2 : 1)}) = kernel j <= 2 do c[i]
  in (r)
let (y : [4][4] @ m -> R(4, 4)) = x with [1:2, 1:2] = v
in (m, y)
---
-- an array that is a row only in iterations that do not run
let (m : mem) = alloc 2
let (z : [1][2] @ m -> 0 + {(1 : 0) (2 : 1)}) = kernel i <= 1 do
  let (r : [2] @ m -> 0 + {(2 : 1)}) = iota 2
  in (r)
let (x : [2] @ m -> 0 + {(2 : 1)}) = kernel i <= 2 do 7
let (y : [0][2] @ m -> 0 + {(0 : 0) (2 : 1)}) = kernel i <= 0 do x
let (w : [1][2] @ m -> 0 + {(1 : 0) (2 : 1)}) = z with [1:0, 1:2] = y
in (m, w)
---
-- a call that changes what it is lent, and that is not used again
def f (m : mem) (x : [3] @ m -> R(3)) : int =
  let s = x[1]
  let (y : [3] @ m -> R(3)) = kernel i <= 3 do s
  let t = y[2]
  in t
def g (k : int) : int =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3
  let s = f(m, x)
  in s
let s = g(3)
in (s)
---
-- an argument that was written before the call, which does not change it
def f (m : mem) (x : [3] @ m -> R(3)) : int =
  let s = x[1]
  in s
let (m : mem) = alloc 3
let (z : [3] @ m -> R(3)) = kernel i <= 3 do 7
let (x : [3] @ m -> R(3)) = iota 3
let s = f(m, x)
in (s)
---
-- a function that frees a block from outside
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
def f (k : int) : int =
  let s = x[1]
  free m
  in s
let s = f(1)
in (s)
---
-- two results in one place
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) (y : [3] @ m -> R(3)) = kernel i <= 3 do
  let a = i + 1
  let b = i * 7
  in (a, b)
in (m, x, m, y)
---
-- a quotient that only memory has
def f (n : int) (k : int) : int =
  let (m : mem) = alloc (3 + 0 * (n / k))
  in n
let s = f(2, 1)
in (s)
---
-- a quotient that memory has, and the program has had before
def f (n : int) (k : int) : int =
  let (q : int) = n / k
  let (m : mem) = alloc (3 + 0 * (n / k))
  in q
let s = f(2, 1)
in (s)
---
-- a quotient of an offset by a number that is not 0
def f (n : int) : (r : mem, [2] @ r -> n / 3 - n / 3 + {(2 : 1)}) =
  let (m : mem) = alloc 2
  let (x : [2] @ m -> n / 3 - n / 3 + {(2 : 1)}) = iota 2
  in (m, x)
let (m : mem) (x : [2] @ m -> R(2)) = f(2)
in (m, x)
---
-- ints in cells that hold f64s
let (m : mem) = alloc 4
let (y : [2]f64 @ m -> R(2)) = [1.0, 2.0]
let (x : [2]int @ m -> 1 + {(2 : 1)}) = scratch([2]int)
in (m, x)
---
-- ints beside cells that hold f64s
let (m : mem) = alloc 4
let (y : [2]f64 @ m -> R(2)) = [1.0, 2.0]
let (x : [2]int @ m -> 2 + {(2 : 1)}) = scratch([2]int)
in (m, x)
---
-- ints in cells in which an earlier round put f64s
let (m : mem) = alloc 2
let (s : int) = loop (s : int = 0) for i <= 2 do
  let (x : [2]int @ m -> R(2)) = scratch([2]int)
  let (y : [2]f64 @ m -> R(2)) = [1.0, 2.0]
  in (s)
in (s)
---
-- a concatenation that puts rows where it still reads
let (m : mem) = alloc 5
let (x : [3] @ m -> R(3)) = iota 3
let (w_mem : mem) = alloc 2
let (w : [2] @ w_mem -> R(2)) = iota 2
let (y : [5] @ m -> R(5)) = concat(w, x)
in (m, y)
---
-- a concatenation with rows that lie there
let (m : mem) = alloc 5
let (x : [3] @ m -> 2 + {(3 : 1)}) = iota 3
let (w_mem : mem) = alloc 2
let (w : [2] @ w_mem -> R(2)) = iota 2
let (y : [5] @ m -> R(5)) = concat(w, x)
in (m, y)
---
-- a row of a kernel, put where it is still read
let (m : mem) = alloc 3
let (z : [1][2] @ m -> R(1, 2)) = kernel i <= 1 do
  let (x : [2] @ m -> 1 + {(2 : 1)}) = iota 2
  in (x)
in (m, z)
---
-- accumulators of which the second is put where the first is read
let (v_mem : mem) = alloc 3
let (v : [3] @ v_mem -> R(3)) = iota 3
let (ne_mem : mem) = alloc 2
let (ne : [2] @ ne_mem -> R(2)) = iota 2
let (pm : mem) = alloc 2
let (qm : mem) = alloc 2
let (p : [2]int @ pm -> R(2)) (q : [2]int @ qm -> R(2)) = reduce (\(a : [2]int @ pm -> R(2)) (b : [2]int @ qm -> R(2)) (e : int) ->
    let (c : [2]int @ qm -> R(2)) = kernel i <= 2 do e
    let (d_mem : mem) = alloc 2
    let (d : [2]int @ d_mem -> R(2)) = kernel i <= 2 do 2 * e
    in (c, d)) (ne, ne) v
in (pm, p, qm, q)
---
-- claims at what an if chose, in an if with the same condition
def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) (y_mem : mem) (y : [n] @ y_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (c : int) = k == 0
  let (o : int) = if c then 0 else
      let (d : int) = k == 1
      let (p : int) = if d then n - 1 else 0
      in p
  let (s : int) = if c then 1 else
      let (d : int) = k == 1
      let (p : int) = if d then -1 else 1
      in p
  let (v_mem : mem) (v : [n] @ v_mem -> o + {(n : s)}) = if c then
      let (a : [n] @ x_mem -> o + {(n : s)}) = claim x
      in (x_mem, a)
    else
      let (d : int) = k == 1
      let (w_mem : mem) (w : [n] @ w_mem -> o + {(n : s)}) = if d then
          let (b : [n] @ y_mem -> n - 1 + {(n : -1)}) = reverse y
          let (b1 : [n] @ y_mem -> o + {(n : s)}) = claim b
          in (y_mem, b1)
        else
          let (z_mem : mem) = alloc n
          let (z : [n] @ z_mem -> R(n)) = iota n
          let (z1 : [n] @ z_mem -> o + {(n : s)}) = claim z
          in (z_mem, z1)
      in (w_mem, w)
  let (m : mem) = alloc n
  let (r : [n] @ m -> R(n)) = copy v
  in (m, r)
let (x_mem : mem) = alloc 3
let (x : [3] @ x_mem -> R(3)) = iota 3
let (m : mem) (r : [3] @ m -> R(3)) = f(3, 1, x_mem, x, x_mem, x)
in (m, r)
---
-- claims at what an if chose for the other branch
def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (c : int) = k == 0
  let (s : int) = if c then -1 else 1
  let (o : int) = if c then n - 1 else 0
  let (v_mem : mem) (v : [n] @ v_mem -> o + {(n : s)}) = if c then
      let (a : [n] @ x_mem -> o + {(n : s)}) = claim x
      in (x_mem, a)
    else
      let (b : [n] @ x_mem -> n - 1 + {(n : -1)}) = reverse x
      let (b1 : [n] @ x_mem -> o + {(n : s)}) = claim b
      in (x_mem, b1)
  let (m : mem) = alloc n
  let (r : [n] @ m -> R(n)) = copy v
  in (m, r)
---
-- a claim after an if at what it chose
def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r_mem : mem, [n] @ r_mem -> R(n)) =
  let (c : int) = k == 0
  let (o : int) = if c then 1 else 0
  let (p : int) = if c then
      let (q : int) = o + 1
      in q
    else
      let (q : int) = o + 2
      in q
  let (a : [n] @ x_mem -> o + {(n : 1)}) = claim x
  let (m : mem) = alloc n
  let (r : [n] @ m -> R(n)) = copy a
  in (m, r)
---
-- a claim in an if with another condition
def f (n : int) (k : int) (j : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r : int) =
  let (c : int) = k == 0
  let (o : int) = if c then 0 else 1
  let (d : int) = j == 0
  let (r : int) = if d then
      let (a : [n] @ x_mem -> o + {(n : 1)}) = claim x
      let (b : int) = a[1]
      in b
    else 0
  in r
---
-- a claim at a place that is not before the array
def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r : int) =
  let (o : int) = max(k, 0)
  let (a : [n] @ x_mem -> o + {(n : 1)}) = claim x
  let (b : int) = a[1]
  in b
---
-- a claim of a claim that is wrong, where both lie in one place
def f (n : int) (k : int) (x_mem : mem) (x : [n] @ x_mem -> R(n)) : (r : int) =
  let (a : [n] @ x_mem -> k + {(n : 1)}) = claim x
  let (b : [n] @ x_mem -> k + {(n : 1)}) = claim a
  let (c : int) = b[1]
  in c
---
-- a power below that of the greatest exponent lies in the block
let (m : mem) = alloc 257
let (zm : mem) = alloc 8
let (z : [8] @ zm -> R(8)) = kernel i <= 8 do
  let (k : int) = 1 << i
  let (w : [1] @ m -> k + {(1 : 1)}) = [i]
  let (e : int) = w[1]
  in (e)
in (zm, z)
---
-- a power that the block has no location for
let (m : mem) = alloc 256
let (zm : mem) = alloc 8
let (z : [8] @ zm -> R(8)) = kernel i <= 8 do
  let (k : int) = 1 << i
  let (w : [1] @ m -> k + {(1 : 1)}) = [i]
  let (e : int) = w[1]
  in (e)
in (zm, z)
---
-- blocks of h locations, each with h more behind it
def f [n][h] (x_mem : mem) (x : [n][h] @ x_mem -> R(n, h)) : int =
  let (size : int) = 2 * n * h
  let (m : mem) = alloc size
  let (all : int) = n * h
  let (zm : mem) = alloc all
  let (z : [all] @ zm -> R(all)) = kernel i <= all do
    let (k : int) = (i - 1) / h * 2 * h + (i - 1) % h
    let (w : [1] @ m -> k + {(1 : 1)}) = [i]
    let (e : int) = w[1]
    in (e)
  in (n)
---
-- blocks of h locations, which the block has no place for
def f [n][h] (x_mem : mem) (x : [n][h] @ x_mem -> R(n, h)) : int =
  let (size : int) = 2 * n * h - h - 1
  let (m : mem) = alloc (max(size, 0))
  let (all : int) = n * h
  let (zm : mem) = alloc all
  let (z : [all] @ zm -> R(all)) = kernel i <= all do
    let (k : int) = (i - 1) / h * 2 * h + (i - 1) % h
    let (w : [1] @ m -> k + {(1 : 1)}) = [i]
    let (e : int) = w[1]
    in (e)
  in (n)
