-- §4.2: yss has the shape of xss
let (n : int) = 2
let (xss : [n][?]int) = kernel i0 <= n do
  let (r0 : [i0]int) = iota i0
  in (r0)
let (yss : [n][?]int) = kernel sh <= n do
  let (s : int) (row : [s]int) = xss[sh]
  let (ys : [s]int) = kernel sh' <= s do
    let (e : int) = row[sh']
    let (e1 : int) = e + 1
    in (e1)
  in (ys)
in (yss)
---
-- §4.2, of an array of which nothing is known
def add1 [n] (xss : [n][?]int) : [n][?]int =
  let (yss : [n][?]int) = kernel sh <= n do
    let (s : int) (row : [s]int) = xss[sh]
    let (ys : [s]int) = kernel sh' <= s do
      let (e : int) = row[sh']
      let (e1 : int) = e + 1
      in (e1)
    in (ys)
  in (yss)
---
-- bubbleSortAll
def sorted [n] (v : [n]int) : int =
  let (yes : int) = reduce (\(acc : int) (b : int) ->
    let (c : int) = acc + b
    in (c)) 0 v
  in (yes)
def bubbleSortAll [m] (xss : [m][?]int) : [m][?]int =
  let (yss : [m][?]int) = kernel i <= m do
    let (s : int) (row : [s]int) = xss[i]
    let (ys : [s]int) = loop (x : [s]int = row) while
      let (t : int) = sorted(x)
      in (t) do
      let (next : [s]int) = kernel j <= s do
        let (e : int) = x[j]
        in (e)
      in (next)
    in (ys)
  in (yss)
---
-- doubling: the number of rounds depends on the elements
def doubleAll [m][k] (xss : [m][k]int) : [m][?]int =
  let (yss : [m][?]int) = kernel i <= m do
    let (row : [k]int) = xss[i, 1 : k]
    let (size : int) (ys : [size]int) = loop (z : int = k) (x : [z]int = row) while
      let (f : int) = x[1]
      let (t : int) = f < z
      in (t) do
      let (z' : int) = z + z
      let (x' : [z']int) = concat(x, x)
      in (z', x')
    in (ys)
  in (yss)
---
-- doubling: the number of rounds depends on the size alone
def doubleAll [m][k] (xss : [m][k]int) : [m][?]int =
  let (yss : [m][?]int) = kernel i <= m do
    let (row : [k]int) = xss[i, 1 : k]
    let (size : int) (ys : [size]int) = loop (z : int = k) (x : [z]int = row) while
      let (t : int) = z < 100
      in (t) do
      let (z' : int) = z + z
      let (x' : [z']int) = concat(x, x)
      in (z', x')
    in (ys)
  in (yss)
---
-- §4.3: 6 * 7 is constant, whatever is around it
let (n : int) = 3
let (xs : [n]int) = iota n
let (ys : [n]int) = kernel i <= n do
  let (x : int) = xs[i]
  let (c : int) = 6 * 7
  let (y : int) = x + c
  in (y)
in (ys)
---
-- §4.3: extent (xss ! sh) of a regular array is the same for all sh, although the type of xss does not say so
def rows [n][m] (a : [n][m]int) : [n][?]int =
  let (xss : [n][?]int) = kernel i <= n do
    let (row : [m]int) = a[i, 1 : m]
    in (row)
  let (yss : [n][?]int) = kernel sh <= n do
    let (s : int) (x : [s]int) = xss[sh]
    let (y : [s]int) = iota s
    in (y)
  in (yss)
---
-- cond: branches of one shape
def clip [n][m] (a : [n][m]int) : [n][m]int =
  let (yss : [n][m]int) = kernel i <= n do
    let (e : int) = a[i, 1]
    let (row : [m]int) = if e then
        let (x : [m]int) = a[i, 1 : m]
        in (x)
      else
        let (y : [m]int) = iota m
        in (y)
    in (row)
  in (yss)
---
-- cond: branches of different shapes, and a condition that all rows share
def choose [n][m] (c : int) (a : [n][m]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (s : int) (row : [s]int) = if c then
        let (x : [m]int) = a[i, 1 : m]
        in (m, x)
      else
        let (y : [1]int) = [i]
        in (1, y)
    in (row)
  in (yss)
---
-- cond: branches of different shapes, and a condition of each row
def choose [n][m] (a : [n][m]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (e : int) = a[i, 1]
    let (s : int) (row : [s]int) = if e then
        let (x : [m]int) = a[i, 1 : m]
        in (m, x)
      else
        let (y : [1]int) = [i]
        in (1, y)
    in (row)
  in (yss)
---
-- cond: rows of an irregular array and of one that has its shape
def pick [n] (xss : [n][?]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (s : int) (row : [s]int) = xss[i]
    let (y : [s]int) = reverse row
    in (y)
  let (zss : [n][?]int) = kernel j <= n do
    let (t : int) (x : [t]int) = xss[j]
    let (u : int) (z : [u]int) = yss[j]
    let (e : int) = j % 2
    let (w : int) (r : [w]int) = if e then
        in (t, x)
      else
        in (u, z)
    in (r)
  in (zss)
---
-- split-radix: an outer while over ever smaller arrays, and all rows shrink together
def halves [n][m] (a : [n][m]f64) : [n][?]f64 =
  let (yss : [n][?]f64) = kernel i <= n do
    let (row : [m]f64) = a[i, 1 : m]
    let (size : int) (ys : [size]f64) = loop (k : int = m) (x : [k]f64 = row) while
      let (t : int) = k > 1
      in (t) do
      let (h : int) = k / 2
      let (z : [h]f64) = kernel j <= h do
        let (j' : int) = j + h
        let (p : f64) = x[j]
        let (q : f64) = x[j']
        let (pq : f64) = p + q
        in (pq)
      in (h, z)
    in (ys)
  in (yss)
---
-- quicksort: the rows need different numbers of rounds, and what they carry keeps its size
def sort [n][m] (a : [n][m]int) : [n][m]int =
  let (yss : [n][m]int) = kernel i <= n do
    let (row : [m]int) = a[i, 1 : m]
    let (first : [m]int) = replicate(m, 0)
    let (v : [m]int) (heads : [m]int) = loop (x : [m]int = row) (h : [m]int = first) while
      let (all : int) = reduce (\(acc : int) (b : int) ->
        let (c : int) = acc * b
        in (c)) 1 h
      let (t : int) = 1 - all
      in (t) do
      let (x' : [m]int) (h' : [m]int) = kernel j <= m do
        let (e : int) = x[j]
        in (e, 1)
      in (x', h')
    in (v)
  in (yss)
---
-- a for loop whose number of rounds depends on the row
def grow [n] (k : [n]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (b : int) = k[i]
    let (x0 : [1]int) = [i]
    let (size : int) (ys : [size]int) = loop (z : int = 1) (x : [z]int = x0) for r <= b do
      let (z' : int) = z + 1
      let (more : [1]int) = [r]
      let (x' : [z']int) = concat(x, more)
      in (z', x')
    in (ys)
  in (yss)
---
-- a row with a constant index is independent, whatever the shape of its array
def same [n] (xss : [n][?]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (s : int) (row : [s]int) = xss[1]
    let (y : [s]int) = kernel j <= s do
      let (e : int) = row[j]
      let (e' : int) = e + i
      in (e')
    in (y)
  in (yss)
---
-- three levels, of which the innermost two are irregular
def deep [n] (x : [n][?][?]int) : [n][?][?]int =
  let (y : [n][?][?]int) = kernel i <= n do
    let (k : int) (rows : [k][?]int) = x[i]
    let (z : [k][?]int) = kernel j <= k do
      let (s : int) (row : [s]int) = rows[j]
      let (r : [s]int) = reverse row
      in (r)
    in (z)
  in (y)
---
-- two regular levels above an irregular one
def planes [n][m] (x : [n][m][?]int) : [n][m][?]int =
  let (y : [n][m][?]int) = kernel i <= n do
    let (rows : [m][?]int) = x[i, 1 : m]
    let (z : [m][?]int) = kernel j <= m do
      let (s : int) (row : [s]int) = x[i, j]
      let (r : [s]int) = copy row
      in (r)
    in (z)
  in (y)
---
-- literals, parts, views, scans and updates
def forms [n][m] (a : [n][m]int) (xss : [n][?]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (l : [m]int) = a[i, 1 : m]
    let (u : [m]int) = l with [1] = i
    let (s : [m]int) = scan (\(acc : int) (b : int) ->
      let (c : int) = acc + b
      in (c)) 0 u
    let (v : [1][m]int) = [s]
    let (w : [m][1]int) = transpose v
    let (p : [m]int) = reshape((m), w)
    let (q : [m]int) = permute((1), p)
    let (z : [m]int) = scratch([m]int)
    let (d : int) = m + m
    let (qz : [d]int) = concat(q, z)
    let (size : int) (all : [size]int) = flatten xss
    let (part : [2][?]int) = xss[1 : 2]
    let (t : int) (row : [t]int) = part[2]
    let (rr : [t]int) = reverse row
    let (e : [2][?]int) = [rr, qz]
    let (f : [2][?]int) = [rr, row]
    in (qz)
  in (yss)
---
-- calls: the function is analysed with its arguments, and one that is not known is opaque
def twice [k] (x : [k]int) : (d : int, [d]int) =
  let (d' : int) = k + k
  let (y : [d']int) = concat(x, x)
  in (d', y)
def all [n][m] (a : [n][m]int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (row : [m]int) = a[i, 1 : m]
    let (s : int) (y : [s]int) = twice(row)
    let (j : [i]int) = iota i
    let (t : int) (z : [t]int) = twice(j)
    let (u : int) (w : [u]int) = unknown(y)
    in (y)
  in (yss)
---
-- what a check says
def checked [n] (xss : [n][?]int) (m : int) : [n][?]int =
  let (yss : [n][?]int) = kernel i <= n do
    let (s : int) (row : [s]int) = xss[i]
    check s = m
    let (y : [s]int) = iota s
    in (y)
  in (yss)
