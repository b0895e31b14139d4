-- Linear algebra: products of vectors and matrices, norms, powers, linear equations. A sum over a
-- size of 0 is 0.

-- The inner product of two vectors of one size. O(n).
-- > dot([1, 2, 3], [4, 5, 6])
-- 32
-- > dot([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
-- 32.0
def dot [n] (x : [n]num) (y : [n]num) : num = reduce (+) 0 (map (*) x y)

-- The outer product: element [i, j] is x[i] * y[j]. O(n m).
-- > outer([1, 2], [3, 4, 5])
-- [[3, 4, 5], [6, 8, 10]]
-- > outer([1.0, 2.0], [3.0, 4.0, 5.0])
-- [[3.0, 4.0, 5.0], [6.0, 8.0, 10.0]]
def outer [n][m] (x : [n]num) (y : [m]num) : [n][m]num = kernel i <= n, j <= m do x[i] * y[j]

-- k times each element of a vector. O(n).
-- > scale(3, [1, 2])
-- [3, 6]
-- > scale(3.0, [1.0, 2.0])
-- [3.0, 6.0]
def scale [n] (k : num) (x : [n]num) : [n]num = map (\v -> k * v) x

-- a * x + y, element by element. O(n).
-- > axpy(10, [1, 2], [3, 4])
-- [13, 24]
-- > axpy(10.0, [1.0, 2.0], [3.0, 4.0])
-- [13.0, 24.0]
def axpy [n] (a : num) (x : [n]num) (y : [n]num) : [n]num = map (\u v -> a * u + v) x y

-- The product of an [n][m] matrix and a vector of size m. O(n m).
-- > matvec([[1, 2], [3, 4]], [5, 6])
-- [17, 39]
-- > matvec([[1.0, 2.0], [3.0, 4.0]], [5.0, 6.0])
-- [17.0, 39.0]
def matvec [n][m] (a : [n][m]num) (x : [m]num) : [n]num =
  kernel i <= n do loop (s = 0) for k <= m do s + a[i, k] * x[k]

-- The product of a vector of size n and an [n][m] matrix. O(n m).
-- > vecmat([5, 6], [[1, 2], [3, 4]])
-- [23, 34]
-- > vecmat([5.0, 6.0], [[1.0, 2.0], [3.0, 4.0]])
-- [23.0, 34.0]
def vecmat [n][m] (x : [n]num) (a : [n][m]num) : [m]num =
  kernel j <= m do loop (s = 0) for k <= n do s + x[k] * a[k, j]

-- The product of an [n][m] and an [m][p] matrix. O(n m p).
-- > matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])
-- [[19, 22], [43, 50]]
-- > matmul([[1, 2]], [[3, 4]])
-- error: size 1 of argument 2 of `matmul`: found `1`, wanted `2`
-- > matmul([[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]])
-- [[19.0, 22.0], [43.0, 50.0]]
def matmul [n][m][p] (a : [n][m]num) (b : [m][p]num) : [n][p]num =
  kernel i <= n, j <= p do loop (s = 0) for k <= m do s + a[i, k] * b[k, j]

-- The n by n matrix with 1 on its diagonal and 0 elsewhere. O(n²).
-- > identity(2)
-- [[1, 0], [0, 1]]
def identity (n : int) : [n][n]int = kernel i <= n, j <= n do i == j

-- The same for f64s.
-- > identity_f64(2)
-- [[1.0, 0.0], [0.0, 1.0]]
def identity_f64 (n : int) : [n][n]f64 = kernel i <= n, j <= n do f64(i == j)

-- A square matrix to the power k, by squaring; stuck for a negative k. O(n³ log k).
-- > matpow([[1, 1], [1, 0]], 10)
-- [[89, 55], [55, 34]]
-- > matpow([[2]], -1)
-- error: -1
-- > matpow([[inf, 0.0], [0.0, 1.0]], 1)
-- [[inf, 0.0], [0.0, 1.0]]
def matpow [n] (a : [n][n]num) (k : int) : [n][n]num =
  check min(k, 0) = 0
  let (zero : num) = 0
  let (one : num) = 1
  let unit = kernel i <= n, j <= n do if i == j then one else zero
  let (power, _, _, _) = loop (power = unit, first = 1, a = a, k = k) while k > 0 do
    let next = if k % 2 == 0 then power else if first then a else matmul(power, a)
    in (next, first && k % 2 == 0, if k > 1 then matmul(a, a) else a, k / 2)
  in power

-- The diagonal of an [n][m] matrix, of size min(n, m). O(n).
-- > diagonal([[1, 2, 3], [4, 5, 6]])
-- [1, 5]
-- > diagonal([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [1.0, 5.0]
def diagonal [n][m] (a : [n][m]num) = kernel i <= min(n, m) do a[i, i]

-- The square matrix with that diagonal and 0 elsewhere. O(n²).
-- > diagonal_matrix([1, 2])
-- [[1, 0], [0, 2]]
-- > diagonal_matrix([1.0, 2.0])
-- [[1.0, 0.0], [0.0, 2.0]]
def diagonal_matrix [n] (x : [n]num) : [n][n]num =
  kernel i <= n, j <= n do if i == j then x[i] else 0

-- The sum of the diagonal of a square matrix. O(n).
-- > trace([[1, 2], [3, 4]])
-- 5
-- > trace([[1.0, 2.0], [3.0, 4.0]])
-- 5.0
def trace [n] (a : [n][n]num) : num = loop (s = 0) for i <= n do s + a[i, i]

-- The sum of the absolute values. O(n).
-- > norm1([3, -4])
-- 7
-- > norm1([3.0, -4.0])
-- 7.0
def norm1 [n] (x : [n]num) : num = reduce (+) 0 (map abs x)

-- The sum of the squares: the Euclidean norm, squared. O(n).
-- > norm2_squared([3, -4])
-- 25
-- > norm2_squared([3.0, -4.0])
-- 25.0
def norm2_squared [n] (x : [n]num) : num = dot(x, x)

-- The greatest absolute value; 0 where there is none. O(n).
-- > norm_max([3, -4])
-- 4
-- > norm_max([3.0, -4.0])
-- 4.0
def norm_max [n] (x : [n]num) : num = loop (m = 0) for i <= n do max(m, abs(x[i]))

-- The Euclidean norm, as an f64. O(n).
-- > norm2([3, -4])
-- 5.0
-- > norm2([3.0, -4.0])
-- 5.0
def norm2 [n] (x : [n]num) : f64 = sqrt(f64(norm2_squared(x)))

-- The solution y of a * y = b for a square matrix, as f64s, by elimination with the greatest
-- pivot of each column; not finite where a has no inverse. O(n³).
-- > solve([[2, 0], [0, 4]], [2, 2])
-- [1.0, 0.5]
-- > solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
-- [1.0, 0.5]
def solve [n] (a : [n][n]num) (b : [n]num) : [n]f64 =
  let (a, b) = loop (a = f64(a), b = f64(b)) for k <= n do
    let p = k - 1 + argmax(map abs a[k : n - k + 1, k])
    let row = kernel j <= n do a[p, j] / a[p, k]
    let right = b[p] / a[p, k]
    let swapped = kernel i <= n do if i == p then k else i
    in (kernel i <= n, j <= n do
          if i == k then row[j] else a[swapped[i], j] - a[swapped[i], k] * row[j],
        kernel i <= n do if i == k then right else b[swapped[i]] - a[swapped[i], k] * right)
  in b
