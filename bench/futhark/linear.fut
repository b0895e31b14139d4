-- The twin of examples/fsmooth/linear.fun.

def vectorEMul [n] (x: [n]f64) (y: [n]f64) : [n]f64 = map2 (*) x y

def vectorSum [n] (x: [n]f64) : f64 = f64.sum x

def vectorDot [n] (x: [n]f64) (y: [n]f64) : f64 = vectorSum (vectorEMul x y)

def matrixTranspose [n][m] (x: [n][m]f64) : [m][n]f64 = tabulate_2d m n (\i j -> x[j, i])

def matrixMul [n][m][p] (x: [n][m]f64) (y: [m][p]f64) : [n][p]f64 =
  let yT = matrixTranspose y
  in map (\row -> map (\column -> vectorDot row column) yT) x

entry inputs : ([][]f64, [][]f64) =
  (tabulate_2d 200 200 (\i j -> f64.i64 ((3 * (i + 1) + j + 1) % 11) / 3.0),
   tabulate_2d 200 200 (\i j -> f64.i64 ((i + 1 + 5 * (j + 1)) % 13) / 7.0))

entry main [n][m][p] (x: [n][m]f64) (y: [m][p]f64) : [n][p]f64 = matrixMul x y
