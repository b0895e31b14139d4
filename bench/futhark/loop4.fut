-- The twin of examples/livermore/loop4.fun.

def banded [n][m] (x: *[n]f64) (y: [m]f64) : *[n]f64 =
  let step = (n - 7) / 2
  in loop x for i < 3 do
       let k = 5 + i * step
       let rest = loop rest = x[k] for j < m / 5 do rest - x[k - 5 + j] * y[5 * j + 4]
       in x with [k] = y[4] * rest

entry inputs : ([]f64, []f64) =
  (map (\k -> f64.i64 (k % 9) / 4.0) (1...1001), map (\k -> f64.i64 (k % 8) / 16.0) (1...35))

entry main [n][m] (x: *[n]f64) (y: [m]f64) : [n]f64 = loop x for _k < 50000i64 do banded x y
