-- The twin of examples/sac/relax.fun.

def step [n][m] (a: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j ->
    if i == 0 || i == n - 1 || j == 0 || j == m - 1
    then a[i, j]
    else (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) / 4.0)

def relax [n][m] (steps: i64) (a: [n][m]f64) : [n][m]f64 = loop a for _k < steps do step a

entry inputs : [][]f64 =
  tabulate_2d 512 512 (\i j -> f64.i64 (((i + 1) * (i + 1) + 3 * (j + 1)) % 17) / 3.0)

entry main [n][m] (a: [n][m]f64) : [n][m]f64 = relax 10 a
