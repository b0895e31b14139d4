-- A matrix, one of its rows, and the matrix with another row there.

def f [n][m] (x : [n][m]int) (y : [m]int) (k : int) : ([n][m]int, [m]int) =
  let a = kernel i <= n, j <= m do x[i, j] + 1
  let row = a[k]
  let b = a with [k] = y
  in (b, map (\e -> e * 2) row)
