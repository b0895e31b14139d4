-- SRAD: a picture with speckles is smoothed where it has no edges.
--
-- Rodinia's `srad` (its second version), also in Vießmann et al., "Extended
-- memory reuse" (IFL 2018, Table 1: 2048×2048). Here 8×9, 3
-- rounds, lambda 0.5, and the mean and variance of the speckles are from the
-- first 4 rows and columns. A sum over a part of the picture stands in the loop,
-- and the coefficients c are needed whole before the picture changes.
--
-- The independent computation is reference/srad.py: the loops of Rodinia's C
-- program, with its arrays of neighbours and of four differences.
--
-- > let (mean, variance) = speckles([[1.0, 2.0], [3.0, 6.0]])
-- mean : f64
-- variance : f64
-- > (mean, variance)
-- 3.0
-- 3.5
-- > srad(0, 0.5, 1, 1, [[2.0]])
-- [[2.0]]
-- > map (\x -> round(1000.0 * x)) srad(3, 0.5, 4, 4, picture)[2]
-- [1262.0, 1270.0, 1887.0, 2123.0, 1967.0, 1154.0, 2124.0, 1818.0, 1704.0]
-- > map (\x -> round(1000.0 * x)) srad(3, 0.5, 4, 4, picture)[8]
-- [1282.0, 1467.0, 1508.0, 2234.0, 1182.0, 1875.0, 1278.0, 2123.0, 1546.0]

def speckles [n][m] (part : [n][m]f64) : (f64, f64) =
  let size = f64(n * m)
  let (sum, squares) = loop (sum = 0.0, squares = 0.0) for i <= n do
    loop (sum = sum, squares = squares) for j <= m do
      (sum + part[i, j], squares + part[i, j] * part[i, j])
  let mean = sum / size
  in (mean, squares / size - mean * mean)

-- The differences to the neighbours; beyond the border all is as at the border.
def differences [n][m] (x : [n][m]f64) (i : int) (j : int) : (f64, f64, f64, f64) =
  (x[max(i - 1, 1), j] - x[i, j],
   x[min(i + 1, n), j] - x[i, j],
   x[i, max(j - 1, 1)] - x[i, j],
   x[i, min(j + 1, m)] - x[i, j])

-- How much is let through at each element: 0 at an edge, 1 far from one.
def coefficients [n][m] (q0 : f64) (x : [n][m]f64) : [n][m]f64 =
  kernel i <= n, j <= m do
    let (north, south, west, east) = differences(x, i, j)
    let v = x[i, j]
    let g = (north * north + south * south + west * west + east * east) / (v * v)
    let l = (north + south + west + east) / v
    let d = 1.0 + 0.25 * l
    let q = (0.5 * g - l * l / 16.0) / (d * d)
    in min(max(1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0))), 0.0), 1.0)

def step [n][m] (lambda : f64) (q0 : f64) (x : [n][m]f64) : [n][m]f64 =
  let c = coefficients(q0, x)
  in kernel i <= n, j <= m do
       let (north, south, west, east) = differences(x, i, j)
       in x[i, j] + 0.25 * lambda
              * (c[i, j] * (north + west) + c[min(i + 1, n), j] * south + c[i, min(j + 1, m)] * east)

def srad [n][m]
    (rounds : int)
    (lambda : f64)
    (rows : int)
    (cols : int)
    (x : [n][m]f64) :
    [n][m]f64 =
  loop (x = x) for k <= rounds do
    let (mean, variance) = speckles(x[1:rows, 1:cols])
    in step(lambda, variance / (mean * mean), x)

let picture = kernel i <= 8, j <= 9 do exp(f64((i * i * 3 + j * j * 5 + i * j) % 17) / 17.0)
srad(3, 0.5, 4, 4, picture)

-- bench: let x = kernel i <= 256, j <= 256 do 1.0 + f64((i * i + j) % 17) / 17.0 in
--   srad(2, 0.5, 128, 128, x)
