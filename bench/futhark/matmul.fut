-- The twin of examples/sac/matmul.fun.

def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

entry inputs : ([][]f64, [][]f64) =
  (tabulate_2d 256 256 (\i j -> f64.i64 ((i + 1) * (j + 1) % 7) / 3),
   tabulate_2d 256 256 (\i j -> f64.i64 (i + j + 2) / 7))

entry main [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 = matmul a b
