-- The twin of examples/fsmooth/cross.fun.

def vectorCross (x: [3]f64) (y: [3]f64) : [3]f64 =
  [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]

def crossAll [n] (x: [n][3]f64) (y: [n][3]f64) : [n][3]f64 = map2 vectorCross x y

entry inputs : ([][]f64, [][]f64) =
  (tabulate_2d 300000 3 (\i j -> f64.i64 ((i + j + 2) % 101) / 3.0),
   tabulate_2d 300000 3 (\i j -> f64.i64 ((i + 1) * (j + 1) % 103) / 7.0))

entry main [n] (x: [n][3]f64) (y: [n][3]f64) : [n][3]f64 = crossAll x y
