-- an int chosen by an `if`: even and odd iterations write on their own side
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (size : int) = 2 * n
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (c : int) = i % 2 == 0
    let (k : int) = if c
      then let (l : int) = 2 * n + 1 - i
           in (l)
      else in (i)
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (c : int) = i % 2 == 0
    let (k : int) = if c
      then let (l : int) = n + 1 - i
           in (l)
      else in (i)
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  in (zm, z)
---
-- an invariant int chosen by an `if`
def f (n : int) (b : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (size : int) = n + 5
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (c : int) = b > 7
    let (o : int) = if c then in (5) else in (0)
    let (k : int) = i + o
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (c : int) = b > i
    let (o : int) = if c then in (5) else in (0)
    let (k : int) = i + o
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  let (z3 : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (c : int) = b > 7
    let (s : int) = if c then in (2) else in (1)
    let (k : int) = i * s
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  in (zm, z)
---
-- a loop that strides over the grid
def f (n : int) (p : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc p
  let (z : [p] @ zm -> R(p)) = kernel i <= p do ### "proved, in bounds"
    let (k : int) = loop (j : int = i) while let (c : int) = j <= n in (c) do
      let (v : [n] @ m -> R(n)) = y with [j] = i
      let (l : int) = j + p
      in (l)
    in (k)
  let (z2 : [p] @ zm -> R(p)) = kernel i <= p do ### "not proved, in bounds"
    let (k : int) = loop (j : int = i) while let (c : int) = j <= n in (c) do
      let (v : [n] @ m -> R(n)) = y with [j] = i
      let (l : int) = j + p - 1
      in (l)
    in (k)
  in (m, y)
---
-- a counter
def f (n : int) (b : int) : int =
  let (size : int) = n * b
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (first : int) = (i - 1) * b + 1
    let (k : int) = loop (j : int = first) for r <= b do
      let (v : [size] @ m -> R(size)) = y with [j] = i
      let (l : int) = j + 1
      in (l)
    in (k)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
    let (first : int) = (i - 1) * b + 1
    let (k : int) = loop (j : int = first) for r <= b do
      let (l : int) = j + 1
      let (v : [size] @ m -> R(size)) = y with [l] = i
      in (l)
    let (l : int) = k + 1
    let (u : [size] @ m -> R(size)) = y with [l] = i
    in (k)
  in (n)
---
-- a counter that a condition may keep: at most one step a round
def f [n][b] (xm : mem) (x : [n][b] @ xm -> R(n, b)) : (ym : mem, [n][b] @ ym -> R(n, b)) =
  let (m : mem) = alloc (n * b)
  let (y : [n][b] @ m -> R(n, b)) = copy x ### "proved, in bounds"
  let (flat : [n * b] @ m -> R(n * b)) = reshape(n * b, y)
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (k : int) = loop (j : int = 0) for r <= b do
      let (a : int) = x[i, r]
      let (c : int) = a > 0
      let (l : int) = if c
        then let (at : int) = (i - 1) * b + j + 1
             let (v : [n * b] @ m -> R(n * b)) = flat with [at] = a
             let (l : int) = j + 1
             in (l)
        else in (j)
      in (l)
    in (k)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
    let (k : int) = loop (j : int = 0) for r <= b do
      let (a : int) = x[i, r]
      let (c : int) = a > 0
      let (l : int) = if c
        then let (at : int) = (i - 1) * b + j + 1
             let (v : [n * b] @ m -> R(n * b)) = flat with [at] = a
             let (l : int) = j + 2
             in (l)
        else in (j)
      in (l)
    in (k)
  in (m, y)
---
-- FFT butterflies: both elements of a pair
def f (n : int) (h : int) : int =
  let (size : int) = 2 * n
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (c : int) = h > 0
  let (w : int) = if c
    then let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
           let (k : int) = (i - 1) / h * 2 * h + (i - 1) % h + 1
           let (v : [size] @ m -> R(size)) = y with [k] = i
           let (l : int) = k + h
           let (u : [size] @ m -> R(size)) = y with [l] = i
           in (k)
         let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
           let (k : int) = (i - 1) / h * 2 * h + (i - 1) % h + 1
           let (v : [size] @ m -> R(size)) = y with [k] = i
           let (l : int) = k + h + 1
           let (u : [size] @ m -> R(size)) = y with [l] = i
           in (k)
         in (1)
    else in (0)
  in (n)
---
-- padded blocks: each block of h is followed by one location of padding
def f (n : int) (h : int) : int =
  let (size : int) = 2 * n
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (c : int) = h > 0
  let (w : int) = if c
    then let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
           let (k : int) = i + (i - 1) / h
           let (v : [size] @ m -> R(size)) = y with [k] = i
           in (k)
         let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
           let (k : int) = i - (i - 1) / h
           let (v : [size] @ m -> R(size)) = y with [k] = i
           in (k)
         in (1)
    else in (0)
  in (n)
---
-- three dimensions, unflattened
def f (n : int) (b : int) (c : int) : (ym : mem, [n][b][c] @ ym -> R(n, b, c)) =
  let (m : mem) = alloc (n * b * c)
  let (y : [n][b][c] @ m -> R(n, b, c)) = scratch([n][b][c]int)
  let (all : int) = n * b * c
  let (zm : mem) = alloc all
  let (z : [all] @ zm -> R(all)) = kernel i <= all do ### "proved, in bounds"
    let (q : int) = (i - 1) / (b * c) + 1
    let (r : int) = (i - 1) / c % b + 1
    let (s : int) = (i - 1) % c + 1
    let (v : [n][b][c] @ m -> R(n, b, c)) = y with [q, r, s] = i
    in (i)
  let (z2 : [all] @ zm -> R(all)) = kernel i <= all do ### "proved, in bounds"
    let (q : int) = (i - 1) / (b * c) + 1
    let (r : int) = (i - 1) % (b * c) / c + 1
    let (s : int) = (i - 1) % (b * c) % c + 1
    let (v : [n][b][c] @ m -> R(n, b, c)) = y with [q, r, s] = i
    in (i)
  let (z3 : [all] @ zm -> R(all)) = kernel i <= all do ### "not proved, in bounds"
    let (q : int) = (i - 1) / (b * c) + 1
    let (r : int) = (i - 1) / b % b + 1
    let (s : int) = (i - 1) % c + 1
    let (v : [n][b][c] @ m -> R(n, b, c)) = y with [q, r, s] = i
    in (i)
  in (m, y)
---
-- red and black in two dimensions: a red point reads black ones
def f [n][b] (xm : mem) (*x : [n][b] @ xm -> R(n, b)) : (ym : mem, [n][b] @ ym -> R(n, b)) =
  let (p : int) = n - 2
  let (q : int) = b - 2
  let (zm : mem) = alloc p
  let (z : [p] @ zm -> R(p)) = kernel i <= p do ### "proved, in bounds"
    let (k : int) = loop (k : int = 0) for j <= q do
      let (c : int) = (i + j) % 2 == 0
      let (l : int) = if c
        then let (up : int) = x[i, j + 1]
             let (down : int) = x[i + 2, j + 1]
             let (left : int) = x[i + 1, j]
             let (right : int) = x[i + 1, j + 2]
             let (s : int) = up + down + left + right
             let (y : [n][b] @ xm -> R(n, b)) = x with [i + 1, j + 1] = s
             in (1)
        else in (0)
      in (l)
    in (k)
  let (z2 : [p] @ zm -> R(p)) = kernel i <= p do ### "not proved, in bounds"
    let (k : int) = loop (k : int = 0) for j <= q do
      let (c : int) = (i + j) % 2 == 0
      let (l : int) = if c
        then let (up : int) = x[i, j]
             let (y : [n][b] @ xm -> R(n, b)) = x with [i + 1, j + 1] = up
             in (1)
        else in (0)
      in (l)
    in (k)
  in (xm, x)
---
-- bits: partners, powers, rings
def f (n : int) (p : int) : int =
  let (size : int) = 2 * n + 8
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (k : int) = i ^ 1
    let (l : int) = k + 1
    let (v : [size] @ m -> R(size)) = y with [l] = i
    in (k)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (k : int) = i & 1
    let (l : int) = k + i
    let (v : [size] @ m -> R(size)) = y with [l] = i
    in (k)
  let (z3 : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
    let (k : int) = 1 << i
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  let (z4 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
    let (k : int) = 1 << (i / 2)
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  let (wm : mem) = alloc 8
  let (w : [8] @ wm -> R(8)) = kernel i <= 8 do ### "proved, in bounds"
    let (k : int) = (i + p) & 7
    let (l : int) = k + 1
    let (v : [size] @ m -> R(size)) = y with [l] = i
    in (k)
  let (um : mem) = alloc 9
  let (u : [9] @ um -> R(9)) = kernel i <= 9 do ### "not proved, in bounds"
    let (k : int) = (i + p) & 7
    let (l : int) = k + 1
    let (v : [size] @ m -> R(size)) = y with [l] = i
    in (k)
  in (n)
---
-- a stride that is not 0, of unknown sign
def f (n : int) (o : int) (s : int) (size : int) : int =
  let (m : mem) = alloc size
  let (y : [size] @ m -> R(size)) = iota size ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (c : int) = s != 0
  let (w : int) = if c
    then let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, not in bounds"
           let (k : int) = o + s * i
           let (v : [size] @ m -> R(size)) = y with [k] = i
           in (k)
         in (1)
    else in (0)
  let (z2 : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
    let (k : int) = o + s * i
    let (v : [size] @ m -> R(size)) = y with [k] = i
    in (k)
  in (n)
---
-- powers of numbers up to 8, and of one too many
def f (n : int) : int =
  let (m : mem) = alloc 256
  let (y : [256] @ m -> R(256)) = iota 256 ### "proved, in bounds"
  let (zm : mem) = alloc 9
  let (z : [8] @ zm -> R(8)) = kernel i <= 8 do ### "proved, in bounds"
    let (k : int) = 1 << i
    let (v : [256] @ m -> R(256)) = y with [k] = i
    in (k)
  let (z2 : [9] @ zm -> R(9)) = kernel i <= 9 do ### "proved, not in bounds"
    let (k : int) = 1 << i
    let (v : [256] @ m -> R(256)) = y with [k] = i
    in (k)
  in (n)
