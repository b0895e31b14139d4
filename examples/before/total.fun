-- The sums of the rows below, starting with y.

def f [n][m] (x : [n][m]int) (y : [m]int) : ([m]int, int) =
  let ne = map (\e -> e + 1) y
  let s = reduce (\acc row -> kernel j <= m do acc[j] + row[j]) ne x
  in (s, reduce (+) 0 ne)
