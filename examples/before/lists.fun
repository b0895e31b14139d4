-- An array, and what doubling it some times gives.

def f [n] (x : [n]int) (rounds : int) : ([n]int, [n]int) =
  let a = map (\e -> e + 1) x
  let b = loop (r = a) for k <= rounds do map (\e -> e * 2) r
  in (a, b)
