-- The twin of examples/livermore/loop5.fun.

def tridiagonal [n] (x: *[n]f64) (y: [n]f64) (z: [n]f64) : *[n]f64 =
  loop x for i < n - 1 do x with [i + 1] = z[i + 1] * (y[i + 1] - x[i])

entry inputs : ([]f64, []f64, []f64) =
  (map (\k -> f64.i64 (k % 7)) (1...200000),
   map (\k -> f64.i64 (k % 5) / 8.0) (1...200000),
   replicate 200000 0.7)

entry main [n] (x: *[n]f64) (y: [n]f64) (z: [n]f64) : [n]f64 = tridiagonal x y z
