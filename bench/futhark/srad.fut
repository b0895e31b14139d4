-- The twin of examples/rodinia/srad.fun.

def speckles [n][m] (part: [n][m]f64) : (f64, f64) =
  let size = f64.i64 (n * m)
  let sum = f64.sum (flatten part)
  let squares = f64.sum (map (\v -> v * v) (flatten part))
  let mean = sum / size
  in (mean, squares / size - mean * mean)

-- The differences to the neighbours; beyond the border all is as at the border.
def differences [n][m] (x: [n][m]f64) (i: i64) (j: i64) : (f64, f64, f64, f64) =
  (x[i64.max (i - 1) 0, j] - x[i, j],
   x[i64.min (i + 1) (n - 1), j] - x[i, j],
   x[i, i64.max (j - 1) 0] - x[i, j],
   x[i, i64.min (j + 1) (m - 1)] - x[i, j])

def coefficients [n][m] (q0: f64) (x: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j ->
    let (north, south, west, east) = differences x i j
    let v = x[i, j]
    let g = (north * north + south * south + west * west + east * east) / (v * v)
    let l = (north + south + west + east) / v
    let d = 1.0 + 0.25 * l
    let q = (0.5 * g - l * l / 16.0) / (d * d)
    in f64.min (f64.max (1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))) 0.0) 1.0)

def step [n][m] (lambda: f64) (q0: f64) (x: [n][m]f64) : [n][m]f64 =
  let c = coefficients q0 x
  in tabulate_2d n m (\i j ->
       let (north, south, west, east) = differences x i j
       in x[i, j] + 0.25 * lambda
            * (c[i, j] * (north + west)
               + c[i64.min (i + 1) (n - 1), j] * south
               + c[i, i64.min (j + 1) (m - 1)] * east))

def srad [n][m] (rounds: i64) (lambda: f64) (rows: i64) (cols: i64) (x: [n][m]f64) : [n][m]f64 =
  loop x for _k < rounds do
    let (mean, variance) = speckles x[:rows, :cols]
    in step lambda (variance / (mean * mean)) x

entry inputs : [][]f64 =
  tabulate_2d 256 256 (\i j -> 1.0 + f64.i64 (((i + 1) * (i + 1) + j + 1) % 17) / 17.0)

entry main [n][m] (x: [n][m]f64) : [n][m]f64 = srad 2 0.5 128 128 x
