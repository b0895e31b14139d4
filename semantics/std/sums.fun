-- Sums and their relatives: folds of arrays of ints, prefix sums, sums of the
-- rows and columns of a matrix. A fold of no elements gives its neutral element.

-- The sum of the elements; 0 where there is none. O(n).
-- > sum([1, 2, 3])
-- 6
def sum [n] (x : [n]int) : int = reduce (+) 0 x

-- The product of the elements; 1 where there is none. O(n).
-- > product([2, 3, 7])
-- 42
def product [n] (x : [n]int) : int = reduce (*) 1 x

-- How many elements are not 0. O(n).
-- > count([1, 0, 5])
-- 2
def count [n] (x : [n]int) : int = reduce (+) 0 (map (\v -> v != 0) x)

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
def minimum [n] (x : [n]int) : int = loop (m = x[1]) for i <= n do min(m, x[i])

-- The greatest element; stuck where there is none. O(n).
-- > maximum([3, 1, 2])
-- 3
def maximum [n] (x : [n]int) : int = loop (m = x[1]) for i <= n do max(m, x[i])

-- Element i of the result is the sum of the first i elements. O(n).
-- > prefix_sums([1, 2, 3, 4])
-- [1, 3, 6, 10]
def prefix_sums [n] (x : [n]int) : [n]int = scan (+) 0 x

-- Element i of the result is the sum of the elements before element i. O(n).
-- > sums_before([1, 2, 3, 4])
-- [0, 1, 3, 6]
def sums_before [n] (x : [n]int) : [n]int = map (-) prefix_sums(x) x

-- Element i of the result is the greatest of the first i elements. O(n).
-- > prefix_maxima([1, 3, 2, 5])
-- [1, 3, 3, 5]
def prefix_maxima [n] (x : [n]int) : [n]int =
  loop (y = copy x) for i <= n - 1 do y with [i + 1] = max(y[i], y[i + 1])

-- Prefix sums that start anew at each i where start[i] is not 0. O(n).
-- > segment_sums([1, 0, 1, 0, 0], [1, 2, 3, 4, 5])
-- [1, 3, 3, 7, 12]
def segment_sums [n] (start : [n]int) (x : [n]int) : [n]int =
  let before = sums_before(x)
  let (base, _) = loop (base = replicate(n, 0), b = 0) for i <= n do
    let b = if start[i] != 0 then before[i] else b
    in (base with [i] = b, b)
  in kernel i <= n do before[i] + x[i] - base[i]

-- The n - 1 differences of neighbours, x[i + 1] - x[i]; stuck for n = 0. O(n).
-- > differences([1, 4, 9, 16])
-- [3, 5, 7]
def differences [n] (x : [n]int) : [n - 1]int = kernel i <= n - 1 do x[i + 1] - x[i]

-- The sum of each row: [n][m] to [n]. O(n m).
-- > row_sums([[1, 2, 3], [4, 5, 6]])
-- [6, 15]
def row_sums [n][m] (x : [n][m]int) : [n]int =
  kernel i <= n do loop (s = 0) for j <= m do s + x[i, j]

-- The sum of each column: [n][m] to [m]. O(n m).
-- > column_sums([[1, 2, 3], [4, 5, 6]])
-- [5, 7, 9]
def column_sums [n][m] (x : [n][m]int) : [m]int =
  kernel j <= m do loop (s = 0) for i <= n do s + x[i, j]

-- Element [i, j] of the result is the sum of x[1:i, 1:j], the summed-area table. O(n m).
-- > area_sums([[1, 2], [3, 4]])
-- [[1, 3], [4, 10]]
def area_sums [n][m] (x : [n][m]int) : [n][m]int =
  transpose (map prefix_sums (transpose (map prefix_sums x)))
