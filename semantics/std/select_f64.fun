-- Choosing elements of arrays of reals: where the extremes are, which elements pass a test.
-- Tests are arrays of int flags, where 0 is no.

-- The index of the smallest element, the first of several; stuck where there is none. O(n).
-- > argmin_f64([3.0, 1.0, 2.0, 1.0])
-- 2
def argmin_f64 [n] (x : [n]f64) : int =
  let (_, at) = loop (best = x[1], at = 1) for i <= n do
    if x[i] < best then (x[i], i) else (best, at)
  in at

-- The index of the greatest element, the first of several; stuck where there is none. O(n).
-- > argmax_f64([3.0, 1.0, 4.0, 4.0])
-- 3
def argmax_f64 [n] (x : [n]f64) : int =
  let (_, at) = loop (best = x[1], at = 1) for i <= n do
    if x[i] > best then (x[i], i) else (best, at)
  in at

-- How many elements of a sorted array are smaller than v, by bisection. O(log n).
-- > rank_f64(5.0, [1.0, 3.0, 5.0, 5.0, 9.0])
-- 2
def rank_f64 [n] (v : f64) (x : [n]f64) : int =
  let (low, _) = loop (low = 0, high = n) while low < high do
    let middle = (low + high) / 2
    in if x[middle + 1] < v then (middle + 1, high) else (low, middle)
  in low

-- The elements whose flags are not 0, in order: a scan of the flags says where
-- each goes, and they are put there. O(n).
-- > filter_f64([1, 0, 1, 1], [1.5, 2.5, 3.5, 4.5])
-- [1.5, 3.5, 4.5]
def filter_f64 [n] (keep : [n]int) (x : [n]f64) =
  let at = scan (+) 0 (map (\k -> k != 0) keep)
  let m = if n > 0 then at[n] else 0
  let out = loop (out = replicate(m + 1, 0.0)) for i <= n do
    out with [if keep[i] != 0 then at[i] else m + 1] = x[i]
  in out[1:m]

-- The elements whose flags are not 0, and after them the others, each in order. O(n).
-- > partition_f64([0, 1, 0, 1], [1.5, 2.5, 3.5, 4.5])
-- [2.5, 4.5, 1.5, 3.5]
def partition_f64 [n] (first : [n]int) (x : [n]f64) : [n]f64 =
  let at = scan (+) 0 (map (\k -> k != 0) first)
  let m = if n > 0 then at[n] else 0
  in loop (out = replicate(n, 0.0)) for i <= n do
       out with [if first[i] != 0 then at[i] else m + i - at[i]] = x[i]

-- The elements at the given indices: result[i] is x[at[i]]; stuck outside of x. O(m).
-- > gather_f64([3, 1, 3], [1.5, 2.5, 3.5])
-- [3.5, 1.5, 3.5]
def gather_f64 [n][m] (at : [m]int) (x : [n]f64) : [m]f64 = kernel i <= m do x[at[i]]

-- x with v[i] at index at[i], for each i in order; stuck outside of x. O(n + m).
-- > scatter_f64([3, 1], [7.5, 8.5], [1.5, 2.5, 3.5])
-- [8.5, 2.5, 7.5]
def scatter_f64 [n][m] (at : [m]int) (v : [m]f64) (x : [n]f64) : [n]f64 =
  loop (x = x) for i <= m do x with [at[i]] = v[i]

-- The elements that differ from the one before: a sorted array without what is
-- there twice. O(n).
-- > distinct_f64([1.0, 1.0, 2.0, 5.0, 5.0])
-- [1.0, 2.0, 5.0]
def distinct_f64 [n] (x : [n]f64) =
  filter_f64(kernel i <= n do if i == 1 then 1 else x[i] != x[i - 1], x)

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
