-- Layout of arrays of reals: the same elements in other shapes and orders. What says `view`
-- moves no element: in FUNMEM its result lies in the block of its argument.

-- The first k elements; a view. Stuck for k > n.
-- > take_f64(2, [1.5, 2.5, 3.5])
-- [1.5, 2.5]
def take_f64 [n] (k : int) (x : [n]f64) : [k]f64 = x[1:k]

-- What is after the first k elements; a view. Stuck for k > n.
-- > drop_f64(2, [1.5, 2.5, 3.5])
-- [3.5]
def drop_f64 [n] (k : int) (x : [n]f64) : [n - k]f64 = x[k + 1 : n - k]

-- The last k elements; a view. Stuck for k > n.
-- > last_f64(2, [1.5, 2.5, 3.5])
-- [2.5, 3.5]
def last_f64 [n] (k : int) (x : [n]f64) : [k]f64 = x[n - k + 1 : k]

-- Every k-th element, from the first on; a view. Stuck for k < 1.
-- > every_nth_f64(2, [1.5, 2.5, 3.5])
-- [1.5, 3.5]
def every_nth_f64 [n] (k : int) (x : [n]f64) = x[1 : (n + k - 1) / k : k]

-- x between a elements v and b elements v. O(n + a + b).
-- > pad_f64(1, 2, 0.0, [7.5, 8.5])
-- [0.0, 7.5, 8.5, 0.0, 0.0]
def pad_f64 [n] (a : int) (b : int) (v : f64) (x : [n]f64) : [n + a + b]f64 =
  kernel i <= n + a + b do if a < i && i <= a + n then x[i - a] else v

-- The columns of a matrix back to front; a view.
-- > mirror_f64([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]
def mirror_f64 [n][m] (x : [n][m]f64) : [n][m]f64 = x[:, m:m:-1]

-- A matrix turned to the right by 90 degrees: [n][m] to [m][n]; a view.
-- > turn_f64([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[4.0, 1.0], [5.0, 2.0], [6.0, 3.0]]
def turn_f64 [n][m] (x : [n][m]f64) : [m][n]f64 = transpose (reverse x)

-- The inner two dimensions swapped: [n][m][p] to [n][p][m]; a view.
-- > transpose_inner_f64([[[1.0, 2.0], [3.0, 4.0]]])
-- [[[1.0, 3.0], [2.0, 4.0]]]
def transpose_inner_f64 [n][m][p] (x : [n][m][p]f64) : [n][p][m]f64 = permute((1, 3, 2), x)

-- The transposed matrix in a block of its own, row by row. O(n m).
-- > transposed_f64([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
def transposed_f64 [n][m] (x : [n][m]f64) : [m][n]f64 = copy (transpose x)

-- The n / k runs of k elements; a view. Stuck when k does not divide n.
-- > chunks_f64(2, [1.0, 2.0, 3.0, 4.0])
-- [[1.0, 2.0], [3.0, 4.0]]
def chunks_f64 [n] (k : int) (x : [n]f64) : [n / k][k]f64 = reshape((n / k, k), x)

-- The n - k + 1 windows of k neighbours; stuck for k > n + 1. O(n k).
-- > windows_f64(2, [1.0, 2.0, 3.0])
-- [[1.0, 2.0], [2.0, 3.0]]
def windows_f64 [n] (k : int) (x : [n]f64) : [n - k + 1][k]f64 =
  kernel i <= n - k + 1, j <= k do x[i + j - 1]

-- The tiles of p by q elements: result[i, j] is the j-th tile of the i-th row of tiles.
-- Stuck when p does not divide n, or q does not divide m. O(n m).
-- > tiles_f64(1, 2, [[1.0, 2.0, 3.0, 4.0]])
-- [[[[1.0, 2.0]], [[3.0, 4.0]]]]
def tiles_f64 [n][m] (p : int) (q : int) (x : [n][m]f64) : [n / p][m / q][p][q]f64 =
  permute((1, 3, 2, 4), reshape((n / p, p, m / q, q), x))

-- The matrix that was cut into tiles. O(n m p q).
-- > untiled_f64([[[[1.0, 2.0]], [[3.0, 4.0]]]])
-- [[1.0, 2.0, 3.0, 4.0]]
def untiled_f64 [n][m][p][q] (x : [n][m][p][q]f64) : [n * p][m * q]f64 =
  reshape((n * p, m * q), permute((1, 3, 2, 4), x))

-- x[1], y[1], x[2], y[2], …: two arrays of one size as one. O(n).
-- > interleave_f64([1.0, 2.0], [8.0, 9.0])
-- [1.0, 8.0, 2.0, 9.0]
def interleave_f64 [n] (x : [n]f64) (y : [n]f64) : [2 * n]f64 =
  kernel i <= 2 * n do if i % 2 == 1 then x[(i + 1) / 2] else y[i / 2]

-- The diagonals of a matrix that go up to the right, as rows: row d has x[i, j] with
-- i + j = d + 1 at index i, and 0 where there is none. Stuck for n = m = 0. O((n + m) n).
-- > antidiagonals_f64([[1.0, 2.0], [3.0, 4.0]])
-- [[1.0, 0.0], [2.0, 3.0], [0.0, 4.0]]
def antidiagonals_f64 [n][m] (x : [n][m]f64) : [n + m - 1][n]f64 =
  kernel d <= n + m - 1, i <= n do if 1 <= d + 1 - i && d + 1 - i <= m then x[i, d + 1 - i] else 0.0
