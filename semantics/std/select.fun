-- Choosing elements: where the extremes are, which elements pass a test, how often each value
-- occurs. Tests are arrays of int flags, where 0 is no.

-- The index of the smallest element, the first of several; stuck where there is none. O(n).
-- > argmin([3, 1, 2, 1])
-- 2
-- > argmin([])
-- error: index 1 is out of bounds
-- > argmin([3.0, 1.0, 2.0, 1.0])
-- 2
def argmin [n] (x : [n]num) : int =
  let (_, at) = loop (best = x[1], at = 1) for i <= n do
    if x[i] < best then (x[i], i) else (best, at)
  in at

-- The index of the greatest element, the first of several; stuck where there is none. O(n).
-- > argmax([3, 1, 4, 4])
-- 3
-- > argmax([3.0, 1.0, 4.0, 4.0])
-- 3
def argmax [n] (x : [n]num) : int =
  let (_, at) = loop (best = x[1], at = 1) for i <= n do
    if x[i] > best then (x[i], i) else (best, at)
  in at

-- The first index at which v stands, or 0. O(n), but no further than that index.
-- > index_of(7, [5, 7, 7])
-- 2
-- > index_of(9, [5, 7, 7])
-- 0
-- > index_of(7.5, [5.5, 7.5, 7.5])
-- 2
def index_of [n] (v : num) (x : [n]num) : int =
  let i = loop (i = 1) while i <= n && x[min(i, n)] != v do i + 1
  in if i <= n then i else 0

-- 1 when v is an element, and else 0. O(n).
-- > member(7, [5, 7])
-- 1
-- > member(7.5, [5.5, 7.0])
-- 0
def member [n] (v : num) (x : [n]num) : int = index_of(v, x) > 0

-- How many elements of a sorted array are smaller than v, by bisection. O(log n).
-- > rank(5, [1, 3, 5, 5, 9])
-- 2
-- > rank(5.0, [1.0, 3.0, 5.0, 5.0, 9.0])
-- 2
def rank [n] (v : num) (x : [n]num) : int =
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
-- > filter([1, 0, 1, 1], [1.5, 2.5, 3.5, 4.5])
-- [1.5, 3.5, 4.5]
def filter [n] (keep : [n]int) (x : [n]num) =
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
-- > partition([0, 1, 0, 1], [1.5, 2.5, 3.5, 4.5])
-- [2.5, 4.5, 1.5, 3.5]
def partition [n] (first : [n]int) (x : [n]num) : [n]num =
  let at = scan (+) 0 (map (\k -> k != 0) first)
  let m = if n > 0 then at[n] else 0
  in loop (out = replicate(n, 0)) for i <= n do
       out with [if first[i] != 0 then at[i] else m + i - at[i]] = x[i]

-- The elements at the given indices: result[i] is x[at[i]]; stuck outside of x. O(m).
-- > gather([3, 1, 3], [10, 20, 30])
-- [30, 10, 30]
-- > gather([3, 1, 3], [1.5, 2.5, 3.5])
-- [3.5, 1.5, 3.5]
def gather [n][m] (at : [m]int) (x : [n]num) : [m]num = kernel i <= m do x[at[i]]

-- x with v[i] at index at[i], for each i in order; stuck outside of x. O(n + m).
-- > scatter([3, 1], [7, 8], [10, 20, 30])
-- [8, 20, 7]
-- > scatter([3, 1], [7.5, 8.5], [1.5, 2.5, 3.5])
-- [8.5, 2.5, 7.5]
def scatter [n][m] (at : [m]int) (v : [m]num) (x : [n]num) : [n]num =
  loop (x = x) for i <= m do x with [at[i]] = v[i]

-- How often each of 1, …, k occurs; stuck where another value does. O(n + k).
-- > histogram(4, [1, 3, 3, 1, 1])
-- [3, 0, 2, 0]
-- > histogram(2, [3])
-- error: index 3 is out of bounds
def histogram [n] (k : int) (x : [n]int) : [k]int =
  loop (h = replicate(k, 0)) for i <= n do h with [x[i]] = h[x[i]] + 1

-- How many elements lie in each of k bins of one width between low and high; elements
-- outside are not counted. O(n + k).
-- > histogram_f64(2, 0.0, 1.0, [0.1, 0.2, 0.7, 3.0])
-- [2, 1]
def histogram_f64 [n] (k : int) (low : f64) (high : f64) (x : [n]f64) : [k]int =
  let all = loop (h = replicate(k + 1, 0)) for i <= n do
    let bin =
      if low <= x[i] && x[i] < high
      then min(k, 1 + int((x[i] - low) / (high - low) * f64(k)))
      else k + 1
    in h with [bin] = h[bin] + 1
  in all[1:k]

-- The sums of the elements with the keys 1, …, k; stuck where another key occurs. O(n + k).
-- > sums_by_key(3, [1, 3, 1], [10, 20, 30])
-- [40, 0, 20]
-- > sums_by_key(2, [1, 1], [0.5, 0.25])
-- [0.75, 0.0]
def sums_by_key [n] (k : int) (key : [n]int) (x : [n]num) : [k]num =
  let (zero : num) = 0
  in loop (s = replicate(k, zero)) for i <= n do s with [key[i]] = s[key[i]] + x[i]

-- The elements that differ from the one before: a sorted array without what is
-- there twice. O(n).
-- > distinct([1, 1, 2, 5, 5])
-- [1, 2, 5]
-- > distinct([1.0, 1.0, 2.0, 5.0, 5.0])
-- [1.0, 2.0, 5.0]
def distinct [n] (x : [n]num) = filter(kernel i <= n do if i == 1 then 1 else x[i] != x[i - 1], x)
