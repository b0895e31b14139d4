-- The twin of examples/sac/stencil.fun.

def stencil [n] (e: [n]i64) (steps: i64) : [n]i64 =
  loop e for _step < steps do map2 (+) (rotate (-1) e) (rotate 1 e)

entry inputs : []i64 = map (\i -> i * i % 101) (1...100000)

entry main [n] (e: [n]i64) : [n]i64 = stencil e 20
