-- Choosing elements: where the extremes are, which elements pass a test, how often
-- each value occurs. Tests are arrays of flags, where 0 is no.

-- The index of the smallest element, the first of several; stuck where there is none. O(n).
-- > argmin([3, 1, 2, 1])
-- 2
-- > argmin([])
-- error: index 1 is out of bounds
def argmin [n] (x : [n]int) : int =
  let (_, at) = loop (best = x[1], at = 1) for i <= n do
    if x[i] < best then (x[i], i) else (best, at)
  in at

-- The index of the greatest element, the first of several; stuck where there is none. O(n).
-- > argmax([3, 1, 4, 4])
-- 3
def argmax [n] (x : [n]int) : int =
  let (_, at) = loop (best = x[1], at = 1) for i <= n do
    if x[i] > best then (x[i], i) else (best, at)
  in at

-- The first index at which v stands, or 0. O(n), but no further than that index.
-- > index_of(7, [5, 7, 7])
-- 2
-- > index_of(9, [5, 7, 7])
-- 0
def index_of [n] (v : int) (x : [n]int) : int =
  let i = loop (i = 1) while i <= n && x[min(i, n)] != v do i + 1
  in if i <= n then i else 0

-- 1 when v is an element, and else 0. O(n).
-- > member(7, [5, 7])
-- 1
def member [n] (v : int) (x : [n]int) : int = index_of(v, x) > 0

-- How many elements of a sorted array are smaller than v, by bisection. O(log n).
-- > rank(5, [1, 3, 5, 5, 9])
-- 2
def rank [n] (v : int) (x : [n]int) : int =
  let (low, _) = loop (low = 0, high = n) while low < high do
    let middle = (low + high) / 2
    in if x[middle + 1] < v then (middle + 1, high) else (low, middle)
  in low

-- The elements whose flags are not 0, in order: a scan of the flags says where
-- each goes, and they are put there. O(n).
-- > filter([1, 0, 1, 1], [10, 20, 30, 40])
-- [10, 30, 40]
-- > filter([0, 0], [10, 20])
-- []
def filter [n] (keep : [n]int) (x : [n]int) =
  let at = scan (+) 0 (map (\k -> k != 0) keep)
  let m = if n > 0 then at[n] else 0
  let out = loop (out = replicate(m + 1, 0)) for i <= n do
    out with [if keep[i] != 0 then at[i] else m + 1] = x[i]
  in out[1:m]

-- The indices at which the flags are not 0. O(n).
-- > positions([0, 1, 1, 0])
-- [2, 3]
def positions [n] (keep : [n]int) = filter(keep, iota n)

-- The elements whose flags are not 0, and after them the others, each in order. O(n).
-- > partition([0, 1, 0, 1], [10, 20, 30, 40])
-- [20, 40, 10, 30]
def partition [n] (first : [n]int) (x : [n]int) : [n]int =
  let at = scan (+) 0 (map (\k -> k != 0) first)
  let m = if n > 0 then at[n] else 0
  in loop (out = replicate(n, 0)) for i <= n do
       out with [if first[i] != 0 then at[i] else m + i - at[i]] = x[i]

-- The elements at the given indices: result[i] is x[at[i]]; stuck outside of x. O(m).
-- > gather([3, 1, 3], [10, 20, 30])
-- [30, 10, 30]
def gather [n][m] (at : [m]int) (x : [n]int) : [m]int = kernel i <= m do x[at[i]]

-- x with v[i] at index at[i], for each i in order; stuck outside of x. O(n + m).
-- > scatter([3, 1], [7, 8], [10, 20, 30])
-- [8, 20, 7]
def scatter [n][m] (at : [m]int) (v : [m]int) (x : [n]int) : [n]int =
  loop (x = x) for i <= m do x with [at[i]] = v[i]

-- How often each of 1, …, k occurs; stuck where another value does. O(n + k).
-- > histogram(4, [1, 3, 3, 1, 1])
-- [3, 0, 2, 0]
-- > histogram(2, [3])
-- error: index 3 is out of bounds
def histogram [n] (k : int) (x : [n]int) : [k]int =
  loop (h = replicate(k, 0)) for i <= n do h with [x[i]] = h[x[i]] + 1

-- The elements that differ from the one before: a sorted array without what is
-- there twice. O(n).
-- > distinct([1, 1, 2, 5, 5])
-- [1, 2, 5]
def distinct [n] (x : [n]int) = filter(kernel i <= n do if i == 1 then 1 else x[i] != x[i - 1], x)
