-- Stencils on reals: at the edge the element of the edge stands for what would lie outside,
-- unless the comment says otherwise.

-- Element i of x, or that of the nearest index in bounds; stuck for n = 0.
-- > clamped_f64([1.5, 2.5, 3.5], 7)
-- 3.5
def clamped_f64 [n] (x : [n]f64) (i : int) : f64 = x[max(1, min(i, n))]

-- Element [i, j] of x, or that of the nearest indices in bounds; stuck where there is none.
-- > clamped2_f64([[1.0, 2.0], [3.0, 4.0]], 0, 5)
-- 2.0
def clamped2_f64 [n][m] (x : [n][m]f64) (i : int) (j : int) : f64 =
  x[max(1, min(i, n)), max(1, min(j, m))]

-- result[i] is x[i - k], and v where that lies outside: k places to the right, or to
-- the left for a negative k. O(n).
-- > shift_f64(1, 0.5, [1.0, 2.0, 3.0])
-- [0.5, 1.0, 2.0]
def shift_f64 [n] (k : int) (v : f64) (x : [n]f64) : [n]f64 =
  kernel i <= n do if 1 <= i - k && i - k <= n then x[i - k] else v

-- a times the left neighbour, b times the element, c times the right one. O(n).
-- > stencil3_f64(1.0, 2.0, 1.0, [1.0, 2.0, 3.0])
-- [5.0, 8.0, 11.0]
def stencil3_f64 [n] (a : f64) (b : f64) (c : f64) (x : [n]f64) : [n]f64 =
  kernel i <= n do a * x[max(1, i - 1)] + b * x[i] + c * x[min(n, i + 1)]

-- k steps of smoothing: a quarter of each neighbour and half of the element. O(k n).
-- > smooth_f64(1, [0.0, 0.0, 1.0, 0.0, 0.0])
-- [0.0, 0.25, 0.5, 0.25, 0.0]
def smooth_f64 [n] (k : int) (x : [n]f64) : [n]f64 =
  loop (x = x) for step <= k do
    kernel i <= n do (x[max(1, i - 1)] + 2.0 * x[i] + x[min(n, i + 1)]) / 4.0

-- The sum of the four neighbours less four times the element. O(n m).
-- > laplace_f64([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
-- [[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]]
def laplace_f64 [n][m] (x : [n][m]f64) : [n][m]f64 =
  kernel i <= n, j <= m do
    x[max(1, i - 1), j]
      + x[min(n, i + 1), j]
      + x[i, max(1, j - 1)]
      + x[i, min(m, j + 1)]
      - 4.0 * x[i, j]

-- a times the element and b times each of its four neighbours: the 5-point stencil. O(n m).
-- > stencil5_f64(1.0, 10.0, [[1.0, 2.0], [3.0, 4.0]])
-- [[71.0, 92.0], [113.0, 134.0]]
def stencil5_f64 [n][m] (a : f64) (b : f64) (x : [n][m]f64) : [n][m]f64 =
  kernel i <= n, j <= m do
    a * x[i, j]
      + b * (x[max(1, i - 1), j] + x[min(n, i + 1), j] + x[i, max(1, j - 1)] + x[i, min(m, j + 1)])

-- The n - m + 1 sums of w[k] * x[i + k - 1]: only where all of w lies on x; stuck
-- for m > n + 1. O(n m).
-- > convolve_f64([1.0, 10.0], [1.0, 2.0, 3.0])
-- [21.0, 32.0]
def convolve_f64 [n][m] (w : [m]f64) (x : [n]f64) : [n - m + 1]f64 =
  kernel i <= n - m + 1 do loop (s = 0.0) for k <= m do s + w[k] * x[i + k - 1]

-- The sums of w[k, l] * x[i + k - 1, j + l - 1], only where all of w lies on x. O(n m p q).
-- > convolve2_f64([[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[6.0, 8.0]]
def convolve2_f64 [n][m][p][q] (w : [p][q]f64) (x : [n][m]f64) : [n - p + 1][m - q + 1]f64 =
  kernel i <= n - p + 1, j <= m - q + 1 do
    loop (s = 0.0) for k <= p do
      s + (loop (r = 0.0) for l <= q do r + w[k, l] * x[i + k - 1, j + l - 1])
