-- The twin of examples/livermore/loop1.fun.

def hydro [n][m] (q: f64) (r: f64) (t: f64) (y: [n]f64) (z: [m]f64) : [n]f64 =
  tabulate n (\k -> q + y[k] * (r * z[k + 10] + t * z[k + 11]))

entry inputs : ([]f64, []f64) = (map f64.i64 (1...1000000), map f64.i64 (1...1000011))

entry main [n][m] (y: [n]f64) (z: [m]f64) : [n]f64 = hydro 1.6 9.4 5.8 y z
