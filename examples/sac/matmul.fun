-- Matrix product.
--
-- A benchmark of Vießmann et al., "Extended memory reuse" (IFL 2018, Table 1:
-- 1000×1000). Here 4×6 and 6×5. A column of b is a view: nothing is transposed in
-- memory, and the product is the only array made.
--
-- The independent computation is reference/matmul.py, in exact fractions.
--
-- > matmul([[1.0, 2.0], [3.0, 4.0]], [[0.5], [0.25]])
-- [[1.0], [2.5]]
-- > :type matmul
-- matmul : [n][m][p] (a : [n][m]f64) (b : [m][p]f64) -> [n][p]f64

def matmul [n][m][p] (a : [n][m]f64) (b : [m][p]f64) : [n][p]f64 =
  kernel i <= n, j <= p do reduce (\sum x y -> sum + x * y) 0.0 a[i] b[:, j]

let a = kernel i <= 4, j <= 6 do f64((i * i + 3 * j) % 7 - 3) / 4.0
let b = kernel i <= 6, j <= 5 do f64((2 * i + j * j) % 5) / 8.0
matmul(a, b)

-- bench: let a = kernel i <= 256, j <= 256 do f64(i * j % 7) / 3.0 in
--   let b = kernel i <= 256, j <= 256 do f64(i + j) / 7.0 in
--   matmul(a, b)
