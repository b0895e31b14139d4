-- The twin of bench/fun/map.fun.

def mapped [n] (a: [n]i64) (b: [n]i64) : [n]i64 = map2 (\x y -> x * 3 + y * y) a b

entry inputs : ([]i64, []i64) =
  (map (\i -> i % 1000) (1...1000000), map (\i -> 7 * i % 1009) (1...1000000))

entry main [n] (a: [n]i64) (b: [n]i64) : [n]i64 = mapped a b
