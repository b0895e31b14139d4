-- Linear algebra over the reals: products of vectors and matrices, norms, powers. A sum
-- over a size of 0 is 0.0.

-- The inner product of two vectors of one size. O(n).
-- > dot_f64([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
-- 32.0
def dot_f64 [n] (x : [n]f64) (y : [n]f64) : f64 = reduce (+) 0.0 (map (*) x y)

-- The outer product: element [i, j] is x[i] * y[j]. O(n m).
-- > outer_f64([1.0, 2.0], [3.0, 4.0, 5.0])
-- [[3.0, 4.0, 5.0], [6.0, 8.0, 10.0]]
def outer_f64 [n][m] (x : [n]f64) (y : [m]f64) : [n][m]f64 = kernel i <= n, j <= m do x[i] * y[j]

-- k times each element of a vector. O(n).
-- > scale_f64(3.0, [1.0, 2.0])
-- [3.0, 6.0]
def scale_f64 [n] (k : f64) (x : [n]f64) : [n]f64 = map (\v -> k * v) x

-- a * x + y, element by element. O(n).
-- > axpy_f64(10.0, [1.0, 2.0], [3.0, 4.0])
-- [13.0, 24.0]
def axpy_f64 [n] (a : f64) (x : [n]f64) (y : [n]f64) : [n]f64 = map (\u v -> a * u + v) x y

-- The product of an [n][m] matrix and a vector of size m. O(n m).
-- > matvec_f64([[1.0, 2.0], [3.0, 4.0]], [5.0, 6.0])
-- [17.0, 39.0]
def matvec_f64 [n][m] (a : [n][m]f64) (x : [m]f64) : [n]f64 =
  kernel i <= n do loop (s = 0.0) for k <= m do s + a[i, k] * x[k]

-- The product of a vector of size n and an [n][m] matrix. O(n m).
-- > vecmat_f64([5.0, 6.0], [[1.0, 2.0], [3.0, 4.0]])
-- [23.0, 34.0]
def vecmat_f64 [n][m] (x : [n]f64) (a : [n][m]f64) : [m]f64 =
  kernel j <= m do loop (s = 0.0) for k <= n do s + x[k] * a[k, j]

-- The product of an [n][m] and an [m][p] matrix. O(n m p).
-- > matmul_f64([[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]])
-- [[19.0, 22.0], [43.0, 50.0]]
-- > matmul_f64([[1.0, 2.0]], [[3.0, 4.0]])
-- error: size 1 of `b`: found `1`, wanted `2`
def matmul_f64 [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do loop (s = 0.0) for k <= m do s + a[i, k] * b[k, j]

-- The n by n matrix with 1 on its diagonal and 0 elsewhere. O(n²).
-- > identity_f64(2)
-- [[1.0, 0.0], [0.0, 1.0]]
def identity_f64 (n : int) : [n][n]f64 = kernel i <= n, j <= n do f64(i == j)

-- A square matrix to the power k, by squaring; stuck for a negative k. O(n³ log k).
-- > matpow_f64([[1.0, 1.0], [1.0, 0.0]], 10)
-- [[89.0, 55.0], [55.0, 34.0]]
-- > matpow_f64([[inf, 0.0], [0.0, 1.0]], 1)
-- [[inf, 0.0], [0.0, 1.0]]
def matpow_f64 [n] (a : [n][n]f64) (k : int) : [n][n]f64 =
  check min(k, 0) = 0
  let (power, _, _, _) = loop (power = identity_f64(n), first = 1, a = a, k = k) while k > 0 do
    let next = if k % 2 == 0 then power else if first then a else matmul_f64(power, a)
    in (next, first && k % 2 == 0, if k > 1 then matmul_f64(a, a) else a, k / 2)
  in power

-- The diagonal of an [n][m] matrix, of size min(n, m). O(n).
-- > diagonal_f64([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [1.0, 5.0]
def diagonal_f64 [n][m] (a : [n][m]f64) = kernel i <= min(n, m) do a[i, i]

-- The square matrix with that diagonal and 0 elsewhere. O(n²).
-- > diagonal_matrix_f64([1.0, 2.0])
-- [[1.0, 0.0], [0.0, 2.0]]
def diagonal_matrix_f64 [n] (x : [n]f64) : [n][n]f64 =
  kernel i <= n, j <= n do if i == j then x[i] else 0.0

-- The sum of the diagonal of a square matrix. O(n).
-- > trace_f64([[1.0, 2.0], [3.0, 4.0]])
-- 5.0
def trace_f64 [n] (a : [n][n]f64) : f64 = loop (s = 0.0) for i <= n do s + a[i, i]

-- The sum of the absolute values. O(n).
-- > norm1_f64([3.0, -4.0])
-- 7.0
def norm1_f64 [n] (x : [n]f64) : f64 = reduce (+) 0.0 (map abs x)

-- The sum of the squares: the Euclidean norm, squared. O(n).
-- > norm2_squared_f64([3.0, -4.0])
-- 25.0
def norm2_squared_f64 [n] (x : [n]f64) : f64 = dot_f64(x, x)

-- The greatest absolute value; 0 where there is none. O(n).
-- > norm_max_f64([3.0, -4.0])
-- 4.0
def norm_max_f64 [n] (x : [n]f64) : f64 = loop (m = 0.0) for i <= n do max(m, abs(x[i]))

-- The Euclidean norm. O(n).
-- > norm2_f64([3.0, -4.0])
-- 5.0
def norm2_f64 [n] (x : [n]f64) : f64 = sqrt(norm2_squared_f64(x))

-- The solution y of a * y = b for a square matrix, by elimination with the greatest
-- pivot of each column; not finite where a has no inverse. O(n³).
-- > solve_f64([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
-- [1.0, 0.5]
def solve_f64 [n] (a : [n][n]f64) (b : [n]f64) : [n]f64 =
  let (a, b) = loop (a = a, b = b) for k <= n do
    let p = k - 1 + argmax_f64(map abs a[k : n - k + 1, k])
    let row = kernel j <= n do a[p, j] / a[p, k]
    let right = b[p] / a[p, k]
    let swapped = kernel i <= n do if i == p then k else i
    in (kernel i <= n, j <= n do
          if i == k then row[j] else a[swapped[i], j] - a[swapped[i], k] * row[j],
        kernel i <= n do if i == k then right else b[swapped[i]] - a[swapped[i], k] * right)
  in b
