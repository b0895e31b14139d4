-- Sums and their relatives: folds of arrays, prefix sums, means, sums of the rows and columns of a
-- matrix. A fold of no elements gives its neutral element. Additions are done in order, from the
-- first element on.

-- The sum of the elements; 0 where there is none. O(n).
-- > sum([1, 2, 3])
-- 6
-- > sum([1.0, 2.0, 3.0])
-- 6.0
def sum [n] (x : [n]num) : num = reduce (+) 0 x

-- The product of the elements; 1 where there is none. O(n).
-- > product([2, 3, 7])
-- 42
-- > product([2.0, 3.0, 7.0])
-- 42.0
def product [n] (x : [n]num) : num = reduce (*) 1 x

-- How many elements are not 0. O(n).
-- > count([1, 0, 5])
-- 2
-- > count([1.5, 0.0, 0.5])
-- 2
def count [n] (x : [n]num) : int = reduce (+) 0 (map (\v -> v != 0) x)

-- 1 when no element is 0, and else 0; 1 where there is none. O(n).
-- > every([1, 2, 3])
-- 1
def every [n] (x : [n]int) : int = count(x) == n

-- 1 when some element is not 0, and else 0; 0 where there is none. O(n).
-- > some([0, 0, 3])
-- 1
def some [n] (x : [n]int) : int = count(x) > 0

-- The smallest element; stuck where there is none. O(n).
-- > minimum([3, 1, 2])
-- 1
-- > minimum([])
-- error: index 1 is out of bounds
-- > minimum([3.0, 1.0, 2.0])
-- 1.0
def minimum [n] (x : [n]num) : num = loop (m = x[1]) for i <= n do min(m, x[i])

-- The greatest element; stuck where there is none. O(n).
-- > maximum([3, 1, 2])
-- 3
-- > maximum([3.0, 1.0, 2.0])
-- 3.0
def maximum [n] (x : [n]num) : num = loop (m = x[1]) for i <= n do max(m, x[i])

-- Element i of the result is the sum of the first i elements. O(n).
-- > prefix_sums([1, 2, 3, 4])
-- [1, 3, 6, 10]
-- > prefix_sums([1.0, 2.0, 3.0, 4.0])
-- [1.0, 3.0, 6.0, 10.0]
def prefix_sums [n] (x : [n]num) : [n]num = scan (+) 0 x

-- Element i of the result is the sum of the elements before element i. O(n).
-- > sums_before([1, 2, 3, 4])
-- [0, 1, 3, 6]
-- > sums_before([1.0, 2.0, 3.0, 4.0])
-- [0.0, 1.0, 3.0, 6.0]
def sums_before [n] (x : [n]num) : [n]num =
  let sums = prefix_sums(x)
  in kernel i <= n do if i == 1 then 0 else sums[i - 1]

-- Element i of the result is the greatest of the first i elements. O(n).
-- > prefix_maxima([1, 3, 2, 5])
-- [1, 3, 3, 5]
-- > prefix_maxima([1.0, 3.0, 2.0, 5.0])
-- [1.0, 3.0, 3.0, 5.0]
def prefix_maxima [n] (x : [n]num) : [n]num =
  loop (y = copy x) for i <= n - 1 do y with [i + 1] = max(y[i], y[i + 1])

-- Prefix sums that start anew at each i where start[i] is not 0. O(n).
-- > segment_sums([1, 0, 1, 0, 0], [1, 2, 3, 4, 5])
-- [1, 3, 3, 7, 12]
-- > segment_sums([1, 0, 1, 0, 0], [1.0, 2.0, 3.0, 4.0, 5.0])
-- [1.0, 3.0, 3.0, 7.0, 12.0]
def segment_sums [n] (start : [n]int) (x : [n]num) : [n]num =
  let (sums, _) = loop (sums = copy x, s = 0) for i <= n do
    let s = (if start[i] != 0 then 0 else s) + x[i]
    in (sums with [i] = s, s)
  in sums

-- The n - 1 differences of neighbours, x[i + 1] - x[i]; stuck for n = 0. O(n).
-- > differences([1, 4, 9, 16])
-- [3, 5, 7]
-- > differences([1.0, 4.0, 9.0, 16.0])
-- [3.0, 5.0, 7.0]
def differences [n] (x : [n]num) : [n - 1]num = kernel i <= n - 1 do x[i + 1] - x[i]

-- The sum of each row: [n][m] to [n]. O(n m).
-- > row_sums([[1, 2, 3], [4, 5, 6]])
-- [6, 15]
-- > row_sums([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [6.0, 15.0]
def row_sums [n][m] (x : [n][m]num) : [n]num =
  kernel i <= n do loop (s = 0) for j <= m do s + x[i, j]

-- The sum of each column: [n][m] to [m]. O(n m).
-- > column_sums([[1, 2, 3], [4, 5, 6]])
-- [5, 7, 9]
-- > column_sums([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [5.0, 7.0, 9.0]
def column_sums [n][m] (x : [n][m]num) : [m]num =
  kernel j <= m do loop (s = 0) for i <= n do s + x[i, j]

-- Element [i, j] of the result is the sum of x[1:i, 1:j], the summed-area table. O(n m).
-- > area_sums([[1, 2], [3, 4]])
-- [[1, 3], [4, 10]]
-- > area_sums([[1.0, 2.0], [3.0, 4.0]])
-- [[1.0, 3.0], [4.0, 10.0]]
def area_sums [n][m] (x : [n][m]num) : [n][m]num =
  transpose (map prefix_sums (transpose (map prefix_sums x)))

-- The greatest element of a matrix; stuck where there is none. O(n m).
-- > matrix_maximum([[1, 5], [4, 2]])
-- 5
-- > matrix_maximum([[0.5, 0.25]])
-- 0.5
def matrix_maximum [n][m] (x : [n][m]num) : num = maximum(flatten x)

-- The least element of a matrix; stuck where there is none. O(n m).
-- > matrix_minimum([[3, 5], [4, 2]])
-- 2
-- > matrix_minimum([[0.5, 0.25]])
-- 0.25
def matrix_minimum [n][m] (x : [n][m]num) : num = minimum(flatten x)

-- The sum of the elements of a matrix; 0 where there is none. O(n m).
-- > matrix_sum([[1, 2], [3, 4]])
-- 10
-- > matrix_sum([[0.5, 0.25]])
-- 0.75
def matrix_sum [n][m] (x : [n][m]num) : num = sum(flatten x)

-- The mean of the elements, as an f64; nan where there is none. O(n).
-- > mean([1, 2])
-- 1.5
-- > mean([1.0, 2.0, 6.0])
-- 3.0
def mean [n] (x : [n]num) : f64 = f64(sum(x)) / f64(n)

-- The mean of the squares of the differences from the mean, as an f64; nan where there is none.
-- O(n).
-- > variance([1, 3])
-- 1.0
-- > variance([1.0, 3.0])
-- 1.0
def variance [n] (x : [n]num) : f64 =
  let m = mean(x)
  in mean(map (\v -> (f64(v) - m) * (f64(v) - m)) x)
