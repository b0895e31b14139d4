-- The twin of examples/livermore/loop3.fun.

def dot [n] (x: [n]f64) (z: [n]f64) : f64 = f64.sum (map2 (*) x z)

entry inputs : ([]f64, []f64) =
  (map (\k -> f64.i64 (k % 7) / 3.0) (1...500000), map (\k -> f64.i64 (k % 5) / 7.0) (1...500000))

entry main [n] (x: [n]f64) (z: [n]f64) : f64 = dot x z
