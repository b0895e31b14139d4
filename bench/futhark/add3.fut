-- The twin of examples/fsmooth/add3.fun.

def vectorAdd [n] (x: [n]f64) (y: [n]f64) : [n]f64 = map2 (+) x y

def add3 [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) : [n]f64 = vectorAdd (vectorAdd a b) c

entry inputs : ([]f64, []f64, []f64) =
  (map (\i -> f64.i64 (i % 13) / 10.0) (1...1000000),
   map (\i -> f64.i64 (i % 11) / 7.0) (1...1000000),
   map (\i -> 2.0 * f64.i64 i) (1...1000000))

entry main [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) : [n]f64 = add3 a b c
