-- The twin of examples/sac/gaussjordan.fun.

def eliminate [n][m] (a: *[n][m]f64) : *[n][m]f64 =
  loop a for k < n do
    let scaled = tabulate m (\j -> a[k, j] / a[k, k])
    let a = a with [k] = scaled
    in loop a for other < n - 1 do
         let i = (k + 1 + other) % n
         let row = tabulate m (\j -> a[i, j] - a[i, k] * scaled[j])
         in a with [i] = row

def solve [n] (a: [n][n]f64) (b: [n]f64) : ([n][n]f64, [n]f64) =
  let wide =
    tabulate_2d n (2 * n + 1) (\i j ->
      if j < n then a[i, j] else if j == 2 * n then b[i] else f64.bool (i == j - n))
  let done = eliminate wide
  in (done[:, n:2 * n] :> [n][n]f64, done[:, 2 * n])

entry inputs : ([][]f64, []f64) =
  (tabulate_2d 100 100 (\i j ->
     f64.i64 (((i + 1) * (i + 1) + 2 * (j + 1)) % 7) + (if i == j then 90.0 else 0.0)),
   map f64.i64 (1...100))

entry main [n] (m: [n][n]f64) (v: [n]f64) : [n][n]f64 = (solve m v).0
