-- Layout: the same elements in other shapes and orders. What says `view` moves no
-- element: in FUNMEM its result lies in the block of its argument.

-- n zeros; those of f64s are `zeros_f64(n)`, or `f64(zeros(n))`. O(n).
-- > zeros(3)
-- [0, 0, 0]
def zeros (n : int) : [n]int = replicate(n, 0)

-- n zeros. O(n).
-- > zeros_f64(2)
-- [0.0, 0.0]
def zeros_f64 (n : int) : [n]f64 = replicate(n, 0.0)

-- The first k elements; a view; stuck for k > n.
-- > take(2, [1, 2, 3])
-- [1, 2]
-- > take(2, [1.5, 2.5, 3.5])
-- [1.5, 2.5]
def take [n] (k : int) (x : [n]num) : [k]num = x[1:k]

-- What is after the first k elements; a view; stuck for k > n.
-- > drop(2, [1, 2, 3])
-- [3]
-- > drop(2, [1.5, 2.5, 3.5])
-- [3.5]
def drop [n] (k : int) (x : [n]num) : [n - k]num = x[k + 1 : n - k]

-- The last k elements; a view; stuck for k > n.
-- > last(2, [1, 2, 3])
-- [2, 3]
-- > last(2, [1.5, 2.5, 3.5])
-- [2.5, 3.5]
def last [n] (k : int) (x : [n]num) : [k]num = x[n - k + 1 : k]

-- Every k-th element, from the first on; a view. Stuck for k < 1.
-- > every_nth(2, [1, 2, 3, 4, 5])
-- [1, 3, 5]
-- > every_nth(2, [1.5, 2.5, 3.5])
-- [1.5, 3.5]
def every_nth [n] (k : int) (x : [n]num) = x[1 : (n + k - 1) / k : k]

-- x between a elements v and b elements v. O(n + a + b).
-- > pad(1, 2, 0, [7, 8])
-- [0, 7, 8, 0, 0]
-- > pad(1, 2, 0.0, [7.5, 8.5])
-- [0.0, 7.5, 8.5, 0.0, 0.0]
def pad [n] (a : int) (b : int) (v : num) (x : [n]num) : [n + a + b]num =
  kernel i <= n + a + b do if a < i && i <= a + n then x[i - a] else v

-- The columns of a matrix back to front; a view.
-- > mirror([[1, 2, 3], [4, 5, 6]])
-- [[3, 2, 1], [6, 5, 4]]
-- > mirror([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]
def mirror [n][m] (x : [n][m]num) : [n][m]num = x[:, m:m:-1]

-- A matrix turned to the right by 90 degrees: [n][m] to [m][n]; a view.
-- > turn([[1, 2, 3], [4, 5, 6]])
-- [[4, 1], [5, 2], [6, 3]]
-- > turn([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[4.0, 1.0], [5.0, 2.0], [6.0, 3.0]]
def turn [n][m] (x : [n][m]num) : [m][n]num = transpose (reverse x)

-- The inner two dimensions swapped: [n][m][p] to [n][p][m]; a view.
-- > transpose_inner([[[1, 2], [3, 4]]])
-- [[[1, 3], [2, 4]]]
-- > transpose_inner([[[1.0, 2.0], [3.0, 4.0]]])
-- [[[1.0, 3.0], [2.0, 4.0]]]
def transpose_inner [n][m][p] (x : [n][m][p]num) : [n][p][m]num = permute((1, 3, 2), x)

-- The transposed matrix in a block of its own, row by row. O(n m).
-- > transposed([[1, 2, 3], [4, 5, 6]])
-- [[1, 4], [2, 5], [3, 6]]
-- > transposed([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
def transposed [n][m] (x : [n][m]num) : [m][n]num = copy (transpose x)

-- The n / k runs of k elements; a view. Stuck when k does not divide n.
-- > chunks(2, [1, 2, 3, 4])
-- [[1, 2], [3, 4]]
-- > chunks(2, [1, 2, 3])
-- error: reshape
-- > chunks(2, [1.0, 2.0, 3.0, 4.0])
-- [[1.0, 2.0], [3.0, 4.0]]
def chunks [n] (k : int) (x : [n]num) : [n / k][k]num = reshape((n / k, k), x)

-- The n - k + 1 windows of k neighbours; stuck for k > n + 1. O(n k).
-- > windows(2, [1, 2, 3])
-- [[1, 2], [2, 3]]
-- > windows(2, [1.0, 2.0, 3.0])
-- [[1.0, 2.0], [2.0, 3.0]]
def windows [n] (k : int) (x : [n]num) : [n - k + 1][k]num =
  kernel i <= n - k + 1, j <= k do x[i + j - 1]

-- The tiles of p by q elements: result[i, j] is the j-th tile of the i-th row of tiles.
-- Stuck when p does not divide n, or q does not divide m. O(n m).
-- > tiles(1, 2, [[1, 2, 3, 4]])
-- [[[[1, 2]], [[3, 4]]]]
-- > tiles(1, 2, [[1.0, 2.0, 3.0, 4.0]])
-- [[[[1.0, 2.0]], [[3.0, 4.0]]]]
def tiles [n][m] (p : int) (q : int) (x : [n][m]num) : [n / p][m / q][p][q]num =
  permute((1, 3, 2, 4), reshape((n / p, p, m / q, q), x))

-- The matrix that was cut into tiles. O(n m p q).
-- > untiled([[[[1, 2]], [[3, 4]]]])
-- [[1, 2, 3, 4]]
-- > untiled([[[[1.0, 2.0]], [[3.0, 4.0]]]])
-- [[1.0, 2.0, 3.0, 4.0]]
def untiled [n][m][p][q] (x : [n][m][p][q]num) : [n * p][m * q]num =
  reshape((n * p, m * q), permute((1, 3, 2, 4), x))

-- x[1], y[1], x[2], y[2], …: two arrays of one size as one. O(n).
-- > interleave([1, 2], [8, 9])
-- [1, 8, 2, 9]
-- > interleave([1.0, 2.0], [8.0, 9.0])
-- [1.0, 8.0, 2.0, 9.0]
def interleave [n] (x : [n]num) (y : [n]num) : [2 * n]num =
  kernel i <= 2 * n do if i % 2 == 1 then x[(i + 1) / 2] else y[i / 2]

-- The diagonals of a matrix that go up to the right, as rows: row d has x[i, j] with
-- i + j = d + 1 at index i, and 0 where there is none. Stuck for n = m = 0. O((n + m) n).
-- > antidiagonals([[1, 2], [3, 4]])
-- [[1, 0], [2, 3], [0, 4]]
-- > antidiagonals([[1.0, 2.0], [3.0, 4.0]])
-- [[1.0, 0.0], [2.0, 3.0], [0.0, 4.0]]
def antidiagonals [n][m] (x : [n][m]num) : [n + m - 1][n]num =
  kernel d <= n + m - 1, i <= n do if 1 <= d + 1 - i && d + 1 - i <= m then x[i, d + 1 - i] else 0

-- An array as rows of the given sizes, one after the other; a view; stuck unless the sizes add
-- up to its length.
-- > split([2, 0, 1], [1, 2, 3])
-- [[1, 2], [], [3]]
-- > split([1, 2], [0.5, 1.5, 2.5])
-- [[0.5], [1.5, 2.5]]
-- > split([], [])
-- empty([0][?]int)
-- > split([1], [1, 2])
-- error: check failed
def split [n][m] (sizes : [n]int) (x : [m]num) =
  let ends = scan (+) 0 sizes
  let sum_of_sizes = if n > 0 then ends[n] else 0
  let length_of_x = m
  check sum_of_sizes = length_of_x
  in kernel i <= n do x[ends[i] - sizes[i] + 1 : sizes[i]]
