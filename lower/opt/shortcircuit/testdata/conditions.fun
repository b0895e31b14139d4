-- condition 1, last use: it is read before it is copied
let x = kernel i <= 4 do 0
let v = kernel i <= 2 do i
let s = v[1]
let y = x with [2:2] = v
(y, s)
---
-- condition 1: it is read afterwards, and nothing has changed it
let x = kernel i <= 4 do 0
let v = kernel i <= 2 do i
let y = x with [2:2] = v
let s = v[1]
(y, s)
---
-- condition 1: it is read afterwards, and another update is in between
let x = kernel i <= 4 do 0
let v = kernel i <= 2 do i
let y = x with [2:2] = v
let z = y with [2] = 7
let s = v[1]
(z, s)
---
-- condition 1: another update in between, of another element
let x = kernel i <= 4 do 0
let v = kernel i <= 2 do i
let y = x with [2:2] = v
let z = y with [4] = 7
let s = v[1]
(z, s)
---
-- condition 1: it is copied to one place, and then to another
let x = kernel i <= 4 do i
(x, x)
---
-- condition 1: a function uses it
let x = kernel i <= 4 do i
def f (k : int) : int = x[k]
let y = copy x
(y, f(2))
---
-- condition 1: the rounds of a reduce accumulate where the neutral element would lie
let x = kernel i <= 2 do i
let y = reduce (\a k -> kernel i <= 2 do a[i] + k) x (iota 3)
(y, x[1])
---
-- condition 1: the rounds of a scan read the elements of what is the neutral element as well
let x = iota 4
scan (\a k -> kernel i <= 4 do k) x x
---
-- condition 3: what a round gives lies where the loop would carry what it was given
let x = iota 2
reduce (\a k -> loop (y = a[1:2]) for i <= 2 do a) x (iota 3)
---
-- condition 3: so it does in one branch, and what it begins with would be built over it
let x = [5, 7]
reduce (\a k -> loop (y = iota 2) for i <= k do let z = y with [1] = y[2] + i in if z[1] > 9 then z else a) x (iota 3)
---
-- condition 3: what a round gives is that or what it was given
let x = [5, 7]
reduce (\a k -> loop (y = map (\e -> e + k) a) for i <= 2 do if y[1] > 9 then y with [2] = i else y) x (iota 3)
---
-- condition 2, the destination: it is allocated later, and can be allocated before
let v = kernel i <= 2 do i
let x = kernel i <= 4 do 0
let w = v[1]
x with [2:2] = map (\a -> a + w) v
---
-- condition 2: how large it is, is read after the array is made
let v = kernel i <= 2 do i
let n = v[2]
let x = kernel i <= n do 0
x with [1:2] = v
---
-- condition 2: it comes about in a loop
let v = kernel i <= 2 do i
let x = loop (x = iota 2) for k <= 3 do x ++ iota 1
x with [2:2] = v
---
-- condition 3, no use meanwhile: another part is read
let x = kernel i <= 8 do i
let v = kernel i <= 4 do x[2 * i - 1] + x[9 - 2 * i]
x with [2:4:2] = v
---
-- condition 3: an iteration reads what another one would write
let x = kernel i <= 8 do i
let v = kernel i <= 4 do x[2 * i] + x[i]
x with [2:4:2] = v
---
-- condition 3: an iteration reads what it writes itself
let x = kernel i <= 8 do i
let v = kernel i <= 4 do x[2 * i] + 1
x with [2:4:2] = v
---
-- condition 3: the place is read between
let x = kernel i <= 4 do i
let v = kernel i <= 2 do i
let s = x[3]
let y = x with [2:2] = v
(y, s)
---
-- condition 3: the place is read before
let x = kernel i <= 4 do i
let s = x[3]
let v = kernel i <= 2 do i
let y = x with [2:2] = v
(y, s)
---
-- condition 3: the place is written between
let x = kernel i <= 4 do i
let k = x[2]
let v = kernel i <= 2 do i
let y = x with [k] = 0
y with [2:2] = v
---
-- condition 3: a row is made of the row above it, in place, and of one below it
let m = kernel i <= 4, j <= 3 do i + j
let above = loop (m = m) for i <= 3 do m with [i + 1] = kernel j <= 3 do m[i, 4 - j] + m[i + 1, j]
loop (m = above) for i <= 3 do m with [i] = kernel j <= 3 do m[i + 1, j] + m[i, 4 - j]
---
-- condition 3: one branch reads the place, and copies
let x = kernel i <= 4 do i
let c = x[1]
x with [2:2] = if c > 1 then kernel i <= 2 do i else kernel i <= 2 do x[4 - i]
---
-- condition 3: a branch that writes to a block from outside reads the place
let (d : mem) = alloc 4
let (x : [4] @ d -> R(4)) = iota 4
let (c : int) = x[1]
let (m : mem) = alloc 2
let (y : [2] @ m -> R(2)) =
  if c - 1
  then let (p : [2] @ m -> R(2)) = iota 2
       in (p)
  else let (q : [2] @ m -> R(2)) = kernel i <= 2 do x[4 - i]
       in (q)
let (z : [4] @ d -> R(4)) = x with [2 : 2] = y
in (d, z)
---
-- condition 3: branches that write to a block from outside, and read the place before
let (d : mem) = alloc 4
let (x : [4] @ d -> R(4)) = iota 4
let (c : int) = x[1]
let (m : mem) = alloc 2
let (y : [2] @ m -> R(2)) =
  if c - 1
  then let (p : [2] @ m -> R(2)) = iota 2
       in (p)
  else let (s : int) = x[3]
       let (q : [2] @ m -> R(2)) = kernel i <= 2 do s + i
       in (q)
let (z : [4] @ d -> R(4)) = x with [2 : 2] = y
in (d, z)
---
-- condition 3: both branches read the place
let x = kernel i <= 4 do i
let c = x[1]
x with [2:2] = if c > 1 then kernel i <= 2 do x[4 - i] else kernel i <= 2 do x[4 - i] + 1
---
-- condition 3: a round reads what the round before it gave at other places
loop (x = iota 4) for k <= 3 do kernel i <= 4 do x[5 - i] + k
---
-- condition 3: a loop carries on what it was
let (a, b) = loop (a = iota 3, b = iota 3) for k <= 3 do (kernel i <= 3 do a[i] + b[i], a)
(a, b)
---
-- condition 3: the first value of a loop is used in it
let first = iota 4
let last = loop (x = first) for k <= 3 do kernel i <= 4 do x[i] + first[i]
last
---
-- condition 3: two results of one kernel, of which one reads the place of the other
let x = iota 4
let y = kernel i <= 4 do x[i] + 1
let (p, q) = kernel i <= 4 do (y[i] + 1, y[5 - i])
(p, q)
---
-- condition 3: what an update changes is copied when something else has been written there
let x = kernel i <= 4 do i
let v = kernel i <= 2 do x[5 - i]
let z = loop (z = x) for i <= 2 do z with [i] = v[i]
let y = z with [2:2] = v
(y, z)
---
-- condition 4, a fresh array: its transposed form is copied
let x = kernel i <= 2, j <= 3 do i + j
transpose x
---
-- condition 4: it is a part of another array
let x = kernel i <= 4 do i
let y = x[2:2]
let z = y ++ y
z
---
-- condition 4: it was built in a place already, where another one lies as well
let m = [[1, 2, 3], [4, 5, 6]]
let b = kernel i <= 3 do m[1, i] + 1
let c = m with [1] = b
let d = kernel i <= 3 do m[1, 4 - i] + c[1, i]
let z = [b, d]
(z, c)
---
-- condition 4: a function is given it
def f [n] (x : [n]int) : [n + n]int = concat(x, x)
f(iota 3)
---
-- condition 4: a function makes it
def f (n : int) : [n]int = iota n
f(3)
---
-- condition 4: it is copied only in a branch
let x = kernel i <= 4 do i
let v = kernel i <= 2 do x[i] + 1
let c = x[1]
let y = if c > 1 then x with [2:2] = v else x
y
---
-- condition 4: two arrays in one block
let (m : mem) = alloc 4
let (v : [2] @ m -> R(2)) = kernel i <= 2 do i
let (w : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do v[i] + i
let (k : mem) = alloc 4
let (z : [4] @ k -> R(4)) = concat(v, w)
in (k, z)
---
-- condition 4: two arrays in one block, one after the other
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = kernel i <= 2 do i
let (s : int) = v[2]
let (w : [2] @ m -> R(2)) = kernel i <= 2 do s + i
let (k : mem) = alloc 2
let (z : [2] @ k -> R(2)) = copy w
in (k, z)
---
-- condition 5, the place: it is computed from what is known
let x = kernel i <= 8 do i
let k = x[2]
let v = kernel i <= 2 do i
let l = k + 1
x with [l + 1 : 2] = v
---
-- condition 5: it is read after the array is made
let q = iota 4
let x = kernel i <= 8 do i
let v = kernel i <= 2 do i
let k = q[2]
x with [k : 2] = v
---
-- the elements of the place share a location
let (k : mem) = alloc 1
let (z : [2] @ k -> 0 + {(2 : 0)}) = [3, 3]
let (m : mem) = alloc 2
let (v : [2] @ m -> R(2)) = kernel i <= 2 do i
let (s : int) = v[1]
let (y : [2] @ k -> 0 + {(2 : 0)}) = z with [1 : 2] = v
in (s)
---
-- a loop whose array has another size in each round
let x = kernel i <= 8 do 3 - i
let n = x[1]
x with [1 : n] = loop (y = iota 5) while length(y) > n do kernel i <= length(y) - 1 do y[i]
---
-- an input that is used once more
let x = kernel i <= 4 do i
let y = kernel i <= 4 do x[i] + 1
let s = x[2]
(y, s)
---
-- a call that passes one block twice, and what it may overwrite
def f
    (k : mem)
    (*x : [4] @ k -> R(4))
    (l : mem)
    (*y : [4] @ l -> R(4)) :
    (r : mem,
     [4] @ r -> R(4)) =
  let (m : mem) = alloc 2
  let (v : [2] @ m -> R(2)) = kernel i <= 2 do y[3 - i] + 1
  let (z : [4] @ k -> R(4)) = x with [1 : 2] = v
  in (k, z)
let (k : mem) = alloc 4
let (x : [4] @ k -> R(4)) = iota 4
let (r : mem) (z : [4] @ r -> R(4)) = f(k, x, k, x)
in (r, z)
---
-- a call that passes two blocks, and what it may overwrite
def f
    (k : mem)
    (*x : [4] @ k -> R(4))
    (l : mem)
    (y : [4] @ l -> R(4)) :
    (r : mem,
     [4] @ r -> R(4)) =
  let (m : mem) = alloc 2
  let (v : [2] @ m -> R(2)) = kernel i <= 2 do y[3 - i] + 1
  let (z : [4] @ k -> R(4)) = x with [1 : 2] = v
  in (k, z)
let (k : mem) = alloc 4
let (x : [4] @ k -> R(4)) = iota 4
let (l : mem) = alloc 4
let (y : [4] @ l -> R(4)) = iota 4
let (r : mem) (z : [4] @ r -> R(4)) = f(k, x, l, y)
in (r, z)
---
-- condition 3: what the other branch gives may lie in the place in another order
let x = kernel i <= 2 do i
let o = reverse (copy x)
let v = loop (v = o) for r <= 1 do
  let (a, b) = loop (a = x, b = x) for q <= o[1] % 4 do (b, reverse v)
  in if a[1] % 2 == 0 then v else a
(o, v)
---
-- condition 5: what lies in the place is computed from a number that comes later, but not where it is
let (m : mem) = alloc 6
let (v : [6] @ m -> R(6)) = iota 6
let (x : [2][3] @ m -> R(2, 3)) = reshape((2, 3), v)
let (r_mem : mem) = alloc 6
let (first : [2][3] @ r_mem -> R(2, 3)) = copy x
let (r : [2][3] @ r_mem -> R(2, 3)) = loop (a : [2][3] @ r_mem -> R(2, 3) = first) for k <= 2 do
  let (c : [2] @ r_mem -> k + {(2 : 3)}) = kernel i <= 2 do a[i, k] + a[i, k + 1]
  let (t : int) = k + 1
  let (b : [2][3] @ r_mem -> R(2, 3)) = a with [1:2, t] = c
  in (b)
let (y_mem : mem) = alloc 6
let (y : [2][3] @ y_mem -> R(2, 3)) = copy r
in (y_mem, y)
---
-- condition 5: branches give a size, and the array goes somewhere in reverse
let (x_mem : mem) = alloc 4
let (x : [4] @ x_mem -> R(4)) = iota 4
let (c : int) = x[1]
let (d : mem) = alloc 4
let (y : [4] @ d -> R(4)) = iota 4
let (n : int) (m : mem) (e : [n] @ m -> R(n)) =
  if c - 1
  then let (p_mem : mem) = alloc 2
       let (p : [2] @ p_mem -> R(2)) = iota 2
       in (2, p_mem, p)
  else let (q_mem : mem) = alloc 3
       let (q : [3] @ q_mem -> R(3)) = iota 3
       in (3, q_mem, q)
let (r : [n] @ m -> n - 1 + {(n : -1)}) = reverse e
let (z : [4] @ d -> R(4)) = y with [1 : n] = r
in (d, z)
---
-- condition 4: rounds write the two halves of a block in turn
let (x_mem : mem) = alloc 3
let (x : [3] @ x_mem -> R(3)) = iota 3
let (b_mem : mem) = alloc 6
let (c : [3] @ b_mem -> R(3)) = copy x
let (zero : int) = 0
let (half : int) = 3
let (off : int) (r : [3] @ b_mem -> off + {(3 : 1)}) (other : int) = loop
    (o : int = zero)
    (a : [3] @ b_mem -> o + {(3 : 1)} = c)
    (p : int = half)
    for k <= 3 do
  let (y : [3] @ b_mem -> p + {(3 : 1)}) = kernel i <= 3 do a[i] + a[4 - i]
  in (p, y, o)
let (z_mem : mem) = alloc 6
let (z : [3] @ z_mem -> R(3)) = copy r
in (z_mem, z)
---
-- condition 4: a branch gives one of two arrays in a block
let (x_mem : mem) = alloc 3
let (x : [3] @ x_mem -> R(3)) = iota 3
let (c : int) = x[1]
let (b_mem : mem) = alloc 6
let (t : [3] @ b_mem -> R(3)) = kernel i <= 3 do x[i] + 1
let (u : [3] @ b_mem -> 3 + {(3 : 1)}) = kernel i <= 3 do x[i] + 2
let (zero : int) = 0
let (half : int) = 3
let (off : int) (r : [3] @ b_mem -> off + {(3 : 1)}) = if c then (zero, t) else (half, u)
let (z_mem : mem) = alloc 6
let (z : [3] @ z_mem -> R(3)) = copy r
in (z_mem, z)
