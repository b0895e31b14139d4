-- Linear algebra over the ints: products of vectors and matrices, norms, powers.
-- A sum over a size of 0 is 0.

-- The inner product of two vectors of one size. O(n).
-- > dot([1, 2, 3], [4, 5, 6])
-- 32
def dot [n] (x : [n]int) (y : [n]int) : int = reduce (+) 0 (map (*) x y)

-- The outer product: element [i, j] is x[i] * y[j]. O(n m).
-- > outer([1, 2], [3, 4, 5])
-- [[3, 4, 5], [6, 8, 10]]
def outer [n][m] (x : [n]int) (y : [m]int) : [n][m]int = kernel i <= n, j <= m do x[i] * y[j]

-- k times each element of a vector. O(n).
-- > scale(3, [1, 2])
-- [3, 6]
def scale [n] (k : int) (x : [n]int) : [n]int = map (\v -> k * v) x

-- a * x + y, element by element. O(n).
-- > axpy(10, [1, 2], [3, 4])
-- [13, 24]
def axpy [n] (a : int) (x : [n]int) (y : [n]int) : [n]int = map (\u v -> a * u + v) x y

-- The product of an [n][m] matrix and a vector of size m. O(n m).
-- > matvec([[1, 2], [3, 4]], [5, 6])
-- [17, 39]
def matvec [n][m] (a : [n][m]int) (x : [m]int) : [n]int =
  kernel i <= n do loop (s = 0) for k <= m do s + a[i, k] * x[k]

-- The product of a vector of size n and an [n][m] matrix. O(n m).
-- > vecmat([5, 6], [[1, 2], [3, 4]])
-- [23, 34]
def vecmat [n][m] (x : [n]int) (a : [n][m]int) : [m]int =
  kernel j <= m do loop (s = 0) for k <= n do s + x[k] * a[k, j]

-- The product of an [n][m] and an [m][p] matrix. O(n m p).
-- > matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])
-- [[19, 22], [43, 50]]
-- > matmul([[1, 2]], [[3, 4]])
-- error: size 1 of `b`: found `1`, wanted `2`
def matmul [n][m][p] (a : [n][m]int) (b : [m][p]int) : [n][p]int =
  kernel i <= n, j <= p do loop (s = 0) for k <= m do s + a[i, k] * b[k, j]

-- The n by n matrix with 1 on its diagonal and 0 elsewhere. O(n²).
-- > identity(2)
-- [[1, 0], [0, 1]]
def identity (n : int) : [n][n]int = kernel i <= n, j <= n do i == j

-- A square matrix to the power k, by squaring; stuck for a negative k. O(n³ log k).
-- > matpow([[1, 1], [1, 0]], 10)
-- [[89, 55], [55, 34]]
-- > matpow([[2]], -1)
-- error: -1
def matpow [n] (a : [n][n]int) (k : int) : [n][n]int =
  check min(k, 0) = 0
  let (power, _, _) = loop (power = identity(n), a = a, k = k) while k > 0 do
    (if k % 2 == 1 then matmul(power, a) else power, matmul(a, a), k / 2)
  in power

-- The diagonal of an [n][m] matrix, of size min(n, m). O(n).
-- > diagonal([[1, 2, 3], [4, 5, 6]])
-- [1, 5]
def diagonal [n][m] (a : [n][m]int) = kernel i <= min(n, m) do a[i, i]

-- The square matrix with that diagonal and 0 elsewhere. O(n²).
-- > diagonal_matrix([1, 2])
-- [[1, 0], [0, 2]]
def diagonal_matrix [n] (x : [n]int) : [n][n]int =
  kernel i <= n, j <= n do if i == j then x[i] else 0

-- The sum of the diagonal of a square matrix. O(n).
-- > trace([[1, 2], [3, 4]])
-- 5
def trace [n] (a : [n][n]int) : int = loop (s = 0) for i <= n do s + a[i, i]

-- The sum of the absolute values. O(n).
-- > norm1([3, -4])
-- 7
def norm1 [n] (x : [n]int) : int = reduce (+) 0 (map abs x)

-- The sum of the squares: the Euclidean norm, squared. O(n).
-- > norm2_squared([3, -4])
-- 25
def norm2_squared [n] (x : [n]int) : int = dot(x, x)

-- The greatest absolute value; 0 where there is none. O(n).
-- > norm_max([3, -4])
-- 4
def norm_max [n] (x : [n]int) : int = loop (m = 0) for i <= n do max(m, abs(x[i]))
