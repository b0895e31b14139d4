-- The sums of the columns of x, starting with y + 1, and the sum of y + 1.

def f [n][m] (x : [n][m]int) (y : [m]int) : ([m]int, int) =
  let ne = map (\e -> e + 1) y
  let s = reduce (\acc row -> kernel j <= m do acc[j] + row[j]) ne x
  in (s, reduce (+) 0 ne)
