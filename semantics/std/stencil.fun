-- Stencils: elements as functions of their neighbours. At the edge the element of
-- the edge stands for what would lie outside, unless the comment says otherwise.

-- Element i of x, or that of the nearest index in bounds; stuck for n = 0.
-- > clamped([10, 20, 30], 7)
-- 30
-- > clamped([10, 20, 30], -1)
-- 10
-- > clamped([1.5, 2.5, 3.5], 7)
-- 3.5
def clamped [n] (x : [n]num) (i : int) : num = x[max(1, min(i, n))]

-- Element [i, j] of x, or that of the nearest indices in bounds; stuck where there is none.
-- > clamped2([[1, 2], [3, 4]], 0, 5)
-- 2
-- > clamped2([[1.0, 2.0], [3.0, 4.0]], 0, 5)
-- 2.0
def clamped2 [n][m] (x : [n][m]num) (i : int) (j : int) : num =
  x[max(1, min(i, n)), max(1, min(j, m))]

-- result[i] is x[i - k], and v where that lies outside: k places to the right, or to
-- the left for a negative k. O(n).
-- > shift(1, 0, [1, 2, 3])
-- [0, 1, 2]
-- > shift(-2, 9, [1, 2, 3])
-- [3, 9, 9]
-- > shift(1, 0.5, [1.0, 2.0, 3.0])
-- [0.5, 1.0, 2.0]
def shift [n] (k : int) (v : num) (x : [n]num) : [n]num =
  kernel i <= n do if 1 <= i - k && i - k <= n then x[i - k] else v

-- a times the left neighbour, b times the element, c times the right one. O(n).
-- > stencil3(1, 2, 1, [1, 2, 3])
-- [5, 8, 11]
-- > stencil3(1.0, 2.0, 1.0, [1.0, 2.0, 3.0])
-- [5.0, 8.0, 11.0]
def stencil3 [n] (a : num) (b : num) (c : num) (x : [n]num) : [n]num =
  kernel i <= n do a * x[max(1, i - 1)] + b * x[i] + c * x[min(n, i + 1)]

-- k steps of smoothing: a quarter of each neighbour and half of the element, rounded
-- down. O(k n).
-- > smooth(1, [0, 0, 8, 0, 0])
-- [0, 2, 4, 2, 0]
-- > smooth(1, [0.0, 0.0, 1.0, 0.0, 0.0])
-- [0.0, 0.25, 0.5, 0.25, 0.0]
def smooth [n] (k : int) (x : [n]num) : [n]num =
  loop (x = x) for step <= k do
    kernel i <= n do (x[max(1, i - 1)] + 2 * x[i] + x[min(n, i + 1)]) / 4

-- The sum of the four neighbours less four times the element. O(n m).
-- > laplace([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
-- [[0, 1, 0], [1, -4, 1], [0, 1, 0]]
-- > laplace([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
-- [[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]]
def laplace [n][m] (x : [n][m]num) : [n][m]num =
  kernel i <= n, j <= m do
    x[max(1, i - 1), j]
      + x[min(n, i + 1), j]
      + x[i, max(1, j - 1)]
      + x[i, min(m, j + 1)]
      - 4 * x[i, j]

-- a times the element and b times each of its four neighbours: the 5-point stencil. O(n m).
-- > stencil5(1, 10, [[1, 2], [3, 4]])
-- [[71, 92], [113, 134]]
-- > stencil5(1.0, 10.0, [[1.0, 2.0], [3.0, 4.0]])
-- [[71.0, 92.0], [113.0, 134.0]]
def stencil5 [n][m] (a : num) (b : num) (x : [n][m]num) : [n][m]num =
  kernel i <= n, j <= m do
    a * x[i, j]
      + b * (x[max(1, i - 1), j] + x[min(n, i + 1), j] + x[i, max(1, j - 1)] + x[i, min(m, j + 1)])

-- The n - m + 1 sums of w[k] * x[i + k - 1]: only where all of w lies on x; stuck
-- for m > n + 1. O(n m).
-- > convolve([1, 10], [1, 2, 3])
-- [21, 32]
-- > convolve([1.0, 10.0], [1.0, 2.0, 3.0])
-- [21.0, 32.0]
def convolve [n][m] (w : [m]num) (x : [n]num) : [n - m + 1]num =
  kernel i <= n - m + 1 do loop (s = 0) for k <= m do s + w[k] * x[i + k - 1]

-- The sums of w[k, l] * x[i + k - 1, j + l - 1], only where all of w lies on x. O(n m p q).
-- > convolve2([[1, 0], [0, 1]], [[1, 2, 3], [4, 5, 6]])
-- [[6, 8]]
-- > convolve2([[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
-- [[6.0, 8.0]]
def convolve2 [n][m][p][q] (w : [p][q]num) (x : [n][m]num) : [n - p + 1][m - q + 1]num =
  kernel i <= n - p + 1, j <= m - q + 1 do
    loop (s = 0) for k <= p do
      s + (loop (r = 0) for l <= q do r + w[k, l] * x[i + k - 1, j + l - 1])

-- How many of the up to eight neighbours are not 0; outside there is none. O(n m).
-- > neighbours([[1, 1, 0], [0, 1, 0]])
-- [[2, 2, 2], [3, 2, 2]]
def neighbours [n][m] (x : [n][m]int) : [n][m]int =
  kernel i <= n, j <= m do
    let all = loop (s = 0) for k <= min(n, i + 1) - max(1, i - 1) + 1 do
      s
        + (loop (r = 0) for l <= min(m, j + 1) - max(1, j - 1) + 1 do
             r + (x[max(1, i - 1) + k - 1, max(1, j - 1) + l - 1] != 0))
    in all - (x[i, j] != 0)
