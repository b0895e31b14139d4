-- Fig. 7 with a condition that is not known: the branches agree on nothing
def f (x_size : int) (y_size : int) (c : int) : (z_size : int, z_mem : mem, [z_size] @ z_mem -> R(z_size)) =
  let (z_size : int) (z_mem : mem) (z_arr : [z_size] @ z_mem -> R(z_size)) =
    if c
    then let (x_mem : mem) = alloc x_size
         let (x : [x_size] @ x_mem -> R(x_size)) = iota x_size
         in (x_size, x_mem, x)
    else let (y_mem : mem) = alloc y_size
         let (y : [y_size] @ y_mem -> R(y_size)) = iota y_size
         in (y_size, y_mem, y)
  in (z_size, z_mem, z_arr)
---
-- Fig. 7 as Support (§3.5) makes it, for one size: offset, stride and size go, the block stays
def f (n : int) (c : int) : (z_mem : mem, z_off : int, z_s1 : int, [n] @ z_mem -> z_off + {(n : z_s1)}) =
  let (z_size : int) (z_mem : mem) (z_off : int) (z_s1 : int) (z : [z_size] @ z_mem -> z_off + {(z_size : z_s1)}) =
    if c
    then let (x_mem : mem) = alloc n
         let (x : [n] @ x_mem -> R(n)) = iota n
         in (n, x_mem, 0, 1, x)
    else let (y_mem : mem) = alloc n
         let (y : [n] @ y_mem -> R(n)) = replicate(n, 7)
         let (y_off : int) = 0
         in (n, y_mem, y_off, 1, y)
  check z_size = n
  in (z_mem, z_off, z_s1, z)
---
-- branches that return views of one array: the block goes, and what the offsets have in common
def f [n] (m : mem) (x : [n][n] @ m -> R(n, n)) (c : int) (k : int) :
    (r : mem, o : int, s : int, [n] @ r -> o + {(n : s)}) =
  let (r : mem) (o : int) (s : int) (y : [n] @ r -> o + {(n : s)}) =
    if c
    then let (a : [n] @ m -> k * n - n + {(n : 1)}) = x[k, 1:n]
         let (o1 : int) = (k - 1) * n
         in (m, o1, 1, a)
    else let (b : [n] @ m -> k * n - 1 + {(n : -1)}) = x[k, n:n:-1]
         let (o2 : int) = k * n - 1
         in (m, o2, -1, b)
  let (q : mem) (p : int) (t : int) (z : [n] @ q -> p + {(n : t)}) =
    if c
    then let (u : [n] @ m -> k * n - n + {(n : 1)}) = x[k, 1:n]
         let (o3 : int) = (k - 1) * n
         in (m, o3, 1, u)
    else let (v : [n] @ m -> k * n - n + {(n : 1)}) = x[k, 1:n]
         let (o4 : int) = k * n - n
         in (m, o4, 1, v)
  let (w_mem : mem) = alloc n
  let (w : [n] @ w_mem -> R(n)) = kernel i <= n do y[i] + z[i]
  in (w_mem, 0, 1, w)
---
-- both branches return one array; one of them writes to another one
def f [n] (m : mem) (x : [n] @ m -> R(n)) (c : int) : (r : mem, [n] @ r -> R(n)) =
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = copy x
  let (y_mem : mem) (y : [n] @ y_mem -> R(n)) =
    if c
    then let (e : [n] @ d_mem -> R(n)) = d with [1] = 5
         in (m, x)
    else (m, x)
  let (w_mem : mem) = alloc n
  let (w : [n] @ w_mem -> R(n)) = kernel i <= n do y[i] * 2
  in (w_mem, w)
---
-- a loop that carries one block, and its support
def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, o : int, s : int, [n] @ r -> o + {(n : s)}) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (r : mem) (o : int) (s : int) (y : [n] @ r -> o + {(n : s)}) = loop
      (b : mem = c_mem) (p : int = 0) (t : int = 1)
      (z : [n] @ b -> p + {(n : t)} = c)
      for i <= k do
    let (v : int) = z[i] + 1
    let (u : [n] @ b -> p + {(n : t)}) = z with [i] = v
    let (p1 : int) = p * 1
    in (b, p1, t, u)
  in (r, o, s, y)
---
-- a loop that carries two blocks by turns, and supports that are the same by turns
def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = copy x
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = copy x
  let (r : mem) (o : int) (y : [n] @ r -> o + {(n : 1)}) (q : mem) (o2 : int) (w : [n] @ q -> o2 + {(n : 1)}) = loop
      (a_mem : mem = c_mem) (p : int = 0) (a : [n] @ a_mem -> p + {(n : 1)} = c)
      (b_mem : mem = d_mem) (p2 : int = 0) (b : [n] @ b_mem -> p2 + {(n : 1)} = d)
      for i <= k do
    let (v : int) = b[1] + i
    let (u : [n] @ a_mem -> p + {(n : 1)}) = a with [1] = v
    in (b_mem, p2, b, a_mem, p, u)
  let (e_mem : mem) = alloc n
  let (e : [n] @ e_mem -> R(n)) = kernel i <= n do y[i] * 10 + w[i]
  in (e_mem, e)
---
-- a copy of an array to where it lies; to another place in its block; to another block
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n), q : mem, [n] @ q -> n + {(n : 1)}, [n] @ r -> R(n)) =
  let (r : mem) = alloc n
  let (a : [n] @ r -> R(n)) = copy x
  let (b : [n] @ r -> 0 + {(n : 2 - 1)}) = copy a
  let (q : mem) = alloc (2 * n)
  let (c : [n] @ q -> R(n)) = copy b
  let (d : [n] @ q -> n + {(n : 1)}) = copy c
  in (r, b, q, d, a)
---
-- a copy to where an array lies, of which what lies there before is what is used afterwards
def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n)) =
  let (r : mem) = alloc n
  let (a : [n] @ r -> R(n)) = copy x
  let (y : [n] @ r -> R(n)) =
    if k
    then let (b : [n] @ r -> R(n)) = copy a
         let (c : [n] @ r -> R(n)) = b with [1] = 7
         in (c)
    else (a)
  in (r, y)
---
-- elements that are read twice, and elements that are overwritten in between
def f [n] (m : mem) (x : [n] @ m -> R(n)) (i : int) : (r : mem, [n] @ r -> R(n), int, int) =
  let (a : int) = x[i]
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = copy x
  let (b : int) = x[i]
  let (p : int) = y[i]
  let (v : int) = p + 1
  let (z : [n] @ r -> R(n)) = y with [i] = v
  let (q : int) = z[i]
  let (w : [n] @ r -> R(n)) = z with [1] = q
  let (s : int) = z[i]
  let (ab : int) = a * b
  let (qs : int) = q * p
  in (r, w, ab, qs)
---
-- an element that each round reads before it is overwritten
def f [n] (m : mem) (*x : [n] @ m -> R(n)) : (m : mem, [n] @ m -> R(n), int) =
  let (a : int) = x[1]
  let (k : mem) (y : [n] @ m -> R(n)) (s : int) = loop
      (k : mem = m) (y : [n] @ m -> R(n) = x) (s : int = a) for i <= n do
    let (b : int) = y[1]
    let (c : int) = s + b
    let (z : [n] @ m -> R(n)) = y with [1] = c
    let (d : int) = z[1]
    let (e : int) = c + d
    in (m, z, e)
  in (m, y, s)
---
-- an element that is read while another array lies there, and again when what was there has come back
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (int, int) =
  let (r : mem) = alloc n
  let (a : [n] @ r -> R(n)) = kernel i <= n do i * i
  let (b : [n] @ r -> R(n)) = replicate(n, 0)
  let (s : int) = reduce (\(s : int) (v : int) -> s + v) 0 b
  let (p : int) = a[n]
  let (q : int) = min(p, 0) + s
  let (c : [n] @ r -> R(n)) = kernel i <= n do i * i
  let (t : int) = reduce (\(t : int) (v : int) -> t + v) 0 c
  let (u : int) = a[n]
  let (w : int) = u + t
  in (q, w)
---
-- views of one array are one array
def f [n] (m : mem) (x : [n][n] @ m -> R(n, n)) : (r : mem, [n] @ r -> R(n)) =
  let (a : [n][n] @ m -> 0 + {(n : 1) (n : n)}) = transpose x
  let (b : [n][n] @ m -> 0 + {(n : 1) (n : n)}) = transpose x
  let (c : [n][n] @ m -> R(n, n)) = transpose b
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = kernel i <= n do
    let (p : int) = a[i, 1]
    let (q : int) = b[i, 1]
    let (s : int) = c[i, 1]
    let (t : int) = p + q * s
    in (t)
  in (r, y)
---
-- fresh arrays with the same elements whose blocks nothing else is written to
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * 2
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = kernel i <= n do
    let (b_mem : mem) = alloc n
    let (b : [n] @ b_mem -> R(n)) = kernel j <= n do x[j] * 2
    let (v : int) = b[i]
    let (w : int) = a[i]
    let (u : int) = v + w
    in (u)
  in (r, y)
---
-- fresh arrays of which one is changed, one is returned, one lies elsewhere
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n), q : mem, [n] @ q -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * 2
  let (r : mem) = alloc n
  let (b : [n] @ r -> R(n)) = kernel i <= n do x[i] * 2
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = kernel i <= n do x[i] * 3
  let (d_mem : mem) = alloc n
  let (d : [n] @ d_mem -> R(n)) = kernel i <= n do x[i] * 3
  let (e : [n] @ d_mem -> R(n)) = d with [1] = 0
  let (g_mem : mem) = alloc n
  let (g : [n] @ g_mem -> n - 1 + {(n : -1)}) = kernel i <= n do x[i] * 2
  let (q : mem) = alloc n
  let (y : [n] @ q -> R(n)) = kernel i <= n do a[i] + c[i] + e[i] + g[i]
  in (r, b, q, y)
---
-- two concats of the same arrays, and a third one; ifs and folds that give numbers
def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (r : mem, [n] @ r -> R(n), int) =
  let (d : int) = 2 + n + n
  let (p_mem : mem) = alloc 2
  let (p : [2] @ p_mem -> R(2)) = [k, 1]
  let (a_mem : mem) = alloc d
  let (a : [d] @ a_mem -> R(d)) = concat(p, x, x)
  let (b_mem : mem) = alloc d
  let (b : [d] @ b_mem -> R(d)) = concat(p, x, x)
  let (c_mem : mem) = alloc d
  let (c : [d] @ c_mem -> R(d)) = concat(p, x, x)
  let (e : [d] @ c_mem -> R(d)) = c with [1] = k
  let (s : int) = if k then 2 * k else 3
  let (t : int) = if k then 2 * k else 3
  let (u : int) = if k then e[1] else 1
  let (v : int) = if k then e[1] else 1
  let (g : int) = reduce (\(g : int) (h : int) -> g + h) 0 e
  let (h : int) = reduce (\(g : int) (h : int) -> g + h) 0 e
  let (q : [d] @ c_mem -> R(d)) = e with [2] = h
  let (o : int) = reduce (\(g : int) (h : int) -> g + h) 0 q
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = kernel i <= n do a[i] + b[n + i] + q[i]
  let (w : int) = s * t + u * v + g * o
  in (r, y, w)
---
-- arrays that nothing uses, with their blocks; one lies in a block that is needed
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] * 2
  let (b : [n] @ a_mem -> R(n)) = a with [1] = 0
  let (c : [n] @ a_mem -> n - 1 + {(n : -1)}) = reverse b
  let (r : mem) = alloc (2 * n)
  let (d : [n] @ r -> n + {(n : 1)}) = copy x
  let (y : [n] @ r -> R(n)) = iota n
  in (r, y)
---
-- an update that nothing uses repairs what another array destroyed
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n), int) =
  let (r : mem) = alloc n
  let (a : [n] @ r -> R(n)) = iota n
  let (b : [n] @ r -> R(n)) = copy x
  let (s : int) = reduce (\(s : int) (v : int) -> s + v) 0 b
  let (c : [n] @ r -> R(n)) = iota n
  in (r, a, s)
---
-- a call that gives what nothing uses: one only reads, the other writes
def g [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = kernel i <= n do x[i] + 1
  let (z : [n] @ r -> R(n)) = y with [1] = 0
  in (r, z)
def h [n] (m : mem) (*x : [n] @ m -> R(n)) : ([n] @ m -> R(n)) =
  let (z : [n] @ m -> R(n)) = x with [1] = 0
  in (z)
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = copy x
  let (q : mem) (u : [n] @ q -> R(n)) = g(r, y)
  let (k : mem) = alloc n
  let (v : [n] @ k -> R(n)) = copy x
  let (w : [n] @ k -> R(n)) = h(k, v)
  in (r, y)
---
-- a call that gives what nothing uses, and writes to a block that is needed
def h [n] (m : mem) (*x : [n] @ m -> R(n)) : ([n] @ m -> R(n)) =
  let (z : [n] @ m -> R(n)) = x with [1] = 0
  in (z)
def f [n] (m : mem) (*x : [n] @ m -> R(n)) : (m : mem, [n] @ m -> R(n), int) =
  let (w : [n] @ m -> R(n)) = h(m, x)
  let (s : int) = reduce (\(s : int) (v : int) -> s + v) 0 w
  let (u : [n] @ m -> R(n)) = h(m, w)
  in (m, w, s)
---
-- results of a kernel and of folds with arrays as accumulators
def f [n] (m : mem) (x : [n][n] @ m -> R(n, n)) : (r : mem, [n] @ r -> R(n)) =
  let (a_mem : mem) = alloc n
  let (b_mem : mem) = alloc (n * n)
  let (a : [n] @ a_mem -> R(n)) (b : [n][n] @ b_mem -> R(n, n)) = kernel i <= n do
    let (v : int) = x[i, 1]
    let (row_mem : mem) = alloc n
    let (row : [n] @ row_mem -> R(n)) = iota n
    in (v, row)
  let (s_mem : mem) = alloc n
  let (z_mem : mem) = alloc n
  let (z : [n] @ z_mem -> R(n)) = replicate(n, 0)
  let (s : [n] @ s_mem -> R(n)) (t : int) = reduce (\(k : int) (acc : [n] @ s_mem -> R(n)) (t : int) (row : [n] @ m -> k * n - n + {(n : 1)}) (v : int) ->
    let (c_mem : mem) = alloc n
    let (c : [n] @ c_mem -> R(n)) = kernel j <= n do acc[j] + row[j]
    let (u : int) = t + v
    in (c, u)) (z, 0) x a
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = kernel i <= n do a[i] + t
  in (r, y)
---
-- a view that is all of an array, and one that lies elsewhere
def f [n] (m : mem) (o : int) (x : [n] @ m -> o + {(n : 1)}) : (m : mem, [n] @ m -> o + {(n : 1)}, [n] @ m -> o + n - 1 + {(n : -1)}) =
  let (a : [n] @ m -> o + {(n : 1)}) = x[1:n]
  let (b : [n] @ m -> o + n - 1 + {(n : -1)}) = x[n:n:-1]
  let (c : [n] @ m -> o + {(n : 1)}) = reverse b
  in (m, c, b)
---
-- a copy of an array that nothing needs any more
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = copy a
  let (z : [n] @ r -> R(n)) = y with [1] = 7
  in (r, z)
---
-- copies of an array that is used after them, of the caller's, in another order, in a block with something else, and of a part
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [n] @ r -> R(n), s : mem, [n] @ s -> R(n), t : mem, [n] @ t -> n - 1 + {(n : -1)}, u : mem, [n] @ u -> R(n), [n] @ u -> n + {(n : 1)}, int) =
  let (a_mem : mem) = alloc n
  let (a : [n] @ a_mem -> R(n)) = kernel i <= n do x[i] + 1
  let (r : mem) = alloc n
  let (y : [n] @ r -> R(n)) = copy a
  let (k : int) = reduce (\(p : int) (q : int) -> p + q) 0 a
  let (s : mem) = alloc n
  let (z : [n] @ s -> R(n)) = copy x
  let (b_mem : mem) = alloc n
  let (b : [n] @ b_mem -> R(n)) = kernel i <= n do x[i] + 2
  let (t : mem) = alloc n
  let (v : [n] @ t -> n - 1 + {(n : -1)}) = copy b
  let (u : mem) = alloc (2 * n)
  let (w : [n] @ u -> n + {(n : 1)}) = iota n
  let (c_mem : mem) = alloc n
  let (c : [n] @ c_mem -> R(n)) = kernel i <= n do x[i] + 3
  let (o : [n] @ u -> R(n)) = copy c
  in (r, y, s, z, t, v, u, o, w, k)
---
-- a copy of a slice, which would keep the whole block
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (r : mem, [1] @ r -> R(1)) =
  let (a_mem : mem) = alloc (n + 1)
  let (a : [n + 1] @ a_mem -> R(n + 1)) = kernel i <= n + 1 do i * i
  let (p : [1] @ a_mem -> R(1)) = a[1:1]
  let (r : mem) = alloc 1
  let (y : [1] @ r -> R(1)) = copy p
  in (r, y)
---
-- copies to blocks with more in them after the copy: there is no room for it in the first block, in the second there is
def f (n : int) : (k : mem, [6] @ k -> R(6)) =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3
  let (k : mem) = alloc 6
  let (y : [3] @ k -> R(3)) = copy x
  let (w : mem) = alloc 3
  let (v : [3] @ w -> R(3)) = replicate(3, n)
  let (z : [6] @ k -> R(6)) = concat(y, v)
  in (k, z)
def g (n : int) : (k : mem, [6] @ k -> R(6)) =
  let (m : mem) = alloc 7
  let (x : [3] @ m -> R(3)) = iota 3
  let (k : mem) = alloc 6
  let (y : [3] @ k -> R(3)) = copy x
  let (w : mem) = alloc 3
  let (v : [3] @ w -> R(3)) = replicate(3, n)
  let (z : [6] @ k -> R(6)) = concat(y, v)
  in (k, z)
---
-- a copy to a block that a loop gets, which puts more there
def f (n : int) : (k : mem, [3] @ k -> R(3)) =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = iota 3
  let (k : mem) = alloc 5
  let (y : [3] @ k -> R(3)) = copy x
  let (r : mem) (z : [3] @ r -> R(3)) = loop (p : mem = k) (a : [3] @ p -> R(3) = y) for i <= 3 do
    let (o : [2] @ p -> 3 + {(2 : 1)}) = kernel j <= 2 do n * i + j
    let (e : int) = reduce (\(s : int) (v : int) -> s + v) 0 o
    let (q : mem) = alloc 5
    let (b : [3] @ q -> R(3)) = kernel j <= 3 do a[j] + e
    in (q, b)
  in (r, z)
---
-- copies to blocks that leave a function, and a branch, and get more after that
def f (n : int) : (r : mem, [3] @ r -> R(3)) =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = kernel i <= 3 do i * n
  let (k : mem) = alloc 6
  let (y : [3] @ k -> R(3)) = copy x
  in (k, y)
def g (n : int) : (r : mem, [3] @ r -> R(3), int) =
  let (r : mem) (y : [3] @ r -> R(3)) = f(n)
  let (z : [3] @ r -> 3 + {(3 : 1)}) = kernel i <= 3 do y[i] + n
  let (s : int) = reduce (\(a : int) (b : int) -> a + b) 0 z
  in (r, y, s)
def h (n : int) (c : int) : (r : mem, [3] @ r -> R(3), int) =
  let (m : mem) = alloc 3
  let (x : [3] @ m -> R(3)) = kernel i <= 3 do i * n
  let (k : mem) = alloc 6
  let (y : [3] @ k -> R(3)) = copy x
  let (o : mem) = alloc 6
  let (w : [3] @ o -> R(3)) = kernel i <= 3 do i + n
  let (r : mem) (v : [3] @ r -> R(3)) =
    if c
    then in (k, y)
    else in (o, w)
  let (z : [3] @ r -> 3 + {(3 : 1)}) = kernel i <= 3 do v[i] + n
  let (s : int) = reduce (\(a : int) (b : int) -> a + b) 0 z
  in (r, v, s)
---
-- a copy of what a star marks, where a caller uses the array after the call
def f (m : mem) (*x : [3] @ m -> R(3)) : (k : mem, [3] @ k -> R(3)) =
  let (k : mem) = alloc 3
  let (y : [3] @ k -> R(3)) = copy x
  in (k, y)
let (m : mem) = alloc 3
let (a : [3] @ m -> R(3)) = iota 3
let (k : mem) (b : [3] @ k -> R(3)) = f(m, a)
let (c : [3] @ k -> R(3)) = b with [1] = 9
in (m, a, k, c)
---
-- a copy of what a star marks, where iterations have the array in common
def f (m : mem) (*x : [3] @ m -> R(3)) (i : int) : int =
  let (k : mem) = alloc 3
  let (y : [3] @ k -> R(3)) = copy x
  let (z : [3] @ k -> R(3)) = y with [2] = i
  let (s : int) = z[2]
  in (s)
let (m : mem) = alloc 3
let (a : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 4
let (b : [4] @ k -> R(4)) = kernel i <= 4 do
  let (s : int) = f(m, a, i)
  in (s)
in (m, a, k, b)
---
-- a copy of what a star marks, where the caller has something else in the block
def f (m : mem) (*x : [3] @ m -> R(3)) (n : int) : (k : mem, [3] @ k -> R(3)) =
  let (k : mem) = alloc 3
  let (y : [3] @ k -> R(3)) = copy x
  let (z : [3] @ k -> R(3)) = y with [2] = n
  in (k, z)
let (m : mem) = alloc 6
let (q : [6] @ m -> R(6)) = iota 6
let (a : [3] @ m -> R(3)) = q[1:3]
let (r : [3] @ m -> 3 + {(3 : 1)}) = q[4:3]
let (k : mem) (b : [3] @ k -> R(3)) = f(m, a, 5)
let (s : int) = r[1]
in (k, b, s)
---
-- a copy of what a star marks, where no caller uses it again
def f (m : mem) (*x : [3] @ m -> R(3)) : (k : mem, [3] @ k -> R(3)) =
  let (k : mem) = alloc 3
  let (y : [3] @ k -> R(3)) = copy x
  let (z : [3] @ k -> R(3)) = y with [2] = 4
  in (k, z)
let (m : mem) = alloc 3
let (a : [3] @ m -> R(3)) = iota 3
let (k : mem) (b : [3] @ k -> R(3)) = f(m, a)
in (k, b)
---
-- a size that is 1: what a reshape shows of the array has another stride then, of one element
def f (c : int) : (r : mem, o : int, s : int, [1] @ r -> o + {(1 : s)}) =
  let (n : int) = 1
  let (a_mem : mem) = alloc 1
  let (a : [n][1] @ a_mem -> 0 + {(n : 5) (1 : 7)}) = kernel i <= n do
    let (w_mem : mem) = alloc 1
    let (w : [1] @ w_mem -> R(1)) = iota 1
    in (w)
  let (b_mem : mem) = alloc 1
  let (b : [n][1] @ b_mem -> 0 + {(n : 2) (1 : 3)}) = kernel i <= n do
    let (w_mem : mem) = alloc 1
    let (w : [1] @ w_mem -> R(1)) = replicate(1, c)
    in (w)
  let (r : mem) (o : int) (s : int) (t : int) (y : [n][1] @ r -> o + {(n : s) (1 : t)}) =
    if c
    then in (a_mem, 0, 5, 7, a)
    else in (b_mem, 0, 2, 3, b)
  let (z : [1] @ r -> o + {(1 : s)}) = reshape(1, y)
  in (r, o, s, z)
---
-- what a program without results binds stays
let (x_mem : mem) = alloc 3
let (x : [3]int @ x_mem -> R(3)) = iota 3
let (y_mem : mem) = alloc 3
let (y : [3]int @ y_mem -> R(3)) = copy x
let (n : int) = x[2]
let (k : int) = n
---
-- a claim that says where its array lies goes, and what uses it uses the array
let n = 3
let (m : mem) = alloc n
let (x : [n]int @ m -> R(n)) = iota n
let (r : [n]int @ m -> n - 1 + {(n : -1)}) = reverse x
let (y : [n]int @ m -> 2 + {(n : 0 - 1)}) = claim r
let (z : [n]int @ m -> 2 + {(n : -1)}) = claim y
let a = z[1]
in (m, y, a)
---
-- where another one stays nothing is done
let (m : mem) = alloc 4
let (x : [3]int @ m -> R(3)) = iota 3
let (k : mem) = alloc 4
let (u : [3]int @ k -> R(3)) = copy x
let (y : [3]int @ m -> R(3)) = claim x
let (z : [3]int @ k -> R(3)) = claim x
let a = z[1]
in (m, y, a)
