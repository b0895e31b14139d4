-- Sums and their relatives for reals: folds, means, prefix sums, sums of the rows and columns
-- of a matrix. Additions are done in order, from the first element on.

-- The sum of the elements, from the first on; 0.0 where there is none. O(n).
-- > sum_f64([1.0, 2.0, 3.0])
-- 6.0
def sum_f64 [n] (x : [n]f64) : f64 = reduce (+) 0.0 x

-- The product of the elements; 1.0 where there is none. O(n).
-- > product_f64([2.0, 3.0, 7.0])
-- 42.0
def product_f64 [n] (x : [n]f64) : f64 = reduce (*) 1.0 x

-- The smallest element; stuck where there is none. O(n).
-- > minimum_f64([3.0, 1.0, 2.0])
-- 1.0
-- > minimum_f64([])
-- error: index 1 is out of bounds
def minimum_f64 [n] (x : [n]f64) : f64 = loop (m = x[1]) for i <= n do min(m, x[i])

-- The greatest element; stuck where there is none. O(n).
-- > maximum_f64([3.0, 1.0, 2.0])
-- 3.0
def maximum_f64 [n] (x : [n]f64) : f64 = loop (m = x[1]) for i <= n do max(m, x[i])

-- Element i of the result is the sum of the first i elements. O(n).
-- > prefix_sums_f64([1.0, 2.0, 3.0, 4.0])
-- [1.0, 3.0, 6.0, 10.0]
def prefix_sums_f64 [n] (x : [n]f64) : [n]f64 = scan (+) 0.0 x

-- Element i of the result is the sum of the elements before element i. O(n).
-- > sums_before_f64([1.0, 2.0, 3.0, 4.0])
-- [0.0, 1.0, 3.0, 6.0]
def sums_before_f64 [n] (x : [n]f64) : [n]f64 =
  let sums = prefix_sums_f64(x)
  in kernel i <= n do if i == 1 then 0.0 else sums[i - 1]

-- Element i of the result is the greatest of the first i elements. O(n).
-- > prefix_maxima_f64([1.0, 3.0, 2.0, 5.0])
-- [1.0, 3.0, 3.0, 5.0]
def prefix_maxima_f64 [n] (x : [n]f64) : [n]f64 =
  loop (y = copy x) for i <= n - 1 do y with [i + 1] = max(y[i], y[i + 1])

-- Prefix sums that start anew at each i where start[i] is not 0. O(n).
-- > segment_sums_f64([1, 0, 1, 0, 0], [1.0, 2.0, 3.0, 4.0, 5.0])
-- [1.0, 3.0, 3.0, 7.0, 12.0]
def segment_sums_f64 [n] (start : [n]int) (x : [n]f64) : [n]f64 =
  let (sums, _) = loop (sums = replicate(n, 0.0), s = 0.0) for i <= n do
    let s = (if start[i] != 0 then 0.0 else s) + x[i]
    in (sums with [i] = s, s)
  in sums

-- The n - 1 differences of neighbours, x[i + 1] - x[i]; stuck for n = 0. O(n).
-- > differences_f64([1.0, 4.0, 9.0, 16.0])
-- [3.0, 5.0, 7.0]
def differences_f64 [n] (x : [n]f64) : [n - 1]f64 = kernel i <= n - 1 do x[i + 1] - x[i]

-- The sum of each row: [n][m] to [n]. O(n m).
-- > row_sums_f64([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [6.0, 15.0]
def row_sums_f64 [n][m] (x : [n][m]f64) : [n]f64 =
  kernel i <= n do loop (s = 0.0) for j <= m do s + x[i, j]

-- The sum of each column: [n][m] to [m]. O(n m).
-- > column_sums_f64([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [5.0, 7.0, 9.0]
def column_sums_f64 [n][m] (x : [n][m]f64) : [m]f64 =
  kernel j <= m do loop (s = 0.0) for i <= n do s + x[i, j]

-- Element [i, j] of the result is the sum of x[1:i, 1:j], the summed-area table. O(n m).
-- > area_sums_f64([[1.0, 2.0], [3.0, 4.0]])
-- [[1.0, 3.0], [4.0, 10.0]]
def area_sums_f64 [n][m] (x : [n][m]f64) : [n][m]f64 =
  transpose (map prefix_sums_f64 (transpose (map prefix_sums_f64 x)))

-- The mean of the elements; nan where there is none. O(n).
-- > mean_f64([1.0, 2.0, 6.0])
-- 3.0
def mean_f64 [n] (x : [n]f64) : f64 = sum_f64(x) / f64(n)

-- The mean of the squares of the differences from the mean; nan where there is none. O(n).
-- > variance_f64([1.0, 3.0])
-- 1.0
def variance_f64 [n] (x : [n]f64) : f64 =
  let m = mean_f64(x)
  in mean_f64(map (\v -> (v - m) * (v - m)) x)
