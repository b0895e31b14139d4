-- a loop over an array and its size becomes a loop over the size
let (n : int) = 3
let (a : [n][2]int) = kernel i0 <= n do
  let (r0 : [2]int) = replicate(2, i0)
  in (r0)
let (yss : [n][?]int) = kernel i <= n do
  let (row : [2]int) = a[i, 1 : 2]
  let (size : int) (ys : [size]int) = loop (z : int = 2) (x : [z]int = row) while
    let (t : int) = z < 20
    in (t) do
    let (z' : int) = z + z
    let (x' : [z']int) = concat(x, x)
    in (z', x')
  in (ys)
in (yss)
---
-- branches that agree on the size, under a condition that they do not share
let (n : int) = 3
let (yss : [n][?]int) = kernel i <= n do
  let (c : int) = i < 2
  let (m : int) = n * 2
  let (s : int) (row : [s]int) = if c then
      let (k : int) = n + n
      let (x : [k]int) = replicate(k, 1)
      in (k, x)
    else
      let (y : [m]int) = iota m
      in (m, y)
  in (row)
in (yss)
---
-- a call with a row: the function is not called with it
def grow [k] (r : int) (x : [k]int) : (d : int, [d]int) =
  let (g : int) (y : [g]int) (e : int) = loop (h : int = k) (z : [h]int = x) (e' : int = 0) for q <= r do
    let (h' : int) = h + q
    let (w : [h']int) = iota h'
    let (f : int) = w[1]
    in (h', w, f)
  in (g, y)
let (n : int) = 3
let (a : [n][2]int) = kernel i0 <= n do
  let (r0 : [2]int) = replicate(2, i0)
  in (r0)
let (yss : [n][?]int) = kernel i <= n do
  let (row : [2]int) = a[i, 1 : 2]
  let (s : int) (ys : [s]int) = grow(n, row)
  in (ys)
in (yss)
---
-- a call without a row stays
def evens [k] (x : [k]int) : (d : int, [d]int) =
  let (c : int) = reduce (\(acc : int) (b : int) ->
    let (t : int) = b % 2
    let (acc' : int) = acc + t
    in (acc')) 0 x
  let (y : [c]int) = iota c
  in (c, y)
let (n : int) = 3
let (a : [n]int) = iota n
let (yss : [n][?]int) = kernel i <= n do
  let (s : int) (ys : [s]int) = evens(a)
  let (zs : [s]int) = replicate(s, i)
  in (zs)
in (yss)
---
-- a fold with two accumulators, of which one needs the other, and a third one that needs the index
let (n : int) = 3
let (a : [n]int) = iota n
let (yss : [n][?]int) = kernel i <= n do
  let (s : int) (t : int) (u : int) = reduce (\(s' : int) (t' : int) (u' : int) (e : int) ->
    let (t'' : int) = t' + e
    let (u'' : int) = u' + i
    in (t', t'', u'')) (0, 1, 0) a
  let (ys : [s]int) = iota s
  in (ys)
in (yss)
---
-- the number of elements of a row depends on the row, although the elements do not matter
let (n : int) = 3
let (xss : [n][?]int) = kernel i0 <= n do
  let (r0 : [i0]int) = iota i0
  in (r0)
let (yss : [n][?]int) = kernel i <= n do
  let (s : int) (row : [s]int) = xss[i]
  let (ones : [s]int) = replicate(s, 1)
  let (c : int) = reduce (\(acc : int) (b : int) ->
    let (acc' : int) = acc + 1
    in (acc')) 0 ones
  let (ys : [c]int) = iota c
  in (ys)
in (yss)
---
-- any row of a regular array has the size, whatever the type says
let (n : int) = 3
let (c0 : int) = n < 2
let (k : int) = if c0 then
    in (5)
  else
    in (2)
let (yss : [n][?]int) = kernel i <= n do
  let (xss : [n][?]int) = if c0 then
      let (p : [n][?]int) = kernel i1 <= n do
        let (r1 : [4]int) = iota 4
        in (r1)
      in (p)
    else
      let (q : [n][?]int) = kernel i2 <= n do
        let (r2 : [k]int) = iota k
        in (r2)
      in (q)
  let (s : int) (row : [s]int) = xss[i]
  in (row)
in (yss)
---
-- a size that is known by its row, in a kernel inside: it stays that of its row
let (n : int) = 3
let (xss : [n][?]int) = kernel i0 <= n do
  let (d0 : int) = 4 - i0
  let (e0 : int) = d0 * d0
  let (r0 : [e0]int) = iota e0
  in (r0)
let (yss : [n][?]int) (zss : [n][?]int) = kernel i <= n do
  let (c : int) = i < 2
  let (ss : [n]int) = kernel j <= n do
    let (s : int) (row : [s]int) = xss[j]
    let (w : int) = if c then
        in (s)
      else
        in (s)
    in (w)
  let (m : int) = ss[2]
  let (ys : [m]int) = iota m
  let (vss : [2][?]int) = [ys, ys]
  in (ys, ys)
in (yss)
---
-- the same of an array of which nothing is known
def g [n] (xss : [n][?]int) : int =
  let (yss : [n][?]int) = kernel i <= n do
    let (c : int) = i < 2
    let (ss : [n]int) = kernel j <= n do
      let (s : int) (row : [s]int) = xss[j]
      let (w : int) = if c then
          in (s)
        else
          in (s)
      in (w)
    let (m : int) = ss[2]
    let (ys : [m]int) = iota m
    in (ys)
  in (n)
let (n0 : int) = 3
let (a : [1]int) = iota 1
let (b : [2]int) = iota 2
let (c0 : [3]int) = iota 3
let (lit : [3][?]int) = [b, c0, a]
let (r : int) = g(lit)
let (wss : [n0][?]int) = kernel i1 <= n0 do
  let (c1 : int) = i1 < 2
  let (ts : [n0]int) = kernel j1 <= n0 do
    let (s1 : int) (row1 : [s1]int) = lit[j1]
    let (w1 : int) = if c1 then
        in (s1)
      else
        in (s1)
    in (w1)
  let (m1 : int) = ts[2]
  let (vs : [m1]int) = iota m1
  in (vs)
in (wss)
---
-- an element is a size: it is read before the kernel
let (n : int) = 3
let (a : [n]int) = iota n
let (yss : [n][?]int) = kernel i <= n do
  let (c : int) = i < 2
  let (j : int) = n - 1
  let (s : int) = if c then
      let (e : int) = a[j]
      in (e)
    else
      let (k : int) = n - 1
      let (f : int) = a[k]
      in (f)
  let (row : [s]int) = iota s
  in (row)
in (yss)
---
-- what a check says about a size
let (n : int) = 3
let (m : int) = 2
let (xss : [n][?]int) = kernel i0 <= n do
  let (r0 : [2]int) = iota 2
  in (r0)
let (yss : [n][?]int) = kernel i <= n do
  let (q : int) = i * 0
  let (q' : int) = q + i
  let (p : int) = q' - i
  let (s : int) = p + 2
  check s = m
  let (ys : [s]int) = iota s
  in (ys)
in (yss)
---
-- an array that a call gives has the name that it has in the body of the function
def f [m] (a : [m]int) (k : int) : (s : int, [s]int) =
  let (s : int) = m + 1
  let (ys : [s]int) = replicate(s, k)
  in (s, ys)
let (n : int) = 2
let (yss : [n][?]int) = kernel i <= n do
  let (a : [2]int) = iota 2
  let (s : int) (ys : [s]int) = f(a, i)
  let (e : int) (zs : [e]int) = f(ys, i)
  let (c : int) = e - s
  let (row : [c]int) = iota c
  in (row)
in (yss)
---
-- a check on which a type of the slice rests
let (n : int) = 3
let (xss : [n][?]int) = kernel i0 <= n do
  let (r0 : [2]int) = iota 2
  in (r0)
let (yss : [n][?]int) = kernel i <= n do
  let (two : int) = 2
  let (m : int) = two % 3
  let (rows : [2][m]int) = kernel j <= 2 do
    let (d : int) (r : [d]int) = xss[j]
    check d = m
    in (r)
  let (e : int) = rows[2, 1]
  let (ys : [e]int) = iota e
  in (ys)
in (yss)
---
-- two sizes that are equal because both are equal to one that depends on the row: nothing can stand before the kernel
def two [m] (a : [m]int) : (s : int, [s]int) =
  let (s : int) = reduce (\(v : int) (e : int) ->
    let (w : int) = max(v, e)
    in (w)) 0 a
  let (ys : [s]int) = iota s
  in (s, ys)
def same [m] (a : [m]int) (b : [m]int) : int =
  let (k : int) = m + 0
  let (e : int) = b[k]
  in (e)
let (n : int) = 2
let (a : [2]int) = [2, 1]
let (b : [2]int) = [1, 2]
let (yss : [n][?]int) = kernel i <= n do
  let (p : int) (ps : [p]int) = two(a)
  let (q : int) (qs : [q]int) = two(b)
  let (w : int) = max(i, 2)
  check p = w
  check w = q
  let (e : int) = same(ps, qs)
  let (ys : [e]int) = iota e
  in (ys)
in (yss)
---
-- a call that depends on the iteration, and gives an array that does not
def first [m] (a : [m]int) (j : int) : (int, [m]int) =
  let (k : int) = a[1] + j
  let (ys : [m]int) = copy a
  in (k, ys)
let (n : int) = 3
let (a : [2]int) = [2, 1]
let (zss : [n][?]int) = kernel i <= n do
  let (k : int) (ys : [2]int) = first(a, i)
  let (e : int) = ys[1]
  let (zs : [e]int) = iota e
  in (zs)
in (zss)
