-- LU decomposition, without pivots, in the place of the matrix.
--
-- Rodinia's `lud`, also in Vießmann et al., "Extended memory reuse" (IFL 2018,
-- Table 1: 2048×2048) and in Munksgaard et al. (SC 2022). Here 6×6 of Rodinia's
-- input, 10 exp(-0.001 |i - j|). L has ones on its diagonal, and lies below it.
-- Each step changes a column, and then what is to the right and below, by two
-- updates in place; the star says that the matrix may be overwritten.
--
-- The independent computation is reference/lud.py: Doolittle's sums for L and U
-- (another order of operations), in fractions; and L U is the matrix.
--
-- > lud([[4.0, 2.0], [2.0, 5.0]])
-- [[4.0, 2.0], [0.5, 4.0]]
-- > product(lud([[4.0, 2.0], [2.0, 5.0]]))
-- [[4.0, 2.0], [2.0, 5.0]]

def lud [n] (*a : [n][n]f64) : [n][n]f64 =
  loop (a = a) for k <= n - 1 do
    let column = kernel i <= n - k do a[k + i, k] / a[k, k]
    let a = a with [k + 1 : n - k, k] = column
    let rest = kernel i <= n - k, j <= n - k do a[k + i, k + j] - a[k + i, k] * a[k, k + j]
    in a with [k + 1 : n - k, k + 1 : n - k] = rest

-- L U, which is the matrix again.
def product [n] (lu : [n][n]f64) : [n][n]f64 =
  kernel i <= n, j <= n do
    loop (sum = 0.0) for k <= min(i, j) do sum + (if k == i then 1.0 else lu[i, k]) * lu[k, j]

let a = kernel i <= 6, j <= 6 do 10.0 * exp(-0.001 * f64(abs(i - j)))
lud(a)
product(lud(a))

-- bench: let m = kernel i <= 200, j <= 200 do f64((i * i + 2 * j) % 7) / 3.0 + (if i == j then 400.0 else 0.0) in
--   lud(m)
