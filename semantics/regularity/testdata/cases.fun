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
