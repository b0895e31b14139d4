-- The twin of examples/rodinia/lud.fun.

def lud [n] (a: *[n][n]f64) : *[n][n]f64 =
  loop a for k < n - 1 do
    let column = tabulate (n - k - 1) (\i -> a[k + 1 + i, k] / a[k, k])
    let a = a with [k + 1:, k] = column
    let rest =
      tabulate_2d (n - k - 1) (n - k - 1) (\i j ->
        a[k + 1 + i, k + 1 + j] - a[k + 1 + i, k] * a[k, k + 1 + j])
    in a with [k + 1:, k + 1:] = rest

entry inputs : [][]f64 =
  tabulate_2d 200 200 (\i j ->
    f64.i64 (((i + 1) * (i + 1) + 2 * (j + 1)) % 7) / 3.0 + (if i == j then 400.0 else 0.0))

entry main [n] (m: *[n][n]f64) : [n][n]f64 = lud m
