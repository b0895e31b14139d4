-- The twin of examples/livermore/loop7.fun.

def state [n][m] (r: f64) (t: f64) (y: [n]f64) (z: [n]f64) (u: [m]f64) : [n]f64 =
  tabulate n (\k ->
    u[k] + r * (z[k] + r * y[k])
    + t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1])
           + t * (u[k + 6] + r * (u[k + 5] + r * u[k + 4]))))

entry inputs : ([]f64, []f64, []f64) =
  (map (\k -> f64.i64 (k % 7)) (1...200000),
   map (\k -> f64.i64 (k % 5)) (1...200000),
   map (\k -> f64.i64 (k % 11)) (1...200006))

entry main [n][m] (y: [n]f64) (z: [n]f64) (u: [m]f64) : [n]f64 =
  loop y for _k < 3i64 do state 0.99999 0.75 y z u
