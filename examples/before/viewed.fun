-- The columns of a, after something else was made.

def f [n][m] (x : [n][m]int) : ([n][m]int, [m]int) =
  let a = kernel i <= n, j <= m do x[i, j] + i
  let column = transpose a
  let b = kernel i <= n, j <= m do x[i, j] * j
  in (b, kernel j <= m do column[j, 1])
