-- each row is written by its own iteration
def f [n][m] (xm : mem) (x : [n][m] @ xm -> R(n, m)) : (ym : mem, [n][m] @ ym -> R(n, m)) =
  let (ym : mem) = alloc (n * m)
  let (y : [n][m] @ ym -> R(n, m)) = kernel i <= n do ### "proved, in bounds"
    let (rm : mem) = alloc m
    let (r : [m] @ rm -> R(m)) = kernel j <= m do ### "proved, in bounds"
      let (a : int) = x[i, j]
      in (a)
    in (r)
  in (ym, y)
---
-- columns, written in place
def f (n : int) (m : int) : (ym : mem, [n][m] @ ym -> 0 + {(n : 1) (m : n)}) =
  let (ym : mem) = alloc (n * m)
  let (y : [n][m] @ ym -> 0 + {(n : 1) (m : n)}) = kernel i <= n do ### "proved, in bounds"
    let (r : [m] @ ym -> i - 1 + {(m : n)}) = iota m ### "proved, in bounds"
    in (r)
  in (ym, y)
---
-- the block of one iteration is that of the others
def f (n : int) (m : int) : (ym : mem, [n][m] @ ym -> R(n, m)) =
  let (ym : mem) = alloc (n * m)
  let (rm : mem) = alloc m
  let (y : [n][m] @ ym -> R(n, m)) = kernel i <= n do ### "not proved, in bounds"
    let (r : [m] @ rm -> R(m)) = iota m ### "proved, in bounds"
    in (r)
  in (ym, y)
---
-- parameters may lie in one block
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) (ym : mem) (z : [n] @ ym -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (k : int) = n - 1
  let (y : [k] @ ym -> R(k)) = kernel i <= k do ### "not proved, not in bounds"
    let (j : int) = i + 1
    let (a : int) = x[j]
    in (a)
  in (ym, z)
---
-- in place: an iteration reads only what it writes
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (y : [n] @ xm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (a : int) = x[i]
    in (a)
  in (xm, y)
---
-- the other way round
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (y : [n] @ xm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
    let (j : int) = n + 1 - i
    let (a : int) = x[j]
    in (a)
  in (xm, y)
---
-- earlier iterations read what later ones write, and not the other way round
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (k : int) = n + 1
  let (m : mem) = alloc k
  let (x : [k] @ m -> R(k)) = iota k ### "proved, in bounds"
  let (y : [n] @ m -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (j : int) = i + 1
    let (a : int) = x[j]
    in (a)
  in (m, y)
---
-- what is read says where it is written
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
    let (k : int) = x[i]
    let (v : [n] @ m -> R(n)) = y with [k] = i
    in (k)
  in (zm, z)
---
-- a condition says where it is written
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (c : int) = i < n
    let (k : int) = if c
      then let (j : int) = i + 1
           let (v : [n] @ m -> R(n)) = y with [j] = i
           in (j)
      else in (i)
    in (k)
  in (zm, z)
---
-- and its negation nothing
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (c : int) = i < n
    let (k : int) = if c
      then in (i)
      else let (j : int) = i + 1
           let (v : [n] @ m -> R(n)) = y with [j] = i
           in (j)
    let (l : int) = i + 1
    let (a : int) = y[i]
    in (k)
  in (zm, z)
---
-- rounds write further and further
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (size : int) = 2 * n
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (k : int) = loop (k : int = i) for r <= 2 do
      let (v : [size] @ m -> R(size)) = y with [k] = i
      let (l : int) = k + 1
      in (l)
    in (k)
  in (zm, z)
---
-- a function is its accesses
def put [n] (xm : mem) (*x : [n] @ xm -> R(n)) (k : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (y : [n] @ xm -> R(n)) = x with [k] = 7
  in (xm, y)
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (am : mem) (a : [n] @ am -> R(n)) = put(m, x, i)
    let (e : int) = a[i]
    in (e)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (am : mem) (a : [n] @ am -> R(n)) = put(m, x, 1)
    in (i)
  in (zm, z2)
---
-- a check is a fact
def f (n : int) (m : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (zm : mem) = alloc m
  check m = n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do in (i) ### "proved, in bounds"
  in (zm, z)
---
-- accumulators that are arrays
def f [n][m] (xm : mem) (x : [n][m] @ xm -> R(n, m)) : (ym : mem, [m] @ ym -> R(m)) =
  let (am : mem) = alloc m
  let (zero : [m] @ am -> R(m)) = replicate(m, 0) ### "proved, in bounds"
  let (sm : mem) = alloc m
  let (s : [m] @ sm -> R(m)) =
    reduce (\(k : int) (a : [m] @ sm -> R(m)) (row : [m] @ xm -> (k - 1) * m + {(m : 1)}) ->
      let (bm : mem) = alloc m
      let (b : [m] @ bm -> R(m)) = kernel j <= m do ### "proved, in bounds"
        let (u : int) = a[j]
        let (v : int) = row[j]
        let (w : int) = u + v
        in (w)
      in (b)) zero x
  in (sm, s)
---
-- a matrix copied over its own transpose
def f [n] (xm : mem) (x : [n][n] @ xm -> R(n, n)) : (ym : mem, [n][n] @ ym -> R(n, n)) =
  let (t : [n][n] @ xm -> 0 + {(n : 1) (n : n)}) = transpose x
  let (y : [n][n] @ xm -> R(n, n)) = copy t ### "not proved, not in bounds"
  in (xm, y)
---
-- and over itself
def f [n] (xm : mem) (x : [n][n] @ xm -> R(n, n)) : (ym : mem, [n][n] @ ym -> R(n, n)) =
  let (y : [n][n] @ xm -> R(n, n)) = copy x ### "proved, not in bounds"
  in (xm, y)
---
-- later iterations read what earlier ones wrote
def f (n : int) : (ym : mem, [n] @ ym -> 1 + {(n : 1)}) =
  let (k : int) = n + 1
  let (m : mem) = alloc k
  let (x : [k] @ m -> R(k)) = iota k ### "proved, in bounds"
  let (y : [n] @ m -> 1 + {(n : 1)}) = kernel i <= n do ### "not proved, in bounds"
    let (a : int) = x[i]
    in (a)
  in (m, y)
---
-- a neighbour that the last iteration has not
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (j : int) = i + 1
    let (a : int) = x[j]
    in (a)
  in (ym, y)
---
-- the first iteration does without a neighbour
def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (ym : mem, [n] @ ym -> R(n)) =
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (c : int) = i == 1
    let (a : int) = if c
      then in (0)
      else let (j : int) = i - 1
           let (b : int) = x[j]
           in (b)
    in (a)
  in (ym, y)
