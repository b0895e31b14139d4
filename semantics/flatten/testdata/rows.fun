-- iota, and a sum that is kept for each row
def row (i : int) = let x = iota i in (x, reduce (+) 0 x)
let n = 3
---
-- rows of an irregular array: they are scaled by their sums
def row [n][t] (i : int) (sizes : [n]int) (offsets : [n]int) (data : [t]int) =
  let x = data[offsets[i] : sizes[i]]
  let s = reduce (+) 0 x
  in map (\v -> v * s) x
let n = 3
let sizes = [2, 0, 3]
let offsets = [1, 3, 3]
let data = [5, 1, 4, 2, 8]
---
-- views share their elements
def row [m] (i : int) (x : [m]int) (a : [m][m]int) = (x[i : m - i + 1], a[i, 1 : i], let y = iota m in y[2 : i])
let n = 2
let x = [7, 8, 9]
let a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
---
-- other views are copied
def row [m] (i : int) (x : [m]int) = (copy (reverse x[1 : i]), x[1 : (i + 1) / 2 : 2])
let n = 3
let x = [7, 8, 9]
---
-- (long) replicate, concat and literals
def row (i : int) =
  let x = replicate(i, 2.5)
  in (x ++ [0.5] ++ x, [x, map (\v -> v * 2.0) x], [[i], [2 * i]])
let n = 3
---
-- (long) kernels in kernels
def row (i : int) = (kernel j <= i, k <= 2 do j * k, kernel j <= 2, k <= i do j + k, kernel j <= i, k <= i do 10 * j + k)
let n = 3
---
-- an inner kernel whose body makes arrays
def row (i : int) = kernel j <= i do let x = iota j in reduce (+) 0 (map (\v -> v * v) x)
let n = 4
---
-- scans, of ints and of f64s, with a neutral element of each row, of two arrays, of rows
def row (i : int) =
  let x = map (\v -> f64(v) / 3.0) (iota i)
  let a = kernel j <= i do [j, i]
  in (scan (+) 0 (iota i), scan (\a b -> a * 0.7 + b) (f64(i)) x, scan (\(a, c) (v, w) -> (a + v, c * w)) (0, i) (iota i) (reverse (iota i)), scan (\p q -> map (\u v -> u + 2 * v) p q) [1, 1] a)
let n = 4
---
-- (long) a scan whose accumulators differ in size, as a loop
def row (i : int) = scan (\p q -> map (\u -> u + q) p) (iota i) (iota 3)
let n = 2
---
-- (long) a reduce whose accumulator differs in size
def row (i : int) = reduce (\p q -> map (\u -> u + q) p) (iota i) (iota i)
let n = 3
---
-- if, with a condition of the row
def row [m] (i : int) (x : [m]int) = if i % 2 == 0 then x[1 : i] else map (\v -> v * i) (iota i)
let n = 4
let x = [4, 3, 2, 1]
---
-- if, with a condition that is the same for all rows
def row [m] (i : int) (k : int) (x : [m]int) = let (y, s) = if k > 1 then (x[1 : i], 0) else (iota i, k) in (y, s)
let n = 3
let k = 2
let x = [4, 3, 2, 1]
---
-- both branches are views of one array
def row [m] (i : int) (x : [m]int) = if x[i] > 2 then x[1 : i] else x[i : 1]
let n = 4
let x = [4, 3, 2, 1]
---
-- the library: filter
def row [m] (i : int) (x : [m]int) = filter(map (\v -> v % i == 0) x, x)
let n = 4
let x = [4, 3, 12, 8, 5]
---
-- (long) the library: partition, sort, scatter, histogram
def row [m] (i : int) (x : [m]int) =
  let y = x[1 : i]
  in (partition(map (\v -> v > 4) y, y), sort(y), scatter([1], [0], y), histogram(i, map (\v -> v % i + 1) y))
let n = 4
let x = [4, 3, 12, 8, 5]
---
-- a loop with as many rounds in all rows
def row (i : int) = loop (x = iota i) for r <= 3 do map (\v -> v + r) (x ++ [r])
let n = 3
---
-- (long) a `for` with rounds of the row
def row (i : int) = loop (x = iota i, s = 0) for r <= i do (map (\v -> v * 2 - s) x, s + r)
let n = 4
---
-- a while loop whose arrays grow
def row (i : int) = let (x, k) = loop (x = [i], k = i) while k % 3 != 0 do (x ++ [k + 1], k + 1) in (x, k)
let n = 5
---
-- (long) odd-even sort: the rounds are kernels, and each row has its own number of rounds
def row [m] (i : int) (x : [m]int) =
  let y = x[1 : i]
  let (y, _) = loop (y = y, go = 1) while go do
    let z = kernel j <= length(y) do
      let left = j % 2 == 1
      let other = if left then min(j + 1, length(y)) else j - 1
      in if left then min(y[j], y[other]) else max(y[j], y[other])
    let w = kernel j <= length(z) do
      let left = j % 2 == 0
      let other = if left then min(j + 1, length(z)) else max(j - 1, 1)
      in if left then min(z[j], z[other]) else max(z[j], z[other])
    in (w, !(w == y))
  in y
let n = 5
let x = [4, 3, 12, 8, 5]
---
-- bubble sort changes its array in place
def row [m] (i : int) (x : [m]int) =
  loop (y = copy x[1 : i]) for r <= i do
    loop (y = y) for j <= i - r do
      if y[j] > y[j + 1] then let a = y[j] let y = y with [j] = y[j + 1] in y with [j + 1] = a else y
let n = 4
let x = [4, 3, 12, 8, 5]
---
-- a while loop that changes its array in place, beside a number
def row [m] (i : int) (x : [m]int) =
  let (y, s) = loop (y = copy x[1 : i], s = 1) while s < i do (y with [s] = y[s + 1], s + 1)
  in (y, s)
let n = 4
let x = [4, 3, 12, 8, 5]
---
-- two arrays change in place, one of which has one size
def row [m] (i : int) (x : [m]int) =
  let (y, z) = loop (y = x[1 : i], z = x) for r <= i do (y with [r] = z[r], z with [r] = r)
  in (y, z)
let n = 4
let x = [4, 3, 12, 8, 5]
---
-- (long) parts of a matrix change in place
def row (i : int) =
  loop (a = kernel j <= i, k <= i do j * k) for r <= i do
    let a = a with [r, :] = a[:, r]
    let a = a with [1 : i / 2, 1 : (i + 1) / 2 : 2] = replicate(i / 2, replicate((i + 1) / 2, r))
    in a with [:, 0 + {(i / 2 : 2)}] = kernel j <= i, k <= i / 2 do k
let n = 3
---
-- (long) what was before a change is used after it: the array does not change in place
def row (i : int) = loop (x = iota i) for r <= i do let y = x with [r] = 0 in map (\a b -> a + b) x y
let n = 3
---
-- updates: of an element, of a part, of a flat part, of a row
def row (i : int) =
  let x = iota i
  let a = kernel j <= i, k <= 3 do j * k
  in (x with [i] = 7, x with [i : i / 2 : -1] = x[1 : i / 2], x with [0 + {(i / 2 : 2)}] = x[1 : i / 2], a with [i, :] = [1, 2, 3], a with [:, 2] = x)
let n = 4
---
-- (long) calls that give arrays
def evens [n] (x : [n]int) = filter(map (\v -> v % 2 == 0) x, x)
def ends [n] (x : [n]int) = if n > 2 then [x[1], x[n]] else x
def row (i : int) = let x = evens(iota i) in (ends(x), ends(iota i))
let n = 7
---
-- a check that rows rest on
def row [m] (i : int) (x : [m]int) = let y = filter(map (\v -> v > 0) x, x) in map (\a b -> a + b * i) x y
let n = 2
let x = [4, 3, 12]
---
-- elements that nobody has written
def row (i : int) = let x = scratch([i + 1]int) with [2] = i in (x[2 : 1] ++ [i], (copy x)[2 : 1], if i > 1 then x[2 : 1] else [0], (x with [1 : i] = iota i)[1 : i])
let n = 3
---
-- an array without elements
def row (i : int) = (empty([0][3]int), let (x : [0]int) = [] in x ++ iota (i - 1), replicate(i - 1, empty([0]f64)))
let n = 2
---
-- the results are regular, and what comes before is not
def row (i : int) (k : int) = let x = filter(map (\v -> v > i) (iota 4), iota 4) in (length(x), reduce (+) 0 x, if k > 2 then iota k else iota k)
let n = 3
let k = 2
---
-- (long) no rows
def row (i : int) (k : int) = (filter(map (\v -> v > i) (iota 4), iota 4), if i > 1 then replicate(k, i) else iota i, 1 / i)
let n = 0
let k = -3
---
-- (long) no row takes a branch whose array would have a negative size
def row (i : int) (k : int) = (if i > 5 then iota k else iota i, if i > 5 then let x = iota k in x ++ x else [i])
let n = 3
let k = -3
---
-- (long) no row does a round
def row (i : int) (k : int) = let (x, _) = loop (x = iota i, s = 1) for r <= k do (replicate(k - 5, 1 / 0), s) in loop (y = x) while length(y) > 9 do replicate(k, 1)
let n = 3
let k = 0
---
-- stuck: out of bounds, in one row
def row [m] (i : int) (x : [m]int) = map (\v -> v + x[v]) (iota i)
let n = 4
let x = [1, 2, 3]
---
-- stuck: a slice that reaches outside, and that nothing reads
def row [m] (i : int) (x : [m]int) = let y = x[1 : i] in iota i
let n = 4
let x = [1, 2, 3]
---
-- stuck: a negative size, beside larger ones
def row (i : int) = iota ((i - 2) * (i - 2) * 4 - 1)
let n = 3
---
-- stuck: a check
def row [m] (i : int) (x : [m]int) = let y = filter(map (\v -> v > i) x, x) in map (\a b -> a + b) x y
let n = 2
let x = [4, 3, 2]
---
-- stuck: an update outside
def row (i : int) = (iota i) with [3 - i] = 0
let n = 2
---
-- stuck: an update outside of the row, but inside of the data
def row (i : int) = loop (x = iota i) for r <= 2 do x with [r] = 0
let n = 3
---
-- stuck: only in one branch
def row (i : int) = if i > 2 then iota (1 / (i - 3)) else iota i
let n = 3
---
-- stuck: before a loop that would go on for ever
def row [m] (i : int) (x : [m]int) =
  let b = iota i
  let a = x[i]
  in kernel j <= i do loop (s = b[j]) while s > 0 do s + 1
let n = 1
let (x : [0]int) = []
---
-- stuck: the bound is negative
def row (i : int) = iota i
let n = -1
---
-- no rows, and rounds without end
def row (i : int) (k : int) = loop (x = iota i) for r <= k do map (\v -> v + r) x
let n = 0
let k = 10 ** 12
---
-- stuck: a part outside of the row, but inside of the data
def row (i : int) = loop (x = iota i) for r <= 1 do x with [1 : 2] = [r, r]
let n = 3
---
-- stuck: an element outside of the row, but inside of the data
def row (i : int) = let x = iota i in kernel j <= i + 1 do x[j]
let n = 3
---
-- stuck: a sum of a size and a negative number
def row (i : int) = let x = iota i let c = (i - 2) * (i - 2) * 5 - 3 let d = length(x) + c in kernel j <= d do j
let n = 3
---
-- branches of which some give parts of a matrix that is kept for each row
def row (i : int) (k : int) = let a = kernel j <= k, l <= 3 do 10 * i + j + l in if i > 2 then a[i - 1, 1 : i - 1] else flatten a
let n = 4
let k = 3
---
-- a `for` whose number of rounds is negative in some rows
def row (i : int) = loop (x = iota i) for r <= 3 - i do x with [1] = x[1] + r
let n = 5
---
-- (long) inner folds that rest on a check
def row [m] (i : int) (x : [m]int) = let (y : [m]int) = filter(map (\v -> v > 0) x, x) in kernel j <= i do reduce (\(a, b) (p, q) -> (a + p, b - q * j)) (0, 1) x y
let n = 3
let x = [4, 3, 2]
---
-- quicksort of rows, in place, with a list of ranges that nothing needs afterwards
def quick [n] (x : [n]int) =
  let (x, _, _) = loop (x = x, lo = [1], hi = [n]) while length(lo) > 0 do
    let a = lo[1] let b = hi[1]
    let rest = length(lo) - 1
    let los = copy lo[2 : rest] let his = copy hi[2 : rest]
    in if a >= b then (x, los, his) else
       let p = x[b]
       let (y, k) = loop (y = x, k = a) for j <= b - a do
          let at = a + j - 1
          in if y[at] < p then (let t = y[at] let u = y[k] let y = y with [at] = u in (y with [k] = t, k + 1)) else (y, k)
       let t = y[k]
       let y = y with [k] = y[b]
       let y = y with [b] = t
       in (y, los ++ [a, k + 1], his ++ [k - 1, b])
  in x
def row [m] (i : int) (x : [m]int) = quick(x[1 : i])
let n = 7
let x = [3, 1, 4, 1, 5, 9, 2]
---
-- primes by a nested sieve
def row (i : int) =
  let m = i * i
  let marked = loop (f = replicate(m + 1, 1)) for p <= i - 1 do
    let q = p + 1
    in loop (f = f) for k <= m / q - 1 do f with [q * (k + 1)] = 0
  in positions(marked[2 : max(m - 1, 0)])
let n = 5
---
-- breadth-first search: the frontier changes its size
def row [n][e] (i : int) (first : [n]int) (count : [n]int) (to : [e]int) =
  let (dist, _, _) = loop (dist = replicate(n, -1) with [i] = 0, front = [i], d = 1) while length(front) > 0 do
    let all = reduce (+) 0 (map (\v -> count[v]) front)
    let next = loop (next = replicate(n, 0)) for k <= length(front) do
      let v = front[k]
      in loop (next = next) for j <= count[v] do if dist[to[first[v] + j - 1]] < 0 then next with [to[first[v] + j - 1]] = 1 else next
    let dist = kernel v <= n do if next[v] == 1 then d else dist[v]
    in (dist, positions(next), d + 1)
  in (dist, positions(map (\v -> v == 1) dist))
let n = 4
let first = [1, 3, 4, 4]
let count = [2, 1, 0, 1]
let to = [2, 3, 4, 1]
---
-- (long) a size in the type of a function that only a check in its body equates with that of the array
def row [m] (i : int) (x : [m]int) =
  let s = i % 5
  let a = kernel j <= 1, k <= m % 4 do s
  let f = map (\e -> f64(e) / 3.0) (x with [1 + {(s - 1 : 1)}] = x)
  in a
let n = 0
let (x : [0]int) = []
---
-- (long) an equation of a parameter that is a number in the call
def row [m][l] (i : int) (k : int) (x : [m]int) (z : [l]int) =
  let v = x with [1 + {(k - 1 : 1)}] = z
  in ([i] ++ z, kernel j <= i do v)
let n = 2
let k = 3
let x = [1, 2, 3]
let z = [4, 5]
---
-- stuck: a negative size in the result of a function
def upto (k : int) = iota k
def row (i : int) = upto((i - 2) * (i - 2) * 4 - 1)
let n = 3
---
-- stuck: a negative size, which an array in a branch has
def row (i : int) =
  let k = (i - 2) * (i - 2) * 4 - 1
  let (x, s) = if k > 0 then (iota k, 1) else (iota 2, 2)
  in (x, iota k)
let n = 3
---
-- stuck: rows of a negative size, although there are none
def row (i : int) (k : int) = let a = kernel j <= max(i - 2, 0), l <= k - 1 do j in let b = transpose a in iota i
let n = 1
let k = 0
---
-- (long) an array that changes beside one that does not
def row (i : int) = let (x, _) = loop (x = iota i, y = iota i) for r <= i do let z = y with [r] = 3 in (x with [r] = z[1], map (\v -> v + 1) y) in x
let n = 3
